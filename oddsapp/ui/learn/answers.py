"""The exercises of a route, kept, and tables of a lesson as CSV."""

from __future__ import annotations

import csv
import io
from functools import lru_cache

from oddsapp.odds.exercise import Exercise
from oddsapp.odds.exercises import exercises
from oddsapp.ui.learn.parts import Table


@lru_cache(maxsize=32)
def asked(route: str, force: int, defenders: int) -> tuple[Exercise, ...]:
    """Return the exercises of a route about a battle.

    >>> len(asked("school", 3, 2))
    6
    """
    return exercises(force=force, defenders=defenders, level=route)


def table_csv(table: Table) -> str:
    r"""Return a table as CSV, fractions in full.

    >>> table_csv(Table("Chances", ("a", "1"), (("1", ("5/12",)),)))
    'a,1\n1,5/12\n'
    """
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(table.columns)
    for heading, cells in table.rows:
        writer.writerow([heading, *map(str, cells)])
    return text.getvalue()
