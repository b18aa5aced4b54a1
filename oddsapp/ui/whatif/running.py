"""Long work of this visitor on the page: what was asked for, how far it is, and its cancel."""

from __future__ import annotations

from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.ui.whatif import rolled
from oddsapp.ui.whatif.control import current, refuse
from oddsapp.ui.whatif.request import Request
from oddsapp.ui.whatif.runs import Look, Run, finished
from oddsapp.ui.whatif.state import bots_of, plan_key, plan_texts, turns_of
from oddsapp.wording import counted, sentence

if TYPE_CHECKING:
    from oddsapp.whatif.rollouts.rollout_result import RollOutResult

ROLL, ADVISE = "roll", "advise"


def request_of(kind: str, state: dict[str, Any]) -> Request:
    """Return what a button asks for now."""
    goal = state["w_goal"]
    turns = turns_of(state)
    if kind == ROLL:
        plans = plan_texts(state)
        # One plan is rolled out alike whatever it is for, but looked at by its goal.
        return Request(
            state["p"], plans, goal, bots_of(state), turns, state["w_n"], state["w_seed"]
        )
    if goal.startswith("take "):
        return Request(state["p"], (), goal, (), 0, 1, 0)
    return Request(state["p"], (), goal, bots_of(state), turns, state["w_n"], state["w_seed"])


def run_of(kind: str) -> Run | None:
    """Return the run of this session; one for inputs that were changed is stopped."""
    run: Run | None = st.session_state.get(_key(kind))
    if run is not None and run.request != request_of(kind, current()):
        run.stop()
        del st.session_state[_key(kind)]
        return None
    return run


def look_of(kind: str) -> Look | None:
    """Return how far the work has come; None if nothing was asked for."""
    run = run_of(kind)
    return run.look() if run is not None else finished(request_of(kind, current()))


def rolled_in_view() -> RollOutResult | None:
    """Return the roll-outs of the plan in view, if there are any."""
    look, state = look_of(ROLL), current()
    if look is None or not look.rolled:
        return None
    return look.rolled[1 if plan_key(state) == "w_plan2" else 0]


def _key(kind: str) -> str:
    return f"whatif.run.{kind}"


def start(kind: str) -> None:
    """Begin what a button asks for, or note at it why not."""
    try:
        st.session_state[_key(kind)] = Run(request_of(kind, current()), _alive())
    except InvalidInput as refusal:
        refuse(kind, str(refusal))


def _cancel(kind: str) -> None:
    run: Run | None = st.session_state.get(_key(kind))
    if run is not None:
        run.stop()
        run.wait(0.4)


def _alive() -> Callable[[], bool]:
    """Return what tells whether this visitor is still connected."""
    from streamlit.runtime import exists, get_instance
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    context = get_script_run_ctx()
    if context is None or not exists():
        return lambda: True
    session = context.session_id
    return lambda: exists() and get_instance().is_active_session(session)


@st.fragment(run_every=0.25)
def show_progress(kind: str, what: str) -> None:
    """Draw how far it is, and the button that ends it."""
    run: Run | None = st.session_state.get(_key(kind))
    if run is None:
        return
    look = run.look()
    if look.over:
        st.rerun()
    share = look.done / look.of if look.of else 0.0
    words = f"{what}: {share:.0%}" if look.of else f"{what}: beginning"
    if kind == ROLL and run.asked:
        words += f", {counted(run.asked, 'turn')} played"
    if look.waits:
        words = f"{what}: others are before you; it begins by itself"
    live = rolled.live_words(look.live) if look.live else ""
    st.html(
        f'<div class="whatif-progress" role="progressbar" aria-label="{escape(what)}"'
        f' aria-valuemin="0" aria-valuemax="100" aria-valuenow="{share * 100:.0f}">'
        f'<i style="width:{share:.1%}"></i></div><p role="status">{escape(words)}</p>'
        f'<p class="whatif-live">{escape(sentence(live))}</p>'
    )
    stopping = " (stopping)" if run.stopped else ""
    st.button(
        f"Cancel, keep what is done{stopping}",
        key=f"whatif.cancel.{kind}",
        on_click=_cancel,
        args=(kind,),
    )
