"""Links from one page to another that take something along."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import streamlit as st

PAGES = Path(__file__).parents[1] / "app_pages"


def show_link(file: str, label: str, query: Mapping[str, str]) -> None:
    """Draw a link to a page, with what stands behind the question mark of its address.

    Parameters
    ----------
    file : str
        The file of the page, as in ``whatif.py``.
    label : str
    query : mapping of str to str
    """
    st.page_link(
        str(PAGES / file), label=label, icon=":material/arrow_forward:", query_params=dict(query)
    )
