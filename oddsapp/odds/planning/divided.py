"""The best plan in which the targets are divided over the armies, and its steps."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oddsapp.odds.planning.fight import Dice
from oddsapp.odds.planning.problem import Goal, Problem
from oddsapp.odds.planning.routes import (
    MOST_TARGETS,
    Attack,
    Routes,
    TooMany,
    all_routes,
    reachable_sets,
    solve_routes,
    submasks,
)
from oddsapp.odds.planning.step import Step, make_step

if TYPE_CHECKING:
    from numpy.typing import NDArray


def solve(problem: Problem, dice: Dice) -> tuple[Any, tuple[Step, ...]]:
    """Return the worth of the best division, and its steps.

    Raises
    ------
    TooMany
        If there are too many divisions to try them all.
    """
    everything = (1 << len(problem.targets)) - 1
    if problem.first_target == 1:
        routes = all_routes(problem, [(0, everything)])
        worths = solve_routes(problem, routes, dice)
        root = routes.post(0, everything)
        return worths[root, problem.armies[0]], steps(problem, routes, worths, [root], dice)
    if len(problem.targets) > MOST_TARGETS:
        raise TooMany
    roots = _possible_roots(problem)
    routes = all_routes(problem, [(node, mask) for node, masks in roots for mask in masks])
    worths = solve_routes(problem, routes, dice)
    worth, shares = _best_shares(problem, routes, worths, roots)
    posts = [routes.post(node, mask) for node, mask in enumerate(shares)]
    return worth, steps(problem, routes, worths, posts, dice)


def _possible_roots(problem: Problem) -> list[tuple[int, list[int]]]:
    """Return for each stack the sets of targets that it could take alone."""
    within = reachable_sets(problem)
    return [
        (node, [0] if problem.armies[node] < 2 else within[node].nonzero()[0].tolist())
        for node in range(problem.first_target)
    ]


def _best_shares(
    problem: Problem, routes: Routes, worths: NDArray[Any], roots: list[tuple[int, list[int]]]
) -> tuple[Any, list[int]]:
    """Return the best way to give every target to one stack: the worth, and each one's set.

    One stack after the other: best[S] is the most that the stacks so far make of the set S,
    and a stack that takes the part T of it makes best[S - T] * W(T) of that.
    """
    import numpy as np

    size = 1 << len(problem.targets)
    multiply = problem.goal is Goal.ALL
    best = np.zeros(size, dtype=worths.dtype)
    best[0] = worths.dtype.type(multiply)
    possible = np.zeros(size, dtype=bool)
    possible[0] = True
    parts = []
    for node, masks in roots:
        after, part = best, np.zeros(size, dtype=np.int64)
        best, before = np.zeros(size, dtype=worths.dtype), possible
        possible = np.zeros(size, dtype=bool)
        for mask in masks:
            own = worths[routes.post(node, mask), problem.armies[node]]
            rest = submasks((size - 1) ^ mask)
            rest = rest[before[rest]]
            worth = after[rest] * own if multiply else after[rest] + own
            targets = rest | mask
            better = ~possible[targets] | (worth > best[targets])
            targets = targets[better]
            best[targets], part[targets], possible[targets] = worth[better], mask, True
        parts.append(part)
    shares, left = [], size - 1
    for part in reversed(parts):
        shares.append(int(part[left]))
        left ^= shares[-1]
    return best[size - 1], shares[::-1]


def steps(
    problem: Problem, routes: Routes, worths: NDArray[Any], roots: list[int], dice: Dice
) -> tuple[Step, ...]:
    """Return the steps of a plan, from the posts of the stacks on.

    An army that moved in goes on before the one that stayed: their order makes no difference.
    """
    attacks: dict[int, list[Attack]] = {}
    for level in routes.attacks:
        for attack in level:
            attacks.setdefault(attack.post, []).append(attack)
    waiting = [(post, problem.armies[routes.nodes[post]]) for post in reversed(roots)]
    found = []
    while waiting:
        post, armies = waiting.pop()
        if armies < 2 or not attacks.get(post):
            continue
        options = [
            _Option(problem, routes, worths, attack, armies, dice) for attack in attacks[post]
        ]
        chosen = max(options, key=lambda option: option.worth)
        if not chosen.worth:
            continue
        step = chosen.step()
        found.append(step)
        last = min(dice.most, step.left - 1)
        moving, staying = chosen.following(step.left, last)
        waiting.append((staying, step.stays))
        waiting.append((moving, step.moved))
    return tuple(found)


class _Option:
    """One attack that a post with so many armies could begin."""

    def __init__(
        self,
        problem: Problem,
        routes: Routes,
        worths: NDArray[Any],
        attack: Attack,
        armies: int,
        dice: Dice,
    ) -> None:
        import numpy as np

        self.problem, self.dice, self.attack = problem, dice, attack
        self.node, self.armies = routes.nodes[attack.post], armies
        pairs = np.array(attack.divisions)
        moving, staying = worths[pairs[:, 0]], worths[pairs[:, 1]]
        self._best: dict[tuple[int, int], tuple[Any, int, int]] = {}
        for left in range(2, armies + 1):
            # Column m - 1: m armies move in.
            moved, stayed = moving[:, 1:left], staying[:, left - 1 : 0 : -1]
            table = moved * stayed if problem.goal is Goal.ALL else moved + stayed + 1
            rows = table.argmax(axis=0)
            best = table[rows, np.arange(left - 1)]
            for chosen in range(1, dice.most + 1):
                least = min(chosen, left - 1)
                # The most armies of several equal choices.
                column = left - 2 - int(best[least - 1 :][::-1].argmax())
                self._best[left, chosen] = best[column], column + 1, int(rows[column])
        self.worth = self._worth()

    def _worth(self) -> Any:
        import numpy as np

        from oddsapp.odds.planning.fight import fight_all

        defenders = np.array([self.problem.armies[self.attack.target]])
        zero = self._best[2, 1][0] * 0
        conquered = np.full(
            (self.dice.most + 1, self.armies + 1, 1), zero, dtype=np.asarray(zero).dtype
        )
        for (left, chosen), (worth, _, _) in self._best.items():
            conquered[chosen, left, 0] = worth
        return fight_all(conquered, defenders, self.dice, zero)[self.armies, 0]

    def step(self) -> Step:
        """Return this attack as a step."""
        target = self.attack.target
        return make_step(
            self.problem,
            self.dice,
            (self.node, target, self.armies, self.problem.armies[target]),
            lambda left, chosen: self._best[left, chosen][:2],
            lambda _: 0,
        )

    def following(self, left: int, dice: int) -> tuple[int, int]:
        """Return the posts of the army that moves in, and of the one that stays."""
        return self.attack.divisions[self._best[left, dice][2]]
