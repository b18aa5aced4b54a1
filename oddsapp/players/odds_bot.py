"""The odds bot: attacks where the exact odds and what there is to gain say so."""

from __future__ import annotations

from typing import NamedTuple

from oddsapp.engine.actions import Action, EndAttack, Occupy
from oddsapp.engine.attack import moves_in
from oddsapp.engine.state import GameState
from oddsapp.players.evaluation import targets_of
from oddsapp.players.phases import fight
from oddsapp.players.plan_bot import PlanBot
from oddsapp.players.prospects import Prospects, prospects_of
from oddsapp.players.worth import Gains, Weights

LEAST_WIN = 0.5
"""Less likely attacks are not begun."""


class Choice(NamedTuple):
    """An attack, and what it is worth on average, in armies.

    Its worth is P(win) times what the territory is worth, plus the armies that it kills on
    average, less those that it loses.
    """

    worth: float
    origin: int
    target: int


class OddsBot(PlanBot):
    """Begins the attack that is worth most, as long as one is worth more than it costs.

    Where all play at the same time it orders all attacks that are worth it.

    Parameters
    ----------
    weights : Weights, optional
        What the parts of a position are worth.
    """

    def __init__(self, weights: Weights | None = None) -> None:
        super().__init__(Weights() if weights is None else weights)

    def attack(self, view: GameState) -> Action:
        """Begin the best attack, if it is worth it."""
        choice = self.best_attack(view)
        if choice is None or choice.worth <= 0:
            return EndAttack()
        return fight(view, choice.origin, choice.target)

    def place(self, view: GameState) -> Action:
        """Place all where they make the best attack."""
        reserve = view.reserves[view.player]
        choice = self.best_attack(view, reserve)
        place = self.weakest(view) if choice is None else choice.origin
        return self.place_on(view, place, reserve)

    def occupy(self, view: GameState) -> Action:
        """Move in all, or as few as allowed, wherever the better attack goes on from."""
        least, most = moves_in(view)
        assault = view.assault
        assert assault is not None
        gains, prospects = Gains(view, self.weights), prospects_of(view.game.rules)
        if not targets_of(view, assault.origin, gains.enemies):
            return Occupy(most)
        if not targets_of(view, assault.target, gains.enemies):
            return Occupy(least)
        both = view.armies[assault.origin]
        ahead = _best_of(view, assault.target, both - 1, gains, prospects)
        behind = _best_of(view, assault.origin, both - least, gains, prospects)
        goes_back = ahead is None or (behind is not None and behind.worth > ahead.worth)
        return Occupy(least if goes_back else most)

    def best_attack(self, view: GameState, more: int = 0) -> Choice | None:
        """Return the attack that is worth most if so many more armies stood there."""
        gains, prospects = Gains(view, self.weights), prospects_of(view.game.rules)
        best: Choice | None = None
        for origin, owner in enumerate(view.owners):
            if owner == view.player:
                choice = _best_of(view, origin, view.armies[origin] + more, gains, prospects)
                if choice is not None and (best is None or choice > best):
                    best = choice
        return best


def _best_of(
    view: GameState, origin: int, armies: int, gains: Gains, prospects: Prospects
) -> Choice | None:
    """Return the best attack from a territory if so many armies stood there."""
    best: Choice | None = None
    for target in targets_of(view, origin, gains.enemies) if armies > 1 else ():
        win, lost, killed = prospects.of(armies - 1, view.armies[target])
        if win >= LEAST_WIN:
            worth = win * gains.of(target) + killed * gains.harm(target) - lost * gains.own_army
            if best is None or worth > best.worth:
                best = Choice(worth, origin, target)
    return best
