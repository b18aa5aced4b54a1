"""What taking a territory is worth to the player whose turn it is, in armies."""

from __future__ import annotations

from oddsapp.engine.cards import set_value
from oddsapp.engine.game import NEUTRAL
from oddsapp.engine.state import GameState
from oddsapp.players.evaluation import enemy_owners, holder

TERRITORY = 0.7
"""A territory: a third of an army for each turn that it is held."""
TURNS = 1.6
"""For how many turns a continent's bonus counts, won or taken from a rival."""
PROGRESS = 0.5
"""What part of a bonus a continent is worth for which one territory less is missing."""
FINISHED = 4.0
"""The end of a rival, besides the cards."""


class Gains:
    """What every enemy territory is worth in one view.

    Parameters
    ----------
    view : GameState
    """

    def __init__(self, view: GameState) -> None:
        self.view = view
        self.enemies = enemy_owners(view, view.player)
        game, owners = view.game, view.owners
        self._held = [owners.count(other) for other in range(game.players)]
        living = sum(self._held[other] > 0 for other in self.enemies if other >= 0)
        self._share = 1 / max(1, living)
        self._own = [
            sum(owners[territory] == view.player for territory in members)
            for _, members in game.continents
        ]
        self._holders = [holder(view, number) for number in range(len(game.continents))]
        value = set_value(game.rules.cards, view.sets_traded, [None] * 3)
        self._card = value / 3.5

    def of(self, target: int) -> float:
        """Return what a territory is worth, were it taken now."""
        view = self.view
        game, owner = view.game, view.owners[target]
        continent = game.continent_of[target]
        bonus, members = game.continents[continent]
        own, size = self._own[continent], len(members)
        worth = TERRITORY + (0 if view.conquered else self._card)
        if own + 1 == size:
            worth += TURNS * bonus
        else:
            worth += PROGRESS * bonus * (own + 1) / size
        if owner != NEUTRAL:
            worth += TERRITORY * self._share
            if self._holders[continent] == owner:
                worth += TURNS * bonus * self._share
            if self._held[owner] == 1:
                worth += FINISHED + self._card * len(view.hands[owner])
        return worth

    def harm(self, target: int) -> float:
        """Return what each army killed there is worth: of one rival among many, a part."""
        return 0.0 if self.view.owners[target] == NEUTRAL else self._share
