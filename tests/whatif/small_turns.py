"""Random turns on boards so small that every battle can be expanded."""

import random
from typing import NamedTuple

from oddsapp.boards import Board, board_from_dict
from oddsapp.dice import DiceSet, Die
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


SQUARE = board("AB BC CD DA AC", "AB CD")
RING = board("AB BC CD DE EA", "AB CDE")
FULL = board("AB AC AD AE BC BD BE CD CE DE", "ABC DE")
LINE = board("AB BC CD", "AB CD")
TRIANGLE = board("AB BC CA", "ABC")
BOARDS = {"triangle": TRIANGLE, "line": LINE, "square": SQUARE, "ring": RING, "full": FULL}


def small_rules(**changes: object) -> Ruleset:
    """Return RISK II rules for small boards, whose dice change from 3 armies on."""
    return find_ruleset("risk2").replace(
        starting_armies=dict.fromkeys(range(2, 9), 60), domination_territories=3, **changes
    )


def turn(
    game: Game, owners: dict[str, int], armies: dict[str, int], *orders: str, neutral: bool = False
) -> Turn:
    """Return a turn written down: orders are those of the owner of where they set out."""
    del neutral
    whose = tuple(owners[name] for name in game.names)
    sizes = tuple(armies[name] for name in game.names)
    read = read_orders(orders)
    checked = [
        order
        for player in range(game.players)
        for order in check_orders(
            game, whose, sizes, player, [o for o in read if owners[o.origin] == player]
        )
    ]
    return Turn(game, whose, sizes, tuple(checked))


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


__all__ = ["BOARDS", "DiceSet", "Die", "Turn", "random_turn", "small_rules", "turn"]
