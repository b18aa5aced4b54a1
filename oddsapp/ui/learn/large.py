"""Why big armies attack: equal armies, more and more of them."""

from __future__ import annotations

from functools import lru_cache
from itertools import count

from oddsapp.odds.large import LargeBattle, large_battle
from oddsapp.odds.solve import battle as solve
from oddsapp.ui.learn.dice import RULES
from oddsapp.ui.learn.parts import (
    HIDDEN,
    Cell,
    Formula,
    Heading,
    Part,
    Picture,
    Table,
    equals_latex,
    equation,
    versus,
)
from oddsapp.ui.learn.recursion import chances
from oddsapp.ui.parts.bars import Bar, Side, histogram
from oddsapp.wording import counted, short_percent

SIZES = (1, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 50, 100)
"""Armies on each side of the battles compared."""

EXACT_UP_TO = 4
"""Battles of so many armies a side are shown as fractions too."""


@lru_cache(maxsize=128)
def even_win(size: int) -> float:
    """Return P(win) of so many attackers against as many defenders.

    >>> round(even_win(1), 4)
    0.4167
    """
    return float(solve(force=size, defenders=size).win)


@lru_cache(maxsize=1)
def turning_point() -> int:
    """Return from how many armies on each side the attacker is the favourite.

    >>> turning_point()
    5
    """
    return next(size for size in count(1) if even_win(size) > 0.5)


def large(*, university: bool, kept_back: int | None = None) -> tuple[Part, ...]:
    """Return the lesson on large battles.

    Parameters
    ----------
    university : bool
        With the spread.
    kept_back : int or None
        Of battles with so many armies a side nothing is shown: it is the reader's own.
    """
    sizes = tuple(size for size in SIZES if size != kept_back)
    full = large_battle("classic")
    turn = turning_point()
    dice = f"{RULES.attack_dice} v {RULES.defence_dice}"
    school: tuple[Part, ...] = (
        (
            "Let both sides have the same number of armies. With few of them the defender is"
            f" better off. From {turn} v {turn} on the attacker is, and more and more so:"
        ),
        Picture(picture(sizes)),
        Table(
            "The same number on both sides: who wins?",
            ("Armies each", "Attacker wins", "As a fraction"),
            tuple((str(size), (short_percent(even_win(size)), _fraction(size))) for size in sizes),
        ),
        *(
            (f"{versus(kept_back, kept_back)}, your battle: {HIDDEN}",)
            if kept_back in SIZES
            else ()
        ),
        (
            "The reason is what dice the two may throw. While both have plenty of armies, every"
            f" roll is {dice}: one die more for the attacker. That outweighs that the defender wins"
            " equal dice. In such a roll the attacker loses on average"
        ),
        equation("E_A", full.attackers_lost),
        "and the defender",
        equation("E_D", full.defenders_lost),
        (
            "The advantage of one roll is small, and luck can easily hide it. But many rolls add"
            " up, while good and bad luck level out more and more. In a short battle most rolls"
            " are at the end, with fewer dice, where the defender is better off."
        ),
        "So to fight one defender down costs, in the long run, this many attackers:",
        equation("r = \\frac{E_A}{E_D}", full.slope),
    )
    return (*school, *_spread(full, sizes)) if university else school


def _spread(full: LargeBattle, sizes: tuple[int, ...]) -> tuple[Part, ...]:
    """Return what the university route adds: how widely large battles spread."""
    last = SIZES[-1]
    return (
        Heading("The spread"),
        (
            "While both sides keep their full dice, the losses (X, Y) of the rolls are independent"
            " of each other. The walk X − r Y has mean 0, and one roll adds to its variance"
        ),
        Formula(
            "\\begin{aligned} s &= \\operatorname{Var}(X - r Y)"
            f"\\\\[0.5em] & {equals_latex(full.variance_per_roll)} \\end{{aligned}}"
        ),
        (
            "After T rolls its standard deviation is √(T s), while the lead A − r D grows with the"
            " armies themselves. So the odds of battles of equal proportions go to 0 or 1. The"
            " normal approximation against the exact numbers:"
        ),
        Table(
            "P(win) of n v n",
            ("n", "Exact", "Normal", "Difference"),
            tuple(
                (
                    str(size),
                    (
                        f"{even_win(size):.5f}",
                        f"{full.margin(size, size).win:.5f}",
                        f"{full.margin(size, size).win - even_win(size):+.5f}",
                    ),
                )
                for size in sizes
                if size > EXACT_UP_TO
            ),
        ),
        (
            f"Even at {counted(last, 'army', 'armies')} each it is off by"
            f" {abs(full.margin(last, last).win - even_win(last)):.3f}: the dice that a side lacks"
            " at the very end shift the lead by a constant, which fades only as 1/√n."
        ),
    )


def _fraction(size: int) -> Cell:
    return chances(size, size)[-1][-1] if size <= EXACT_UP_TO else "…"


def picture(sizes: tuple[int, ...] = SIZES) -> str:
    """Return P(win) of equal armies as SVG."""
    return histogram(
        Side("", "", ()),
        Side(
            "The attacker wins",
            "armies on each side",
            tuple(Bar(str(size), even_win(size)) for size in sizes),
        ),
        title="How probably the attacker wins against as many defenders",
    )
