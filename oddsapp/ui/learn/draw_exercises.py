"""The exercises: a field for each answer, and what is found about it."""

from __future__ import annotations

from html import escape

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.odds.exercise import Exercise
from oddsapp.ui.learn.answers import asked
from oddsapp.ui.learn.draw import show_part
from oddsapp.ui.learn.parts import equation, full_number
from oddsapp.ui.learn.state import SPEC, is_hidden
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import complaint


def show_exercises() -> None:
    """Draw the exercises, each with a field and what is found about the answer."""
    state = inputs.current(SPEC)
    with st.spinner("The known mistakes are worked out"):
        every = asked(state["learn_route"], state["learn_f"], state["learn_d"])
    for number, exercise in enumerate(every, start=1):
        show_exercise(number, exercise, hidden=is_hidden(state))


def show_exercise(number: int, exercise: Exercise, *, hidden: bool) -> None:
    """Draw one exercise."""
    st.html(f"<h3>Exercise {number}</h3><p class='odds-lesson'>{escape(exercise.question)}</p>")
    widget = f"learn.answer.{exercise.name}"
    kept = inputs.name(widget)
    # Not in the address: whoever passes on a link to the exercises passes on no answers.
    inputs.fill(widget, st.session_state.get(kept, ""))
    text = st.text_input(
        f"Your answer to exercise {number}",
        key=widget,
        on_change=inputs.entered,
        args=(widget, lambda typed: st.session_state.__setitem__(kept, typed)),
        max_chars=80,
        placeholder="5/12, 0.417 or 41.7%" if exercise.probability else "13/4 or 3.25",
    )
    place = st.empty()
    if text.strip():
        try:
            found = exercise.check(text)
        except InvalidInput as refusal:
            place.html(complaint(str(refusal)))
        else:
            css = "odds-right" if found.is_right else "odds-complaint"
            place.html(f'<p class="{css}" role="status">{escape(found.sentence)}.</p>')
    if not hidden:
        with st.expander(f"The answer to exercise {number}"):
            show_part(equation("", exercise.right))
            for part in full_number(exercise.right):
                show_part(part)
