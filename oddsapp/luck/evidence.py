"""How much many results say together: p-values that are exact, or whose error is named."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import erfc, factorial, fsum, prod, sqrt
from typing import TYPE_CHECKING

from oddsapp.errors import InvalidInput
from oddsapp.luck.results import Result, Spread

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RESOLUTION = 1000
"""Mid-percentiles are added up in steps of 1/1000, so that equal sums meet."""

MOST_STEPS = 50_000_000
"""Up to so many additions the distribution of the sum is exact."""

MOST_ARRANGEMENTS = 20_000
"""Up to so many ways to share results out among groups, every one is tried."""

MOST_DRAWS = 9_999
_MOST_DRAWN = 100_000_000
_BATCH = 2_000_000

EXACT, NORMAL = "exact", "normal"


@dataclass(frozen=True)
class Evidence:
    """What results say together about whoever rolled them.

    Parameters
    ----------
    p_better : float
        The probability that fair dice do as well as this, or better. Small: lucky.
    p_worse : float
        That they do as badly, or worse. Small: unlucky.
    method : str
        ``"exact"`` or ``"normal"``.
    """

    p_better: float
    p_worse: float
    method: str

    @property
    def p_value(self) -> float:
        """That they stray as far to either side: twice the smaller one, 1 at most."""
        return min(1.0, 2 * min(self.p_better, self.p_worse))


def weigh(results: Sequence[tuple[Result, bool]]) -> Evidence:
    """Return how often fair dice do as well, and as badly, as these results.

    Parameters
    ----------
    results : sequence of (Result, bool)
        Each with whether it is looked at from the attacker's side.

    Raises
    ------
    InvalidInput
        If there are none.

    Notes
    -----
    The statistic, fixed in advance, is the sum of all mid-percentiles (the defender's is one
    minus the attacker's), each rounded to 1/`RESOLUTION`. Its distribution with fair dice is
    the convolution of those of the battles, so the p-values are exact, and valid: P(p <= a)
    <= a. Beyond `MOST_STEPS` additions the sum is taken as normal with its exact mean and
    variance; that is only so for records of well over fifty battles, or of very large ones.

    A battle called off counts as fought on with fair dice: the p-value is averaged over its
    ends. It can then be below a with a probability of more than a, but never of more than
    2a; mostly it is too careful instead.

    References
    ----------
    X.-L. Meng, "Posterior predictive p-values", Annals of Statistics 22 (1994), for the 2a.
    """
    if not results:
        raise InvalidInput("without a battle or a roll there is no luck to judge")
    if _steps([r.fair for r, _ in results]) + _steps([r.seen for r, _ in results]) <= MOST_STEPS:
        fair = [_seen_from(result.fair, attacker) for result, attacker in results]
        seen = [_seen_from(result.seen, attacker) for result, attacker in results]
        return _exact(fair, seen)
    found = [(float(r.mid_percentile), attacker) for r, attacker in results]
    mean = fsum(x if attacker else 1 - x for x, attacker in found) - len(results) / 2
    # The results of battles of one size share their spread, and a side's is a mirror image.
    spreads = {id(spread): spread for r, _ in results for spread in (r.fair, r.seen)}
    variances = {key: variance(spread) for key, spread in spreads.items()}
    deviation = sqrt(fsum(variances[id(s)] for r, _ in results for s in (r.fair, r.seen)))
    if not deviation:
        return Evidence(1.0, 1.0, NORMAL)
    return Evidence(_above(mean / deviation), _above(-mean / deviation), NORMAL)


def _seen_from(spread: Spread, attacker: bool) -> Spread:
    return spread if attacker else tuple((1 - x, p) for x, p in spread)


def _above(z: float) -> float:
    """Return P(a standard normal number is at least z)."""
    return erfc(z / sqrt(2)) / 2


def variance(spread: Spread) -> float:
    """Return the variance of a spread of mid-percentiles."""
    mean = fsum(p * x for x, p in spread)
    return fsum(p * (x - mean) ** 2 for x, p in spread)


def _steps(spreads: Sequence[Spread]) -> int:
    """Return how many additions a convolution takes: each point shifts all sums so far."""
    return sum(
        len(spread) * number * RESOLUTION
        for number, spread in enumerate(spreads)
        if len(spread) > 1
    )


def _exact(fair: Sequence[Spread], seen: Sequence[Spread]) -> Evidence:
    import numpy as np

    expected, low = _sum_of(fair)
    found, lowest = _sum_of(seen)
    # P(fair >= seen) by summing over what was seen, which mostly is one number.
    above = np.append(np.cumsum(expected[::-1])[::-1], 0.0)
    below = np.append(np.cumsum(expected), 0.0)
    places = np.flatnonzero(found) + lowest - low
    weights = found[found > 0]
    last = len(expected)
    p_better = weights @ above[np.clip(places, 0, last)]
    p_worse = weights @ np.where(places < 0, 0.0, below[np.clip(places, 0, last - 1)])
    return Evidence(min(1.0, float(p_better)), min(1.0, float(p_worse)), EXACT)


def _sum_of(spreads: Sequence[Spread]) -> tuple[NDArray[np.float64], int]:
    """Return the distribution of the sum in steps of 1/`RESOLUTION`, and its lowest step."""
    import numpy as np

    sums, low = np.ones(1), 0
    for spread in spreads:
        points = [(round(x * RESOLUTION), p) for x, p in spread]
        first, last = min(x for x, _ in points), max(x for x, _ in points)
        low += first
        if first == last:
            continue
        longer = np.zeros(len(sums) + last - first)
        for x, p in points:
            longer[x - first : x - first + len(sums)] += p * sums
        sums = longer
    return sums, low


def holm(p_values: Sequence[float]) -> list[float]:
    """Return p-values that allow for there being several: Holm's step-down adjustment.

    References
    ----------
    S. Holm, "A simple sequentially rejective multiple test procedure", Scandinavian Journal
    of Statistics 6 (1979).

    Examples
    --------
    >>> holm([0.01, 0.5, 0.03])
    [0.03, 0.5, 0.06]
    """
    order = sorted(range(len(p_values)), key=lambda place: p_values[place])
    adjusted, reached = [0.0] * len(p_values), 0.0
    for rank, place in enumerate(order):
        reached = max(reached, min(1.0, p_values[place] * (len(p_values) - rank)))
        adjusted[place] = reached
    return adjusted


@dataclass(frozen=True)
class GroupComparison:
    """Whether groups differ from each other, which no group alone can tell.

    Parameters
    ----------
    means : dict
        The mean mid-percentile of each group.
    p_value : float
    arrangements : int
        How many ways to share the results out were looked at.
    exact : bool
        Whether those are all there are.
    """

    means: Mapping[str, float]
    p_value: float
    arrangements: int
    exact: bool


def compare_groups(
    groups: Mapping[str, Sequence[float]], rng: np.random.Generator | None = None
) -> GroupComparison:
    """Return how often groups differ as much as these if chance alone made the groups.

    Parameters
    ----------
    groups : mapping
        The mid-percentiles of each group.
    rng : numpy.random.Generator, optional
        Needed when there are more than `MOST_ARRANGEMENTS` ways to share the results out.

    Raises
    ------
    InvalidInput
        If there are fewer than two groups, or the generator is needed and missing.

    Notes
    -----
    A permutation test: the statistic is the sum over the groups of (their sum)^2 / (their
    size), which for two groups orders as the difference of their means. All ways to share
    the results out among groups of these sizes are tried, or `MOST_DRAWS` random ones are,
    (for very long records fewer, 999 at least) and then p = (1 + as extreme) / (1 + drawn),
    which is valid as well. It takes results to be alike but for their group: mid-percentiles
    have mean 1/2 in battles of any size, yet groups of very different battles differ a
    little in spread.

    References
    ----------
    B. Phipson and G. K. Smyth, "Permutation p-values should never be zero", Statistical
    Applications in Genetics and Molecular Biology 9 (2010).

    Examples
    --------
    >>> compare_groups({"old": [0.9, 0.8, 0.7], "new": [0.1, 0.2, 0.3]}).p_value
    0.1
    """
    if len(groups) < 2 or not all(groups.values()):
        raise InvalidInput("to compare groups takes two or more, each with a battle or a roll")
    sizes = [len(values) for values in groups.values()]
    values = [value for results in groups.values() for value in results]
    ways = factorial(len(values)) // prod(map(factorial, sizes)) if len(values) < 200 else None
    means = {name: fsum(results) / len(results) for name, results in groups.items()}
    if ways is not None and ways <= MOST_ARRANGEMENTS:
        seen = _statistic(values, sizes, range(len(values)))
        extreme = sum(
            _statistic(values, sizes, order) >= seen - 1e-9
            for order in _arrangements(tuple(range(len(values))), sizes)
        )
        return GroupComparison(means, extreme / ways, ways, exact=True)
    if rng is None:
        raise InvalidInput(
            f"there are more than {MOST_ARRANGEMENTS:,} ways to share out {len(values):,} results:"
            " hand over a generator to draw some"
        )
    draws = max(999, min(MOST_DRAWS, _MOST_DRAWN // len(values)))
    extreme = _drawn(values, sizes, draws, rng)
    return GroupComparison(means, (1 + extreme) / (1 + draws), draws, exact=False)


def _statistic(values: Sequence[float], sizes: Sequence[int], order: Sequence[int]) -> float:
    total, begin = 0.0, 0
    for size in sizes:
        total += sum(values[place] for place in order[begin : begin + size]) ** 2 / size
        begin += size
    return total


def _arrangements(places: tuple[int, ...], sizes: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """Yield every way to share places out among groups of these sizes."""
    if len(sizes) == 1:
        yield places
        return
    for chosen in combinations(places, sizes[0]):
        rest = tuple(place for place in places if place not in chosen)
        for others in _arrangements(rest, sizes[1:]):
            yield chosen + others


def _drawn(
    values: Sequence[float], sizes: Sequence[int], draws: int, rng: np.random.Generator
) -> int:
    """Return how many of so many random arrangements are as extreme as the one seen."""
    import numpy as np

    starts = np.cumsum([0, *sizes[:-1]])
    seen = _statistic(values, sizes, range(len(values)))
    extreme, batch = 0, max(1, _BATCH // len(values))
    for begin in range(0, draws, batch):
        many = min(batch, draws - begin)
        shared = rng.permuted(np.tile(np.asarray(values), (many, 1)), axis=1)
        sums = np.add.reduceat(shared, starts, axis=1)
        statistics = (sums**2 / np.asarray(sizes)).sum(axis=1)
        # Sums in another order differ in the last digits; equal ones must count.
        extreme += int((statistics >= seen - 1e-9 * max(1.0, seen)).sum())
    return extreme
