"""A quick guess at who will win, before and after a battle: how the players stand.

It need not be right. Whatever it says of the ends of a battle, what it says of the one that
came up has to be held against its exact mean over all of them, and that difference has the
mean 0. The better it guesses, the more of the difference between roll-outs it explains.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from oddsapp.engine.cards import set_value
from oddsapp.engine.state import GameState

ARMY, TERRITORY, BONUS, CARD = 10, 3, 10, 5
"""What an army, a territory, an army of a continent's bonus, and a card for each army that a
set is worth now, add to a player's strength. Of those tried these explained most."""
POWERS = (3, 7)
"""A player is taken to win with a probability in proportion to these powers of his strength:
the higher one fits players who never give an advantage away."""


class Standing(NamedTuple):
    """How all players stand while a battle is about to be fought.

    Parameters
    ----------
    strengths : list of int
        Of each player; 0 for who is out.
    attacker, defender : int
        The owner of the target may be `NEUTRAL`, who is nobody's rival.
    gain, loss : int
        By how much a conquest makes one stronger and the other weaker, armies left aside.
    last : bool
        Whether it is the last territory of its owner.
    """

    strengths: list[int]
    attacker: int
    defender: int
    gain: int
    loss: int
    last: bool

    def taken(self, lost: Any, killed: Any) -> list[Any]:
        """Return the strengths after a conquest that cost so many armies."""
        strengths: list[Any] = list(self.strengths)
        strengths[self.attacker] += self.gain - ARMY * lost
        if self.defender >= 0:
            left = strengths[self.defender] - self.loss - ARMY * killed
            strengths[self.defender] = 0 if self.last else max(0, left)
        return strengths

    def held(self, lost: Any, killed: Any) -> list[Any]:
        """Return the strengths after an attack without a conquest."""
        strengths: list[Any] = list(self.strengths)
        strengths[self.attacker] -= ARMY * lost
        if self.defender >= 0:
            strengths[self.defender] = max(0, strengths[self.defender] - ARMY * killed)
        return strengths


def standing(state: GameState) -> Standing:
    """Return how the players stand where a battle is about to be fought."""
    game, owners, assault = state.game, state.owners, state.assault
    assert assault is not None
    attacker, target = state.player, assault.target
    defender = owners[target]
    # One entry more: the neutral side's, last as in `NEUTRAL`.
    strengths = [0] * (game.players + 1)
    held = [0] * (game.players + 1)
    for owner, armies in zip(owners, state.armies, strict=True):
        strengths[owner] += armies
        held[owner] += 1
    worth = CARD * set_value(game.rules.cards, state.sets_traded, (None,) * 3)
    for player, hand in enumerate(state.hands):
        strengths[player] = (
            ARMY * (strengths[player] + state.reserves[player])
            + TERRITORY * held[player]
            + worth * len(hand)
            if held[player]
            else 0
        )
    gain = loss = TERRITORY
    for bonus, members in game.continents:
        whole = {owners[place] for place in members}
        if len(whole) == 1:
            strengths[whole.pop()] += BONUS * bonus
    bonus, members = game.continents[game.continent_of[target]]
    others = {owners[place] for place in members if place != target}
    gain += BONUS * bonus * (others <= {attacker})
    loss += BONUS * bonus * (others <= {defender})
    last = defender >= 0 and held[defender] == 1
    if last:
        gain += worth * len(state.hands[defender])
    if not state.conquered:
        gain += worth
    return Standing(strengths[:-1], attacker, defender, gain, loss, last)


def guesses(strengths: Sequence[Any], power: int, one: Any = 1.0) -> list[Any]:
    """Return the guess at each player's win.

    Parameters
    ----------
    strengths : sequence of number
        At least one of them above 0.
    power : int
    one : float or Fraction
        The 1 of the numbers that are wanted.

    Examples
    --------
    >>> guesses([1, 3, 0], 2)
    [0.1, 0.9, 0.0]
    """
    powers = [strength**power for strength in strengths]
    share = one / sum(powers)
    return [power * share for power in powers]
