"""Balanced blitz and the choice to roll or to blitz, slowly, in fifty digits.

Outcomes are (attackers left, defenders left), as in the classic twin, and go through the
published steps one after the other.
"""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal, localcontext
from fractions import Fraction
from functools import cache

from tests.reference.classic_twin import Rules, State, after_roll, end_states

WIN_CUTOFF = Decimal("0.05")
WIN_POWER = Decimal("1.3")
OUTCOME_CUTOFF = Decimal("0.1")
OUTCOME_POWER = Decimal("1.8")


def balance(ends: dict[State, Fraction]) -> dict[State, Decimal]:
    """Bend the distribution of a battle."""
    with localcontext(prec=50):
        outcomes = {end: Decimal(p.numerator) / p.denominator for end, p in ends.items()}
        for step in (_drop_the_hopeless, _bend_the_sides, _cut_both_ends, _sharpen):
            outcomes = step(outcomes)
        return outcomes


def win_of(outcomes: dict[State, Decimal]) -> Decimal:
    """Chance that the attacker is left."""
    with localcontext(prec=50):
        return sum((p for (attackers, _), p in outcomes.items() if attackers), Decimal(0))


def _with_side_totals(outcomes: dict[State, Decimal], won: Decimal) -> dict[State, Decimal]:
    total = {True: won, False: 1 - won}
    before = {True: win_of(outcomes), False: 1 - win_of(outcomes)}
    return {
        end: p * total[bool(end[0])] / before[bool(end[0])] if total[bool(end[0])] else Decimal(0)
        for end, p in outcomes.items()
    }


def _drop_the_hopeless(outcomes: dict[State, Decimal]) -> dict[State, Decimal]:
    won = win_of(outcomes)
    if won <= WIN_CUTOFF:
        return _with_side_totals(outcomes, Decimal(0))
    if 1 - won <= WIN_CUTOFF:
        return _with_side_totals(outcomes, Decimal(1))
    return outcomes


def _bend_the_sides(outcomes: dict[State, Decimal]) -> dict[State, Decimal]:
    won = win_of(outcomes)
    if won in (0, 1):
        return outcomes
    up, down = won**WIN_POWER, (1 - won) ** WIN_POWER
    return _with_side_totals(outcomes, up / (up + down))


def _cut_both_ends(outcomes: dict[State, Decimal]) -> dict[State, Decimal]:
    # The best end for the attacker first, the worst last.
    line = sorted(outcomes, key=lambda end: end[1] - end[0])
    kept = dict(outcomes)
    for way in (line, line[::-1]):
        to_cut = OUTCOME_CUTOFF
        for end in way:
            taken = min(kept[end], to_cut)
            kept[end] -= taken
            to_cut -= taken
    rest = sum(kept.values())
    return {end: p / rest for end, p in kept.items()}


def _sharpen(outcomes: dict[State, Decimal]) -> dict[State, Decimal]:
    sharp = {end: p**OUTCOME_POWER if p else p for end, p in outcomes.items()}
    sums = {
        side: sum((p for end, p in sharp.items() if bool(end[0]) is side), Decimal(0))
        for side in (True, False)
    }
    won = win_of(outcomes)
    totals = {True: won, False: 1 - won}
    return {
        end: p / sums[bool(end[0])] * totals[bool(end[0])] if p else p for end, p in sharp.items()
    }


def policy_value(
    force: int, defenders: int, blitz_at: Callable[[State], bool], rules: Rules | None = None
) -> float:
    """Chance to win when the attack is blitzed in these states and rolled in all others."""
    dice = rules or Rules()

    @cache
    def value(state: State) -> float:
        if not state[0] or not state[1]:
            return float(bool(state[0]))
        if blitz_at(state):
            return blitzed(*state, dice)
        after = after_roll(state, dice)
        assert after is not None
        return sum(float(p) * value(new) for new, p in after.items())

    return value((force, defenders))


@cache
def blitzed(force: int, defenders: int, rules: Rules) -> float:
    """Chance to win a battle fought at once."""
    options = {"attack_dice": rules.attack_dice, "defence_dice": rules.defence_dice}
    ends = end_states(force, defenders, ties=rules.ties, **options)  # type: ignore[arg-type]
    return float(win_of(balance(ends)))
