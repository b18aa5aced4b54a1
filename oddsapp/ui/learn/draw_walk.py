"""The step in which a reader walks along the chain."""

from __future__ import annotations

from html import escape

import numpy as np
import streamlit as st

from oddsapp.ui.learn.draw import show_part
from oddsapp.ui.learn.parts import HIDDEN, Table, equation, full_number, versus
from oddsapp.ui.learn.state import SPEC, is_hidden
from oddsapp.ui.learn.walk import Losses, Path, Position, Thrown, position, states_of, throw, told
from oddsapp.ui.parts import inputs

THROWN = "learn.thrown"
"""What the dice showed, and after which rolls they were thrown."""


def take_roll(losses: Losses) -> None:
    """Let the next roll end like this."""
    inputs.put("learn_path", (*inputs.current(SPEC)["learn_path"], losses))


def roll_dice() -> None:
    """Throw the dice for the next roll."""

    def act() -> None:
        now = inputs.current(SPEC)
        here = position(now["learn_f"], now["learn_d"], now["learn_path"])
        if here.is_over:
            return
        thrown = throw(*here.state, np.random.default_rng())
        take_roll(thrown.losses)
        st.session_state[THROWN] = (inputs.current(SPEC)["learn_path"], thrown)

    inputs.tapped(act)


def cut_path(keep: int) -> None:
    """Take the last rolls back."""
    inputs.tapped(lambda: inputs.put("learn_path", inputs.current(SPEC)["learn_path"][:keep]))


def show_walk() -> None:
    """Draw where the walk is, what may follow, and the buttons to go on."""
    state = inputs.current(SPEC)
    force, defenders, path = state["learn_f"], state["learn_d"], state["learn_path"]
    here = position(force, defenders, path)
    who = versus(*here.state)
    st.html(
        f'<section class="odds-walk"><p role="status"><strong>{who}</strong> '
        + escape(_where(here))
        + "</p></section>"
    )
    thrown_path, thrown = st.session_state.get(THROWN, ((), None))
    if thrown is not None and thrown_path == path:
        st.html(_thrown_html(thrown))
    with st.container(key="learn_rolls", gap="xsmall"):
        if not here.is_over:
            st.button("Roll the dice", key="learn.roll", on_click=roll_dice, type="primary")
            for branch in here.branches:
                a, d = branch.losses
                st.button(
                    f"{told(branch.losses).capitalize()} ({float(branch.chance):.1%})",
                    key=f"learn.branch.{a}{d}",
                    on_click=inputs.tapped,
                    args=(lambda losses=branch.losses: take_roll(losses),),
                )
        with st.container(horizontal=True, gap="xsmall"):
            st.button(
                "Take one back",
                key="learn.undo",
                on_click=cut_path,
                args=(len(path) - 1,),
                disabled=not path,
            )
            st.button(
                "Start again", key="learn.again", on_click=cut_path, args=(0,), disabled=not path
            )
    show_ahead(here)
    if path:
        show_part(walked(force, defenders, path))
        show_part("Just these rolls, one after the other, have the chance")
        show_part(equation("p", here.path_chance))
        for part in full_number(here.path_chance):
            show_part(part)


def _where(here: Position) -> str:
    if here.is_over:
        return "The battle is won." if here.state[0] else "The battle is lost."
    a, d = here.dice
    return f"Next: {a} {'die' if a == 1 else 'dice'} against {d}."


def _thrown_html(thrown: Thrown) -> str:
    sides = "".join(
        f"<span>{who} "
        + "".join(f'<b class="odds-die {css}">{face}</b>' for face in faces)
        + "</span>"
        for who, css, faces in (
            ("Attacker", "odds-a", thrown.attack),
            ("Defender", "odds-d", thrown.defence),
        )
    )
    cost = f"<span>{told(thrown.losses).capitalize()}.</span>"
    return f'<p class="odds-dice" role="status">{sides}{cost}</p>'


def show_ahead(here: Position) -> None:
    """Draw the exact probabilities of what follows."""
    if here.is_over:
        return
    hidden = is_hidden(inputs.current(SPEC))
    columns = ("Next roll", "Probability", "Leads to")
    rows = tuple(
        (
            told(branch.losses).capitalize(),
            (
                branch.chance,
                versus(*branch.state),
                *(() if hidden else (f"{float(branch.win):.4f}", branch.win)),
            ),
        )
        for branch in here.branches
    )
    show_part(
        Table(
            "What the next roll brings",
            columns if hidden else (*columns, "P(win) there", "In full"),
            rows,
        )
    )
    if hidden:
        show_part(f"P(win) from here: {HIDDEN}")
        return
    show_part("From here, the chance to win is")
    show_part(equation(f"f({here.state[0]}, {here.state[1]})", here.win))
    for part in full_number(here.win):
        show_part(part)
    show_part("and on average so many rolls are to come:")
    show_part(equation("E(T)", here.rolls_to_come))
    for part in full_number(here.rolls_to_come):
        show_part(part)


def walked(force: int, defenders: int, path: Path) -> Table:
    """Return the rolls so far as a table."""
    states = states_of(force, defenders, path)
    return Table(
        "So far",
        ("From", "Roll", "To"),
        tuple(
            (versus(a, d), (told(losses), versus(b, e)))
            for (a, d), losses, (b, e) in zip(states, path, states[1:], strict=False)
        ),
    )
