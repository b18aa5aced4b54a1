"""Territories on the command line: ``Brazil:12``, a continent, several with commas."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from oddsapp.errors import InvalidInput

if TYPE_CHECKING:
    from oddsapp.boards import Board

Counts = dict[str, int | None]
"""Armies by territory, None where no number was given."""


def find_any_board(name: str) -> Board:
    """Return a board by its name, or from a file: JSON, or a map of the game Domination."""
    from oddsapp.boards import BOARD_NAMES, find_board, load_board

    if name in BOARD_NAMES:
        return find_board(name)
    if "." not in name and "/" not in name:
        raise InvalidInput(
            f"no board is named {name!r}; there are {', '.join(BOARD_NAMES)}, "
            f"or a file that ends in .json or .map"
        )
    return load_board(name)


def read_territories(
    board: Board, texts: Iterable[str], option: str, *, once: bool = False
) -> Counts:
    """Return the territories that an option names, with their armies where it says so.

    A continent stands for all its territories. What is said later counts, so that one of them
    can have a number of its own. With ``once`` no territory may be named again by itself: of
    own armies it would not be clear whether they are to be added up.

    Raises
    ------
    click.UsageError
        If an entry cannot be read, or names a territory again.
    InvalidInput
        If the board has no such territory or continent.
    """
    counts: Counts = {}
    alone = set()
    for entry in _entries(texts, option):
        name, number = _split(entry, option)
        territories = _territories(board, name)
        if len(territories) == 1:
            if once and territories[0] in alone:
                raise click.UsageError(f"{option} names {territories[0]} twice; say it once")
            alone.add(territories[0])
        counts |= dict.fromkeys(territories, number)
    return counts


def read_counts(board: Board, texts: Iterable[str], option: str) -> tuple[int | None, Counts]:
    """Return a number for all others, if one stands alone, and the territories with one each."""
    rest: int | None = None
    named = []
    for entry in _entries(texts, option):
        if entry.isdecimal():
            if rest is not None:
                raise click.UsageError(
                    f"{option} has two numbers for all others, {rest} and {_number(entry, option)}"
                )
            rest = _number(entry, option)
        elif entry.startswith(("-", "−")):
            raise click.UsageError(f"{option} must be at least 1, not {entry}")
        else:
            named.append(entry)
    counts = read_territories(board, named, option)
    for territory, number in counts.items():
        if number is None:
            raise click.UsageError(f"{option} needs armies for {territory}: {territory}:3")
    return rest, counts


def with_armies(counts: Counts, others: int | None, hint: str) -> dict[str, int]:
    """Return the armies of every territory; those without a number have that of the others.

    Raises
    ------
    click.UsageError
        If a number is missing.
    """
    filled = {}
    for territory, number in counts.items():
        armies = others if number is None else number
        if armies is None:
            raise click.UsageError(f"how many armies are in {territory}? {hint}")
        filled[territory] = armies
    return filled


def _entries(texts: Iterable[str], option: str) -> list[str]:
    entries = [entry.strip() for text in texts for entry in text.split(",")]
    if not all(entries):
        raise click.UsageError(f"{option} has an empty entry; separate entries by one comma")
    return entries


def _split(entry: str, option: str) -> tuple[str, int | None]:
    """Read ``Brazil:12``, ``Brazil=12`` or ``Brazil``."""
    for separator in (":", "="):
        name, found, number = entry.rpartition(separator)
        if found:
            return name.strip(), _number(number.strip(), f"{option} {name.strip()}")
    return entry, None


def _number(text: str, what: str) -> int:
    if text[:1] in ("-", "−") and text[1:].isdecimal():
        raise click.UsageError(f"{what} must be at least 1, not {text}")
    if not text.isdecimal():
        raise click.UsageError(f"{what} must be a whole number of armies, not {text[:30]!r}")
    return int(text)


def _territories(board: Board, name: str) -> tuple[str, ...]:
    """Return the territory, or those of the continent, of that name in any case."""
    wanted = name.casefold()
    for territory in board.territories:
        if territory.casefold() == wanted:
            return (territory,)
    for continent in board.continents:
        if continent.name.casefold() == wanted:
            return continent.territories
    if not name:
        raise InvalidInput("a territory has no name; write Brazil:12, for instance")
    board.index(name)  # says that there is none, and which is nearest
    raise AssertionError(name)
