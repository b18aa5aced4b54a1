"""``oddsapp whatif STATE --goal GOAL`` without a plan: which plan is best."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING, Any

import click

from oddsapp.cli.forecast_tables import exact_cell, interval_cell, sampled_cell, shortened
from oddsapp.cli.output import LINE, heading, paragraph, print_json, print_report, table
from oddsapp.cli.progress import Progress
from oddsapp.cli.whatif_rolled import played_by
from oddsapp.errors import InvalidInput
from oddsapp.wording import counted

if TYPE_CHECKING:
    from oddsapp.cli.whatif_rollouts import RollOutOptions
    from oddsapp.engine.positions import Position
    from oddsapp.whatif.advising.advice_result import Advice, RankedPlan
    from oddsapp.whatif.goals import Goal

_MOST_SHOWN = 3
_MOST_ROWS = 10
"""So many plans are printed whole, and so many are ranked; --json has all."""


def give_advice(
    position: Position, goal_text: str, options: RollOutOptions, *, as_json: bool
) -> None:
    """Print which plan is best by a goal, of those that the planner of attacks makes.

    Raises
    ------
    click.UsageError
        If the others decide about it, and nothing is said of roll-outs.
    click.Abort
        If Ctrl-C came between; what was done is printed.
    """
    from oddsapp.whatif.advising.advice import advise
    from oddsapp.whatif.goals import parse_goal
    from oddsapp.whatif.parallel.batches import Ended

    goal = parse_goal(goal_text, position.state.game)
    _check(goal, options, position.state.game.players)
    rolls = options.rollouts is not None
    with Progress("plans") as progress:
        found = advise(
            position.state,
            None,
            goal,
            players=options.bots(position) if rolls else None,
            turns=options.turns if rolls else 0,
            **({"rollouts": options.rollouts} if options.rollouts is not None else {}),
            seed=options.seed,
            workers=options.place(),
            progress=progress,
        )
    if as_json:
        print_json(_plain(position, found, options))
    else:
        print_report(*_parts(position, found))
    if found.ended is Ended.INTERRUPTED:
        raise click.Abort  # what was asked for is not done
    if found.ended is Ended.LOST:
        raise InvalidInput(found.problem)


def _check(goal: Goal, options: RollOutOptions, players: int) -> None:
    from oddsapp.whatif.goals import GoalKind

    if options.rollouts is None and goal.kind is not GoalKind.TAKE:
        raise click.UsageError(
            f"--goal {goal} hangs on what the others do; let them play: --rollouts 1000"
        )
    if options.rollouts is not None and goal.kind is GoalKind.TAKE and options.turns is None:
        raise click.UsageError(
            f"say after how many turns you want to hold {goal.place}: --turns {players - 1};"
            " without --rollouts it is what is taken by the end of this turn"
        )


def _plain(position: Position, found: Advice, options: RollOutOptions) -> dict[str, Any]:
    """Return the advice as plain values: the keys of other answers, and `advice`."""
    from oddsapp.engine.positions import share_string

    state = position.state
    return {
        "title": position.title,
        "names": [position.name(player) for player in range(state.game.players)],
        "player": state.player + 1,
        "share": share_string(position),
        "seed": options.seed,
        "goal": str(found.goal),
        "plans": [],
        "ranking": None,
        "rollouts": None,
        "advice": found.to_dict(),
    }


def _parts(position: Position, found: Advice) -> list[str]:
    if found.turns == 0:
        when = "by the end of this turn"
    elif found.turns is None:
        when = "by the end of the game"
    else:
        when = f"after {counted(found.turns, 'more turn')}"
    who = shortened(position.name(found.player), 24)
    shown = found.ranked[:_MOST_SHOWN]
    return [
        paragraph(position.title, ""),
        heading(f"advice for {who}: {shortened(str(found.goal), 28)}", found.game.rules),
        f"  {when}\n{_table(found)}",
        *(_plan_text(number, entry) for number, entry in enumerate(shown, start=1)),
        _note(position, found, len(shown)),
    ]


def _table(found: Advice) -> str:
    rows = [["plan", f"P({shortened(str(found.goal), 18)})", "95 %", "less", "95 %", ""]]
    for number, entry in enumerate(found.ranked[:_MOST_ROWS], start=1):
        estimate, less = entry.estimate, entry.difference
        is_exact = not entry.runs
        row = [
            str(number),
            _percent(entry),
            "exact" if is_exact else interval_cell(estimate.low, estimate.high),
        ]
        if number == 1:
            row += ["", "", "best"]
        else:
            row.append(sampled_cell(abs(less.mean)))
            row.append("" if less.low == less.high else interval_cell(-less.high, -less.low))
            row.append("worse" if entry.is_behind else "open" if less.low < 0 else "as good")
        rows.append(row)
    return table(rows)


def _percent(entry: RankedPlan) -> str:
    if entry.runs:
        return sampled_cell(entry.estimate.mean)
    return exact_cell(entry.estimate.mean or 0)  # 0 is no rounding: none is too small for a float


def _plan_text(number: int, entry: RankedPlan) -> str:
    """Return a plan as it can be saved in a file, long lines broken."""
    lines = [f"Plan {number}"]
    for line in entry.plan.text.splitlines() or ["# no step: end the turn"]:
        indent = " " * (2 + min(24, len(line) - len(line.lstrip())))
        lines += textwrap.wrap(
            line.strip(),
            LINE,
            initial_indent=indent,
            subsequent_indent=f"{indent}  ",
            break_on_hyphens=False,
        )
    return "\n".join(lines)


def _note(position: Position, found: Advice, shown: int) -> str:
    said = []
    more = len(found.ranked) - shown
    if more > 0:
        said.append(f"{counted(len(found.ranked), 'plan')} in all, which --json has.")
    if found.dropped:
        clearly = sum(entry.clearly for entry in found.dropped)
        said.append(
            f"{counted(len(found.dropped), 'plan')} dropped on the way, {clearly:,} of them clearly"
            " behind."
        )
    if found.unjudged:
        said.append(f"Interrupted: {counted(len(found.unjudged), 'plan')} not looked at.")
    said.append(
        "Decided: none that is ranked can be better than the best."
        if found.is_decided
        else "Open: where the interval of the difference holds 0, either may be the better one."
    )
    if found.bots:
        said.append(
            f"Rolled out, not exact: for bots as good as {played_by(position, found.bots)}."
        )
    return paragraph(" ".join(said))
