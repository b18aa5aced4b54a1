"""Battles of coloured dice fought to the end at one go, for games of bots.

The end is as likely as by dice that are thrown one after the other: every step is drawn from
the exact distribution of the next roll that changes something. That takes a step or two for
each army lost; the distribution of all ends, which one random number would be drawn from,
takes longer to compute than a battle to fight, and hardly two battles of a game are alike.
"""

from __future__ import annotations

from bisect import bisect_right
from functools import lru_cache
from itertools import accumulate
from typing import NamedTuple

from oddsapp.combat.battle import Battle, BattleKind, State
from oddsapp.pmf import Generator
from oddsapp.rules import ColouredDice, Role, Ruleset


class _Roll(NamedTuple):
    """What each living army can lose in a roll that changes something."""

    losses: list[tuple[int, ...]]
    sums: list[int]
    total: int


class FightOut:
    """Fights battles under some rules to their end.

    Parameters
    ----------
    rules : Ruleset
        Those of coloured dice.

    Examples
    --------
    >>> from random import Random
    >>> from oddsapp.combat import mass_invasion
    >>> from oddsapp.rules import find_ruleset
    >>> rules = find_ruleset("risk2")
    >>> FightOut(rules).end_of(mass_invasion([8, 4], 5, rules), Random(7))
    (8, 4, 0)
    """

    def __init__(self, rules: Ruleset) -> None:
        combat = rules.combat
        assert isinstance(combat, ColouredDice)
        self._attack = _tiers(combat, Role.ATTACKER)
        self._defence = _tiers(combat, Role.DEFENDER)
        self._rolls: dict[tuple[int, ...], _Roll] = {}

    def end_of(self, battle: Battle, rng: Generator, sizes: State | None = None) -> State:
        """Return what is left of each army at the end.

        Parameters
        ----------
        battle : Battle
        rng : numpy.random.Generator or random.Random
        sizes : tuple of int, optional
            What is left of each army by now, for a battle that is begun.

        Raises
        ------
        InvalidInput
            If it comes to a point from which it never ends.
        """
        owners = battle.owners
        mass = battle.kind is BattleKind.MASS_INVASION
        last = len(owners) - 1
        attack, defence, known = self._attack, self._defence, self._rolls
        most = len(attack) - 1
        random = rng.random
        left = list(battle.armies if sizes is None else sizes)
        living = [place for place, size in enumerate(left) if size]
        while len({owners[place] for place in living}) > 1:
            tiers = [
                (defence if mass and place == last else attack)[min(left[place], most)]
                for place in living
            ]
            key = tuple(tiers) if mass else (*tiers, *[-1 - owners[place] for place in living])
            roll = known.get(key)
            if roll is None:
                known[key] = roll = _roll(battle, tuple(left))
            losses = roll.losses[bisect_right(roll.sums, roll.total * random())]
            fallen = False
            for place, lost in zip(living, losses, strict=True):
                if lost:
                    size = left[place] - lost
                    if size > 0:
                        left[place] = size
                    else:
                        left[place] = 0
                        fallen = True
            if fallen:
                living = [place for place in living if left[place]]
        return tuple(left)


def _tiers(combat: ColouredDice, role: Role) -> list[int]:
    """Return the die of each size, up to that from which on it is always the same."""
    most = max(max(combat.thresholds.starts(each)) for each in Role)
    return [combat.tier(size, role) for size in range(most + 1)]


def _roll(battle: Battle, sizes: State) -> _Roll:
    changing = battle.round(sizes).changing
    sums = list(accumulate(weight for _, weight in changing.outcomes))
    # Of all that is below the total, only it itself lies beyond the last sum.
    return _Roll([losses for losses, _ in changing.outcomes], sums[:-1], sums[-1])


@lru_cache(maxsize=32)
def fight_out_by(rules: Ruleset) -> FightOut:
    """Return what fights battles under some rules, the same for all who ask."""
    return FightOut(rules)
