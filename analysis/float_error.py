"""How far the floats of the solvers are from the exact probabilities, in every end state.

The error of an end state is relative: |float - exact| / exact, tails included.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import Protocol

import oddsapp
from oddsapp.odds.ends import LineEnds
from oddsapp.odds.outcome import Outcome
from oddsapp.pmf import SMALLEST


class Solve(Protocol):
    """One battle, solved exactly or in floats."""

    def __call__(self, *, exact: bool) -> Outcome:
        """Return the outcome."""
        ...


def classic_battles(largest: int) -> Iterator[Solve]:
    """Yield classic battles of many shapes, with up to that many armies on each side."""
    sizes = sorted({1, 2, 3, 4, largest // 10, largest // 2, largest - 1, largest} - {0})
    for force, defenders in product(sizes, repeat=2):
        yield partial(oddsapp.battle, force=force, defenders=defenders)


def risk2_battles(largest: int) -> Iterator[Solve]:
    """Yield RISK II battles of every kind and reading; invasions up to that many armies.

    The kinds that are solved state by state in fractions are smaller, but with invasions of
    hundreds their armies still pass several thresholds: they roll dice of several colours.
    """
    wide, some, few = largest, min(largest, 31), min(largest // 2, 11)
    pairs = ((wide, wide), (wide, some), (some, wide), (some, some), (few, few), (1, some))
    invasions = (
        ([wide // 5] * 7, wide),
        ([wide // 5, some, few], wide // 2),
        ([some, 1], wide // 2),
    )
    contests = ([[some], [few], [few]], [[some, few], [some]], [[few, 3], [few - 1], [2]])
    for name in ("risk2", "risk2_shipped_game", "risk2_manual"):
        rules = oddsapp.find_ruleset(name)
        individual = rules.replace(mass_reading="individual")
        pairwise = rules.replace(spoils_reading="pairwise")
        for force, other in pairs:
            yield partial(oddsapp.battle, force=force, defenders=other, rules=rules)
            yield partial(oddsapp.border_clash, force, other, rules=rules)
        for forces, defenders in invasions:
            yield partial(oddsapp.mass_invasion, forces, defenders, rules=rules)
        yield partial(oddsapp.mass_invasion, [some, few], some, rules=individual)
        for players in contests:
            yield partial(oddsapp.spoils_of_war, players, rules=rules)
            yield partial(oddsapp.spoils_of_war, players, rules=pairwise)


def worst_error(battles: Iterator[Solve]) -> float:
    """Return the largest relative error of any end state of any of the battles.

    Examples
    --------
    >>> 0 < worst_error(classic_battles(6)) < 1e-13
    True
    """
    return max(worst_end_state(solve(exact=False), solve(exact=True)) for solve in battles)


def worst_end_state(floats: Outcome, exact: Outcome) -> float:
    """Return the largest relative error of any end state of one battle.

    A state that is impossible must have probability 0. One that lies below the range of a
    float is left out: `pmf` is 0 there by design, and `logpmf` is the answer.
    """
    worst = 0.0
    for found, right, possible in _pairs(floats, exact):
        if right >= SMALLEST:
            worst = max(worst, abs(found - right) / right)
        elif found and not possible:
            worst = math.inf
    return worst


def _pairs(floats: Outcome, exact: Outcome) -> Iterator[tuple[float, float, bool]]:
    """Yield for each end state the float, the exact one rounded, and whether it is possible."""
    if isinstance(floats.ends, LineEnds) and isinstance(exact.ends, LineEnds):
        # Integers over one total: a division of two of them is rounded once, and is much
        # faster than a reduced fraction.
        margin = exact.ends.margin
        for found, weight in zip(floats.ends.margin.weights, margin.weights, strict=True):
            yield found, weight / margin.total, weight > 0
        return
    right = dict(exact.items())
    found_ends = dict(floats.items())
    for state in right.keys() | found_ends.keys():
        yield float(found_ends.get(state, 0.0)), float(right.get(state, 0)), state in right
