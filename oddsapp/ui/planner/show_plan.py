"""The plan as it stands: its odds, each attack, what is left, where it can go on."""

from html import escape

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.figures import show_facts
from oddsapp.ui.parts.links import show_link
from oddsapp.ui.parts.notes import complaint, mark
from oddsapp.ui.planner import draft as drafts
from oddsapp.ui.planner.answer import Answer
from oddsapp.ui.planner.changes import current, leave
from oddsapp.ui.planner.drawing import instruction
from oddsapp.ui.planner.odds import plan_of
from oddsapp.ui.planner.onward import whatif_query
from oddsapp.ui.planner.shared import shared
from oddsapp.ui.planner.state import SPEC
from oddsapp.wording import sentence


def show_answer(told: Answer | None, refusal: str) -> None:
    """Draw the number, and what to do next."""
    state = inputs.current(SPEC)
    draft = current()
    if told is None:
        number = f"<span>{escape(sentence(refusal))}</span>" if refusal else "<strong>–</strong>"
        heading = "Attack planner"
    else:
        number = f"<strong>{told.win}</strong> <span>{escape(told.verdict)}</span>"
        heading = f"Attack planner <small>to take {told.aim} {mark(told.samples)}</small>"
    said = instruction(draft, own=state["plan_tap"] == "own")
    st.html(
        f'<section class="odds-hero odds-plan-hero"><h1>{heading}</h1>'
        f'<p role="status">{number}</p><p>{escape(said)}</p></section>'
    )


def show_rows(told: Answer) -> None:
    """Draw each attack with its odds, and how many stay behind."""
    draft = current()
    for place, row in enumerate(told.rows):
        attack = draft.attacks[place]
        with st.container(key=f"plan_row_{place}", horizontal=True, wrap=False, gap="small"):
            st.html(
                f'<div class="odds-attack"><b>{place + 1}. {escape(row.way)}</b>'
                f"<span>{escape(row.defenders)}; <b>{row.taken}</b> taken so far</span>"
                f"<span>{escape(row.there)}; fails here: {row.fails}</span>"
                + (complaint(row.hint) if row.hint else "")
                + "</div>"
            )
            widget = f"plan.leave.{place}"
            inputs.fill(widget, attack.leave)
            st.number_input(
                f"Stay in {attack.origin}",
                1,
                drafts.MOST,
                step=1,
                key=widget,
                width=140,
                on_change=inputs.entered,
                args=(widget, lambda number, place=place: leave(place, number)),
            )


def show_left(told: Answer) -> None:
    """Draw what is left at the end."""
    show_facts((f"Left in {name}", text) for name, text in told.left)


def show_onward() -> None:
    """Draw the way to What-if, where the plan can go on."""
    state = inputs.current(SPEC)
    try:
        query = whatif_query(current(), state["plan_who"], state["plan_rules"])
    except InvalidInput as refusal:
        st.html(complaint(str(refusal)))
    else:
        show_link("whatif.py", "And then? Go on with this plan in What-if", query)


def show_words() -> None:
    """Draw the plan as text to copy."""
    draft, state = current(), inputs.current(SPEC)
    box = st.expander(
        "The plan in words, for `oddsapp whatif`", key="plan.words", on_change="rerun"
    )
    # Closed it is not drawn: colouring the texts takes a browser longer than the map.
    if not box.open:
        return
    with box:
        st.code(plan_of(draft).text, language=None, wrap_lines=True)
        try:
            text = shared(draft, state["plan_who"], state["plan_rules"])
        except InvalidInput as refusal:
            st.html(complaint(str(refusal)))
        else:
            st.markdown("The position as a share string:")
            st.code(text, language=None, wrap_lines=True)
