"""Whole battles drawn by one random number each, from the worst end to the best one.

With the ends in that order the same random number is as lucky in one battle as in another:
so it is in the same battle of two plans, one of which sends more armies.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from functools import cache
from itertools import accumulate
from math import sqrt
from operator import mul
from typing import Any, NamedTuple

from oddsapp.combat.stop import StopRule
from oddsapp.engine.attack import pending_battle
from oddsapp.engine.chance import Ends, Solver
from oddsapp.engine.state import GameState
from oddsapp.players.settle import settle
from oddsapp.rules import Ruleset

MOST_ENDS = 200_000
"""How many ends of battles are remembered for one set of rules, about 30 MB."""


class Means(NamedTuple):
    """What a battle comes to on average.

    Parameters
    ----------
    taken : probability
    force_taken : number
        The mean force left, given that it conquers; 0 if it cannot.
    force_held, defenders_held : number
        The mean force and defenders left, given that it does not; 0 if it always does.
    spread : float
        The standard deviation of the force left less the defenders left.
    """

    taken: Any
    force_taken: Any
    force_held: Any
    defenders_held: Any
    spread: float

    @property
    def force(self) -> Any:
        """The mean force left."""
        return self.taken * self.force_taken + (1 - self.taken) * self.force_held

    @property
    def defenders(self) -> Any:
        """The mean number of defenders left."""
        return (1 - self.taken) * self.defenders_held


class BattleTable(NamedTuple):
    """How a battle can end.

    Parameters
    ----------
    ends : list of tuple of int
        The force and the defenders left, from the worst for the attacker to the best.
    chances : list
        Of each.
    sums : list of float
        The sums of these up to each.
    means : Means
    """

    ends: list[tuple[int, ...]]
    chances: list[Any]
    sums: list[float]
    means: Means

    def drawn(self, number: float) -> int:
        """Return which end a random number from [0, 1) brings.

        Examples
        --------
        >>> table = battle_table([((2, 0), 0.5), ((0, 1), 0.25), ((1, 0), 0.25)])
        >>> [table.ends[table.drawn(number)] for number in (0.1, 0.3, 0.9)]
        [(0, 1), (1, 0), (2, 0)]
        """
        # Sums of floats need not reach 1 exactly: what lies beyond the last is the last.
        sums = self.sums
        return min(bisect_right(sums, number * sums[-1]), len(sums) - 1)


def battle_table(ends: Ends) -> BattleTable:
    """Return the table of these ends."""
    ordered = sorted(ends, key=lambda end: (end[0][0] - end[0][1], end[0][0]))
    chances = [chance for _, chance in ordered]
    sums = list(accumulate(map(float, chances)))
    won = [(end, chance) for end, chance in ordered if not end[1]]
    held = [(end, chance) for end, chance in ordered if end[1]]
    # Summed apart: 1 less the one would be a rounded 0 or 1 where the other is small.
    taken, stands = (sum(chance for _, chance in part) for part in (won, held))
    means = Means(
        taken,
        sum(end[0] * chance for end, chance in won) / (taken or 1),
        sum(end[0] * chance for end, chance in held) / (stands or 1),
        sum(end[1] * chance for end, chance in held) / (stands or 1),
        _spread([end[0] - end[1] for end, _ in ordered], [float(p) for p in chances]),
    )
    return BattleTable([end for end, _ in ordered], chances, sums, means)


def _spread(values: list[int], chances: list[float]) -> float:
    mean = sum(map(mul, values, chances))
    return sqrt(
        sum(chance * (value - mean) ** 2 for value, chance in zip(values, chances, strict=True))
    )


class BattleTables:
    """The battles under one set of rules, each solved once.

    Parameters
    ----------
    solve : callable
        `settle`, or with fractions `settle_exactly`.
    """

    def __init__(self, solve: Solver = settle) -> None:
        self._solve = solve
        self._known: dict[object, BattleTable] = {}
        self._ends = 0

    def pending(self, state: GameState, stop: StopRule | None = None) -> BattleTable:
        """Return the table of the battle that is about to be fought.

        Parameters
        ----------
        state : GameState
        stop : StopRule, optional
            When it stops; what the state says if it is not given.
        """
        assault, armies = state.assault, state.armies
        assert assault is not None
        key = armies[assault.origin], armies[assault.target], stop or assault.keep
        table = self._known.get(key)
        if table is None:
            battle, announced = pending_battle(state)
            table = self._made(lambda: self._solve(battle, announced if stop is None else stop))
            self._known[key] = table
        return table

    def _made(self, ends: Callable[[], Ends]) -> BattleTable:
        if self._ends > MOST_ENDS:
            self._known.clear()
            self._ends = 0
        table = battle_table(ends())
        self._ends += len(table.ends)
        return table


@cache
def tables_of(rules: Ruleset) -> BattleTables:
    """Return the battles under these rules, which all roll-outs of a process share."""
    del rules  # each set of rules has tables of its own
    return BattleTables()
