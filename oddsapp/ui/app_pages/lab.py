"""Die lab: set-ups of dice to edit and to compare, and what is wrong with them."""

from html import escape

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.ui.lab import views
from oddsapp.ui.lab.controls import choice, setups
from oddsapp.ui.lab.editor import show_editor
from oddsapp.ui.lab.search_view import show_fairer
from oddsapp.ui.lab.setup_text import changes_in_words
from oddsapp.ui.lab.setups import SetUp
from oddsapp.ui.lab.state import SPEC, VIEWS, fit, labels
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import complaint, mark, note

DRAW = {
    "even": views.show_even,
    "need": views.show_need,
    "beats": views.show_beats,
    "steps": views.show_steps,
    "feel": views.show_feel,
    "exploits": views.show_exploits,
    "fairer": show_fairer,
}


def listed(name: str, setup: SetUp) -> str:
    """Return a set-up as an item of a list: its name, and what is changed."""
    words = "; ".join(changes_in_words(setup))
    return f"<li><b>{escape(name)}</b>" + (f" <small>{escape(words)}</small>" if words else "")


notes = inputs.load("lab", SPEC, fit)
inputs.save(SPEC)
items = "".join(map(listed, labels(setups()), setups()))
left, right = st.columns([3, 2], gap="medium")
with left:
    st.html(
        f'<section class="lab-head"><h1>Die lab</h1><p>Are the dice fair? {mark()}</p>'
        f"<ul>{items}</ul></section>" + note(notes)
    )
    choice(st.pills, "View", "lab_v", VIEWS, required=True, wrap=True, label_visibility="collapsed")
    try:
        DRAW[inputs.current(SPEC)["lab_v"]]()
    except InvalidInput as refusal:
        st.html(complaint(str(refusal)))
with right:
    show_editor()
