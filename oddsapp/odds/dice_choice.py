"""What to roll in one state of a battle: the frozen answer of the game in `decisions`."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from oddsapp.odds.goal import Goal
from oddsapp.odds.plain import plain_number
from oddsapp.rules import DefenceTiming

Faces = tuple[int, ...]


@dataclass(frozen=True)
class SeenRoll:
    """A roll of the attacker that the defender has seen, and how to answer it.

    Parameters
    ----------
    attack_dice : int
        With how many dice it was made.
    faces : tuple of int
        The highest of them, as many as can be compared, with the attacker's bonus.
    probability : float or Fraction
        How often the attacker rolls them.
    defence_dice : int
        The best number of dice against it; the larger of two that are equally good.
    values : dict
        What each number of dice leads to, by the goal.
    """

    attack_dice: int
    faces: Faces
    probability: Any
    defence_dice: int
    values: dict[int, Any]

    @property
    def is_indifferent(self) -> bool:
        """Whether another number of dice does as well."""
        best = self.values[self.defence_dice]
        if isinstance(best, Fraction):
            return list(self.values.values()).count(best) > 1
        return len([other for other in self.values.values() if abs(other - best) < 1e-12]) > 1


@dataclass(frozen=True)
class DiceChoice:
    """What to roll in one state of a battle, and what that is worth.

    Parameters
    ----------
    force, defenders : int
    timing : DefenceTiming
    goal : Goal
    value : float or Fraction
        What the best choice of both leads to: P(win) or the margin, as the goal says.
    full_dice_value : float or Fraction
        The same when both roll all the dice they may, now and later.
    attack : dict
        With which probability the attacker rolls each number of dice.
    defence : dict
        The same for the defender; who sees the roll first decides by it, see ``rolls``.
    payoffs : dict
        For each pair (attack dice, defence dice) of this roll what it leads to; empty when
        the defender sees the roll.
    rolls : tuple of SeenRoll
        For a defender who sees the roll, the answer to each.
    """

    force: int
    defenders: int
    timing: DefenceTiming
    goal: Goal
    value: Any
    full_dice_value: Any
    attack: dict[int, Any]
    defence: dict[int, Any]
    payoffs: dict[tuple[int, int], Any]
    rolls: tuple[SeenRoll, ...]

    @property
    def attack_is_full(self) -> bool:
        """Whether the attacker rolls all the dice that may be rolled."""
        return bool(self.attack[max(self.attack)] == 1)

    @property
    def defence_is_full(self) -> bool:
        """Whether the defender always does."""
        most = max(self.defence)
        return not self.fewer_dice_rolls if self.rolls else bool(self.defence[most] == 1)

    @property
    def fewer_dice_rolls(self) -> tuple[SeenRoll, ...]:
        """The attacker's best rolls that are better met with fewer dice, lowest first."""
        most = max(self.defence)
        best = max(self.attack, key=lambda dice: self.attack[dice])
        return tuple(
            roll for roll in self.rolls if roll.attack_dice == best and roll.defence_dice < most
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the choice as plain values for JSON; fractions as text."""
        return {
            "force": self.force,
            "defenders": self.defenders,
            "timing": str(self.timing),
            "goal": str(self.goal),
            "value": plain_number(self.value),
            "full_dice_value": plain_number(self.full_dice_value),
            "attack": {str(dice): plain_number(share) for dice, share in self.attack.items()},
            "defence": {str(dice): plain_number(share) for dice, share in self.defence.items()},
            "payoffs": [
                {"attack_dice": m, "defence_dice": n, "value": plain_number(worth)}
                for (m, n), worth in self.payoffs.items()
            ],
            "rolls": [
                {
                    "attack_dice": roll.attack_dice,
                    "faces": list(roll.faces),
                    "probability": plain_number(roll.probability),
                    "defence_dice": roll.defence_dice,
                    "indifferent": roll.is_indifferent,
                    "values": {
                        str(dice): plain_number(worth) for dice, worth in roll.values.items()
                    },
                }
                for roll in self.rolls
            ],
        }
