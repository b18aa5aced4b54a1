"""How fast plans are rolled out: bot turns a second, and two processes against one.

What the rows of `analysis.benchmark_rows.what_if` call.
``python -m analysis.whatif_speed`` prints what the scenario that is shipped comes to, and by
what factor subtracting luck shortens it.
"""

from __future__ import annotations

import sys
from time import perf_counter

from analysis.measuring import Measured, ratio
from oddsapp.whatif.goals import parse_goal
from oddsapp.whatif.parallel.batches import batch_seed, run_batches
from oddsapp.whatif.parallel.executors import Processes, Workers
from oddsapp.whatif.plans.scenario import example_scenario
from oddsapp.whatif.rollouts.rollout import compare_plans
from oddsapp.whatif.rollouts.rollout_work import RollOuts

Sizes = tuple[int, ...]


def _work(bot: str, rollouts: int, size: int | None = None) -> RollOuts:
    state, plans = example_scenario().position.state, example_scenario().plans
    bots = (bot,) * state.game.players
    return RollOuts(state, plans[:1], bots, None, 200, size or rollouts, rollouts, True)


def cal_per_turn(sizes: Sizes, tries: int, *, bot: str) -> Measured:
    """Return what a turn of a bot costs in roll-outs to the end, luck noted.

    A cal of 3.7 ms and 0.27 cal a turn are 1,000 turns a second.
    """
    rollouts, batches = sizes
    work = _work(bot, rollouts)
    seeds = [batch_seed(number, 0) for number in range(batches)]
    # Played once beforehand: most battles are met again, as in a long run.
    turns = [work(0, seed).turns for seed in seeds]

    def play() -> None:
        for seed in seeds:
            work(0, seed)

    found = ratio(play, tries=max(2, tries // 4))
    return Measured(found.value / sum(turns), found.noise)


def two_processes(sizes: Sizes, tries: int) -> Measured:
    """Return the time of two processes as a part of the time of one."""
    (rollouts,) = sizes
    work = _work("cautious", rollouts, 10)
    batches = -(-rollouts // 10)

    def seconds(workers: Workers) -> float:
        begin = perf_counter()
        run_batches(work, batches, seed=1, workers=workers)
        return perf_counter() - begin

    found = []
    for _ in range(max(2, tries // 4)):
        one = seconds(Processes(1))
        found.append(2 * seconds(Processes(2)) / (one + seconds(Processes(1))))
    return Measured.median_of(found)


def unreduced(sizes: Sizes, tries: int) -> Measured:  # noqa: ARG001
    """Return the variance that is left in a win as a part of that with the luck in it."""
    (rollouts,) = sizes
    scenario = example_scenario()
    compared = compare_plans(
        scenario.position.state, scenario.plans[:1], players=scenario.bots, rollouts=rollouts
    )
    return Measured(1 / compared.results[0].wins.factor)


def main() -> None:
    """Print what the shipped scenario comes to; an argument says how many roll-outs."""
    rollouts = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    scenario, goal = example_scenario(), parse_goal("win")
    state = scenario.position.state
    compared = compare_plans(state, scenario.plans, players=scenario.bots, rollouts=rollouts)
    for result in compared.results:
        print(result, f"factor {result.wins.factor:.2f}")
    for other in range(1, len(scenario.plans)):
        print("difference", compared.difference(goal, 0, other))


if __name__ == "__main__":
    main()
