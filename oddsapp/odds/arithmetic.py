"""The number systems that the solvers run on: one algorithm, three kinds of number.

A solver pushes weight from state to state with two operations, multiply by a coefficient
and add. What differs is the coefficient of an outcome:

* `Floats`: its probability, a float. Fast, and the default.
* `Integers`: exact. A state in which ``k`` armies have been lost carries its probability
  times ``base**k``, so that no division is needed; the coefficient of an outcome that
  costs ``c`` armies is its probability times ``base**c``, an integer.
* `Decimals`: twenty digits and an exponent without bounds, for the logarithms of
  probabilities that a float cannot hold.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

if TYPE_CHECKING:
    from decimal import Context

    from oddsapp.combat import Round


class Numbers(Protocol):
    """What a solver needs of a number system."""

    @property
    def one(self) -> Any:
        """The weight of certainty."""
        ...

    @property
    def zero(self) -> Any:
        """The weight of the impossible."""
        ...

    @property
    def divide(self) -> Callable[[Any, Any], Any]:
        """Division, where it is known to leave no remainder."""
        ...

    def coefficient(self, weight: int, total: int, lost: int) -> Any:
        """Return what an outcome of this probability that costs ``lost`` armies multiplies by."""
        ...


@dataclass(frozen=True)
class Floats:
    """Probabilities as floats."""

    one: float = 1.0
    zero: float = 0.0
    divide: Callable[[Any, Any], Any] = operator.truediv

    def coefficient(self, weight: int, total: int, lost: int) -> float:  # noqa: ARG002
        """Return the probability."""
        return weight / total


@dataclass(frozen=True)
class Integers:
    """Exact integers: probability times ``base`` to the power of the armies lost."""

    base: int
    one: int = 1
    zero: int = 0
    divide: Callable[[Any, Any], Any] = operator.floordiv

    def coefficient(self, weight: int, total: int, lost: int) -> int:
        """Return probability times ``base**lost``, which the base was chosen to make whole."""
        scaled: int = weight * self.base**lost
        whole, rest = divmod(scaled, total)
        if rest:
            raise ArithmeticError(f"base {self.base} does not clear the denominator {total}")
        return whole

    def over_one_total(self, weights: Sequence[int], lost: Sequence[int]) -> tuple[list[int], int]:
        """Bring end-state weights to a common denominator.

        Parameters
        ----------
        weights : sequence of int
            The weight of each end state.
        lost : sequence of int
            The armies lost in each, ordered as the weights; neighbours differ little.

        Returns
        -------
        weights : list of int
        total : int
        """
        most = max(lost)
        power, factor, results = 0, 1, []
        for weight, gone in zip(weights, lost, strict=True):
            if not weight:
                results.append(0)
                continue
            wanted = most - gone
            # Moving by small steps is cheaper than raising the base anew for each state.
            factor = (
                factor * self.base ** (wanted - power)
                if wanted >= power
                else factor // self.base ** (power - wanted)
            )
            power = wanted
            results.append(weight * factor)
        return results, self.base**most


class Decimals:
    """Twenty digits, any exponent."""

    divide: Callable[[Any, Any], Any] = staticmethod(operator.truediv)

    def __init__(self) -> None:
        from decimal import Decimal

        self._decimal = Decimal
        self.one: Any = Decimal(1)
        self.zero: Any = Decimal(0)

    @staticmethod
    def context() -> Context:
        """Return the arithmetic context to compute in."""
        from decimal import MAX_EMAX, MIN_EMIN, Context

        return Context(prec=20, Emax=MAX_EMAX, Emin=MIN_EMIN)

    def coefficient(self, weight: int, total: int, lost: int) -> Any:  # noqa: ARG002
        """Return the probability."""
        return self._decimal(weight) / self._decimal(total)


def clearing_base(rounds: Iterable[Round]) -> int:
    """Return the smallest base for `Integers` that clears the denominators of these rounds.

    A round of total ``t`` that costs at least ``c`` armies needs ``t`` to divide
    ``base**c``: each prime of ``t`` to the power ``e`` must stand in the base to the power
    ``ceil(e / c)``.
    """
    exponents: dict[int, int] = {}
    for roll in rounds:
        least = min(sum(losses) for losses, _ in roll.outcomes)
        for prime, exponent in _factors(roll.total).items():
            exponents[prime] = max(exponents.get(prime, 0), -(-exponent // least))
    base = 1
    for prime, exponent in exponents.items():
        base *= prime**exponent
    return base


def _factors(number: int) -> dict[int, int]:
    """Split off the small prime factors; what is left over counts as one factor."""
    factors: dict[int, int] = {}
    for divisor in range(2, 1000):
        while number % divisor == 0:
            number //= divisor
            factors[divisor] = factors.get(divisor, 0) + 1
        if number == 1:
            return factors
    factors[number] = 1
    return factors


class Fractions:
    """Exact fractions, reduced at every step: slow, and for any chain."""

    divide: Callable[[Any, Any], Any] = staticmethod(operator.truediv)

    def __init__(self) -> None:
        from fractions import Fraction

        self._fraction = Fraction
        self.one: Any = Fraction(1)
        self.zero: Any = Fraction(0)

    def coefficient(self, weight: int, total: int, lost: int) -> Any:  # noqa: ARG002
        """Return the probability."""
        return self._fraction(weight, total)
