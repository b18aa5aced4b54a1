"""Counts of the ways to go on, by hand and by a slow twin that knows no engine.

``perft(state, depth)``: in how many ways can so many moves be made? Every amount is a move of
its own; equal results of chance are one, whatever faces led to them.
"""

from __future__ import annotations

from typing import Any

import pytest

from oddsapp.boards import Board, Continent, both_ways
from oddsapp.engine import (
    CHANCE,
    GameState,
    Phase,
    apply_action,
    chance_outcomes,
    current_player,
    legal_actions,
)
from tests.engine.positions import SQUARE, exact_ends, play, position
from tests.reference.engine_twin import ATTACK, FORTIFY, PLACE, Twin

ROW = Board(
    name="row",
    continents=(Continent("West", 1, ("A", "B")), Continent("East", 2, ("C",))),
    links=both_ways([("A", "B"), ("B", "C")]),
)
"""Three territories in a row: A – B – C."""

TWINS = {
    "row": Twin([(0, 1), (1, 2)], [(1, [0, 1]), (2, [2])], players=2),
    "square": Twin([(0, 1), (1, 2), (2, 3), (0, 3)], [(1, [0, 1]), (2, [2, 3])], players=3),
}


def results(state: GameState) -> set[GameState]:
    return {apply_action(state, event) for event, _ in chance_outcomes(state, exact_ends)}


def perft(state: GameState, depth: int) -> int:
    """Count the ways to make so many moves."""
    if current_player(state) == CHANCE:
        return sum(perft(new, depth) for new in results(state))
    if not depth:
        return 1
    return sum(
        perft(apply_action(state, action), depth - 1)
        for actions in legal_actions(state)
        for action in actions
    )


def row(a: int, b: int, c: int, phase: Phase = Phase.ATTACK, **more: Any) -> GameState:
    """Return a position in which player 1 has A, player 2 the others, without neutrals."""
    held = {0: {"A": a}, 1: {"B": b, "C": c}}
    return position(held, board=ROW, players=2, phase=phase, neutral_armies=0, **more)


# --- by hand ----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("state", "depth", "count"),
    [
        # Nothing to do but to end the attack, and then the turn.
        (row(1, 1, 1), 1, 1),
        (row(1, 1, 1), 2, 1),
        # 3 armies are due and 2 for East; player 2 places 1 to 5 of them on B or C.
        (row(1, 1, 1), 3, 10),
        # With 1, 2, 3 or 4 placed on one of them there are 4, 3, 2 or 1 left for either: 8, 6, 4
        # or 2 ways, 20 in all. With 5 on B the attack begins, 6 armies against 1: rolls of 1, 2
        # and 3 dice have 2 results each. A battle until 1 army is left takes A with 5, 4, 3, 2
        # or 1 of the force, or is lost: 6 ends; until 2 are left it has 5 ends, and so on down
        # to 2. With the end of the attack: 6 + 6 + 5 + 4 + 3 + 2 + 1 = 27. With 5 on C nothing
        # is in reach: 1. Twice 20, and 27 and 1.
        (row(1, 1, 1), 4, 68),
        # A can roll 1 or 2 dice, or fight until 1 or 2 are left; or end. A roll of 1 die
        # against 2 armies kills or loses 1: 2 results. 2 dice: 0, 1 or 2 of them lost: 3.
        # Until 1 is left, force 2 against 2: 2:0, 1:0 left, or 0:1, 0:2: 4. Until 2 are left:
        # after one roll it is taken (2:0), 1:1 or 0:2 is a stop: 3. With the end: 13.
        (row(3, 2, 1), 1, 13),
        # Moving in: 4 against 1, 3 dice, won: exactly 3 move in. 1 die: 1, 2 or 3.
        (play(row(4, 1, 1), "attack A -> B with 3 dice", "roll 6 6 6 against 1"), 1, 1),
        (play(row(4, 1, 1), "attack A -> B with 1 die", "roll 6 against 1"), 1, 3),
        # Fortifying: player 2 moves 1 of 2 or 2 of 3 armies, B to C or back, or ends: 1 + 2 + 1.
        (row(1, 2, 3, Phase.FORTIFY).evolve(player=1), 1, 4),
        # After a conquest every ending meets a draw of 5 cards, two of them alike: 4 results.
        (row(1, 2, 3, Phase.FORTIFY).evolve(player=1, conquered=True), 1, 16),
    ],
)
def test_counted_by_hand(state: GameState, depth: int, count: int) -> None:
    assert perft(state, depth) == count


# --- by the twin ------------------------------------------------------------------------


def twin_state(state: GameState) -> tuple[Any, ...]:
    """Return a state of the engine as the twin writes it."""
    phase = {Phase.REINFORCE: PLACE, Phase.ATTACK: ATTACK, Phase.FORTIFY: FORTIFY}[state.phase]
    hands = tuple(frozenset(hand) for hand in state.hands)
    reserve = state.reserves[state.player]
    return (
        *(phase, state.player, state.owners, state.armies, reserve),
        *(state.conquered, None, hands, frozenset(state.pile)),
    )


def square(*armies: int, owners: tuple[int, ...], reserve: int = 0) -> GameState:
    held: dict[int, dict[str, int]] = {0: {}, 1: {}, 2: {}}
    for name, owner, count in zip("ABCD", owners, armies, strict=True):
        held[owner][name] = count
    phase = Phase.REINFORCE if reserve else Phase.ATTACK
    return position(
        held, board=SQUARE, phase=phase, state={"reserves": (reserve, 0, 0, 0), "pile": (0, 1, 2)}
    )


@pytest.mark.parametrize(
    ("state", "depth"),
    [
        (row(3, 2, 1, state={"pile": (0, 1, 2)}), 3),
        (row(4, 1, 1, state={"pile": (0, 1, 2)}), 3),
        (row(2, 1, 3, state={"pile": ()}), 4),
        (square(3, 1, 1, 2, owners=(0, 1, 2, 0)), 3),
        (square(2, 2, 2, 2, owners=(0, 1, 0, 2)), 3),
        (square(2, 1, 1, 2, owners=(0, 1, 2, 0), reserve=3), 3),
        (square(4, 1, 1, 1, owners=(0, 1, 2, 2)), 3),
    ],
    ids=lambda value: "" if isinstance(value, GameState) else str(value),
)
def test_the_twin_counts_the_same(state: GameState, depth: int) -> None:
    twin = TWINS[state.game.board.name]
    for shallower in range(1, depth + 1):
        assert perft(state, shallower) == twin.perft(twin_state(state), shallower)
