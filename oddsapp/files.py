"""Files read up to a limit, and written whole or not at all."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from oddsapp.errors import InvalidInput

if TYPE_CHECKING:
    from os import PathLike


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
            content = stream.read(most + 1)
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{path}: cannot be read ({_reason(error)})") from None
    if len(content) > most:
        raise InvalidInput(f"{path}: has more than {most:,} bytes; {beyond}")
    return content


def write_file(path: str | PathLike[str], text: str) -> None:
    """Write a file, whole or not at all.

    Raises
    ------
    InvalidInput
        If the file cannot be written; one that was there before is left as it was.
    """
    import os

    file = Path(path)
    try:
        beside = file.with_name(f"{file.name}.{os.getpid()}.part")
        try:
            # What UTF-8 cannot hold is written as JSON escapes it.
            beside.write_bytes(text.encode("utf-8", "backslashreplace"))
            beside.replace(file)
        finally:
            beside.unlink(missing_ok=True)
    except (OSError, ValueError) as error:
        raise InvalidInput(f"{path}: cannot be written ({_reason(error)})") from None


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)
