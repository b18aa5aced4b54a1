"""The pages, as files that Streamlit runs. The folder must not be called ``pages``."""
