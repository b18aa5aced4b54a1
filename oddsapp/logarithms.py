"""Logarithms of probabilities of any kind, right where a float would be 0."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from contextlib import AbstractContextManager


def log_of(probability: Any) -> float:
    """Return the natural logarithm of a float, Fraction or Decimal; -inf of 0.

    Examples
    --------
    >>> from fractions import Fraction
    >>> round(log_of(Fraction(1, 10**400)), 2)  # too small for a float
    -921.03
    """
    if not probability:
        return -math.inf
    if isinstance(probability, float):
        return math.log(probability)
    if hasattr(probability, "ln"):  # a Decimal
        with deep_context():
            return float(probability.ln())
    return log_ratio(probability.numerator, probability.denominator)


def log_ratio(numerator: int, denominator: int) -> float:
    """Return the logarithm of a ratio; of numbers of any size, to the last digits."""
    if not numerator:
        return -math.inf
    # Not log - log: of integers with thousands of digits that leaves few digits.
    shift = max(0, denominator.bit_length() - numerator.bit_length() - 900)
    return float(math.log((numerator << shift) / denominator) - shift * math.log(2))


def deep_context() -> AbstractContextManager[Any]:
    """Return a context in which Decimals keep any exponent."""
    from decimal import MAX_EMAX, MIN_EMIN, Context, localcontext

    return localcontext(Context(prec=20, Emax=MAX_EMAX, Emin=MIN_EMIN))
