"""One battle of a RISK II turn, drawn: its forces, its odds, its dice."""

from __future__ import annotations

from html import escape

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.rules import ColouredDice
from oddsapp.rules.combat_words import coloured_in_words
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.figures import show_table
from oddsapp.ui.parts.notes import mark, note
from oddsapp.ui.parts.tables import Table
from oddsapp.ui.turn import forces, html, rolls
from oddsapp.ui.turn.answers import Asked, Found, ask, show_waiting
from oddsapp.ui.turn.controls import current, heading, take, words
from oddsapp.ui.turn.fields import MOST_FORCE, PLAYERS, Row
from oddsapp.ui.turn.forces import Fight
from oddsapp.ui.turn.holders import Holders, holders
from oddsapp.ui.turn.odds import Odds, name_of, odds
from oddsapp.ui.turn.show_rolls import show_rolls
from oddsapp.ui.turn.state import (
    CHARTS,
    DICE,
    KINDS,
    MASS,
    MOST_ROWS,
    SPOILS,
    fight_of,
)
from oddsapp.wording import sentence


def show_battle() -> None:
    """Draw the part about one battle."""
    fight = fight_of(current())
    answer = ask("odds", ("odds", fight), lambda _: odds(fight))
    told = answer.value if isinstance(answer, Found) else None
    if isinstance(answer, Asked):
        st.html(_hero("…", "being worked out" if answer.is_running else "not known", fight))
        show_waiting("odds", answer, "The odds")
    elif told is None:
        st.html(_hero("–", sentence(answer.refusal), fight))
    else:
        st.html(_hero(told.number, f"{told.verdict}, {told.asked}", fight) + f"<p>{mark()}</p>")
    left, right = st.columns(2, gap="medium")
    with left:
        show_forces(fight)
    if told is not None:
        with right:
            show_odds(fight, told)
    try:
        battle = fight.described()
    except InvalidInput:
        return  # said above
    show_rolls(fight, battle)
    show_dice(fight)


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
        answer = ask("held", ("held", fight), lambda _: holders(fight))
        if isinstance(answer, Asked):
            show_waiting("held", answer, "Who holds it after the spoils of war")
        else:
            held = answer.value
        if isinstance(answer, Found) and answer.refusal:
            refused = f"who holds it after the spoils of war is out of reach: {answer.refusal}"
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
