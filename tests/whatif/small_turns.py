"""Turns on boards so small that every battle can be expanded: written down, and at random."""

import random
from typing import Any, NamedTuple

from oddsapp.boards import Board, board_from_dict
from oddsapp.engine.game import Game
from oddsapp.engine.orders import (
    AttackOrder,
    BattleOrder,
    CheckedOrder,
    SurgeOrder,
    check_orders,
    read_orders,
)
from oddsapp.rules import Ruleset, find_ruleset


class Turn(NamedTuple):
    """A turn: what `forecast_turn` takes."""

    game: Game
    owners: tuple[int, ...]
    armies: tuple[int, ...]
    orders: tuple[CheckedOrder, ...]


def board(links: str, continents: str) -> Board:
    """Return a board of territories with one letter each: ``"AB BC"``, ``"AB C"``."""
    return board_from_dict(
        {
            "name": "small",
            "title": "Small",
            "continents": {
                f"Continent {number}": {"bonus": number + 1, "territories": list(names)}
                for number, names in enumerate(continents.split())
            },
            "links": [list(link) for link in links.split()],
        }
    )


BOARDS = {
    "triangle": board("AB BC CA", "ABC"),
    "line": board("AB BC CD", "AB CD"),
    "square": board("AB BC CD DA AC", "AB CD"),
    "ring": board("AB BC CD DE EA", "AB CDE"),
    "full": board("AB AC AD AE BC BD BE CD CE DE", "ABC DE"),
}


def small_rules(**changes: Any) -> Ruleset:
    """Return RISK II rules for small boards, where three territories are enough to win."""
    rules = find_ruleset("risk2").replace(
        starting_armies=dict.fromkeys(range(2, 9), 60), domination_territories=3
    )
    return rules.replace(**changes) if changes else rules


def turn(name: str, held: str, *orders: str, **changes: Any) -> Turn:
    """Return a turn that is written down.

    ``held`` has for each territory its owner and its armies: ``"A1:5 B2:3"``; 0 is nobody.
    Orders are those of the owner of where they set out.
    """
    places = {part[0]: (int(part[1]) - 1, int(part[3:])) for part in held.split()}
    players = max(owner for owner, _ in places.values()) + 1
    game = Game(board=BOARDS[name], rules=small_rules(**changes), players=max(2, players))
    owners = tuple(places[place][0] for place in game.names)
    armies = tuple(places[place][1] for place in game.names)
    read = read_orders(orders)
    checked = [
        order
        for player in range(game.players)
        for order in check_orders(
            game, owners, armies, player, [o for o in read if places[o.origin][0] == player]
        )
    ]
    assert all(order.played for order in checked), [order.reason for order in checked]
    return Turn(game, owners, armies, tuple(checked))


def random_turn(game: Game, rng: random.Random, most: int) -> Turn:
    """Return a turn with owners, armies and orders at random, some of them void."""
    size = len(game.names)
    owners = [rng.randrange(game.players) for _ in range(size)]
    if rng.random() < 0.2:
        owners[rng.randrange(size)] = -1
    armies = [rng.randint(1, most) for _ in range(size)]
    checked: list[CheckedOrder] = []
    for player in range(game.players):
        orders = [
            order
            for _ in range(rng.randint(1, 3))
            for order in _random_orders(game, owners, armies, player, rng)
        ]
        checked += check_orders(game, owners, armies, player, orders)
    return Turn(game, tuple(owners), tuple(armies), tuple(checked))


def _random_orders(
    game: Game, owners: list[int], armies: list[int], player: int, rng: random.Random
) -> list[BattleOrder]:
    own = [place for place, owner in enumerate(owners) if owner == player and armies[place] > 1]
    if not own:
        return []
    here = rng.choice(own)
    others = [place for place in game.neighbours[here] if owners[place] != player]
    if not others:
        return []
    through = rng.choice(others)
    force = rng.randint(1, armies[here] - 1)
    names = game.names
    beyond = [place for place in game.neighbours[through] if owners[place] != player]
    if beyond and rng.random() < 0.5:
        target = names[rng.choice(beyond)]
        return [SurgeOrder(force, names[here], names[through], target)]
    return [AttackOrder(force, names[here], names[through])]
