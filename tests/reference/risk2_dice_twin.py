"""The dice of RISK II (rules M-1 to M-4): which one an army rolls, how it can fall.

Dice are named by their place from weak to strong: 0 White, 1 Yellow, 2 Green, 3 Red,
4 Black.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod
from typing import TypedDict

Thresholds = tuple[int | None, ...]
"""Smallest army for each die, weak to strong; None: no army ever rolls it."""

BOARD_FACES = (
    (1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6),
    (1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 5, 6),
    (1, 2, 2, 3, 3, 3, 4, 4, 4, 5, 5, 6),
    (1, 2, 3, 3, 4, 4, 5, 5, 5, 5, 6, 6),
    (1, 2, 3, 4, 4, 5, 5, 6, 6, 6, 6, 6),
)


@dataclass(frozen=True)
class Rules:
    """What the sources leave open; the defaults are the board rules.

    ``casualties`` per lost comparison: the "lowest" or the "highest" rank among all
    dice that roll now, the rank of the loser's "own" die, or a "fixed" number.
    ``ties`` of an invasion go to the "attacker", the "defender" or "nobody"; in clash
    and spoils they always do nothing.
    """

    faces: tuple[tuple[int, ...], ...] = BOARD_FACES
    ranks: tuple[int, ...] = (1, 2, 3, 4, 5)
    attacker_thresholds: Thresholds = (1, 6, 11, 19, 31)
    defender_thresholds: Thresholds = (1, 6, 11, 19, 31)
    casualties: str = "lowest"
    fixed: int = 1
    ties: str = "attacker"


BOARD = Rules()


class Options(TypedDict, total=False):
    """The fields of `Rules` as keywords."""

    faces: tuple[tuple[int, ...], ...]
    ranks: tuple[int, ...]
    attacker_thresholds: Thresholds
    defender_thresholds: Thresholds
    casualties: str
    fixed: int
    ties: str


def die_of(army: int, thresholds: Thresholds) -> int:
    """The strongest die whose smallest army this army reaches (M-2)."""
    reached = [
        die for die, smallest in enumerate(thresholds) if smallest is not None and army >= smallest
    ]
    return max(reached)


def casualties_of(loser: int, dice: Sequence[int], rules: Rules) -> int:
    """Armies that one lost comparison costs; ``dice`` are all that roll now (M-4)."""
    if rules.casualties == "lowest":
        return min(rules.ranks[die] for die in dice)
    if rules.casualties == "highest":
        return max(rules.ranks[die] for die in dice)
    if rules.casualties == "own":
        return rules.ranks[loser]
    if rules.casualties == "fixed":
        return rules.fixed
    raise ValueError(f"casualties unknown: {rules.casualties!r}")


def every_roll(
    dice: Sequence[int], faces: Sequence[Sequence[int]]
) -> Iterator[tuple[tuple[int, ...], Fraction]]:
    """Every way the dice can fall, with its chance.

    Faces of one die that show the same number are taken in one go.
    """
    shown = [Counter(faces[die]) for die in dice]
    ways = prod(len(faces[die]) for die in dice)
    for roll in product(*shown):
        times = prod(count[face] for count, face in zip(shown, roll, strict=True))
        yield roll, Fraction(times, ways)
