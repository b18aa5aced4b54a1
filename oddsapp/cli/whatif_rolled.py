"""How ``oddsapp whatif`` prints roll-outs: what is left of a plan once the others have played."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from oddsapp.cli.forecast_tables import (
    LONGEST_NAME,
    interval_cell,
    player_name,
    sampled_cell,
    shortened,
)
from oddsapp.cli.output import paragraph, table
from oddsapp.wording import counted, listed

if TYPE_CHECKING:
    from oddsapp.cli.whatif_input import NamedPlan
    from oddsapp.engine.positions import Position
    from oddsapp.whatif.forecasts.plan_forecast import PlanForecast
    from oddsapp.whatif.goals import Goal
    from oddsapp.whatif.rollouts.rollout_result import Estimate, PlanComparison, RollOutResult

LONGEST_PLAN = 16
_ENDED = {
    "ENOUGH": "; stopped as soon as the best plan was decided",
    "INTERRUPTED": "; interrupted",
    "LOST": "; the workers were lost",
}
"""Why there were no more roll-outs, if not because all were done."""


def rolled_parts(
    position: Position, found: PlanForecast, rolled: RollOutResult, goal: Goal | None
) -> list[str]:
    """Return the parts of the report about the roll-outs of one plan.

    Parameters
    ----------
    position : Position
    found : PlanForecast
        Of the same plan: what it may change is what is told of.
    rolled : RollOutResult
    goal : Goal, optional
        What is told of first.
    """
    return [
        f"And then? {_ran(position, rolled)}",
        "" if goal is None else paragraph(f"{goal}: {_with_interval(rolled.estimate(goal))}"),
        _players(position, rolled),
        _holds(position, found, rolled),
        _how(rolled),
    ]


def compared_parts(
    position: Position, plans: Sequence[NamedPlan], found: PlanComparison, goal: Goal
) -> list[str]:
    """Return the parts of the report about several plans, the best one first."""
    first = found.results[0]
    order = ranking(found, goal)
    best = order[0]
    rows = [["plan", f"P({shortened(str(goal), 12)})", "95 %", "less", "95 %", ""]]
    for place in order:
        estimate = found.results[place].estimate(goal)
        row = [
            plan_name(plans, place),
            sampled_cell(estimate.mean),
            interval_cell(estimate.low, estimate.high),
        ]
        if place == best:
            row += ["", "", "best"]
        else:
            less = found.difference(goal, best, place)
            row += [sampled_cell(less.mean), interval_cell(less.low, less.high)]
            row.append("worse" if less.low > 0 else "open")
        rows.append(row)
    is_open = any(row[-1] == "open" for row in rows)
    decided = (
        "open: where the interval of the difference holds 0, either plan may be the better one"
        if is_open
        else "decided: no interval of a difference holds 0"
    )
    note = paragraph(
        f"({decided}. Less: than the best plan. All plans are played on the same luck, so a"
        " difference is estimated by itself, and surer than the numbers are.)"
    )
    return [
        f"{counted(len(plans), 'plan')}, {_ran(position, first)}",
        f"{table(rows)}\n{note}",
        _how(first),
    ]


def ranking(found: PlanComparison, goal: Goal) -> list[int]:
    """Return the places of the plans, the best one first."""
    return sorted(
        range(len(found.results)), key=lambda place: -found.results[place].estimate(goal).mean
    )


def plan_name(plans: Sequence[NamedPlan], place: int) -> str:
    """Return what a plan is called in a table: no two alike, and as much as there is room for."""
    from pathlib import PurePath

    names = [PurePath(named.name).name for named in plans]
    if len(set(names)) < len(names):
        names = [named.name for named in plans]
    number = f" ({place + 1})" if names.count(names[place]) > 1 else ""
    room = LONGEST_PLAN - len(number)
    name = names[place]
    # The ends of long paths differ, their beginnings rarely.
    return (name if len(name) <= room else f"…{name[1 - room :]}") + number


def _ran(position: Position, rolled: RollOutResult) -> str:
    number = counted(rolled.rollouts, "roll-out")
    if rolled.turns is None:
        length = "to the end of the game"
    elif rolled.turns == len(rolled.bots) - 1:
        length = f"of {counted(rolled.turns, 'turn')}: one of each other player"
    else:
        length = f"of {counted(rolled.turns, 'more turn')}"
    return f"{number} {length}\n{paragraph(f'played by {played_by(position, rolled.bots)}')}"


def played_by(position: Position, bots: Sequence[str]) -> str:
    """Return which bot plays whom, in words."""
    return listed([f"{player_name(position.name(seat))} ({bot})" for seat, bot in enumerate(bots)])


def _players(position: Position, rolled: RollOutResult) -> str:
    rows = [["player", "wins", "95 %", "is in", "territories", "armies", "next turn"]]
    rows += [
        [
            shortened(position.name(told.player), 9),
            sampled_cell(told.wins.mean),
            interval_cell(told.wins.low, told.wins.high),
            sampled_cell(told.alive.mean),
            f"{told.territories.mean:.1f}",
            f"{told.armies.mean:,.1f}",
            f"{told.reinforcements.mean:.1f}",
        ]
        for told in rolled.players
    ]
    over = _with_interval(rolled.finished)
    note = paragraph(
        "(is in: still holds a territory; the other numbers are means; next turn: reinforcements"
        f" then; game over: {over})"
    )
    return f"{table(rows)}\n{note}"


def _holds(position: Position, found: PlanForecast, rolled: RollOutResult) -> str:
    """Return what the planner still holds of all that the plan is about."""
    who = player_name(position.name(rolled.player))
    places = [(name, rolled.holds[name]) for name in _told_of(found)]
    lands = [
        (name, estimate)
        for name, estimate in rolled.continents.items()
        if estimate.mean > 0 or estimate.high > 0.02
    ]
    if not places and not lands:
        return ""
    before = {here.name: _now(found, here.name) for here in found.territories}
    before |= {land.name: float(land.held.get(found.player, 0)) for land in found.continents}
    rows = [[f"{who} holds", "after the plan", "then", "95 %", "lost again"]]
    for name, estimate in (*places, *lands):
        lost = max(0.0, before[name] - estimate.mean)
        rows.append(
            [
                shortened(name if name in rolled.holds else f"all {name}", LONGEST_NAME),
                sampled_cell(before[name]),
                sampled_cell(estimate.mean),
                interval_cell(estimate.low, estimate.high),
                sampled_cell(lost),
            ]
        )
    return table(rows)


def _now(found: PlanForecast, name: str) -> float:
    return float(found.territory(name).owner.get(found.player, 0))


def _told_of(found: PlanForecast) -> Iterable[str]:
    """Return the territories that the planner may hold and that the plan changes or names."""
    named = {
        getattr(step, part)
        for step in found.plan.walk()
        for part in ("origin", "target", "territory")
        if hasattr(step, part)
    }
    index = {found.game.index[name] for name in named}
    for number, here in enumerate(found.territories):
        if found.player in here.owner and (here.changes or number in index):
            yield here.name


def _how(rolled: RollOutResult) -> str:
    factor = rolled.players[rolled.player].territories.factor
    saved = ""
    if factor >= 1.05:
        saved = (
            " The luck of every battle is subtracted: for the planner's territories that is worth"
            f" {factor:.1f} times as many roll-outs."
        )
    ended = _ENDED.get(rolled.ended.name, "")
    return paragraph(
        f"Rolled out, not exact{ended}: the true numbers lie in the intervals with 95 % confidence,"
        f" for bots as good as these.{saved}"
    )


def _with_interval(estimate: Estimate) -> str:
    return f"{sampled_cell(estimate.mean)} ({interval_cell(estimate.low, estimate.high)})"
