"""Reads what is typed into the fields of a set-up."""

from __future__ import annotations

import re

from oddsapp.errors import InvalidInput
from oddsapp.ui.lab.setups import HIGHEST, LARGEST, MOST_FACES, MOST_RANK, Entries

_NEVER = ("x", "-", "–", "never")


def read_faces(text: str) -> tuple[int, ...]:
    """Return faces typed with or without anything between them.

    Raises
    ------
    InvalidInput
        If they cannot be read, or no die of the lab can have them.

    Examples
    --------
    >>> read_faces("112"), read_faces("10, 1 2")
    ((1, 1, 2), (1, 2, 10))
    """
    words = _words(text)
    if len(words) == 1 and len(words[0]) > 1:
        words = list(words[0])  # 112 is three faces
    faces = tuple(sorted(_number(word, "a face", 0, HIGHEST) for word in words))
    if not 1 <= len(faces) <= MOST_FACES:
        raise InvalidInput(f"a die of the lab has 1 to {MOST_FACES} faces, not {len(faces)}")
    return faces


def read_thresholds(text: str, dice: int) -> Entries:
    """Return from which size on each die is rolled; a die that never is may be written x.

    Examples
    --------
    >>> read_thresholds("1 7 13 21 x", 5)
    (1, 7, 13, 21, None)
    """
    words = [word.lower() for word in _words(text)]
    if len(words) != dice:
        raise InvalidInput(f"{dice} dice need {dice} thresholds, not {len(words)}: 1 6 11 for one")
    return tuple(
        None if word in _NEVER else _number(word, "a threshold", 1, LARGEST) for word in words
    )


def read_ranks(text: str, dice: int) -> tuple[int, ...]:
    """Return the rank of each die.

    Examples
    --------
    >>> read_ranks("1 2 3 4 5", 5)
    (1, 2, 3, 4, 5)
    """
    words = _words(text)
    if len(words) != dice:
        raise InvalidInput(f"{dice} dice need {dice} ranks, not {len(words)}")
    return tuple(_number(word, "a rank", 1, MOST_RANK) for word in words)


def _words(text: str) -> list[str]:
    words = [word for word in re.split(r"[\s,;]+", text[:400]) if word]
    if not words:
        raise InvalidInput("nothing is typed: write whole numbers with spaces between them")
    return words


def _number(word: str, what: str, least: int, most: int) -> int:
    if not re.fullmatch(r"[0-9]{1,6}", word):
        shown = word if len(word) <= 12 else word[:11] + "…"
        raise InvalidInput(f"{what} must be a whole number, not “{shown}”")
    number = int(word)
    if not least <= number <= most:
        raise InvalidInput(f"{what} lies between {least} and {most}, not at {number}")
    return number
