"""How numbers are said to a person."""

from __future__ import annotations

from collections.abc import Sequence

VERDICTS = (
    (0.95, "Almost certain"),
    (0.8, "Very likely"),
    (0.6, "Likely"),
    (0.4, "About even"),
    (0.2, "Unlikely"),
    (0.05, "Very unlikely"),
    (0.0, "Almost hopeless"),
)


def verdict(win: float) -> str:
    """Say in words how good the odds are.

    >>> verdict(0.7998), verdict(0.5)
    ('Likely', 'About even')
    """
    return next(words for least, words in VERDICTS if win >= least)


def percent(probability: float, otherwise: float | None = None) -> str:
    """Write a probability; what is possible is never written as 0%, nor as 100% if it can fail.

    Parameters
    ----------
    probability : float
    otherwise : float, optional
        The probability of the opposite, known more exactly than ``1 - probability``.

    Examples
    --------
    >>> percent(0.79983), percent(0.000123), percent(1e-9), percent(1, 0.0002), percent(1.0, 0.0)
    ('80.0%', '0.012%', '<0.0001%', '99.980%', '100%')
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


def count(number: int, one: str, many: str) -> str:
    """Write a number with its noun.

    >>> count(1, "army", "armies"), count(1200, "army", "armies")
    ('1 army', '1,200 armies')
    """
    return f"{number:,} {one if number == 1 else many}"


def who_fights(force: int, *, counted_as_force: bool = False) -> str:
    """Say which armies attack and which one stays: the most frequent confusion.

    >>> who_fights(10)
    '11 armies: 10 attack, 1 stays'
    >>> who_fights(10, counted_as_force=True)
    '10 attack, 1 more stays: 11 armies'
    """
    total, fights = count(force + 1, "army", "armies"), "attacks" if force == 1 else "attack"
    if counted_as_force:
        return f"{force:,} {fights}, 1 more stays: {total}"
    return f"{total}: {force:,} {fights}, 1 stays"


def in_turn(garrisons: Sequence[int]) -> str:
    """Say who is attacked.

    >>> in_turn([7]), in_turn([5, 4, 2])
    ('7 defenders', '5, then 4, then 2 defenders')
    """
    *first, last = garrisons
    before = "".join(f"{number:,}, then " for number in first)
    return before + count(last, "defender", "defenders")


def goal(territories: int) -> str:
    """Say what is to be taken.

    >>> goal(1), goal(2), goal(5)
    ('the territory', 'both territories', 'all 5 territories')
    """
    if territories > 2:
        return f"all {territories} territories"
    return "both territories" if territories == 2 else "the territory"


def sentence(words: str) -> str:
    """Begin with a capital: messages of the library begin with a small letter.

    >>> sentence("a battle needs the number of defenders")
    'A battle needs the number of defenders'
    """
    return words[:1].upper() + words[1:]


def span(low: int, high: int) -> str:
    """Say between which numbers something lies.

    >>> span(2, 9), span(3, 3)
    ('2 to 9', '3')
    """
    return f"{low:,} to {high:,}" if low != high else f"{low:,}"
