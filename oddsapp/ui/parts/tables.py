"""A table, as a page shows it and as a file of comma-separated values."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from io import StringIO

MOST_ROWS = 400
"""The most rows that a page shows; the file has all."""


@dataclass(frozen=True)
class Table:
    """Numbers behind a chart: what a person reads, and what a file holds.

    Parameters
    ----------
    caption : str
        What the rows are.
    columns : tuple of str
    shown : tuple of tuple of str
        The rows in words, as the page writes numbers.
    exact : tuple of tuple
        The same rows for the file, with all digits.

    Examples
    --------
    >>> table = Table("Ends", ("left", "probability"), (("1", "33.3%"),), ((1, 1 / 3),))
    >>> print(table.csv(), end="")
    left,probability
    1,0.3333333333333333
    """

    caption: str
    columns: tuple[str, ...]
    shown: tuple[tuple[str, ...], ...]
    exact: tuple[tuple[object, ...], ...]

    def html(self) -> str:
        """Return it as HTML that scrolls within itself, the first column as headings of rows.

        >>> Table("Ends", ("left",), (("1",),), ((1,),)).html().count("<th ")
        2
        """
        head = "".join(f'<th scope="col">{escape(name)}</th>' for name in self.columns)
        rows = "".join(_row(cells) for cells in self.shown[:MOST_ROWS])
        rest = len(self.shown) - MOST_ROWS
        more = f"<p>{rest:,} more rows are in the file.</p>" if rest > 0 else ""
        # A part that scrolls must be reached by the keyboard too.
        caption = escape(self.caption)
        return (
            f'<div class="odds-numbers" role="region" tabindex="0" aria-label="{caption}">'
            f"<table><caption>{caption}</caption><thead><tr>{head}</tr></thead>"
            f"<tbody>{rows}</tbody></table>{more}</div>"
        )

    def csv(self) -> str:
        """Return it as comma-separated values, a line for each row."""
        text = StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows(self.exact)
        return text.getvalue()


def _row(cells: Sequence[str]) -> str:
    first, *rest = cells
    others = "".join(f"<td>{escape(cell)}</td>" for cell in rest)
    return f'<tr><th scope="row">{escape(first)}</th>{others}</tr>'
