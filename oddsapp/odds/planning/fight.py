"""One attack of a plan, fought to its end, with the dice chosen at every roll.

What follows a conquest depends on the armies left *and* on the dice of the last roll, for
at least as many must move in (C-6). So an attack is a small decision process: from force f
against d defenders,

    B(f, d) = max over k dice of  sum over losses (i, j) of p_k(i, j) B(f - i, d - j),

where a conquest with k dice and s armies left in both territories is worth G(k, s), and a
beaten attack is worth what is left of the plan without it. It is solved here for many
attacks at once, an array over all of them in every state.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from oddsapp.combat.round import ranked_round
from oddsapp.odds.arithmetic import Floats, Fractions
from oddsapp.rules import RankedDice

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

Rolls = tuple[tuple[int, tuple[tuple[int, int, Any], ...]], ...]
"""For each number of dice one may choose: (attackers lost, defenders lost, probability)."""


@dataclass(frozen=True)
class Dice:
    """The rolls that an attacker may choose from.

    Parameters
    ----------
    combat : RankedDice
    full_dice : bool
        Whether the largest number allowed is the only choice.
    exact : bool
        Probabilities as fractions.

    Examples
    --------
    >>> from oddsapp.rules import RankedDice
    >>> [dice for dice, _ in Dice(RankedDice()).rolls(5, 2)]
    [3, 2, 1]
    """

    combat: RankedDice
    full_dice: bool = False
    exact: bool = False

    @property
    def most(self) -> int:
        """The most dice of a roll."""
        return self.combat.attack_dice

    def rolls(self, force: int, defenders: int) -> Rolls:
        """Return the rolls of a force against defenders, most dice first (C-2, C-3)."""
        return _rolls(self, min(force, self.most), min(defenders, self.combat.defence_dice))


@lru_cache(maxsize=256)
def _rolls(dice: Dice, attack: int, defence: int) -> Rolls:
    numbers: Any = Fractions() if dice.exact else Floats()
    choices = [attack] if dice.full_dice else range(attack, 0, -1)
    rolls = []
    for chosen in choices:
        # A roll that changes nothing is repeated with the same dice.
        roll = ranked_round(dice.combat, chosen, defence).changing
        outcomes = tuple(
            (i, j, numbers.coefficient(weight, roll.total, i + j))
            for (i, j), weight in roll.outcomes
        )
        rolls.append((chosen, outcomes))
    return tuple(rolls)


def fight_all(
    conquered: NDArray[Any], defenders: NDArray[np.int64], dice: Dice, beaten: Any
) -> NDArray[Any]:
    """Return what attacks are worth, for every number of armies they may begin with.

    Parameters
    ----------
    conquered : array, shape (dice + 1, armies + 1, attacks)
        G(k, s): the worth of a conquest after a last roll of k dice with s armies left.
    defenders : array of int, shape (attacks,)
    dice : Dice
    beaten : float or Fraction
        The worth of a beaten attack.

    Returns
    -------
    array, shape (armies + 1, attacks)
        Indexed by the armies on the attacking territory; 0 or 1 cannot attack.
    """
    import numpy as np

    armies, attacks = conquered.shape[1] - 1, conquered.shape[2]
    most = int(defenders.max())
    # worth[f, d]: in the fight, by force and defenders.
    worth = np.full((armies, most + 1, attacks), beaten, dtype=conquered.dtype)
    for force in range(1, armies):
        for left in range(1, most + 1):
            best: Any = None
            for chosen, outcomes in dice.rolls(force, left):
                value: Any = None
                for i, j, chance in outcomes:
                    if i >= force:
                        term = beaten * chance
                    elif j >= left:
                        term = conquered[chosen, force - i + 1] * chance
                    else:
                        term = worth[force - i, left - j] * chance
                    value = term if value is None else value + term
                best = value if best is None else np.maximum(best, value)
            worth[force, left] = best
    result = np.full((armies + 1, attacks), beaten, dtype=conquered.dtype)
    result[2:] = worth[1:, defenders, np.arange(attacks)]
    return result


@dataclass(frozen=True)
class DiceAdvice:
    """Where in an attack fewer dice than allowed are worth more.

    Parameters
    ----------
    armies, defenders : int
        What stands in both territories before the roll.
    dice : int
        How many to roll.
    """

    armies: int
    defenders: int
    dice: int


def advise_dice(
    conquered: list[dict[int, Any]], armies: int, defenders: int, dice: Dice, beaten: list[Any]
) -> tuple[DiceAdvice, ...]:
    """Return the states of one attack in which fewer dice are strictly better.

    Parameters
    ----------
    conquered : list of dict
        G(k, s) as ``conquered[s][k]``.
    armies, defenders : int
    dice : Dice
    beaten : list
        The worth of a beaten attack, by defenders left.
    """
    worth: dict[tuple[int, int], Any] = {}
    advice = []
    for force in range(1, armies):
        for left in range(1, defenders + 1):
            values = {}
            for chosen, outcomes in dice.rolls(force, left):
                value = 0
                for i, j, chance in outcomes:
                    if i >= force:
                        term = beaten[max(left - j, 0)]
                    elif j >= left:
                        term = conquered[force - i + 1][chosen]
                    else:
                        term = worth[force - i, left - j]
                    value += chance * term
                values[chosen] = value
            full = max(values)
            best = max(values, key=lambda chosen: (values[chosen], chosen))
            worth[force, left] = values[best]
            # A difference in the last digit of a float is none.
            if best != full and values[best] - values[full] > 1e-12:
                advice.append(DiceAdvice(force + 1, left, best))
    return tuple(advice)
