"""The map on a page: drawn by ``map.js`` and ``map.css`` beside this file, tapped by people.

A page says what the map shows and what a tap does::

    view = MapView(board, armies=armies, owners=owners, legal=legal, title="Choose a target")
    risk_map(view, key="plan.map", on_tap=tapped)

where ``tapped`` is called with the name of the territory before the page runs again, as any
callback of Streamlit. The map keeps nothing: what is selected is the page's own state.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from oddsapp.ui.parts.drawing import payload
from oddsapp.ui.parts.mapview import Arrow, MapView, Shade

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

__all__ = ["Arrow", "MapView", "Shade", "risk_map"]

HERE = Path(__file__).parent


def risk_map(view: MapView, *, key: str, on_tap: Callable[[str], None] | None = None) -> str | None:
    """Draw a map.

    Parameters
    ----------
    view : MapView
    key : str
        As of any widget: one for each map of a page.
    on_tap : callable, optional
        Called with the name of the territory that was tapped, clicked, or chosen by keyboard,
        before the page runs again. It gets every tap; whether one means anything is for the
        page to say.

    Returns
    -------
    str or None
        The territory that was tapped, in the one run that the tap has caused.
    """

    def tapped() -> None:
        territory = known_territory(view, st.session_state[key].get("tapped"))
        if on_tap is not None and territory is not None:
            on_tap(territory)

    result = _component()(key=key, data=payload(view), on_tapped_change=tapped)
    return known_territory(view, result.get("tapped"))


def known_territory(view: MapView, value: object) -> str | None:
    """Return what came from the browser if it is a territory of this board.

    A tap on a board that has just been replaced is no tap.
    """
    return value if isinstance(value, str) and value in view.board.territories else None


@cache
def _component() -> ComponentRenderer:
    return st.components.v2.component(
        "oddsapp_map",
        css=(HERE / "map.css").read_text(encoding="utf-8"),
        js=(HERE / "map.js").read_text(encoding="utf-8"),
    )
