"""What taking a territory is worth to the player whose turn it is, in armies."""

from __future__ import annotations

from typing import NamedTuple

from oddsapp.engine.cards import set_value
from oddsapp.engine.game import NEUTRAL
from oddsapp.engine.state import GameState
from oddsapp.players.evaluation import enemy_owners, holder

CARDS_PER_SET = 3.5
"""How many cards it takes on average until three of them are a set."""


class Weights(NamedTuple):
    """What the parts of a position are worth, in armies.

    Parameters
    ----------
    territory : float
        A territory: a third of an army for each turn that it is held.
    turns : float
        For how many turns a continent's bonus counts, won or taken from a rival.
    progress : float
        What part of its bonus a continent is worth while territories are missing.
    finished : float
        The end of a rival, besides the cards.
    many : float
        With more armies than so many, each is worth less: a hundred to spare are not worth
        five times what twenty are.
    patience : float
        After so many rounds armies are worth less with each: where everybody waits for somebody
        else to spend his, no game is ever over.
    """

    territory: float = 0.7
    turns: float = 1.6
    progress: float = 0.5
    finished: float = 4.0
    many: float = 50.0
    patience: float = 20.0


class Gains:
    """What every enemy territory of one view is worth.

    Parameters
    ----------
    view : GameState
    weights : Weights
    """

    def __init__(self, view: GameState, weights: Weights) -> None:
        self.view, self.weights = view, weights
        self.enemies = enemy_owners(view, view.player)
        game, owners = view.game, view.owners
        self._held = [owners.count(other) for other in range(game.players)]
        living = sum(self._held[other] > 0 for other in self.enemies if other >= 0)
        # What harms one of several rivals helps the others as well.
        self._share = 1 / max(1, living)
        self._own = [
            sum(owners[territory] == view.player for territory in members)
            for _, members in game.continents
        ]
        self._holders = [holder(view, number) for number in range(len(game.continents))]
        self._card = set_value(game.rules.cards, view.sets_traded, [None] * 3) / CARDS_PER_SET
        totals = [0] * (game.players + 1)  # the neutral side last, as in `NEUTRAL`
        for owner, armies in zip(owners, view.armies, strict=True):
            totals[owner] += armies
        patience = min(1.0, weights.patience / view.round)
        self._worth = [patience * min(1.0, weights.many / max(1, total)) for total in totals]

    @property
    def own_army(self) -> float:
        """What an army of one's own is worth."""
        return self._worth[self.view.player]

    def harm(self, target: int) -> float:
        """Return what each army killed there is worth."""
        owner = self.view.owners[target]
        return 0.0 if owner == NEUTRAL else self._share * self._worth[owner]

    def of(self, target: int) -> float:
        """Return what a territory is worth, were it taken now, the card of the turn included."""
        view, weights = self.view, self.weights
        owner, continent = view.owners[target], view.game.continent_of[target]
        bonus, members = view.game.continents[continent]
        own = self._own[continent] + 1
        worth = weights.territory + (0.0 if view.conquered else self._card)
        if own == len(members):
            worth += weights.turns * bonus
        else:
            worth += weights.progress * bonus * own / len(members)
        if owner != NEUTRAL:
            worth += weights.territory * self._share
            if self._holders[continent] == owner:
                worth += weights.turns * bonus * self._share
            if self._held[owner] == 1:
                worth += self.end_of(owner)
        return worth

    def of_all(self, targets: list[int]) -> float:
        """Return what several territories are worth, their continents left out."""
        worth = 0.0
        for target in targets:
            rival = self.view.owners[target] != NEUTRAL
            worth += self.weights.territory * (1 + self._share * rival)
        return worth

    def bonus_of(self, continent: int) -> float:
        """Return what a whole continent is worth, besides its territories."""
        return self.weights.turns * self.view.game.continents[continent][0]

    def end_of(self, rival: int) -> float:
        """Return what the end of a rival is worth, the cards included (K-10)."""
        return self.weights.finished + self._card * len(self.view.hands[rival])
