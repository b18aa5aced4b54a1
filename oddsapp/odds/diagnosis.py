"""Name the mistake: a wrong answer held against the same battle under known mistakes."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from math import prod
from typing import Any

from oddsapp.combat import Battle
from oddsapp.errors import InvalidInput
from oddsapp.odds.limits import described_attack
from oddsapp.odds.mistakes import MISTAKES, right_win
from oddsapp.odds.plain import plain_number
from oddsapp.rules import RankedDice, Ruleset, as_ruleset

MOST_STATES = 1_000_000
"""The most states (force times defenders) of a battle whose mistakes are computed."""

MOST_ARMIES = 100_000
"""The most armies of a side: some mistakes are worked out army by army."""

_MOST_EXACT = 2_500
"""Up to so many states the mistaken battles are solved in fractions."""

_FLOAT_ERROR = Fraction(1, 10**12)
"""What a program that computes in floats may be off by: more digits are not held against it."""

# Python reads a number of 4,300 digits, and no longer one unless it is told to.
_LONGEST = 4_300

_DECIMAL = re.compile(
    r"(?P<digits>\d+(?:[.,](?P<after>\d*))?|[.,](?P<only>\d+))"
    r"(?:[eE](?P<exponent>[+-]?\d{1,4}))?\s*(?P<percent>%?)"
)
_FRACTION = re.compile(r"(\d+)\s*/\s*(\d+)")


@dataclass(frozen=True)
class Answer:
    """An answer as it was given: a value, and how far off its digits let it be.

    Parameters
    ----------
    text : str
    value : Fraction
    tolerance : Fraction
        Half a unit of the last digit; 0 for a fraction.

    Examples
    --------
    >>> Answer.read("69.02%").tolerance, Answer.read("275/2592").tolerance
    (Fraction(1, 20000), Fraction(0, 1))
    """

    text: str
    value: Fraction
    tolerance: Fraction

    @classmethod
    def read(cls, answer: Any, *, probability: bool = True) -> Answer:
        """Read a fraction, a decimal or a percentage.

        Parameters
        ----------
        answer : str, float, int, Fraction or Decimal
            Text keeps its last zeros: ``"0.640"`` says more than ``0.64``.
        probability : bool
            False for an answer that may be any number, as an expected number of rolls.

        Raises
        ------
        InvalidInput
            If it is none, or no probability where one is asked for.

        Examples
        --------
        >>> Answer.read("3.25", probability=False).value
        Fraction(13, 4)
        """
        check = cls._checked if probability else cls._as_it_is
        # A program that says 0.0 or 1.0 means just that.
        certain = isinstance(answer, float) and answer in (0.0, 1.0)
        text = str(int(answer) if certain else answer).strip()
        if isinstance(answer, bool) or len(text) > _LONGEST:
            raise InvalidInput("an answer is a fraction, a decimal or a percentage, not that")
        if found := _FRACTION.fullmatch(text):
            numerator, denominator = (int(part) for part in found.groups())
            if not denominator:
                raise InvalidInput(f"an answer cannot be {text}: nothing is divided by 0")
            return cls(text, check(text, Fraction(numerator, denominator)), Fraction(0))
        found = _DECIMAL.fullmatch(text)
        if found is None:
            raise InvalidInput(
                "an answer is a fraction, a decimal or a percentage, as 275/2592, 0.106 or 10.6%,"
                f" not {text[:40]!r}"
            )
        digits = found["digits"].replace(",", ".")
        exponent = int(found["exponent"] or 0) - (2 if found["percent"] else 0)
        value = Fraction(Decimal(digits)) * Fraction(10) ** exponent
        after = len(found["after"] or found["only"] or "")
        unit = Fraction(10) ** (exponent - after)
        # "0" and "1" are said of what cannot happen and of what must, not rounded to it.
        whole = unit >= 1
        tolerance = Fraction(0) if whole else unit / 2
        return cls(text, check(text, value), tolerance)

    @staticmethod
    def _as_it_is(text: str, value: Fraction) -> Fraction:
        del text
        return value

    @staticmethod
    def _checked(text: str, value: Fraction) -> Fraction:
        # Some known mistakes lead above 1, none leads so far.
        if value > 2:
            meant = f", or is {text}% if that is meant" if value <= 100 and "%" not in text else ""
            raise InvalidInput(f"an answer lies between 0 and 1{meant}; {text[:40]} does not")
        return value

    def fits(self, value: Any) -> bool:
        """Tell whether a value, written with as many digits, may look like this answer."""
        slack = self.tolerance
        if isinstance(value, float) or slack:
            slack = max(slack, _FLOAT_ERROR)
        return abs(Fraction(value) - self.value) <= slack


@dataclass(frozen=True)
class NamedMistake:
    """A mistake and the answer that it leads to in one battle.

    Parameters
    ----------
    name, source : str
        As in `oddsapp.odds.mistakes.Mistake`.
    what : str
        What is done wrong, and what would be right by the rules of this battle.
    win : Fraction or float
        P(win) if the mistake is made.
    """

    name: str
    what: str
    source: str
    win: Any


@dataclass(frozen=True)
class Diagnosis:
    """What is known about an answer.

    Parameters
    ----------
    battle : Battle
    answer : Answer
    right : Fraction or float
        The right P(win).
    mistakes : tuple of NamedMistake
        All those that lead to this answer and to another one than the right one.
    checked : tuple of NamedMistake
        All that the answer was held against.

    Examples
    --------
    >>> import oddsapp
    >>> found = oddsapp.diagnose("69.02%", force=3, defenders=2)
    >>> found.is_right, [mistake.name for mistake in found.mistakes]
    (False, ['independent_pairs'])
    """

    battle: Battle
    answer: Answer
    right: Any
    mistakes: tuple[NamedMistake, ...]
    checked: tuple[NamedMistake, ...]

    @property
    def is_right(self) -> bool:
        """Whether the answer is right, to its digits."""
        return self.answer.fits(self.right)

    @property
    def sentence(self) -> str:
        """The finding in words."""
        force, defenders = self.battle.armies
        of = f"a force of {force:,} against {defenders:,}"
        right = f"{float(self.right):.6f}"
        if self.is_right:
            told = f"{self.answer.text} is right for {of}: {right}."
            if self.mistakes:
                told += " With so few digits these mistakes would look the same:"
        elif self.mistakes:
            told = f"{self.answer.text} is wrong for {of}, right is {right}. What fits:"
        else:
            told = (
                f"{self.answer.text} is wrong for {of}, right is {right}; none of the"
                f" {len(self.checked)} known mistakes fits."
            )
        return told

    def to_dict(self) -> dict[str, Any]:
        """Return the diagnosis as plain values for JSON; fractions as text."""
        return {
            "rules": str(self.battle.rules),
            "force": self.battle.armies[0],
            "defenders": self.battle.armies[1],
            "answer": self.answer.text,
            "tolerance": float(self.answer.tolerance),
            "is_right": self.is_right,
            "right": plain_number(self.right),
            "mistakes": [_mistake_as_dict(mistake) for mistake in self.mistakes],
            "checked": {mistake.name: plain_number(mistake.win) for mistake in self.checked},
            "sentence": self.sentence,
        }


def _mistake_as_dict(mistake: NamedMistake) -> dict[str, Any]:
    return {
        "name": mistake.name,
        "what": mistake.what,
        "source": mistake.source,
        "win": plain_number(mistake.win),
    }


def diagnose(
    answer: Any,
    armies: int | None = None,
    defenders: int | None = None,
    *,
    force: int | None = None,
    rules: str | Ruleset = "classic",
) -> Diagnosis:
    """Return the known mistakes that lead to a wrong answer about P(win) of a battle.

    Parameters
    ----------
    answer : str, float, int, Fraction or Decimal
        What somebody says P(win) is: ``"6610505/10077696"``, ``0.656``, ``"65.6%"``. It may
        be off by half a unit of its last digit; a fraction, 0 and 1 may not be off at all.
    armies, defenders, force : int
        The battle, as in `oddsapp.battle`.
    rules : str or Ruleset
        Rules with several dice to a side.

    Raises
    ------
    InvalidInput
        If the answer is no probability, or the battle none of those whose mistakes are known.

    Notes
    -----
    Each mistake of `oddsapp.odds.mistakes.MISTAKES` is a battle of its own, solved like any
    other: the chances of its rolls are changed, or its numbers, or what is asked. All that
    fit are named, since with few digits, or in small battles, several do. A mistake that
    makes no difference in this battle is no explanation and is not named.

    References
    ----------
    B. Tan, "Markov chains and the RISK board game", Mathematics Magazine 70 (1997);
    J. A. Osborne, "Markov chains for the RISK board game revisited", ibid. 76 (2003).

    Examples
    --------
    >>> import oddsapp
    >>> found = oddsapp.diagnose(0.74487, force=5, defenders=4)
    >>> [mistake.name for mistake in found.mistakes], round(float(found.right), 5)
    (['total_for_force'], 0.63829)
    >>> oddsapp.diagnose("0.638", force=5, defenders=4).is_right
    True
    """
    given = Answer.read(answer)
    described = _described(armies, defenders, force, as_ruleset(rules))
    exact = described.armies[0] * described.armies[1] <= _MOST_EXACT
    right = right_win(described, exact=exact)
    checked = []
    for mistake in MISTAKES:
        win = mistake.win(described, exact=exact)
        if win is not None and abs(win - right) > (0 if exact else _FLOAT_ERROR):
            checked.append(NamedMistake(mistake.name, mistake.told(described), mistake.source, win))
    fitting = tuple(mistake for mistake in checked if given.fits(mistake.win))
    return Diagnosis(described, given, right, fitting, tuple(checked))


def _described(
    armies: int | None, defenders: int | None, force: int | None, rules: Ruleset
) -> Battle:
    described = described_attack(armies, defenders, force, rules)
    if not isinstance(rules.combat, RankedDice) or rules.combat.round_table is not None:
        raise InvalidInput(
            f"the known mistakes are about dice compared by rank, as in classic, not {rules}"
        )
    if rules.combat.balance is not None:
        raise InvalidInput(
            f"the known mistakes are about odds that follow from the dice, not those of {rules};"
            " ask under true dice, classic for instance"
        )
    states = prod(described.armies)
    if states > MOST_STATES:
        raise InvalidInput(
            f"the mistakes of a battle of {states:,} states would take long;"
            f" the limit is {MOST_STATES:,} (force times defenders)"
        )
    if (largest := max(described.armies)) > MOST_ARMIES:
        raise InvalidInput(
            f"the mistakes of a battle with {largest:,} on a side would take long;"
            f" the limit is {MOST_ARMIES:,}"
        )
    return described
