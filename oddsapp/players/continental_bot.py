"""The continental bot: plans whole continents, and the end of rivals, with the planner."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from oddsapp.boards import Board
from oddsapp.engine.actions import Action, Occupy, Place
from oddsapp.engine.attack import combat, moves_in
from oddsapp.engine.state import GameState
from oddsapp.errors import InvalidInput
from oddsapp.odds.planning.plan import AttackPlan, plan_attack
from oddsapp.odds.planning.step import Step
from oddsapp.players.evaluation import gates
from oddsapp.players.odds_bot import Choice, OddsBot
from oddsapp.players.phases import fight
from oddsapp.players.prospects import prospects_of
from oddsapp.players.worth import Gains, Weights
from oddsapp.rules import Ruleset

MOST_TARGETS = 4
"""The most territories that a campaign is planned for: beyond it plans take too long."""
MOST_STACK = 40
"""Armies beyond so many are left out of a plan: with them it is safe anyway."""
LEAST_SUCCESS = 0.5
"""Less likely campaigns are not begun."""
ENOUGH = 3
"""With more armies than so many a territory needs no more at the start."""

WEIGHTS = Weights(progress=0.0)
"""Parts of a continent are worth nothing by themselves: the planner says what they lead to."""


class Campaign(NamedTuple):
    """A plan for several territories, what it is worth, and where its main army stands."""

    worth: float
    origin: int
    plan: AttackPlan


class ContinentalBot(OddsBot):
    """Gathers on one continent from the start, and plans how to take all of it.

    Where no campaign is worth more than the best single attack, it plays as `OddsBot` does.
    """

    plans_turns = False

    def __init__(self, weights: Weights = WEIGHTS) -> None:
        super().__init__(weights)
        self._step: Step | None = None

    def place_starting(self, view: GameState) -> Action:
        """Place one's own armies in the continent that is nearest to one's own (S-2)."""
        own, _ = view.step
        if not own:
            return super().place_starting(view)
        return Place(own, view.game.names[_first_post(view)])

    def place(self, view: GameState) -> Action:
        """Place all where they serve the best campaign, or the best attack."""
        reserve = view.reserves[view.player]
        campaign = self._best_campaign(view, reserve, self.best_attack(view, reserve))
        if campaign is None:
            return super().place(view)
        return self.place_on(view, campaign.origin, reserve)

    def attack(self, view: GameState) -> Action:
        """Do the first step of the best campaign, or the best attack."""
        self._step = None
        campaign = self._best_campaign(view, 0, self.best_attack(view))
        if campaign is None:
            return super().attack(view)
        self._step = campaign.plan.steps[0]
        index = view.game.index
        return fight(view, index[self._step.origin], index[self._step.target])

    def occupy(self, view: GameState) -> Action:
        """Move in as many as the campaign says."""
        step, assault, names = self._step, view.assault, view.game.names
        assert assault is not None
        left = view.armies[assault.origin]
        if (
            step is None
            or (step.origin, step.target) != (names[assault.origin], names[assault.target])
            or left not in step.moves
        ):
            return super().occupy(view)
        least, most = moves_in(view)
        return Occupy(min(most, max(least, step.moves[left][assault.dice - 1])))

    def _best_campaign(
        self, view: GameState, more: int, otherwise: Choice | None
    ) -> Campaign | None:
        """Return the best campaign with so many more armies, if it is worth more."""
        gains = Gains(view, self.weights)
        best: Campaign | None = None
        for targets, prize in _aims(view, gains):
            campaign = _campaign(view, targets, prize, more, gains)
            if campaign is not None and (best is None or campaign.worth > best.worth):
                best = campaign
        if best is None or (otherwise is not None and best.worth < otherwise.worth):
            return None
        return best


def _first_post(view: GameState) -> int:
    """Return where starting armies go: into the continent with the most bonus for its price.

    The price is what there is to beat, to take and to guard. There they go where most of it
    can be attacked from.
    """
    game, player, owners, armies = view.game, view.player, view.owners, view.armies

    def value(continent: int) -> float:
        bonus, members = game.continents[continent]
        missing = [place for place in members if owners[place] != player]
        if len(missing) == len(members):
            return -1.0
        beaten = sum(armies[place] for place in missing)
        guarded = 2 * len(gates(game, continent))
        return (bonus + 1) / (1 + beaten + len(missing) + guarded)

    chosen = max(range(len(game.continents)), key=value)

    def use(place: int) -> tuple[bool, int, int]:
        around = game.neighbours[place]
        open_to = sum(owners[t] != player and game.continent_of[t] == chosen for t in around)
        return armies[place] > ENOUGH, open_to, armies[place]

    return max((t for t in game.continents[chosen][1] if owners[t] == player), key=use)


def _aims(view: GameState, gains: Gains) -> Iterator[tuple[list[int], float]]:
    """Yield what campaigns could be for, with the prize: continents, and the end of rivals."""
    owners = view.owners
    for number, (_, members) in enumerate(view.game.continents):
        missing = [place for place in members if owners[place] != view.player]
        if 1 < len(missing) <= MOST_TARGETS and all(owners[t] in gains.enemies for t in missing):
            yield missing, gains.bonus_of(number)
    for rival in sorted(gains.enemies):
        held = view.territories(rival) if rival >= 0 else []
        if 1 < len(held) <= MOST_TARGETS:
            yield held, gains.end_of(rival)


def _campaign(
    view: GameState, targets: list[int], prize: float, more: int, gains: Gains
) -> Campaign | None:
    """Return the campaign for these targets, None if it is unlikely to succeed."""
    armies, names, owners = view.armies, view.game.names, view.owners
    near = {place for target in targets for place in view.game.approaches[target]}
    posts = sorted((p for p in near if owners[p] == view.player), key=lambda p: -armies[p])
    # The two largest armies: plans from more take long, and rarely gain by it.
    stacks = [
        (place, armies[place] + (more if place == posts[0] else 0))
        for place in posts[:2]
        if place == posts[0] or armies[place] > 2
    ]
    defenders = sum(armies[target] for target in targets)
    force = sum(count - 1 for _, count in stacks)
    # Hopeless ones are not worth the time to plan them.
    if force < 0.9 * defenders + len(targets) - 1 or max(armies[t] for t in targets) > MOST_STACK:
        return None
    plan = _planned(
        view.game.board,
        _rules_of(view),
        tuple((names[place], min(count, MOST_STACK)) for place, count in stacks),
        tuple((names[target], armies[target]) for target in targets),
    )
    if plan is None or plan.value < LEAST_SUCCESS:
        return None
    killed = sum(armies[target] * gains.harm(target) for target in targets)
    cost = 0.85 * defenders * gains.own_army  # what an attacker with three dice loses for it
    worth = plan.value * (prize + gains.of_all(targets)) + killed - cost
    return Campaign(worth, posts[0], plan)


def _rules_of(view: GameState) -> Ruleset:
    """Return rules that can be planned under: rolled by hand, and nobody decides at a roll."""
    rules = prospects_of(view.game.rules).rules
    return replace(rules, combat=combat(view).true_dice) if combat(view).balance else rules


Named = tuple[tuple[str, int], ...]


@lru_cache(maxsize=2000)
def _planned(board: Board, rules: Ruleset, stacks: Named, targets: Named) -> AttackPlan | None:
    """Return the plan, always the same for the same question; None if there is none."""
    try:
        return plan_attack(board, dict(stacks), dict(targets), rules=rules, seconds=0.0)
    except InvalidInput:  # out of reach
        return None
