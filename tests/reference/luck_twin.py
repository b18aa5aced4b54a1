"""Luck the slow way: every way that a few battles can end, and every count of few dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import permutations, product

from tests.reference.classic_twin import end_states


def margins(force: int, defenders: int) -> dict[int, Fraction]:
    """Chance of each number of attackers left minus defenders left."""
    found: dict[int, Fraction] = {}
    for (attackers, left), chance in end_states(force, defenders).items():
        found[attackers - left] = found.get(attackers - left, Fraction(0)) + chance
    return found


def mid_percentile(chances: Mapping[int, Fraction], number: int) -> Fraction:
    """Chance of less, and half the chance of the same."""
    below = sum((p for n, p in chances.items() if n < number), start=Fraction(0))
    return below + chances.get(number, Fraction(0)) / 2


def sums(battles: Sequence[tuple[int, int]]) -> list[tuple[Fraction, Fraction]]:
    """Every sum of mid-percentiles that these battles can have, with its chance."""
    each = []
    for battle in battles:
        chances = margins(*battle)
        each.append([(mid_percentile(chances, n), p) for n, p in chances.items()])
    found = []
    for ends in product(*each):
        total, chance = Fraction(0), Fraction(1)
        for value, p in ends:
            total += value
            chance *= p
        found.append((total, chance))
    return found


def permutation_p_value(first: Sequence[float], second: Sequence[float]) -> Fraction:
    """Share of all orders in which the means differ at least as much."""
    values = [*first, *second]

    def difference(order: Sequence[float]) -> float:
        mean = sum(order[: len(first)]) / len(first)
        return abs(mean - sum(order[len(first) :]) / len(second))

    orders = list(permutations(values))
    extreme = sum(difference(order) >= difference(values) - 1e-9 for order in orders)
    return Fraction(extreme, len(orders))


def dice_p_value(counts: Mapping[int, int], faces: Sequence[int]) -> Fraction:
    """Share of all throws of that many dice whose chi-square is at least as large."""
    thrown = sum(counts.values())

    def chi_square(found: Mapping[int, int]) -> Fraction:
        total = Fraction(0)
        for face in set(faces):
            expected = Fraction(thrown * list(faces).count(face), len(faces))
            total += (found.get(face, 0) - expected) ** 2 / expected
        return total

    throws = Counter(tuple(sorted(throw)) for throw in product(faces, repeat=thrown))
    least = chi_square(counts)
    extreme = sum(n for throw, n in throws.items() if chi_square(Counter(throw)) >= least)
    return Fraction(extreme, sum(throws.values()))
