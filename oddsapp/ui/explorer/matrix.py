"""The matrix of odds around a battle, and what a click on it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from oddsapp.errors import InvalidInput
from oddsapp.odds.wins import win_rows
from oddsapp.pmf import SMALLEST
from oddsapp.rules import Ruleset
from oddsapp.ui.parts.tables import Table
from oddsapp.wording import short_percent

MOST_STATES = 160_000
"""The most battles, force times defenders, that are worked out to reach the last cell."""

SLOW_STATES = 40_000
"""From so many on it may take half a second."""


@dataclass(frozen=True)
class Window:
    """Which battles are shown: the first number of each side, and how many of each.

    Parameters
    ----------
    force, defenders : int
    size : int
    """

    force: int
    defenders: int
    size: int

    @property
    def forces(self) -> range:
        """The forces down."""
        return range(self.force, self.force + self.size)

    @property
    def against(self) -> range:
        """The defenders across."""
        return range(self.defenders, self.defenders + self.size)


def window(force: int, defenders: int, size: int) -> Window:
    """Return the window in which a battle stands near the middle.

    It moves by half its size at a time: most clicks leave it where it is, one near its rim
    turns the page.

    Examples
    --------
    >>> window(3, 2, 8), window(10, 7, 8)
    (Window(force=1, defenders=1, size=8), Window(force=5, defenders=5, size=8))
    """
    return Window(_first(force, size), _first(defenders, size), size)


def _first(number: int, size: int) -> int:
    half = size // 2
    return max(0, (number - 1 - half // 2) // half) * half + 1


@lru_cache(maxsize=64)
def odds_in(view: Window, rules: Ruleset) -> tuple[tuple[float, ...], ...]:
    """Return P(taken) for each cell: a row for each force.

    Raises
    ------
    InvalidInput
        If the last cell is too far off.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> rows = odds_in(Window(1, 1, 2), find_ruleset("classic"))
    >>> [[round(chance, 3) for chance in row] for row in rows]
    [[0.417, 0.106], [0.754, 0.363]]
    """
    states = view.forces[-1] * view.against[-1]
    if states > MOST_STATES:
        raise InvalidInput(
            f"the matrix reaches battles of up to {MOST_STATES:,} states (force times defenders);"
            f" here it would need {states:,}"
        )
    rows = win_rows(rules, view.against[-1])
    here = islice(rows, view.forces[0], view.forces[-1] + 1)
    # Any battle can be won, if not within the range of a float.
    return tuple(
        tuple(max(chance, SMALLEST) for chance in row[view.against[0] : view.against[-1] + 1])
        for row in here
    )


def matrix_table(view: Window, wins: tuple[tuple[float, ...], ...], home: int) -> Table:
    """Return the matrix as a table.

    Parameters
    ----------
    view : Window
    wins : tuple of tuple of float
    home : int
        1 where the army that stays is counted, else 0.
    """
    corner = "Armies" if home else "Attackers"
    return Table(
        "P(taken): attackers down, defenders across",
        (corner, *(f"v {d:,}" for d in view.against)),
        tuple(
            (f"{force + home:,}", *map(short_percent, row))
            for force, row in zip(view.forces, wins, strict=True)
        ),
        tuple((force + home, *row) for force, row in zip(view.forces, wins, strict=True)),
    )


def clicked(selection: Mapping[str, Any] | None) -> tuple[int, int] | None:
    """Return the cell that was clicked: attackers as the chart counts them, and defenders.

    Parameters
    ----------
    selection : mapping or None
        What Streamlit keeps for the chart.

    Examples
    --------
    >>> clicked({"selection": {"points": [{"x": 7, "y": 12, "customdata": [12, 7]}]}})
    (12, 7)
    >>> clicked({"selection": {"points": []}})
    """
    points = ((selection or {}).get("selection") or {}).get("points") or []
    for point in points:
        match point.get("customdata"):
            case [int(attackers), int(defenders)]:
                return attackers, defenders
            case {"0": int(attackers), "1": int(defenders)}:
                return attackers, defenders
            case _:
                continue
    return None
