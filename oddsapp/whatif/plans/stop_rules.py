"""Stop rules of a plan, as the rules of a game have them."""

from __future__ import annotations

from oddsapp.combat.stop import StopRule
from oddsapp.engine.game import Game
from oddsapp.rules import RankedDice


def in_force(game: Game, stop: StopRule) -> StopRule:
    """Return a stop rule as these rules have it.

    Where battles are fought at once (a balanced blitz) there is no roll to stop after: a line
    to stop at is then a reserve that is kept out, as it is in the engine.
    """
    rules = game.rules.combat
    assert isinstance(rules, RankedDice)
    if rules.balance is None:
        return stop
    reserve = max(stop.reserve, stop.at or 0)
    return StopRule(reserve=reserve, odds=stop.odds, rolls=stop.rolls)
