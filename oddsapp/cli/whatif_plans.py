"""How ``oddsapp whatif`` prints several plans that are not rolled out, and how a goal fares."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from oddsapp.cli.forecast_tables import interval_cell, percent_cell, shortened
from oddsapp.cli.output import paragraph, table
from oddsapp.cli.whatif_report import card_chance, win_chance
from oddsapp.cli.whatif_rolled import plan_name
from oddsapp.wording import average, listed

if TYPE_CHECKING:
    from oddsapp.cli.whatif_input import NamedPlan
    from oddsapp.whatif.forecasts.plan_forecast import PlanForecast
    from oddsapp.whatif.goals import Goal


def chance_of(found: PlanForecast, goal: Goal) -> Any:
    """Return P(a goal is reached by the end of the turn).

    Raises
    ------
    click.UsageError
        If only the turns of others decide about it.
    """
    from oddsapp.whatif.advising.at_once import goal_chance
    from oddsapp.whatif.goals import GoalKind

    if goal.kind is GoalKind.SURVIVE:
        raise click.UsageError(
            "--goal survive hangs on what the others do; let them play: --rollouts 1000 --turns"
            f" {found.game.players - 1}"
        )
    chance = goal_chance(found, goal)
    return win_chance(found, chance) if goal.kind is GoalKind.WIN else chance


def goal_part(found: PlanForecast, goal: Goal | None) -> str:
    """Return how probable a goal is at the end of the turn."""
    if goal is None:
        return ""
    chance = chance_of(found, goal)
    text = percent_cell(found, chance)
    if found.is_sampled:
        text += f" ({interval_cell(*found.interval(chance))})"
    return paragraph(f"{goal}, by the end of this turn: {text}")


def plans_part(
    plans: Sequence[NamedPlan], forecasts: Sequence[PlanForecast], goal: Goal | None
) -> str:
    """Return several plans beside each other, ranked if it is said by which goal."""
    order = ranking(forecasts, goal)
    rows = [["plan", "territories", "next turn", "a card", "wins"]]
    if goal is not None:
        rows[0].insert(1, f"P({shortened(str(goal), 12)})")
    for place in order:
        found = forecasts[place]
        player = found.player
        held = sum(float(here.owner.get(player, 0)) for here in found.territories)
        row = [
            plan_name(plans, place),
            average(held),
            average(found.expected_reinforcements(player)[0]),
            percent_cell(found, card_chance(found)),
            percent_cell(found, win_chance(found, found.wins)),
        ]
        if goal is not None:
            row.insert(1, percent_cell(found, chance_of(found, goal)))
        rows.append(row)
    ranked = "as they were named; --goal ranks them" if goal is None else "the best one first"
    note = paragraph(
        f"({ranked}. Territories: the mean after the turn; next turn: mean reinforcements then,"
        " cards aside. Name one plan alone for all of its forecast.)"
    )
    return f"{table(rows)}\n{note}\n{_accuracy(plans, forecasts)}"


def _accuracy(plans: Sequence[NamedPlan], forecasts: Sequence[PlanForecast]) -> str:
    """Return which plans are sampled, and how far off their numbers may be."""
    sampled = [place for place, found in enumerate(forecasts) if found.is_sampled]
    if not sampled:
        return paragraph("Exact, all of it.")
    reach = max(
        high - low
        for place in sampled
        for here in forecasts[place].territories
        for low, high in [forecasts[place].interval(here.owner.get(forecasts[place].player, 0))]
    )
    which = (
        "Sampled, not exact"
        if len(sampled) == len(forecasts)
        else f"Sampled, not exact: {listed([plan_name(plans, place) for place in sampled])}"
    )
    if any(found.interrupted for found in forecasts):
        which += "; interrupted"
    return paragraph(
        f"{which}; such probabilities lie within {50 * reach:.2f} percentage points, each with"
        " 95 % confidence."
    )


def ranking(forecasts: Sequence[PlanForecast], goal: Goal | None) -> list[int]:
    """Return the places of the plans, the most probable one first if there is a goal."""
    places = range(len(forecasts))
    if goal is None:
        return list(places)
    return sorted(places, key=lambda place: -float(chance_of(forecasts[place], goal)))
