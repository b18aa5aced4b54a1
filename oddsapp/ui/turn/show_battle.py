"""One battle of a RISK II turn, drawn: its forces, its odds, and its rolls one by one."""

from __future__ import annotations

from contextlib import nullcontext
from functools import partial
from html import escape
from itertools import pairwise
from typing import Any

import streamlit as st

from oddsapp.combat import Battle
from oddsapp.errors import InvalidInput
from oddsapp.rules import ColouredDice
from oddsapp.rules.combat_words import coloured_in_words
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.figures import show_table
from oddsapp.ui.parts.notes import mark, note
from oddsapp.ui.parts.tables import Table
from oddsapp.ui.turn import forces, html, rolls
from oddsapp.ui.turn.controls import current, heading, take, words
from oddsapp.ui.turn.fields import MOST_FORCE, PLAYERS, Row
from oddsapp.ui.turn.forces import Fight
from oddsapp.ui.turn.odds import Holders, Odds, army_names, holders, name_of, odds
from oddsapp.ui.turn.state import (
    CHARTS,
    DICE,
    KINDS,
    MASS,
    MOST_ROLLS,
    MOST_ROWS,
    SPOILS,
    fight_of,
)
from oddsapp.wording import sentence

MOST_BUTTONS = 6
"""The most results of a roll that have a button each; the others are in a list."""

OTHER = "turn.other"


def show_battle() -> None:
    """Draw the part about one battle."""
    fight = fight_of(current())
    place = st.container()
    left, right = st.columns(2, gap="medium")
    with left:
        show_forces(fight)
    told: Odds | None = None
    try:
        with place, patience(fight):
            told = odds(fight)
            battle = fight.described()
    except InvalidInput as refusal:
        place.html(_hero("–", sentence(str(refusal)), fight))
        return
    place.html(_hero(told.number, f"{told.verdict}, {told.asked}", fight) + f"<p>{mark()}</p>")
    with right:
        show_odds(fight, told)
    show_rolls(fight, battle)
    show_dice(fight)


def patience(fight: Fight) -> Any:
    """Return a context that says what takes so long, where it may."""
    return st.spinner("Working out the battle…") if fight.is_slow() else nullcontext()


def _hero(number: str, verdict: str, fight: Fight) -> str:
    sides = [f"{name_of(row.player)}’s {row.force}" for row in fight.armies()]
    against = f" against {fight.defenders} defenders" if fight.kind == "mass" else ""
    joined = " and " if fight.kind == "mass" else " v "
    return (
        '<section class="odds-hero">'
        f'<p role="status"><strong>{escape(number)}</strong> <span>{escape(verdict)}</span></p>'
        f"<p>{escape(joined.join(sides) + against)}</p></section>"
    )


# -- what fights -------------------------------------------------------------------------


def show_forces(fight: Fight) -> None:
    """Draw everything that says what the battle is."""
    words("Kind of battle", "turn_kind", KINDS, turn_rolls=())
    # A border clash is between two.
    number = 2 if fight.kind == "clash" else len(fight.rows)
    for place in range(number):
        show_row(place, fight.rows[place], can_go=fight.kind != "clash" and number > 1)
    if fight.kind != "clash":
        st.button(
            "Add an army",
            key="turn.add",
            icon=":material/add:",
            disabled=len(fight.rows) >= MOST_ROWS,
            on_click=inputs.tap(lambda: put_rows(forces.with_one_more(current()["turn_rows"]))),
        )
    if fight.kind == "mass":
        inputs.stepper(
            "Defenders",
            "turn.d",
            (1, MOST_FORCE),
            lambda: int(current()["turn_d"]),
            lambda number: take(turn_d=number, turn_rolls=()),
        )
    with st.expander("Dice and readings of the rules"):
        words("Faces of the dice", "turn_dice", DICE, turn_rolls=())
        words("Which army rolls which die", "turn_chart", CHARTS, turn_rolls=())
        words("Mass invasions", "turn_mass", MASS, turn_rolls=())
        words("Spoils of war", "turn_spoils", SPOILS, turn_rolls=())


def put_rows(rows: tuple[Row, ...]) -> None:
    """Change the rows; rolls that were followed are of another battle."""
    take(turn_rows=rows, turn_rolls=())


def show_row(place: int, row: Row, *, can_go: bool) -> None:
    """Draw one army: whose it is, and its force."""
    with st.container(horizontal=True, wrap=False, vertical_alignment="bottom", gap="xsmall"):
        inputs.choice(
            st.selectbox,
            f"Army {place + 1}",
            f"turn.player.{place}",
            {player: name_of(player) for player in PLAYERS},
            row.player,
            lambda player: put_rows(forces.with_player(current()["turn_rows"], place, player)),
            width=122,
        )
        widget = f"turn.force.{place}"
        # Filled by the state; given as the first value too, so that nothing flashes up before.
        if drawn := widget in st.session_state:
            inputs.fill(widget, row.force)
        st.number_input(
            "Force",
            1,
            MOST_FORCE,
            "min" if drawn else row.force,
            step=1,
            key=widget,
            on_change=inputs.entered,
            args=(
                widget,
                lambda force: put_rows(forces.with_force(current()["turn_rows"], place, force)),
            ),
        )
        if can_go:
            st.button(
                "Remove",
                key=f"turn.remove.{place}",
                on_click=inputs.tap(
                    lambda: put_rows(forces.without(current()["turn_rows"], place)),
                ),
            )


# -- its odds ----------------------------------------------------------------------------


def show_odds(fight: Fight, told: Odds) -> None:
    """Draw who wins, and what is left."""
    held: Holders | None = None
    refused = ""
    if fight.kind == "mass" and len(fight.players()) > 1:
        try:
            with st.spinner("Working out the spoils of war…"):
                held = holders(fight)
        except InvalidInput as refusal:
            refused = f"who holds it after the spoils of war is out of reach: {refusal}"
    heading("Who holds it after the spoils of war" if held else "Who wins")
    st.html(html.shares(held.shares if held else told.shares) + note([refused] if refused else []))
    if told.note:
        st.html(note([told.note]))
    # st.html throws SVG away, markdown keeps it. Every text in it was escaped.
    if told.picture:
        st.markdown(f"<div>{told.picture}</div>", unsafe_allow_html=True)
    lines, caption = told.left, told.left_caption
    rows = tuple((line.name, line.before, line.mean, line.interval) for line in lines)
    if held:
        rows += tuple(
            (f"{line.name}, if it ends up there", line.before, line.mean, line.interval)
            for line in held.left[:-1]
        )
    if rows:
        columns = ("army", "before", "left on average", "90 % of cases")
        show_table(Table(caption, columns, rows, rows), key="turn.left", file_name="left.csv")


# -- roll by roll ------------------------------------------------------------------------


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
    told = odds(fight).shares
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
                f"**{result.percent}** {_markdown(result.words)} ({result.fraction})",
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


def _markdown(text: str) -> str:
    """Return a text as a label shows it: what markdown would read is none here."""
    return text.replace("(", "\\(").replace("[", "\\[")


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


def show_dice(fight: Fight) -> None:
    """Draw which army rolls which die, and the rules of the battle in words."""
    combat = fight.rules().combat
    assert isinstance(combat, ColouredDice)
    lines = rolls.dice_lines(combat)
    heading("The dice")
    split = any(line.attackers != line.defenders for line in lines)
    st.html(html.dice_table(lines, split=split))
    with st.expander("The rules of this battle in words"):
        rows = "".join(
            f"<div><dt>{escape(clause.rule)}</dt><dd>{escape(clause.sentence)}</dd></div>"
            for clause in coloured_in_words(combat)
        )
        st.html(f'<dl class="odds-rules">{rows}</dl>')
