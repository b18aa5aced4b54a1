"""What-if: change the board, write a plan, see what it comes to, and let bots play on."""

from __future__ import annotations

from html import escape
from pathlib import Path

import streamlit as st

from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.links import show_link
from oddsapp.ui.parts.notes import note
from oddsapp.ui.whatif import answer
from oddsapp.ui.whatif.control import ELSEWHERE, current, heading, position, words
from oddsapp.ui.whatif.fields import at_once
from oddsapp.ui.whatif.running import rolled_in_view
from oddsapp.ui.whatif.show_board import show_land, show_map
from oddsapp.ui.whatif.show_files import show_files, show_list
from oddsapp.ui.whatif.show_found import show_candidates
from oddsapp.ui.whatif.show_plan import (
    forecast_in_view,
    show_forecast,
    show_goal,
    show_headline,
    show_plan,
)
from oddsapp.ui.whatif.show_runs import show_roll_outs
from oddsapp.ui.whatif.show_turn import show_turn
from oddsapp.ui.whatif.state import MORE, fit, spec_for, spec_of

CSS = Path(answer.__file__).parent / "whatif.css"


def show_elsewhere() -> None:
    """Draw the way to the RISK II turn for a position in which all play at the same time."""
    text = st.session_state.pop(ELSEWHERE, "")
    if text:
        st.html(note(["in this position all play at the same time"]))
        show_link("turn.py", "Open it as a RISK II turn", {"turn_p": text})


# A fragment: a tap draws this again, not the bar and the foot around it. Its number and its
# map are first, for the browser draws in that order.
@st.fragment
def show_page() -> None:
    """Draw all of the page."""
    given = st.query_params.get("p", "")
    if given and at_once(given):
        st.session_state[ELSEWHERE] = given
    notes = inputs.load("whatif", spec_for(of_example=not given), fit)
    inputs.save(spec_of(current()))
    here = position()
    title = f" <small>{escape(here.title)}</small>" if here.title else ""
    st.html(f'<section class="odds-hero"><h1>What-if{title}</h1></section>{note(notes)}')
    show_elsewhere()
    with st.spinner("Working it out"):
        found = forecast_in_view()
    number, what_for = st.columns(2, gap="medium", vertical_alignment="bottom")
    with number:
        show_headline(found)
    with what_for:
        show_goal()
    show_map(found, rolled_in_view())
    left, right = st.columns(2, gap="medium")
    with left:
        if current()["w_tap"] == "board":
            show_land()
        st.html(f"<p>{escape(answer.what_it_is(here))}</p>")
        show_plan()
        show_candidates()
    with right:
        show_forecast(found)
    show_roll_outs()
    show_more()


def show_more() -> None:
    """Draw what changes the position as a whole, one part of it at a time.

    Only what is looked at is drawn: each field costs a page its time.
    """
    heading("The position")
    words("Change, load or save it", "w_more", MORE)
    more = current()["w_more"]
    if more == "turn":
        show_turn()
    elif more == "files":
        show_files()
    elif more == "table":
        show_list()


st.html(CSS)
show_page()
