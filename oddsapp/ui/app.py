"""The app: its pages, and what stands around each of them.

The pages stand in five places, the same on phone and desktop. A place leads to its first
page; links to its others stand above the page. The rules are a link at the foot of each.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import streamlit as st

from oddsapp.ui.parts.foot import show_foot
from oddsapp.ui.parts.links import PAGES
from oddsapp.ui.parts.reconnect import draw_again_when_back

if TYPE_CHECKING:
    from streamlit.navigation.page import StreamlitPage

HERE = Path(__file__).parent


class Listed(NamedTuple):
    """A page: its file, its title, and its address behind the slash."""

    file: str
    title: str
    path: str


PLACES: Mapping[str, tuple[Listed, ...]] = {
    "Odds": (
        Listed("odds.py", "Quick odds", ""),
        Listed("explorer.py", "Battle explorer", "explorer"),
        Listed("luck.py", "Luck", "luck"),
    ),
    "Plan": (Listed("plan.py", "Attack planner", "plan"),),
    "What-if": (
        Listed("whatif.py", "What-if", "whatif"),
        Listed("turn.py", "RISK II turn", "turn"),
    ),
    "Lab": (Listed("lab.py", "Die lab", "lab"),),
    "Learn": (Listed("learn.py", "Learn", "learn"),),
}
"""What each place of the bar leads to. The very first page is the one that opens."""

ICONS = {
    "Odds": ":material/casino:",
    "Plan": ":material/map:",
    "What-if": ":material/alt_route:",
    "Lab": ":material/science:",
    "Learn": ":material/school:",
}

RULES = Listed("rules.py", "Rules", "rules")


def main() -> None:
    """Draw the page that the address asks for."""
    st.html(HERE / "style.css")
    places = {place: [_page(listed) for listed in pages] for place, pages in PLACES.items()}
    rules = _page(RULES)
    page = st.navigation([*chain.from_iterable(places.values()), rules], position="hidden")
    title = f"{page.title}: oddsapp" if page.url_path else "oddsapp: Risk odds"
    st.set_page_config(page_title=title, page_icon="🎲", layout="wide")
    _show_places(places, page)
    page.run()
    show_foot(rules)
    draw_again_when_back()


def _page(listed: Listed) -> StreamlitPage:
    return st.Page(
        PAGES / listed.file,
        title=listed.title,
        url_path=listed.path or None,
        default=not listed.path,
    )


def _show_places(places: Mapping[str, list[StreamlitPage]], current: StreamlitPage) -> None:
    """Draw the bar, and links between the pages of the place where the visitor is."""
    here = next((place for place, pages in places.items() if current in pages), None)
    with st.container(key="places", horizontal=True, wrap=False, gap=None):
        for place, pages in places.items():
            with st.container(key=f"place_{'here' if place == here else 'other'}_{place}"):
                st.page_link(pages[0], label=place, icon=ICONS[place], width="stretch")
    if here is not None and len(places[here]) > 1:
        with st.container(key="siblings", horizontal=True, gap="small"):
            for page in places[here]:
                with st.container(
                    key=f"sibling_{'here' if page is current else 'other'}_{page.url_path}",
                    width="content",
                ):
                    st.page_link(page, label=page.title)


if __name__ == "__main__":
    main()
