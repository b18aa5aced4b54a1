"""What decides large battles, and how far a normal distribution can be trusted.

Question. How many attackers does one defender cost in the long run, how widely do large battles
spread, and where does the normal approximation of P(win) fail, by how much, and what do
corrections for whole armies and for the last dice mend?

Method. Losses of full rolls are independent, which gives the slope and the normal distribution
of what is left; both are held against the exact odds. The exact break-even lies between two
forces, by a straight line between their P(win); its mean distance from slope times defenders
is the shift that corrects the approximation. Errors are looked for up to five spreads to
either side of the line, one spread being the deviation of the attackers left at the line.

Result. One defender costs 2387/2797 = 0.8534 attackers in the limit, and battles are even 0.71
attackers above that line (0.69 to 0.73 from 10 to 1,000 defenders), so that 855 attackers have
the better chances against 1,000; the margin of that battle spreads by 49.6 armies, and by 49.6
in the normal approximation. Its P(win) is off by up to 6.89, 2.02 and 0.68 percentage points
with 10, 100 and 1,000 defenders, and by up to 2.20, 1.12 and 0.39 once the line is moved by
that shift. Nothing mends the tails: 27 attackers, 4 spreads too few against 100, win 8.5e-08
of the battles, and 3.8e-13 or, with the shift, 2.0e-13 by the approximation.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Iterator, Sequence
from statistics import fmean
from typing import TYPE_CHECKING, Any, NamedTuple

import oddsapp
from analysis.study import Study, Table, check_size, run
from analysis.study_figures import lines

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

SIZES = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10_000)
RULES: dict[str, dict[str, Any]] = {
    "classic": {},
    "classic, ties to nobody": {"ties": "nobody"},
    "classic, ties to attacker": {"ties": "attacker"},
    "classic, two attack dice": {"attack_dice": 2},
    "classic, three defence dice": {"defence_dice": 3},
    "classic, one defence die": {"defence_dice": 1},
    "risk2": {},
    "risk2, ties to defender": {"ties": "defender"},
}
TOLD, TAIL, STEPS, REACH = (10, 100, 1000), -4, 4, 5
"""The defenders told of, the spreads below the line; steps a spread, spreads to either side."""


class Even(NamedTuple):
    """Where a battle against so many defenders is even."""

    defenders: int
    force: int
    between: float
    shift: float


class Point(NamedTuple):
    """P(win) of a battle, exact and approximated."""

    defenders: int
    spreads: float
    force: int
    exact: float
    normal: float
    shifted: float


def study(most: int = 1000) -> Study:
    """Compare battles against up to ``most`` defenders, at least the largest of `TOLD`."""
    check_size(most, max(TOLD))
    limit = oddsapp.large_battle("classic")
    sizes = [size for size in SIZES if size <= most]
    evens = [_even(limit, size) for size in sizes]
    shift = fmean(even.shift for even in evens)
    points = {size: list(_points(limit, size, shift)) for size in sizes}
    spreads = [_spread(limit, even) for even in evens]
    worst = [_worst(points[size]) for size in sizes]
    return Study(
        _result(limit, evens, shift, points, spreads, worst),
        [
            Table(
                "slopes",
                ("rules", "attackers a defender", "exact", "variance a defender"),
                list(_slopes()),
            ),
            Table("break_even", Even._fields, evens),
            Table(
                "spread",
                ("defenders", "force", "exact deviation", "normal deviation", "exact mean", "mean"),
                spreads,
            ),
            Table("normal", Point._fields, [p for size in sizes for p in points[size]]),
            Table(
                "worst",
                ("defenders", "at force", "error", "at force, shifted", "error, shifted"),
                worst,
            ),
        ],
        {
            **{f"error_{size}": _error_figure(size, points[size]) for size in (TOLD[0], TOLD[-1])},
            "tails": _tail_figure(TOLD[1], points[TOLD[1]]),
            "worst": _worst_figure(worst),
        },
    )


def _slopes() -> Iterator[tuple[Any, ...]]:
    for name, changes in RULES.items():
        rules = oddsapp.find_ruleset(name.split(",", maxsplit=1)[0]).replace(**changes)
        limit = oddsapp.large_battle(rules)
        yield name, float(limit.slope), limit.slope, float(limit.variance_per_defender)


def _even(limit: Any, defenders: int) -> Even:
    force = oddsapp.armies_needed(defenders, 0.5).force
    low, high = (oddsapp.battle(force=f, defenders=defenders).win for f in (force - 1, force))
    between = force - 1 + (0.5 - low) / (high - low)
    return Even(defenders, force, between, between - float(limit.slope * defenders))


def _points(limit: Any, defenders: int, shift: float) -> Iterator[Point]:
    line = float(limit.slope * defenders)
    spread = math.sqrt(limit.variance_per_defender * defenders)
    forces = {
        max(1, round(line + spread * step / STEPS))
        for step in range(-REACH * STEPS, REACH * STEPS + 1)
    }
    for force in sorted(forces):
        yield Point(
            defenders,
            (force - line) / spread,
            force,
            oddsapp.battle(force=force, defenders=defenders).win,
            limit.normal_win(force, defenders),
            limit.normal_win(force, defenders, shift=shift),
        )


def _spread(limit: Any, even: Even) -> tuple[Any, ...]:
    exact = oddsapp.battle(force=even.force, defenders=even.defenders).margin
    normal = limit.margin(even.force, even.defenders)
    return even.defenders, even.force, exact.std(), normal.std, exact.mean(), normal.mean


def _worst(points: Sequence[Point]) -> tuple[Any, ...]:
    plain = max(points, key=lambda p: abs(p.normal - p.exact))
    shifted = max(points, key=lambda p: abs(p.shifted - p.exact))
    return (
        plain.defenders,
        plain.force,
        plain.normal - plain.exact,
        shifted.force,
        shifted.shifted - shifted.exact,
    )


def _error_figure(defenders: int, points: Sequence[Point]) -> Figure:
    forces = [p.force for p in points]
    return lines(
        f"Error of the normal approximation against {defenders:,} defenders",
        "attackers",
        "approximated less exact P(win)",
        {
            "without correction": (forces, [p.normal - p.exact for p in points]),
            "moved by the shift": (forces, [p.shifted - p.exact for p in points]),
        },
        level=0,
    )


def _tail_figure(defenders: int, points: Sequence[Point]) -> Figure:
    few = [p for p in points if p.spreads < 0]
    forces = [p.force for p in few]
    return lines(
        f"Small chances against {defenders} defenders",
        "attackers",
        "P(win), as a power of ten",
        {
            "exact": (forces, [math.log10(p.exact) for p in few]),
            "normal": (forces, [math.log10(p.normal) for p in few]),
            "normal, moved by the shift": (forces, [math.log10(p.shifted) for p in few]),
        },
    )


def _worst_figure(worst: Sequence[tuple[Any, ...]]) -> Figure:
    sizes = [f"{row[0]:,}" for row in worst]
    return lines(
        "Largest error of the normal approximation",
        "defenders",
        "largest difference of P(win)",
        {
            "without correction": (sizes, [abs(row[2]) for row in worst]),
            "moved by the shift": (sizes, [abs(row[4]) for row in worst]),
        },
        level=0,
    )


def _result(
    limit: Any,
    evens: Sequence[Even],
    shift: float,
    points: dict[int, list[Point]],
    spreads: Sequence[tuple[Any, ...]],
    worst: Sequence[tuple[Any, ...]],
) -> str:
    large = max(TOLD)
    even = next(e for e in evens if e.defenders == large)
    exact, normal = next(row[2:4] for row in spreads if row[0] == large)
    errors = {row[0]: (abs(row[2]), abs(row[4])) for row in worst}
    plain, moved = ([f"{100 * errors[size][place]:.2f}" for size in TOLD] for place in (0, 1))
    tail = min(points[TOLD[1]], key=lambda p: abs(p.spreads - TAIL))
    low, high = (choose(even.shift for even in evens) for choose in (min, max))
    return (
        f"One defender costs {limit.slope} = {float(limit.slope):.4f} attackers in the limit, and"
        f" battles are even {shift:.2f} attackers above that line ({low:.2f} to {high:.2f} from"
        f" {evens[0].defenders} to {evens[-1].defenders:,} defenders), so that"
        f" {even.force} attackers have the better chances against {large:,}; the margin of that"
        f" battle spreads by {exact:.1f} armies, and by {normal:.1f} in the normal approximation."
        f" Its P(win) is off by up to {plain[0]}, {plain[1]} and {plain[2]} percentage points"
        f" with {TOLD[0]}, {TOLD[1]} and {large:,} defenders, and by up to {moved[0]}, {moved[1]}"
        f" and {moved[2]}"
        f" once the line is moved by that shift."
        f" Nothing mends the tails: {tail.force} attackers, {-TAIL} spreads too few against"
        f" {TOLD[1]}, win {tail.exact:.1e} of the battles, and {tail.normal:.1e} or, with the"
        f" shift, {tail.shifted:.1e} by the approximation."
    )


if __name__ == "__main__":
    sys.exit(run(study, __doc__, most="the largest number of defenders"))
