"""Files read up to a limit, and written whole or not at all."""

from __future__ import annotations

import stat
from pathlib import Path
from typing import TYPE_CHECKING, BinaryIO

from oddsapp.errors import InvalidInput

if TYPE_CHECKING:
    from os import PathLike

_LONGEST_PATH = 300


def read_file(path: str | PathLike[str], *, most: int, beyond: str) -> bytes:
    """Return what a file holds.

    Parameters
    ----------
    path : str or path-like
    most : int
        The most bytes. Without a limit a wrong name, of a film or a device, would be read
        until memory is full.
    beyond : str
        What to say of a longer file: that none of its kind has so many.

    Raises
    ------
    InvalidInput
        If it cannot be read, or is longer; the message begins with the path.

    Examples
    --------
    >>> read_file("nowhere.json", most=1000, beyond="no game has so many")
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: nowhere.json: cannot be read (No such file or directory)
    """
    try:
        with Path(path).open("rb") as stream:
            return read_stream(stream, most=most, beyond=beyond)
    except InvalidInput as error:
        raise InvalidInput(f"{_short(path)}: {error}") from None
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{_short(path)}: cannot be read ({_reason(error)})") from None


def read_stream(stream: BinaryIO, *, most: int, beyond: str) -> bytes:
    """Return what an open file holds, standard input for one.

    A file says how long it is, so that one too long is refused before anything of it is read;
    of what comes through a pipe no more is read than there may be.

    Raises
    ------
    InvalidInput
        If it is longer than ``most`` bytes.
    """
    if _size(stream) <= most and len(content := stream.read(most + 1)) <= most:
        return content
    raise InvalidInput(f"has more than {most:,} bytes; {beyond}")


def _size(stream: BinaryIO) -> int:
    """Return how long a file says that it is; 0 for what cannot say it."""
    import os

    try:
        status = os.fstat(stream.fileno())
    except OSError:  # nothing of the system is behind it
        return 0
    return status.st_size if stat.S_ISREG(status.st_mode) else 0


def write_file(path: str | PathLike[str], text: str) -> None:
    """Write a file, whole or not at all.

    Raises
    ------
    InvalidInput
        If the file cannot be written; one that was there before is left as it was.
    """
    import os

    file = Path(path)
    if file.is_dir():
        raise InvalidInput(f"{_short(path)}: cannot be written (it is a folder); name a file")
    try:
        beside = file.with_name(f"{file.name}.{os.getpid()}.part")
        try:
            # What UTF-8 cannot hold is written as JSON escapes it.
            beside.write_bytes(text.encode("utf-8", "backslashreplace"))
            beside.replace(file)
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{_short(path)}: cannot be written ({_reason(error)})") from None


def _short(path: str | PathLike[str]) -> str:
    """Return a path that leaves room for what is wrong with it: its end, if it is long."""
    text = str(path)
    return text if len(text) <= _LONGEST_PATH else f"…{text[-_LONGEST_PATH:]}"


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
