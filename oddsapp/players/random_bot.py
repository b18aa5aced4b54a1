"""The random bot: any legal action, whatever it leads to."""

from __future__ import annotations

from oddsapp.engine.actions import Action
from oddsapp.engine.classic import legal_actions
from oddsapp.engine.state import GameState
from oddsapp.players.random_plans import random_plan
from oddsapp.pmf import Generator


class RandomBot:
    """Picks a kind of action from all that are legal, and then its amount, all alike.

    Where all play at the same time it writes plans of several orders at random.

    Parameters
    ----------
    rng : numpy.random.Generator or random.Random
    """

    def __init__(self, rng: Generator) -> None:
        self._rng = rng

    def decide(self, view: GameState) -> Action:
        """Return any legal action."""
        plan = random_plan(view, self._rng)
        if plan is not None:
            return plan
        choices = list(legal_actions(view))
        chosen = choices[int(len(choices) * self._rng.random())]
        return chosen.with_amount(chosen.least + int(len(chosen) * self._rng.random()))
