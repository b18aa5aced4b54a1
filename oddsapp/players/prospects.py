"""What attacks come to under the rules of a game, from the exact odds, remembered."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from oddsapp.combat import StopRule, attack
from oddsapp.players.settle import settle
from oddsapp.rules import CardReroll, DefenceTiming, RankedDice, Ruleset

_MOST = 20_000
"""How many attacks are remembered for one ruleset."""


class Prospect(NamedTuple):
    """What an attack to the end comes to.

    Parameters
    ----------
    win : float
        P(the territory is taken).
    lost, killed : float
        The armies that the attacker and the defender lose on average.
    """

    win: float
    lost: float
    killed: float


class Prospects:
    """The prospects of every attack under some rules.

    Rules that let somebody decide between rolls are taken without that: cards and commander
    make the attacker stronger than this says, a defender who sees the roll makes him weaker.

    Parameters
    ----------
    rules : Ruleset

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> prospect = Prospects(find_ruleset("classic")).of(10, 7)
    >>> round(prospect.win, 5), round(prospect.lost, 2)
    (0.79983, 5.47)
    """

    def __init__(self, rules: Ruleset) -> None:
        combat = rules.combat
        assert isinstance(combat, RankedDice)
        plain = replace(
            combat,
            commander=False,
            card_reroll=CardReroll.OFF,
            defence_timing=DefenceTiming.AT_ONCE,
        )
        self.rules = replace(rules, combat=plain)
        self._known: dict[tuple[int, int], Prospect] = {}

    def of(self, force: int, defenders: int) -> Prospect:
        """Return the prospect of a force against defenders."""
        key = force, defenders
        found = self._known.get(key)
        return self._solved(key) if found is None else found

    def _solved(self, key: tuple[int, int]) -> Prospect:
        force, defenders = key
        win = lost = killed = 0.0
        for (left, against), probability in settle(attack(*key, self.rules), StopRule()):
            chance = float(probability)
            win += 0.0 if against else chance
            lost += chance * (force - left)
            killed += chance * (defenders - against)
        if len(self._known) >= _MOST:
            self._known.clear()
        self._known[key] = Prospect(win, lost, killed)
        return self._known[key]


@lru_cache(maxsize=32)
def prospects_of(rules: Ruleset) -> Prospects:
    """Return the prospects under some rules, the same for all who ask."""
    return Prospects(rules)
