"""Reinforcements of a same-time turn from the territories alone (R-2)."""

from __future__ import annotations

from collections.abc import Collection

from oddsapp.engine.game import Game
from oddsapp.engine.turn import territory_armies


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
        counted += game.largest_group(owned)
    bonuses = (bonus for bonus, territories in game.continents if owned.issuperset(territories))
    return territory_armies(game, counted) + sum(bonuses)
