"""The pages: widgets in, words and pictures out. No rule and no formula is here.

One room for each job:

- `app.py` holds the pages and what stands around each of them, `settings.toml` what Streamlit
  is told, `server.py` serves both;
- `app_pages/` holds one file per page, read by Streamlit from top to bottom;
- `parts/` is what pages share: the one codec between address and state (`urlstate.py`), the
  widgets on it (`inputs.py`), pictures, notes, the foot of the page;
- every other folder is one page's: the state in its address, and pure functions that ask the
  library and return words and numbers.

Everything but `app.py`, `server.py`, the pages and the widgets in `parts/` is pure, and
imports no Streamlit.
"""
