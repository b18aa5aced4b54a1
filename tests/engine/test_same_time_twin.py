"""Random battle phases of small boards, expanded by the engine and by a twin that shares nothing.

The twin, `tests.reference.same_time_twin`, resolves columns of armies on its own; here it is
given the orders that the engine lets count.
"""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest

from oddsapp.boards import Board, Continent, both_ways
from oddsapp.engine.game import Game
from oddsapp.engine.orders import AttackOrder, CheckedOrder, SurgeOrder, check_orders
from oddsapp.rules import find_ruleset
from tests.reference.same_time_twin import outcomes
from tests.whatif.expansion import expand

NAMES = "ABCDEF"
PLAYERS = ("Ann", "Ben", "Cat")
OPTIONS: list[dict[str, Any]] = [
    {},
    {"clash_leaves_one": True},
    {"mass_reading": "individual"},
    {"spoils_reading": "pairwise", "clash_leaves_one": True},
    {"ties": "defender", "casualties": "own"},
]


def random_board(rng: random.Random) -> Board:
    links = {(NAMES[n], NAMES[rng.randrange(n)]) for n in range(1, len(NAMES))}
    while len(links) < 9:
        links.add(tuple(sorted(rng.sample(NAMES, 2), reverse=True)))  # type: ignore[arg-type]
    continent = Continent("Land", 1, tuple(NAMES))
    return Board(name="random", continents=(continent,), links=both_ways(sorted(links)))


def random_orders(
    game: Game, owners: list[int], armies: list[int], rng: random.Random
) -> list[CheckedOrder]:
    """Return orders over borders, many of them surges; few of them void."""
    orders: list[CheckedOrder] = []
    for player in range(len(PLAYERS)):
        written: list[AttackOrder | SurgeOrder] = []
        for place in [n for n, owner in enumerate(owners) if owner == player and armies[n] > 1]:
            for _ in range(rng.choice((1, 1, 2))):
                force = rng.randint(1, armies[place] - 1)
                near = foreign(game, owners, player, place, rng)
                far = foreign(game, owners, player, near, rng)
                a, b, c = (game.names[n] for n in (place, near, far))
                is_surge = rng.random() < 0.7
                written.append(SurgeOrder(force, a, b, c) if is_surge else AttackOrder(force, a, b))
        orders += check_orders(game, owners, armies, player, written)
    return orders


def foreign(game: Game, owners: list[int], player: int, place: int, rng: random.Random) -> int:
    """Return a neighbour that is another player's, if there is one."""
    near = game.neighbours[place]
    return rng.choice([n for n in near if owners[n] != player] or near)


def stops(order: AttackOrder | SurgeOrder) -> list[str]:
    if isinstance(order, SurgeOrder):
        return [order.origin, order.through, order.target]
    return [order.origin, order.target]


@pytest.mark.rule("M-7", "M-8", "M-10", "M-11", "M-12", "M-13", "M-14")
@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_the_engine_and_its_twin_resolve_random_turns_alike(options: dict[str, Any]) -> None:
    rng = random.Random(f"twin {options}")
    rules = find_ruleset("risk2").replace(**options)
    met = 0
    for _ in range(16):
        game = Game(board=random_board(rng), rules=rules, players=3)
        owners = [*range(3), *(rng.randrange(3) for _ in range(3))]
        armies = [rng.choice((4, 5)) if n < 3 else rng.choice((1, 1, 2)) for n in range(len(NAMES))]
        orders = random_orders(game, owners, armies, rng)
        played = [checked for checked in orders if checked.played]
        found: dict[Any, Fraction] = {}
        for end, chance in expand(game, owners, armies, orders).items():
            whose = [PLAYERS[owner] for owner in end.owners]
            land = tuple(zip(NAMES, whose, end.armies, strict=True))
            found[land] = found.get(land, Fraction(0)) + chance
        expected = outcomes(
            {n: (PLAYERS[o], a) for n, o, a in zip(NAMES, owners, armies, strict=True)},
            [(PLAYERS[c.player], c.order.armies, stops(c.order)) for c in played],
            **options,
        )
        assert found == expected
        met += len(found) > 4
    assert met >= 8
