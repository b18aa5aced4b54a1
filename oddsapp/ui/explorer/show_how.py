"""The last view of the Battle explorer: the exact fraction, and the steps to the number."""

from __future__ import annotations

from html import escape

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.odds.written import Formula, Section
from oddsapp.ui.explorer import exactly
from oddsapp.ui.explorer.controls import choice
from oddsapp.ui.explorer.show import file_name
from oddsapp.ui.explorer.state import LEVELS, SPEC
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.figures import heading, show_table
from oddsapp.ui.parts.notes import complaint
from oddsapp.ui.quick.setting import ruleset_of
from oddsapp.ui.quick.state import force_of, rules_of


def show_how() -> None:
    """Draw the exact fraction, and the steps to the number."""
    state = inputs.current(SPEC)
    force, defenders, rules = force_of(state), state["d"][0], ruleset_of(rules_of(state))
    heading("As a fraction")
    try:
        told = exactly.exact_fractions(force, defenders, rules)
    except InvalidInput as refusal:
        st.html(complaint(str(refusal)))
    else:
        st.html(f"<p>P(taken), {escape(told.decimals)}:</p>")
        st.code(told.win, language=None, wrap_lines=True)
        show_table(told.table, key="explorer.exact", file_name=file_name("fractions.csv"))
    heading("The steps to it")
    choice(st.segmented_control, "Level", "x_level", LEVELS, required=True)
    way = exactly.steps(force, defenders, rules, state["x_level"])
    for place, section in enumerate(way.sections, start=1):
        show_section(f"{place}. {section.title}", section)
    with st.container(horizontal=True):
        for label, content, ending in (("Text", way.text, "txt"), ("LaTeX", way.latex, "tex")):
            st.download_button(
                f"Download {label}",
                content,
                file_name(f"steps.{ending}"),
                "text/plain",
                key=f"explorer.steps.{ending}",
                on_click="ignore",
                icon=":material/download:",
            )


def show_section(title: str, section: Section) -> None:
    """Draw one step of an explanation."""
    words = [f"<h3>{escape(title)}</h3>"]
    with st.container(key=f"explorer_step_{title.partition('.')[0]}", gap="xsmall"):
        for part in section.parts:
            if isinstance(part, str):
                words.append(f"<p>{escape(part)}</p>")
                continue
            if words:
                st.html("".join(words))
                words = []
            if isinstance(part, Formula):
                st.latex(part.latex)
            else:
                st.code("\n".join(part), language=None, wrap_lines=True)
        if words:
            st.html("".join(words))
