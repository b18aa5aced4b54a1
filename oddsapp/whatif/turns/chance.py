"""Battles decided by chance: rolled out, or drawn whole from their exact distribution.

A battle that is met for the first times is rolled out; one that is met again and again is
drawn whole, which pays only then: its distribution has to be known first.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from functools import partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any

from oddsapp.combat.battle import Battle, BattleKind, State
from oddsapp.errors import InvalidInput
from oddsapp.interrupts import check_interrupt
from oddsapp.odds.mixture import Mixture, fight
from oddsapp.pmf import uniform
from oddsapp.rules import ColouredDice, Role, Ruleset

if TYPE_CHECKING:
    import numpy as np

_OFTEN = 100
"""How often a battle is rolled out before its distribution is worth while."""

_AT_ONCE = 8_192

MOST_ROLLED_ARMIES = 100_000_000
"""How many armies may be rolled away one by one in all times of a battle: half a minute."""


def numbers(rng: Any) -> Callable[[], float]:
    """Return a source of random numbers that draws many at a time.

    Raises
    ------
    InvalidInput
        If this is no generator of numpy.
    """
    if rng is None or not hasattr(rng, "random"):
        raise InvalidInput(
            "sampled turns need a generator of numpy: rng=numpy.random.default_rng(seed)"
        )

    def draw() -> Iterator[float]:
        while True:
            yield from uniform(rng, _AT_ONCE).tolist()

    return partial(next, draw())


class Chance:
    """Decides battles under one set of rules.

    Parameters
    ----------
    rules : Ruleset
    rng : numpy.random.Generator
    """

    def __init__(self, rules: Ruleset, rng: np.random.Generator | None) -> None:
        assert isinstance(rules.combat, ColouredDice)
        self._number, self._combat, self._rng = numbers(rng), rules.combat, rng
        self._met: dict[Any, int] = {}
        self._whole: dict[Any, tuple[list[State], list[float]]] = {}
        self._rolls: dict[Any, tuple[list[State], list[float]]] = {}
        self._digits: dict[Role, list[int]] = {Role.ATTACKER: [-1], Role.DEFENDER: [-1]}

    def ends(self, battle: Battle, times: int) -> list[State]:
        """Return how a battle ends, fought so many times."""
        # The rules are always the same here: without them a key is quick.
        key = battle.kind, battle.armies, battle.owners
        table = self._whole.get(key)
        if table is None:
            met = self._met.get(key, 0)
            self._met[key] = met + times
            if met < _OFTEN <= met + times:
                table = self._learn(battle)
                if table is not None:
                    self._whole[key] = table
        if table is None:
            _check_work(battle, times)
            return [self._rolled_out(battle) for _ in range(times)]
        states, sums = table
        if times < _OFTEN:
            return [_drawn(states, sums, self._number()) for _ in range(times)]
        import numpy as np

        where = np.searchsorted(np.array(sums), uniform(self._rng, times) * sums[-1], side="right")
        return [states[place] for place in np.minimum(where, len(states) - 1).tolist()]

    def _learn(self, battle: Battle) -> tuple[list[State], list[float]] | None:
        """Return the distribution of a battle; None if it is too large, and so is rolled out."""
        try:
            found = fight(battle, Mixture.of({battle.armies: 1.0}, exact=False)).items()
        except InvalidInput:
            return None
        return [state for state, _ in found], list(accumulate(chance for _, chance in found))

    def _rolled_out(self, battle: Battle) -> State:
        """Roll a battle out; a roll that changes nothing is left out."""
        state, number, rolls = battle.armies, self._number, self._rolls
        last = len(state) - 1 if battle.kind is BattleKind.MASS_INVASION else -1
        fight = battle.kind, battle.owners
        roles = [Role.DEFENDER if n == last else Role.ATTACKER for n in range(len(state))]
        digits = [self._dice(role, size) for role, size in zip(roles, state, strict=True)]
        check_interrupt()
        while True:
            dice = tuple([digit[size] for digit, size in zip(digits, state, strict=True)])
            table = rolls.get((fight, dice))
            if table is None:
                table = rolls[fight, dice] = _changing(battle, state)
            if not table[0]:
                return state
            losses = _drawn(*table, number())
            state = tuple(
                [
                    left - lost if left > lost else 0
                    for left, lost in zip(state, losses, strict=True)
                ]
            )

    def _dice(self, role: Role, largest: int) -> list[int]:
        """Return the place of the die that an army of each size rolls; -1 for none."""
        digits = self._digits[role]
        digits += [self._combat.tier(size, role) for size in range(len(digits), largest + 1)]
        return digits


def _check_work(battle: Battle, times: int) -> None:
    armies = sum(battle.armies)
    if armies * times > MOST_ROLLED_ARMIES:
        raise InvalidInput(
            f"a battle of {armies:,} armies in all is too large to be rolled {times:,} times;"
            f" {MOST_ROLLED_ARMIES // armies:,} samples are the most"
        )


def _changing(battle: Battle, state: State) -> tuple[list[State], list[float]]:
    """Return the losses of each army by the next roll that changes anything, and their chances.

    Both are empty where the battle is over.
    """
    if battle.is_over(state):
        return [], []
    roll = battle.round(state).changing
    living = [place for place, size in enumerate(state) if size]
    losses, chances = [], []
    for lost, weight in roll.outcomes:
        of_all = [0] * len(state)
        for place, number in zip(living, lost, strict=True):
            of_all[place] = number
        losses.append(tuple(of_all))
        chances.append(weight / roll.total)
    return losses, list(accumulate(chances))


def _drawn(states: list[State], sums: list[float], number: float) -> State:
    # Sums of floats need not reach 1 exactly: what lies beyond the last is the last.
    return states[min(bisect_right(sums, number * sums[-1]), len(states) - 1)]
