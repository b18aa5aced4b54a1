"""How fast plans are rolled out: bot turns a second, and two processes against one.

What the rows of `analysis.benchmark_rows` about roll-outs call.
``python -m analysis.whatif_speed`` prints what the scenario that is shipped comes to, and by
what factor subtracting luck shortens it.
"""

from __future__ import annotations

import sys
from itertools import count
from time import perf_counter, process_time

from analysis.measuring import Measured
from oddsapp.whatif.batches import batch_seed, run_batches
from oddsapp.whatif.executors import Processes, Workers
from oddsapp.whatif.goals import parse_goal
from oddsapp.whatif.rollout import compare_plans
from oddsapp.whatif.rollout_work import RollOuts
from oddsapp.whatif.scenario import example_scenario

Sizes = tuple[int, ...]

_seeds = count(1)


def _work(bot: str, rollouts: int, size: int, *, notes_luck: bool = True) -> RollOuts:
    state, plans = example_scenario().position.state, example_scenario().plans
    bots = (bot,) * state.game.players
    return RollOuts(state, plans[:1], bots, None, 200, size, rollouts, notes_luck)


def turns_per_second(sizes: Sizes, tries: int, *, bot: str, notes_luck: bool = True) -> Measured:
    """Return how many turns of a bot one core plays in a second of roll-outs to the end.

    As every row has a limit that is not to be passed, it is told as ms a turn.
    """
    (rollouts,) = sizes
    work = _work(bot, rollouts, rollouts, notes_luck=notes_luck)
    work(0, batch_seed(next(_seeds), 0))  # most battles are met again, as in a long run
    taken = []
    for _ in range(max(2, tries // 2)):
        begin = process_time()
        turns = work(0, batch_seed(next(_seeds), 0)).turns
        taken.append(1000 * (process_time() - begin) / turns)
    return Measured.median_of(taken)


def two_processes(sizes: Sizes, tries: int) -> Measured:
    """Return the time of two processes as a part of the time of one."""
    (rollouts,) = sizes
    work = _work("cautious", rollouts, 10)
    batches = -(-rollouts // 10)

    def seconds(workers: Workers) -> float:
        with_pool = perf_counter()
        run_batches(work, batches, seed=next(_seeds), workers=workers)
        return perf_counter() - with_pool

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
    rollouts = int(sys.argv[1]) if len(sys.argv) > 1 else 400
    scenario, goal = example_scenario(), parse_goal("win")
    state = scenario.position.state
    compared = compare_plans(state, scenario.plans, players=scenario.bots, rollouts=rollouts)
    for result in compared.results:
        print(result, f"factor {result.wins.factor:.2f}")
    for other in range(1, len(scenario.plans)):
        print("difference", compared.difference(goal, 0, other))


if __name__ == "__main__":
    main()
