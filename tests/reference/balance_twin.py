"""How a battle feels, and which dice are near by, the slow way: every course, every change."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from itertools import pairwise

State = tuple[int, int]
"""Attackers left, defenders left."""

OneRoll = Callable[[State], Mapping[State, Fraction] | None]

Dice = tuple[tuple[int, ...], ...]
Thresholds = tuple[int, ...]
Rules = tuple[Dice, Thresholds, Thresholds, str]
"""Faces of every die, thresholds of attacker and defender, who wins ties."""


def comebacks(force: int, defenders: int, one_roll: OneRoll) -> dict[tuple[str, str], Fraction]:
    """Chance of (who first had lost half, who won); "both" fell to half at the same roll.

    Follows every course of the battle with what has happened so far. Every roll must cost
    somebody an army.
    """
    ends: dict[tuple[str, str], Fraction] = {}
    waiting = {((force, defenders), ""): Fraction(1)}
    while waiting:
        (state, first), chance = waiting.popitem()
        if not first:
            fallen = [
                who
                for who, left, whole in zip(
                    ("attacker", "defender"), state, (force, defenders), strict=True
                )
                if whole - left >= left
            ]
            first = "both" if len(fallen) == 2 else "".join(fallen)
        after = one_roll(state)
        if after is None:
            key = first, "attacker" if state[0] else "defender"
            ends[key] = ends.get(key, Fraction(0)) + chance
            continue
        for new, part in after.items():
            arrived = new, first
            waiting[arrived] = waiting.get(arrived, Fraction(0)) + chance * part
    return ends


def near_rules(rules: Rules, changes: int, low: int, high: int) -> dict[Rules, int]:
    """Every set of rules within so many changes, with the fewest that lead to it.

    One change: a face by one, a threshold of one side by one, one of both sides if it is the
    same number before or was so at the start, or the other side wins ties.
    """
    found = {rules: 0}
    edge = [rules]
    for number in range(1, changes + 1):
        new = []
        for now in edge:
            for after in _one_change(now, rules, low, high):
                if after not in found:
                    found[after] = number
                    new.append(after)
        edge = new
    return found


def _one_change(now: Rules, start: Rules, low: int, high: int) -> Iterator[Rules]:
    dice, attacker, defender, ties = now
    for die, faces in enumerate(dice):
        for place, face in enumerate(faces):
            for moved in (face - 1, face + 1):
                if low <= moved <= high:
                    other = tuple(sorted((*faces[:place], moved, *faces[place + 1 :])))
                    yield (*dice[:die], other, *dice[die + 1 :]), attacker, defender, ties
    for place in range(1, len(attacker)):
        for step in (-1, 1):
            mine, theirs = list(attacker), list(defender)
            mine[place] += step
            theirs[place] += step
            if _grows(mine):
                yield dice, tuple(mine), defender, ties
            if _grows(theirs):
                yield dice, attacker, tuple(theirs), ties
            if start[1][place] == start[2][place] and _grows(mine) and _grows(theirs):
                yield dice, tuple(mine), tuple(theirs), ties
    yield dice, attacker, defender, "defender" if ties == "attacker" else "attacker"


def _grows(thresholds: list[int]) -> bool:
    return all(a < b for a, b in pairwise(thresholds))
