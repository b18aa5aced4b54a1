"""Where boards come from: the package, or a JSON file in the same form."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oddsapp.boards.board import Board
from oddsapp.boards.json_form import board_from_dict
from oddsapp.errors import InvalidInput

if TYPE_CHECKING:
    from os import PathLike

BOARD_NAMES = ("classic", "risk2", "risk2_97_links")
"""What `find_board` knows."""


def find_board(name: str) -> Board:
    """Return a board that comes with the package.

    Parameters
    ----------
    name : {"classic", "risk2", "risk2_97_links"}
        ``risk2`` is the map of the PC game, on which Oikiqtaluk cuts the classic borders
        Greenland-Northwest Territory and Greenland-Ontario: 95 links. The text of the
        board adaptation only adds links and takes none away; ``risk2_97_links`` follows
        it and keeps both.

    Raises
    ------
    InvalidInput
        If no board has this name; the message lists those there are.

    Examples
    --------
    >>> board = find_board("risk2")
    >>> len(board.territories), len(board.links) // 2
    (48, 95)
    >>> find_board("risk2_97_links").are_adjacent("Greenland", "Ontario")
    True
    """
    if name not in BOARD_NAMES:
        raise InvalidInput(f"no board is named {name!r}; there are {', '.join(BOARD_NAMES)}")
    return _packaged_board(name)


@cache
def _packaged_board(name: str) -> Board:
    return board_from_dict(_packaged_data(name))


def _packaged_data(name: str) -> dict[str, Any]:
    from importlib.resources import files

    text = (files("oddsapp.boards") / "data" / f"{name}.json").read_text(encoding="utf-8")
    data: dict[str, Any] = _parse(text)
    if "extends" in data:
        # A variant says only what is different; its links come on top.
        base = _packaged_data(data.pop("extends"))
        data = {**base, **data, "links": base["links"] + data["links"]}
    return data


def load_board(path: str | PathLike[str]) -> Board:
    """Read a board from a JSON file in the form of `board_to_dict`.

    Raises
    ------
    InvalidInput
        If the file cannot be read or is not a board; the message names the file.

    Examples
    --------
    >>> load_board("nowhere.json")
    Traceback (most recent call last):
    oddsapp.errors.InvalidInput: nowhere.json: cannot be read (No such file or directory)
    """
    try:
        with Path(path).open(encoding="utf-8-sig") as file:
            text = file.read()
    except OSError as error:
        raise InvalidInput(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise InvalidInput(f"{path}: is not text in UTF-8; a board is a JSON file") from None
    try:
        return board_from_dict(_parse(text))
    except InvalidInput as error:
        raise InvalidInput(f"{path}: {error}") from None


def _parse(text: str) -> Any:
    import json

    try:
        return json.loads(text, object_pairs_hook=_unique_keys)
    except InvalidInput:
        raise
    except json.JSONDecodeError as error:
        raise InvalidInput(
            f"is not JSON: line {error.lineno}, column {error.colno}: {error.msg}"
        ) from None
    except (ValueError, RecursionError):
        raise InvalidInput("is not a board: a number too long or lists too deep") from None


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    # JSON lets the last of two equal keys win, and so would drop a continent silently.
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InvalidInput(f"{key!r} is there twice in one JSON object; once is right")
        found[key] = value
    return found
