"""One battle of a RISK II turn, drawn roll by roll: what may come of the next, and what came."""

from __future__ import annotations

from functools import partial
from html import escape
from itertools import pairwise

import streamlit as st

from oddsapp.combat import Battle
from oddsapp.errors import InvalidInput
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import note, plain
from oddsapp.ui.turn import forces, html, rolls
from oddsapp.ui.turn.controls import current, heading, take
from oddsapp.ui.turn.forces import Fight
from oddsapp.ui.turn.odds import army_names, odds
from oddsapp.ui.turn.state import MOST_ROLLS
from oddsapp.wording import sentence

MOST_BUTTONS = 6
"""The most results of a roll that have a button each; the others are in a list."""

OTHER = "turn.other"


def show_rolls(fight: Fight, battle: Battle) -> None:
    """Draw the battle one roll after the other."""
    state = current()
    path = state["turn_rolls"]
    names = army_names(fight)
    passed = list(rolls.states(battle, path))
    stands = rolls.standing(battle, passed[-1], names)
    heading("Roll by roll")
    left, right = st.columns(2, gap="medium")
    with left:
        st.html(f"<p>{_before(stands, len(path))}</p>" + html.armies(stands.armies))
        if path and not stands.is_over:
            show_chances(forces.fight_from(fight, passed[-1]))
        show_results(stands, path)
    with right:
        show_moves(fight, battle, path)
        if path:
            rolled = [
                (sentence(rolls.in_words(battle, before, after, names)), then.armies)
                for before, after in pairwise(passed)
                for then in [rolls.standing(battle, after, names)]
            ]
            st.html(html.history(rolled))


def show_chances(fight: Fight) -> None:
    """Draw who wins from here on, where that is known in a moment."""
    if fight.is_slow():
        return
    try:
        told = odds(fight).shares
    except InvalidInput:
        return  # too large, as is the battle that it comes from: said above
    sides = ", ".join(f"{side.name} <b>{escape(side.percent)}</b>" for side in told)
    st.html(f'<p role="status">From here on: {sides}.</p>')


def _before(stands: rolls.Standing, rolled: int) -> str:
    if stands.is_over:
        left = [army.name for army in stands.armies if army.size]
        return f"Over after {rolled} rolls: {escape(' and '.join(left) or 'nobody')} left."
    return f"Roll {rolled + 1}: {escape(stands.cost)}. What comes of it? Tap one."


def show_results(stands: rolls.Standing, path: tuple[int, ...]) -> None:
    """Draw what the next roll may come to, each with its exact probability."""
    if len(path) >= MOST_ROLLS:
        st.html(note([f"no more than {MOST_ROLLS} rolls are followed"]))
        return
    labels = [f"{found.percent} — {found.words}" for found in stands.results]
    with st.container(key="turn_results", gap="xsmall"):
        for place, result in enumerate(stands.results[:MOST_BUTTONS]):
            st.button(
                f"**{result.percent}** {plain(result.words)} ({result.fraction})",
                key=f"turn.result.{place}",
                width="stretch",
                on_click=inputs.tap(partial(follow, path, place)),
            )
    if len(labels) > MOST_BUTTONS:
        inputs.fill(OTHER, None)
        st.selectbox(
            f"{len(labels) - MOST_BUTTONS} other results",
            range(MOST_BUTTONS, len(labels)),
            index=None,
            format_func=lambda place: labels[place],
            key=OTHER,
            placeholder="Choose one",
            on_change=inputs.entered,
            args=(OTHER, lambda place: follow(path, place)),
        )


def follow(path: tuple[int, ...], place: int | None) -> None:
    """Go on with one result; nothing is one, where a list was emptied."""
    if place is not None:
        take(turn_rolls=(*path, place))


def show_moves(fight: Fight, battle: Battle, path: tuple[int, ...]) -> None:
    """Draw the buttons that roll the dice, or take rolls back."""
    seed = current()["turn_seed"]
    over = battle.is_over(list(rolls.states(battle, path))[-1])

    def roll(number: int) -> None:
        now = current()
        rolled = rolls.rolled_on(
            fight.described(), now["turn_rolls"], seed, rolls=number, most=MOST_ROLLS
        )
        take(turn_rolls=rolled)

    with st.container(horizontal=True, gap="xsmall"):
        st.button(
            "Roll the dice", key="turn.roll", disabled=over, on_click=inputs.tap(lambda: roll(1))
        )
        st.button(
            "Roll to the end",
            key="turn.end",
            disabled=over,
            on_click=inputs.tap(lambda: roll(MOST_ROLLS)),
        )
        st.button(
            "Back one roll",
            key="turn.back",
            disabled=not path,
            on_click=inputs.tap(lambda: take(turn_rolls=current()["turn_rolls"][:-1])),
        )
        st.button(
            "Start over, new luck",
            key="turn.over",
            disabled=not path,
            on_click=inputs.tap(lambda: take(turn_rolls=(), turn_seed=(seed + 1) % 1_000_000)),
        )
    st.html(f'<p><span class="odds-mark sampled">Dice drawn from seed {seed}</span></p>')
