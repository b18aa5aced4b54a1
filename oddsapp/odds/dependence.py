"""Why the pairs of one roll are dependent: their joint chances against the product.

The dice of a side are sorted, so its second die is never above its first: what the first
comparison tells about the highest dice, it tells about the second ones too.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product

from oddsapp.combat.roll import Winner, comparison
from oddsapp.combat.throws import as_plain_die, compared_dice
from oddsapp.errors import InvalidInput
from oddsapp.odds.mistaken_rolls import pair_chances
from oddsapp.rules import RankedDice


@dataclass(frozen=True, kw_only=True)
class PairTable:
    """Who wins the first and the second comparison of one roll, together and each alone.

    Parameters
    ----------
    dice : tuple of int
        The attacker's and the defender's number of dice.
    joint : mapping
        (winner of the first pair, winner of the second) -> probability.
    first, second : mapping
        The chances of each pair whatever the other brings: the margins of the table.
    """

    dice: tuple[int, int]
    joint: Mapping[tuple[Winner, Winner], Fraction]
    first: Mapping[Winner, Fraction]
    second: Mapping[Winner, Fraction]

    def multiplied(self, first: Winner, second: Winner) -> Fraction:
        """Return what multiplying makes of a field of the table: right only if independent."""
        return self.first[first] * self.second[second]

    def second_given(self, second: Winner, first: Winner) -> Fraction:
        """Return the chance of the second pair once the first is known.

        Raises
        ------
        InvalidInput
            If the first pair never ends like that.

        Examples
        --------
        >>> table = pair_table(RankedDice(), (3, 2))
        >>> float(table.second_given(Winner.ATTACKER, Winner.ATTACKER)) > table.second[
        ...     Winner.ATTACKER
        ... ]
        True
        """
        if not self.first[first]:
            raise InvalidInput("that never happens in the first pair, so nothing follows from it")
        return self.joint[first, second] / self.first[first]

    @property
    def covariance(self) -> Fraction:
        """Covariance of the attacker's two wins, 0 if the pairs were independent.

        Examples
        --------
        >>> pair_table(RankedDice(), (3, 2)).covariance
        Fraction(1287433, 15116544)
        """
        both = Winner.ATTACKER, Winner.ATTACKER
        return self.joint[both] - self.multiplied(*both)


def pair_table(rules: RankedDice, dice: tuple[int, int]) -> PairTable:
    """Return the chances of the first two comparisons of a roll.

    Parameters
    ----------
    rules : RankedDice
    dice : tuple of int
        The attacker's and the defender's number of dice, two or more each.

    Raises
    ------
    InvalidInput
        If a side rolls one die only: then there is no second pair.

    Examples
    --------
    >>> table = pair_table(RankedDice(), (3, 2))
    >>> table.joint[Winner.ATTACKER, Winner.ATTACKER]
    Fraction(1445, 3888)
    >>> float(table.multiplied(Winner.ATTACKER, Winner.ATTACKER)).__round__(6)
    0.286489
    """
    if min(dice) < 2:
        raise InvalidInput("a second pair takes two dice or more on each side")
    attack_die, attack_bonus = as_plain_die(rules.attack_die, rules.attack_bonus)
    defence_die, defence_bonus = as_plain_die(rules.defence_die, rules.defence_bonus)
    defence = compared_dice(defence_die, defence_bonus, dice[1], 2)
    total = attack_die.sides ** dice[0] * defence_die.sides ** dice[1]
    ways = dict.fromkeys(product(Winner, Winner), 0)
    for attackers, weight in compared_dice(attack_die, attack_bonus, dice[0], 2):
        for defenders, other in defence:
            first, second = (
                comparison(a, d, rules.ties)
                for a, d in zip(attackers[:2], defenders[:2], strict=True)
            )
            ways[first, second] += weight * other
    return PairTable(
        dice=dice,
        joint={pair: Fraction(n, total) for pair, n in ways.items()},
        first=pair_chances(rules, dice, 0),
        second=pair_chances(rules, dice, 1),
    )
