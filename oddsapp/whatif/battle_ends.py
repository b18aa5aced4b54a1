"""The seam between the engine and the odds: how a whole battle can end."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from oddsapp.combat.battle import Battle
from oddsapp.combat.stop import StopRule
from oddsapp.engine.game import Game
from oddsapp.odds.ends import LineEnds
from oddsapp.odds.solve import solve
from oddsapp.odds.stopping import stopped_battle
from oddsapp.rules import RankedDice

Ends = tuple[tuple[tuple[int, int], Any], ...]
"""How a battle can end: the force and the defenders left, and the probability."""


def battle_ends(battle: Battle, stop: StopRule, *, exact: bool) -> Ends:
    """Return how a battle can end, each with its probability, which is never 0.

    Raises
    ------
    InvalidInput
        If it is too large, or cannot be stopped so.

    Examples
    --------
    >>> from oddsapp.combat import attack
    >>> from oddsapp.rules import find_ruleset
    >>> battle = attack(1, 1, find_ruleset("classic"))
    >>> battle_ends(battle, StopRule(), exact=True)
    (((0, 1), Fraction(7, 12)), ((1, 0), Fraction(5, 12)))
    """
    if not stop.is_empty:
        stopped = stopped_battle(battle, stop, exact=exact)
        return tuple(((force, against), p) for (force, against), p in stopped.items() if p)
    ends = solve(battle, exact=exact).ends
    assert isinstance(ends, LineEnds)
    # Its items one by one would cost more than solving a battle of this size does.
    margin, total = ends.margin, ends.margin.total
    return tuple(
        (
            (left, 0) if left > 0 else (0, -left),
            Fraction(weight, total) if exact else weight / total,
        )
        for left, weight in enumerate(margin.weights, start=margin.low)
        if weight
    )


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
