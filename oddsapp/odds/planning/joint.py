"""The best of all plans in which a begun attack is fought to its end: small problems.

Here nothing is divided beforehand. A situation is what stands everywhere: the own armies
that can still attack, and the targets not yet taken, worn down by attacks that failed. Two
armies next to one target may attack it one after the other. Parts of the board that no
longer touch are independent, so their worths multiply (or add); within a part every
situation is remembered. The number of situations grows with the armies to the power of the
stacks that touch, so there is a limit to the work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from oddsapp.odds.planning.fight import Dice
from oddsapp.odds.planning.problem import Goal, Problem

Situation = tuple[tuple[tuple[int, int], ...], tuple[tuple[int, int], ...]]
"""(node, armies) of own territories, (node, defenders) of targets; both in order."""

Others = tuple[Situation, int, int]
"""What is fixed while an attack is fought: the rest of the situation, origin, target."""


class TooMuchWork(Exception):
    """The limit of work is reached."""


@dataclass(frozen=True)
class After:
    """The best that follows a conquest: its worth, and how many move in."""

    worth: Any
    moved: int


class Joint:
    """Works out situations as they are asked for.

    Parameters
    ----------
    problem : Problem
    dice : Dice
    work : int
        How many situations to look at before giving up.
    splits : int, optional
        How many ways to split an army between two fronts are tried; all without it.
    """

    def __init__(
        self, problem: Problem, dice: Dice, *, work: int = 40_000, splits: int | None = None
    ) -> None:
        self.problem, self.dice = problem, dice
        self.all = problem.goal is Goal.ALL
        self.zero: Any = 0.0
        self.one: Any = 1.0
        if dice.exact:
            from fractions import Fraction

            self.zero, self.one = Fraction(0), Fraction(1)
        self.work = 0
        self._limit, self._splits = work, splits
        # Masks of nodes: what each can attack, and what it can attack or be attacked from.
        self._near = [sum(1 << t for t in others) for others in problem.neighbours]
        self._touching = list(self._near)
        for node, others in enumerate(problem.neighbours):
            for target in others:
                self._touching[target] |= 1 << node
        self._groups: dict[tuple[int, int], tuple[int, ...]] = {}
        self._worth: dict[Situation, Any] = {}
        self._fights: dict[Others, list[list[Any]]] = {}
        self._after: dict[tuple[Others, int, int], After] = {}

    @property
    def every_split(self) -> bool:
        """Whether every way to split an army is tried."""
        return self._splits is None

    def start(self) -> Situation:
        """Return the situation at the beginning."""
        first, armies = self.problem.first_target, self.problem.armies
        numbered = tuple(enumerate(armies))
        return numbered[:first], numbered[first:]

    def worth(self, situation: Situation) -> Any:
        """Return the worth of a situation: of its independent parts together."""
        self.work += 1
        if self.work > self._limit:
            raise TooMuchWork
        parts = self.parts(situation)
        if parts is None:
            return self.zero
        total = self.one if self.all else self.zero
        for part in parts:
            if part not in self._worth:
                self._worth[part] = self._worth_of_part(part)
            total = total * self._worth[part] if self.all else total + self._worth[part]
            if self.all and not total:
                break
        return total

    def parts(self, situation: Situation) -> list[Situation] | None:
        """Split a situation into parts that do not touch; None if the goal is out of reach."""
        own, enemy = situation
        defended = 0
        for node, _ in enemy:
            defended |= 1 << node
        parts: list[Situation] = []
        live, attacking = [], 0
        for node, armies in own:
            if armies > 1 and self._near[node] & defended:
                live.append((node, armies))
                attacking |= 1 << node
            elif self.all and armies < self.problem.fewest[node]:
                return None
        key = attacking, defended
        if key not in self._groups:
            self._groups[key] = self._split(attacking, defended)
        for group in self._groups[key]:
            part = (
                tuple(pair for pair in live if group >> pair[0] & 1),
                tuple(pair for pair in enemy if group >> pair[0] & 1),
            )
            if part[0]:
                parts.append(part)
            elif self.all:
                return None  # targets that nobody can reach any more
        return parts

    def _split(self, attacking: int, defended: int) -> tuple[int, ...]:
        """Return the parts that hang together, as masks; links between own armies are none."""
        groups = []
        nodes = attacking | defended
        while nodes:
            group = frontier = nodes & -nodes
            while frontier:
                here = (frontier & -frontier).bit_length() - 1
                frontier ^= 1 << here
                beside = nodes if defended >> here & 1 else defended
                new = self._touching[here] & beside & ~group
                group |= new
                frontier |= new
            groups.append(group)
            nodes &= ~group
        return tuple(groups)

    def _worth_of_part(self, part: Situation) -> Any:
        attacks = self.attacks(part)
        return max((worth for _, _, worth in attacks), default=self.zero)

    def attacks(self, situation: Situation) -> list[tuple[int, int, Any]]:
        """Return all attacks that can be begun: origin, target, worth.

        The worths are those within the part of the board that the origin belongs to.
        """
        own, enemy = situation
        found = []
        for node, armies in own:
            for target, defenders in enemy:
                if armies > 1 and self._near[node] >> target & 1:
                    others = self.others(situation, node, target)
                    found.append((node, target, self._fight(others, armies - 1, defenders)))
        return found

    @staticmethod
    def others(situation: Situation, node: int, target: int) -> Others:
        """Return what stays as it is while ``node`` attacks ``target``."""
        own, enemy = situation
        rest = (
            tuple(pair for pair in own if pair[0] != node),
            tuple(pair for pair in enemy if pair[0] != target),
        )
        return rest, node, target

    def _fight(self, others: Others, force: int, defenders: int) -> Any:
        """Return the worth of a fight: B(f, d) of `oddsapp.odds.planning.fight`."""
        rows = self._fights.setdefault(others, [[]])
        width = self.problem.armies[others[2]]
        while len(rows) <= force:
            strength = len(rows)
            row = [self.zero]
            for left in range(1, width + 1):
                row.append(self._best_roll(others, strength, left, rows, row))
            rows.append(row)
        return rows[force][defenders]

    def _best_roll(
        self, others: Others, force: int, defenders: int, rows: list[list[Any]], row: list[Any]
    ) -> Any:
        best = self.zero
        for chosen, outcomes in self.dice.rolls(force, defenders):
            value = self.zero
            for i, j, chance in outcomes:
                if i >= force:
                    term = self.beaten(others, max(defenders - j, 0))
                elif j >= defenders:
                    term = self.after(others, force - i + 1, chosen).worth
                else:
                    term = (rows[force - i] if i else row)[defenders - j]
                value += chance * term
            best = max(best, value)
        return best

    def beaten(self, others: Others, defenders: int) -> Any:
        """Return the worth of what is left after a beaten attack."""
        (own, enemy), node, target = others
        if self.all and self.problem.fewest[node] > 1:
            return self.zero
        # A table of one's own may leave nobody at all; then one defender is taken to stand.
        return self.worth((own, tuple(sorted((*enemy, (target, max(1, defenders)))))))

    def after(self, others: Others, left: int, dice: int) -> After:
        """Return the best move after a conquest with ``left`` armies and that last roll."""
        key = others, left, dice
        if key not in self._after:
            best: After | None = None
            for moved in self._moves(others, left, min(dice, left - 1)):
                worth = self.worth(self.conquered(others, left, moved))
                if not self.all:
                    worth += self.one
                if best is None or worth > best.worth:
                    best = After(worth, moved)
            assert best is not None
            self._after[key] = best
        return self._after[key]

    def _moves(self, others: Others, left: int, least: int) -> Sequence[int]:
        """Return how many armies might move in; more are never worse where they can attack."""
        (_, enemy), node, target = others
        defended = 0
        for other, _ in enemy:
            defended |= 1 << other
        if not self._near[node] & defended:
            return [max(least, left - self.problem.fewest[node])]
        if not self._near[target] & defended:
            return [min(left - 1, max(least, self.problem.fewest[target]))]
        if self._splits is None:
            return range(left - 1, least - 1, -1)
        if self._splits == 1:
            return [left - 1]
        steps = self._splits - 1
        return sorted({least + (left - 1 - least) * k // steps for k in range(steps + 1)})[::-1]

    @staticmethod
    def conquered(others: Others, left: int, moved: int) -> Situation:
        """Return the situation after a conquest."""
        (own, enemy), node, target = others
        return tuple(sorted((*own, (node, left - moved), (target, moved)))), enemy
