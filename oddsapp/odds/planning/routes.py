"""Every way to divide the targets over the armies that set out, and the worth of the best.

A *post* is a territory with an army and the set of targets that this army is to take. It
attacks a neighbour c of that set; after the conquest the rest of the set is divided: some
of it goes to the army that moves into c, the other part stays with the army that stayed.
From then on the two know nothing of each other. So the worth W of a post with a armies is

    W(v, U, a) = max over c of  attack on c,  each conquest with s armies left worth
    max over (U1, U2) and m of  W(c, U1, m) * W(v, U2, s - m),  m at least the last dice,

U1 and U2 being the two parts of U without c. With the expected number of territories as the
goal the product becomes 1 + the sum. On a tree there is one way to divide, and this is exact.
With cycles a target could be reached from both sides, and the two armies could help each
other; a plan that divides cannot, so it is a lower bound, above that of every fixed spanning
tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from oddsapp.errors import InvalidInput
from oddsapp.odds.planning.fight import Dice, fight_all
from oddsapp.odds.planning.problem import Goal, Problem

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_TARGETS = 14
"""The most targets on a graph with cycles for which all divisions are tried."""

MOST_DIVISIONS = 300_000
"""The most divisions that are worked out."""

MOST_PRODUCTS = 300_000_000
"""The most products of the worths of two posts, over all divisions and armies."""

MOST_STATES = 500_000
"""The most states of fights, counted once for each size of post: some ten seconds."""

MOST_EXACT = 1_000_000
"""The most products of fractions that are worked out: some ten seconds."""

_CHUNK = 4_000_000
"""How many numbers of the divisions are worked on at a time."""


class TooMany(Exception):
    """There are more divisions than are worked out; a plan of fewer may be in reach."""


@dataclass
class Attack:
    """An attack that a post may begin, with all divisions after it.

    Parameters
    ----------
    post : int
    target : int
        A node.
    divisions : list of (int, int)
        The post that moves in, and the post that stays.
    """

    post: int
    target: int
    divisions: list[tuple[int, int]]


@dataclass
class Routes:
    """All posts that can come about, numbered, and their attacks, smallest posts first.

    Parameters
    ----------
    nodes : list of int
        The node of each post.
    sets : list of int
        The mask of targets of each post.
    attacks : list of list of Attack
        By the number of targets of the post.
    """

    nodes: list[int] = field(default_factory=list)
    sets: list[int] = field(default_factory=list)
    attacks: list[list[Attack]] = field(default_factory=list)
    divisions: int = 0
    _numbers: dict[tuple[int, int], int] = field(default_factory=dict)

    def post(self, node: int, targets: int) -> int:
        """Return the number of a post, a new one if it is new."""
        key = node, targets
        if key not in self._numbers:
            self._numbers[key] = len(self.nodes)
            self.nodes.append(node)
            self.sets.append(targets)
        return self._numbers[key]

    def add(self, attack: Attack) -> None:
        """Add an attack of a post."""
        size = self.sets[attack.post].bit_count()
        while len(self.attacks) <= size:
            self.attacks.append([])
        self.attacks[size].append(attack)
        self.divisions += len(attack.divisions)
        if self.divisions > MOST_DIVISIONS:
            raise TooMany


def all_routes(problem: Problem, roots: list[tuple[int, int]]) -> Routes:
    """Return every division that can follow from these posts (node, mask of targets).

    Raises
    ------
    TooMany
        If there are too many targets, or divisions.
    """
    if len(problem.targets) > MOST_TARGETS:
        raise TooMany
    first = problem.first_target
    within = reachable_sets(problem)
    routes, waiting, done = Routes(), list(roots), set(roots)
    parts: dict[int, Any] = {}
    for node, targets in roots:
        routes.post(node, targets)
    while waiting:
        node, targets = waiting.pop()
        for target in problem.neighbours[node]:
            bit = 1 << (target - first)
            if not targets & bit:
                continue
            rest = targets ^ bit
            if rest not in parts:
                parts[rest] = submasks(rest)
            moving = parts[rest]
            moving = moving[within[target][moving] & within[node][rest ^ moving]].tolist()
            keys = [((target, part), (node, rest ^ part)) for part in moving]
            new = {key for pair in keys for key in pair} - done
            done |= new
            waiting += new
            if keys:
                pairs = [(routes.post(*there), routes.post(*here)) for there, here in keys]
                routes.add(Attack(routes.post(node, targets), target, pairs))
    return routes


def reachable_sets(problem: Problem) -> list[NDArray[Any]]:
    """Return, for every node and mask of targets, whether an army there can reach all of it."""
    import numpy as np

    first, count = problem.first_target, len(problem.targets)
    around = [sum(1 << (t - first) for t in others) for others in problem.neighbours]
    masks = np.arange(1 << count)
    within = []
    for node in range(len(problem.names)):
        reached = masks & around[node]
        while True:
            new = reached.copy()
            for place in range(count):
                new |= np.where(reached >> place & 1, masks & around[first + place], 0)
            if (new == reached).all():
                break
            reached = new
        within.append(reached == masks)
    return within


def submasks(mask: int) -> NDArray[Any]:
    """Return all parts of a set."""
    import numpy as np

    found = np.zeros(1, dtype=np.int64)
    while mask:
        bit = mask & -mask
        found = np.concatenate([found, found | bit])
        mask ^= bit
    return found


def tree_routes(problem: Problem, parents: dict[int, int]) -> Routes:
    """Return the divisions when every target is attacked from one fixed neighbour.

    Parameters
    ----------
    problem : Problem
    parents : dict of int to int
        For each target, the node that it is attacked from.

    Raises
    ------
    TooMany
        If one node has too many targets attacked from it.
    """
    first = problem.first_target
    children: dict[int, list[int]] = {node: [] for node in range(len(problem.names))}
    for child, parent in parents.items():
        children[parent].append(child)
    # Each of n branches is attacked from half of their 2^n sets: known before any is made.
    if sum(len(each) << len(each) for each in children.values()) // 2 > MOST_DIVISIONS:
        raise TooMany
    below: dict[int, int] = {}

    def mask_of(node: int) -> int:
        if node not in below:
            own = 1 << (node - first) if node >= first else 0
            below[node] = own
            for child in children[node]:
                below[node] |= mask_of(child)
        return below[node]

    routes = Routes()
    for node, all_children in children.items():
        under = mask_of(node) & ~(1 << (node - first) if node >= first else 0)
        for targets in _unions([mask_of(child) for child in all_children]):
            post = routes.post(node, targets)
            for child in all_children:
                if targets >> (child - first) & 1:
                    beyond = mask_of(child) ^ (1 << (child - first))
                    rest = targets & ~mask_of(child)
                    pair = routes.post(child, beyond), routes.post(node, rest)
                    routes.add(Attack(post, child, [pair]))
        routes.post(node, under)
    return routes


def _unions(masks: list[int]) -> Iterator[int]:
    if not masks:
        yield 0
        return
    for rest in _unions(masks[1:]):
        yield rest
        yield rest | masks[0]


def solve_routes(problem: Problem, routes: Routes, dice: Dice) -> NDArray[Any]:
    """Return the worth of every post, shape (posts, armies + 1)."""
    import numpy as np

    total = problem.total
    _check_size(problem, routes, dice)
    zero, one = (0.0, 1.0) if not dice.exact else _fractions()
    dtype = object if dice.exact else np.float64
    worth = np.full((len(routes.nodes), total + 1), zero, dtype=dtype)
    if problem.goal is Goal.ALL:
        for post, (node, targets) in enumerate(zip(routes.nodes, routes.sets, strict=True)):
            if not targets:
                worth[post, problem.fewest[node] :] = one
    for level in routes.attacks:
        if not level:
            continue
        defenders = np.array([problem.armies[attack.target] for attack in level])
        conquered = _conquests(problem, level, worth, dice)
        at_once = max(1, _CHUNK // (total * (int(defenders.max()) + 1)))
        for begin in range(0, len(level), at_once):
            some = slice(begin, begin + at_once)
            fought = fight_all(conquered[:, :, some], defenders[some], dice, zero)
            for number, attack in enumerate(level[some]):
                worth[attack.post] = np.maximum(worth[attack.post], fought[:, number])
    return worth


def _check_size(problem: Problem, routes: Routes, dice: Dice) -> None:
    products = routes.divisions * problem.total**2 // 2
    if products > MOST_PRODUCTS:
        raise TooMany
    if dice.exact and products > MOST_EXACT:
        raise TooMany(
            f"exact fractions for this plan would take {products:,} products;"
            f" the limit is {MOST_EXACT:,}, so ask without exact fractions"
        )
    states = problem.total * max(problem.targets.values()) * len(routes.attacks)
    if states > MOST_STATES:
        raise InvalidInput(
            f"a plan with so many armies has {states:,} states of fights;"
            f" the limit is {MOST_STATES:,}"
        )


def _fractions() -> tuple[Any, Any]:
    from fractions import Fraction

    return Fraction(0), Fraction(1)


def _conquests(
    problem: Problem, level: list[Attack], worth: NDArray[Any], dice: Dice
) -> NDArray[Any]:
    """Return G(k, s) of each attack: the best division and the best number to move in."""
    import numpy as np

    total = problem.total
    found = np.full((dice.most + 1, total + 1, len(level)), worth.dtype.type(0), worth.dtype)
    per_chunk = max(1, _CHUNK // (total + 1))
    begin = 0
    while begin < len(level):
        end, size = begin, 0
        while end < len(level) and (not size or size + len(level[end].divisions) <= per_chunk):
            size += len(level[end].divisions)
            end += 1
        pairs = np.array([pair for attack in level[begin:end] for pair in attack.divisions])
        starts = np.cumsum([0, *(len(attack.divisions) for attack in level[begin:end])])[:-1]
        # One row per number of armies, so that every step below is over whole rows.
        moving, staying = worth[pairs[:, 0]].T.copy(), worth[pairs[:, 1]].T.copy()
        best = np.full(moving.shape, found[0, 0, 0], worth.dtype)
        for moved in range(total - 1, 0, -1):
            kept = staying[1 : total - moved + 1]
            value = (
                moving[moved] * kept
                if problem.goal is Goal.ALL
                else moving[moved] + kept + found.dtype.type(1)
            )
            np.maximum(best[moved + 1 :], value, out=best[moved + 1 :])
            if moved <= dice.most:
                found[moved, :, begin:end] = np.maximum.reduceat(best, starts, axis=1)
        begin = end
    for chosen in range(2, dice.most + 1):
        # Under a table of one's own fewer may be left than dice were rolled: all move in.
        short = slice(2, min(chosen, total) + 1)
        for left in range(*short.indices(total + 1)):
            found[chosen, left] = found[left - 1, left]
    return found
