"""The search for plans on the page, and the plans that it has found."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import mark
from oddsapp.ui.whatif import rolled
from oddsapp.ui.whatif.control import current, heading, show_refusal, take
from oddsapp.ui.whatif.running import ADVISE, look_of, show_progress, start
from oddsapp.ui.whatif.state import plan_key
from oddsapp.wording import counted, sentence

if TYPE_CHECKING:
    from oddsapp.whatif.advising.advice_result import Advice

MOST_SHOWN = 6
"""How many of the plans that were found are shown."""


def show_candidates() -> None:
    """Draw the search for plans, and those that were found."""
    state = current()
    heading("Plans worth comparing", f"for “{state['w_goal']}”")
    look = look_of(ADVISE)
    runs = look is not None and not look.over
    at_once = state["w_goal"].startswith("take ")
    if not runs:
        st.button("Look for plans", key="whatif.advise", on_click=inputs.tap(lambda: start(ADVISE)))
    show_refusal(ADVISE)
    if look is None:
        how = (
            "Ranked by the exact chance at the end of this turn."
            if at_once
            else f"Ranked by {counted(state['w_n'], 'roll-out')} as set below: that takes a while."
        )
        st.html(f"<p>{escape(how)}</p>")
    elif runs:
        show_progress(ADVISE, "Looking for plans")
    elif look.advised is None:
        st.html(f'<p role="status">{escape(sentence(look.problem))}</p>')
    else:
        _show_advice(look.advised)


def _show_advice(advice: Advice) -> None:
    state = current()
    st.html(f'<p role="status">{escape(rolled.advice_words(advice))}</p>')
    samples = advice.best.runs or None
    st.html(mark(samples, "roll-outs" if advice.turns != 0 else "turns"))
    for place, entry in enumerate(advice.ranked[:MOST_SHOWN], 1):
        text = entry.plan.text
        with st.expander(f"{place}. {rolled.ranked_words(entry, place)}", expanded=place == 1):
            st.html(f'<pre class="whatif-plan">{escape(text or "end the turn")}</pre>')
            mine = state[plan_key(state)].strip() == text.strip()
            st.button(
                "This is the plan" if mine else "Take this plan",
                key=f"whatif.take.{place}",
                disabled=mine,
                on_click=_take_plan,
                args=(text,),
            )
    left = len(advice.ranked) + len(advice.dropped) - MOST_SHOWN
    if left > 0:
        st.html(f"<p>{counted(left, 'plan')} more were looked at.</p>")


def _take_plan(text: str) -> None:
    inputs.tapped(lambda: take(**{plan_key(current()): text}))
