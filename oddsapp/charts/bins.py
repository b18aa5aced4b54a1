"""Distributions as bars: improbable tails cut off, neighbours put together where many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import ceil

from oddsapp.wording import between

MOST_BARS = 48
"""The most bars that are told apart on a phone."""

TAIL = 0.0005
"""How much of a distribution of many numbers may be cut off at each end."""


@dataclass(frozen=True)
class Bin:
    """One bar: the numbers it stands for, and how probable they are together.

    Parameters
    ----------
    low, high : int
    probability : float
    """

    low: int
    high: int
    probability: float

    @property
    def centre(self) -> float:
        """Where its bar stands."""
        return (self.low + self.high) / 2

    @property
    def label(self) -> str:
        """Its numbers in words.

        >>> Bin(3, 5, 0.25).label, Bin(4, 4, 0.25).label
        ('3 to 5', '4')
        """
        return between(self.low, self.high)


def without_tails(numbers: Sequence[tuple[int, float]]) -> list[tuple[int, float]]:
    """Return a distribution without its tails, if it has more numbers than there are bars.

    Parameters
    ----------
    numbers : sequence of (int, float)
        Numbers in ascending order with their probabilities.

    Examples
    --------
    >>> len(without_tails([(n, 0.5**n) for n in range(1, 101)]))
    11
    """
    if len(numbers) <= MOST_BARS:
        return list(numbers)
    first, last = 0, len(numbers) - 1
    below = above = 0.0
    while below + numbers[first][1] <= TAIL:
        below += numbers[first][1]
        first += 1
    while above + numbers[last][1] <= TAIL:
        above += numbers[last][1]
        last -= 1
    return list(numbers[first : last + 1])


def per_bar(numbers: int) -> int:
    """Return how many of so many neighbours share a bar.

    >>> per_bar(17), per_bar(100)
    (1, 3)
    """
    return max(1, ceil(numbers / MOST_BARS))


def binned(numbers: Sequence[tuple[int, float]], together: int) -> list[Bin]:
    """Put neighbours into one bin each.

    Parameters
    ----------
    numbers : sequence of (int, float)
        Neighbouring numbers, up or down, with their probabilities.
    together : int
        How many share a bin.

    Examples
    --------
    >>> binned([(1, 0.25), (2, 0.25), (3, 0.5)], 2)
    [Bin(low=1, high=2, probability=0.5), Bin(low=3, high=3, probability=0.5)]
    """
    groups = [numbers[at : at + together] for at in range(0, len(numbers), together)]
    return [
        Bin(
            min(n for n, _ in group),
            max(n for n, _ in group),
            sum(probability for _, probability in group),
        )
        for group in groups
    ]
