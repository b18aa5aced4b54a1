"""Battle explorer: everything about one battle, as charts with their tables."""

from __future__ import annotations

from html import escape

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.ui.explorer.controls import choice, show_inputs
from oddsapp.ui.explorer.left import Left, what_is_left
from oddsapp.ui.explorer.show import show_left, show_rolls, show_stops
from oddsapp.ui.explorer.show_how import show_how
from oddsapp.ui.explorer.show_matrix import show_matrix
from oddsapp.ui.explorer.state import SPEC, VIEWS, fit
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import complaint, mark, note
from oddsapp.ui.quick.setting import in_words, ruleset_of
from oddsapp.ui.quick.state import force_of, rules_of
from oddsapp.wording import armies_and_force, counted, force_and_armies, sentence


def show_number(told: Left | None) -> None:
    """Draw which battle it is, and its number."""
    state = inputs.current(SPEC)
    force = force_of(state)
    who = force_and_armies(force) if state["count"] == "force" else armies_and_force(force + 1)
    win, verdict = (told.win, told.verdict) if told else ("–", "")
    rules = f" <small>{escape(in_words(rules_of(state)))}</small>" if state["q_on"] else ""
    others = len(state["d"]) - 1
    more = f"<br>the 1st of {others + 1} territories only" if others else ""
    st.html(
        '<section class="odds-hero"><h1>Battle explorer</h1>'
        f'<p role="status"><strong>{escape(win)}</strong> <span>{escape(verdict)}</span></p>'
        f"<p>{escape(who)}<br>against {escape(counted(state['d'][0], 'defender'))}{rules}{more}</p>"
        f"</section><p>{mark()}</p>"
    )


notes = inputs.load("explorer", SPEC, fit)
inputs.save(SPEC)
state = inputs.current(SPEC)
told: Left | None = None
reason = ""
try:
    told = what_is_left(force_of(state), state["d"][0], ruleset_of(rules_of(state)))
except InvalidInput as refusal:
    reason = str(refusal)
left, right = st.columns([2, 3], gap="medium")
with left:
    show_number(told)
    place = st.empty()
    if notes:
        place.html(note(notes))
    show_inputs()
with right:
    choice(st.segmented_control, "View", "x_view", VIEWS, required=True)
    if told is None:
        st.html(complaint(reason))
    else:
        try:
            match state["x_view"]:
                case "left":
                    show_left(told)
                case "stops":
                    show_stops()
                case "rolls":
                    show_rolls()
                case "matrix":
                    show_matrix()
                case _:
                    show_how()
        except InvalidInput as refusal:
            st.html(complaint(sentence(str(refusal))))
