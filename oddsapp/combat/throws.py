"""What equal dice of one side show, sorted, each throw counted once with its weight."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb, factorial, prod

from oddsapp.combat.roll import with_bonus
from oddsapp.dice import Die
from oddsapp.rules import NO_BONUS, Bonus

MOST_ROLLS = 400_000
"""The most rolls, equal dice not told apart, that a round is summed over one by one."""

Throw = tuple[tuple[int, ...], int]
"""(numbers sorted high to low, weight)."""


def as_plain_die(die: Die, bonus: Bonus) -> tuple[Die, Bonus]:
    """Return what a bonus on every die comes to: another die without one.

    Examples
    --------
    >>> as_plain_die(Die.numbered(4), Bonus(every=1))[0].faces
    (2, 3, 4, 4)
    """
    if not bonus or bonus.highest or bonus.lowest:
        return die, bonus
    return Die([with_bonus([face], bonus, die)[0] for face in die.faces]), NO_BONUS


def _looked_at(bonus: Bonus, thrown: int, kept: int) -> int:
    # Where nothing can overtake the dice kept, the others need not be looked at.
    return kept if bonus.highest >= 0 and not bonus.lowest else thrown


def count_throws(die: Die, bonus: Bonus, thrown: int, kept: int) -> int:
    """Return how many throws `compared_dice` looks at."""
    looked_at = _looked_at(bonus, thrown, kept)
    return comb(len(die.counts) + looked_at - 1, looked_at)


def compared_dice(die: Die, bonus: Bonus, thrown: int, kept: int) -> list[Throw]:
    """Return the ``kept`` dice of ``thrown`` that are compared, bonus included.

    Examples
    --------
    >>> compared_dice(Die.numbered(2), Bonus(lowest=1), thrown=2, kept=1)
    [((2,), 4)]
    """
    throws = highest_dice(die, thrown, _looked_at(bonus, thrown, kept))
    if not bonus:
        return throws
    merged: dict[tuple[int, ...], int] = {}
    for values, weight in throws:
        shown = tuple(with_bonus(values, bonus, die)[:kept])
        merged[shown] = merged.get(shown, 0) + weight
    return list(merged.items())


def highest_dice(die: Die, thrown: int, kept: int) -> list[tuple[tuple[int, ...], int]]:
    """Return the ``kept`` highest of ``thrown`` equal dice, sorted, with their weights.

    Examples
    --------
    >>> highest_dice(Die([1, 2]), thrown=3, kept=2)
    [((2, 2), 4), ((2, 1), 3), ((1, 1), 1)]
    """
    counts = die.counts
    below = {value: sum(counts[v] for v in counts if v < value) for value in counts}
    results = []
    for values in combinations_with_replacement(sorted(counts, reverse=True), kept):
        # The dice not kept are at most the lowest kept value: `extra` of them equal it.
        lowest = values[-1]
        above = values[: values.index(lowest)]
        ways = factorial(thrown) // prod(factorial(above.count(v)) for v in set(above))
        ways //= factorial(thrown - len(above))
        rest = thrown - len(above)
        weight = (
            ways
            * prod(counts[v] for v in above)
            * sum(
                comb(rest, equal) * counts[lowest] ** equal * below[lowest] ** (rest - equal)
                for equal in range(kept - len(above), rest + 1)
            )
        )
        if weight:
            results.append((values, weight))
    return results
