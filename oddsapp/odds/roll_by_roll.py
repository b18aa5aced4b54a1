"""A battle followed roll by roll, for a limit of rolls: one that changes nothing counts."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import lcm
from typing import Any

from oddsapp.combat import State
from oddsapp.combat.round import Round, ranked_round
from oddsapp.odds.full_dice import check_no_decisions
from oddsapp.rules import RankedDice

Test = Callable[[int, int], bool]
"""Whether a state, attackers and defenders left, is fought on."""


def by_rolls(
    fight: dict[State, Round], start: State, goes_on: Test, rolls: int, *, exact: bool
) -> dict[State, Any]:
    """Follow the distribution roll by roll; a roll that changes nothing counts.

    ``fight`` has the round for each pair of numbers of dice. In fractions all weights have
    one denominator, which each roll multiplies by the same number.
    """
    common = lcm(*(roll.total for roll in fight.values()))
    moves: dict[State, list[tuple[int, int, Any]]] = {
        dice: [
            (fallen, hit, chance * (common // roll.total) if exact else chance / roll.total)
            for (fallen, hit), chance in roll.outcomes
        ]
        for dice, roll in fight.items()
    }
    most = tuple(max(numbers) for numbers in zip(*fight, strict=True))
    ends: dict[State, Any] = {}
    now: dict[State, Any] = {start: 1 if exact else 1.0}
    denominator = 1
    for rolled in range(rolls + 1):
        after: dict[State, Any] = {}
        for (left, against), weight in now.items():
            if rolled == rolls or not goes_on(left, against):
                ended = Fraction(weight, denominator) if exact else weight
                ends[left, against] = ends.get((left, against), 0) + ended
                continue
            for fallen, hit, chance in moves[min(left, most[0]), min(against, most[1])]:
                target = max(0, left - fallen), max(0, against - hit)
                after[target] = after.get(target, 0) + weight * chance
        now = after
        denominator *= common
        if not now:
            break
    return ends


def all_rounds(rules: RankedDice) -> dict[State, Round]:
    """Return the round for each pair of numbers of dice."""
    check_no_decisions(rules)
    return {
        (a, d): ranked_round(rules, a, d)
        for a in range(1, rules.attack_dice + 1)
        for d in range(1, rules.defence_dice + 1)
    }


def most_rolls(fight: dict[State, Round], force: int, defenders: int, rolls: int) -> int:
    """Return how many of so many rolls a battle can have."""
    if all(sum(losses) for roll in fight.values() for losses, _ in roll.outcomes):
        return min(rolls, force + defenders)
    return rolls


def visits(fight: dict[State, Round], force: int, defenders: int, rolls: int) -> int:
    """Return how many states that many rolls visit at most, each roll counted anew."""
    costs = [losses for roll in fight.values() for losses, _ in roll.outcomes]
    most = max(max(losses) for losses in costs)
    rolls = most_rolls(fight, force, defenders, rolls)
    reach = most * rolls
    if all(sum(losses) == min(dice) for dice, roll in fight.items() for losses, _ in roll.outcomes):
        # After so many rolls with full dice the losses have one sum; fewer dice only at rims.
        return rolls * (2 * most - 1) * min(reach, max(force, defenders))
    return rolls * min(reach, force) * min(reach, defenders)
