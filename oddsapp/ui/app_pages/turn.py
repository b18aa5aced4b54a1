"""The RISK II turn: one battle of it, roll by roll, and the whole same-time turn on the map."""

from pathlib import Path

import streamlit as st

from oddsapp.ui import turn
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import note
from oddsapp.ui.turn.controls import words
from oddsapp.ui.turn.state import PARTS, SPEC, fit


# A fragment: a tap draws this again, not the bar and the foot around it.
@st.fragment
def show_page() -> None:
    """Draw all of the page."""
    notes = inputs.load("turn", SPEC, fit)
    inputs.save(SPEC)
    st.html('<section class="odds-hero"><h1>RISK II turn</h1></section>' + note(notes))
    with st.container(key="turn_page"):
        words("What to look at", "turn_part", PARTS, labelled=False)
        if inputs.current(SPEC)["turn_part"] == "battle":
            from oddsapp.ui.turn.show_battle import show_battle

            show_battle()
        else:
            # The engine and numpy are only needed here.
            from oddsapp.ui.turn.show_map import show_map

            show_map()


st.html(Path(turn.__file__).with_name("turn.css"))
show_page()
