"""When to stop: looking at a comparison as it grows, without being fooled by looking often."""

from __future__ import annotations

from itertools import combinations
from math import pi

from oddsapp.arguments import whole_number
from oddsapp.whatif.goals import Goal
from oddsapp.whatif.rollouts.measures import Measures
from oddsapp.whatif.rollouts.rollout_work import Ends
from oddsapp.whatif.rollouts.samples import Samples

FIRST_LOOK = 100
"""After so many roll-outs a comparison is looked at for the first time."""
GROWTH = 1.5
"""By how much the number of roll-outs grows from look to look."""


def spent(look: int, pairs: int, error: float = 0.05) -> float:
    """Return the error that a look may make with one pair of plans.

    Parameters
    ----------
    look : int
        From 1.
    pairs : int
        How many pairs of plans are compared.
    error : float
        What all looks and pairs together may make.

    Notes
    -----
    The k-th look spends the part 6/(πk)² of the error, and 1/1² + 1/2² + 1/3² + … = π²/6: so
    however many looks there are, the probability that any interval at any of them misses its
    difference is no more than the error, by Boole's inequality.

    Examples
    --------
    >>> round(spent(1, 1), 4), sum(spent(look, 1) for look in range(1, 10_000)) < 0.05
    (0.0304, True)
    """
    return error * 6 / (pi * look) ** 2 / pairs


class Looks:
    """Judges batches of a comparison: enough once one plan is better than each other one.

    Parameters
    ----------
    measures : Measures
    goal : Goal
    plans : int
    rollouts : int
        How many there are at most: after the last one there is a last look.
    """

    def __init__(self, measures: Measures, goal: Goal, plans: int, rollouts: int) -> None:
        whole_number(plans, "the number of plans", least=2)
        self._measures, self._goal = measures, goal
        self._plans, self._rollouts = plans, rollouts
        self._batches: list[Ends] = []
        self._judged, self._next, self._look = 0, min(FIRST_LOOK, rollouts), 0
        self.decided = False

    @property
    def level(self) -> float:
        """The confidence of the intervals of the last look."""
        pairs = self._plans * (self._plans - 1) // 2
        return 1 - spent(max(1, self._look), pairs)

    def __call__(self, index: int, ends: Ends) -> bool:
        """Take the next batch in; tell whether the difference is decided."""
        del index
        self._batches.append(ends)
        self._judged += ends.values.shape[1]
        if self._judged >= self._next:
            self._look += 1
            self._next = min(self._rollouts, int(self._judged * GROWTH) + 1)
            self.decided = self._is_decided(Samples(self._measures, self._batches))
        return self.decided

    def finish(self) -> None:
        """Look at what there is, after a run that came to its end between two looks."""
        if self._batches and not self.decided and self._judged < self._next:
            self._look += 1
            self.decided = self._is_decided(Samples(self._measures, self._batches))

    def _is_decided(self, samples: Samples) -> bool:
        """Tell whether one plan is better than each other one, beyond its interval."""
        beaten: set[int] = set()
        for first, second in combinations(range(self._plans), 2):
            found = samples.difference(self._goal, first, second, self.level)
            if found.low > 0:
                beaten.add(second)
            elif found.high < 0:
                beaten.add(first)
        return len(beaten) == self._plans - 1
