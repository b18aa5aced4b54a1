"""Forecasts against the slow twin, and positions to plan from."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from functools import partial
from typing import Any

from oddsapp.boards import Board, Continent, both_ways
from oddsapp.engine import NEUTRAL, GameState, Phase
from oddsapp.engine.turn import reinforcements
from oddsapp.whatif.forecasts.plan_forecast import PlanForecast
from oddsapp.whatif.plans.plan import Plan
from tests.engine.positions import position
from tests.whatif.brute_force import End, play_out, total

RING = Board(
    name="ring",
    continents=(
        Continent("West", 1, ("A", "B")),
        Continent("East", 2, ("C", "D")),
        Continent("South", 1, ("E",)),
    ),
    links=both_ways([("A", "B"), ("B", "C"), ("C", "D"), ("D", "E"), ("A", "E"), ("B", "D")]),
)
"""Five territories in a ring, and one way across."""


def ring(
    holdings: Mapping[int, Mapping[str, int]],
    *,
    hands: Mapping[int, str] | None = None,
    phase: Phase = Phase.ATTACK,
    state: Mapping[str, Any] | None = None,
    **changes: Any,
) -> GameState:
    """Return a state on the ring; a hand is written as the territories on its cards."""
    players = changes.pop("players", 3)
    new = position(holdings, players=players, board=RING, phase=phase, state=state, **changes)
    cards = [
        tuple("ABCDE".index(card) for card in (hands or {}).get(n, "")) for n in range(players)
    ]
    used = {card for hand in cards for card in hand}
    return new.evolve(
        hands=tuple(tuple(sorted(hand)) for hand in cards),
        pile=tuple(card for card in range(len(new.game.cards)) if card not in used),
    )


def agree(state: GameState, plan: Plan, found: PlanForecast) -> None:
    """Check that an exact forecast is what the twin says, in every number."""
    ends = play_out(state, plan)
    _agree_on_the_board(ends, found)
    _agree_on_players(state, ends, found)
    assert found.card_drawn == total(ends, lambda end: end.drawn)
    conquests = {frozenset(taken): chance for taken, chance in found.conquests.items()}
    assert len(conquests) == len(found.conquests)
    assert conquests == _table(ends, partial(_taken, state))
    for number, step in enumerate(found.steps):
        labels = _table(ends, partial(_label, number))
        labels.pop(None, None)
        known = {
            "taken": step.taken,
            "stopped": step.stopped,
            "beaten": step.beaten,
            "held already": step.held,
            "done": step.done if not step.text.startswith("attack ") else 0,
            **step.skipped,
        }
        assert {label: chance for label, chance in known.items() if chance} == labels, step.text
        assert step.reached == sum(labels.values())


def _agree_on_the_board(ends: list[End], found: PlanForecast) -> None:
    for place, here in enumerate(found.territories):
        table = {
            (owner, armies): here.owner[owner] * chance
            for owner, left in here.armies.items()
            for armies, chance in left.items()
            if chance
        }
        assert table == _table(ends, partial(_held, place)), here.name
    for continent, (_, members) in zip(found.continents, found.game.continents, strict=True):
        held = _table(ends, partial(_holder, members))
        held.pop(None, None)
        held.pop(NEUTRAL, None)
        assert continent.held == held, continent.name


def _agree_on_players(state: GameState, ends: list[End], found: PlanForecast) -> None:
    for number, player in enumerate(found.players):
        there = number in state.owners
        out = [end for end in ends if there and number not in end.state.owners]
        assert player.eliminated == sum(end.probability for end in out)
        won = [end for end in ends if number in end.state.winners]
        assert player.wins == sum(end.probability for end in won)
        given = {armies: chance for armies, chance in player.reinforcements.items() if chance}
        assert given == _table(ends, partial(_given, number))
        cards = {count: chance for count, chance in player.cards.items() if chance}
        assert cards == _table(ends, partial(_cards, number))


def _held(place: int, end: End) -> tuple[int, int]:
    return end.state.owners[place], end.state.armies[place]


def _holder(members: tuple[int, ...], end: End) -> int | None:
    holders = {end.state.owners[place] for place in members}
    return holders.pop() if len(holders) == 1 else None


def _given(player: int, end: End) -> int:
    return reinforcements(end.state, player) if player in end.state.owners else 0


def _cards(player: int, end: End) -> int:
    return len(end.state.hands[player])


def _taken(before: GameState, end: End) -> frozenset[str]:
    mine, names = before.player, before.game.names
    return frozenset(
        name
        for name, owner, old in zip(names, end.state.owners, before.owners, strict=True)
        if owner == mine != old
    )


def _label(step: int, end: End) -> str | None:
    return dict(end.steps).get(step)


def _table(ends: list[End], what: Callable[[End], Any]) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for end in ends:
        key = what(end)
        found[key] = found.get(key, Fraction(0)) + end.probability
    return found
