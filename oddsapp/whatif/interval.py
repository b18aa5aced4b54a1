"""How sure a number is that was estimated from samples."""

from __future__ import annotations

from math import sqrt

NORMAL = 1.959963984540054
"""How many standard deviations to either side hold 95 %."""


def wilson(probability: float, samples: int) -> tuple[float, float]:
    """Return the 95 % interval of a probability that was estimated from samples.

    Notes
    -----
    With p the share of n samples and z = 1.96: (p + z²/2n ± z √(p(1 - p)/n + z²/4n²)) / (1 + z²/n).

    References
    ----------
    E. B. Wilson, Probable inference, the law of succession, and statistical inference, Journal
    of the American Statistical Association 22, 1927.

    Examples
    --------
    >>> [round(end, 4) for end in wilson(0.5, 100)]
    [0.4038, 0.5962]
    """
    square = NORMAL * NORMAL / samples
    middle = (probability + square / 2) / (1 + square)
    spread = probability * (1 - probability) / samples + square / (4 * samples)
    reach = NORMAL * sqrt(spread) / (1 + square)
    return max(0.0, middle - reach), min(1.0, middle + reach)


def mean_within(std: float, samples: int) -> float:
    """Return half the width of the 95 % interval of a mean of samples, by their spread.

    Examples
    --------
    >>> round(mean_within(2.0, 100), 3)
    0.392
    """
    return NORMAL * std / sqrt(samples)
