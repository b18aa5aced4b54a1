"""The reinforcements of a same-time turn, and how many a territory takes (R-2, R-4, R-5)."""

from __future__ import annotations

from collections.abc import Collection

from oddsapp.engine.game import Game
from oddsapp.engine.state import GameState
from oddsapp.engine.turn import territory_armies


def empire_reinforcements(game: Game, owned: Collection[int]) -> int:
    """Return the reinforcements for a player's territories, cards aside (R-2).

    For all of them, once more for the largest connected group, and for whole continents.

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


def same_time_reinforcements(state: GameState, player: int) -> int:
    """Return what a player gets in a round: `empire_reinforcements` of what is owned now."""
    return empire_reinforcements(state.game, state.territories(player))


def most_received(state: GameState, territory: int) -> int:
    """Return how many armies a territory takes in a tactical move, or restricted (R-4, R-5).

    One for itself, and one for each adjacent territory of its owner's.
    """
    owners = state.owners
    owner = owners[territory]
    return 1 + sum(owners[other] == owner for other in state.game.neighbours[territory])
