"""How numbers are written for JSON: in one place, so that all results look alike."""

from __future__ import annotations

from typing import Any


def plain_number(number: Any) -> Any:
    """Return a number for JSON: a fraction as text, never rounded; anything else as it is.

    Examples
    --------
    >>> from fractions import Fraction
    >>> plain_number(Fraction(1, 3)), plain_number(0.5), plain_number(None)
    ('1/3', 0.5, None)
    """
    # Without a look at the class, so that plain battles import no fractions.
    return number if number is None or isinstance(number, int | float) else str(number)
