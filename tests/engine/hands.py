"""Hands of cards to trade from, in the middle of a classic game."""

from typing import Any

from oddsapp.engine import GameState, Phase
from tests.engine.build import listed, play, position

I1, I2, I3, I4 = "Alaska", "Argentina", "Peru", "Venezuela"
C1, C2, C3 = "Siberia", "Ural", "Yakutsk"
A1 = "Brazil"
"""Cards of infantry, cavalry and artillery."""


def holding(
    *cards: str,
    own: tuple[str, ...] = ("Siam",),
    rules: str = "classic",
    phase: Phase = Phase.REINFORCE,
    **changes: Any,
) -> GameState:
    """Player 1 holds Siam, and these cards, and has 3 armies to place."""
    state = position(
        {0: own, 1: ["China"], 2: ["Japan"]},
        rules=rules,
        hands=[cards],
        phase=phase,
        **changes,
    )
    return state.evolve(reserves=(3, 0, 0, 0))


def trades(state: GameState) -> set[str]:
    """Return the sets that can be traded, as lines."""
    return {line for line in listed(state) if line.startswith("trade")}


def trade(state: GameState) -> GameState:
    """Trade the first set there is."""
    return play(state, min(trades(state)))
