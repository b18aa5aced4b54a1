"""Roll-outs on the page: what is asked of them, and what they have come to."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any

import streamlit as st

from oddsapp.players.roster import bots_for
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import complaint, mark
from oddsapp.ui.whatif import answer, rolled
from oddsapp.ui.whatif.control import (
    current,
    heading,
    position,
    show_refusal,
    show_table,
    take,
)
from oddsapp.ui.whatif.running import ROLL, look_of, show_progress, start
from oddsapp.ui.whatif.runs import Look
from oddsapp.ui.whatif.state import MOST_SEED, ROLLOUTS, TURNS, bots_of, plan_texts
from oddsapp.wording import counted, sentence


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
            on_click=inputs.tap(lambda: start(ROLL)),
        )
    for why in wrong:
        st.html(complaint(why))
    show_refusal(ROLL)
    if look is None:
        return
    if runs:
        show_progress(ROLL, "Roll-outs")
    elif not look.rolled:
        st.html(f'<p role="status">{escape(sentence(look.problem))}</p>')
    else:
        _show_rolled(look)


def _show_settings(state: dict[str, Any]) -> None:
    box = st.expander(_settings(state), key="whatif.settings", on_change="rerun")
    # Closed it is not drawn: so many fields would make every tap on the map wait.
    if not box.open:
        return
    with box:
        _show_fields(state)


def _settings(state: dict[str, Any]) -> str:
    bots = dict.fromkeys(bots_of(state))
    return (
        f"Settings: {counted(state['w_n'], 'roll-out')} {TURNS[state['w_turns']]}, played on by"
        f" {', '.join(bots)}, seed {state['w_seed']}"
    )


def _show_fields(state: dict[str, Any]) -> None:
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
    for row in range(0, len(bots), per_row):
        for column, seat in zip(
            st.columns(per_row), range(row, min(row + per_row, len(bots))), strict=False
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
