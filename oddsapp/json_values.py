"""Reading plain values, as JSON has them: each function takes one, or says what is wrong."""

from __future__ import annotations

from typing import Any

from oddsapp.errors import InvalidInput

MOST_DIGITS = 4_300
"""The most digits of a whole number in JSON, as many as Python reads unless it is told to."""

DEEPEST = 100
"""How deep lists and objects may be nested: a plan with all its branches has half as many."""

_TOO_DEEP = f"is not JSON that can be read: lists or objects are nested more than {DEEPEST} deep"


def parse_json(text: str) -> Any:
    """Return what JSON text holds.

    Raises
    ------
    InvalidInput
        If it is not JSON, or an object has a key twice: of the two JSON would silently keep
        the last. If a number has more digits than `MOST_DIGITS`, or lists and objects are
        nested deeper than `DEEPEST`.

    Examples
    --------
    >>> parse_json('{"a": 1}')
    {'a': 1}
    >>> parse_json('{"a": 1, "a": 2}')
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: has 'a' twice in one JSON object; once is right
    """
    import json

    try:
        value = json.loads(text, object_pairs_hook=_unique_keys, parse_int=_whole_number)
    except InvalidInput:
        raise
    except json.JSONDecodeError as error:
        raise InvalidInput(
            f"is not JSON: line {error.lineno}, column {error.colno}: {error.msg}"
        ) from None
    except RecursionError:
        raise InvalidInput(_TOO_DEEP) from None
    _check_depth(value)
    return value


def _whole_number(digits: str) -> int:
    # Python's own limit is off on the command line, and reading takes time in proportion to
    # the square of the digits.
    if len(digits) > MOST_DIGITS:
        raise InvalidInput(
            f"is not JSON that can be read: a number has more than {MOST_DIGITS:,} digits"
        )
    return int(digits)


def _check_depth(value: object) -> None:
    """Refuse what is nested too deep for whatever reads it to follow."""
    level: list[Any] = [[value]]
    for _ in range(DEEPEST + 1):
        # What is in the lists and objects of a level is the next one.
        level = [
            part
            for inside in level
            for part in (inside.values() if isinstance(inside, dict) else inside)
            if isinstance(part, list | dict)
        ]
        if not level:
            return
    raise InvalidInput(_TOO_DEEP)


def _unique_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for key, value in pairs:
        if key in found:
            raise InvalidInput(f"has {short(key)} twice in one JSON object; once is right")
        found[key] = value
    return found


def as_object(
    value: object, what: str, known: tuple[str, ...] = (), required: tuple[str, ...] = ()
) -> dict[str, Any]:
    """Return a JSON object that has no field besides the known, and all that are required.

    Examples
    --------
    >>> as_object({"dice": 3}, "a roll", known=("dice",))
    {'dice': 3}
    >>> as_object({"die": 3}, "a roll", known=("dice",))
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: a roll has no field 'die'; it has dice
    """
    if not isinstance(value, dict) or not all(isinstance(key, str) for key in value):
        raise InvalidInput(f"{what} must be a JSON object with named fields, not {short(value)}")
    for key in value:
        if known and key not in known:
            raise InvalidInput(f"{what} has no field {short(key)}; it has {', '.join(known)}")
    for key in required:
        if key not in value:
            raise InvalidInput(f"{what} lacks the field {key!r}; it needs {', '.join(required)}")
    return value


def as_list(value: object, what: str) -> list[Any]:
    """Return a JSON list."""
    if not isinstance(value, list):
        raise InvalidInput(f"{what} must be a list, not {short(value)}")
    return value


def as_text(value: object, what: str) -> str:
    """Return a text."""
    if not isinstance(value, str):
        raise InvalidInput(f"{what} must be text, not {short(value)}")
    return value


def short(value: object) -> str:
    """Return a value as it is quoted in a message.

    Examples
    --------
    >>> short("x" * 100)
    "'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx..."
    """
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
