"""A quick guess at who will win, before and after a battle: how the players stand.

It need not be right. Whatever it says of the ends of a battle, what it says of the one that
came up has to be held against its exact mean over all of them, and that difference has the
mean 0. The better it guesses, the more of the difference between roll-outs it explains.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from oddsapp.engine.cards import set_value
from oddsapp.engine.state import GameState

TERRITORY, BONUS, SET = 4, 12, 1
"""What a territory, an army of a continent's bonus, and a card for each army that a set is
worth now, add to a player's strength; an army adds `ARMY`."""
ARMY = 4
POWERS = (2, 5)
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

    def after(self, lost: int, killed: int, taken: bool) -> tuple[int, int]:
        """Return the strengths of the attacker and the defender after a battle."""
        mine = self.strengths[self.attacker] - ARMY * lost
        if self.defender < 0:
            return mine + self.gain * taken, 0
        if taken:
            return mine + self.gain, 0 if self.last else max(0, self._rest(killed) - self.loss)
        return mine, self._rest(killed)

    def _rest(self, killed: int) -> int:
        return max(0, self.strengths[self.defender] - ARMY * killed)


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
    worth = SET * set_value(game.rules.cards, state.sets_traded, (None,) * 3)
    for player, hand in enumerate(state.hands):
        strengths[player] = (
            ARMY * (strengths[player] + state.reserves[player])
            + TERRITORY * held[player]
            + worth * len(hand)
            if held[player]
            else 0
        )
    gain = loss = TERRITORY
    contested = game.continent_of[target]
    for number, (bonus, members) in enumerate(game.continents):
        owner = owners[members[0]]
        if number == contested:
            others = {owners[place] for place in members if place != target}
            if not others or others == {attacker}:
                gain += BONUS * bonus
            if not others or others == {defender}:
                loss += BONUS * bonus
                strengths[defender] += BONUS * bonus
            continue
        for place in members:
            if owners[place] != owner:
                break
        else:
            strengths[owner] += BONUS * bonus
    last = defender >= 0 and held[defender] == 1
    if last:
        gain += worth * len(state.hands[defender])
    if not state.conquered:
        gain += worth
    return Standing(strengths[:-1], attacker, defender, gain, loss, last)


def guesses(
    stand: Standing,
    ends: Sequence[tuple[int, int]],
    of: Callable[[int, int], Any],
) -> list[list[Any]]:
    """Return for each power and player the guess at a win, at every end of a battle.

    Parameters
    ----------
    stand : Standing
    ends : sequence of (int, int)
        What `Standing.after` says of each end.
    of : callable
        Divides two whole numbers: as floats, or as fractions.
    """
    attacker, defender = stand.attacker, stand.defender
    rows: list[list[Any]] = []
    for power in POWERS:
        powers = [strength**power for strength in stand.strengths]
        others = sum(powers) - powers[attacker] - (powers[defender] if defender >= 0 else 0)
        mine = [end[0] ** power for end in ends]
        theirs = [end[1] ** power for end in ends]
        totals = [a + b + others or 1 for a, b in zip(mine, theirs, strict=True)]
        for player, own in enumerate(powers):
            of_player = mine if player == attacker else theirs if player == defender else None
            if of_player is None:
                rows.append([of(own, total) for total in totals])
            else:
                rows.append([of(one, total) for one, total in zip(of_player, totals, strict=True)])
    return rows
