"""How sure a number is that was estimated from samples."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist

LEVEL = 0.95
"""The confidence of an interval where nothing else is said."""


def deviations(level: float = LEVEL) -> float:
    """Return how many standard deviations to either side hold so much of a normal distribution.

    Examples
    --------
    >>> round(deviations(), 4)
    1.96
    """
    return NormalDist().inv_cdf((1 + level) / 2)


def share_interval(share: float, samples: float, level: float = LEVEL) -> tuple[float, float]:
    """Return the confidence interval of a probability, from its share of so many samples.

    Parameters
    ----------
    share : float
        Of the samples, from 0 to 1.
    samples : float
        How many; it need not be whole: so many whole ones would say as much.
    level : float
        The confidence, a probability.

    Notes
    -----
    With p the share of n samples and z the `deviations`: (p + z²/2n ± z √(p(1 - p)/n + z²/4n²))
    / (1 + z²/n), the score interval, which never leaves 0 to 1.

    References
    ----------
    E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal
    of the American Statistical Association 22, 1927.

    Examples
    --------
    >>> [round(end, 4) for end in share_interval(0.5, 100)]
    [0.4038, 0.5962]
    >>> share_interval(0, 0)
    (0.0, 1.0)
    """
    if not samples:
        return 0.0, 1.0
    z = deviations(level)
    widened = 1 + z * z / samples
    middle = (share + z * z / (2 * samples)) / widened
    half = z / widened * sqrt(share * (1 - share) / samples + z * z / (4 * samples * samples))
    # What rounding would leave of an end that is 0 or 1.
    low = 0.0 if share <= 0 else max(0.0, middle - half)
    return low, 1.0 if share >= 1 else min(1.0, middle + half)


def mean_within(std: float, samples: int, level: float = LEVEL) -> float:
    """Return half the width of the interval of a mean of samples, by their spread.

    Parameters
    ----------
    std : float
        The standard deviation of the samples.
    samples : int
        How many there are.
    level : float
        The confidence, a probability.

    Examples
    --------
    >>> round(mean_within(2.0, 100), 3)
    0.392
    """
    return deviations(level) * std / sqrt(samples)
