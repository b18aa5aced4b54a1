"""The race: the best is found, who is dropped has a reason, intervals keep their word."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
import pytest

from oddsapp.engine.actions import Place
from oddsapp.interrupts import Progress
from oddsapp.intervals import deviations
from oddsapp.whatif.advising.race import FINALISTS, Finish, race, stages, widened
from oddsapp.whatif.goals import Goal, parse_goal
from oddsapp.whatif.parallel.batches import Ended
from oddsapp.whatif.plans.plan import Plan
from oddsapp.whatif.rollouts.rollout_result import Estimate

GOAL = parse_goal("win")


@dataclass
class Rolled:
    values: np.ndarray
    ended: Ended
    problem: str = ""

    @property
    def rollouts(self) -> int:
        return len(self.values)

    def estimate(self, goal: Goal) -> Estimate:
        del goal
        return estimated(self.values, 0.95)


@dataclass
class Compared:
    results: Sequence[Rolled]
    level: float

    def difference(self, goal: Goal, first: int, second: int) -> Estimate:
        del goal
        values = self.results[first].values - self.results[second].values
        return estimated(values, self.level)


def estimated(values: np.ndarray, level: float) -> Estimate:
    mean = float(values.mean())
    within = deviations(level) * float(values.std()) / sqrt(len(values))
    return Estimate(mean, mean - within, mean + within, (mean, mean - within, mean + within))


class Table:
    """Plans whose chances are known, on common luck; remembers what was asked of it."""

    def __init__(
        self, chances: Sequence[float], stop_at: int = 0, ended: Ended = Ended.ALL
    ) -> None:
        self.plans = [Plan((Place(number + 1, "A"),)) for number in range(len(chances))]
        self.chances = dict(zip(self.plans, chances, strict=True))
        self.asked: list[tuple[int, int, int, bool]] = []
        self._stop_at, self._ended = stop_at, ended

    def __call__(
        self, plans: Sequence[Plan], rollouts: int, seed: int, last: bool, progress: Progress | None
    ) -> Compared:
        self.asked.append((len(plans), rollouts, seed, last))
        stopped = len(self.asked) == self._stop_at
        if stopped and self._ended is Ended.ALL:
            raise KeyboardInterrupt
        if progress is not None:
            progress(1, 2)
            progress(2, 2)
        luck = np.random.Generator(np.random.PCG64(seed)).random(rollouts)
        ended = self._ended if stopped else Ended.ALL
        pairs = len(plans) * (len(plans) - 1) // 2
        level = 1 - 0.05 / max(1, pairs) if last else 0.95
        rolled = [Rolled((luck < self.chances[plan]).astype(float), ended) for plan in plans]
        return Compared(rolled, level)

    def race(self, rollouts: int = 400, seed: int = 1, progress: Progress | None = None) -> Finish:
        return race(self.plans, GOAL, self, rollouts=rollouts, seed=seed, progress=progress)


def test_the_best_wins_and_everybody_is_accounted_for_once() -> None:
    table = Table([0.3, 0.31, 0.5, 0.1, 0.2, 0.45, 0.05, 0.3, 0.4, 0.2, 0.1, 0.32])
    finish = table.race()
    assert finish.ranked[0].plan == table.plans[2]
    assert len(finish.ranked) <= FINALISTS
    named = [entry.plan for entry in finish.ranked]
    named += [entry.plan for entry in finish.dropped]
    assert sorted(named, key=str) == sorted(table.plans, key=str)
    assert [entry.stage for entry in finish.dropped] == sorted(
        (entry.stage for entry in finish.dropped), reverse=True
    )
    assert finish.ended is Ended.ALL
    assert table.race() == finish


def test_those_clearly_behind_go_at_once_and_the_worse_half_for_the_time() -> None:
    table = Table([0.9, 0.89, 0.88, *[0.02] * 13])
    finish = table.race()
    assert all(entry.clearly for entry in finish.dropped)
    assert {entry.stage for entry in finish.dropped} == {1}
    even = Table([0.5] * 16).race()
    assert not any(entry.clearly for entry in even.dropped)
    assert [entry.stage for entry in even.dropped] == [2] * 4 + [1] * 8
    for entry in (*finish.dropped, *even.dropped):
        assert entry.clearly == (entry.difference.high < 0)


def test_two_stay_to_be_compared_however_far_ahead_the_first_is() -> None:
    finish = Table([0.95, *[0.01] * 9]).race()
    assert len(finish.ranked) == 2


def test_no_stage_sees_the_luck_of_another_and_few_plans_have_one_stage() -> None:
    table = Table([0.5] * 16)
    table.race()
    seeds = [seed for _, _, seed, _ in table.asked]
    assert len(set(seeds)) == len(seeds) == 3
    assert [last for *_, last in table.asked] == [False, False, True]
    few = Table([0.5, 0.6])
    assert few.race().dropped == ()
    assert [(plans, rollouts) for plans, rollouts, *_ in few.asked] == [(2, 400)]


@pytest.mark.parametrize("plans", [1, 2, 4, 5, 8, 9, 31, 100])
def test_the_work_is_bounded(plans: int) -> None:
    table = Table([0.5] * plans)
    table.race(rollouts=1000)
    assert sum(number * rollouts for number, rollouts, *_ in table.asked) <= 17_000
    assert [rollouts for _, rollouts, *_ in table.asked] == stages(plans, 1000)


def test_progress_never_goes_back_and_ends_where_it_should() -> None:
    told: list[tuple[int, int]] = []
    Table([0.9, *[0.1] * 15]).race(progress=lambda done, of: told.append((done, of)))
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert told[-1][0] == told[-1][1]
    assert all(done <= of for done, of in told)


def test_interrupted_in_a_later_stage_the_earlier_one_stands() -> None:
    table = Table([0.5] * 15 + [0.9], stop_at=2)
    finish = table.race()
    assert finish.ended is Ended.INTERRUPTED
    assert finish.ranked[0].plan == table.plans[15]
    assert finish.ranked[0].runs == stages(16, 400)[0]
    with pytest.raises(KeyboardInterrupt):
        Table([0.5, 0.6], stop_at=1).race()


def test_what_an_interrupted_stage_has_is_ranked_and_nobody_is_dropped_by_it() -> None:
    finish = Table([0.5] * 15 + [0.9], stop_at=1, ended=Ended.INTERRUPTED).race()
    assert finish.ended is Ended.INTERRUPTED
    assert len(finish.ranked) == 16
    assert finish.dropped == ()


def test_differences_to_whichever_came_out_best_are_covered() -> None:
    # 95 % of all races have every interval right; the share of 400 races scatters by 1.1 %.
    chances = [0.5, 0.5, 0.48, 0.47, 0.45, 0.44, 0.3, 0.2]
    right = 0
    for seed in range(400):
        table = Table(chances)
        finish = table.race(rollouts=300, seed=seed)
        best = table.chances[finish.ranked[0].plan]
        right += all(
            entry.difference.low - 1e-12
            <= table.chances[entry.plan] - best
            <= entry.difference.high + 1e-12
            for entry in finish.ranked
        )
    assert right / 400 > 0.92


def test_where_a_difference_and_the_numbers_disagree_the_difference_counts() -> None:
    class Corrected(Compared):
        def difference(self, goal: Goal, first: int, second: int) -> Estimate:
            del goal
            mean = 0.02 * (first - second)  # the later the better, whatever the estimates say
            return Estimate(mean, mean - 0.1, mean + 0.1, (mean, mean - 0.1, mean + 0.1))

    table = Table([0.5, 0.45, 0.45])

    def compare(*asked: Any) -> Corrected:
        found = table(*asked)
        return Corrected(found.results, found.level)

    finish = race(table.plans, GOAL, compare, rollouts=100, seed=1)
    assert [entry.plan for entry in finish.ranked] == table.plans[::-1]
    assert [entry.difference.mean for entry in finish.ranked] == pytest.approx([0, -0.02, -0.04])


def test_an_interval_of_several_is_wider_and_one_alone_is_itself() -> None:
    one = Estimate(0.1, 0.0, 0.3, (0.2, 0.1, 0.3), 2.0)
    assert widened(one, 0.95, 1) == one
    wide = widened(one, 0.95, 10)
    assert wide.low < one.low < one.high < wide.high
    assert (wide.mean, wide.factor) == (0.1, 2.0)
