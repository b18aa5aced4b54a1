"""What roll-outs come to, as the page says it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddsapp.ui.parts.mapview import Shade
from oddsapp.ui.parts.tables import Table
from oddsapp.ui.whatif.answer import room_for
from oddsapp.ui.whatif.request import Live
from oddsapp.whatif.parallel.batches import Ended
from oddsapp.wording import average, counted, short_percent

if TYPE_CHECKING:
    from oddsapp.engine.positions import Position
    from oddsapp.whatif.advising.advice_result import Advice, RankedPlan
    from oddsapp.whatif.rollouts.rollout_result import Estimate, RollOutResult

_ENDED = {
    Ended.INTERRUPTED: ", stopped before all were done",
    Ended.ENOUGH: ", ended early: it is decided",
    Ended.LOST: ", cut short",
}


def share(estimate: Estimate) -> str:
    """Return a probability with its interval.

    >>> from oddsapp.whatif.rollouts.rollout_result import Estimate
    >>> share(Estimate(0.5, 0.45, 0.55, (0.5, 0.4, 0.6)))
    '50.0% (45.0% to 55.0%)'
    """
    # With the luck subtracted an estimate may lie a little outside.
    mean, low, high = (short_percent(min(1.0, max(0.0, x))) for x in _three(estimate))
    return f"{mean} ({low} to {high})"


def points(estimate: Estimate) -> str:
    """Return a difference of probabilities in percentage points, with its interval.

    >>> from oddsapp.whatif.rollouts.rollout_result import Estimate
    >>> points(Estimate(0.05, -0.01, 0.11, (0.05, -0.02, 0.12)))
    '+5.0 points (−1.0 to +11.0)'
    """
    mean, low, high = (f"{100 * x:+.1f}".replace("-", "−") for x in _three(estimate))
    return f"{mean} points ({low} to {high})"


def _three(estimate: Estimate) -> tuple[float, float, float]:
    return estimate.mean, estimate.low, estimate.high


def goal_words(position: Position, goal: str, turns: int | None) -> str:
    """Return what is estimated, and for when."""
    name = position.name(position.state.player)
    what = {"win": "wins", "survive": "is still in the game"}.get(goal)
    when = "in the end" if turns is None else f"{counted(turns, 'turn')} later"
    return f"{name} {what or 'holds ' + goal.partition(' ')[2]} {when}"


def live_words(live: Live) -> str:
    """Return how it stands on the way."""
    if len(live.goals) == 1:
        return f"{share(live.goals[0])} after {counted(live.rollouts, 'roll-out')}"
    told = "; ".join(f"plan {place}: {share(goal)}" for place, goal in enumerate(live.goals, 1))
    lead = f"; plan 1 against plan 2: {points(live.difference)}" if live.difference else ""
    return f"{told}{lead}; after {counted(live.rollouts, 'roll-out')} of each"


def verdict(lead: Estimate) -> str:
    """Return by how much one of two plans is better, and whether that is decided."""
    if lead.low == lead.high == 0:
        return "Both plans come to the same in every roll-out."
    if lead.low > 0 or lead.high < 0:
        better = 1 if lead.low > 0 else 2
        return f"Decided: plan {better} is better. Plan 1 against plan 2: {points(lead)}."
    return (
        f"Not decided: either plan may be the better one. Plan 1 against plan 2: {points(lead)}."
        " More roll-outs, or another goal, may tell them apart."
    )


def how_ended(result: RollOutResult) -> str:
    """Return why there were no more roll-outs; nothing if there were all."""
    return _ENDED.get(result.ended, "")


def player_table(position: Position, result: RollOutResult) -> Table:
    """Return what becomes of every player."""
    shown, exact = [], []
    for told in result.players:
        name = position.name(told.player)
        shown.append(
            (
                name,
                share(told.wins),
                share(told.alive),
                average(told.territories.mean),
                average(told.armies.mean),
                average(told.reinforcements.mean),
            )
        )
        exact.append(
            (
                name,
                *_three(told.wins),
                *_three(told.alive),
                told.territories.mean,
                told.armies.mean,
                told.reinforcements.mean,
            )
        )
    columns = ("Player", "Wins", "Is in", "Territories", "Armies", "Next turn")
    return Table("Players, with 95% intervals", columns, tuple(shown), tuple(exact))


def land_table(position: Position, results: tuple[RollOutResult, ...]) -> Table:
    """Return for every territory and continent how often the planner holds it, under each plan."""
    first = results[0]
    name = position.name(first.player)
    shown, exact = [], []
    for place in (*first.continents, *first.holds):
        lands = [
            result.continents[place] if place in result.continents else result.holds[place]
            for result in results
        ]
        if any(land.mean > 0 for land in lands):
            label = f"All {place}" if place in first.continents else place
            shown.append((label, *map(share, lands)))
            exact.append((label, *(number for land in lands for number in _three(land))))
    held = [f"{name} holds it"] if len(results) == 1 else ["Under plan 1", "Under plan 2"]
    caption = f"What {name} holds, with 95% intervals"
    return Table(caption, ("Territory", *held), tuple(shown), tuple(exact))


def shades(position: Position, result: RollOutResult) -> dict[str, Shade]:
    """Return how often the planner holds each territory at the end of the roll-outs."""
    name = position.name(result.player)
    return {
        place: Shade(mean, room_for(mean), name)
        for place, land in result.holds.items()
        if (mean := min(1.0, max(0.0, land.mean))) > 0
        or position.state.owner_of(place) == result.player
    }


# -- candidates --------------------------------------------------------------------------


def ranked_words(entry: RankedPlan, place: int) -> str:
    """Return how good a candidate is."""
    number = short_percent(entry.estimate.mean) if not entry.runs else share(entry.estimate)
    behind = "" if place == 1 else f", {points(entry.difference)}"
    if place > 1 and not entry.runs:
        behind = f", {100 * entry.difference.mean:+.1f} points".replace("-", "−")
    return f"{number}{behind}"


def advice_words(advice: Advice) -> str:
    """Return how sure the ranking is."""
    plans = counted(len(advice.ranked) + len(advice.dropped), "plan")
    decided = "the best is decided" if advice.is_decided else "not decided: several may be the best"
    left = f"; {counted(len(advice.unjudged), 'plan')} not looked at" if advice.unjudged else ""
    return f"{plans} compared for “{advice.goal}”; {decided}{_ENDED.get(advice.ended, '')}{left}."
