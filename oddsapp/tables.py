r"""Reading tables as spreadsheets write them: rows of cells, each with its line.

A byte order mark, commas, semicolons or tabs, any line ends, cells in quotes and blank rows
are all as good. Whatever makes no sense is refused by its line.

>>> list(table_rows("\ufeffa;b\r\n\r\n\"1;5\";2\r\n"))
[(1, ['a', 'b']), (3, ['1;5', '2'])]
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence

from oddsapp.errors import InvalidInput

MOST_CHARACTERS = 20_000_000
"""The most characters of one file."""

_LONGEST_NUMBER = 9
_LONGEST_NAME = 100


def decoded(content: bytes, what: str = "a record") -> str:
    """Return the text of a file, which may start with the mark that spreadsheets put there."""
    if len(content) > MOST_CHARACTERS:
        raise InvalidInput(f"{what} has at most {MOST_CHARACTERS:,} bytes")
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content.count(b"\n", 0, error.start) + 1
        raise InvalidInput(f"line {line}: {what} must be text in UTF-8") from None


def table_rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield each row that is not blank with its line; spreadsheets write blank ones as ,,,."""
    text = text.removeprefix("\ufeff")
    head = text.lstrip().partition("\n")[0]
    delimiter = max(",;\t", key=head.count)
    rows = csv.reader(io.StringIO(text, newline=None), delimiter=delimiter, strict=True)
    try:
        for cells in rows:
            if any(cell.strip() for cell in cells):
                yield rows.line_num, cells
    except csv.Error as error:
        raise InvalidInput(f"line {rows.line_num}: this is no row of a table ({error})") from None


def column_names(header: Sequence[str], line: int) -> list[str]:
    """Return the columns of a header, whatever the case and the blanks of their names.

    Examples
    --------
    >>> column_names(["Territory", " attackers_left "], 1)
    ['territory', 'attackers left']
    """
    columns = [" ".join(name.replace("_", " ").lower().split()) for name in header]
    if len(set(columns)) < len(columns):
        twice = next(name for name in columns if columns.count(name) > 1)
        raise InvalidInput(f"line {line}: the header has the column {twice[:40]!r} twice")
    return columns


def named_cells(columns: Sequence[str], cells: Sequence[str]) -> dict[str, str]:
    """Return the cells of a row by their columns, without blanks at their ends."""
    if len(cells) != len(columns):
        raise InvalidInput(f"the header has {len(columns)} columns, this row has {len(cells)}")
    return dict(zip(columns, (cell.strip() for cell in cells), strict=True))


class at_line:  # noqa: N801  # reads as a word: with at_line(line)
    """Put the line in front of what is wrong with it."""

    def __init__(self, line: int) -> None:
        self.line = line

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, InvalidInput):
            raise InvalidInput(f"line {self.line}: {error}") from None


def cell_number(text: str, what: str) -> int:
    """Return the whole number in a cell, 0 or more.

    Examples
    --------
    >>> cell_number("12", "the armies")
    12
    >>> cell_number("1.5", "the armies")
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: the armies must be a whole number such as 12, not '1.5'
    """
    if not text:
        raise InvalidInput(f"{what} must be a whole number, and nothing is there")
    if not text.isdecimal() or len(text) > _LONGEST_NUMBER:
        raise InvalidInput(f"{what} must be a whole number such as 12, not {text[:20]!r}")
    return int(text)


def cell_name(text: str, what: str) -> str:
    """Return the name in a cell, which may be empty."""
    if len(text) > _LONGEST_NAME:
        raise InvalidInput(f"the {what} has a name of more than {_LONGEST_NAME} letters")
    return text
