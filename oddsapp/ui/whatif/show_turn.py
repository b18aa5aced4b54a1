"""Whose turn it is on the page, what is to place, and everybody's cards, to change them."""

from __future__ import annotations

import streamlit as st

from oddsapp.engine.positions.checks import MOST_ARMIES, PHASES
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import plain
from oddsapp.ui.whatif import edit
from oddsapp.ui.whatif.control import position, put_position, show_refusal


def show_turn() -> None:
    """Draw whose turn it is, the phase, what is to place, and the cards."""
    here = position()
    state = here.state
    inputs.choice(
        st.segmented_control,
        "Whose turn",
        "whatif.turn",
        {seat: here.name(seat) for seat in range(state.game.players)},
        state.player,
        lambda seat: put_position(lambda now: edit.with_turn(now, player=seat), "turn"),
        required=True,
        width="stretch",
    )
    inputs.choice(
        st.segmented_control,
        "What is to be done",
        "whatif.phase",
        {phase.value: phase.value.capitalize() for phase in PHASES},
        state.phase.value,
        lambda phase: put_position(lambda now: edit.with_turn(now, phase=phase), "turn"),
        required=True,
        width="stretch",
    )
    counts = {"sets_traded": "Sets traded so far, by all", "round": "Round"}
    if state.reserves[state.player]:
        counts = {"to_place": "Armies to place", **counts}
    now = {"to_place": state.reserves[state.player], "round": state.round}
    for column, (key, label) in zip(st.columns(len(counts)), counts.items(), strict=True):
        with column:
            _number(label, key, now.get(key, state.sets_traded), int(key == "round"))
    show_refusal("turn")
    for seat in range(state.game.players):
        _show_hand(seat)
    show_refusal("cards")


def _number(label: str, key: str, value: int, least: int) -> None:
    widget = f"whatif.{key}"
    inputs.fill(widget, value)
    st.number_input(
        label,
        least,
        MOST_ARMIES,
        step=1,
        key=widget,
        on_change=inputs.entered,
        args=(
            widget,
            lambda number: put_position(lambda now: edit.with_count(now, key, number), "turn"),
        ),
    )


def _show_hand(seat: int) -> None:
    here = position()
    known, number = edit.known_cards(here, seat), len(here.state.hands[seat])
    left, right = st.columns([1, 2], vertical_alignment="bottom")
    widget = f"whatif.cards.{seat}"
    with left:
        inputs.fill(widget, number)
        st.number_input(
            plain(f"Cards of {here.name(seat)}"),
            0,
            len(here.state.game.cards),
            step=1,
            key=widget,
            on_change=inputs.entered,
            args=(
                widget,
                lambda many: put_position(
                    lambda now: edit.with_cards(now, seat, known[:many], many), "cards"
                ),
            ),
        )
    with right:
        widget = f"whatif.known.{seat}"
        inputs.fill(widget, "; ".join(known))
        st.text_input(
            plain(f"Of these known of {here.name(seat)}"),
            key=widget,
            placeholder="Brazil; Egypt; wild card",
            on_change=inputs.entered,
            args=(
                widget,
                lambda text: put_position(
                    lambda now: edit.with_cards(
                        now, seat, cards := edit.cards_in(text), max(number, len(cards))
                    ),
                    "cards",
                ),
            ),
        )
