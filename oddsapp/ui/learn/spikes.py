"""Why what is left jumps up and down between odd and even numbers."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import ceil

from oddsapp.odds.outcome import AttackOutcome
from oddsapp.odds.solve import battle as solve
from oddsapp.rules import RankedDice
from oddsapp.ui.learn.parts import HIDDEN, Part, Picture, Table
from oddsapp.ui.parts.bars import Bar, Side, histogram
from oddsapp.wording import counted, short_percent

LEAST = 6
"""Battles with fewer armies on a side are made larger: they are too short to show it."""

MOST = 20
"""And they get no more than so many."""


def example(force: int, defenders: int) -> tuple[int, int]:
    """Return a battle large enough to show spikes: the same, or one with so many times as many.

    >>> example(3, 2), example(10, 7), example(12, 1)
    ((9, 6), (10, 7), (20, 6))
    """
    times = max(1, ceil(LEAST / min(force, defenders)))
    return min(MOST, force * times), min(MOST, defenders * times)


@lru_cache(maxsize=16)
def outcome(force: int, defenders: int) -> AttackOutcome:
    """Return the exact outcome of a battle."""
    return solve(force=force, defenders=defenders, exact=True)


def by_parity(force: int, defenders: int) -> tuple[Fraction, Fraction]:
    """Return how probably a battle is won with an even and with an odd number of armies lost.

    Examples
    --------
    >>> even, odd = by_parity(9, 6)
    >>> even + odd == outcome(9, 6).win
    True
    """
    sums = [Fraction(0), Fraction(0)]
    for state, chance in outcome(force, defenders).items():
        if state[0]:
            sums[(force + defenders - sum(state)) % 2] += chance
    return sums[0], sums[1]


def spikes(force: int, defenders: int, *, hidden: bool) -> tuple[Part, ...]:
    """Return the lesson on spikes.

    Parameters
    ----------
    force, defenders : int
        The reader's battle; a larger one of the same proportions is shown if it is small.
    hidden : bool
        Whether numbers of the reader's own battle are kept back.
    """
    large = example(force, defenders)
    own = large == (force, defenders)
    who = f"{large[0]} v {large[1]}"
    if own and hidden:
        return (*_reason(*large), f"The picture of {who}: {HIDDEN}")
    odds = outcome(*large)
    even, odd = by_parity(*large)
    won = [(n, odds.attackers_left.pmf(n)) for n in range(1, large[0] + 1)]
    left = (
        f"Here is what is left of your battle, {who}."
        if own
        else f"Your battle is too short to show this, so here it is with more armies: {who}."
    )
    return (
        f"{left} The bars do not rise and fall smoothly. They jump: high, low, high, low.",
        Picture(picture(*large)),
        *_reason(*large),
        (
            "So the battle is won after an even number of armies lost with a chance of"
            f" {short_percent(float(even))}, after an odd number with {short_percent(float(odd))}."
        ),
        Table(
            f"{who}, won: how many attackers are left",
            ("Left", "Armies lost by both", "Chance", "Decimal"),
            tuple(
                (
                    str(n),
                    (
                        f"{large[0] + large[1] - n} ({_parity(large[0] + large[1] - n)})",
                        Fraction(chance),
                        f"{float(chance):.5f}",
                    ),
                )
                for n, chance in won
            ),
        ),
    )


def _parity(number: int) -> str:
    return "odd" if number % 2 else "even"


def _reason(force: int, defenders: int) -> tuple[Part, ...]:
    rules = RankedDice()
    pairs = min(rules.attack_dice, rules.defence_dice)
    total = force + defenders
    counts = [total - pairs * n for n in range(4) if total - pairs * n > pairs]
    return (
        (
            f"The reason: with two dice or more on both sides, a roll compares {pairs} pairs, and"
            f" every pair costs one army. So {pairs} armies go in each roll, whoever loses them."
            f" {counted(total, 'army', 'armies')} on both sides together become"
            f" {', '.join(map(str, counts[1:]))} …: always {_parity(total)}."
        ),
        (
            "Only a roll in which somebody throws a single die takes one army, and that is only"
            " near the end. A battle that ends without one leaves a number of one kind, odd or"
            " even; the other kind needs one such roll (or three, and so on). Those are fewer, so"
            " every second bar is low."
        ),
    )


def picture(force: int, defenders: int) -> str:
    """Return what is left of a battle as SVG."""
    odds = outcome(force, defenders)
    win, lose = float(odds.win), float(odds.lose)
    return histogram(
        Side(
            f"Fail {short_percent(lose, win)}",
            "defenders left",
            tuple(Bar(str(n), float(odds.defenders_left.pmf(n))) for n in range(defenders, 0, -1)),
        ),
        Side(
            f"Take it {short_percent(win, lose)}",
            "attackers left",
            tuple(Bar(str(n), float(odds.attackers_left.pmf(n))) for n in range(1, force + 1)),
        ),
        title=f"What is left of {force} attackers and {defenders} defenders",
    )
