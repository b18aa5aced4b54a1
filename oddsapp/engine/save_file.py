"""The save file of a game: JSON that says what was agreed on, and the log.

Loading plays the log again. So people can read a file, and none can hold a position that the
rules do not lead to.

Each line has a check that depends on all lines before it, too, so that one that was edited,
dropped or moved is found and named; the digest at the end notices a log cut short.
"""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING, Any

from oddsapp.boards import BOARD_NAMES, Board, board_from_dict, board_to_dict, find_board
from oddsapp.engine.game import Game
from oddsapp.engine.record import GameRecord, record_of
from oddsapp.errors import InvalidInput
from oddsapp.files import read_file, write_file
from oddsapp.json_values import as_list, as_object, as_text, parse_json, short
from oddsapp.rules.json_form import ruleset_from_dict, ruleset_to_dict

if TYPE_CHECKING:
    from os import PathLike

FORMAT = "oddsapp game"
"""What a save file says it is."""
VERSION = 1
"""Raised whenever the same log would lead to another position than before."""

_KEYS = ("format", "version", "board", "rules", "players", "log", "checks", "digest")
_CHECK = 4
"""How many hexadecimal digits check a line: of 65,536 edits one is named a line too late."""
# Far above any game.
_LARGEST = 50_000_000

# -- writing -----------------------------------------------------------------------------


def record_to_dict(record: GameRecord) -> dict[str, Any]:
    """Return the game as plain values for JSON.

    A board of the package is named, any other is written whole, and so are the rules: the
    file needs nothing beside it.
    """
    agreed = _agreed(record.game)
    chain = _Chain(agreed)
    for line in record.log:
        chain.add(line)
    return {
        "format": FORMAT,
        "version": VERSION,
        **agreed,
        "log": list(record.log),
        "checks": "".join(chain.checks),
        "digest": chain.digest,
    }


def save_game(record: GameRecord, path: str | PathLike[str]) -> None:
    """Write the game to a file, whole or not at all.

    Parameters
    ----------
    record : GameRecord
    path : str or path-like

    Raises
    ------
    InvalidInput
        If the file cannot be written; one that was there before is left as it was.

    Examples
    --------
    >>> import tempfile
    >>> from pathlib import Path
    >>> from oddsapp.engine.game import make_game
    >>> record = GameRecord(make_game("classic", players=3))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_game(record, Path(folder, "game.json"))
    ...     load_game(Path(folder, "game.json")).state == record.state
    True
    """
    import json

    write_file(path, json.dumps(record_to_dict(record), ensure_ascii=False, indent=1) + "\n")


def _agreed(game: Game) -> dict[str, Any]:
    """Return the board, the rules and the players as plain values."""
    board = game.board
    is_known = board.name in BOARD_NAMES and board == find_board(board.name)
    return {
        "board": board.name if is_known else board_to_dict(board),
        "rules": ruleset_to_dict(game.rules),
        "players": game.players,
    }


class _Chain:
    """The checks of a log: each of all that stands before it and of its own line."""

    def __init__(self, agreed: dict[str, Any]) -> None:
        import json

        # As JSON has it: what was read and what is to be written give the same text.
        text = json.dumps(agreed)
        self._hash = sha256(text.encode())
        self.checks = [self.digest[:_CHECK]]

    def add(self, line: str) -> None:
        self._hash.update(b"\n" + line.encode("utf-8", "surrogatepass"))
        self.checks.append(self.digest[:_CHECK])

    @property
    def digest(self) -> str:
        return self._hash.hexdigest()


# -- reading -----------------------------------------------------------------------------


def load_game(path: str | PathLike[str]) -> GameRecord:
    """Return the game that a file holds: all of it, or none.

    Parameters
    ----------
    path : str or path-like
        A file that `save_game` wrote.

    Raises
    ------
    InvalidInput
        If the file cannot be read, is no game, was written by another version, or was cut or
        changed; the message names the file and the line of the log.

    Examples
    --------
    >>> load_game("nowhere.json")
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: nowhere.json: cannot be read (No such file or directory)
    """
    content = read_file(path, most=_LARGEST, beyond="no game has so many")
    try:
        return record_from_dict(_parsed(content))
    except InvalidInput as error:
        raise InvalidInput(f"{path}: {error}") from None


def _parsed(content: bytes) -> Any:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidInput("this is no saved game, for it is not text in UTF-8") from None
    try:
        return parse_json(text)
    except InvalidInput as error:
        where = _log_line(text, str(error))
        raise InvalidInput(f"the saved game is damaged or cut{where}: it {error}") from None


def _log_line(text: str, error: str) -> str:
    """Return which line of the log it is that JSON cannot be read at, if it is one."""
    found = re.search(r"line (\d+)", error)
    before = text.partition('"log": [')[0]
    if found is None or before == text:
        return ""
    line = int(found[1]) - before.count("\n") - 1  # as `save_game` writes it, a line each
    return f" at line {line} of the log" if line > 0 else ""


def record_from_dict(data: object) -> GameRecord:
    """Build a record from what its JSON holds, by playing the log again.

    Raises
    ------
    InvalidInput
        If it is no game of this version, or was cut or changed; with the line of the log.
    """
    given = as_object(data, "a saved game")
    if given.get("format") != FORMAT:
        raise InvalidInput(f"this is no saved game, whose 'format' is {FORMAT!r}")
    _check_version(given.get("version"))
    as_object(given, "a saved game", _KEYS, required=_KEYS)
    agreed = {key: given[key] for key in ("board", "rules", "players")}
    log = [as_text(line, "a line of the log") for line in as_list(given["log"], "the log")]
    checks = as_text(given["checks"], "'checks'")
    _check_chain(_Chain(agreed), log, checks, as_text(given["digest"], "'digest'"))
    game = Game(
        board=_board(given["board"]),
        rules=ruleset_from_dict(given["rules"]),
        players=given["players"],
    )
    return record_of(game, log)


def _check_version(version: object) -> None:
    if isinstance(version, bool) or not isinstance(version, int):
        raise InvalidInput(f"the version of a saved game must be a whole number: {short(version)}")
    if version > VERSION:
        raise InvalidInput(
            f"the game was saved by a newer oddsapp, in version {short(version)} of the format;"
            f" this one reads version {VERSION}"
        )
    if version < VERSION:
        raise InvalidInput(
            f"the game was saved in version {short(version)} of the format, which this oddsapp"
            f" does not read; it reads version {VERSION}"
        )


def _check_chain(chain: _Chain, log: list[str], checks: str, digest: str) -> None:
    """Raise `InvalidInput` at the first line that is not as it was written."""
    known = [checks[place : place + _CHECK] for place in range(0, len(checks), _CHECK)]
    if known[:1] != chain.checks:
        raise InvalidInput(
            "the board, the rules or the players were changed after the game was saved"
        )
    for number, line in enumerate(log, start=1):
        chain.add(line)
        if number >= len(known):
            raise InvalidInput(
                f"line {number} of the log was added after the game was saved: {short(line)}"
            )
        if known[number] != chain.checks[number]:
            raise InvalidInput(
                f"line {number} of the log is not as it was saved: {short(line)} is changed, out"
                " of its place, or stands where another line was"
            )
    if len(known) > len(log) + 1:
        raise InvalidInput(
            f"the log is cut after line {len(log)}: the game was saved with {len(known) - 1}"
        )
    if digest != chain.digest:
        raise InvalidInput(
            f"the log is cut after line {len(log)}, or the digest at the end of the file is changed"
        )


def _board(value: object) -> Board:
    return find_board(value) if isinstance(value, str) else board_from_dict(value)
