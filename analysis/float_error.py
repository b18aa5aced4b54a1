"""How far the floats of the solvers are from the exact probabilities, in every end state.

The error of an end state is relative: |float - exact| / exact, tails included.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from itertools import product

import oddsapp
from oddsapp.odds.ends import LineEnds
from oddsapp.odds.outcome import Outcome
from oddsapp.pmf import SMALLEST

Solve = Callable[[bool], Outcome]
"""One battle, solved exactly or in floats as the argument says."""


def classic_battles(largest: int) -> Iterator[Solve]:
    """Yield classic battles of many shapes, with up to that many armies on each side."""
    sizes = sorted({1, 2, 3, 4, largest // 10, largest // 2, largest - 1, largest} - {0})
    for force, defenders in product(sizes, repeat=2):
        yield lambda exact, a=force, d=defenders: oddsapp.battle(force=a, defenders=d, exact=exact)


def risk2_battles(largest: int) -> Iterator[Solve]:
    """Yield RISK II battles of every kind and reading; invasions up to that many armies.

    The kinds that are solved state by state in fractions are smaller, but their armies
    still pass several thresholds, so that they roll dice of several colours.
    """
    wide, some, few = largest, min(largest, 31), min(largest, 11)
    for name in ("risk2", "risk2_shipped_game", "risk2_manual"):
        rules = oddsapp.find_ruleset(name)
        individual = rules.replace(mass_reading="individual")
        pairwise = rules.replace(spoils_reading="pairwise")
        for a, d in ((wide, wide), (wide, some), (some, wide), (some, some), (few, few), (1, some)):
            yield lambda exact, a=a, d=d, r=rules: oddsapp.battle(
                force=a, defenders=d, rules=r, exact=exact
            )
            yield lambda exact, a=a, d=d, r=rules: oddsapp.border_clash(a, d, rules=r, exact=exact)
        for forces, defenders in (
            ([wide // 5] * 7, wide),
            ([wide // 5, some, few], wide // 2),
            ([some, 1], wide // 2),
        ):
            yield lambda exact, f=forces, d=defenders, r=rules: oddsapp.mass_invasion(
                f, d, rules=r, exact=exact
            )
        yield lambda exact, f=[some, few], d=some, r=individual: oddsapp.mass_invasion(
            f, d, rules=r, exact=exact
        )
        for players in ([[some], [few], [few]], [[some, few], [some]], [[few, 3], [few - 1], [2]]):
            for reading in (rules, pairwise):
                yield lambda exact, p=players, r=reading: oddsapp.spoils_of_war(
                    p, rules=r, exact=exact
                )


def worst_error(battles: Iterator[Solve]) -> float:
    """Return the largest relative error of any end state of any of the battles.

    Examples
    --------
    >>> 0 < worst_error(classic_battles(6)) < 1e-13
    True
    """
    return max(worst_end_state(solve(False), solve(True)) for solve in battles)


def worst_end_state(floats: Outcome, exact: Outcome) -> float:
    """Return the largest relative error of any end state of one battle.

    A state that is impossible must have probability 0. One that lies below the range of a
    float is left out: `pmf` is 0 there by design, and `logpmf` is the answer.
    """
    worst = 0.0
    for found, right in _pairs(floats, exact):
        if right >= SMALLEST:
            worst = max(worst, abs(found - right) / right)
        elif right == 0 and found:
            worst = math.inf
    return worst


def _pairs(floats: Outcome, exact: Outcome) -> Iterator[tuple[float, float]]:
    """Yield for each end state the float and the exact probability, rounded to a float."""
    if isinstance(floats.ends, LineEnds) and isinstance(exact.ends, LineEnds):
        # Integers over one total: a division of two of them is rounded once, and is much
        # faster than a reduced fraction.
        margin = exact.ends.margin
        for found, weight in zip(floats.ends.margin.weights, margin.weights, strict=True):
            yield found, weight / margin.total
        return
    right = dict(exact.items())
    found_ends = dict(floats.items())
    for state in right.keys() | found_ends.keys():
        yield float(found_ends.get(state, 0.0)), float(right.get(state, 0))
