"""The pages: widgets in, words and pictures out. No rule and no formula is here.

One room for each job:

- `app.py` holds the navigation, `settings.toml` what Streamlit is told, `server.py` serves both;
- `app_pages/` holds one file per page, read by Streamlit from top to bottom;
- `urlstate.py` is the one codec between the address and the state, `inputs.py` the widgets on it;
- `typed.py` reads what was typed, `quick.py` asks the library, `bars.py` draws it.

Everything but `app.py`, `inputs.py`, `server.py` and the pages is pure, and imports no Streamlit.
"""
