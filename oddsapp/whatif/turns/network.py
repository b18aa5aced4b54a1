"""A turn as a network: what territories come to, joined by the clashes between them.

A *node* is a territory, or a group of them that surges join. Given how the clashes near it
end it depends on nothing else; two nodes that a clash lies between are mixed over its ways to
end. A question (does a player conquer anything? how many territories has he?) is a label on
every outcome of every node and a rule to combine labels, and is answered by going through the
nodes of a component one by one, with only the clashes kept open whose other side is to come.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from math import prod
from typing import TYPE_CHECKING, Any, TypeVar

from oddsapp.engine.resolution import NOWHERE, Resolution, Stage
from oddsapp.errors import InvalidInput
from oddsapp.odds.mixture import Mixture
from oddsapp.whatif.turns.contest import ARMIES, CONQUERORS, OWNER
from oddsapp.whatif.turns.first_wave import FirstWave
from oddsapp.whatif.turns.second_wave import Outcomes, SecondWave

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from oddsapp.interrupts import Progress

T = TypeVar("T")
Label = TypeVar("Label", bound=Hashable)

MOST_WAYS = 1024
"""The most ways in which the clashes near one node can end together."""

MOST_OPEN = 16
"""The most clashes that are kept open at a time."""

Outcome = tuple[tuple[int, ...], int]
"""The owners of a node's territories, and who has conquered any of them, a bit each."""


@dataclass(frozen=True)
class Node:
    """Territories that are decided together.

    Parameters
    ----------
    places : tuple of int
    clashes : tuple of int
        Those near it, by number.
    outcomes : tuple of Outcome
    chances : array
        An axis for each clash, and last one for the outcomes: the probability of each, given
        how the clashes end.
    armies : dict
        For each territory the probability of each pair of owner and armies.
    """

    places: tuple[int, ...]
    clashes: tuple[int, ...]
    outcomes: tuple[Outcome, ...]
    chances: NDArray[Any]
    armies: dict[int, dict[tuple[int, int], Any]]


def solve_node(wave: FirstWave, places: Sequence[int]) -> Node:
    """Return what comes of some territories for all ways in which the clashes near end.

    Raises
    ------
    InvalidInput
        If that is too large.
    """
    import numpy as np

    near = tuple(dict.fromkeys(c for place in places for c in wave.near.get(place, ())))
    shape = tuple(len(wave.clashes[clash].chances) for clash in near)
    if prod(shape) > MOST_WAYS:
        raise InvalidInput(
            f"the {len(near)} clashes around it can end in {prod(shape):,} ways; the limit is"
            f" {MOST_WAYS:,}"
        )
    second = SecondWave(wave, places) if len(places) > 1 else None
    known: dict[tuple[int, tuple[int, ...]], Mixture] = {}
    found: list[dict[Outcome, Any]] = []
    armies: dict[int, dict[tuple[int, int], Any]] = {place: {} for place in places}
    for ways in product(*map(range, shape)):
        told = dict(zip(near, ways, strict=True))
        chance: Any = 1
        for clash, way in told.items():
            chance = chance * wave.clashes[clash].chances[way]
        first = {}
        for place in places:
            mine = {clash: told[clash] for clash in wave.near.get(place, ())}
            key = place, tuple(mine.values())
            if key not in known:
                known[key] = wave.results(place, mine)
            first[place] = known[key]
        outcomes = _alone(places[0], first[places[0]]) if second is None else second.outcomes(first)
        found.append(outcomes.joint)
        for place, table in outcomes.armies.items():
            for held, share in table.items():
                armies[place][held] = armies[place].get(held, 0) + share * chance
    kinds = tuple(sorted({outcome for joint in found for outcome in joint}))
    chances = np.zeros((len(found), len(kinds)), dtype=object if wave.exact else np.float64)
    for row, joint in enumerate(found):
        for column, outcome in enumerate(kinds):
            chances[row, column] = joint.get(outcome, 0)
    return Node(tuple(places), near, kinds, chances.reshape(*shape, len(kinds)), armies)


def _alone(place: int, results: Mixture) -> Outcomes:
    """Return the outcomes of a territory that no surge joins to another."""
    found = Outcomes([place])
    for state, chance in results.items():
        found.add((state[OWNER],), state[CONQUERORS], chance)
    found.add_armies(place, Mixture(results.sizes[:, [OWNER, ARMIES]], results.weights), 1)
    return found


@dataclass(frozen=True)
class Component:
    """Nodes that clashes join: independent of all other components.

    Parameters
    ----------
    nodes : tuple of Node
        In an order in which few clashes are open at a time.
    chances : dict of int to array
        The probabilities of the ways in which each clash ends.
    """

    nodes: tuple[Node, ...]
    chances: dict[int, NDArray[Any]]

    @property
    def places(self) -> tuple[int, ...]:
        """The territories, node by node."""
        return tuple(place for node in self.nodes for place in node.places)

    def distribution(
        self,
        start: Label,
        label: Callable[[Node, Outcome], Any],
        combine: Callable[[Label, Any], Label],
    ) -> dict[Label, Any]:
        """Return the probability of each label that the outcomes of all nodes combine to.

        Parameters
        ----------
        start : hashable
            The label before the first node.
        label : callable
            Returns what an outcome of a node contributes.
        combine : callable
            Returns the label of what there was and what is contributed.
        """
        import numpy as np

        exact = self.nodes[0].chances.dtype == object
        labels: list[Label] = [start]
        weights = np.ones((1,), dtype=object if exact else np.float64)
        opened: list[int] = []
        for node in self.nodes:
            kinds, table = _labelled(node, label)
            shared = [clash for clash in node.clashes if clash in opened or self._inside(clash)]
            names = {clash: axis for axis, clash in enumerate({*opened, *node.clashes})}
            left = [clash for clash in names if clash not in shared]
            before, now = len(names), len(names) + 1
            operands: list[Any] = [weights, [*(names[c] for c in opened), before]]
            operands += [table, [*(names[c] for c in node.clashes), now]]
            for clash in shared:
                operands += [self.chances[clash], [names[clash]]]
            weights = np.einsum(*operands, [*(names[c] for c in left), before, now])
            labels, weights = _combined(labels, kinds, weights, combine)
            opened = left
        return dict(zip(labels, weights.tolist(), strict=True))

    def _inside(self, clash: int) -> bool:
        """Tell whether a clash lies between territories of one node."""
        return sum(clash in node.clashes for node in self.nodes) == 1


def _labelled(node: Node, label: Callable[[Node, Outcome], Any]) -> tuple[list[Any], NDArray[Any]]:
    """Return the labels of a node's outcomes, and its chances by label."""
    import numpy as np

    kinds: dict[Any, int] = {}
    where = [kinds.setdefault(label(node, outcome), len(kinds)) for outcome in node.outcomes]
    table = np.zeros((*node.chances.shape[:-1], len(kinds)), dtype=node.chances.dtype)
    for column, kind in enumerate(where):
        table[..., kind] += node.chances[..., column]
    return list(kinds), table


def _combined(
    labels: list[Any], kinds: list[Any], weights: NDArray[Any], combine: Callable[[Any, Any], Any]
) -> tuple[list[Any], NDArray[Any]]:
    import numpy as np

    found: dict[Any, int] = {}
    where = [
        [found.setdefault(combine(label, kind), len(found)) for kind in kinds] for label in labels
    ]
    if len(found) == len(labels) * len(kinds):
        return list(found), weights.reshape(*weights.shape[:-2], -1)
    summed = np.zeros((*weights.shape[:-2], len(found)), dtype=weights.dtype)
    for row, places in enumerate(where):
        for column, place in enumerate(places):
            summed[..., place] += weights[..., row, column]
    return list(found), summed


def watched(parts: Sequence[T], progress: Progress | None) -> Iterator[T]:
    """Yield these parts, telling how many are done whenever the next one is asked for.

    Examples
    --------
    >>> list(watched("ab", lambda done, of: print(done, "of", of)))
    0 of 2
    1 of 2
    2 of 2
    ['a', 'b']
    """
    tell = progress or (lambda _done, _of: None)
    for done, part in enumerate(parts):
        tell(done, len(parts))
        yield part
    tell(len(parts), len(parts))


def groups(start: Resolution) -> list[tuple[int, ...]]:
    """Return the territories that anything happens to, those that a surge joins together."""
    surges = [force for force in start.forces if force.beyond != NOWHERE]
    places = {force.target for force in start.forces} | {force.beyond for force in surges}
    links = [(force.target, force.beyond) for force in surges]
    return [tuple(sorted(group)) for group in _joined(sorted(places), links)]


def hang_together(start: Resolution) -> list[tuple[int, ...]]:
    """Return the groups of territories that clashes join as well: nothing joins them further."""
    found = groups(start)
    number = {place: group for group, places in enumerate(found) for place in places}
    links = [
        (number[start.forces[first].target], number[start.forces[second].target])
        for fight in start.pending
        if fight.stage is Stage.CLASHES
        for first, second in (fight.forces,)
    ]
    return [
        tuple(place for group in joined for place in found[group])
        for joined in _joined(range(len(found)), links)
    ]


def components(wave: FirstWave, nodes: Sequence[Node]) -> list[Component]:
    """Return the components of the network.

    Raises
    ------
    InvalidInput
        If too many clashes of one are open at a time.
    """
    links = [
        (first, second)
        for first, node in enumerate(nodes)
        for second in range(first + 1, len(nodes))
        if set(node.clashes) & set(nodes[second].clashes)
    ]
    found = []
    for group in _joined(range(len(nodes)), links):
        ordered = tuple(_in_order([nodes[number] for number in group]))
        clashes = {clash for node in ordered for clash in node.clashes}
        found.append(Component(ordered, {c: wave.clashes[c].chances for c in sorted(clashes)}))
    return found


def _in_order(nodes: list[Node]) -> Iterator[Node]:
    """Yield the nodes, each time that which leaves the fewest clashes open.

    Raises
    ------
    InvalidInput
        If these are too many.
    """
    left, opened = list(nodes), set[int]()
    while left:
        best = min(left, key=lambda node: len(opened ^ set(node.clashes)))
        left.remove(best)
        opened ^= set(best.clashes)
        opened &= {clash for node in left for clash in node.clashes}
        if len(opened) > MOST_OPEN:
            raise InvalidInput(
                f"{len(opened)} of its clashes hang on each other; the limit is {MOST_OPEN}"
            )
        yield best


def _joined(members: Sequence[int], links: Sequence[tuple[int, int]]) -> list[list[int]]:
    """Return the members in groups, those together that links join."""
    near: dict[int, set[int]] = {member: set() for member in members}
    for first, second in links:
        near[first].add(second)
        near[second].add(first)
    left, found = set(members), []
    for member in members:
        if member in left:
            group = [member]
            left.discard(member)
            for other in group:
                group.extend(sorted(near[other] & left))
                left -= near[other]
            found.append(group)
    return found
