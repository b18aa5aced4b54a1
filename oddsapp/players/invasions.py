"""What invasions of RISK II come to, from the exact odds, remembered."""

from __future__ import annotations

from functools import lru_cache

from oddsapp.combat import mass_invasion
from oddsapp.odds.solve import solve
from oddsapp.players.prospects import Prospect
from oddsapp.rules import ColouredDice, MassReading, Ruleset

_MOST = 20_000
"""How many invasions are remembered for one ruleset."""
MOST_ARMIES = 60
"""Larger ones are taken as smaller ones of the same proportions: they roll the same dice."""
_MOST_TOGETHER = 20
"""The same where attackers fall one by one, whose states are far more."""


class Invasions:
    """The prospects of every invasion under some rules.

    Parameters
    ----------
    rules : Ruleset
        Those of coloured dice.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> invasions = Invasions(find_ruleset("risk2"))
    >>> round(invasions.of((5,), 5).win, 3), round(invasions.of((5, 5), 5).win, 3)
    (0.692, 0.986)
    """

    def __init__(self, rules: Ruleset) -> None:
        combat = rules.combat
        assert isinstance(combat, ColouredDice)
        self.rules = rules
        self._one_by_one = combat.mass_reading is MassReading.INDIVIDUAL
        self._known: dict[tuple[tuple[int, ...], int], Prospect] = {}
        self._left: dict[tuple[int, int], tuple[tuple[int, float], ...]] = {}

    def of(self, forces: tuple[int, ...], defenders: int) -> Prospect:
        """Return the prospect of one player's forces against defenders."""
        key = forces, defenders
        found = self._known.get(key)
        if found is None:
            if len(self._known) >= _MOST:
                self._known.clear()
            self._known[key] = found = self._solved(forces, defenders)
        return found

    def enough(self, most: int, defenders: int, chance: float) -> int:
        """Return the smallest force that wins with this chance; the most if none does."""
        low, high = 1, most
        while low < high:
            middle = (low + high) // 2
            if self.of((middle,), defenders).win >= chance:
                high = middle
            else:
                low = middle + 1
        return low

    def survivors(self, force: int, defenders: int) -> tuple[tuple[int, float], ...]:
        """Return what is left of a force that wins, with the probability of each number."""
        key = force, defenders
        found = self._left.get(key)
        if found is None:
            if len(self._left) >= _MOST // 10:
                self._left.clear()
            scale = self._scale((force,), defenders)
            ends = _ends(*_scaled((force,), defenders, scale), self.rules)
            found = tuple((round(left[0] * scale), p) for left, p in ends if left[0])
            self._left[key] = found
        return found

    def _scale(self, forces: tuple[int, ...], defenders: int) -> float:
        swept = self._one_by_one and len(forces) > 1
        most = _MOST_TOGETHER if swept else MOST_ARMIES
        return max(1.0, max(*forces, defenders) / most)

    def _solved(self, forces: tuple[int, ...], defenders: int) -> Prospect:
        scale = self._scale(forces, defenders)
        small, against = _scaled(forces, defenders, scale)
        win = kept = held = 0.0
        for state, chance in _ends(small, against, self.rules):
            win += 0.0 if state[-1] else chance
            held += chance * state[-1]
            kept += chance * sum(state[:-1])
        return Prospect(win, scale * (sum(small) - kept), scale * (against - held))


def _scaled(forces: tuple[int, ...], defenders: int, scale: float) -> tuple[tuple[int, ...], int]:
    if scale == 1:
        return forces, defenders
    return tuple(max(1, round(force / scale)) for force in forces), max(1, round(defenders / scale))


def _ends(
    forces: tuple[int, ...], defenders: int, rules: Ruleset
) -> list[tuple[tuple[int, ...], float]]:
    return list(solve(mass_invasion(forces, defenders, rules)).items())


@lru_cache(maxsize=32)
def invasions_under(rules: Ruleset) -> Invasions:
    """Return the prospects under some rules, the same for all who ask."""
    return Invasions(rules)
