"""Files that a command names: read up to a limit, ``-`` is standard input."""

from __future__ import annotations

import sys

from oddsapp.errors import InvalidInput

STANDARD_INPUT = "-"


def called(path: str) -> str:
    """Return what a file is called in messages and tables."""
    return "standard input" if path == STANDARD_INPUT else path


def content_of(path: str, *, most: int, beyond: str) -> bytes:
    """Return what a file, or standard input, holds.

    Parameters
    ----------
    path : str
    most : int
        The most bytes.
    beyond : str
        What to say of a longer one, as `oddsapp.files.read_file` does.

    Raises
    ------
    InvalidInput
        If it cannot be read, or is longer; the message begins with what it is called.
    """
    from oddsapp.files import read_file, read_stream

    if path != STANDARD_INPUT:
        return read_file(path, most=most, beyond=beyond)
    try:
        return read_stream(sys.stdin.buffer, most=most, beyond=beyond)
    except InvalidInput as error:
        raise InvalidInput(f"{called(path)}: {error}") from None
