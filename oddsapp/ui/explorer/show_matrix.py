"""The odds of the battles around one, as a matrix of buttons.

A chart would not do: on a phone it takes a tap for the one before, its cells are smaller than
a thumb, the keyboard does not reach them, and its script weighs five megabytes.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import streamlit as st

from oddsapp.ui.explorer import matrix
from oddsapp.ui.explorer.controls import choice, put_defenders, take
from oddsapp.ui.explorer.show import file_name, patience
from oddsapp.ui.explorer.state import SIZES, SPEC, least_line
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.figures import heading, show_table
from oddsapp.ui.quick.setting import ruleset_of
from oddsapp.ui.quick.state import force_of, least_armies, rules_of
from oddsapp.ui.quick.typed import MOST

if TYPE_CHECKING:
    from streamlit.components.v2.types import ComponentRenderer

HERE = Path(__file__).parent

MATRIX = "explorer.matrix"


def take_cell(value: object) -> None:
    """Take the battle of a cell that was tapped; what is no battle changes nothing."""
    cell = matrix.picked(value, least_armies(inputs.current(SPEC)["count"]), MOST)
    if cell is None:
        return
    attackers, defenders = cell

    def take_both() -> None:
        take("a", attackers)
        put_defenders(defenders)

    inputs.tapped(take_both)


def show_matrix() -> None:
    """Draw the odds of the battles around this one."""
    state = inputs.current(SPEC)
    force, defenders = force_of(state), state["d"][0]
    home = least_line(state["count"])
    view = matrix.window(force, defenders, int(state["x_size"]))
    states = view.forces[-1] * view.against[-1]
    with patience(states, matrix.SLOW_STATES, "Working out"):
        wins = matrix.odds_in(view, ruleset_of(rules_of(state)))
    heading(
        "Odds of taking it, in percent",
        f"Your {'armies' if home else 'attackers'} down, defenders across. The heavy line parts"
        " more than even odds from less; a tap on a cell takes that battle.",
    )
    choice(
        st.segmented_control, "Cells", "x_size", SIZES, required=True, label_visibility="collapsed"
    )
    _component()(
        key=MATRIX,
        data=matrix.cells(view, wins, home, (force, defenders)),
        on_picked_change=lambda: take_cell(st.session_state[MATRIX].get("picked")),
    )
    show_table(matrix.matrix_table(view, wins, home), key=MATRIX, file_name=file_name("matrix.csv"))


@cache
def _component() -> ComponentRenderer:
    return st.components.v2.component(
        "oddsapp_matrix",
        css=(HERE / "matrix.css").read_text(encoding="utf-8"),
        js=(HERE / "matrix.js").read_text(encoding="utf-8"),
    )
