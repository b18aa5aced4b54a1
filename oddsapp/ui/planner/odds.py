"""What the library says of a draft: exact where every board that may come of it can be kept.

Attacks one behind the other are a campaign. Where the way forks, or several stacks attack,
the plan is forecast: once for each of its beginnings, so that one more attack is one forecast
more.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import pairwise
from typing import TYPE_CHECKING

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.odds.planning.plan import AttackPlan, plan_attack
from oddsapp.pmf import Pmf
from oddsapp.rules import find_ruleset
from oddsapp.ui.planner.draft import MINE, Attack, Draft

if TYPE_CHECKING:
    from oddsapp.engine import GameState
    from oddsapp.whatif.forecasts.plan_forecast import PlanForecast
    from oddsapp.whatif.plans.plan import Plan

MOST_STATES = 5_000
"""The most boards of a forecast that are told apart; beyond that it is sampled."""

SAMPLES = 20_000
_SEED = 1

MOST_ATTACKS = 30
"""The most attacks of a plan that is not one row."""

MOST_ARMIES = 200
"""The most armies of one stack in such a plan."""


@dataclass(frozen=True)
class AttackOdds:
    """What becomes of one attack of a plan.

    Parameters
    ----------
    attack : Attack
    defenders : int
    taken : float
        P(this territory and all before it in the plan are taken).
    missed : float
        P(not), known more exactly than ``1 - taken`` where it is small.
    fails_here : float
        P(all before are taken, and this one is not).
    moved_in : Pmf or None
        How many armies stand there once it is taken, before they go on; None if it cannot be.
    """

    attack: Attack
    defenders: int
    taken: float
    missed: float
    fails_here: float
    moved_in: Pmf | None


@dataclass(frozen=True)
class Left:
    """What stands on an own territory at the end, given that it is one's own then."""

    territory: str
    held: float
    armies: Pmf


@dataclass(frozen=True)
class PlanOdds:
    """What becomes of a plan.

    Parameters
    ----------
    attacks : tuple of AttackOdds
    left : tuple of Left
        Territories from which the plan does not go on.
    samples : int or None
        How many turns were sampled, None if all is exact.
    """

    attacks: tuple[AttackOdds, ...]
    left: tuple[Left, ...]
    samples: int | None = None


@lru_cache(maxsize=256)
def plan_odds(draft: Draft, rules: str) -> PlanOdds:
    """Return what becomes of the attacks of a draft, at least one of them.

    Raises
    ------
    InvalidInput
        If the plan cannot be made, or is too large.

    Examples
    --------
    >>> from oddsapp.ui.planner.draft import empty, tapped
    >>> draft = tapped(tapped(tapped(empty("classic"), "North Africa"), "Brazil"), "Peru")
    >>> odds = plan_odds(draft, "classic")
    >>> [round(each.taken, 4) for each in odds.attacks], odds.attacks[1].moved_in.interval(0.9)
    ([0.9971, 0.9648], (3, 10))
    """
    if is_row(draft):
        return _row(draft, rules)
    if len(draft.attacks) > MOST_ATTACKS:
        raise InvalidInput(
            f"plans that fork are worked out for up to {MOST_ATTACKS} attacks, not"
            f" {len(draft.attacks)}"
        )
    largest = max(draft.armies(name) for name in (*draft.mine, *draft.targets))
    if largest > MOST_ARMIES:
        raise InvalidInput(
            f"plans that fork are worked out for up to {MOST_ARMIES} armies on a territory, not"
            f" {largest}"
        )
    return _forked(draft, rules)


def is_row(draft: Draft) -> bool:
    """Whether each attack comes from what the one before has taken."""
    return all(before.target == after.origin for before, after in pairwise(draft.attacks))


def _row(draft: Draft, rules: str) -> PlanOdds:
    odds = oddsapp.campaign(
        draft.armies(draft.attacks[0].origin),
        [draft.armies(target) for target in draft.targets],
        leave=[attack.leave for attack in draft.attacks],
        rules=rules,
    )
    attacks = tuple(
        AttackOdds(
            attack,
            step.defenders,
            float(step.taken),
            float(step.moved_in.pmf(0)),
            float(step.moved_in.pmf(0) - before),
            step.moved_in_if_taken if step.taken else None,
        )
        for attack, step, before in zip(
            draft.attacks, odds.steps, [0.0, *(s.moved_in.pmf(0) for s in odds.steps)], strict=False
        )
    )
    last = attacks[-1]
    left = (Left(last.attack.target, last.taken, last.moved_in),) if last.moved_in else ()
    return PlanOdds(attacks, left)


def _forked(draft: Draft, rules: str) -> PlanOdds:
    bare = replace(draft, front="", selected="")
    beginnings = [
        replace(bare, attacks=draft.attacks[: place + 1]) for place in range(len(draft.attacks))
    ]
    rows = [beginning for beginning in beginnings if is_row(beginning)]
    attacks = list(_row(rows[-1], rules).attacks)
    whole = None
    for beginning in beginnings[len(rows) :]:
        whole = _forecast(beginning, rules)
        attacks.append(_last(beginning, whole, attacks[-1].missed))
    assert whole is not None  # else it would be a row
    # Whence the plan does not go on, there is something to tell of what is left.
    origins = {attack.origin for attack in draft.attacks}
    ends = [name for name in draft.targets if name not in origins]
    stacks = [name for name in dict.fromkeys(a.origin for a in draft.attacks) if name in draft.mine]
    left = tuple(
        Left(name, float(whole.territory(name).owner.get(MINE, 0)), armies)
        for name in (*ends, *stacks)
        if (armies := whole.territory(name).armies.get(MINE)) is not None
    )
    return PlanOdds(tuple(attacks), left, whole.samples)


def _last(draft: Draft, told: PlanForecast, missed_before: float) -> AttackOdds:
    """Return what becomes of the last attack, given that something before failed so often."""
    attack, wanted = draft.attacks[-1], set(draft.targets)
    missed = sum(p for found, p in told.conquests.items() if not wanted <= set(found))
    taken = sum(p for found, p in told.conquests.items() if wanted <= set(found))
    there = told.territory(attack.target)
    return AttackOdds(
        attack,
        there.armies_before,
        min(1.0, float(taken)),
        min(1.0, float(missed)),
        max(0.0, float(missed) - missed_before),
        there.armies.get(MINE),
    )


@lru_cache(maxsize=512)
def _forecast(draft: Draft, rules: str) -> PlanForecast:
    import numpy as np

    from oddsapp.whatif.forecasts.forecast import forecast_plan
    from oddsapp.whatif.forecasts.kernel import TooManyStates

    state, plan = state_of(draft, rules), plan_of(draft)
    try:
        return forecast_plan(state, plan, most_states=MOST_STATES)
    except TooManyStates:
        return forecast_plan(state, plan, samples=SAMPLES, rng=np.random.default_rng(_SEED))


def plan_of(draft: Draft) -> Plan:
    """Return the attacks as a plan: its text is what ``oddsapp whatif`` reads."""
    from oddsapp.whatif.plans.plan import Plan, PlannedAttack

    return Plan(tuple(PlannedAttack(*attack[:2], leave=attack.leave) for attack in draft.attacks))


@lru_cache(maxsize=64)
def state_of(draft: Draft, rules: str, players: int = 2) -> GameState:
    """Return the position of a draft: one's own turn to attack, nobody with cards."""
    from oddsapp.engine import Phase, new_game

    start = new_game(find_ruleset(rules), players=players, board=draft.board)
    return start.evolve(
        phase=Phase.ATTACK,
        player=MINE,
        owners=tuple(min(held.owner, players - 1) for held in draft.held),
        armies=tuple(held.armies for held in draft.held),
        reserves=(0,) * len(start.reserves),
        pile=tuple(range(len(draft.held) + draft.map.wild_cards)),
    )


@lru_cache(maxsize=64)
def best_plan(draft: Draft, aim: tuple[str, ...], rules: str, seconds: float) -> AttackPlan:
    """Return how to take territories with all own armies that stand next to one of them.

    Raises
    ------
    InvalidInput
        If no way leads there, all is one's own already, or there are too many ways.

    Examples
    --------
    >>> from oddsapp.ui.planner.draft import empty, tapped
    >>> draft = tapped(empty("classic"), "North Africa")
    >>> found = best_plan(draft, ("Brazil", "Peru", "Venezuela", "Argentina"), "classic", 1.0)
    >>> round(found.value, 4), [step.target for step in found.steps][0]
    (0.6083, 'Brazil')
    """
    if not aim:
        raise InvalidInput("no territory is tapped to be taken yet; tap some, or name a continent")
    targets = {name: draft.armies(name) for name in aim if name not in draft.mine}
    if not targets:
        raise InvalidInput("all of that is yours already; choose what is not")
    if not draft.mine:
        raise InvalidInput("nothing is yours yet; first tap the territory you attack from")
    stacks = {
        name: draft.armies(name)
        for name in draft.mine
        if draft.armies(name) > 1 and not targets.keys().isdisjoint(draft.map.neighbours(name))
    }
    if not stacks:
        raise InvalidInput(
            "no territory of yours with 2 armies or more borders what is to be taken; plan attacks"
            " up to there first, or choose another aim"
        )
    return plan_attack(draft.map, stacks, targets, rules=rules, seconds=seconds)
