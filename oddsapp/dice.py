"""Dice: what is printed on the faces, and the named sets of coloured dice (rule M-1).

>>> from oddsapp.dice import Die, find_dice_set
>>> find_dice_set("board")["black"].total
54
>>> Die.numbered(8)
Die(faces=(1, 2, 3, 4, 5, 6, 7, 8), name='d8')
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from oddsapp.arguments import named, quoted, whole_number
from oddsapp.errors import InvalidInput

if TYPE_CHECKING:
    from fractions import Fraction

_DATA = Path(__file__).parent / "data" / "dice_sets.json"


def _is_list(value: object) -> bool:
    return isinstance(value, Sequence) and not isinstance(value, str)


@dataclass(frozen=True)
class Die:
    """A die: one integer per face, each face equally likely.

    Parameters
    ----------
    faces : sequence of int
        The number on each face, in any order; kept sorted.
    name : str
        What to call it, for instance a colour; no part of what the die does.

    Raises
    ------
    InvalidInput
        If there is no face, or a face is no whole number.

    Examples
    --------
    >>> dict(Die([1, 2, 2, 6]).counts)
    {1: 1, 2: 2, 6: 1}
    """

    faces: tuple[int, ...]
    name: str = ""

    def __init__(self, faces: Sequence[int], name: str = "") -> None:
        given: Any = faces
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise InvalidInput(f"the faces of a die must be a list of whole numbers, not {faces!r}")
        numbers = tuple(sorted(whole_number(face, "each face of a die") for face in faces))
        if not numbers:
            raise InvalidInput("a die needs at least one face")
        object.__setattr__(self, "faces", numbers)
        object.__setattr__(self, "name", name)

    @classmethod
    def numbered(cls, sides: int) -> Die:
        """Return the die whose faces are 1, 2, …, ``sides``."""
        sides = whole_number(sides, "the number of sides of a die", least=1, most=1000)
        return cls(range(1, sides + 1), f"d{sides}")

    @classmethod
    def from_counts(cls, counts: Sequence[int], name: str = "") -> Die:
        """Return the die with ``counts[0]`` faces showing 1, ``counts[1]`` showing 2, and so on."""
        if not _is_list(counts):
            raise InvalidInput(f"the counts of faces must be a list, not {counts!r}")
        faces: list[int] = []
        for face, count in enumerate(counts, start=1):
            faces += [face] * whole_number(count, "each count of faces", least=0, most=1000)
        return cls(faces, name)

    @property
    def sides(self) -> int:
        """The number of faces."""
        return len(self.faces)

    @property
    def total(self) -> int:
        """The sum of all faces."""
        return sum(self.faces)

    @property
    def mean(self) -> Fraction:
        """The average roll."""
        from fractions import Fraction

        return Fraction(self.total, self.sides)

    @cached_property
    def counts(self) -> Mapping[int, int]:
        """How many faces show each number, lowest number first."""
        counts: dict[int, int] = {}
        for face in self.faces:
            counts[face] = counts.get(face, 0) + 1
        return MappingProxyType(counts)  # every round is made of these: not to be changed

    def __reduce__(self) -> tuple[type[Die], tuple[tuple[int, ...], str]]:
        return Die, (self.faces, self.name)


SIX_SIDED = Die.numbered(6)


def parse_dice(text: Any) -> tuple[int, Die]:
    """Return how many dice are meant and which: ``4d8``, ``d8`` for one, ``3`` for six-sided.

    Raises
    ------
    InvalidInput
        If that is not how dice are written, or there is no such die.

    Examples
    --------
    >>> number, die = parse_dice("4d8")
    >>> number, die.name
    (4, 'd8')
    >>> parse_dice("4w8")
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: dice are written like 4d8, four dice of eight sides, not '4w8'
    """
    number, d, sides = str(text).strip().lower().partition("d")
    numbers = (number or "1", sides) if d else (number, "6")
    # No dice have numbers of more digits, and reading thousands of them would take long.
    if not isinstance(text, str) or not all(n.isdecimal() and len(n) <= 9 for n in numbers):
        raise InvalidInput(
            f"dice are written like 4d8, four dice of eight sides, not {quoted(text, repr)}"
        )
    return (
        whole_number(int(numbers[0]), "the number of dice", least=1),
        SIX_SIDED if int(numbers[1]) == SIX_SIDED.sides else Die.numbered(int(numbers[1])),
    )


def parse_die(text: str) -> Die:
    """Return the one die that is meant: ``d8``.

    Raises
    ------
    InvalidInput
        If it is several, or not how dice are written.
    """
    number, die = parse_dice(text)
    if number != 1 or "d" not in text.lower():
        raise InvalidInput(f"one die is written d8, not {quoted(text, repr)}")
    return die


@dataclass(frozen=True)
class DiceSet:
    """Dice for armies of growing size, weak to strong (rule M-1).

    Parameters
    ----------
    name : str
    dice : tuple of Die
        Weak to strong, each with a name of its own.

    Raises
    ------
    InvalidInput
        If there are no dice, something else than dice, or two of the same name.

    Examples
    --------
    >>> [die.name for die in find_dice_set("board")]
    ['white', 'yellow', 'green', 'red', 'black']
    """

    name: str
    dice: tuple[Die, ...]

    def __post_init__(self) -> None:
        if not _is_list(self.dice):
            raise InvalidInput(f"the dice of the set {self.name!r} must be a list of dice")
        object.__setattr__(self, "dice", tuple(self.dice))
        if not all(isinstance(die, Die) for die in self.dice):
            raise InvalidInput(f"the dice set {self.name!r} must hold nothing but dice")
        if not self.dice:
            raise InvalidInput(f"the dice set {self.name!r} needs at least one die")
        names = [die.name for die in self.dice]
        if len(set(names)) != len(names):
            raise InvalidInput(f"the dice of the set {self.name!r} need different names")

    def __iter__(self) -> Iterator[Die]:
        return iter(self.dice)

    def __len__(self) -> int:
        return len(self.dice)

    def __getitem__(self, name: str) -> Die:
        """Return the die called ``name``, for instance ``"red"``."""
        for die in self.dice:
            if die.name == name:
                return die
        known = ", ".join(die.name for die in self.dice)
        raise InvalidInput(f"no die is called {name!r} in the set {self.name!r}; it has {known}")


@cache
def _dice_sets() -> dict[str, DiceSet]:
    import json

    data = json.loads(_DATA.read_text(encoding="utf-8"))
    return {
        name: DiceSet(name, tuple(Die.from_counts(counts, die) for die, counts in dice.items()))
        for name, dice in data["sets"].items()
    }


def dice_set_names() -> list[str]:
    """Return the names that `find_dice_set` knows."""
    return list(_dice_sets())


def find_dice_set(name: str) -> DiceSet:
    """Return the dice set called ``name``.

    Parameters
    ----------
    name : str
        For instance ``"board"`` or ``"manual"``.

    Raises
    ------
    InvalidInput
        If there is none of that name; the message lists those there are.

    Examples
    --------
    >>> find_dice_set("manual")["black"].total
    53
    """
    return named(name, _dice_sets(), "dice set")
