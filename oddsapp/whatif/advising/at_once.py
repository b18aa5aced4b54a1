"""How plans rank by a goal that is decided when the turn ends: exactly, where that is in reach."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import hypot
from typing import TYPE_CHECKING, Any

from oddsapp.engine.state import GameState
from oddsapp.interrupts import Progress, check_interrupt
from oddsapp.whatif.advising.advice_result import Advice, Method, RankedPlan, exactly
from oddsapp.whatif.forecasts.forecast import forecast_plan
from oddsapp.whatif.forecasts.plan_forecast import PlanForecast
from oddsapp.whatif.goals import Goal, GoalKind, name_of
from oddsapp.whatif.parallel.batches import BatchRun, generator_of, run_batches
from oddsapp.whatif.parallel.executors import Workers
from oddsapp.whatif.plans.plan import Plan
from oddsapp.whatif.rollouts.rollout_result import Estimate

if TYPE_CHECKING:
    from numpy.random import SeedSequence

MOST_STATES = 20_000
"""With more board states than so many a turn is sampled: there are many plans to look at."""


def rank_at_once(
    state: GameState,
    plans: Sequence[Plan],
    goal: Goal,
    seed: int,
    workers: Workers | None,
    progress: Progress | None,
) -> Advice:
    """Return how plans rank by a goal that is looked at when the turn ends."""
    run: BatchRun[tuple[Estimate, int]] = run_batches(
        partial(_value_of, state, tuple(plans), goal),
        len(plans),
        seed=seed,
        workers=workers,
        progress=progress,
    )
    judged = list(zip(plans, run.results, strict=False))
    if not judged:
        raise KeyboardInterrupt
    judged.sort(key=lambda entry: -entry[1][0].mean)
    best = judged[0][1][0]
    return Advice(
        game=state.game,
        player=state.player,
        goal=goal,
        turns=0,
        ranked=tuple(
            RankedPlan(
                plan=plan,
                estimate=estimate,
                difference=exactly(0.0) if place == 0 else _difference(estimate, best),
                method=Method.SAMPLED if samples else Method.EXACT,
                runs=samples,
            )
            for place, (plan, (estimate, samples)) in enumerate(judged)
        ),
        dropped=(),
        unjudged=tuple(plans[len(run.results) :]),
        bots=(),
        ended=run.ended,
        problem=run.problem,
    )


def _value_of(
    state: GameState, plans: tuple[Plan, ...], goal: Goal, index: int, seed: SeedSequence
) -> tuple[Estimate, int]:
    """Return P(the goal is reached by the end of the turn), and from how many samples."""
    check_interrupt()
    forecast = forecast_plan(state, plans[index], rng=generator_of(seed), most_states=MOST_STATES)
    value = float(goal_chance(forecast, goal))
    low, high = forecast.interval(value)
    return Estimate(value, low, high, (value, low, high)), forecast.samples or 0


def goal_chance(forecast: PlanForecast, goal: Goal) -> Any:
    r"""Return P(a goal is reached by the end of the turn of a forecast).

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> from oddsapp.whatif.goals import parse_goal
    >>> from oddsapp.whatif.plans.plan_text import parse_plan
    >>> plan = parse_plan("place all armies on Brazil\nattack Brazil -> North Africa")
    >>> forecast = forecast_plan(example_position().state, plan)
    >>> goals = parse_goal("take North Africa"), parse_goal("survive"), parse_goal("win")
    >>> [round(goal_chance(forecast, goal), 4) for goal in goals]
    [0.994, 1.0, 0.0]
    """
    me = forecast.player
    match goal.kind:
        case GoalKind.WIN:
            return forecast.wins
        case GoalKind.SURVIVE:
            return 1 - forecast.players[me].eliminated
        case GoalKind.TAKE:
            name = name_of(goal, forecast.game)
            for continent in forecast.continents:
                if continent.name == name:
                    return continent.held.get(me, 0)
            return forecast.territory(name).owner.get(me, 0)


def _difference(estimate: Estimate, best: Estimate) -> Estimate:
    """Return a difference of numbers that were sampled apart, or not at all."""
    mean = estimate.mean - best.mean
    low = mean - hypot(estimate.mean - estimate.low, best.high - best.mean)
    high = mean + hypot(estimate.high - estimate.mean, best.mean - best.low)
    return Estimate(mean, low, high, (mean, low, high))
