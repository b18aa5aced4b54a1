"""Long work on the page: roll-outs, and the search for plans, with progress and cancel."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.players.roster import bots_for
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import complaint, mark
from oddsapp.ui.whatif import answer, rolled
from oddsapp.ui.whatif.control import (
    current,
    heading,
    position,
    refuse,
    show_refusal,
    show_table,
    take,
)
from oddsapp.ui.whatif.runs import Look, Request, Run, finished
from oddsapp.ui.whatif.state import (
    MOST_SEED,
    ROLLOUTS,
    TURNS,
    bots_of,
    plan_key,
    plan_texts,
    turns_of,
)
from oddsapp.wording import counted, sentence

if TYPE_CHECKING:
    from oddsapp.whatif.advice_result import Advice
    from oddsapp.whatif.rollout_result import RollOutResult

MOST_SHOWN = 6
"""How many of the plans that were found are shown."""

ROLL, ADVISE = "roll", "advise"


# -- runs of this session ----------------------------------------------------------------


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


def _start(kind: str) -> None:
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
def _show_progress(kind: str, what: str) -> None:
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


# -- roll-outs ---------------------------------------------------------------------------


def show_roll_outs() -> None:
    """Draw what is asked of roll-outs, and what they have come to."""
    state = current()
    heading("And then?", "bots play on from the end of the turn, time and again")
    _show_settings(state)
    texts = plan_texts(state)
    wrong = [
        f"plan {place}: {why}" if len(texts) > 1 else why
        for place, text in enumerate(texts, 1)
        if (why := answer.why_not(state["p"], text))
    ]
    look = look_of(ROLL)
    runs = look is not None and not look.over
    label = "Roll out both plans" if len(texts) > 1 else "Roll out"
    if not runs:
        st.button(
            label,
            key="whatif.roll",
            type="primary",
            disabled=bool(wrong),
            on_click=inputs.tap(lambda: _start(ROLL)),
        )
    for why in wrong:
        st.html(complaint(why))
    show_refusal(ROLL)
    if look is None:
        return
    if runs:
        _show_progress(ROLL, "Roll-outs")
    elif not look.rolled:
        st.html(f'<p role="status">{escape(sentence(look.problem))}</p>')
    else:
        _show_rolled(look)


def _show_settings(state: dict[str, Any]) -> None:
    here = position()
    first, second, third = st.columns(3)
    with first:
        numbers = sorted({*ROLLOUTS, state["w_n"]})
        inputs.choice(
            st.selectbox,
            "Roll-outs",
            "whatif.w_n",
            {number: f"{number:,}" for number in numbers},
            state["w_n"],
            lambda number: take(w_n=number),
        )
    with second:
        inputs.choice(
            st.selectbox,
            "How far",
            "whatif.w_turns",
            {key: sentence(text) for key, text in TURNS.items()},
            state["w_turns"],
            lambda turns: take(w_turns=turns),
        )
    with third:
        inputs.fill("whatif.w_seed", state["w_seed"])
        st.number_input(
            "Seed: the same gives the same",
            0,
            MOST_SEED,
            step=1,
            key="whatif.w_seed",
            on_change=inputs.entered,
            args=("whatif.w_seed", lambda seed: take(w_seed=seed)),
        )
    bots = bots_of(state)
    known = {bot: bot.capitalize() for bot in bots_for(here.state.game.rules)}
    per_row = 3
    for start in range(0, len(bots), per_row):
        for column, seat in zip(
            st.columns(per_row), range(start, min(start + per_row, len(bots))), strict=False
        ):
            with column:
                inputs.choice(
                    st.selectbox,
                    f"{here.name(seat)} plays on as",
                    f"whatif.bot.{seat}",
                    known,
                    bots[seat],
                    partial(_put_bot, seat),
                )


def _put_bot(seat: int, bot: str) -> None:
    bots = list(bots_of(current()))
    bots[seat] = bot
    take(w_bots=(bot,) if len(set(bots)) == 1 else tuple(bots))


def _show_rolled(look: Look) -> None:
    from oddsapp.whatif.goals import parse_goal

    state, here = current(), position()
    goal = parse_goal(state["w_goal"], here.state.game)
    results = look.rolled
    words = rolled.goal_words(here, state["w_goal"], results[0].turns)
    rows = ""
    for place, result in enumerate(results, 1):
        label = f"Plan {place}"
        estimate = result.estimate(goal)
        width = min(1.0, max(0.0, estimate.mean))
        rows += (
            f"<div><dt>{escape(label)}</dt><dd>{escape(rolled.share(estimate))}</dd>"
            f'<i style="width:{width:.1%}"></i></div>'
        )
    decided = ""
    if look.difference is not None:
        decided = f'<p class="whatif-verdict">{escape(rolled.verdict(look.difference))}</p>'
    problem = f"<p>{escape(sentence(results[0].problem))}</p>" if results[0].problem else ""
    st.html(
        f'<p role="status">{escape(words)}</p><dl class="odds-facts">{rows}</dl>{decided}'
        f"{mark(results[0].rollouts, 'roll-outs')}"
        f"<span>{escape(rolled.how_ended(results[0]))}</span>{problem}"
    )
    for place, result in enumerate(results, 1):
        several = f", plan {place}" if len(results) > 1 else ""
        table = rolled.player_table(here, result)
        show_table(f"Players{several}", table, f"rolled-players{place}", opened=place == 1)
    lands = rolled.land_table(here, results)
    show_table("Territories and continents held", lands, "rolled-territories")


# -- plans that are found ----------------------------------------------------------------


def show_candidates() -> None:
    """Draw the search for plans, and those that were found."""
    state = current()
    heading("Plans worth comparing", f"for “{state['w_goal']}”")
    look = look_of(ADVISE)
    runs = look is not None and not look.over
    at_once = state["w_goal"].startswith("take ")
    if not runs:
        st.button(
            "Look for plans", key="whatif.advise", on_click=inputs.tap(lambda: _start(ADVISE))
        )
    show_refusal(ADVISE)
    if look is None:
        how = (
            "Ranked by the exact chance at the end of this turn."
            if at_once
            else f"Ranked by {counted(state['w_n'], 'roll-out')} as set below: that takes a while."
        )
        st.html(f"<p>{escape(how)}</p>")
    elif runs:
        _show_progress(ADVISE, "Looking for plans")
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
