"""Balanced blitz: the exact odds of a battle, bent as RISK: Global Domination bends them.

The bent odds follow from the distribution of the battle under true dice alone, in time
linear in its outcomes. The constants, and the version of the game that they were published
for, are data: `oddsapp.rules.Balance`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from oddsapp.combat import Battle
from oddsapp.pmf import Pmf
from oddsapp.rules import Balance, RankedDice

IRRATIONAL = (
    "a balanced blitz has no exact fractions: it raises probabilities to powers such as 1.3,"
    " which makes them irrational; ask without them, or under true dice, classic for instance"
)
"""The refusal of fractions."""


def with_true_dice(battle: Battle) -> Battle:
    """Return the same battle rolled by hand, without a balance."""
    combat = battle.rules.combat
    assert isinstance(combat, RankedDice)
    return replace(battle, rules=replace(battle.rules, combat=combat.true_dice))


def balanced_win(win: float, lose: float, balance: Balance) -> float:
    """Return the balanced P(win), which depends on the true one alone.

    Parameters
    ----------
    win, lose : float
        Under true dice; both, so that neither loses its digits near 0.
    balance : Balance

    Notes
    -----
    A side that wins with at most ``win_cutoff`` never wins. Otherwise, with w the power
    ``win_power`` and c the ``outcome_cutoff``,

        V = W^w / (W^w + L^w),   W' = (V - c) / (1 - 2 c), but at least 0 and at most 1,

    since c is cut from each end of the line of outcomes, all of which at one end are won
    and at the other lost. This is the chance that the game displays.

    Examples
    --------
    >>> import oddsapp
    >>> from oddsapp.rules import find_balance
    >>> odds = oddsapp.battle(force=10, defenders=10)
    >>> round(odds.win, 4), round(balanced_win(odds.win, odds.lose, find_balance("3.3")), 4)
    (0.5676, 0.6094)
    """
    cut = balance.outcome_cutoff
    bent = _bent(win, lose, balance)
    return min(1.0, max(0.0, bent - cut) / (1 - 2 * cut))


def balanced(margin: Pmf, balance: Balance) -> Pmf:
    """Return the balanced distribution of attackers left minus defenders left.

    Parameters
    ----------
    margin : Pmf
        Under true dice: positive where the territory is taken, in floats.
    balance : Balance

    Notes
    -----
    After both sides have been brought to the totals V and 1 - V of `balanced_win`, the
    outcomes stand in a line, from all attackers left to all defenders left.
    ``outcome_cutoff`` is cut from each end, the outcome on the edge keeping its excess, and
    the rest is brought to 1. Then every outcome is raised to ``outcome_power``, within its
    side, the total of which stays.

    Examples
    --------
    >>> import oddsapp
    >>> odds = oddsapp.battle(force=10, defenders=10, rules="blitz")
    >>> round(odds.win, 4), odds.attackers_left.interval(0.9), odds.version
    (0.6094, (0, 6), 'RISK: Global Domination 3.3')
    """
    first_won = 1 - margin.low
    sides = margin.weights[:first_won], margin.weights[first_won:]
    lose, win = (math.fsum(side) for side in sides)
    bent = _bent(win, lose, balance)
    scaled = [
        *_brought_to(1 - bent, sides[0]),
        *_brought_to(bent, sides[1]),
    ]
    kept = _cut(scaled, balance.outcome_cutoff)
    kept = _cut(kept[::-1], balance.outcome_cutoff)[::-1]
    lost, won = math.fsum(kept[:first_won]), math.fsum(kept[first_won:])
    total = lost + won
    power = balance.outcome_power
    weights = (
        *_brought_to(lost / total, [weight**power for weight in kept[:first_won]]),
        *_brought_to(won / total, [weight**power for weight in kept[first_won:]]),
    )
    # Their own sum as the total: a side that always wins then wins with probability 1.0.
    return Pmf(margin.low, weights, math.fsum(weights))


def _bent(win: float, lose: float, balance: Balance) -> float:
    """Return P(win) before the outcomes are cut."""
    if win <= balance.win_cutoff:
        return 0.0
    if lose <= balance.win_cutoff:
        return 1.0
    won, lost = math.pow(win, balance.win_power), math.pow(lose, balance.win_power)
    return won / (won + lost)


def _brought_to(total: float, weights: Sequence[float]) -> list[float]:
    """Return these weights in the same proportion, with that total."""
    in_all = math.fsum(weights)
    if not total or not in_all:
        return [0.0] * len(weights)
    factor = total / in_all
    return [weight * factor for weight in weights]


def _cut(weights: list[float], cutoff: float) -> list[float]:
    """Take that much probability from the front of a line."""
    rest = cutoff
    kept = list(weights)
    for place, weight in enumerate(weights):
        if weight > rest:
            kept[place] = weight - rest
            break
        kept[place] = 0.0
        rest -= weight
    return kept
