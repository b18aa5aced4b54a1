"""Positions as files: JSON that people can write, and read."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from oddsapp.engine.positions.json_form import position_from_dict, position_to_dict
from oddsapp.engine.positions.position import Position
from oddsapp.engine.state import GameState
from oddsapp.errors import InvalidInput
from oddsapp.files import read_file, write_file
from oddsapp.json_values import parse_json

if TYPE_CHECKING:
    from os import PathLike

MOST_BYTES = 5_000_000
"""The most bytes of a file: far above any position."""


def load_position(path: str | PathLike[str]) -> Position:
    """Return the position that a JSON file holds: all of it, or none.

    Parameters
    ----------
    path : str or path-like
        In the form that `position_from_dict` describes.

    Raises
    ------
    InvalidInput
        If the file cannot be read or is no position; the message names the file and the place.

    Examples
    --------
    >>> load_position("nowhere.json")
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: nowhere.json: cannot be read (No such file or directory)
    """
    content = read_file(path, most=MOST_BYTES, beyond="no position has so many")
    try:
        return read_position(content)
    except InvalidInput as error:
        raise InvalidInput(f"{path}: {error}") from None


def read_position(text: str | bytes) -> Position:
    """Return the position that JSON text holds.

    Parameters
    ----------
    text : str or bytes
        In the form that `position_from_dict` describes; bytes are UTF-8.

    Raises
    ------
    InvalidInput
        If it is no position; the message says where.

    Examples
    --------
    >>> read_position('{"players": [{}, {}], "rest": 1}')
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: only player 1 is left of all sides; a position needs two
    """
    if isinstance(text, bytes):
        content = text
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            line = content.count(b"\n", 0, error.start) + 1
            raise InvalidInput(f"line {line}: a position is JSON text in UTF-8") from None
    try:
        data = parse_json(text.removeprefix("\ufeff"))
    except InvalidInput as error:
        raise InvalidInput(f"the position cannot be read: it {error}") from None
    return position_from_dict(data)


def save_position(position: Position | GameState, path: str | PathLike[str]) -> None:
    """Write a position to a JSON file, whole or not at all.

    Parameters
    ----------
    position : Position or GameState
        A state alone has players without names.
    path : str or path-like

    Raises
    ------
    InvalidInput
        If it is no position, or the file cannot be written; one that was there before is left
        as it was.

    Examples
    --------
    >>> import tempfile
    >>> from oddsapp.engine.positions import example_position
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_position(example_position(), f"{folder}/position.json")
    ...     load_position(f"{folder}/position.json") == example_position()
    True
    """
    write_file(path, written_position(as_position(position)))


def written_position(position: Position) -> str:
    """Return a position as JSON text for people: a line for each player's lands and cards.

    Examples
    --------
    >>> print(written_position(example_position()).partition('"players"')[0])
    {
      "format": "oddsapp position",
      "version": 1,
      "title": "Ann looks towards Africa",
      "board": "classic",
      "rules": "classic",
    <BLANKLINE>
    """
    return _written(position_to_dict(position)) + "\n"


def _written(value: object, depth: int = 0) -> str:
    """Return JSON in which what fits on a line stands on one."""
    import json

    flat = json.dumps(value, ensure_ascii=False)
    fits = depth and len(flat) + 2 * depth <= 90
    indent = "  " * (depth + 1)
    if isinstance(value, list) and not fits and all(isinstance(entry, str) for entry in value):
        lines = [indent + json.dumps(entry, ensure_ascii=False) for entry in value]
        return "[\n" + ",\n".join(lines) + "\n" + "  " * depth + "]"
    if not isinstance(value, dict) or fits:
        return flat
    entries = [
        f"{indent}{json.dumps(key, ensure_ascii=False)}: {_written(entry, depth + 1)}"
        for key, entry in value.items()
    ]
    return "{\n" + ",\n".join(entries) + "\n" + "  " * depth + "}" if entries else "{}"


def as_position(position: Position | GameState) -> Position:
    """Return the position itself, or that of a state, whose players have no names."""
    return position if isinstance(position, Position) else Position(position)


def example_text() -> str:
    """Return the JSON text of the position that comes with the package."""
    from importlib.resources import files

    path = files("oddsapp.engine") / "data" / "position.json"
    return path.read_text(encoding="utf-8")


@cache
def example_position() -> Position:
    """Return the position that comes with the package."""
    return read_position(example_text())
