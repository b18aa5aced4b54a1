"""Set-ups side by side: equal armies, break-even, and how battles feel."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TypeVar

from oddsapp.charts.lab import Curve
from oddsapp.errors import InvalidInput
from oddsapp.odds.balance.contests import BreakEven, break_even, even_odds
from oddsapp.odds.balance.feel import Feel, battle_feel
from oddsapp.ui.lab.setups import LETTERS, SetUp
from oddsapp.ui.lab.state import labels
from oddsapp.ui.parts.tables import Table
from oddsapp.wording import between, short_percent

T = TypeVar("T")

MOST = 40
"""The largest armies on the axes."""


@dataclass(frozen=True)
class Compared:
    """Curves of all set-ups, what they say in a line each, and their table."""

    curves: tuple[Curve, ...]
    facts: tuple[tuple[str, str], ...]
    table: Table


@lru_cache(maxsize=64)
def _even(setup: SetUp) -> tuple[float, ...]:
    return even_odds(MOST, rules=setup.rules)


@lru_cache(maxsize=64)
def _need(setup: SetUp) -> tuple[BreakEven, ...]:
    return break_even(MOST, rules=setup.rules)


@lru_cache(maxsize=64)
def _feel(setup: SetUp, size: int) -> Feel:
    return battle_feel(size, size, rules=setup.rules)


def equal_armies(setups: tuple[SetUp, ...]) -> Compared:
    """Return P(n v n) of all set-ups, and how far from even each is.

    Raises
    ------
    InvalidInput
        If under one of them a battle may never end.

    Examples
    --------
    >>> told = equal_armies((SetUp.of("classic"),))
    >>> len(told.curves[0].places), told.facts[0][1]
    (40, 'furthest from even: 70.9% at 40 v 40')
    """
    names, curves, facts = labels(setups), [], []
    numbers = tuple(range(1, MOST + 1))
    for name, setup in zip(names, setups, strict=True):
        odds = _of(name, _even, setup)
        said = tuple(
            f"{name}<br>{n} v {n}: {short_percent(p)}" for n, p in zip(numbers, odds, strict=True)
        )
        curves.append(Curve(name, numbers, odds, said))
        worst = max(numbers, key=lambda n: abs(odds[n - 1] - 0.5))
        told = f"furthest from even: {short_percent(odds[worst - 1])} at {worst} v {worst}"
        facts.append((name, told))
    rows = [(n, *(curve.heights[n - 1] for curve in curves)) for n in numbers]
    shown = [(f"{n} v {n}", *(short_percent(p or 0.0) for p in row)) for n, *row in rows]
    table = Table(
        "The attackers win", ("armies", *_letters(setups)), tuple(shown), tuple(map(tuple, rows))
    )
    return Compared(tuple(curves), tuple(facts), table)


def break_even_points(setups: tuple[SetUp, ...]) -> Compared:
    """Return the fewest attackers that win at least every other battle, of all set-ups."""
    names, curves, facts, found = labels(setups), [], [], []
    numbers = tuple(range(1, MOST + 1))
    for name, setup in zip(names, setups, strict=True):
        needs = _of(name, _need, setup)
        found.append(needs)
        said = tuple(f"{name}<br>{_needed(need)}" for need in needs)
        heights = tuple(None if need.force is None else float(need.force) for need in needs)
        curves.append(Curve(name, numbers, heights, said))
        facts.append((name, _needed(needs[-1])))
    shown = [(str(n), *(str(needs[n - 1].force or "none") for needs in found)) for n in numbers]
    exact = [(n, *(needs[n - 1].force for needs in found)) for n in numbers]
    table = Table(
        "Attackers needed to win at least every other battle",
        ("defenders", *_letters(setups)),
        tuple(shown),
        tuple(exact),
    )
    return Compared(tuple(curves), tuple(facts), table)


def _needed(need: BreakEven) -> str:
    if need.force is None:
        return f"against {need.defenders}: not even {need.tried} attackers are enough"
    return f"{need.force} against {need.defenders}: {short_percent(need.win)}"


def feels(setups: tuple[SetUp, ...], size: int) -> Table:
    """Return how the battle of equal armies feels under each set-up.

    Examples
    --------
    >>> table = feels((SetUp.of("classic"),), 10)
    >>> for row in table.shown[:3]:
    ...     print(*row, sep=" | ")
    The attackers win | 56.8%
    The weaker side wins | 43.2%
    Comeback from half | 19.6%
    """
    names = labels(setups)
    found = [
        _of(name, partial(_feel, size=size), setup)
        for name, setup in zip(names, setups, strict=True)
    ]
    rows = (
        ("The attackers win", [(f.win, short_percent(f.win)) for f in found]),
        ("The weaker side wins", [(f.weaker_wins, short_percent(f.weaker_wins)) for f in found]),
        ("Comeback from half", [(f.comeback, _chance(f.comeback)) for f in found]),
        ("… of the attackers", [(f.comeback_of(0), _chance(f.comeback_of(0))) for f in found]),
        ("… of the defenders", [(f.comeback_of(1), _chance(f.comeback_of(1))) for f in found]),
        ("Rolls on average", [(f.rolls.mean(), f"{f.rolls.mean():.1f}") for f in found]),
        ("Rolls, 90% range", [_range(f.rolls.interval(0.9)) for f in found]),
        ("Attackers for 10%", [_force(f.width[0]) for f in found]),
        ("Attackers for 90%", [_force(f.width[1]) for f in found]),
        ("Armies from 10% to 90%", [_force(f.armies_between) for f in found]),
    )
    return Table(
        f"{size} armies against {size}",
        ("", *_letters(setups)),
        tuple((name, *(told for _, told in cells)) for name, cells in rows),
        tuple((name, *(value for value, _ in cells)) for name, cells in rows),
    )


def _chance(chance: float | None) -> str:
    return "–" if chance is None else short_percent(chance)


def _force(force: int | None) -> tuple[int | None, str]:
    return force, "none is enough" if force is None else str(force)


def _range(ends: tuple[int, int]) -> tuple[str, str]:
    return between(*ends), between(*ends)


def _letters(setups: tuple[SetUp, ...]) -> tuple[str, ...]:
    return tuple(LETTERS[: len(setups)])


def _of(name: str, ask: Callable[[SetUp], T], setup: SetUp) -> T:
    """Say of which set-up something was refused."""
    try:
        return ask(setup)
    except InvalidInput as refusal:
        raise InvalidInput(f"{name}: {refusal}") from None
