"""What a bot wants besides armies: what the goal of a same-time game makes worth more."""

from __future__ import annotations

from oddsapp.engine.missions import mission_of
from oddsapp.engine.state import GameState
from oddsapp.rules import Goal

CAPITAL = 8.0
"""What a capital is worth, in armies."""
NAMED = 2.0
"""What a territory is worth that a mission is about."""


def prizes(view: GameState) -> dict[int, float]:
    """Return what territories are worth for the goal of the game, besides all else.

    Parameters
    ----------
    view : GameState

    Examples
    --------
    >>> from oddsapp.engine import new_game
    >>> prizes(new_game("risk2", players=3, board="risk2"))
    {}
    """
    match view.game.rules.victory.goal:
        case Goal.CAPITALS:
            return {capital: CAPITAL for capital in view.capitals if capital >= 0}
        case Goal.MISSIONS:
            return dict.fromkeys(_of_mission(view), NAMED)
        case _:
            return {}


def own_capital(view: GameState) -> int | None:
    """Return the capital that a player has to hold, None if there is none, or it is lost."""
    if view.game.rules.victory.goal is not Goal.CAPITALS:
        return None
    capital = view.capitals[view.player]
    return capital if view.owners[capital] == view.player else None


def _of_mission(view: GameState) -> list[int]:
    mission, game = mission_of(view, view.player), view.game
    target = mission.destroy if mission.owner_of is None else view.targets[view.player]
    if target is not None and target >= 0:
        return view.territories(target)
    found = [game.index[name] for name in mission.named]
    for continent, (_, members) in zip(game.board.continents, game.continents, strict=True):
        if continent.name in mission.continents:
            found.extend(members)
    return found
