"""What owners and a board alone decide: the largest connected group, reinforcements (R-2)."""

from __future__ import annotations

from collections.abc import Collection

from oddsapp.engine.game import Game
from oddsapp.engine.turn import territory_armies


def largest_group(game: Game, owned: Collection[int]) -> int:
    """Return how many of these territories hang together at most (R-2).

    Examples
    --------
    >>> from oddsapp.engine.game import make_game
    >>> game = make_game("risk2", players=3, board="risk2")
    >>> largest_group(game, [game.index[name] for name in ("Alaska", "Kamchatka", "Peru")])
    2
    """
    left, largest = set(owned), 0
    while left:
        here = [left.pop()]
        for territory in here:
            near = left & game.adjacent[territory]
            left -= near
            here.extend(near)
        largest = max(largest, len(here))
    return largest


def empire_reinforcements(game: Game, owned: Collection[int]) -> int:
    """Return the reinforcements for a player's territories, cards aside (R-2).

    Examples
    --------
    >>> from oddsapp.engine.game import make_game
    >>> game = make_game("risk2", players=3, board="risk2")
    >>> empire_reinforcements(game, range(11))  # North America
    13
    """
    owned = frozenset(owned)
    counted = len(owned)
    if game.rules.same_time.empire:
        counted += largest_group(game, owned)
    bonuses = (bonus for bonus, territories in game.continents if owned.issuperset(territories))
    return territory_armies(game, counted) + sum(bonuses)
