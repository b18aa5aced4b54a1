"""Estimates from roll-outs, with their luck subtracted, and how sure they are.

The luck of a roll-out has the mean 0, whatever it is multiplied by, as long as the multiplier
knows nothing of that roll-out. So the multipliers of a batch are those that fit all *other*
batches best (least squares): what is subtracted from it then still has the mean 0, exactly,
and the mean of what is left is that of the roll-outs themselves. Multipliers that were fitted
to the very roll-outs that they correct would pull it towards what happened to come up.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

from oddsapp.intervals import LEVEL, deviations, share_interval
from oddsapp.whatif.rollouts.rollout_result import Estimate

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_FEW = 3
"""With fewer batches there is too little to learn from that is not the batch itself."""
_FEW_FOR_EACH = 8
"""With fewer roll-outs for each coefficient what is learned is noise, which makes it worse."""


def without_luck(values: Numbers, luck: Numbers, sizes: Sequence[int]) -> Numbers:
    """Return values with their luck subtracted.

    Parameters
    ----------
    values : array
        A row for each roll-out, batch after batch, a column for each number.
    luck : array
        A row for each roll-out, a column for each kind of luck.
    sizes : sequence of int
        How many roll-outs each batch has.

    Notes
    -----
    With X and y the luck and a number in all other batches, centred: what is subtracted from a
    roll-out with the luck x is xᵀ (XᵀX + (k/n) diag XᵀX)⁻¹ Xᵀy. The second term shrinks the k
    coefficients while they rest on few (n) roll-outs. On very few they would add more noise
    than luck they take away, and the interval would not know it: then the values are returned
    themselves, which depends on numbers of roll-outs alone, and so leaves the mean where it is.

    Examples
    --------
    >>> import numpy as np
    >>> luck = np.random.Generator(np.random.PCG64(1)).normal(size=(600, 1))
    >>> left = without_luck(0.5 + 2 * luck, luck, [100] * 6)
    >>> bool(abs(left - 0.5).max() < 0.1)
    True
    """
    import numpy as np

    terms = luck.shape[1]
    others = sum(sizes) - max(sizes, default=0)
    if len(sizes) < _FEW or not terms or others < _FEW_FOR_EACH * terms:
        return values
    ends = np.cumsum(sizes)
    parts = [slice(end - size, end) for size, end in zip(sizes, ends.tolist(), strict=True)]
    both = np.hstack([luck, values])
    sums = np.array([both[part].sum(axis=0) for part in parts])
    products = np.array([luck[part].T @ both[part] for part in parts])
    left = (ends[-1] - np.array(sizes))[:, None, None]  # how many the other batches have
    mean = (sums.sum(axis=0) - sums) / left[:, :, 0]
    spread = (products.sum(axis=0) - products) / left - mean[:, :terms, None] * mean[:, None, :]
    square, mixed = spread[:, :, :terms], spread[:, :, terms:]
    own = np.maximum(np.einsum("bii->bi", square), 0)
    # A kind of luck that never came up has no coefficient.
    own = own * (1 + terms / left[:, :, 0]) + np.where(own > 0, 0, 1)
    square = square.copy()
    square[:, range(terms), range(terms)] = own
    coefficients = np.linalg.solve(square, mixed)
    found = values.copy()
    for part, multipliers in zip(parts, coefficients, strict=True):
        found[part] -= luck[part] @ multipliers
    return found


@dataclass(frozen=True)
class Bounds:
    """Between which numbers a quantity lies, whatever comes."""

    least: float
    most: float


SHARE = Bounds(0.0, 1.0)
"""A probability, or a share of a victory."""


def estimate(plain: Numbers, left: Numbers, bounds: Bounds, level: float = LEVEL) -> Estimate:
    """Return the estimate of a mean.

    Parameters
    ----------
    plain : array
        One number for each roll-out.
    left : array
        The same with the luck subtracted.
    bounds : Bounds
    level : float
        The confidence of its interval.

    Examples
    --------
    >>> import numpy as np
    >>> once = np.ones(1)
    >>> found = estimate(once, once, SHARE)
    >>> found.mean, round(found.low, 3), found.high
    (1.0, 0.207, 1.0)
    """
    mean = min(bounds.most, max(bounds.least, float(left.mean())))
    before = (float(plain.mean()), *_interval(plain, bounds, level))
    if left is plain:
        return Estimate(*before, before)
    noisy, quiet = float(plain.var()), float(left.var())
    factor = noisy / quiet if quiet > 0 else inf if noisy > 0 else 1.0
    return Estimate(mean, *_interval(left, bounds, level), before, factor)


def _interval(values: Numbers, bounds: Bounds, level: float) -> tuple[float, float]:
    """Return the interval of the mean of values between two bounds.

    Shares have the score interval of Wilson. So has anything else, with as many samples as
    shares would need to be as sure: no number of samples that all say the same is taken for
    certainty. Few of them get the wider quantiles of Student's distribution, and two more
    that lie at the bounds are counted in: the spread of two or three says little.
    """
    number = len(values)
    wide = bounds.most - bounds.least
    if wide <= 0:
        return bounds.least, bounds.most
    scaled = (values - bounds.least) / wide
    share = min(1.0, max(0.0, float(scaled.mean())))
    most = share * (1 - share)
    if most == 0 or _all_yes_or_no(scaled):
        samples: float = number
    else:
        spread = (number * float(scaled.var()) + 2 * most) / (number + 1)
        samples = number * most / spread * _student(number, level) ** 2
    low, high = share_interval(share, samples, level)
    return bounds.least + wide * low, bounds.least + wide * high


def _all_yes_or_no(values: Numbers) -> bool:
    return bool(((values == 0) | (values == 1)).all())


def _student(samples: int, level: float) -> float:
    """Return by what part normal quantiles fall short of those that so few samples ask for."""
    from scipy.special import stdtrit

    if samples < 2:
        return 0.0
    quantile: Any = stdtrit(samples - 1, (1 + level) / 2)
    return deviations(level) / float(quantile)
