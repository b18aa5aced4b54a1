"""The app: its pages, and what they share.

The pages stand in five places of the navigation, the same on phone and desktop. A place with
one page is a link, one with more is a menu.
"""

from __future__ import annotations

from pathlib import Path

import streamlit as st

HERE = Path(__file__).parent
PAGES = HERE / "app_pages"

# For each place: the file, the title and the address of its pages. The first one opens.
PLACES = {"Odds": (("odds.py", "Quick odds", ""),)}


def main() -> None:
    """Draw the page that the address asks for."""
    st.set_page_config(page_title="oddsapp: Risk odds", page_icon="🎲", layout="wide")
    st.html(HERE / "style.css")
    pages = {
        place: [
            st.Page(PAGES / file, title=title, url_path=path or None, default=not path)
            for file, title, path in listed
        ]
        for place, listed in PLACES.items()
    }
    several = sum(map(len, pages.values())) > 1
    st.navigation(pages, position="top" if several else "hidden").run()


if __name__ == "__main__":
    main()
