"""What cards and commander are worth, and how the courses open at a roll are judged."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from oddsapp.odds.goal import Goal, Worth
from oddsapp.odds.plain import plain_number
from oddsapp.rules import Role

Node = tuple[Any, Any, Any]
"""What a course is chosen by, and its worth (gain, loss)."""


@dataclass(frozen=True)
class ExpertOdds:
    """What the expert variants are worth in one battle.

    Parameters
    ----------
    force, defenders : int
    cards : int
        Cards of the attacker that name one of the two territories (C-7).
    commander : bool
        Whether the commander has not yet been used this turn (C-8).
    goal : Goal
    optimal : float or Fraction
        P(win) or the margin, by the goal, when they are used at the best moment.
    as_soon_as_possible : float or Fraction
        The same when they are used as soon as they make a roll better.
    without : float or Fraction
        The same when they are never used.
    """

    force: int
    defenders: int
    cards: int
    commander: bool
    goal: Goal
    optimal: Any
    as_soon_as_possible: Any
    without: Any

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON; fractions as text."""
        return {
            "force": self.force,
            "defenders": self.defenders,
            "cards": self.cards,
            "commander": self.commander,
            "goal": str(self.goal),
            "optimal": plain_number(self.optimal),
            "as_soon_as_possible": plain_number(self.as_soon_as_possible),
            "without": plain_number(self.without),
        }


@dataclass(frozen=True)
class Advice:
    """What to do with the faces on the table.

    Parameters
    ----------
    action : str
        ``"leave"``, ``"commander"`` or ``"card"``.
    side : Role or None
        Whose die is turned or rolled again.
    face : int or None
        The face that the die shows now.
    value : float or Fraction
        What that leads to, by the goal.
    leave : float or Fraction
        What leaving the roll as it is leads to.
    """

    action: str
    side: Role | None
    face: int | None
    value: Any
    leave: Any


@dataclass(frozen=True)
class View:
    """How the courses open at one roll are judged."""

    a: int
    d: int
    worth: Mapping[Any, Worth]
    judged_by_itself: bool
    by_gain: int
    by_loss: int
    tolerance: Any

    def key(self, gain: Any, loss: Any) -> Any:
        """Return one number for a worth, more being better."""
        if not self.by_loss:
            return gain
        return gain - loss if self.by_gain else -loss

    def best_of(self, options: list[Node]) -> Node:
        """Return the option that is judged best; of equal ones that which is worth most.

        The tolerance keeps rounding from making the rule of thumb waste a card.
        """
        best = options[0]
        for option in options[1:]:
            ahead = option[0] - best[0]
            if ahead > self.tolerance or (
                ahead >= -self.tolerance and self.key(*option[1:]) > self.key(*best[1:])
            ):
                best = option
        return best
