"""Reading plain values, as JSON has them: each function takes one, or says what is wrong."""

from __future__ import annotations

from typing import Any

from oddsapp.errors import InvalidInput


def parse_json(text: str) -> Any:
    """Return what JSON text holds.

    Raises
    ------
    InvalidInput
        If it is not JSON, or an object has a key twice: of the two JSON would silently keep
        the last.

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
        return json.loads(text, object_pairs_hook=_unique_keys)
    except InvalidInput:
        raise
    except json.JSONDecodeError as error:
        raise InvalidInput(
            f"is not JSON: line {error.lineno}, column {error.colno}: {error.msg}"
        ) from None
    except (ValueError, RecursionError):
        raise InvalidInput("is not JSON that can be read: a number too long, lists too deep") from (
            None
        )


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
