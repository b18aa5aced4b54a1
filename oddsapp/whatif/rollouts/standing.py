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
from oddsapp.whatif.rollouts.hand_worth import hand_worth

ARMY, TERRITORY, BONUS = 100, 30, 100
"""What an army, a territory, and an army of a continent's bonus add to a player's strength;
each hundredth of a set adds 1 for each army that a set is worth now. Of those tried these
explained most."""
CARD = 50
"""A card that is still to be drawn, in hundredths of a set."""
POWERS = (3, 7)
"""A player is taken to win with a probability in proportion to these powers of his strength:
the higher one fits players who never give an advantage away."""


class Standing(NamedTuple):
    """How all players stand while a battle is about to be fought.

    Parameters
    ----------
    strengths : list of number
        Of each player; 0 for who is out.
    attacker, defender : int
        The owner of the target may be `NEUTRAL`, who is nobody's rival.
    gain, loss : int
        By how much a conquest makes one stronger and the other weaker, armies left aside.
    last : bool
        Whether it is the last territory of its owner.
    """

    strengths: list[Any]
    attacker: int
    defender: int
    gain: int
    loss: int
    last: bool

    def taken(self, lost: Any, killed: Any) -> list[Any]:
        """Return the strengths after a conquest that cost so many armies."""
        strengths = list(self.strengths)
        strengths[self.attacker] += self.gain - ARMY * lost
        if self.defender >= 0:
            left = strengths[self.defender] - self.loss - ARMY * killed
            strengths[self.defender] = 0 if self.last else max(0, left)
        return strengths

    def held(self, lost: Any, killed: Any) -> list[Any]:
        """Return the strengths after an attack without a conquest."""
        strengths = list(self.strengths)
        strengths[self.attacker] -= ARMY * lost
        if self.defender >= 0:
            strengths[self.defender] = max(0, strengths[self.defender] - ARMY * killed)
        return strengths


def strengths_of(state: GameState, one: Any = 1.0) -> list[Any]:
    """Return the strength of each player; that of the neutral side comes last.

    Parameters
    ----------
    state : GameState
    one : float or Fraction
        The 1 of the numbers that are wanted.
    """
    game = state.game
    armies = [0] * (game.players + 1)
    for owner, number in zip(state.owners, state.armies, strict=True):
        armies[owner] += number
    worth = set_worth(state)
    strengths = [0 * one] * len(armies)
    for player, hand in enumerate(state.hands):
        if armies[player]:
            cards = worth * hand_worth(game, hand) + TERRITORY * state.owners.count(player)
            strengths[player] = one * (ARMY * (armies[player] + state.reserves[player]) + cards)
    owners = state.owners
    for bonus, members in game.continents:
        owner = owners[members[0]]
        for place in members:
            if owners[place] != owner:
                break
        else:
            strengths[owner] += BONUS * bonus
    return strengths


def set_worth(state: GameState) -> int:
    """Return how many armies a set is worth now."""
    return set_value(state.game.rules.cards, state.sets_traded, (None,) * 3)


def standing(state: GameState, one: Any = 1.0) -> Standing:
    """Return how the players stand where a battle is about to be fought."""
    game, owners, assault = state.game, state.owners, state.assault
    assert assault is not None
    attacker, target = state.player, assault.target
    defender = owners[target]
    bonus, members = game.continents[game.continent_of[target]]
    others = {owners[place] for place in members if place != target}
    gain = TERRITORY + BONUS * bonus * (others <= {attacker})
    loss = TERRITORY + BONUS * bonus * (others <= {defender})
    worth = set_worth(state)
    last = defender >= 0 and owners.count(defender) == 1
    if last:
        hands = state.hands
        more = hand_worth(game, (*hands[attacker], *hands[defender]))
        gain += worth * (more - hand_worth(game, hands[attacker]))
    if not state.conquered:
        gain += worth * CARD
    return Standing(strengths_of(state, one)[:-1], attacker, defender, gain, loss, last)


def guesses(strengths: Sequence[Any], power: int) -> list[Any]:
    """Return the guess at each player's win.

    Parameters
    ----------
    strengths : sequence of number
        Floats or fractions, at least one of them above 0.
    power : int

    Examples
    --------
    >>> guesses([1.0, 3.0, 0.0], 2)
    [0.1, 0.9, 0.0]
    """
    powers = [strength**power for strength in strengths]
    total = sum(powers)
    return [power / total for power in powers]
