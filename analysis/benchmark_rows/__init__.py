"""What the benchmark measures: one row for each thing, with what it may cost at most.

A file for each part of the package. Another row is another entry of `ROWS` of its part, and a
function that measures it if there is none yet.
"""

from __future__ import annotations

from analysis.benchmark_rows import battles, decisions, games, pages, turns, what_if
from analysis.benchmark_rows.row import ERROR, Row

ROWS = (
    *battles.ROWS,
    *decisions.ROWS,
    *games.ROWS,
    *turns.ROWS,
    *what_if.ROWS,
    *pages.ROWS,
)

__all__ = ["ERROR", "ROWS", "Row"]
