"""Whether dice show all their faces as often as they should."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import comb, lcm

from oddsapp.arguments import whole_number
from oddsapp.dice import SIX_SIDED, Die
from oddsapp.errors import InvalidInput

LEAST_EXPECTED = 5
"""With fewer expected of some face, the chi-square distribution is no good guide."""

_MOST_WORK = 5_000_000


@dataclass(frozen=True)
class DiceFairness:
    """Counts of faces against a fair die.

    Parameters
    ----------
    counts : dict
        How often each face was thrown.
    mean, fair_mean : float
        The average face, and what a fair die has.
    chi_square : float
        Sum over the faces of (seen - expected)^2 / expected.
    p_value : float
        The probability that a fair die strays as far.
    method : str
        ``"chi-square"``; ``"exact"`` where few were thrown; ``"chi-square, rough"`` where
        few were thrown of a die with too many faces to be exact.
    """

    counts: Mapping[int, int]
    mean: float
    fair_mean: float
    chi_square: float
    p_value: float
    method: str


def dice_fairness(counts: Mapping[int, int], die: Die = SIX_SIDED) -> DiceFairness:
    """Return whether faces were thrown as often as a fair die throws them.

    Parameters
    ----------
    counts : mapping
        How often each face was thrown; faces left out were not.
    die : Die

    Raises
    ------
    InvalidInput
        If a face is not on the die, or nothing was thrown.

    Notes
    -----
    Pearson's chi-square test with (number of different faces - 1) degrees of freedom. Where
    fewer than `LEAST_EXPECTED` are expected of some face, the probability of every possible
    set of counts is summed instead (the exact multinomial test, ordered by chi-square).

    References
    ----------
    K. Pearson, Philosophical Magazine 50 (1900); W. G. Cochran, Biometrics 10 (1954), for
    the rule of five.

    Examples
    --------
    >>> fair = dice_fairness({1: 10, 2: 10, 3: 10, 4: 10, 5: 10, 6: 10})
    >>> fair.chi_square, fair.p_value, fair.method
    (0.0, 1.0, 'chi-square')
    >>> dice_fairness({6: 2}).p_value == 1 / 6
    True
    """
    for face, count in counts.items():
        if face not in die.counts:
            raise InvalidInput(f"no face of the die shows {face}")
        whole_number(count, f"how often {face} was thrown", least=0)
    seen = {face: counts.get(face, 0) for face in die.counts}
    thrown = sum(seen.values())
    if not thrown:
        raise InvalidInput("without a thrown die there is nothing to judge")
    expected = {face: Fraction(thrown * n, die.sides) for face, n in die.counts.items()}
    chi_square = sum(
        ((seen[face] - wanted) ** 2 / wanted for face, wanted in expected.items()), Fraction(0)
    )
    p_value, method = _p_value(chi_square, thrown, die, min(expected.values()))
    mean = sum(face * count for face, count in seen.items()) / thrown
    return DiceFairness(seen, mean, float(die.mean), float(chi_square), p_value, method)


def _p_value(chi_square: Fraction, thrown: int, die: Die, least: Fraction) -> tuple[float, str]:
    if len(die.counts) == 1:
        return 1.0, "exact"
    if least < LEAST_EXPECTED and len(die.counts) * thrown**3 <= _MOST_WORK:
        return float(_exact(chi_square, thrown, die)), "exact"
    from scipy.special import chdtrc  # the same as stats.chi2.sf, loaded in half the time

    p_value = float(chdtrc(len(die.counts) - 1, float(chi_square)))
    return p_value, "chi-square" if least >= LEAST_EXPECTED else "chi-square, rough"


def _exact(chi_square: Fraction, thrown: int, die: Die) -> Fraction:
    """Return P(chi-square is at least that), summed over all counts.

    Chi-square is (sides / thrown) * (sum of c^2 / n) - thrown for counts c of values that n
    faces show, so face by face only the dice used and the sum of c^2 / n matter.
    """
    common = lcm(*die.counts.values())
    ways: dict[tuple[int, int], int] = {(0, 0): 1}
    for n in die.counts.values():
        longer: dict[tuple[int, int], int] = {}
        for (used, squares), before in ways.items():
            for count in range(thrown - used + 1):
                key = used + count, squares + count * count * (common // n)
                chosen = before * comb(thrown - used, count) * n**count
                longer[key] = longer.get(key, 0) + chosen
        ways = longer
    least = (chi_square + thrown) * thrown * common / die.sides
    extreme = sum(w for (used, squares), w in ways.items() if used == thrown and squares >= least)
    return Fraction(extreme, die.sides**thrown)
