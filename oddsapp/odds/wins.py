"""P(win) for every state of an attack at once, by first-step analysis from the small states up.

W(a, d) = sum over the outcomes (i, j) of a roll of p(i, j) W(a - i, d - j),
W(a, 0) = 1,  W(0, d) = 0.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from oddsapp.combat import Battle, attack
from oddsapp.odds.arithmetic import Floats, Fractions
from oddsapp.rules import Ruleset


def win_rows(rules: Ruleset, defenders: int, *, exact: bool = False) -> Iterator[list[Any]]:
    """Yield for a force of 0, 1, 2, … the row of P(win) against 0, 1, …, ``defenders``.

    Parameters
    ----------
    rules : Ruleset
        Classic dice or one die per army; a single force in either case.
    defenders : int
    exact : bool
        As fractions.

    Examples
    --------
    >>> from itertools import islice
    >>> from oddsapp.rules import find_ruleset
    >>> rows = win_rows(find_ruleset("classic"), 2, exact=True)
    >>> [str(p) for p in list(islice(rows, 2))[1]]
    ['1', '5/12', '275/2592']
    """
    numbers = Fractions() if exact else Floats()
    moves = _Moves(attack(1, defenders, rules), numbers)
    rows = [[numbers.zero] * (defenders + 1)]
    yield rows[0]
    while True:
        force = len(rows)
        row = [numbers.one]
        for left in range(1, defenders + 1):
            total = numbers.zero
            for lost, hit, coefficient in moves.of(force, left):
                after = row if not lost else rows[max(0, force - lost)]
                total += coefficient * after[max(0, left - hit)]
            row.append(total)
        rows.append(row)
        yield row


class _Moves:
    """The outcomes of a roll by the dice that are rolled, which few pairs of sizes share."""

    def __init__(self, battle: Battle, numbers: Floats | Fractions) -> None:
        self.battle, self.numbers = battle, numbers
        self._by_round: dict[int, list[tuple[int, int, Any]]] = {}

    def of(self, force: int, defenders: int) -> list[tuple[int, int, Any]]:
        """Return (attackers lost, defenders lost, coefficient) of each outcome."""
        roll = self.battle.round((force, defenders))
        if id(roll) not in self._by_round:
            changing = roll.changing
            self._by_round[id(roll)] = [
                (lost, hit, self.numbers.coefficient(weight, changing.total, lost + hit))
                for (lost, hit), weight in changing.outcomes
            ]
        return self._by_round[id(roll)]
