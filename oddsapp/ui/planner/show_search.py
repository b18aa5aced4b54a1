"""What looks for the best plan, and what it has found."""

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import complaint, note
from oddsapp.ui.planner import draft as drafts
from oddsapp.ui.planner.changes import change, current
from oddsapp.ui.planner.found import Found, aims, find
from oddsapp.ui.planner.show_controls import choice
from oddsapp.ui.planner.state import SECONDS, SPEC

FOUND, REFUSED = "plan.found", "plan.refused"


def show_search() -> None:
    """Draw what looks for the best plan, and what it has found."""
    draft, state = current(), inputs.current(SPEC)
    options = aims(draft)
    st.html("<h2>Plan it for me</h2>")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        aim = st.selectbox(
            "What to take",
            list(options),
            index=None,
            key="plan.aim",
            placeholder="Choose",
            width=220,
        )
        with st.container(width=150):
            choice("Search for at most", "plan_seconds", SECONDS)
        pressed = st.button(
            "Find the best plan", key="plan.find", type="primary", disabled=aim is None
        )
    found: Found | None = st.session_state.get(FOUND)
    if pressed and aim is not None:
        with st.spinner(f"Looking for the best plan, {state['plan_seconds']} s at most …"):
            try:
                found = find(draft, options[aim], state["plan_rules"], int(state["plan_seconds"]))
            except InvalidInput as refusal:
                st.session_state[REFUSED] = str(refusal)
            else:
                st.session_state[FOUND] = found
                change(lambda old: drafts.with_attacks(old, found.attacks))
        st.rerun()
    if reason := st.session_state.pop(REFUSED, ""):
        st.html(complaint(reason))
    elif found is not None and found.fits(draft, state["plan_rules"]):
        st.html(note(found.lines))
