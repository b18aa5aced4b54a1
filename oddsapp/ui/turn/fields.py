"""What only the RISK II turn has in its address: rows of forces, and a whole turn."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from oddsapp.engine.positions import Position, from_share_string, share_string
from oddsapp.engine.state import Phase
from oddsapp.errors import InvalidInput

PLAYERS = "ABCDEFG"
"""What the players of one battle are called."""

MOST_FORCE = 999
"""The largest force of a row."""


class Row(NamedTuple):
    """One army of a battle: whose it is, and how many attack."""

    player: str
    force: int

    def __str__(self) -> str:
        return f"{self.player}{self.force}"


@dataclass(frozen=True)
class Rows:
    """The armies of a battle, ``A12.B8.B8``: a letter for the player, and the force."""

    key: str
    name: str
    default: tuple[Row, ...]
    longest: int

    def read(self, text: str) -> tuple[tuple[Row, ...], str | None]:
        """Return the rows, each force clamped, as many as there may be."""
        found = [
            re.fullmatch(rf"([{PLAYERS}{PLAYERS.lower()}])(\d{{1,9}})", part)
            for part in text.split(".")
        ]
        rows = [Row(part[1].upper(), int(part[2])) for part in found if part]
        if not rows or len(rows) < len(found):
            shown = self.write(self.default)
            return self.default, f"is no list of forces such as A12.B8, {shown} is used"
        used = tuple(row._replace(force=min(MOST_FORCE, max(1, row.force))) for row in rows)
        used = used[: self.longest]
        if used != tuple(rows):
            return used, f"does not fit, {self.write(used)} is used"
        return used, None

    def write(self, value: tuple[Row, ...]) -> str:
        """Return the rows as text."""
        return ".".join(map(str, value))


@dataclass(frozen=True)
class Numbers:
    """Whole numbers in a row, or none: ``0.2.0``."""

    key: str
    name: str
    most: int
    longest: int
    default: tuple[int, ...] = ()

    def read(self, text: str) -> tuple[tuple[int, ...], str | None]:
        """Return the numbers, or none if one of them cannot be used."""
        parts = text.split(".")
        if not all(re.fullmatch(r"\d{1,6}", part) for part in parts):
            return (), "is no list of whole numbers, none is used"
        numbers = tuple(map(int, parts))
        if len(numbers) > self.longest or max(numbers) > self.most:
            return (), "does not fit, none is used"
        return numbers, None

    def write(self, value: tuple[int, ...]) -> str:
        """Return the numbers joined by dots."""
        return ".".join(map(str, value))


@dataclass(frozen=True)
class TurnText:
    """A whole turn: a position while attacks are planned, as its share string.

    Nothing stands for the example, so that an address need not hold it, and a page that shows
    no turn need not read it.
    """

    key: str
    name: str
    default: str = ""

    def read(self, text: str) -> tuple[str, str | None]:
        """Return the share string of the turn, or that of the example."""
        try:
            return text_of(check_turn(from_share_string(text))), None
        except InvalidInput as refusal:
            return self.default, f"cannot be used ({refusal}); the example is used"

    def write(self, value: str) -> str:
        """Return the share string."""
        return value


@lru_cache(maxsize=256)
def position_of(text: str) -> Position:
    """Return the turn that a share string stands for, nothing for the example."""
    return from_share_string(text) if text else example()


def text_of(position: Position) -> str:
    """Return the share string of a turn, nothing for the example."""
    return "" if position == example() else share_string(position)


def check_turn(position: Position) -> Position:
    """Return a position if attacks are planned there, all at the same time.

    Raises
    ------
    InvalidInput
        If they are not.
    """
    rules, phase = position.state.game.rules, position.state.phase
    if not rules.is_same_time:
        raise InvalidInput(
            f"under the rules {rules.name} players take turns; a turn of all at the same time"
            " has rules of RISK II"
        )
    if phase is not Phase.ORDERS:
        raise InvalidInput(f"attacks are planned in the phase orders, not in {phase.value}")
    return position


EXAMPLE_PLAYERS = ("Ann", "Ben", "Cat", "Dan", "Eva", "Fay")
"""Names for the example, whose own are colours: as names of players those could be dice."""


EXAMPLE_TITLE = "Example: six players on the whole board"


@lru_cache(maxsize=1)
def example() -> Position:
    """Return the turn that comes with the package, under names that are no colours."""
    from dataclasses import replace

    from oddsapp.whatif.turns.turn_file import example_turn

    return replace(example_turn().position, players=EXAMPLE_PLAYERS, title=EXAMPLE_TITLE)
