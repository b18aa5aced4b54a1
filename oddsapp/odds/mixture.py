"""A RISK II battle fought to its end from many states at once, each with a weight of its own.

A battle is linear in the weights that it starts from: whoever does not know how large an
army arrives need not solve one battle for each size. States of all starts that fall
together are one state from then on, and one pass over them gives the weights of all ends.

`fight` picks the pass: in lockstep where attackers always lose alike, else state by state,
with numpy in floats and with a dictionary in fractions.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import prod
from typing import TYPE_CHECKING, Any, NamedTuple

from oddsapp.combat import Battle, BattleKind, State
from oddsapp.errors import InvalidInput
from oddsapp.interrupts import check_interrupt
from oddsapp.odds import lockstep
from oddsapp.rules import ColouredDice, Role
from oddsapp.wording import listed

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MOST_STATES = 5_000_000
"""The most states of a battle that is followed state by state, in floats."""

MOST_MOVES = 60_000_000
"""The most states times outcomes of a roll."""

MOST_EXACT_STATES = 150_000
"""The most states in fractions."""


class Mixture(NamedTuple):
    """States of a battle with their weights, no state twice.

    Parameters
    ----------
    sizes : array of int, shape (states, armies)
    weights : array, shape (states,)
        Floats, or fractions in an array of objects.
    """

    sizes: NDArray[np.int64]
    weights: NDArray[Any]

    @classmethod
    def of(cls, weights: dict[State, Any], *, exact: bool) -> Mixture:
        """Return the mixture of a dictionary of states."""
        import numpy as np

        sizes = np.array(list(weights), dtype=np.int64).reshape(len(weights), -1)
        values = np.empty(len(weights), dtype=object if exact else np.float64)
        values[:] = list(weights.values())
        return cls(sizes, values)

    def items(self) -> list[tuple[State, Any]]:
        """Return every state with its weight."""
        return list(zip(map(tuple, self.sizes.tolist()), self.weights.tolist(), strict=True))


def merged(sizes: NDArray[np.int64], weights: NDArray[Any]) -> Mixture:
    """Return the mixture in which states that are there several times are one.

    Numbers below 0 are allowed, as marks.
    """
    import numpy as np

    if len(sizes) < 2:
        return Mixture(sizes, weights)
    low = sizes.min(axis=0)
    radix = (sizes.max(axis=0) - low + 1).tolist()
    if prod(radix) >= 2**62:
        kept, where = np.unique(sizes, axis=0, return_inverse=True)
        return Mixture(kept, _summed(where.ravel(), weights, len(kept)))
    keys = np.zeros(len(sizes), dtype=np.int64)
    for column, base in enumerate(radix):
        keys = keys * base + (sizes[:, column] - low[column])
    if prod(radix) <= 4 * len(keys) + 1000:
        # Few possible states: count them all instead of sorting those there are.
        there = np.zeros(prod(radix), dtype=bool)
        there[keys] = True
        kept = np.flatnonzero(there)
        where = (np.cumsum(there) - 1)[keys]
    else:
        kept, where = np.unique(keys, return_inverse=True)
    columns = []
    left = kept
    for column in range(len(radix) - 1, -1, -1):
        columns.append(left % radix[column] + low[column])
        left = left // radix[column]
    states = np.stack(columns[::-1], axis=1) if columns else np.zeros((len(kept), 0), np.int64)
    return Mixture(states, _summed(where, weights, len(kept)))


def _summed(where: NDArray[Any], weights: NDArray[Any], length: int) -> NDArray[Any]:
    import numpy as np

    if weights.dtype == object:
        sums = np.zeros(length, dtype=object)
        np.add.at(sums, where, weights)
        return sums
    return np.bincount(where, weights=weights, minlength=length)


def joined(parts: Sequence[Mixture]) -> Mixture:
    """Return several mixtures of the same armies as one."""
    import numpy as np

    if len(parts) == 1:
        return parts[0]
    return merged(
        np.concatenate([part.sizes for part in parts]),
        np.concatenate([part.weights for part in parts]),
    )


def together(first: Mixture, second: Mixture) -> Mixture:
    """Return the mixture of both, independent of each other, side by side."""
    import numpy as np

    rows, columns = len(first.weights), len(second.weights)
    sizes = np.concatenate(
        [np.repeat(first.sizes, columns, axis=0), np.tile(second.sizes, (rows, 1))], axis=1
    )
    return Mixture(sizes, (first.weights[:, None] * second.weights[None, :]).ravel())


def fight(battle: Battle, start: Mixture) -> Mixture:
    """Return the weights of the ends of a battle from those of its states at the start.

    Parameters
    ----------
    battle : Battle
        Its kind, its owners and its rules; its sizes do not matter.
    start : Mixture
        One column for each army of the battle, all of at least 1.

    Raises
    ------
    InvalidInput
        If the battle has too many states, before any of them is visited, or if it may go on
        for ever.

    Examples
    --------
    >>> from oddsapp.combat import border_clash
    >>> from oddsapp.rules import find_ruleset
    >>> clash = border_clash(2, 2, find_ruleset("risk2"))
    >>> ends = fight(clash, Mixture.of({(2, 1): 0.5, (1, 2): 0.5}, exact=False))
    >>> {state: weight for state, weight in sorted(ends.items())}
    {(0, 1): 0.25, (0, 2): 0.25, (1, 0): 0.25, (2, 0): 0.25}
    """
    check_size(battle, start)
    if start.weights.dtype == object:
        return _in_fractions(battle, start)
    if battle.kind is BattleKind.MASS_INVASION and lockstep.is_lockstep(battle):
        from oddsapp.odds.mixed_lockstep import fight_in_lockstep

        return fight_in_lockstep(battle, start)
    return _state_by_state(battle, start)


def check_size(battle: Battle, start: Mixture) -> None:
    """Refuse a battle with too many states.

    Raises
    ------
    InvalidInput
        With the number of states and the limit.
    """
    largest = start.sizes.max(axis=0).tolist()
    exact = start.weights.dtype == object
    in_step = battle.kind is BattleKind.MASS_INVASION and lockstep.is_lockstep(battle)
    if in_step and not exact:
        return  # that goes a few rows at a time, and has a limit of its own
    states = prod(size + 1 for size in largest)
    if in_step:
        from oddsapp.odds.mixed_lockstep import count_families

        families = count_families(start.sizes[:, :-1])
        states = min(states, families * (max(largest[:-1]) + 1) * (largest[-1] + 1))
    sizes = listed([str(size) for size in largest])
    what = f"a battle of {len(largest)} armies ({battle.kind}) of up to {sizes}"
    if exact and states > MOST_EXACT_STATES:
        raise InvalidInput(
            f"{what} has {states:,} states; the limit is {MOST_EXACT_STATES:,} in fractions, so"
            " ask without them"
        )
    moves = states * 2 ** (len(largest) - (battle.kind is BattleKind.MASS_INVASION))
    if not exact and (states > MOST_STATES or moves > MOST_MOVES):
        raise InvalidInput(
            f"{what} has {states:,} states with {moves:,} moves; the limit is"
            f" {MOST_STATES:,} states and {MOST_MOVES:,} moves"
        )


def _in_fractions(battle: Battle, start: Mixture) -> Mixture:
    """Follow every state by the battle's own rounds, most armies first."""
    from fractions import Fraction

    waiting: dict[int, dict[State, Any]] = {}
    for state, weight in start.items():
        level = waiting.setdefault(sum(state), {})
        level[state] = level.get(state, 0) + weight
    ends: dict[State, Any] = {}
    for total in range(max(waiting), -1, -1):
        check_interrupt()
        for state, weight in waiting.pop(total, {}).items():
            if battle.is_over(state):
                ends[state] = weight
                continue
            roll = battle.round(state).changing
            living = [place for place, size in enumerate(state) if size]
            for losses, chance in roll.outcomes:
                after = list(state)
                for place, lost in zip(living, losses, strict=True):
                    after[place] = max(0, after[place] - lost)
                key = tuple(after)
                level = waiting.setdefault(sum(key), {})
                level[key] = level.get(key, 0) + Fraction(chance, roll.total) * weight
    return Mixture.of(ends, exact=True)


def _state_by_state(battle: Battle, start: Mixture) -> Mixture:
    """Follow all states of a box, those of one total at a time."""
    import numpy as np

    shape = (start.sizes.max(axis=0) + 1).tolist()
    strides = [prod(shape[column + 1 :]) for column in range(len(shape))]
    totals = np.zeros((1,), dtype=np.int16)
    for length in shape:
        totals = (totals[:, None] + np.arange(length, dtype=np.int16)).ravel()
    order = np.argsort(totals, kind="stable")
    edges = np.searchsorted(totals[order], np.arange(int(totals[-1]) + 2))
    dice = _Dice(battle, shape)
    weights = np.zeros(len(order))
    np.add.at(weights, start.sizes @ np.array(strides), start.weights)
    ended_keys, ended_weights = [], []
    for total in range(len(edges) - 2, -1, -1):
        check_interrupt()
        keys = order[edges[total] : edges[total + 1]]
        keys = keys[weights[keys] > 0]
        if not len(keys):
            continue
        sizes = np.stack(
            [keys // stride % length for stride, length in zip(strides, shape, strict=True)], axis=1
        )
        rows = dice.rows(sizes)
        over = rows < 0
        ended_keys.append(sizes[over])
        ended_weights.append(weights[keys[over]])
        sizes, rows, keys = sizes[~over], rows[~over], keys[~over]
        after = np.zeros((len(keys), dice.losses.shape[1]), dtype=np.int64)
        for column, stride in enumerate(strides):
            left = sizes[:, column, None] - dice.losses[rows, :, column]
            after += np.maximum(left, 0) * stride
        moved = weights[keys, None] * dice.chances[rows]
        np.add.at(weights, after.ravel(), moved.ravel())
    return Mixture(np.concatenate(ended_keys), np.concatenate(ended_weights))


class _Dice:
    """The rolls of a battle by which dice are thrown, as tables that grow as they are met."""

    def __init__(self, battle: Battle, shape: list[int]) -> None:
        import numpy as np

        self.battle = battle
        combat = battle.rules.combat
        assert isinstance(combat, ColouredDice)
        self._base = len(combat.ranks) + 1
        self._digits = []
        for column, length in enumerate(shape):
            defends = battle.kind is BattleKind.MASS_INVASION and column == len(shape) - 1
            role = Role.DEFENDER if defends else Role.ATTACKER
            tiers = [0] + [combat.tier(size, role) + 1 for size in range(1, length)]
            self._digits.append(np.array(tiers))
        self._row_of = np.full(self._base ** len(shape), -2)
        self.losses = np.zeros((0, 1, len(shape)), dtype=np.int64)
        self.chances = np.zeros((0, 1))

    def rows(self, sizes: NDArray[np.int64]) -> NDArray[np.int64]:
        """Return which row of the tables each state rolls by; -1 where the battle is over."""
        import numpy as np

        codes = np.zeros(len(sizes), dtype=np.int64)
        for column, digits in enumerate(self._digits):
            codes = codes * self._base + digits[sizes[:, column]]
        found, first = np.unique(codes, return_index=True)
        for code, place in zip(found.tolist(), first.tolist(), strict=True):
            if self._row_of[code] == -2:
                self._row_of[code] = self._learn(tuple(sizes[place].tolist()))
        rows: NDArray[np.int64] = self._row_of[codes]
        return rows

    def _learn(self, state: State) -> int:
        """Add the roll of these dice to the tables."""
        import numpy as np

        if self.battle.is_over(state):
            return -1
        roll = self.battle.round(state).changing
        living = [place for place, size in enumerate(state) if size]
        known, outcomes, armies = self.losses.shape
        width = max(outcomes, len(roll.outcomes))
        losses = np.zeros((known + 1, width, armies), dtype=np.int64)
        chances = np.zeros((known + 1, width))
        losses[:known, :outcomes], chances[:known, :outcomes] = self.losses, self.chances
        for place, (lost, weight) in enumerate(roll.outcomes):
            losses[known, place, living] = lost
            chances[known, place] = weight / roll.total
        self.losses, self.chances = losses, chances
        return known
