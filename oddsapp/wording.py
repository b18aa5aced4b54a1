"""How numbers are said in words: the same on the command line and on the pages.

Pure functions of plain numbers, so that everything that talks to a person can use them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fractions import Fraction

_SMALL = 1e-5
"""Below this probability, and above 1 minus it, a percentage says 'less than'."""

VERDICTS = (
    (0.95, "almost certain"),
    (0.8, "very likely"),
    (0.6, "likely"),
    (0.4, "about even"),
    (0.2, "unlikely"),
    (0.05, "very unlikely"),
    (0.0, "almost hopeless"),
)
"""From which probability on which words are said of it, the likeliest first."""


def percent(probability: float | Fraction, log: float | None = None) -> str:
    """Return a probability as a percentage that never rounds to impossible or certain.

    A float cannot tell 0 from what is too small for it, nor 1 from what is too close to it;
    only an exact 0 or 1 is said to be so.

    Parameters
    ----------
    probability : float or Fraction
    log : float, optional
        Its natural logarithm, where a float has underflowed to 0.

    Examples
    --------
    >>> percent(0.79983), percent(0.00042), percent(0.9999999)
    ('79.98 %', '0.042 %', 'more than 99.999 %')
    >>> percent(2.5e-9), percent(0.0, log=-1000.0), percent(0.0)
    ('less than 0.001 % (about 1 in 10^9)', 'less than 0.001 % (about 1 in 10^434)', \
'less than 0.001 %')
    """
    exact = not isinstance(probability, float)
    if exact and probability in (0, 1):
        return "100 %" if probability else "0 %"
    if probability < _SMALL:
        magnitude = _log10(probability) if log is None else log / math.log(10)
        odds = "" if magnitude is None else f" (about 1 in 10^{-magnitude:.0f})"
        return f"less than 0.001 %{odds}"
    if probability > 1 - _SMALL:
        return "more than 99.999 %"
    share = float(probability)
    return f"{share:.2%}".replace("%", " %") if 0.001 <= share <= 0.999 else f"{share * 100:.3f} %"


def _log10(probability: float | Fraction) -> float | None:
    if isinstance(probability, float):
        return math.log10(probability) if probability else None
    # Logarithms of integers have no range to leave.
    return math.log10(probability.numerator) - math.log10(probability.denominator)


def verdict(win: float | Fraction) -> str:
    """Return what a probability of winning means, in a few words.

    Examples
    --------
    >>> verdict(0.79983), verdict(0.5), verdict(0.002)
    ('likely', 'about even', 'almost hopeless')

    Only what is known without rounding is said to be certain:

    >>> verdict(1), verdict(1.0)
    ('certain', 'almost certain')
    """
    if not isinstance(win, float) and win in (0, 1):
        return "certain" if win else "impossible"
    return next((words for least, words in VERDICTS if win >= least), VERDICTS[-1][1])


def counted(number: int, one: str, many: str = "") -> str:
    """Return a number with its noun.

    Examples
    --------
    >>> counted(1, "army", "armies"), counted(12000, "defender")
    ('1 army', '12,000 defenders')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def listed(words: Sequence[str]) -> str:
    """Return words as a sentence lists them.

    Examples
    --------
    >>> listed(["12", "8", "8"])
    '12, 8 and 8'
    """
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def armies_and_force(armies: int) -> str:
    """Return which of the armies on a territory attack (C-1).

    Examples
    --------
    >>> armies_and_force(11), armies_and_force(2)
    ('11 armies: 10 attack, 1 stays', '2 armies: 1 attacks, 1 stays')
    """
    force = armies - 1
    return f"{armies:,} armies: {force:,} {'attacks' if force == 1 else 'attack'}, 1 stays"


def force_and_armies(force: int) -> str:
    """Return how many armies a territory needs to send this force (C-1).

    Examples
    --------
    >>> force_and_armies(10)
    '10 attack, 1 more stays: 11 armies'
    """
    attack = "attacks" if force == 1 else "attack"
    return f"{force:,} {attack}, 1 more stays: {force + 1:,} armies"


def average(mean: float | Fraction) -> str:
    """Return a mean number of armies, rounded for reading.

    Examples
    --------
    >>> average(6.26412), average(1234.56)
    ('6.26', '1,234.6')
    """
    value = float(mean)
    return f"{value:,.2f}" if value < 1000 else f"{value:,.1f}"


def between(low: int, high: int) -> str:
    """Return an interval of whole numbers.

    Examples
    --------
    >>> between(2, 9), between(4, 4)
    ('2 to 9', '4')
    """
    return f"{low:,} to {high:,}" if low < high else f"{low:,}"


def end_of_battle(attackers_left: Sequence[int], defenders_left: int) -> str:
    """Return one end of a battle for a territory in words.

    Parameters
    ----------
    attackers_left : sequence of int
        What each attacking army has left.
    defenders_left : int

    Examples
    --------
    >>> end_of_battle([7], 0), end_of_battle([0], 1), end_of_battle([3, 0, 2], 0)
    ('taken with 7 attackers left', 'held with 1 defender left', 'taken with 3, 0 and 2 left')
    """
    if len(attackers_left) > 1 and any(attackers_left):
        return f"taken with {listed([f'{left:,}' for left in attackers_left])} left"
    if any(attackers_left):
        return f"taken with {counted(attackers_left[0], 'attacker')} left"
    if defenders_left:
        return f"held with {counted(defenders_left, 'defender')} left"
    return "nobody is left"


def short_percent(probability: float, otherwise: float | None = None) -> str:
    """Return a probability for a small screen: never 0% if possible, nor 100% if it can fail.

    Parameters
    ----------
    probability : float
    otherwise : float, optional
        The probability of the opposite, known more exactly than ``1 - probability``.

    Examples
    --------
    >>> short_percent(0.79983), short_percent(0.000123), short_percent(1.0, 0.0002)
    ('80.0%', '0.012%', '99.980%')
    >>> short_percent(1e-9), short_percent(1.0, 0.0)
    ('<0.0001%', '100%')
    """
    other = 1 - probability if otherwise is None else otherwise
    if probability == 0 or other == 0:
        return "100%" if other == 0 else "0%"
    if min(probability, other) >= 0.0005:
        return f"{probability:.1%}"
    if min(probability, other) < 1e-6:
        return "<0.0001%" if probability < other else ">99.9999%"
    # As many decimals as give the smaller of the two its first two digits.
    decimals = next(n for n in range(2, 7) if min(probability, other) >= 0.95 * 10 ** -(n + 1))
    return f"{probability if probability < other else 1 - other:.{decimals}%}"


def cell_text(probability: float, otherwise: float | None = None) -> str:
    """Return a probability as whole percent, never 0 if possible nor 100 if it can fail.

    Parameters
    ----------
    probability : float
    otherwise : float, optional
        The probability of the opposite, known more exactly than ``1 - probability``.

    Examples
    --------
    >>> [cell_text(p) for p in (0.0, 0.001, 0.7998, 0.999, 1.0)]
    ['0', '<1', '80', '>99', '100']
    >>> cell_text(1.0, 1e-20)
    '>99'
    """
    other = 1 - probability if otherwise is None else otherwise
    if probability == 0 or other == 0:
        return "100" if other == 0 else "0"
    if probability < 0.005:
        return "<1"
    return ">99" if probability >= 0.995 else f"{probability * 100:.0f}"


def in_turn(garrisons: Sequence[int]) -> str:
    """Return who is attacked, one after the other.

    Examples
    --------
    >>> in_turn([7]), in_turn([5, 4, 2])
    ('7 defenders', '5, then 4, then 2 defenders')
    """
    *first, last = garrisons
    before = "".join(f"{number:,}, then " for number in first)
    return before + counted(last, "defender")


def all_territories(territories: int) -> str:
    """Return what is to be taken: all of so many territories.

    Examples
    --------
    >>> all_territories(1), all_territories(2), all_territories(5)
    ('the territory', 'both territories', 'all 5 territories')
    """
    if territories > 2:
        return f"all {territories} territories"
    return "both territories" if territories == 2 else "the territory"


def sentence(words: str) -> str:
    """Return words that begin with a capital: messages of the library begin with a small letter.

    Examples
    --------
    >>> sentence("a battle needs the number of defenders")
    'A battle needs the number of defenders'
    """
    return words[:1].upper() + words[1:]


def memory_text(size: float) -> str:
    """Return an amount of memory, given in bytes.

    Examples
    --------
    >>> memory_text(2e6), memory_text(3.5e12)
    ('2.0 MB', '3,500.0 GB')
    """
    return f"{size / 1e6:,.1f} MB" if size < 1e9 else f"{size / 1e9:,.1f} GB"
