"""Rules: the ruleset in force in words, where it comes from, and what this page does not do."""

from html import escape

import streamlit as st

from oddsapp.rules import find_ruleset
from oddsapp.rules.words import ruleset_in_words
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import note
from oddsapp.ui.rules.state import RULESETS, SPEC, in_force, no_fit
from oddsapp.ui.rules.texts import STATEMENTS

came_from = st.session_state.get(inputs.PAGE)
notes = inputs.load("rules", SPEC, no_fit)
if came_from not in (None, "rules") and "set" not in st.query_params:
    inputs.put("set", in_force(came_from, st.session_state) or inputs.current(SPEC)["set"])
inputs.save(SPEC)
chosen = inputs.current(SPEC)["set"]
st.html("<h1>Rules</h1>" + note(notes))
inputs.fill("rules.set", chosen)
st.selectbox(
    "Rules in words",
    list(RULESETS),
    format_func=RULESETS.__getitem__,
    key="rules.set",
    on_change=inputs.entered,
    args=("rules.set", lambda name: inputs.put("set", name)),
)
for section in ruleset_in_words(find_ruleset(chosen)):
    lines = "".join(
        f"<div><dt>{escape(clause.rule)}</dt><dd>{escape(clause.sentence)}</dd></div>"
        for clause in section.clauses
    )
    st.html(f'<h2>{escape(section.title)}</h2><dl class="odds-rules">{lines}</dl>')
for title, text in STATEMENTS.items():
    st.html(f"<h2>{escape(title)}</h2><p>{escape(text)}</p>")
