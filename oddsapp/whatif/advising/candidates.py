"""Plans worth comparing: a handful to a few dozen, made by the planner of attacks.

Bounds: `MOST_CANDIDATES` plans, for which the planner is asked `MOST_ASKED` times at most; a
board of classic Risk in the middle of a game takes well under two seconds. Nothing depends on a
clock or on chance: the same position gives the same plans in the same order.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import islice, zip_longest

from oddsapp.combat.stop import StopRule
from oddsapp.engine.state import GameState, Phase
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.players.evaluation import enemy_owners, threat_to
from oddsapp.players.prospects import prospects_of
from oddsapp.whatif.advising.target_sets import Targets, target_sets
from oddsapp.whatif.goals import Goal, GoalKind
from oddsapp.whatif.plans.campaigns import (
    FEW_TARGETS,
    Campaign,
    forks,
    fortification,
    plan_campaign,
)
from oddsapp.whatif.plans.openings import (
    Opening,
    Share,
    by_danger,
    fronts,
    levelled,
    placed,
    trade_choices,
)
from oddsapp.whatif.plans.plan import Plan, PlannedAttack, Step
from oddsapp.whatif.plans.plan_check import check_plan

MOST_CANDIDATES = 32
"""The most plans that are made."""

MOST_ASKED = 16
"""How often the planner of attacks is asked at most."""

_MOST_FRONTS = 3
_LARGE = 8
_LEAST_VALUE = 0.02
_ALL_BUT_SURE = 0.999
_LEAST_EASY = 0.5
_STOPS = (3, 5)
_BEGINS = (Phase.REINFORCE, Phase.SPOILS, Phase.ATTACK)


def make_candidates(state: GameState, goal: Goal, *, most: int = MOST_CANDIDATES) -> list[Plan]:
    """Return plans that are worth comparing for a goal, all legal as far as that can be known.

    Parameters
    ----------
    state : GameState
        When it is to reinforce or to attack.
    goal : Goal
    most : int
        How many plans at most.

    Returns
    -------
    list of Plan
        First campaigns, those by which the planner of attacks reaches the goal most probably
        before others: with the sets traded or kept, with the armies on one front or divided
        over two, to the end, until a few armies are left, with more left behind, with what is
        idle moved to a threatened border. Then quiet turns: everything on the borders, and one
        easy territory for a card, or none. No two are equal.

    Raises
    ------
    InvalidInput
        If no plan with attacks can begin here, or the board has no such place.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> from oddsapp.whatif.goals import parse_goal
    >>> plans = make_candidates(example_position().state, parse_goal("take North Africa"))
    >>> print(plans[0])
    trade the best set
    place all armies on Brazil
    attack Brazil -> North Africa
    >>> print(plans[-1])
    place all armies on Northwest Territory
    """
    check_can_attack(state)
    goal.territories(state.game)
    quiet = list(_quiet(state))
    plans: dict[Plan, None] = {}
    for plan in (*_campaign_plans(state, goal, most - len(quiet)), *quiet):
        if plan not in plans and _is_legal(state, plan):
            plans[plan] = None
    return list(plans)[:most]


def check_can_attack(state: GameState) -> None:
    """Raise `InvalidInput` unless a plan with attacks can begin here."""
    if state.phase not in _BEGINS:
        raise InvalidInput(
            "plans are made when it is to reinforce or to attack in a game of turns, not to"
            f" {state.phase.value}"
        )


def _is_legal(state: GameState, plan: Plan) -> bool:
    try:
        check_plan(state, plan)
    except IllegalMove:
        return False
    return True


# -- campaigns ---------------------------------------------------------------------------


def _campaign_plans(state: GameState, goal: Goal, most: int) -> list[Plan]:
    """Return the plans of all campaigns, each one's in turn, at most so many."""
    rows = [_variants(campaign) for campaign in _campaigns(state, goal)]
    # First each campaign as the planner has it, then the first variation of each, and so on.
    plans = (plan for column in zip_longest(*rows) for plan in column if plan is not None)
    return list(islice(dict.fromkeys(plans), max(0, most)))


def _variants(campaign: Campaign) -> Iterator[Plan]:
    """Yield a campaign as plans: to the end first, then more and more careful."""
    yield campaign.plan()
    if forks(campaign):
        yield campaign.plan(by_moving=True)
    yield campaign.plan(fortified=True)
    yield campaign.plan(leave=3, fortified=True)
    for armies in _STOPS:
        yield campaign.plan(stop=StopRule(at=armies - 1), fortified=True)


def _campaigns(state: GameState, goal: Goal) -> list[Campaign]:
    """Ask the planner for every set of targets, with the armies placed in several ways."""
    choices = trade_choices(state)
    named = goal.kind is GoalKind.TAKE
    questions = (
        (targets, shares)
        for targets in target_sets(choices[0].state, goal)
        for shares in _placings(choices[0].state, targets, every=named)
    )
    by_targets: dict[Targets, list[Campaign]] = {}
    for targets, shares in islice(questions, MOST_ASKED):
        known = by_targets.setdefault(targets, [])
        few = len(targets) <= FEW_TARGETS
        if any(not (few or one.value) or one.value > _ALL_BUT_SURE for one in known):
            continue  # neither what is sure nor what is out of the question is placed for twice
        opening = placed(choices[0], shares)
        for helping in (False, True) if named and few else (False,):
            campaign = plan_campaign(opening, targets, helping=helping)
            if campaign is not None:
                known.append(campaign)
    for campaigns in by_targets.values():
        campaigns.sort(key=lambda campaign: -campaign.value)  # equal ones stay in their order
    found = [
        campaign
        for campaigns in by_targets.values()
        for campaign in (campaigns if named else campaigns[:1])
    ]
    if named:
        found.sort(key=lambda campaign: -campaign.value)
    # What is all but impossible is left out, unless there is nothing else.
    found = [one for one in found if one.value >= _LEAST_VALUE] or found[:1]
    # With the cards kept: the armies where they do most with the cards traded.
    kept = (_with(choice, found[0]) for choice in choices[1:] if found)
    found[1:1] = [campaign for campaign in kept if campaign is not None]
    return found


def _with(choice: Opening, campaign: Campaign) -> Campaign | None:
    """Return the same campaign after other trades, everything placed where it begins."""
    state = choice.state
    index, found = state.game.index, campaign.found
    targets = [index[name] for name in found.problem.targets]
    front = index[found.steps[0].origin]
    return plan_campaign(placed(choice, [(front, state.reserves[state.player])]), targets)


def _placings(state: GameState, targets: Targets, *, every: bool) -> Iterator[list[Share]]:
    """Yield where armies could be placed for a campaign: on one front, or divided over two."""
    reserve = state.reserves[state.player]
    places = fronts(state, targets)[: _MOST_FRONTS if len(targets) <= _LARGE else 2]
    if not reserve or not places:
        yield []
        return
    for place in places if every else places[:2]:
        yield [(place, reserve)]
    if every and len(places) > 1 and reserve > 1 and len(targets) <= _LARGE:
        first, second = places[:2]
        for part in dict.fromkeys((reserve // 2, reserve // 4, reserve - reserve // 4)):
            if part:
                yield [(first, reserve - part), (second, part)]


# -- quiet turns -------------------------------------------------------------------------


def _quiet(state: GameState) -> Iterator[Plan]:
    """Yield turns that risk little, the quietest last: an easy territory, or nothing at all."""
    choices = trade_choices(state)
    for choice in dict.fromkeys((choices[0], choices[-1])):
        reserve = choice.state.reserves[choice.state.player]
        spreads = [levelled(choice.state, reserve), [(by_danger(choice.state)[0], reserve)]]
        for shares in spreads if reserve else [[]]:
            opening = placed(choice, shares)
            yield from _easy(opening)
            yield from _nothing(opening)


def _easy(opening: Opening) -> Iterator[Plan]:
    """Yield the plan that takes the easiest territory for a card, and moves what is idle."""
    state = opening.state
    attack = _easiest(state)
    if attack is not None:
        yield Plan((*opening.steps, attack, *_idle(state)))


def _nothing(opening: Opening) -> Iterator[Plan]:
    idle = _idle(opening.state)
    if idle:
        yield Plan((*opening.steps, *idle))
    yield Plan(opening.steps)


def _idle(state: GameState) -> tuple[Step, ...]:
    move = fortification(state)
    return (move,) if move else ()


def _easiest(state: GameState) -> PlannedAttack | None:
    """Return the attack that is won most probably, called off when it turns out badly."""
    if state.game.rules.turn.defender_chooses:
        return None
    me, armies, names = state.player, state.armies, state.game.names
    enemies, prospects = enemy_owners(state, me), prospects_of(state.game.battle_rules)
    best: tuple[tuple[float, int, int], PlannedAttack] | None = None
    for origin in state.territories(me):
        for target in state.game.neighbours[origin]:
            if armies[origin] < 2 or state.owners[target] not in enemies:
                continue
            win = prospects.of(armies[origin] - 1, armies[target]).win
            key = (win, -origin, -target)
            if win >= _LEAST_EASY and (best is None or key > best[0]):
                # Most armies stay, or go, where more is to be feared.
                ahead = threat_to(state, target, enemies) > threat_to(state, origin, enemies)
                attack = PlannedAttack(
                    names[origin],
                    names[target],
                    StopRule(odds=Fraction(1, 2)),
                    move_in=None if ahead else 1,
                )
                best = key, attack
    return best[1] if best else None
