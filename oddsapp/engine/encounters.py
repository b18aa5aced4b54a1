"""Who meets whom, who occupies, who goes on: the decisions of a battle phase, each on its own.

The resolution of a turn follows them battle by battle (`oddsapp.engine.resolution`), the exact
forecast for all sizes at once (`oddsapp.whatif.turns.same_time`).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from oddsapp.engine.game import Game
from oddsapp.rules import Ruleset


def head_on(ways: Mapping[int, tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of forces that go into each other's territory (M-7).

    A ring of three is none: nobody meets head on.

    Parameters
    ----------
    ways : mapping
        Where each force comes from and where it goes.

    Examples
    --------
    >>> head_on({0: (4, 7), 1: (7, 5), 2: (7, 4), 3: (5, 4)})
    ((0, 2),)
    """
    numbers = {way: number for number, way in ways.items()}
    pairs = ((number, numbers.get((way[1], way[0]), -1)) for way, number in numbers.items())
    return tuple(pair for pair in pairs if pair[0] < pair[1])


def stays_after_clash(rules: Ruleset) -> int:
    """Return how many of a clash's survivors go back home: none, or one as an option (M-13)."""
    return int(rules.same_time.clash_leaves_one)


def conquerors(players: Iterable[int], survivors: Iterable[int]) -> tuple[int, ...]:
    """Return whose armies are left where the defenders are beaten.

    One player occupies the territory at once, several fight for the spoils (M-8).

    Parameters
    ----------
    players, survivors : iterable of int
        Of each force the player, and what is left of it.

    Examples
    --------
    >>> conquerors([2, 0, 2, 1], [4, 1, 3, 0])
    (2, 0)
    """
    return tuple({player: 0 for player, size in zip(players, survivors, strict=True) if size})


def by_player(forces: Iterable[int], players: Iterable[int]) -> list[list[int]]:
    """Return the forces of each player, in the order in which they fight for the spoils.

    Examples
    --------
    >>> by_player([5, 6, 7], [2, 0, 2])
    [[5, 7], [6]]
    """
    sides: dict[int, list[int]] = {}
    for number, player in zip(forces, players, strict=True):
        sides.setdefault(player, []).append(number)
    return list(sides.values())


def surge_size(game: Game, player: int, owners: Sequence[int], beyond: int, size: int) -> int:
    """Return what a surge that has won its first battle goes on with, one army staying (M-10).

    Parameters
    ----------
    game : Game
    player : int
    owners : sequence of int
        Who holds each territory by now.
    beyond : int
        Where it goes: where the player's team has become the owner, it stays.
    size : int
        What is left of it.
    """
    owner = owners[beyond]
    if owner >= 0 and game.teams[owner] == game.teams[player]:
        return 0
    return size - 1
