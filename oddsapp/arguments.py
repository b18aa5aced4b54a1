"""What callers hand over: whole numbers, probabilities and names, as they were meant or refused."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from oddsapp.errors import InvalidInput

if TYPE_CHECKING:
    from fractions import Fraction

T = TypeVar("T")

_MOST_BITS = 14_000
"""Longer numbers are not printed: these have more than 4,200 digits."""

_LONGEST_QUOTE = 40

_MOST_DIGITS = 5_000
"""The most decimal places of a probability: what is beyond is no float, nor meant."""


def whole_number(
    value: Any, what: str, *, least: int | None = None, most: int | None = None
) -> int:
    """Return ``value`` as an int.

    Raises
    ------
    InvalidInput
        If it is no whole number, or lies below ``least`` or above ``most``.

    Examples
    --------
    >>> whole_number(3, "the number of dice", least=1)
    3
    >>> whole_number(0, "the number of dice", least=1)
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: the number of dice must be at least 1, not 0
    """
    try:
        if isinstance(value, bool):
            raise TypeError
        number = operator.index(value)
    except TypeError:
        raise InvalidInput(f"{what} must be a whole number, not {value!r}") from None
    if least is not None and number < least:
        raise InvalidInput(f"{what} must be at least {least}, not {shortened(number)}")
    if most is not None and number > most:
        raise InvalidInput(f"{what} must be at most {most:,}, not {shortened(number)}")
    return number


def shortened(number: int) -> str:
    """Integers of thousands of digits cannot be printed (and nobody wants them to be)."""
    return f"{number:,}" if number.bit_length() <= 128 else f"one of {number.bit_length():,} bits"


def probability(value: Any, what: str) -> Fraction:
    """Return a probability as the fraction that was meant: 0.8 is 4/5.

    Parameters
    ----------
    value : float, Fraction, int or str
        As text also ``"80%"`` and ``"4/5"``.
    what : str
        What it is, for the error message.

    Raises
    ------
    InvalidInput
        If it is no number from 0 to 1.

    Examples
    --------
    >>> probability("79.5 %", "the odds")
    Fraction(159, 200)
    """
    from fractions import Fraction

    if isinstance(value, Fraction):
        number = value
    else:
        try:
            number = _read_fraction(str(value).strip())
        except (ValueError, ArithmeticError):
            raise InvalidInput(
                f"{what} must be a probability such as 0.8, 80% or 4/5, not {quoted(value, repr)}"
            ) from None
    if not 0 <= number <= 1:
        raise InvalidInput(f"{what} must lie between 0 and 1, not {quoted(value, str)}")
    return number


def _read_fraction(text: str) -> Fraction:
    """Read a number as it is typed; what would take long to read is refused before it is."""
    from decimal import Decimal
    from fractions import Fraction

    if len(text) > 2 * _MOST_DIGITS:
        raise ValueError
    if "/" in text:
        return Fraction(text.replace(" ", ""))
    digits = text.removesuffix("%")
    number = Decimal(digits.strip())  # numpy's floats, too, are written so that they are read again
    if number and abs(number.adjusted()) > _MOST_DIGITS:
        raise ValueError
    return Fraction(number) / (1 if digits == text else 100)


def quoted(value: Any, written: Callable[[Any], str]) -> str:
    """Return what was given, written so and short enough for a sentence."""
    parts = (getattr(value, "numerator", 0), getattr(value, "denominator", 1))
    if any(isinstance(part, int) and part.bit_length() > _MOST_BITS for part in parts):
        # Python does not print it, or, told to print all, takes a while.
        return "one of thousands of digits"
    text = written(value)
    return text if len(text) <= _LONGEST_QUOTE else f"{text[:_LONGEST_QUOTE]}…"


def named(name: Any, known: Mapping[str, T], what: str) -> T:
    """Return the thing of that name.

    Parameters
    ----------
    name : str
    known : mapping of str
        All that have a name.
    what : str
        What they are, for the error message.

    Raises
    ------
    InvalidInput
        If there is none of that name; the message lists those there are.

    Examples
    --------
    >>> named("two", {"one": 1, "two": 2}, "number")
    2
    """
    try:
        return known[name]
    except (KeyError, TypeError):
        listed = ", ".join(known)
        raise InvalidInput(f"no {what} is called {name!r}; there are {listed}") from None
