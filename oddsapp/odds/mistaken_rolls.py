"""One roll, wrongly: what the known mistakes make of the chances of a roll.

The comparison of two dice is that of `oddsapp.combat`; wrong is only which dice are compared,
and how the comparisons are put together.
"""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from itertools import product
from math import comb, prod
from types import MappingProxyType

from oddsapp.combat.roll import Winner, comparison
from oddsapp.combat.round import ranked_round
from oddsapp.combat.throws import as_plain_die, compared_dice
from oddsapp.dice import Die
from oddsapp.rules import Bonus, RankedDice

Losses = Mapping[tuple[int, int], Fraction]
"""(attackers lost, defenders lost) -> probability."""

Chances = dict[tuple[int, int], Losses]
"""(attacker's dice, defender's dice) -> the losses of that roll."""


def _ranked(die: Die, thrown: int, rank: int) -> dict[int, Fraction]:
    """Return the distribution of the ``rank``-th highest of so many dice, rank 0 the highest.

    P(it is at most v) = sum over j >= thrown - rank of C(thrown, j) F^j (1 - F)^(thrown - j),
    with F = P(one die is at most v).
    """
    at_most, before = {}, Fraction(0)
    for value in die.counts:
        share = Fraction(sum(face <= value for face in die.faces), die.sides)
        reached = sum(
            (
                comb(thrown, low) * share**low * (1 - share) ** (thrown - low)
                for low in range(thrown - rank, thrown + 1)
            ),
            Fraction(0),
        )
        at_most[value] = reached - before
        before = reached
    return at_most


@lru_cache(maxsize=512)
def _of_rank(die: Die, bonus: Bonus, thrown: int, rank: int) -> Mapping[int, Fraction]:
    """Return what the ``rank``-th highest of so many dice counts, with its bonus."""
    die, bonus = as_plain_die(die, bonus)
    if not bonus:
        return _ranked(die, thrown, rank)
    chances: dict[int, Fraction] = {}
    for values, weight in compared_dice(die, bonus, thrown, rank + 1):
        before = chances.get(values[rank], Fraction(0))
        chances[values[rank]] = before + Fraction(weight, die.sides**thrown)
    return chances


@lru_cache(maxsize=512)
def pair_chances(rules: RankedDice, dice: tuple[int, int], rank: int) -> Mapping[Winner, Fraction]:
    """Return who wins the comparison of one rank, whatever the other comparisons bring.

    Parameters
    ----------
    rules : RankedDice
    dice : tuple of (int, int)
        How many dice the attacker and the defender roll.
    rank : int
        0 for the highest dice, 1 for the next.

    Examples
    --------
    >>> second = pair_chances(RankedDice(), (3, 2), 1)
    >>> second[Winner.ATTACKER] == Fraction(4724, 7776)
    True
    """
    chances = dict.fromkeys(Winner, Fraction(0))
    attackers = _of_rank(rules.attack_die, rules.attack_bonus, dice[0], rank)
    defenders = _of_rank(rules.defence_die, rules.defence_bonus, dice[1], rank)
    for (a, p), (d, q) in product(attackers.items(), defenders.items()):
        chances[comparison(a, d, rules.ties)] += p * q
    return MappingProxyType(chances)  # the same for all who ask


def independent_pairs(rules: RankedDice, dice: tuple[int, int]) -> Losses:
    """Return one roll as if its comparisons had nothing to do with each other (Tan 1997).

    Parameters
    ----------
    rules : RankedDice
    dice : tuple of (int, int)
        How many dice the attacker and the defender roll.

    Returns
    -------
    dict
        The mistaken probability of each pair (attackers lost, defenders lost).

    Examples
    --------
    >>> independent_pairs(RankedDice(), (2, 2))[0, 2] == Fraction(295, 1296)
    False
    >>> round(float(independent_pairs(RankedDice(), (2, 2))[0, 2]), 6)
    0.151835
    """
    return _together([pair_chances(rules, dice, rank) for rank in range(min(dice))])


def unsorted(rules: RankedDice, dice: tuple[int, int]) -> Losses:
    """Return one roll with the dice compared as they fell: every pair is one die v one."""
    return _together([pair_chances(rules, (1, 1), 0)] * min(dice))


def highest_only(rules: RankedDice, dice: tuple[int, int]) -> Losses:
    """Return one roll in which only the highest dice are compared."""
    return _together([pair_chances(rules, dice, 0)])


def highest_decides(rules: RankedDice, dice: tuple[int, int]) -> Losses:
    """Return one roll in which the loser of the first comparison loses all at stake."""
    stake = min(dice)
    lost = highest_only(rules, dice)
    return {(a * stake, d * stake): chance for (a, d), chance in lost.items()}


def _together(pairs: list[Mapping[Winner, Fraction]]) -> Losses:
    """Return the losses of independent comparisons."""
    losses: dict[tuple[int, int], Fraction] = {}
    for winners in product(*pairs):
        key = winners.count(Winner.DEFENDER), winners.count(Winner.ATTACKER)
        chance = prod((pair[w] for pair, w in zip(pairs, winners, strict=True)), start=Fraction(1))
        losses[key] = losses.get(key, Fraction(0)) + chance
    return {key: chance for key, chance in losses.items() if chance}


def true_chances(rules: RankedDice) -> Chances:
    """Return the right chances of every roll, to be changed."""
    chances: Chances = {}
    for dice in product(range(1, rules.attack_dice + 1), range(1, rules.defence_dice + 1)):
        roll = ranked_round(rules, *dice)
        chances[dice] = {
            (lost[0], lost[1]): Fraction(weight, roll.total) for lost, weight in roll.outcomes
        }
    return chances


_TAN = {
    # As printed, losses (attacker's, defender's). Two slips: the pairs are multiplied as if
    # independent, in both rows; and in the second row the second pair has 0.551 where even
    # then 0.6075 would belong.
    (2, 2): {(0, 2): Fraction(152, 1000), (1, 1): Fraction(475, 1000), (2, 0): Fraction(373, 1000)},
    (3, 2): {(0, 2): Fraction(259, 1000), (1, 1): Fraction(504, 1000), (2, 0): Fraction(237, 1000)},
}


def tan_printed(rules: RankedDice, dice: tuple[int, int]) -> Losses:
    """Return one roll as Tan printed it, of 2 v 2 or 3 v 2."""
    del rules
    return _TAN[dice]


def kill_all(
    table: Chances,
) -> Chances:
    """Let one die that beats the defender's highest remove every die of the defender."""
    return {
        (attack_dice, defence_dice): {
            (lost, killed * defence_dice): chance for (lost, killed), chance in row.items()
        }
        if attack_dice == 1
        else row
        for (attack_dice, defence_dice), row in table.items()
    }


def rounded(rules: RankedDice) -> Chances:
    """Return the right chances to four decimals: those of 3 v 2 add up to 1.0001."""
    return {
        dice: {losses: round(chance, 4) for losses, chance in row.items()}
        for dice, row in true_chances(rules).items()
    }
