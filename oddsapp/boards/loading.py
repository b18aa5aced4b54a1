"""Where boards come from: the package, a JSON file in the same form, or a ``.map`` file."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from oddsapp.boards.board import Board
from oddsapp.boards.json_form import board_from_dict
from oddsapp.boards.map_form import board_from_map
from oddsapp.errors import InvalidInput
from oddsapp.files import read_file
from oddsapp.json_values import parse_json

if TYPE_CHECKING:
    from os import PathLike

BOARD_NAMES = ("classic", "risk2", "risk2_97_links")
"""What `find_board` knows."""

# Far above any map.
_LARGEST = 5_000_000


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
    data: dict[str, Any] = parse_json(text)
    if "extends" in data:
        # A variant says only what is different; its links come on top.
        base = _packaged_data(data.pop("extends"))
        data = {**base, **data, "links": base["links"] + data["links"]}
    return data


def load_board(path: str | PathLike[str]) -> Board:
    """Return the board that a file holds.

    Parameters
    ----------
    path : str or path-like
        A file that ends in ``.map`` is read as a map of the game Domination
        (`board_from_map`); every other as JSON in the form of `board_to_dict`.

    Raises
    ------
    InvalidInput
        If the file cannot be read or is not a board; the message names the file, and the
        line where the file has lines.

    Examples
    --------
    >>> load_board("nowhere.json")
    Traceback (most recent call last):
    oddsapp.errors.InvalidInput: nowhere.json: cannot be read (No such file or directory)
    """
    file = Path(path)
    content = read_file(path, most=_LARGEST, beyond="a board has a few thousand")
    try:
        if file.suffix.casefold() == ".map":
            return board_from_map(_map_text(content), name=file.stem)
        return board_from_dict(parse_json(_json_text(content)))
    except InvalidInput as error:
        raise InvalidInput(f"{path}: {error}") from None


def _json_text(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidInput("is not text in UTF-8; a board is a JSON file or a .map file") from None


def _map_text(content: bytes) -> str:
    # Domination itself reads UTF-8 only after a byte order mark and else Latin-1, of which
    # Windows-1252 is what old maps were really typed in. UTF-8 without the mark is told
    # from both, since hardly any other text happens to be valid UTF-8.
    for encoding in ("utf-8-sig", "cp1252"):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError:
            continue
        if "\0" not in text:
            return text
    raise InvalidInput("is not text in UTF-8 or Latin-1; a .map file is")
