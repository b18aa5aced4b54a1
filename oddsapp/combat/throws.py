"""What equal dice of one side show, sorted, each throw counted once with its weight."""

from __future__ import annotations

from itertools import combinations_with_replacement
from math import comb, factorial, prod

from oddsapp.combat.roll import with_bonus
from oddsapp.dice import Die
from oddsapp.errors import InvalidInput
from oddsapp.rules import Bonus

MOST_ROLLS = 400_000
"""The most rolls, equal dice not told apart, that a round is summed over one by one."""

Throw = tuple[tuple[int, ...], int]
"""(numbers sorted high to low, weight)."""


def compared_dice(die: Die, bonus: Bonus, thrown: int, kept: int) -> list[Throw]:
    """Return the ``kept`` dice of ``thrown`` that are compared, bonus included.

    Raises
    ------
    InvalidInput
        If a bonus needs more than `MOST_ROLLS` throws to be looked at.

    Examples
    --------
    >>> compared_dice(Die.numbered(2), Bonus(lowest=1), thrown=2, kept=1)
    [((2,), 4)]
    """
    if not bonus:
        return highest_dice(die, thrown, kept)
    # Where nothing can overtake the dice kept, the others need not be looked at.
    looked_at = kept if bonus.highest >= 0 and not bonus.lowest else thrown
    throws = comb(len(die.counts) + looked_at - 1, looked_at)
    if throws > MOST_ROLLS:
        raise InvalidInput(
            f"a bonus on {thrown} dice of {len(die.counts)} values makes {throws:,} throws to"
            f" look at; the limit is {MOST_ROLLS:,}"
        )
    merged: dict[tuple[int, ...], int] = {}
    for values, weight in highest_dice(die, thrown, looked_at):
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
