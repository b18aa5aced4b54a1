"""A battle typed in one line, added to the table of battles; and tables to try."""

from __future__ import annotations

import re

from oddsapp.arguments import whole_number
from oddsapp.errors import InvalidInput
from oddsapp.luck import read_records
from oddsapp.tables import column_names

COLUMNS = ("armies", "defenders", "attackers left", "defenders left")

EXAMPLE = "11 7 1 4, or 11v7 1v4"

BATTLES = """\
armies,defenders,attackers left,defenders left,player,opponent
11,7,6,0,Ann,Bob
6,3,1,2,Bob,Ann
9,9,1,5,Bob,Cleo
12,4,9,0,Ann,Cleo
8,5,5,0,Cleo,Bob
15,10,4,5,Bob,Ann
5,2,4,0,Ann,Bob
7,7,1,3,Cleo,Ann
"""
"""Battles of an evening: one player had little luck, and one battle was called off."""

ROLLS = """\
attack dice,defence dice,player
6 3 1,5 2,Ann
4 4 2,6 3,Ann
6 6 5,4 1,Ann
3 2 1,3 3,Bob
5 2 2,6 5,Bob
6 4 1,2 2,Bob
4 1,6,Bob
6 5 3,5 5,Ann
2 2 1,4 3,Bob
6 6 2,6 1,Ann
5 4 4,3 2,Ann
3 3 1,6 4,Bob
"""
"""Rolls with the faces of all dice."""


def with_battle(text: str, typed: str) -> str:
    """Return the table with one battle more, typed as four numbers.

    Parameters
    ----------
    text : str
        The table so far; nothing, or one of battles counted in armies without other columns.
    typed : str
        Armies and defenders before, armies and defenders after.

    Raises
    ------
    InvalidInput
        If it is no battle, or the table has other columns.

    Examples
    --------
    >>> with_battle("", "11v7 6v0").splitlines()
    ['armies,defenders,attackers left,defenders left', '11,7,6,0']
    """
    numbers = re.findall(r"\d+", typed)
    if len(numbers) != len(COLUMNS) or not re.fullmatch(r"[\dvV\s,;:/>→=-]+", typed):
        shown = typed.strip()[:20] or "nothing"
        raise InvalidInput(
            f"“{shown}” is no battle: write armies and defenders before and after, as {EXAMPLE}"
        )
    # Python refuses to read numbers of thousands of digits; any that long is too large.
    row = [
        str(whole_number(int(digits[:10]), what, least=0, most=999))
        for digits, what in zip(numbers, COLUMNS, strict=True)
    ]
    so_far = text.strip() or ",".join(COLUMNS)
    header = so_far.splitlines()[0].split(",")
    if column_names(header, 1) != list(COLUMNS):
        raise InvalidInput(
            f"the table has other columns than {', '.join(COLUMNS)}: add the battle in it by hand"
        )
    read_records(f"{','.join(COLUMNS)}\n{','.join(row)}\n")  # what makes no sense is not added
    return f"{so_far}\n{','.join(row)}\n"
