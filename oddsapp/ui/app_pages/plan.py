"""Attack planner: tap who attacks, then whom, one after the other, and see the odds."""

from pathlib import Path

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.map import risk_map
from oddsapp.ui.parts.notes import note
from oddsapp.ui.planner import draft as drafts
from oddsapp.ui.planner.answer import Answer, answer
from oddsapp.ui.planner.changes import board_chosen, current, fit, map_tapped
from oddsapp.ui.planner.drawing import view
from oddsapp.ui.planner.show_controls import choice, show_armies, show_buttons, show_choosers
from oddsapp.ui.planner.show_plan import show_answer, show_left, show_onward, show_rows, show_words
from oddsapp.ui.planner.show_search import show_search
from oddsapp.ui.planner.state import BOARDS, RULES, SPEC


# A fragment: a tap draws this again, not the bar and the foot around it.
@st.fragment
def show_page() -> None:
    """Draw all of the page."""
    notes = inputs.load("plan", SPEC, fit)
    inputs.save(SPEC)
    told: Answer | None = None
    refused = ""
    if current().attacks:
        try:
            with st.spinner("Working out the odds …"):
                told = answer(current(), inputs.current(SPEC)["plan_rules"])
        except InvalidInput as reason:
            refused = str(reason)
    with st.container(key="plan_top"):
        left, right = st.columns([3, 2], gap="medium", vertical_alignment="bottom")
        with left:
            show_answer(told, refused)
        with right:
            show_armies()
    place = st.empty()
    if notes:
        place.html(note(notes))
    risk_map(
        view(
            current(),
            inputs.current(SPEC)["plan_who"],
            told.rows if told else (),
            own=inputs.current(SPEC)["plan_tap"] == "own",
        ),
        key=f"plan.map.{current().board}",
        on_tap=map_tapped,
    )
    show_buttons()
    left, right = st.columns(2, gap="medium")
    with left:
        if told is not None:
            show_rows(told)
            show_left(told)
            show_onward()
            show_words()
        else:
            st.html("<p>Each attack will stand here with its odds, and how many armies stay.</p>")
    with right:
        show_search()
        st.html("<h2>Without the map</h2>")
        show_choosers()
        st.html("<h2>Board and rules</h2>")
        inputs.fill("plan.board", current().board)
        st.selectbox(
            "Board",
            list(BOARDS),
            format_func=BOARDS.__getitem__,
            key="plan.board",
            on_change=inputs.entered,
            args=("plan.board", board_chosen),
        )
        choice("Rules", "plan_rules", RULES)


st.html(Path(drafts.__file__).with_name("planner.css"))
show_page()
