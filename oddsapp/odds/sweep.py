"""Any battle, state by state: from most armies to fewest, each state after its predecessors.

The general solver behind the fast ones. It follows `Battle.successors` and nothing else.
Armies that started alike are exchangeable, so states that differ only by their order are
one state (an exact lumping): sorted multisets instead of tuples.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby
from math import comb, factorial, prod
from typing import Any, TypeVar

from oddsapp.combat import Battle, BattleKind, State
from oddsapp.combat.round import NEVER_ENDS
from oddsapp.errors import InvalidInput
from oddsapp.interrupts import check_interrupt
from oddsapp.odds.arithmetic import Fractions, Numbers

MOST_STATES = 300_000
"""The most states that are visited in floats."""

MOST_EXACT_STATES = 40_000
"""The most states that are visited in fractions."""

MOST_MOVES = 2_000_000
"""The most states times outcomes of a roll, a matter of seconds: many armies have many."""

_BYTES_A_STATE = 300

T = TypeVar("T")

Blocks = tuple[tuple[int, ...], ...]
"""Places of armies that can be exchanged, each block against each other one as a whole."""


def exchangeable(battle: Battle) -> list[Blocks]:
    """Return the groups of exchangeable armies, then those of exchangeable players.

    Examples
    --------
    >>> from oddsapp.combat import spoils_of_war
    >>> from oddsapp.rules import find_ruleset
    >>> exchangeable(spoils_of_war([[5], [3, 3], [5]], find_ruleset("risk2")))
    [((1,), (2,)), ((0,), (3,))]
    """
    hands: dict[int, list[int]] = {}
    for place, owner in enumerate(battle.owners):
        hands.setdefault(owner, []).append(place)
    groups: list[Blocks] = []
    for places in hands.values():
        by_size = sorted(places, key=lambda place: battle.armies[place])
        for _, alike in groupby(by_size, key=lambda place: battle.armies[place]):
            groups.append(tuple((place,) for place in alike))
    if battle.kind is BattleKind.SPOILS_OF_WAR:
        # Players with the same forces, their armies in the same order.
        players: dict[State, list[tuple[int, ...]]] = {}
        for places in hands.values():
            by_size = sorted(places, key=lambda place: battle.armies[place])
            players.setdefault(tuple(battle.armies[p] for p in by_size), []).append(tuple(by_size))
        groups += [tuple(alike) for alike in players.values()]
    return [blocks for blocks in groups if len(blocks) > 1]


def canonical(state: State, groups: list[Blocks]) -> State:
    """Return the representative of all states that differ only by exchanges."""
    if not groups:
        return state
    sizes = list(state)
    for blocks in groups:
        values = sorted(([sizes[place] for place in block] for block in blocks), reverse=True)
        for block, value in zip(blocks, values, strict=True):
            for place, size in zip(block, value, strict=True):
                sizes[place] = size
    return tuple(sizes)


def orders(values: Sequence[T]) -> int:
    """Return in how many orders these values can stand, equal ones not told apart."""
    return factorial(len(values)) // prod(factorial(n) for n in Counter(values).values())


def distinct_orders(values: Sequence[T]) -> Iterator[tuple[T, ...]]:
    """Yield these values in every order, equal ones not told apart.

    Examples
    --------
    >>> list(distinct_orders([1, 1, 2]))
    [(1, 1, 2), (1, 2, 1), (2, 1, 1)]
    """
    if not values:
        yield ()
    for first in dict.fromkeys(values):
        rest = list(values)
        rest.remove(first)
        for others in distinct_orders(rest):
            yield (first, *others)


def count_states(battle: Battle) -> int:
    """Return an upper bound of the number of states, known before any of them is visited."""
    states = 1
    for owner in range(battle.players):
        sizes = sorted(s for s, o in zip(battle.armies, battle.owners, strict=True) if o == owner)
        for size, alike in groupby(sizes):
            armies = len(list(alike))
            states *= comb(size + armies, armies)
    if battle.kind is BattleKind.SPOILS_OF_WAR and len(battle.owners) == battle.players:
        states = 1
        for size, alike in groupby(sorted(battle.armies)):
            armies = len(list(alike))
            states *= comb(size + armies, armies)
    return states


def check_size(battle: Battle, *, exact: bool) -> None:
    """Refuse a battle that is too large for this solver.

    Raises
    ------
    InvalidInput
        With the size and the memory that it would need.
    """
    states, limit = count_states(battle), MOST_EXACT_STATES if exact else MOST_STATES
    moves = states * _outcomes(battle)
    if states > limit or moves > MOST_MOVES:
        gigabytes = states * _BYTES_A_STATE * (4 if exact else 1) / 1e9
        raise InvalidInput(
            f"a battle of this size ({battle.kind}) has up to {states:,} states with {moves:,}"
            f" moves, about {gigabytes:,.1f} GB; the limit is {limit:,} states"
            f"{' exactly' if exact else ''} and {MOST_MOVES:,} moves"
        )


def _outcomes(battle: Battle) -> int:
    """Return about how many outcomes a roll has: which armies are hit, not how often."""
    return int(2 ** (len(battle.armies) - (battle.kind is BattleKind.MASS_INVASION)))


def end_states(battle: Battle, numbers: Numbers) -> dict[State, Any]:
    """Return the weight of each end state, one representative for those alike.

    Raises
    ------
    InvalidInput
        If the battle is too large, before anything is allocated; or if it may go on for ever.
    """
    check_size(battle, exact=isinstance(numbers, Fractions))
    groups = exchangeable(battle)
    start = canonical(battle.armies, groups)
    waiting: dict[int, dict[State, Any]] = {sum(start): {start: numbers.one}}
    ends: dict[State, Any] = {}
    for total in range(sum(start), -1, -1):
        check_interrupt()
        for state, weight in waiting.pop(total, {}).items():
            if battle.is_over(state):
                ends[state] = weight
                continue
            successors, ways = battle.successors(state)
            ways -= dict(successors).get(state, 0)  # a roll that changes nothing is repeated
            if not ways:
                raise InvalidInput(NEVER_ENDS)
            for after, chance in successors:
                if after == state:
                    continue
                left = sum(after)
                coefficient = numbers.coefficient(chance, ways, total - left)
                level = waiting.setdefault(left, {})
                key = canonical(after, groups)
                level[key] = level.get(key, numbers.zero) + coefficient * weight
    return ends
