"""The exact distribution of one roll: what `oddsapp.combat.roll` says, summed over all faces.

Every distribution here is integers over a total; nothing is rounded and nothing normalised.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from itertools import product
from math import comb, gcd, prod
from operator import mul
from typing import TYPE_CHECKING

from oddsapp.combat.roll import (
    Winner,
    casualties,
    comparison,
    mass_losses,
    ranked_losses,
    rival_losses,
)
from oddsapp.combat.throws import MOST_ROLLS, as_plain_die, compared_dice, count_throws
from oddsapp.dice import Die
from oddsapp.errors import InvalidInput
from oddsapp.rules import ColouredDice, RankedDice, SpoilsReading, Ties
from oddsapp.rules.round_table import Losses

if TYPE_CHECKING:
    from fractions import Fraction

MOST_COMPARISONS = 20_000
"""The most pairs of throws that one round is summed over one by one."""

MOST_FALLS = 4_000_000
"""The most ways in which the dice of rivals can fall."""

_FEW_FALLS = 2_000
"""Up to here they are gone through one by one."""

_BITS = 62

NEVER_ENDS = (
    "with these dice and ties this battle can come to a point where no roll ever costs anybody"
    " anything, so it never ends; let ties go to one side, or take dice that can differ"
)
"""The refusal of a battle that may go on for ever."""

AT_ONCE = (
    "a balanced blitz is fought at once and has no rolls one by one, which this is about; ask the"
    " same under true dice, classic for instance"
)
"""The refusal to tell of the rolls of a battle that has none."""


@dataclass(frozen=True)
class Round:
    """One roll of a battle: what each army loses, with integer weights.

    Parameters
    ----------
    outcomes : tuple of (losses, weight)
        Losses have one number per army, in the battle's order.

    Examples
    --------
    >>> roll = ranked_round(RankedDice(), 3, 2)
    >>> roll.total, dict(roll.outcomes)
    (7776, {(0, 2): 2890, (1, 1): 2611, (2, 0): 2275})
    >>> roll.probability((1, 1))
    Fraction(2611, 7776)
    """

    outcomes: tuple[tuple[Losses, int], ...]

    @classmethod
    def from_weights(cls, weights: Iterable[tuple[Losses, int]]) -> Round:
        """Return the round in which equal losses are counted together."""
        merged: dict[Losses, int] = {}
        for losses, weight in weights:
            merged[losses] = merged.get(losses, 0) + weight
        return cls(tuple(sorted(merged.items())))

    @cached_property
    def total(self) -> int:
        """The sum of all weights."""
        return sum(weight for _, weight in self.outcomes)

    def probability(self, losses: Losses) -> Fraction:
        """Return the probability of just these losses."""
        from fractions import Fraction

        return Fraction(dict(self.outcomes).get(losses, 0), self.total)

    @cached_property
    def changing(self) -> Round:
        """The round given that somebody loses something, its weights in lowest terms.

        A roll that changes nothing is repeated, so this is what decides the battle.

        Raises
        ------
        InvalidInput
            If nobody ever loses anything.
        """
        changing = [(losses, weight) for losses, weight in self.outcomes if any(losses)]
        if not changing:
            raise InvalidInput(NEVER_ENDS)
        common = gcd(*(weight for _, weight in changing))
        return Round(tuple((losses, weight // common) for losses, weight in changing))


@cache
def ranked_round(rules: RankedDice, attack_dice: int, defence_dice: int) -> Round:
    """Return the round of classic combat for these numbers of dice (C-4).

    A sum over the highest dice of both sides; where these are too many, value by value.

    Raises
    ------
    InvalidInput
        If the rules fight a battle at once, or a bonus on the highest or the lowest die makes
        more than `MOST_ROLLS` pairs of throws.
    """
    if rules.balance is not None:
        raise InvalidInput(AT_ONCE)
    if rules.round_table is not None:
        return Round(rules.round_table.row(attack_dice, defence_dice))
    compared = min(attack_dice, defence_dice)
    attack_die, attack_bonus = as_plain_die(rules.attack_die, rules.attack_bonus)
    defence_die, defence_bonus = as_plain_die(rules.defence_die, rules.defence_bonus)
    pairs = count_throws(attack_die, attack_bonus, attack_dice, compared) * count_throws(
        defence_die, defence_bonus, defence_dice, compared
    )
    if pairs > MOST_COMPARISONS:
        if not attack_bonus and not defence_bonus:
            plain = replace(rules, attack_die=attack_die, defence_die=defence_die)
            return Round.from_weights(_by_value(plain, attack_dice, defence_dice))
        if pairs > MOST_ROLLS:
            raise InvalidInput(
                f"{attack_dice} dice against {defence_dice} make {pairs:,} pairs of throws to"
                f" compare, with a bonus that moves one die; the limit is {MOST_ROLLS:,}"
            )
    defence = compared_dice(defence_die, defence_bonus, defence_dice, compared)
    return Round.from_weights(
        (ranked_losses(attack, defend, rules.ties), weight * other)
        for attack, weight in compared_dice(attack_die, attack_bonus, attack_dice, compared)
        for defend, other in defence
    )


def _by_value(rules: RankedDice, attack_dice: int, defence_dice: int) -> list[tuple[Losses, int]]:
    """Count the losses by going through the values of the dice, highest first.

    How a pair of dice compares is settled at the value at which the first of the two is met.
    A state is how many dice of each side have been met, and what has been lost so far.
    """
    attack, defence = rules.attack_die.counts, rules.defence_die.counts
    pairs = min(attack_dice, defence_dice)
    states: dict[tuple[int, int, int, int], int] = {(0, 0, 0, 0): 1}
    for value in sorted({*attack, *defence}, reverse=True):
        after: dict[tuple[int, int, int, int], int] = {}
        for (met, met_too, attack_lost, defence_lost), weight in states.items():
            for a in range(attack_dice - met + 1 if value in attack else 1):
                ways = weight * comb(attack_dice - met, a) * attack.get(value, 0) ** a
                for d in range(defence_dice - met_too + 1 if value in defence else 1):
                    more = comb(defence_dice - met_too, d) * defence.get(value, 0) ** d
                    lost, hit = _settled(rules.ties, (met, met + a), (met_too, met_too + d), pairs)
                    key = met + a, met_too + d, attack_lost + lost, defence_lost + hit
                    after[key] = after.get(key, 0) + ways * more
        states = after
    return [
        ((attack_lost, defence_lost), weight)
        for (met, met_too, attack_lost, defence_lost), weight in states.items()
        if met == attack_dice and met_too == defence_dice
    ]


def _settled(
    ties: Ties, attack: tuple[int, int], defence: tuple[int, int], pairs: int
) -> tuple[int, int]:
    """Return what the pairs cost whose first die is met at one value.

    ``attack`` and ``defence`` are the ranks from and to which a side's dice show that value;
    so many pairs are compared at all.
    """
    a_from, a_to, d_from, d_to = (min(rank, pairs) for rank in (*attack, *defence))
    winners = (
        [comparison(1, 1, ties)] * max(0, min(a_to, d_to) - max(a_from, d_from))
        + [comparison(1, 0, ties)] * max(0, a_to - max(a_from, d_to))
        + [comparison(0, 1, ties)] * max(0, d_to - max(d_from, a_to))
    )
    return winners.count(Winner.DEFENDER), winners.count(Winner.ATTACKER)


@lru_cache(maxsize=4096)
def count_winners(
    rules: ColouredDice, attack_tiers: tuple[int, ...], defence_tier: int
) -> tuple[int, tuple[int, ...]]:
    """Return the weight that the defender beats all attackers, and that 1, 2, … of them win.

    With ties to nobody there are rolls besides in which nobody wins and not all are beaten.
    """
    beaten = 0
    weights = [0] * (len(attack_tiers) + 1)
    for face, faces in rules.die(defence_tier).counts.items():
        ways, all_beaten = [faces], faces
        for tier in attack_tiers:
            counted = _winning_faces(rules, tier, face)
            good = counted[Winner.ATTACKER]
            bad = rules.die(tier).sides - good
            ways = [a * bad + b * good for a, b in zip([*ways, 0], [0, *ways], strict=True)]
            all_beaten *= counted[Winner.DEFENDER]
        weights = [a + b for a, b in zip(weights, ways, strict=True)]
        beaten += all_beaten
    return beaten, tuple(weights[1:])


@lru_cache(maxsize=4096)
def _winning_faces(rules: ColouredDice, tier: int, defence: int) -> dict[Winner, int]:
    """Count the faces of an attacker's die by who wins against that defender's face."""
    counted = dict.fromkeys(Winner, 0)
    for face, faces in rules.die(tier).counts.items():
        counted[comparison(face, defence, rules.ties)] += faces
    return counted


def attack_costs(
    rules: ColouredDice, attack_tiers: Sequence[int], defence_tier: int
) -> tuple[int, ...]:
    """Return what a lost comparison costs each attacker and, last, the defender (M-4)."""
    ranks = [rules.ranks[tier] for tier in (*attack_tiers, defence_tier)]
    return casualties(rules.casualties, rules.fixed_casualties, ranks)


@lru_cache(maxsize=4096)
def mass_round(rules: ColouredDice, attack_tiers: tuple[int, ...], defence_tier: int) -> Round:
    """Return the round of an invasion or mass invasion: losses by attacker, defender last.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> dict(mass_round(find_ruleset("risk2").combat, (0,), 0).outcomes)
    {(0, 1): 88, (1, 0): 56}
    """
    costs = attack_costs(rules, attack_tiers, defence_tier)
    weights: list[tuple[Losses, int]] = []
    for face, faces in rules.die(defence_tier).counts.items():
        chances = [
            [(winner, n) for winner, n in _winning_faces(rules, tier, face).items() if n]
            for tier in attack_tiers
        ]
        for results in product(*chances):
            losses = mass_losses([winner for winner, _ in results], costs, rules.mass_reading)
            weights.append((losses, faces * prod(n for _, n in results)))
    return Round.from_weights(weights)


@lru_cache(maxsize=4096)
def rival_round(rules: ColouredDice, tiers: tuple[int, ...], owners: tuple[int, ...]) -> Round:
    """Return the round of a border clash or of the spoils of war, losses by army (M-7, M-8).

    Raises
    ------
    InvalidInput
        If it would be a sum over more than `MOST_FALLS` rolls.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> dict(rival_round(find_ruleset("risk2").combat, (0, 0), (0, 1)).outcomes)
    {(0, 0): 32, (0, 1): 56, (1, 0): 56}
    """
    dice = [rules.die(tier) for tier in tiers]
    rolls = prod(len(die.counts) for die in dice)
    if rolls > MOST_FALLS:
        raise InvalidInput(
            f"{len(tiers)} dice can fall in {rolls:,} ways; the limit is {MOST_FALLS:,}"
        )
    costs = casualties(rules.casualties, rules.fixed_casualties, [rules.ranks[t] for t in tiers])
    hits = _hits(owners, rules.spoils_reading)
    weights: dict[Losses, int] = {}
    for ranks, weight in _falls(dice):
        if ranks not in hits:
            hits[ranks] = rival_losses(ranks, owners, (1,) * len(owners), rules.spoils_reading)
        # How often an army is hit follows from the dice, what a hit costs from its tier.
        lost = tuple(map(mul, hits[ranks], costs))
        weights[lost] = weights.get(lost, 0) + weight
    return Round.from_weights(weights.items())


@lru_cache(maxsize=64)
def _hits(owners: tuple[int, ...], reading: SpoilsReading) -> dict[tuple[int, ...], Losses]:
    """Return the memory of how often each army is hit, by the order of the dice."""
    del owners, reading  # each pair of them has a memory of its own
    return {}


def _falls(dice: Sequence[Die]) -> Iterable[tuple[tuple[int, ...], int]]:
    """Return the orders in which dice can fall, as ranks from 0, each with its weight.

    Only the order of the dice matters among rivals. Where they fall in many ways these are
    counted with numpy, in integers that a float holds exactly.
    """
    values = sorted({value for die in dice for value in die.counts})
    rolls = prod(len(die.counts) for die in dice)
    if rolls <= _FEW_FALLS or len(values) > _BITS or prod(die.sides for die in dice) >= 2**53:
        return (
            (_ranks([value for value, _ in fall]), prod(faces for _, faces in fall))
            for fall in product(*(die.counts.items() for die in dice))
        )
    import numpy as np

    place = {value: n for n, value in enumerate(values)}
    shape = tuple(len(die.counts) for die in dice)
    columns = []
    weights = np.ones(rolls)
    for axis, die in enumerate(dice):
        here = np.indices(shape, sparse=True)[axis]
        along = np.broadcast_to(here, shape).ravel()
        columns.append(np.array([place[value] for value in die.counts])[along])
        weights *= np.array([float(faces) for faces in die.counts.values()])[along]
    shown = np.bitwise_or.reduce([1 << column for column in columns])
    order = np.zeros(rolls, dtype=np.int64)
    for column in columns:
        order = order * len(dice) + np.bitwise_count(shown & ((1 << column) - 1))
    orders, made = np.unique(order, return_inverse=True)
    sums = np.bincount(made, weights=weights)
    digits = [orders // len(dice) ** n % len(dice) for n in range(len(dice) - 1, -1, -1)]
    return zip(
        zip(*(digit.tolist() for digit in digits), strict=True),
        (int(total) for total in sums.tolist()),
        strict=True,
    )


def _ranks(roll: Sequence[int]) -> tuple[int, ...]:
    """Return the ranks of the dice of a roll, the lowest 0, equal dice alike."""
    rank = {value: n for n, value in enumerate(sorted(set(roll)))}
    return tuple(rank[value] for value in roll)
