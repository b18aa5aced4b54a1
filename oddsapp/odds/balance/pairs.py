"""P(win) for every two attacking armies against every defender, in one pass (M-6).

W(x, y, d) = sum over the outcomes (i, j, k) of a roll of p(i, j, k) W(x - i, y - j, d - k),
W(x, y, 0) = 1,  W(0, 0, d) = 0.

A roll always costs somebody something (those that do not are left out and the rest weighted
up), so all states with the same sum x + y + d follow from those with smaller sums: each sum is
one step for numpy, over all sizes. One army alone is the case y = 0.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oddsapp.arguments import whole_number
from oddsapp.combat import Battle, BattleKind
from oddsapp.interrupts import Progress
from oddsapp.odds.balance.sides import coloured
from oddsapp.rules import Role, Ruleset, as_ruleset

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Table = NDArray[np.float64]

MOST_ARMIES = 120
"""The most armies of each: the table has so many to the third power."""


def pair_wins(
    most: int = 60, *, rules: str | Ruleset = "risk2", progress: Progress | None = None
) -> Table:
    """Return P(win) of two attacking armies against a defender, for all sizes.

    Parameters
    ----------
    most : int
        The largest army.
    rules : str or Ruleset
        With one die per army.
    progress : callable, optional
        Is told how many steps are done, and of how many. What it raises ends the work.

    Returns
    -------
    array of shape (most + 1, most + 1, most + 1)
        ``wins[x, y, d]`` for armies of x and y against d; x or y may be 0. Without attackers
        or defenders it is 0 or 1; ``wins[0, 0, 0]`` means nothing and is 0.

    Raises
    ------
    InvalidInput
        If the rules have no die for an army, or the number is out of range.

    Examples
    --------
    >>> wins = pair_wins(36)
    >>> round(float(wins[31, 0, 36]), 4), round(float(wins[31, 1, 36]), 4)
    (0.5908, 0.5886)
    """
    import numpy as np

    ruleset = as_ruleset(rules)
    size = whole_number(most, "the largest army", least=1, most=MOST_ARMIES) + 1
    steps = _Steps(ruleset, size)
    wins = np.zeros((size, size, size))
    wins[:, :, 0] = 1.0
    wins[0, 0, 0] = 0.0
    flat = wins.ravel()
    last = 3 * (size - 1)
    for total in range(2, last + 1):
        here = steps.states_of(total)
        x, y, d = np.unravel_index(here, wins.shape)
        kind = steps.kind(x, y, d)
        chances = np.zeros(len(here))
        for chance, lost in steps.outcomes:
            after = [np.maximum(now - lost[kind, n], 0) for n, now in enumerate((x, y, d))]
            chances += chance[kind] * flat[np.ravel_multi_index(tuple(after), wins.shape)]
        flat[here] = chances
        if progress is not None:
            progress(total - 1, last - 1)
    return wins


class _Steps:
    """Where a roll leads from every kind of state: which dice are on the table."""

    def __init__(self, rules: Ruleset, size: int) -> None:
        import numpy as np

        combat = coloured(rules)
        tiers = [
            [combat.tier(army, role) for army in range(1, size)]
            for role in (Role.ATTACKER, Role.DEFENDER)
        ]
        # Tier 0 stands for no army at all.
        self._attack, self._defence = (np.array([0, *(t + 1 for t in row)]) for row in tiers)
        self._dice = len(combat.dice_set) + 1
        self.outcomes = self._outcomes(rules, tiers)
        sums = np.add.outer(np.add.outer(np.arange(size), np.arange(size)), np.arange(size))
        attackers = np.add.outer(np.arange(size), np.arange(size))
        fights = (attackers[:, :, None] > 0) & (np.arange(size) > 0)
        flat = np.flatnonzero(fights)
        order = np.argsort(sums.ravel()[flat], kind="stable")
        self._states = flat[order]
        self._bounds = np.searchsorted(
            sums.ravel()[self._states], np.arange(3 * (size - 1) + 2), side="left"
        )

    def states_of(self, total: int) -> Any:
        """Return the states in which so many armies are left in all."""
        return self._states[self._bounds[total] : self._bounds[total + 1]]

    def kind(self, x: Any, y: Any, d: Any) -> Any:
        """Return which dice are on the table, as one number."""
        return (self._attack[x] * self._dice + self._attack[y]) * self._dice + self._defence[d]

    def _outcomes(self, rules: Ruleset, tiers: list[list[int]]) -> list[tuple[Any, Any]]:
        """Return for each outcome its chance and its losses, by what is on the table."""
        import numpy as np

        sizes = [{tier: n + 1 for n, tier in enumerate(row)} for row in tiers]
        rolls: dict[int, list[tuple[tuple[int, ...], float]]] = {}
        for mine in [0, *sizes[0].values()]:
            for other in [0, *sizes[0].values()]:
                for defenders in sizes[1].values():
                    if mine or other:
                        kind = int(self.kind(mine, other, defenders))
                        rolls[kind] = _roll(rules, mine, other, defenders)
        many = max(len(roll) for roll in rolls.values())
        found = []
        for place in range(many):
            chance = np.zeros(self._dice**3)
            lost = np.zeros((self._dice**3, 3), dtype=np.int64)
            for kind, roll in rolls.items():
                if place < len(roll):
                    lost[kind], chance[kind] = roll[place]
            found.append((chance, lost))
        return found


def _roll(
    rules: Ruleset, mine: int, other: int, defenders: int
) -> list[tuple[tuple[int, ...], float]]:
    """Return the losses of a roll, of an army that is not there 0, each with its chance."""
    forces = tuple(size for size in (mine, other) if size)
    armies = (*forces, defenders)
    battle = Battle(
        kind=BattleKind.MASS_INVASION,
        armies=armies,
        owners=(0,) * len(forces) + (1,),
        rules=rules,
    )
    roll = battle.round(armies).changing
    found = []
    for losses, weight in roll.outcomes:
        lost = iter(losses)
        found.append((tuple(next(lost) if n else 0 for n in (mine, other, defenders)), weight))
    return [(losses, weight / roll.total) for losses, weight in found]


__all__ = ["MOST_ARMIES", "pair_wins"]
