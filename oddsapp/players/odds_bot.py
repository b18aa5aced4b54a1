"""The odds bot: attacks where the exact odds and what there is to gain say so."""

from __future__ import annotations

from typing import NamedTuple

from oddsapp.engine.actions import Action, EndAttack, Occupy
from oddsapp.engine.attack import moves_in
from oddsapp.engine.game import NEUTRAL
from oddsapp.engine.state import GameState
from oddsapp.players.evaluation import enemy_owners, targets_of, threat_to
from oddsapp.players.phases import PhaseBot, fight
from oddsapp.players.prospects import Prospects, prospects_of
from oddsapp.players.worth import Gains

LEAST_WIN = 0.5
"""Less likely attacks are not begun."""


class Choice(NamedTuple):
    """An attack, and what it is worth on average, in armies."""

    worth: float
    origin: int
    target: int


class OddsBot(PhaseBot):
    """Begins the attack that is worth most: its odds times its gain, less what it costs."""

    def attack(self, view: GameState) -> Action:
        """Attack as long as an attack is worth more than it costs."""
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
        enemies = enemy_owners(view, view.player)
        ahead = targets_of(view, assault.target, enemies)
        behind = targets_of(view, assault.origin, enemies)
        if not ahead or not behind:
            return Occupy(most if ahead or not behind else least)
        gains, prospects = Gains(view), prospects_of(view.game.rules)
        both = view.armies[assault.origin]
        on = _best_of(view, assault.target, both - 1, gains, prospects)
        back = _best_of(view, assault.origin, both - least, gains, prospects)
        if on is None or (back is not None and back.worth > on.worth):
            return Occupy(least)
        return Occupy(most)

    def best_attack(self, view: GameState, more: int = 0) -> Choice | None:
        """Return the attack that is worth most if so many more armies stood there."""
        gains, prospects = Gains(view), prospects_of(view.game.rules)
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
    if armies < 2:
        return None
    best: Choice | None = None
    for target in targets_of(view, origin, gains.enemies):
        win, lost, killed = prospects.of(armies - 1, view.armies[target])
        if win >= LEAST_WIN:
            worth = win * gains.of(target) - lost + killed * gains.harm(target)
            if best is None or worth > best.worth:
                best = Choice(worth, origin, target)
    return best
