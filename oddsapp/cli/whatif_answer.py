"""What ``oddsapp whatif`` is asked, and the answer: forecasts, and roll-outs if wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import click

from oddsapp.cli.output import print_json, print_report
from oddsapp.cli.progress import Progress
from oddsapp.cli.whatif_input import NamedPlan, of_plan
from oddsapp.cli.whatif_rollouts import RollOutOptions, compare, roll_out_one
from oddsapp.errors import InvalidInput

if TYPE_CHECKING:
    from oddsapp.engine.positions import Position
    from oddsapp.whatif.forecasts.plan_forecast import PlanForecast
    from oddsapp.whatif.goals import Goal
    from oddsapp.whatif.rollouts.rollout_result import PlanComparison, RollOutResult

_IN_PYTHON = "; it can be sampled (samples=, rng=)"
"""What the library advises, and whoever types options cannot do."""


@dataclass(frozen=True, kw_only=True)
class Question:
    """All that is asked.

    Parameters
    ----------
    position : Position
    plans : tuple of NamedPlan
    goal : Goal, optional
        What the plans are ranked by.
    exact : bool
    samples : int, optional
    rolled : RollOutOptions
    """

    position: Position
    plans: tuple[NamedPlan, ...]
    goal: Goal | None
    exact: bool
    samples: int | None
    rolled: RollOutOptions


@dataclass(frozen=True, kw_only=True)
class Answer:
    """All that is answered; one of `result` and `comparison` if plans were rolled out.

    Parameters
    ----------
    asked : Question
    forecasts : tuple of PlanForecast
    result : RollOutResult, optional
        Of a single plan.
    comparison : PlanComparison, optional
        Of several.
    interrupted : bool
        Whether Ctrl-C came before the first roll-outs were done, or before all forecasts
        were: of the first plans there are some then.
    """

    asked: Question
    forecasts: tuple[PlanForecast, ...]
    result: RollOutResult | None = None
    comparison: PlanComparison | None = None
    interrupted: bool = False

    @property
    def results(self) -> tuple[RollOutResult, ...]:
        """What was rolled out of each plan; nothing if nothing was."""
        if self.comparison is not None:
            return self.comparison.results
        return () if self.result is None else (self.result,)


def read_goal(
    text: str | None, position: Position, plans: int, options: RollOutOptions
) -> Goal | None:
    """Return the goal, that of `--goal` or the one that stands to reason.

    Raises
    ------
    click.UsageError
        If several plans are rolled out and it is not clear what they are for.
    InvalidInput
        If this is no goal, or the board has no such place.
    """
    from oddsapp.whatif.goals import Goal, GoalKind, parse_goal

    if text is not None:
        return parse_goal(text, position.state.game)
    if plans < 2 or options.rollouts is None:
        return None
    if options.turns is not None:
        raise click.UsageError(
            "say what the plans are compared by after these turns: --goal survive, or"
            ' --goal "hold Brazil"'
        )
    return Goal(GoalKind.WIN)


def answered(question: Question) -> Answer:
    """Return the answer; Ctrl-C keeps what is done by then."""
    from oddsapp.cli.whatif_plans import chance_of

    position, plans, rolled = question.position, question.plans, question.rolled
    if rolled.rollouts is not None:
        rolled.bots(position)  # refuses wrong names before any work
    forecasts = _forecasts(question)
    if len(forecasts) < len(plans) or forecasts[-1].interrupted:
        return Answer(asked=question, forecasts=forecasts, interrupted=True)
    if rolled.rollouts is None:
        if question.goal is not None:
            chance_of(forecasts[0], question.goal)  # refuses what the others decide
        return Answer(asked=question, forecasts=forecasts)
    try:
        if len(plans) == 1:
            result = roll_out_one(position, plans[0], rolled)
            return Answer(asked=question, forecasts=forecasts, result=result)
        assert question.goal is not None
        comparison = compare(position, plans, rolled, question.goal)
        return Answer(asked=question, forecasts=forecasts, comparison=comparison)
    except KeyboardInterrupt:
        return Answer(asked=question, forecasts=forecasts, interrupted=True)


def _forecasts(question: Question) -> tuple[PlanForecast, ...]:
    """Return the forecast of each plan; after Ctrl-C of those that it did not come before."""
    found: list[PlanForecast] = []
    for named in question.plans:
        try:
            found.append(_forecast(question, named))
        except KeyboardInterrupt:
            if not found:
                raise
            break
        if found[-1].interrupted:
            break
    return tuple(found)


def _forecast(question: Question, named: NamedPlan) -> PlanForecast:
    import numpy as np

    from oddsapp.whatif.forecasts.forecast import forecast_plan

    with of_plan(named), Progress("sampled turns") as progress:
        try:
            return forecast_plan(
                question.position.state,
                named.plan,
                exact=question.exact,
                samples=question.samples,
                rng=np.random.default_rng(question.rolled.seed),
                progress=progress,
            )
        except InvalidInput as refusal:
            # The library speaks of its arguments, whoever typed this of options.
            text = str(refusal).replace(_IN_PYTHON, "; without --exact it is sampled")
            raise InvalidInput(text) from None


def print_answer(answer: Answer, *, as_json: bool) -> None:
    """Print it, and leave as an interrupted or a broken run leaves.

    Raises
    ------
    click.Abort
        If Ctrl-C came between.
    InvalidInput
        If the workers were lost; what was done before is printed.
    """
    if as_json:
        print_json(_plain(answer))
    else:
        print_report(*_parts(answer))
    from oddsapp.whatif.parallel.batches import Ended

    ends = {result.ended for result in answer.results}
    if answer.interrupted or Ended.INTERRUPTED in ends:
        raise click.Abort  # what was asked for is not done
    if Ended.LOST in ends:
        raise InvalidInput(answer.results[0].problem)


def _parts(answer: Answer) -> list[str]:
    from oddsapp.cli.output import paragraph
    from oddsapp.cli.whatif_plans import goal_part, plans_part
    from oddsapp.cli.whatif_report import forecast_parts
    from oddsapp.cli.whatif_rolled import compared_parts, rolled_parts

    asked, forecasts = answer.asked, answer.forecasts
    position, goal = asked.position, asked.goal
    if answer.interrupted and asked.rolled.rollouts is not None:
        goal = None  # what the others decide cannot be told, what the turn decides was not asked
    parts = [paragraph(position.title, "")]
    if answer.comparison is not None:
        assert goal is not None
        return parts + compared_parts(position, asked.plans, answer.comparison, goal)
    if len(forecasts) > 1:
        return [*parts, plans_part(asked.plans, forecasts, goal), _cut_short(answer)]
    (found,) = forecasts
    parts += forecast_parts(position, found, exact=asked.exact)
    if answer.result is not None:
        return parts + rolled_parts(position, found, answer.result, goal)
    return [*parts, goal_part(found, goal), _cut_short(answer)]


def _cut_short(answer: Answer) -> str:
    """Return what is missing because Ctrl-C came before."""
    from oddsapp.cli.output import paragraph
    from oddsapp.wording import counted

    if not answer.interrupted:
        return ""
    missing = len(answer.asked.plans) - len(answer.forecasts)
    if missing:
        return paragraph(f"Interrupted: {counted(missing, 'plan')} not looked at.")
    if answer.asked.rolled.rollouts is not None:
        return paragraph("Interrupted: nothing was rolled out.")
    return ""  # beside the number of samples it is said already


def _plain(answer: Answer) -> dict[str, Any]:
    """Return the answer as plain values: the same keys whatever is asked."""
    from oddsapp.cli.whatif_plans import ranking
    from oddsapp.cli.whatif_rolled import ranking as rolled_ranking
    from oddsapp.engine.positions import share_string

    asked = answer.asked
    position, goal = asked.position, asked.goal
    rolled: dict[str, Any] | None = None
    order: list[int] | None = None
    if answer.comparison is not None:
        assert goal is not None
        rolled, order = answer.comparison.to_dict(), rolled_ranking(answer.comparison, goal)
    elif answer.result is not None:
        rolled = {"results": [answer.result.to_dict()]}
    elif goal is not None and not answer.interrupted:
        order = ranking(answer.forecasts, goal)
    state = position.state
    return {
        "title": position.title,
        "names": [position.name(player) for player in range(state.game.players)],
        "player": state.player + 1,
        "share": share_string(position),
        "seed": asked.rolled.seed,
        "goal": None if goal is None else str(goal),
        "plans": [
            {"name": named.name, "plan": named.plan.to_dict(), "forecast": found.to_dict()}
            for named, found in zip(asked.plans, answer.forecasts, strict=False)
        ],
        "ranking": None if order is None else [place + 1 for place in order],
        "rollouts": rolled,
        "advice": None,
    }
