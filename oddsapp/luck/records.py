"""Reading what happened: recorded battles, or recorded rolls, from a table with a header.

A record is read whole or not at all: the first row that makes no sense is refused by its
line and the reason, and nothing before it is kept.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.errors import InvalidInput
from oddsapp.files import read_file
from oddsapp.tables import (
    MOST_CHARACTERS,
    at_line,
    cell_name,
    cell_number,
    column_names,
    decoded,
    named_cells,
    table_rows,
)

MOST_ROWS = 100_000
"""The most rows of one file."""

_LONGEST_HAND = 100

_OWN_COUNTS = ("armies", "force")
_BATTLE = ("defenders", "attackers left", "defenders left")
_ROLL = ("attack dice", "defence dice")
_WHO = ("player", "opponent", "group")

_SHAPES = (
    "the header must name either armies (or force), defenders, attackers left and defenders left,"
    " or attack dice and defence dice; player, opponent and group may follow"
)


@dataclass(frozen=True, kw_only=True)
class Record:
    """What is common to a recorded battle and a recorded roll.

    Parameters
    ----------
    line : int
        Its line in the file, the header being 1.
    player, opponent : str
        Who attacked, and who defended; "" where nobody is named.
    group : str
        Whatever the battles are to be compared by: the dice, the site, the evening.
    """

    line: int = 0
    player: str = ""
    opponent: str = ""
    group: str = ""


@dataclass(frozen=True, kw_only=True)
class BattleRecord(Record):
    """One recorded battle, in forces: without the army that stays behind.

    Parameters
    ----------
    force, defenders : int
        What fought.
    attackers_left, defenders_left : int
        What was left. Both above 0: the battle was called off (C-5).
    """

    force: int
    defenders: int
    attackers_left: int
    defenders_left: int

    def __post_init__(self) -> None:
        for value, what in (
            (self.force, "the force"),
            (self.defenders, "the defenders"),
            (self.attackers_left, "the attackers left"),
            (self.defenders_left, "the defenders left"),
        ):
            whole_number(value, what, least=0)
        if self.force < 1 or self.defenders < 1:
            raise InvalidInput("a battle needs at least one attacker and one defender")
        if not 0 <= self.attackers_left <= self.force:
            raise InvalidInput(
                f"{self.attackers_left:,} of {self.force:,} attackers cannot be left"
            )
        if not 0 <= self.defenders_left <= self.defenders:
            raise InvalidInput(
                f"{self.defenders_left:,} of {self.defenders:,} defenders cannot be left"
            )

    @property
    def is_over(self) -> bool:
        """Whether one side was beaten; otherwise the battle was called off."""
        return not self.attackers_left or not self.defenders_left


@dataclass(frozen=True, kw_only=True)
class RollRecord(Record):
    """One recorded roll: the faces of the attacker's and of the defender's dice."""

    attack_dice: tuple[int, ...]
    defence_dice: tuple[int, ...]

    def __post_init__(self) -> None:
        if not self.attack_dice or not self.defence_dice:
            raise InvalidInput("a roll needs dice of both sides")


@dataclass(frozen=True)
class Records:
    """All rows of one file.

    Parameters
    ----------
    rows : tuple of BattleRecord or tuple of RollRecord
    counted_in : str
        ``"armies"``, ``"force"`` or, for rolls, ``"dice"``: what the header said.
    unread_columns : tuple of str
        Columns that mean nothing here, such as a date. They are named, not dropped silently.
    """

    rows: tuple[BattleRecord, ...] | tuple[RollRecord, ...]
    counted_in: str = "force"
    unread_columns: tuple[str, ...] = field(default=())


def read_records(source: str | Path) -> Records:
    r"""Return the battles or rolls that a table records.

    Parameters
    ----------
    source : str or Path
        The table itself as text, or the path of its file: columns separated by commas,
        semicolons or tabs, with a header. Battles have ``armies`` or ``force``,
        ``defenders``, ``attackers left`` and ``defenders left``; under ``armies`` what is
        left is counted in armies too, with the one that stayed behind (C-1). Rolls have
        ``attack dice`` and ``defence dice``, each a list of faces: ``6 3 1``. Both may have
        ``player`` (who attacked), ``opponent`` and ``group``.

    Raises
    ------
    InvalidInput
        For a row that makes no sense: its line and the reason. Nothing is kept then. For a
        file that cannot be read, too.

    Examples
    --------
    >>> read = read_records("armies,defenders,attackers left,defenders left\n11,7,6,0\n")
    >>> read.rows[0].force, read.rows[0].attackers_left
    (10, 5)
    """
    if isinstance(source, Path):
        content = read_file(source, most=MOST_CHARACTERS, beyond="no record has so many")
        text = decoded(content)
    else:
        text = source
    if len(text) > MOST_CHARACTERS:
        raise InvalidInput(f"a record has at most {MOST_CHARACTERS:,} characters")
    lines = table_rows(text)
    try:
        header_line, header = next(lines)
    except StopIteration:
        raise InvalidInput(f"the record is empty; {_SHAPES}") from None
    columns = column_names(header, header_line)
    read_row, counted_in = _reader(columns, header_line)
    rows: list[Any] = []
    for line, cells in lines:
        if len(rows) == MOST_ROWS:
            raise InvalidInput(f"line {line}: a record has at most {MOST_ROWS:,} rows")
        with at_line(line):
            named = named_cells(columns, cells)
            who = {key: cell_name(named.get(key, ""), key) for key in _WHO}
            if who["player"] and who["player"] == who["opponent"]:
                raise InvalidInput("the player and the opponent are the same")
            rows.append(read_row(named, {"line": line, **who}))
    if not rows:
        raise InvalidInput("the record has a header and no rows; each battle or roll is one row")
    known = {*_OWN_COUNTS, *_BATTLE, *_ROLL, *_WHO}
    unread = tuple(column for column in columns if column not in known)
    return Records(tuple(rows), counted_in, unread)


_RowReader = Callable[[dict[str, str], dict[str, Any]], Record]


def _reader(columns: Sequence[str], line: int) -> tuple[_RowReader, str]:
    """Return how a row is read under this header, and in what it counts."""
    own = [name for name in _OWN_COUNTS if name in columns]
    is_battle = all(name in columns for name in _BATTLE)
    is_roll = all(name in columns for name in _ROLL)
    if is_battle and "attackers" in columns and not own:
        raise InvalidInput(
            "the header must say armies or force in place of attackers: armies are all on the"
            " territory, the force is one less"
        )
    if is_battle and is_roll:
        raise InvalidInput("the header names a battle and a roll; a record has one or the other")
    if is_roll:
        return _roll, "dice"
    if not is_battle or not own:
        raise InvalidInput(f"line {line}: {_SHAPES}")
    if len(own) > 1:
        raise InvalidInput("the header has both armies and force; one of them is enough")
    return (_armies if own == ["armies"] else _force), own[0]


def _force(named: dict[str, str], who: dict[str, Any]) -> Record:
    return BattleRecord(
        force=cell_number(named["force"], "the force"),
        defenders=cell_number(named["defenders"], "the defenders"),
        attackers_left=cell_number(named["attackers left"], "the attackers left"),
        defenders_left=cell_number(named["defenders left"], "the defenders left"),
        **who,
    )


def _armies(named: dict[str, str], who: dict[str, Any]) -> Record:
    armies = cell_number(named["armies"], "the armies")
    left = cell_number(named["attackers left"], "the attackers left")
    if armies < 2:
        raise InvalidInput(f"to attack, a territory needs at least 2 armies, not {armies}")
    if left < 1:
        raise InvalidInput(
            "under a header of armies at least 1 attacker is left, the one that stayed behind;"
            " name the column force if that one is not counted"
        )
    if left > armies:
        raise InvalidInput(f"{left:,} of {armies:,} armies cannot be left")
    return BattleRecord(
        force=armies - 1,
        defenders=cell_number(named["defenders"], "the defenders"),
        attackers_left=left - 1,
        defenders_left=cell_number(named["defenders left"], "the defenders left"),
        **who,
    )


def _roll(named: dict[str, str], who: dict[str, Any]) -> Record:
    attack, defence = (_hand(named[name], name) for name in _ROLL)
    return RollRecord(attack_dice=attack, defence_dice=defence, **who)


def _hand(text: str, what: str) -> tuple[int, ...]:
    if len(text) > _LONGEST_HAND:
        raise InvalidInput(f"the {what} are too many: {text[:20]!r}…")
    for separator in ",;+-/":
        text = text.replace(separator, " ")
    return tuple(cell_number(face, f"each of the {what}") for face in text.split())
