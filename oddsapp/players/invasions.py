"""What invasions of RISK II come to, from the exact odds, remembered.

A bot asks about many invasions that differ by an army or two. One roll from each, they come to
the same battles, so their prospects are built up from each other's, roll by roll.
"""

from __future__ import annotations

from functools import lru_cache

from oddsapp.combat.battle import mass_invasion
from oddsapp.players.prospects import Prospect
from oddsapp.rules import ColouredDice, Role, Ruleset

_MOST = 60_000
"""How many invasions are remembered for one ruleset, about 15 MB."""
MOST_ARMIES = 60
"""Larger ones are taken as smaller ones of the same proportions: they roll the same dice."""

Forces = tuple[int, ...]


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
    (0.756, 0.98)
    """

    def __init__(self, rules: Ruleset) -> None:
        self._dice = _Rolls(rules)
        # P(win), and what attackers and defenders have left on average.
        self._known: dict[tuple[Forces, int], tuple[float, float, float]] = {}
        self._left: dict[tuple[int, int], tuple[tuple[int, float], ...]] = {}

    def of(self, forces: Forces, defenders: int) -> Prospect:
        """Return the prospect of one player's forces against defenders."""
        scale = max(1.0, max(*forces, defenders) / MOST_ARMIES)
        if scale > 1:
            forces, defenders = _scaled(forces, scale), _scaled((defenders,), scale)[0]
        if len(self._known) > _MOST:
            self._known.clear()
        win, kept, held = self._value(forces, defenders)
        return Prospect(win, scale * (sum(forces) - kept), scale * (defenders - held))

    def _value(self, forces: Forces, defenders: int) -> tuple[float, float, float]:
        if not defenders:
            return 1.0, float(sum(forces)), 0.0
        if not forces:
            return 0.0, 0.0, float(defenders)
        key = forces, defenders
        found = self._known.get(key)
        if found is None:
            win = kept = held = 0.0
            for after, against, chance in self._dice.after(forces, defenders):
                one, two, three = self._value(after, against)
                win += chance * one
                kept += chance * two
                held += chance * three
            self._known[key] = found = win, kept, held
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
            if len(self._left) > _MOST // 50:
                self._left.clear()
            self._left[key] = found = self._fought(force, defenders)
        return found

    def _fought(self, force: int, defenders: int) -> tuple[tuple[int, float], ...]:
        scale = max(1.0, max(force, defenders) / MOST_ARMIES)
        start = _scaled((force, defenders), scale)
        # Every roll costs armies: states with more are done with before those with fewer.
        by_total: list[dict[Forces, float]] = [{} for _ in range(sum(start) + 1)]
        by_total[-1][start] = 1.0
        left: dict[int, float] = {}
        for states in reversed(by_total):
            for (size, against), weight in states.items():
                for after, held, chance in self._dice.after((size,), against):
                    if not held:
                        left[after[0]] = left.get(after[0], 0.0) + weight * chance
                    elif after:
                        waiting = by_total[after[0] + held]
                        state = after[0], held
                        waiting[state] = waiting.get(state, 0.0) + weight * chance
        return tuple((round(size * scale), chance) for size, chance in left.items())


class _Rolls:
    """What the next roll that changes something leads to."""

    def __init__(self, rules: Ruleset) -> None:
        assert isinstance(rules.combat, ColouredDice)
        self._rules = rules
        # The die of every army up to the largest: this is asked hundreds of thousands of times.
        self._attack, self._defence = (
            [rules.combat.tier(size, role) for size in range(MOST_ARMIES + 1)]
            for role in (Role.ATTACKER, Role.DEFENDER)
        )
        self._known: dict[Forces, list[tuple[Forces, float]]] = {}

    def after(self, forces: Forces, defenders: int) -> list[tuple[Forces, int, float]]:
        """Return the forces left, those beaten left out, the defenders, and the probability."""
        attack = self._attack
        key = (*[attack[size] for size in forces], self._defence[defenders])
        rolls = self._known.get(key)
        if rolls is None:
            battle = mass_invasion(forces, defenders, self._rules)
            roll = battle.round(battle.armies).changing
            rolls = [(losses, weight / roll.total) for losses, weight in roll.outcomes]
            self._known[key] = rolls
        found = []
        for lost, chance in rolls:
            # What exceeds an army's size is not carried on (M-4).
            left = [size - cost for size, cost in zip(forces, lost, strict=False) if size > cost]
            found.append((tuple(left), max(0, defenders - lost[-1]), chance))
        return found


def _scaled(sizes: Forces, scale: float) -> Forces:
    return tuple([max(1, round(size / scale)) for size in sizes])


@lru_cache(maxsize=32)
def invasions_under(rules: Ruleset) -> Invasions:
    """Return the prospects under some rules, the same for all who ask."""
    return Invasions(rules)
