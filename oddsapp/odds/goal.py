"""What somebody who decides inside a battle wants, and how two courses compare.

The worth of a state is a pair (gain, loss) of sums of positive terms, so that floats keep
their relative precision in lopsided battles: with P(win) = 1 − 1e-20 two courses differ only
in the loss.
"""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Any

from oddsapp.errors import InvalidInput

Worth = tuple[Any, Any]
"""P(taken) and P(not taken); or expected attackers left and expected defenders left."""

SAME = 1e-11
"""Two courses whose floats differ by less, relatively, count as equally good."""


class Goal(StrEnum):
    """What the attacker maximises, and the defender minimises.

    WIN: the probability that the territory is taken.
    MARGIN: expected attackers left minus expected defenders left, at the end.
    """

    WIN = "win"
    MARGIN = "margin"


def as_goal(value: str | Goal) -> Goal:
    """Return the goal of that name.

    Raises
    ------
    InvalidInput
        If there is none.
    """
    if value not in list(Goal):
        raise InvalidInput(f"the goal cannot be {value!r}; it can be {', '.join(Goal)}")
    return Goal(value)


def end_worth(goal: Goal, attackers: int, defenders: int, one: Any) -> Worth:
    """Return the worth of an end state, ``one`` being the number 1 of the arithmetic."""
    if goal is Goal.MARGIN:
        return one * attackers, one * defenders
    taken = attackers > 0 and defenders == 0
    return (one, one * 0) if taken else (one * 0, one)


def value(goal: Goal, worth: Worth) -> Any:
    """Return a worth as the number that the goal names.

    Examples
    --------
    >>> value(Goal.WIN, (0.75, 0.25)), value(Goal.MARGIN, (2.5, 1.0))
    (0.75, 1.5)
    """
    gain, loss = worth
    return gain if goal is Goal.WIN else gain - loss


def comparable(goal: Goal, worths: list[Worth]) -> tuple[list[Any], Any]:
    """Return one number for each course, more being better, and what counts as no difference.

    Examples
    --------
    Of two nearly certain victories the one that is lost less often is better, though as
    floats their P(win) is the same:

    >>> comparable(Goal.WIN, [(1.0, 2e-20), (1.0, 1e-20)])[0]
    [-2e-20, -1e-20]
    """
    gain, loss = worths[0]
    if goal is Goal.MARGIN:
        keys = [gain - loss for gain, loss in worths]
        scale = gain + loss
    elif gain <= loss:
        keys = [gain for gain, _ in worths]
        scale = gain
    else:
        keys = [-loss for _, loss in worths]
        scale = loss
    return keys, 0 if isinstance(scale, Fraction) else SAME * scale
