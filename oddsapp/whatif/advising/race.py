"""A race of many plans on the same luck: the worse are dropped early, the best looked at closely.

In each stage all plans that are left get the same number of new roll-outs, plan by plan on the
same luck. Then those clearly behind the best are dropped, and of the others the worse half
(successive halving), until few enough are left for the last stage.

The roll-outs of the last stage are new as well. None by which a plan was chosen is used again,
so the numbers of the finalists are not better than they are because they were chosen.

References
----------
Z. Karnin, T. Koren, O. Somekh, Almost optimal exploration in multi-armed bandits, International
Conference on Machine Learning, 2013 (sequential halving).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from oddsapp.interrupts import Progress
from oddsapp.intervals import deviations
from oddsapp.whatif.advising.advice_result import DroppedPlan, Method, RankedPlan, exactly
from oddsapp.whatif.goals import Goal
from oddsapp.whatif.parallel.batches import Ended, batch_seed
from oddsapp.whatif.plans.plan import Plan
from oddsapp.whatif.rollouts.rollout_result import Estimate

FINALISTS = 4
"""How many plans the last stage compares at most."""

FEWEST = 50
"""The fewest roll-outs that a plan is dropped by."""


class Rolled(Protocol):
    """What is asked of a plan that was rolled out."""

    @property
    def rollouts(self) -> int:
        """How many were judged."""

    @property
    def ended(self) -> Ended:
        """Why there were no more."""

    @property
    def problem(self) -> str:
        """Why workers were lost for good."""

    def estimate(self, goal: Goal) -> Estimate:
        """Return P(the goal is reached)."""


class Comparison(Protocol):
    """What is asked of several plans that were rolled out on the same luck."""

    @property
    def results(self) -> Sequence[Rolled]:
        """Of every plan, in order."""

    @property
    def level(self) -> float:
        """The confidence of the differences."""

    def difference(self, goal: Goal, first: int, second: int) -> Estimate:
        """Return by how much the first is more probable than the second."""


Compare = Callable[[Sequence[Plan], int, int, bool, Progress | None], Comparison]
"""From plans, a number of roll-outs of each, a seed, whether it is the last stage, and the progress
to be told. In the last stage the differences of all pairs hold together, and it may stop early."""


@dataclass(frozen=True)
class Finish:
    """How a race ended.

    Parameters
    ----------
    ranked : tuple of RankedPlan
    dropped : tuple of DroppedPlan
        The last dropped first.
    ended : Ended
    problem : str
    """

    ranked: tuple[RankedPlan, ...]
    dropped: tuple[DroppedPlan, ...]
    ended: Ended
    problem: str


def stages(plans: int, rollouts: int) -> list[int]:
    """Return how many roll-outs a plan gets in each stage.

    Examples
    --------
    >>> stages(32, 1000), stages(4, 1000), stages(7, 60)
    ([62, 125, 250, 1000], [1000], [50, 60])
    """
    halvings = 0
    while plans > FINALISTS:
        plans, halvings = -(-plans // 2), halvings + 1
    before = [max(FEWEST, rollouts // 2 ** (left + 1)) for left in range(halvings, 0, -1)]
    return [*(min(number, rollouts) for number in before), rollouts]


def race(
    plans: Sequence[Plan],
    goal: Goal,
    compare: Compare,
    *,
    rollouts: int,
    seed: int,
    progress: Progress | None = None,
) -> Finish:
    """Return how plans rank by a goal.

    Parameters
    ----------
    plans : sequence of Plan
        No two are equal.
    goal : Goal
    compare : callable
    rollouts : int
        Of every finalist.
    seed : int
    progress : callable, optional
        Is told how many roll-outs are judged, of how many at most.

    Notes
    -----
    A plan is clearly behind if the interval of its difference to the best of the stage lies
    under 0, widened so that those of all pairs of the stage hold together (Bonferroni): so it
    does for whichever of them came out best. Those of the last stage do as well, by its
    comparison itself, which stops early once one plan is better than each other one.
    """
    left, dropped, ranked = list(plans), list[DroppedPlan](), list[RankedPlan]()
    numbers = stages(len(left), rollouts)
    told = _Told(progress, numbers)
    ended, problem = Ended.INTERRUPTED, ""
    for stage, number in enumerate(numbers, 1):
        last = stage == len(numbers)
        try:
            found = compare(left, number, _seed(seed, stage), last, told.stage(len(left), stage))
        except KeyboardInterrupt:
            if not ranked:
                raise
            ended = Ended.INTERRUPTED  # what was ranked before stands
            break
        # Those of the last stage hold together as they come, however often it was looked.
        together = 1 if last else len(left) * (len(left) - 1) // 2
        ranked = _ranked(left, goal, found, together)
        ended, problem = found.results[0].ended, found.results[0].problem
        if last or ended in (Ended.INTERRUPTED, Ended.LOST):
            break
        gone = _dropped(ranked, stage)
        dropped = [*gone, *dropped]
        away = {entry.plan for entry in gone}
        ranked = [entry for entry in ranked if entry.plan not in away]
        left = [plan for plan in left if plan not in away]
    return Finish(tuple(ranked), tuple(dropped), ended, problem)


def _ranked(
    plans: Sequence[Plan], goal: Goal, found: Comparison, together: int
) -> list[RankedPlan]:
    """Return plans, the best first, equal ones in their order."""
    estimates = [result.estimate(goal) for result in found.results]
    places = range(len(plans))
    best = max(places, key=lambda place: estimates[place].mean)
    for _ in places:
        behind = [
            exactly(0.0) if place == best else found.difference(goal, place, best)
            for place in places
        ]
        # On the same luck a difference is surer than the two numbers, and may say otherwise.
        ahead = max(places, key=lambda place: behind[place].mean)
        if behind[ahead].mean <= 0:
            break
        best = ahead
    order = sorted(places, key=lambda place: (-behind[place].mean, place != best))
    return [
        RankedPlan(
            plan=plans[place],
            estimate=estimates[place],
            difference=widened(behind[place], found.level, together),
            method=Method.ROLLED,
            runs=found.results[place].rollouts,
        )
        for place in order
    ]


def _dropped(ranked: Sequence[RankedPlan], stage: int) -> list[DroppedPlan]:
    """Return who goes, the best of them first; two stay at least, so that they are compared."""
    most = max(FINALISTS, -(-len(ranked) // 2))
    gone = []
    for place, entry in enumerate(ranked):
        if place >= most or (entry.is_behind and place >= 2):
            gone.append(
                DroppedPlan(
                    entry.plan,
                    stage,
                    entry.runs,
                    entry.estimate,
                    entry.difference,
                    clearly=entry.is_behind,
                )
            )
    return gone


def widened(estimate: Estimate, level: float, together: int) -> Estimate:
    """Return an estimate with an interval such that so many like it hold together.

    Parameters
    ----------
    estimate : Estimate
    level : float
        The confidence of its interval.
    together : int

    Examples
    --------
    >>> wide = widened(Estimate(0.1, 0.0, 0.2, (0.1, 0.0, 0.2)), 0.95, 6)
    >>> [round(end, 4) for end in wide.interval]
    [-0.0346, 0.2346]
    """
    by = deviations(1 - (1 - level) / max(1, together)) / deviations(level)

    def wide(mean: float, low: float, high: float) -> tuple[float, float, float]:
        return mean, mean - by * (mean - low), mean + by * (high - mean)

    mean, low, high = wide(estimate.mean, estimate.low, estimate.high)
    return Estimate(mean, low, high, wide(*estimate.plain), estimate.factor)


def _seed(seed: int, stage: int) -> int:
    """Return a seed for each stage, so that no stage sees the luck of another."""
    words = batch_seed(seed, stage).generate_state(4)
    return sum(int(word) << 32 * place for place, word in enumerate(words))


class _Told:
    """Tells the progress of all stages as one."""

    def __init__(self, progress: Progress | None, numbers: Sequence[int]) -> None:
        self._progress, self._numbers, self._done = progress, numbers, 0

    def stage(self, plans: int, stage: int) -> Progress | None:
        """Return what to tell the progress of one stage to."""
        if self._progress is None:
            return None
        before, tell = self._done, self._progress
        whole = plans * self._numbers[stage - 1]
        self._done += whole
        every = self._done
        for number in self._numbers[stage:]:  # at most: more may be dropped
            plans = max(min(plans, FINALISTS), -(-plans // 2))
            every += plans * number

        def told(done: int, of: int) -> None:
            tell(before + round(whole * done / of), every)

        return told
