"""A finite distribution over whole numbers, as a frozen random variable.

The weights are integers over a total (exact), or floats. Nothing is normalised: a
distribution whose weights do not add up to its total is an error.

>>> two_dice = Pmf(2, (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), 36)
>>> two_dice.pmf(7), two_dice.sf(10), two_dice.quantile(0.5), two_dice.mean()
(Fraction(1, 6), Fraction(1, 12), 7, Fraction(7, 1))
"""

from __future__ import annotations

import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import accumulate
from typing import TYPE_CHECKING, Any, Protocol

from oddsapp.arguments import whole_number
from oddsapp.errors import InvalidInput
from oddsapp.logarithms import deep_context, log_of, log_ratio

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np
    import pandas as pd
    from numpy.typing import NDArray

__all__ = ["RARE", "SMALLEST", "Generator", "Pmf", "log_of", "uniform"]

SMALLEST = 2.0**-1022
"""The smallest float of full precision: below it `Pmf.logpmf` asks for the deep weights."""

_SLACK = 1e-11

RARE = 2.0**-512
"""A condition below this probability is looked at through the deep weights."""


class Generator(Protocol):
    """A source of randomness: `numpy.random.Generator` is one, `random.Random` another."""

    def random(self) -> float:
        """Return a float in [0, 1)."""
        ...


def uniform(rng: Any, size: int) -> NDArray[np.float64]:
    """Return so many random numbers from 0 to 1.

    Raises
    ------
    InvalidInput
        If the generator draws only one at a time.
    """
    try:
        drawn: NDArray[np.float64] = rng.random(size)
    except TypeError:
        raise InvalidInput(
            "several draws at once need a generator of numpy: numpy.random.default_rng(seed)"
        ) from None
    return drawn


@dataclass(frozen=True, repr=False)
class Pmf:
    """Weights over the whole numbers ``low, low + 1, …``.

    Parameters
    ----------
    low : int
        The number that the first weight belongs to.
    weights : tuple of int, float or Decimal
        One weight for each number, none negative.
    total : int, float or Decimal
        What the weights add up to; an int makes every answer an exact `Fraction`.
    deep : callable, optional
        Returns the same distribution with weights that do not underflow; `logpmf` uses it.

    Raises
    ------
    InvalidInput
        If the weights do not add up to the total.

    Examples
    --------
    >>> dice = Pmf(2, (1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1), 36)  # the sum of two dice
    >>> dice.pmf(7), dice.mean(), dice.interval(0.9)
    (Fraction(1, 6), Fraction(7, 1), (3, 11))
    """

    low: int
    weights: tuple[Any, ...]
    total: Any = 1.0
    deep: Callable[[], Pmf] | None = field(default=None, compare=False, repr=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "low", whole_number(self.low, "the first number"))
        try:
            object.__setattr__(self, "weights", tuple(self.weights))
            self._check_weights()
        except (TypeError, ArithmeticError):
            raise InvalidInput(
                "the weights of a distribution and their total must be numbers of one kind:"
                " whole numbers, floats or Decimals"
            ) from None

    def _check_weights(self) -> None:
        # min and fsum run at C speed; generators over a million weights would not.
        if not self.weights or min(self.weights) < 0 or self.total <= 0:
            raise InvalidInput("a distribution needs weights, none negative, and a positive total")
        if isinstance(self.total, float):
            # fsum is slow where tails are deep: it is the judge only if a plain sum is not enough.
            slack = _SLACK * self.total
            adds_up = (
                abs(sum(self.weights) - self.total) <= slack
                or abs(math.fsum(self.weights) - self.total) <= slack
            )
        elif self.exact:
            adds_up = (in_all := sum(self.weights)) == self.total
            if not isinstance(in_all, int):  # one float among them makes the sum a float
                raise TypeError
        else:
            with deep_context():
                # Of what is no float, only a Decimal has a logarithm.
                adds_up = abs(float(sum(self.weights) / self.total) - 1) <= _SLACK
            if not hasattr(self.total, "ln"):
                raise TypeError
        if not adds_up:
            raise InvalidInput("the weights of a distribution must add up to its total")

    @property
    def exact(self) -> bool:
        """Whether the weights are integers, and every probability a Fraction."""
        return isinstance(self.total, int)

    @property
    def high(self) -> int:
        """The number that the last weight belongs to."""
        return self.low + len(self.weights) - 1

    def _share(self, weight: Any) -> Any:
        """Return a weight, or a sum of weights, as a probability."""
        if self.exact:
            from fractions import Fraction

            return Fraction(weight, self.total)
        if isinstance(self.total, float):
            return weight / self.total
        with deep_context():
            return weight / self.total

    def _sum(self, weights: Sequence[Any]) -> Any:
        if isinstance(self.total, float):
            return math.fsum(weights)
        if self.exact:
            return sum(weights)
        with deep_context():
            return sum(weights)

    def items(self) -> Iterator[tuple[int, Any]]:
        """Yield each number of positive probability with its probability, lowest first."""
        for number, weight in enumerate(self.weights, start=self.low):
            if weight:
                yield number, self._share(weight)

    def pmf(self, number: int) -> Any:
        """Return P(X = number); 0 if that lies below the range of a float."""
        return self._share(self._weight(number))

    def _weight(self, number: int) -> Any:
        place = whole_number(number, "the number") - self.low
        return self.weights[place] if 0 <= place < len(self.weights) else self.total * 0

    def logpmf(self, number: int) -> float:
        """Return log P(X = number), right even where `pmf` underflows; -inf if impossible."""
        weight = self._weight(number)
        if isinstance(self.total, float):
            if weight < SMALLEST and self._deep is not None:
                return self._deep.logpmf(number)
            return log_of(weight / self.total)
        if self.exact:
            return log_ratio(weight, self.total)  # without reducing the fraction
        with deep_context():
            return log_of(weight / self.total)

    @cached_property
    def _deep(self) -> Pmf | None:
        return None if self.deep is None else self.deep()

    def cdf(self, number: int) -> Any:
        """Return P(X <= number)."""
        return self._probability(self.weights[: self._place_after(number)])

    def sf(self, number: int) -> Any:
        """Return P(X > number), summed from the upper end, so that small tails are right."""
        return self._probability(self.weights[self._place_after(number) :])

    def _place_after(self, number: int) -> int:
        return max(0, whole_number(number, "the number") - self.low + 1)

    def _probability(self, weights: Sequence[Any]) -> Any:
        # The last digit of a rounded sum must not make a probability of more than 1.
        return self._share(min(self._sum(weights), self.total))

    @cached_property
    def _cumulative(self) -> list[Any]:
        return list(accumulate(self.weights))

    def quantile(self, q: float | Fraction) -> int:
        """Return the smallest possible number x with P(X <= x) >= q.

        Raises
        ------
        InvalidInput
            If ``q`` does not lie between 0 and 1.
        """
        wanted: Any = _between_0_and_1(q, "a quantile is asked for")
        if self.exact:
            from fractions import Fraction

            wanted = Fraction(q)
        elif not isinstance(self.total, float):
            wanted = type(self.total)(wanted)
        possible, reached = self._steps
        least = self.total * wanted
        if isinstance(self.total, float):
            # The running sums are rounded: where they are close, `cdf` itself decides.
            first = bisect_left(reached, least - _SLACK * self.total)
            last = bisect_right(reached, least + _SLACK * self.total)
            at = bisect_left(possible, q, first, last, key=lambda n: self.cdf(self.low + n))
        else:
            at = bisect_left(reached, least)
        at = min(at, len(possible) - 1)  # rounding may leave the sum short of q
        return self.low + possible[at]

    @cached_property
    def _steps(self) -> tuple[list[int], list[Any]]:
        """The places of positive weight, and the running sums there."""
        possible = [place for place, weight in enumerate(self.weights) if weight]
        return possible, [self._cumulative[place] for place in possible]

    def interval(self, confidence: float = 0.9) -> tuple[int, int]:
        """Return the numbers between which X lies with that probability, equal tails cut."""
        _between_0_and_1(confidence, "a confidence lies")
        return self.quantile((1 - confidence) / 2), self.quantile((1 + confidence) / 2)

    def mode(self) -> int:
        """Return the most probable number, the lowest of several."""
        return self.low + self.weights.index(max(self.weights))

    def expect(self, function: Callable[[int], Any]) -> Any:
        """Return the expected value of ``function`` of the number."""
        values = [
            (weight, function(number))
            for number, weight in enumerate(self.weights, start=self.low)
            if weight
        ]
        if self.exact and any(isinstance(value, float) for _, value in values):
            return math.fsum(weight / self.total * value for weight, value in values)
        return self._share(self._sum([weight * value for weight, value in values]))

    def mean(self) -> Any:
        """Return the expected number."""
        numbers = range(self.low, self.low + len(self.weights))
        terms = [weight * number for weight, number in zip(self.weights, numbers, strict=True)]
        return self._share(self._sum(terms))

    def var(self) -> Any:
        """Return the variance."""
        mean = self.mean()
        if self.exact:
            return self.expect(lambda number: number * number) - mean * mean
        return self.expect(lambda number: (number - mean) ** 2)

    def std(self) -> float:
        """Return the standard deviation, a float also where the distribution is exact."""
        return math.sqrt(self.var())

    def given(self, condition: Callable[[int], bool]) -> Pmf:
        """Return the distribution given that the number meets a condition.

        Raises
        ------
        InvalidInput
            If no possible number meets it.
        """
        kept = tuple(
            weight if condition(number) else weight * 0
            for number, weight in enumerate(self.weights, start=self.low)
        )
        total = self._sum(kept)
        deeper = self._deeper(Pmf.given, condition)
        if deeper is not None and total < RARE:
            # What is rare among these would have lost its digits, or be 0.
            deep = deeper()
            weights = tuple(float(deep._share(weight)) for weight in deep.weights)
            return Pmf(self.low, weights, 1.0, deeper)
        if not total:
            raise InvalidInput("a condition that is never met leaves no distribution")
        return Pmf(self.low, kept, total, deeper)

    def shifted(self, by: int) -> Pmf:
        """Return the distribution of the number plus ``by``."""
        return Pmf(self.low + by, self.weights, self.total, self._deeper(Pmf.shifted, by))

    def negated(self) -> Pmf:
        """Return the distribution of minus the number."""
        return Pmf(-self.high, self.weights[::-1], self.total, self._deeper(Pmf.negated))

    def at_least(self, least: int) -> Pmf:
        """Return the distribution of the larger of the number and ``least``."""
        if least <= self.low:
            return self
        place = min(least, self.high) - self.low
        lowest = self._sum(self.weights[: place + 1])
        weights = (lowest, *self.weights[place + 1 :])
        return Pmf(least, weights, self.total, self._deeper(Pmf.at_least, least))

    def _deeper(self, operation: Callable[..., Pmf], *arguments: Any) -> Callable[[], Pmf] | None:
        """Return how to do the same to the deep weights."""
        # A partial function and not a lambda, so that a distribution can be pickled.
        return None if self.deep is None else partial(_done_to, self.deep, operation, arguments)

    def sample(self, rng: Generator, size: int | None = None) -> int | NDArray[np.int64]:
        """Draw from the distribution, one uniform random number per draw.

        Parameters
        ----------
        rng : numpy.random.Generator or random.Random
        size : int, optional
            How many to draw, as an array; one int without it. Needs a numpy generator.
        """
        if not hasattr(rng, "random"):
            raise InvalidInput(f"sampling needs a generator, numpy's or Python's, not {rng!r}")
        if size is None:
            place = bisect_right(self._floats, rng.random())
            return self.low + min(place, len(self._floats) - 1)
        import numpy as np

        size = whole_number(size, "the number of draws", least=0)
        places = np.searchsorted(np.asarray(self._floats), uniform(rng, size), side="right")
        numbers: NDArray[np.int64] = self.low + np.minimum(places, len(self._floats) - 1)
        return numbers

    @cached_property
    def _floats(self) -> list[float]:
        """Cumulative probabilities up to the last possible number."""
        last = max(place for place, weight in enumerate(self.weights) if weight)
        return [float(self._share(sum_)) for sum_ in self._cumulative[: last + 1]]

    def __repr__(self) -> str:
        return (
            f"<Pmf of {self.low:,} to {self.high:,}: mean {float(self.mean()):.6g},"
            f" 90 % {' to '.join(f'{n:,}' for n in self.interval())}>"
        )

    def to_frame(self) -> pd.DataFrame:
        """Return a pandas frame with the columns ``value``, ``probability``, ``at_least``."""
        import pandas as pd

        rows = list(self.items())
        above = list(accumulate(p for _, p in reversed(rows)))[::-1]
        return pd.DataFrame(
            {
                "value": [number for number, _ in rows],
                "probability": [p for _, p in rows],
                "at_least": above,
            }
        )

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{number}</td><td>{float(p):.4%}</td></tr>" for number, p in self.items()
        )
        return f"<table><tr><th>value</th><th>probability</th></tr>{rows}</table>"


def _done_to(
    deep: Callable[[], Pmf], operation: Callable[..., Pmf], arguments: tuple[Any, ...]
) -> Pmf:
    return operation(deep(), *arguments)


def _between_0_and_1(value: Any, what: str) -> Any:
    try:
        inside = 0 <= value <= 1
    except (TypeError, ArithmeticError):
        inside = False
    if not inside:
        raise InvalidInput(f"{what} between 0 and 1, not at {value!r}")
    return value
