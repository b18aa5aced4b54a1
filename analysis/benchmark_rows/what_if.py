"""Plans: their forecasts, roll-outs and advice."""

from __future__ import annotations

from functools import partial

import oddsapp
from analysis import advice_speed, whatif_speed
from analysis.benchmark_rows.row import Row, Sizes, in_seconds
from analysis.plan_scenario import asia_plan, before_asia


def _forecast(sizes: Sizes) -> object:
    return oddsapp.forecast_plan(before_asia(*sizes), asia_plan())


def _sampled_forecast(sizes: Sizes) -> object:
    import numpy as np

    armies, defenders, samples = sizes
    rng = np.random.Generator(np.random.PCG64(7))
    return oddsapp.forecast_plan(
        before_asia(armies, defenders), asia_plan(), samples=samples, rng=rng
    )


ROWS = (
    Row(
        "forecast-10",
        "exact forecast of ten attacks, {} armies, {} on each territory",
        partial(in_seconds, work=_forecast),
        1,
        "s",
        (60, 6),
        (16, 1),
    ),
    Row(
        "forecast-sampled",
        "forecast of ten attacks, {} armies, {} on each territory, {} turns sampled",
        partial(in_seconds, work=_sampled_forecast),
        1,
        "s",
        (60, 6, 200_000),
        (16, 1, 500),
    ),
    Row(
        "rollout-cautious",
        "a turn of a cautious bot in {1} times {0} roll-outs to the end",
        partial(whatif_speed.cal_per_turn, bot="cautious"),
        0.27,
        "cal",
        (20, 3),
        (1, 1),
    ),
    Row(
        "rollout-odds",
        "a turn of an odds bot in {1} times {0} roll-outs to the end",
        partial(whatif_speed.cal_per_turn, bot="odds"),
        0.6,
        "cal",
        (20, 3),
        (1, 1),
    ),
    Row(
        "rollout-processes",
        "two processes, as a part of the time of one; {} roll-outs",
        whatif_speed.two_processes,
        1 / 1.5,
        "one process",
        (300,),
        (20,),
        on_request=True,
    ),
    Row(
        "rollout-variance",
        "what is left of the variance of a win; {} roll-outs",
        whatif_speed.unreduced,
        0.5,
        "plain",
        (1000,),
        (30,),
        on_request=True,
    ),
    Row(
        "advice",
        "advice on the shipped position: candidates made and ranked exactly",
        advice_speed.seconds_for_advice,
        2,
        "s",
    ),
)
