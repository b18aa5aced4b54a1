"""One attack of a plan: who, whom, with how many dice, and how many move in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from oddsapp.odds.planning.fight import Dice, DiceAdvice, advise_dice
from oddsapp.odds.planning.problem import Problem
from oddsapp.odds.solve import battle


@dataclass(frozen=True)
class Step:
    """One attack of a plan.

    Parameters
    ----------
    origin, target : str
    armies, defenders : int
        What stands there when the attack begins.
    win : float
        P(the target is taken), with full dice.
    left : int
        The armies left in both territories in the course that is followed further: their
        mean over all courses in which the plan succeeds, rounded.
    moved : int
        How many of them move in, with that many left.
    moves : mapping of int to tuple of int
        For every number left, how many should move in if the last roll had 1, 2, … dice.
    fewer_dice : tuple of DiceAdvice
        Where fewer dice than allowed are better.
    """

    origin: str
    target: str
    armies: int
    defenders: int
    win: float
    left: int
    moved: int
    moves: dict[int, tuple[int, ...]]
    fewer_dice: tuple[DiceAdvice, ...]

    @property
    def stays(self) -> int:
        """How many of the armies left stay behind."""
        return self.left - self.moved

    def to_dict(self) -> dict[str, Any]:
        """Return the step as plain values for JSON."""
        return {
            "from": self.origin,
            "to": self.target,
            "armies": self.armies,
            "defenders": self.defenders,
            "win": self.win,
            "left": self.left,
            "move_in": self.moved,
            "stay": self.stays,
            "move_in_by_armies_left": {
                str(left): list(moved) for left, moved in self.moves.items()
            },
            "fewer_dice": [
                {"armies": advice.armies, "defenders": advice.defenders, "dice": advice.dice}
                for advice in self.fewer_dice
            ],
        }


def make_step(
    problem: Problem,
    dice: Dice,
    attack: tuple[int, int, int, int],
    after: Callable[[int, int], tuple[Any, int]],
    beaten: Callable[[int], Any],
) -> Step:
    """Return the step of an attack.

    Parameters
    ----------
    problem : Problem
    dice : Dice
    attack : tuple of int
        Origin and target, as nodes, with their armies.
    after : callable
        From armies left and dice of the last roll, the worth and how many to move in.
    beaten : callable
        From the defenders left, the worth after the attack has failed.
    """
    origin, target, armies, defenders = attack
    outlook = battle(armies, defenders, rules=problem.rules)
    worths: list[dict[int, Any]] = [{} for _ in range(armies + 1)]
    moves = {}
    for left in range(2, armies + 1):
        after_dice = [after(left, chosen) for chosen in range(1, dice.most + 1)]
        worths[left] = {k: worth for k, (worth, _) in enumerate(after_dice, start=1)}
        moves[left] = tuple(moved for _, moved in after_dice)
    likely = _followed(
        {
            left: outlook.attackers_left.pmf(left - 1) * float(worths[left][_last_dice(dice, left)])
            for left in moves
        }
    )
    fewer = advise_dice(
        worths, armies, defenders, dice, [beaten(left) for left in range(defenders + 1)]
    )
    return Step(
        problem.names[origin],
        problem.names[target],
        armies,
        defenders,
        float(outlook.win),
        likely,
        moves[likely][_last_dice(dice, likely) - 1],
        moves,
        fewer,
    )


def _followed(weights: dict[int, float]) -> int:
    """Return the number left on average, over the courses in which the plan succeeds."""
    total = sum(weights.values())
    if not total:
        return max(weights)
    mean = sum(left * weight for left, weight in weights.items()) / total
    return min((left for left in weights if weights[left]), key=lambda left: abs(left - mean))


def _last_dice(dice: Dice, left: int) -> int:
    """Return the dice of the last roll when as many as allowed were rolled."""
    return min(dice.most, left - 1)
