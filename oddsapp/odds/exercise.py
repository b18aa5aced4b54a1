"""One exercise: a question, its right answer, and the known ways to miss it."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from oddsapp.odds.diagnosis import Answer


@dataclass(frozen=True)
class Slip:
    """A way to miss an answer: its name, what is done wrong, and the number it leads to."""

    name: str
    what: str
    value: Fraction


@dataclass(frozen=True)
class Checked:
    """An answer held against an exercise.

    Parameters
    ----------
    answer : Answer
    is_right : bool
        To the digits that it was given with.
    slips : tuple of Slip
        Those that lead to this answer, and to another one than the right one.
    """

    answer: Answer
    is_right: bool
    slips: tuple[Slip, ...]

    @property
    def sentence(self) -> str:
        """The finding in words, which never gives the right answer away.

        Examples
        --------
        >>> from oddsapp.odds.exercises import exercises
        >>> one_die = exercises(force=2, defenders=1)[0]
        >>> one_die.check("1/2").sentence
        '1/2 is not right. It looks like this: equal dice are left out, but they count'
        """
        if self.is_right:
            told = f"{self.answer.text} is right"
            if self.slips:
                told += ", but with so few digits this mistake would look the same"
        else:
            told = f"{self.answer.text} is not right"
            if not self.slips:
                return told + ", and none of the known mistakes leads there"
            told += ". It looks like this"
        if not self.slips:
            return told
        return f"{told}: {'; or: '.join(slip.what for slip in self.slips)}"


@dataclass(frozen=True)
class Exercise:
    """A question that one number answers.

    Parameters
    ----------
    name : str
        A word for it, fixed, for programs.
    question : str
    right : Fraction
    slips : tuple of Slip
        Known ways to miss it, those that make no difference left out.
    probability : bool
        Whether the answer is a probability.
    """

    name: str
    question: str
    right: Fraction
    slips: tuple[Slip, ...]
    probability: bool = True

    def check(self, answer: Any) -> Checked:
        """Hold an answer against the right one, and against what the slips lead to.

        Parameters
        ----------
        answer : str, float, int, Fraction or Decimal
            A fraction, a decimal or a percentage; it may be off by half a unit of its last
            digit.

        Raises
        ------
        InvalidInput
            If it is no number, or no probability where one is asked for.

        Examples
        --------
        >>> from oddsapp.odds.exercises import exercises
        >>> two_dice = exercises(force=2, defenders=1)[1]
        >>> two_dice.check("57.9%").is_right
        True
        >>> [slip.name for slip in two_dice.check("95/144").slips]
        ['anew']
        """
        given = Answer.read(answer, probability=self.probability)
        fitting = tuple(slip for slip in self.slips if given.fits(slip.value))
        return Checked(given, given.fits(self.right), fitting)
