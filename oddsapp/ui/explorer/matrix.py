"""The matrix of odds around a battle, how it is drawn, and what a tap on it means."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import islice
from typing import Any

from oddsapp.charts.matrix import ground
from oddsapp.charts.style import ON_TILE
from oddsapp.errors import InvalidInput
from oddsapp.odds.wins import win_rows
from oddsapp.pmf import SMALLEST
from oddsapp.rules import Ruleset
from oddsapp.ui.parts.tables import Table
from oddsapp.wording import cell_text, counted, short_percent

MOST_STATES = 160_000
"""The most battles, force times defenders, that are worked out to reach the last cell."""

SLOW_STATES = 40_000
"""From so many on it may take half a second."""

EVEN = 0.5
"""The odds at which the heavy line runs."""


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

    It moves by half its size at a time: most taps leave it where it is, one near its rim
    turns the page.

    Examples
    --------
    >>> window(3, 2, 7), window(10, 7, 7)
    (Window(force=1, defenders=1, size=7), Window(force=7, defenders=4, size=7))
    """
    return Window(_first(force, size), _first(defenders, size), size)


def _first(number: int, size: int) -> int:
    half = size // 2
    return max(0, (number - 1 - (size - half) // 2) // half) * half + 1


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


def cells(
    view: Window, wins: tuple[tuple[float, ...], ...], home: int, here: tuple[int, int]
) -> dict[str, Any]:
    """Return the matrix as ``matrix.js`` draws it.

    Parameters
    ----------
    view : Window
    wins : tuple of tuple of float
    home : int
        1 where the army that stays is counted, else 0.
    here : (int, int)
        The force and the defenders of the cell to be framed.

    Returns
    -------
    dict
        ``across``, the defenders, and ``rows``: each with ``down``, what it is counted as, and
        its ``cells``; and ``ink``, the colour of their text. A cell with ``above`` or
        ``before`` has the line between more than even odds and less at that edge.

    Examples
    --------
    >>> drawn = cells(Window(1, 1, 2), ((0.417, 0.106), (0.754, 0.363)), 1, (2, 1))
    >>> [cell["text"] for cell in drawn["rows"][1]["cells"]]
    ['75', '36']
    >>> drawn["rows"][1]["cells"][0]["label"]
    '3 armies against 1 defender: 75.4% taken'
    """
    likely = [[chance >= EVEN for chance in row] for row in wins]
    rows = []
    for r, (force, row) in enumerate(zip(view.forces, wins, strict=True)):
        who = counted(force + home, "army", "armies") if home else counted(force, "attacker")
        drawn = [
            {
                "pick": [force + home, against],
                "text": cell_text(chance),
                "label": f"{who} against {counted(against, 'defender')}:"
                f" {short_percent(chance)} taken",
                "ground": ground(chance),
                "here": (force, against) == here,
                "above": r > 0 and likely[r][c] != likely[r - 1][c],
                "before": c > 0 and likely[r][c] != likely[r][c - 1],
            }
            for c, (against, chance) in enumerate(zip(view.against, row, strict=True))
        ]
        rows.append({"down": f"{force + home:,}", "cells": drawn})
    across = [f"v {against:,}" for against in view.against]
    return {"across": across, "rows": rows, "ink": ON_TILE}


def picked(value: object, least: int, most: int) -> tuple[int, int] | None:
    """Return the cell that was tapped: attackers as the matrix counts them, and defenders.

    Parameters
    ----------
    value : object
        What came from the browser. What is no battle of the page is no tap.
    least, most : int
        The least number of attackers, and the most of each side.

    Examples
    --------
    >>> picked([12, 7], 2, 999)
    (12, 7)
    >>> picked([1, 7], 2, 999)
    """
    match value:
        case [int(attackers), int(defenders)] if (
            not isinstance(attackers, bool)
            and not isinstance(defenders, bool)
            and least <= attackers <= most
            and 1 <= defenders <= most
        ):
            return attackers, defenders
        case _:
            return None
