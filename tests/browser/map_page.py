"""A page with nothing but a map, run by Streamlit for ``test_map.py``: no test in here."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from oddsapp.boards import Board, Continent, both_ways, find_board
from oddsapp.ui.parts.map import Arrow, MapView, Shade, risk_map

PLAYERS = ("Ann", "Bo", "Cid", "Dee")


def ring() -> Board:
    """A board without shapes."""
    names = [f"Island {number}" for number in range(1, 13)]
    links = [*zip(names, names[1:] + names[:1], strict=True), (names[0], names[6])]
    east, west = Continent("East", 3, tuple(names[:6])), Continent("West", 2, tuple(names[6:]))
    return Board("ring", (east, west), both_ways(links) | {(names[3], names[9])})


def view(board: Board, kind: str, origin: str) -> MapView:
    armies = {territory: 1 + 7 * place % 23 for place, territory in enumerate(board.territories)}
    owners = {
        territory: PLAYERS[place * place % 7 % 4]
        for place, territory in enumerate(board.territories)
    }
    plain = MapView(board, armies, owners, PLAYERS, title="Choose a territory that attacks")
    if kind == "empty":
        return MapView(board)
    if kind == "orders":
        return replace(
            plain,
            arrows=(
                Arrow("Brazil", "North Africa", "Ann", "12"),
                Arrow("North Africa", "Brazil", "Bo", "5"),
                Arrow("Alaska", "Kamchatka", "Cid", "7"),
                Arrow("Ural", "Siberia", "Dee", "3", void=True),
                Arrow("Ukraine", "Northern Europe", "Bo", "9"),
                Arrow("China", "Siam", "Cid", "4"),
                Arrow("India", "Siam", "Dee", "6"),
                Arrow("Western Europe", "Great Britain", "Ann", "2"),
            ),
        )
    if kind == "forecast":
        shades = {
            territory: Shade(place % 11 / 10, f"{place % 11 * 10}%", "Ann")
            for place, territory in enumerate(board.territories)
        }
        return replace(plain, shades=shades)
    if not origin:
        return plain
    legal = frozenset(board.neighbours(origin))
    says = dict.fromkeys(legal, "attack from " + origin)
    return replace(plain, origins=(origin,), legal=legal, says=says)


def tapped(territory: str) -> None:
    st.session_state.origin = territory
    st.session_state.taps = st.session_state.get("taps", 0) + 1


st.set_page_config(layout="wide")
query = st.query_params
board = ring() if query.get("board") == "ring" else find_board(query.get("board", "classic"))
origin = st.session_state.get("origin", query.get("origin", ""))
st.write(f"Tapped: {origin or 'nothing'} ({st.session_state.get('taps', 0)})")
risk_map(view(board, query.get("kind", ""), origin), key="map", on_tap=tapped)
