"""Forecasts against the slow twin, and positions to plan from."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from oddsapp.boards import Board, Continent, both_ways
from oddsapp.engine import GameState, Phase
from oddsapp.engine.turn import reinforcements
from oddsapp.whatif.plan import Plan
from oddsapp.whatif.plan_forecast import PlanForecast
from tests.engine.positions import position
from tests.whatif.brute_force import play_out, total

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
    new = position(
        holdings, players=players, board=RING, phase=phase, rules="classic", state=state, **changes
    )
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
    game = state.game
    for place, here in enumerate(found.territories):
        assert {
            (owner, armies): here.owner[owner] * p
            for owner, table in here.armies.items()
            for armies, p in table.items()
            if p
        } == _table(ends, lambda e, n=place: (e.state.owners[n], e.state.armies[n])), here.name
    for continent, (_, members) in zip(found.continents, game.continents, strict=True):
        for player in range(game.players):
            held = total(
                ends, lambda e, m=members, p=player: all(e.state.owners[n] == p for n in m)
            )
            assert continent.held.get(player, 0) == held
    for player in found.players:
        n = player.player
        assert player.eliminated == total(
            ends, lambda e, n=n: n in state.owners and n not in e.state.owners
        )
        assert player.wins == total(ends, lambda e, n=n: n in e.state.winners)
        given = {number: p for number, p in player.reinforcements.items() if p}
        assert given == _table(
            ends,
            lambda e, n=n: reinforcements(e.state, n) if n in e.state.owners else 0,
        )
    assert found.card_drawn == total(ends, lambda e: e.drawn)
    for number, step in enumerate(found.steps):
        labels = _table(ends, lambda e, n=number: dict(e.steps).get(n))
        labels.pop(None, None)
        known = {
            "taken": step.taken,
            "stopped": step.stopped,
            "beaten": step.beaten,
            "held already": step.held,
            "done": step.done if not step.text.startswith("attack ") else 0,
            **step.skipped,
        }
        assert {label: p for label, p in known.items() if p} == labels, step.text
        assert step.reached == sum(labels.values())


def _table(ends: Any, what: Any) -> dict[Any, Fraction]:
    found: dict[Any, Fraction] = {}
    for end in ends:
        key = what(end)
        found[key] = found.get(key, Fraction(0)) + end.probability
    return found
