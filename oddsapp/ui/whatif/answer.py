"""What a plan comes to, as the page says it: asks the library, and puts it into words."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.ui.parts.mapview import Shade
from oddsapp.ui.parts.tables import Table
from oddsapp.ui.whatif.fields import position_of
from oddsapp.wording import average, counted, sentence, short_percent

if TYPE_CHECKING:
    from oddsapp.engine.positions import Position
    from oddsapp.whatif.forecasts.forecast_base import TerritoryForecast
    from oddsapp.whatif.forecasts.plan_forecast import PlanForecast, PlannedStep
    from oddsapp.whatif.goals import Goal
    from oddsapp.whatif.plans.plan import Plan

MOST_STATES = 20_000
"""With more board states than so many a turn is sampled: a page answers at once."""

_SEED = 1

_SKIPPED = {
    "C-1": "not one's own by then, or 1 army only",
    "C-5": "no more armies than it stops at",
    "K-2": "no such set in the hand",
    "T-4": "no army to place, or not one's own",
    "T-6": "no way there, or no army to move",
}


@lru_cache(maxsize=256)
def plan_of(position: str, text: str) -> Plan:
    """Return the plan that a text says, if it is legal from a position as far as is known.

    Raises
    ------
    InvalidInput
        With the line that is wrong, and what stands on it.

    Examples
    --------
    >>> from oddsapp.ui.whatif.fields import example
    >>> plan_of(example(), "place all armies on Atlantis")
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: line 1: board 'classic' has no territory 'Atlantis'; ...
    """
    from oddsapp.whatif.plans.plan_check import check_plan
    from oddsapp.whatif.plans.plan_text import parse_plan

    plan = parse_plan(text)
    check_plan(position_of(position).state, plan)
    return plan


def why_not(position: str, text: str) -> str:
    """Return what is wrong with a plan; nothing if it can be played."""
    try:
        plan_of(position, text)
    except IllegalMove as refusal:
        return f"{refusal.reason} (rule {refusal.rule})"
    except InvalidInput as refusal:
        return str(refusal)
    return ""


@lru_cache(maxsize=64)
def forecast(position: str, text: str) -> PlanForecast:
    """Return what a plan comes to: exact unless there are too many board states.

    Raises
    ------
    InvalidInput
        If it is no plan for this position.
    """
    import numpy as np

    from oddsapp.whatif.forecasts.forecast import forecast_plan

    return forecast_plan(
        position_of(position).state,
        plan_of(position, text),
        rng=np.random.default_rng(_SEED),
        most_states=MOST_STATES,
    )


def chance(found: PlanForecast, probability: Any) -> str:
    """Return a probability, with its interval if it was sampled."""
    shown = short_percent(float(probability))
    if not found.is_sampled:
        return shown
    low, high = found.interval(probability)
    return f"{shown} ({short_percent(low)} to {short_percent(high)})"


@dataclass(frozen=True)
class Headline:
    """The one number that is asked for, and what it is the probability of."""

    number: str
    words: str


def headline(position: Position, found: PlanForecast, goal: Goal) -> Headline:
    """Return how probable the plan makes the goal by the end of the turn."""
    from oddsapp.whatif.advising.at_once import goal_chance
    from oddsapp.whatif.goals import GoalKind

    name = position.name(found.player)
    words = {
        GoalKind.TAKE: f"{name} holds {goal.place} after this turn",
        GoalKind.WIN: f"{name} wins with this turn",
        GoalKind.SURVIVE: f"{name} is in the game after this turn",
    }
    return Headline(short_percent(float(goal_chance(found, goal))), words[goal.kind])


# -- steps -------------------------------------------------------------------------------


@dataclass(frozen=True)
class StepLine:
    """A line of the plan, as it is read, and what becomes of it."""

    text: str
    depth: int
    line: str
    reached: str
    came_to: str


def step_lines(found: PlanForecast) -> Iterator[StepLine]:
    """Yield the lines of a plan with what becomes of each."""
    from oddsapp.whatif.plans.plan_text import INDENT, plan_lines

    for text, number in plan_lines(found.plan):
        depth = (len(text) - len(text.lstrip())) // len(INDENT)
        if number is None:
            yield StepLine(text.strip(), depth, "", "", "")
            continue
        step = found.steps[number]
        reached = chance(found, step.reached)
        yield StepLine(text.strip(), depth, str(step.line), reached, _came_to(found, step))


def _came_to(found: PlanForecast, step: PlannedStep) -> str:
    parts = []
    if step.text.startswith("attack "):
        kinds = (
            ("taken", step.taken),
            ("called off", step.stopped),
            ("wiped out", step.beaten),
            ("yours already", step.held),
        )
        parts += [f"{word} {chance(found, share)}" for word, share in kinds if share]
    elif step.skipped and step.done:
        parts.append(f"done {chance(found, step.done)}")
    for rule, share in sorted(step.skipped.items(), key=lambda item: -item[1]):
        if share:
            why = _SKIPPED.get(rule, "against the rules by then")
            parts.append(f"skipped {chance(found, share)}: {why} ({rule})")
    return "; ".join(parts)


# -- the board ---------------------------------------------------------------------------


def shades(position: Position, found: PlanForecast, player: int) -> dict[str, Shade]:
    """Return P(a player holds it after the turn) for every territory that may change hands."""
    name = position.name(player)
    return {
        here.name: Shade(
            float(here.owner.get(player, 0)), room_for(float(here.owner.get(player, 0))), name
        )
        for here in found.territories
        if here.is_contested or set(here.owner) != {here.owner_before}
    }


def room_for(probability: float) -> str:
    """Return a probability in the few characters that a territory has room for.

    >>> room_for(0.9994), room_for(0.123), room_for(1.0)
    ('>99%', '12%', '100%')
    """
    if probability in (0, 1):
        return f"{probability:.0%}"
    if probability < 0.01:
        return "<1%"
    return ">99%" if probability > 0.99 else f"{probability:.0%}"


def changing(found: PlanForecast) -> list[TerritoryForecast]:
    """Return the territories that may be otherwise afterwards, those that may be taken first."""
    return sorted(
        (here for here in found.territories if here.changes), key=lambda here: not here.is_contested
    )


def land_table(position: Position, found: PlanForecast) -> Table:
    """Return who holds what changes, and with how many armies."""
    shown, exact = [], []
    for here in changing(found):
        for who, share in sorted(here.owner.items(), key=lambda item: -item[1]):
            armies = here.armies[who]
            mean = float(armies.mean())
            row = (here.name, position.name(who))
            shown.append((*row, chance(found, share), average(mean)))
            exact.append((*row, float(share), mean))
    columns = ("Territory", "Owner", "P(owner)", "Armies if so")
    return Table("Territories after the turn", columns, tuple(shown), tuple(exact))


def continent_table(position: Position, found: PlanForecast) -> Table:
    """Return who may hold which continent."""
    shown, exact = [], []
    for land in found.continents:
        for who, share in land.held.items():
            if share:
                shown.append((land.name, position.name(who), chance(found, share)))
                exact.append((land.name, position.name(who), float(share)))
    columns = ("Continent", "Player", "P(holds all of it)")
    return Table("Continents after the turn", columns, tuple(shown), tuple(exact))


def player_table(position: Position, found: PlanForecast) -> Table:
    """Return what every player gets next turn, and who may be out."""
    shown, exact = [], []
    for told in found.players:
        name = position.name(told.player)
        mean, within = found.expected_reinforcements(told.player)
        cards = float(told.cards.mean())
        margin = f" ± {within:.2f}" if within else ""
        shares = (told.eliminated, told.wins)
        shown.append(
            (
                name,
                f"{average(mean)}{margin}",
                average(cards),
                *(chance(found, share) for share in shares),
            )
        )
        exact.append((name, float(mean), cards, *map(float, shares)))
    columns = ("Player", "Armies next turn", "Cards", "P(out)", "P(wins now)")
    return Table("Players after the turn", columns, tuple(shown), tuple(exact))


def what_it_is(position: Position) -> str:
    """Return whose turn it is, and what is to be done, in a sentence.

    >>> from oddsapp.engine.positions import example_position
    >>> what_it_is(example_position())
    'Ann is to reinforce: 5 armies to place, 3 cards.'
    """
    state = position.state
    name = position.name(state.player)
    parts = []
    if state.reserves[state.player]:
        parts.append(f"{counted(state.reserves[state.player], 'army', 'armies')} to place")
    parts.append(counted(len(state.hands[state.player]), "card"))
    return sentence(f"{name} is to {state.phase.value}: {', '.join(parts)}.")
