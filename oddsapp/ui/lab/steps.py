"""What one army more is worth, and what each threshold does."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from oddsapp.charts.lab import Curve
from oddsapp.odds.balance.promotion import Promotion, promotions, step_gains
from oddsapp.rules import Role
from oddsapp.ui.lab.compare import MOST
from oddsapp.ui.lab.setups import SetUp
from oddsapp.ui.parts.tables import Table


@dataclass(frozen=True)
class Steps:
    """What the page shows of one set-up.

    Parameters
    ----------
    curves : tuple of Curve
        The attacker's and the defender's gain from n - 1 to n armies against n - 1.
    marked : tuple of tuple of int
        Their thresholds.
    table : Table
        All steps.
    jumps : Table or None
        The thresholds; None without any.
    """

    curves: tuple[Curve, ...]
    marked: tuple[tuple[int, ...], ...]
    table: Table
    jumps: Table | None


@lru_cache(maxsize=64)
def steps(setup: SetUp) -> Steps:
    """Return what one army more is worth under a set-up.

    Examples
    --------
    >>> told = steps(SetUp.of("risk2"))
    >>> told.jumps.shown[0]
    ('Yellow attacks, from 6', '75.6% → 86.5%', '+10.9', '+10.0')
    """
    rules = setup.rules
    gains = step_gains(rules=rules, most=MOST)
    numbers = tuple(range(2, MOST + 1))
    found = promotions(rules=rules, most=MOST) if setup.is_coloured else ()
    curves, marked = [], []
    for role in Role:
        heights = gains.against_equals(role)[: len(numbers)]
        said = tuple(
            f"{role}<br>{n - 1} → {n} against {n - 1}: {_points(gain)} points"
            for n, gain in zip(numbers, heights, strict=True)
        )
        curves.append(Curve(role.value, numbers, heights, said))
        marked.append(tuple(jump.size for jump in found if jump.role is role))
    return Steps(tuple(curves), tuple(marked), _all_steps(curves), _jumps(found) if found else None)


def _jumps(found: tuple[Promotion, ...]) -> Table:
    return Table(
        "Against as many as it had before: its chance to win, what the stronger die adds in"
        " points, and what an army more adds near by",
        ("die", "chance", "gain", "usual"),
        tuple(
            (
                f"{jump.die.capitalize()} {_DOES[jump.role]}, from {jump.size}",
                f"{jump.below:.1%} → {jump.above:.1%}",
                _points(jump.gain),
                "–" if jump.usual is None else _points(jump.usual),
            )
            for jump in found
        ),
        tuple(
            (
                f"{jump.die} {jump.role} {jump.size}",
                f"{jump.below!r} {jump.above!r}",
                jump.gain,
                jump.usual,
            )
            for jump in found
        ),
    )


_DOES = {Role.ATTACKER: "attacks", Role.DEFENDER: "defends"}


def _all_steps(curves: list[Curve]) -> Table:
    rows = [
        (n, *(curve.heights[place] for curve in curves)) for place, n in enumerate(curves[0].places)
    ]
    return Table(
        "One army more, against as many as before, in points",
        ("armies", "attacker", "defender"),
        tuple((str(n), *(_points(gain or 0.0) for gain in gains)) for n, *gains in rows),
        tuple(tuple(row) for row in rows),
    )


def _points(gain: float) -> str:
    """Return a difference of chances in percentage points, with its sign.

    >>> _points(0.1089), _points(-0.002)
    ('+10.9', '−0.2')
    """
    return f"{gain * 100:+.1f}".replace("-", "−")
