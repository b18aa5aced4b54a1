"""Positions of a same-time game, and a way to play on in words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import Any

import pytest

from oddsapp.boards import Board, Continent, both_ways
from oddsapp.combat.battle import Battle
from oddsapp.combat.stop import StopRule
from oddsapp.engine import GameState, Phase, apply_action, new_game
from oddsapp.engine.actions import Submit
from oddsapp.engine.record import parse_step
from oddsapp.engine.resolution import Resolution
from oddsapp.engine.same_time import asked
from oddsapp.errors import IllegalMove
from oddsapp.odds.solve import solve

RING = Board(
    name="ring",
    continents=(
        Continent("North", 2, ("A", "B", "C")),
        Continent("South", 3, ("D", "E", "F")),
    ),
    links=both_ways(
        [("A", "B"), ("B", "C"), ("C", "D"), ("D", "E"), ("E", "F"), ("F", "A"), ("A", "D")]
    ),
)
"""Six territories in a ring, with a lane from A to D across it."""


def table(
    held: Mapping[int, Mapping[str, int]],
    *,
    phase: Phase = Phase.ORDERS,
    players: int = 3,
    rest: int | None = None,
    rules: str = "risk2",
    board: str | Board = RING,
    hands: Iterable[Iterable[str]] = (),
    reserves: Iterable[int] = (),
    state: Mapping[str, Any] | None = None,
    **changes: Any,
) -> GameState:
    """Return a same-time game at a planning phase, no plan handed in.

    Players hold these territories with these armies; `rest` has all else, one army on each.
    """
    new = new_game(rules, players=players, board=board, **changes)
    game = new.game
    owners: list[int | None] = [rest] * len(game.names)
    armies = [1] * len(game.names)
    for owner, counts in held.items():
        for name, count in counts.items():
            owners[game.territory(name)] = owner
            armies[game.territory(name)] = count
    assert None not in owners, "somebody has to own the rest"
    pile = list(range(len(game.cards)))
    dealt = []
    for names in hands:
        cards = []
        for name in names:
            card = next(number for number in pile if game.cards[number] == name)
            pile.remove(card)
            cards.append(card)
        dealt.append(tuple(sorted(cards)))
    dealt += [()] * (players - len(dealt))
    armies_to_place = [*reserves]
    armies_to_place += [0] * (players + 1 - len(armies_to_place))
    return opened(
        new.evolve(
            owners=tuple(owners),
            armies=tuple(armies),
            hands=tuple(dealt),
            pile=tuple(pile),
            reserves=tuple(armies_to_place),
            contenders=(),
            undealt=(),
            **(state or {}),
        ),
        phase,
    )


def opened(state: GameState, phase: Phase) -> GameState:
    """Return a state with this planning phase just begun."""
    state = state.evolve(phase=phase)
    players = asked(state)
    plans = tuple(None if p in players else () for p in range(state.game.players))
    return state.evolve(plans=plans, player=players[0])


def submit(state: GameState, *plans: str | None) -> GameState:
    """Hand in the plans of the players, in seat order from seat 1; None for none.

    The orders of a plan are separated by semicolons.
    """
    for player, plan in enumerate(plans):
        if plan is not None:
            orders = [order for order in plan.split(";") if order.strip()]
            state = apply_action(state, Submit(player + 1, tuple(orders)))
    return state


def play(state: GameState, *lines: str) -> GameState:
    """Apply actions and events, each written as a line of text."""
    for line in lines:
        state = apply_action(state, parse_step(line))
    return state


def skip_to(state: GameState, phase: Phase) -> GameState:
    """Go on with plans of nothing until a phase begins."""
    while state.phase is not phase:
        state = apply_action(state, Submit(state.player + 1))
    return state


def battles(state: GameState) -> Resolution:
    """Return the battles of a state."""
    assert state.resolution is not None
    return state.resolution


def pending(state: GameState) -> list[tuple[str, str, tuple[int, ...]]]:
    """Return the battles pending: stage, place, and the armies that meet."""
    return [
        (fight.stage.value, state.game.names[fight.place], fight.battle.armies)
        for fight in battles(state).pending
    ]


def stands(state: GameState, *names: str) -> list[tuple[int, int]]:
    """Return owner and armies of territories."""
    return [(state.owner_of(name), state.armies_on(name)) for name in names]


def refused(state: GameState, line: str, rule: str, words: str) -> None:
    """Check that an action is against this rule."""
    with pytest.raises(IllegalMove, match=words) as found:
        play(state, line)
    assert found.value.rule == rule


def exact_ends(battle: Battle, stop: StopRule) -> list[tuple[tuple[int, ...], Fraction]]:
    """Solve a battle in fractions, for the chance nodes of the engine."""
    assert stop.is_empty
    return list(solve(battle, exact=True).items())
