"""The reinforcements of a same-time turn, and how many a territory takes (R-2, R-4, R-5)."""

from __future__ import annotations

from oddsapp.engine.empire import empire_reinforcements
from oddsapp.engine.state import GameState


def largest_empire(state: GameState, player: int) -> int:
    """Return the size of a player's largest connected group of territories (R-2).

    Examples
    --------
    >>> from oddsapp.engine.setup import new_game
    >>> state = new_game("risk2", players=3, board="risk2")
    >>> names = {"Alaska", "Kamchatka", "Siam"}
    >>> owners = tuple(0 if name in names else 1 for name in state.game.names)
    >>> largest_empire(state.evolve(owners=owners), 0)
    2
    """
    return state.game.largest_group(state.territories(player))


def same_time_reinforcements(state: GameState, player: int) -> int:
    """Return what a player gets in a round: territories and empire, and continents (R-2)."""
    return empire_reinforcements(state.game, state.territories(player))


def most_received(state: GameState, territory: int) -> int:
    """Return how many armies a territory takes in a tactical move, or restricted (R-4, R-5).

    One for itself, and one for each adjacent territory of its owner's.
    """
    owners = state.owners
    owner = owners[territory]
    return 1 + sum(owners[other] == owner for other in state.game.neighbours[territory])
