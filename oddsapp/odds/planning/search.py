"""Spanning routes of boards too large to try every division: the best found in a given time.

A spanning route says for every target from which neighbour it is attacked. A good one
rarely forks: an army that goes on whole can make up for bad luck on the way. So the search
begins with routes that run as far as they can, preferring neighbours with few ways on
(Warnsdorff's rule for the knight's tour), from several stacks each as far as its armies last,
and then changes little at a time, best routes first: the moves that vehicle routing knows as
relocation and exchange of tails (Savelsbergh 1992).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import combinations
from time import monotonic
from typing import TYPE_CHECKING, Any

from oddsapp.odds.planning.fight import Dice
from oddsapp.odds.planning.problem import Goal, Problem
from oddsapp.odds.planning.routes import Routes, solve_routes, tree_routes

if TYPE_CHECKING:
    from numpy.typing import NDArray

Parents = dict[int, int]
"""For each target the node that it is attacked from."""


@dataclass
class Route:
    """A spanning route and its worth.

    Parameters
    ----------
    parents : dict of int to int
    routes : Routes
        Its posts; those of the stacks are ``roots``.
    roots : list of int
    worths : array
        Of every post.
    worth : float or Fraction
    """

    parents: Parents
    routes: Routes
    roots: list[int]
    worths: NDArray[Any]
    worth: Any


def evaluate(problem: Problem, parents: Parents, dice: Dice) -> Route:
    """Return the worth of one spanning route."""
    routes = tree_routes(problem, parents)
    worths = solve_routes(problem, routes, dice)
    everything = dict.fromkeys(range(problem.first_target), 0)
    for target in parents:
        node = target
        while node >= problem.first_target:
            node = parents[node]
        everything[node] |= 1 << (target - problem.first_target)
    roots = [routes.post(node, mask) for node, mask in everything.items()]
    worth: Any = 1 if problem.goal is Goal.ALL else 0
    for node, post in enumerate(roots):
        own = worths[post, problem.armies[node]]
        worth = worth * own if problem.goal is Goal.ALL else worth + own
    return Route(parents, routes, roots, worths, worth)


def search(problem: Problem, dice: Dice, seconds: float) -> tuple[Route, int]:
    """Return the best spanning route found in the time given, and how many were tried.

    At least one is tried, however long it takes. Given enough time all are: every route can be
    reached from every other by attacking one target after the other from elsewhere.
    """
    deadline = monotonic() + seconds
    seen: set[tuple[tuple[int, int], ...]] = set()
    tried: list[tuple[Any, int, Iterator[Parents]]] = []
    best: Route | None = None
    beginnings = _beginnings(problem)
    while True:
        # The next beginning, and after these a variation of the best route that has one left.
        parents = next(beginnings, None)
        while parents is None and tried:
            parents = next(tried[0][2], None)
            if parents is None:
                heappop(tried)
        if parents is None:
            break
        key = tuple(sorted(parents.items()))
        if key in seen:
            continue
        if best is not None and monotonic() > deadline:
            break
        seen.add(key)
        route = evaluate(problem, parents, dice)
        heappush(tried, (-route.worth, len(seen), _variations(parents, problem)))
        if best is None or route.worth > best.worth:
            best = route
    assert best is not None
    return best, len(seen)


def _beginnings(problem: Problem) -> Iterator[Parents]:
    """Yield routes that run as far as they can, from every stack and first target."""
    stacks = sorted(
        (node for node in range(problem.first_target) if problem.armies[node] > 1),
        key=lambda node: -problem.armies[node],
    )
    if len(stacks) > 1:
        for stack in stacks:
            for target in problem.neighbours[stack]:
                yield _shared_route(problem, stack, target, stacks)
    for stack in stacks:
        for target in problem.neighbours[stack]:
            yield _long_route(problem, stack, target, stacks)
    yield nearest_route(problem)


def _shared_route(problem: Problem, stack: int, target: int, stacks: list[int]) -> Parents:
    """Return the route on which always the stack with the most left takes the next target."""
    parents = {target: stack}
    trails = {other: [other] for other in stacks}
    trails[stack].append(target)
    left = {other: problem.armies[other] for other in stacks}
    while trails:
        # Each defender costs about one army, and one stays.
        left[stack] -= problem.armies[target] + 1
        while trails:
            stack = max(trails, key=lambda other: left[other])
            following = _run_on(problem, trails[stack], parents)
            if following is not None:
                target = following
                break
            del trails[stack]
    return parents


def _long_route(problem: Problem, stack: int, target: int, stacks: list[int]) -> Parents:
    """Return the route on which one stack takes all it can reach, then the next."""
    parents = {target: stack}
    trail = [*(other for other in reversed(stacks) if other != stack), stack, target]
    while _run_on(problem, trail, parents) is not None:
        pass
    return parents


def _run_on(problem: Problem, trail: list[int], parents: Parents) -> int | None:
    """Take one target more along a trail, from its end back; None if there is none."""
    while trail:
        free = [t for t in problem.neighbours[trail[-1]] if t not in parents]
        if free:
            ways_on = {t: sum(u not in parents for u in problem.neighbours[t]) for t in free}
            following = min(free, key=lambda t: (ways_on[t], t))
            parents[following] = trail[-1]
            trail.append(following)
            return following
        trail.pop()
    return None


def nearest_route(problem: Problem) -> Parents:
    """Return the route in which every stack takes what is nearest to it."""
    parents: Parents = {}
    wave = [node for node in range(problem.first_target) if problem.armies[node] > 1]
    while wave:
        following = []
        for node in wave:
            for target in problem.neighbours[node]:
                if target not in parents:
                    parents[target] = node
                    following.append(target)
        wave = following
    return parents


def _variations(base: Parents, problem: Problem) -> Iterator[Parents]:
    """Yield the routes that differ little: something is attacked from elsewhere.

    First a target with all beyond it; then a target alone, put between two others or at an
    end; then two targets exchange where they are attacked from, with all beyond them.
    """
    near = [
        () if node < problem.first_target and problem.armies[node] < 2 else others
        for node, others in enumerate(problem.neighbours)
    ]
    for target, parent in base.items():
        for node, others in enumerate(near):
            if node != parent and target in others and not _hangs_below(node, target, base):
                yield {**base, target: node}
    for target, parent in base.items():
        beyond = [child for child, origin in base.items() if origin == target]
        if all(child in near[parent] for child in beyond):
            yield from _put_elsewhere(target, {**base, **dict.fromkeys(beyond, parent)}, near)
    for (one, parent), (other, origin) in combinations(base.items(), 2):
        if (
            parent != origin
            and other in near[parent]
            and one in near[origin]
            and not _hangs_below(parent, other, base)
            and not _hangs_below(origin, one, base)
        ):
            yield {**base, other: parent, one: origin}


def _put_elsewhere(target: int, rest: Parents, near: list[tuple[int, ...]]) -> Iterator[Parents]:
    """Yield the routes in which a target that nothing hangs on lies between two others, or last."""
    for child, origin in rest.items():
        if child != target and target in near[origin] and child in near[target]:
            yield {**rest, target: origin, child: target}
    for origin, others in enumerate(near):
        if target in others:
            yield {**rest, target: origin}


def _hangs_below(node: int, target: int, parents: Parents) -> bool:
    while node in parents:
        if node == target:
            return True
        node = parents[node]
    return node == target


def count_routes(problem: Problem) -> int:
    """Return how many spanning routes there are, by the matrix-tree theorem.

    Notes
    -----
    The number of ways to give every target one neighbour to be attacked from, without
    going round in circles, is the determinant of the matrix with the number of links into
    each target on the diagonal and -1 for each link between two targets (Tutte 1948).
    """
    from fractions import Fraction

    first, count = problem.first_target, len(problem.targets)
    matrix = [[Fraction(0)] * count for _ in range(count)]
    for node, others in enumerate(problem.neighbours):
        if node < first and problem.armies[node] < 2:
            continue
        for target in others:
            matrix[target - first][target - first] += 1
            if node >= first:
                matrix[node - first][target - first] -= 1
    determinant = Fraction(1)
    for place in range(count):
        pivot = next((row for row in range(place, count) if matrix[row][place]), None)
        if pivot is None:
            return 0
        if pivot != place:
            matrix[place], matrix[pivot] = matrix[pivot], matrix[place]
            determinant = -determinant
        determinant *= matrix[place][place]
        for row in range(place + 1, count):
            factor = matrix[row][place] / matrix[place][place]
            for column in range(place, count):
                matrix[row][column] -= factor * matrix[place][column]
    return int(determinant)
