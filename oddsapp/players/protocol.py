"""What a player is to the game loop: somebody who is shown a view and answers with an action."""

from __future__ import annotations

from typing import Protocol

from oddsapp.engine.actions import Action
from oddsapp.engine.state import GameState


class Player(Protocol):
    """Whoever decides: a bot, or what stands for a person.

    A player who is random takes a generator when it is made: whoever starts the game owns all
    randomness.

    Examples
    --------
    >>> from random import Random
    >>> import oddsapp
    >>> class First:
    ...     def decide(self, view):
    ...         return next(oddsapp.legal_actions(view)).largest
    >>> rng = Random(7)
    >>> rivals = [First(), oddsapp.make_bot("odds", rng)]
    >>> oddsapp.play_game(oddsapp.new_game("classic", players=2), rivals, rng).winners
    (1,)
    """

    def decide(self, view: GameState) -> Action:
        """Return one of the legal actions of a view.

        Parameters
        ----------
        view : GameState
            What `oddsapp.engine.player_view` shows of the state; ``view.viewer`` is whose
            view it is, who need not be the player whose turn it is: defenders are asked for
            dice, everybody for consent.
        """
        ...
