"""A set-up of the lab: the dice of a ruleset, each number of which can be edited."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import cache, lru_cache
from typing import Any

from oddsapp.dice import DiceSet, Die
from oddsapp.errors import InvalidInput
from oddsapp.odds.balance.variants import dice_of
from oddsapp.rules import (
    CasualtyRule,
    MassReading,
    RankedDice,
    Ruleset,
    ThresholdChart,
    find_ruleset,
)

BASES = {
    "risk2": "RISK II",
    "risk2_manual": "RISK II, PC manual",
    "risk2_shipped_game": "RISK II, PC game",
    "classic": "Classic",
}
"""The rulesets that the lab can edit, by what they are called there."""

MOST_SETUPS = 4
LETTERS = "ABCD"
MOST_FACES = 20
HIGHEST = 20
LARGEST = 999
MOST_THROWN = 4
MOST_RANK = 20

DIGITS = "0123456789abcdefghijk"
"""How a face is written where there is room for one character."""

Entries = tuple[int | None, ...]


@dataclass(frozen=True)
class SetUp:
    """The numbers of a set-up, all of them plain.

    Parameters
    ----------
    base : str
        The ruleset that everything else is taken from.
    dice : tuple of tuple of int
        The faces of each die: weak to strong, or the attacker's and the defender's.
    attacker, defender : tuple of (int or None)
        From which size on each die is rolled; empty under classic dice.
    ranks : tuple of int
    casualties, fixed, ties, reading : str, int, str, str
        The names of the options.
    thrown : tuple of int
        How many dice each side throws at most.

    Examples
    --------
    >>> setup = SetUp.of("risk2")
    >>> setup.dice[0], setup.attacker
    ((1, 1, 1, 1, 2, 2, 2, 3, 3, 4, 5, 6), (1, 6, 11, 19, 31))
    """

    base: str
    dice: tuple[tuple[int, ...], ...]
    attacker: Entries
    defender: Entries
    ranks: tuple[int, ...]
    casualties: str
    fixed: int
    ties: str
    reading: str
    thrown: tuple[int, int]

    @classmethod
    def of(cls, base: str) -> SetUp:
        """Return a ruleset as a set-up."""
        return preset(base)

    @property
    def is_coloured(self) -> bool:
        """Whether every army rolls one die, chosen by its size."""
        return bool(self.attacker)

    @property
    def is_changed(self) -> bool:
        """Whether any number differs from the preset's."""
        return self != preset(self.base)

    @property
    def name(self) -> str:
        """What to call it: the preset, and whether it was changed."""
        return BASES[self.base] + (", changed" if self.is_changed else "")

    @property
    def rules(self) -> Ruleset:
        """The ruleset.

        Raises
        ------
        InvalidInput
            If the numbers make none.
        """
        return _ruleset(self)

    @property
    def die_names(self) -> tuple[str, ...]:
        """What its dice are called."""
        if self.is_coloured:
            return tuple(die.name.capitalize() for die in dice_of(find_ruleset(self.base).combat))
        return "Attacker's die", "Defender's die"

    def changed(self, **numbers: Any) -> SetUp:
        """Return a checked copy with some numbers changed.

        Raises
        ------
        InvalidInput
            If that makes no rules.
        """
        setup = replace(self, **numbers)
        _ = setup.rules
        return setup


@cache
def preset(base: str) -> SetUp:
    """Return a preset, unchanged."""
    return setup_of(find_ruleset(base), base)


def setup_of(rules: Ruleset, base: str) -> SetUp:
    """Return the numbers of a ruleset.

    Raises
    ------
    InvalidInput
        If it has rules of dice that the lab does not edit.
    """
    combat = rules.combat
    if isinstance(combat, RankedDice):
        setup = SetUp(
            base,
            (combat.attack_die.faces, combat.defence_die.faces),
            (),
            (),
            (),
            CasualtyRule.LOWEST.value,
            1,
            combat.ties.value,
            MassReading.PROTECTED.value,
            (combat.attack_dice, combat.defence_dice),
        )
    else:
        setup = SetUp(
            base,
            tuple(die.faces for die in combat.dice_set),
            combat.thresholds.attacker,
            combat.thresholds.defender,
            combat.ranks,
            combat.casualties.value,
            combat.fixed_casualties,
            combat.ties.value,
            combat.mass_reading.value,
            (1, 1),
        )
    return setup


@lru_cache(maxsize=256)
def _ruleset(setup: SetUp) -> Ruleset:
    start = preset(setup.base)
    rules = find_ruleset(setup.base)
    if setup == start:
        return rules
    _check(setup)
    kind = _coloured if setup.is_coloured else _ranked
    # The names of dice and charts tell rules apart in the caches of the solvers.
    new, old = kind(setup), kind(start)
    return rules.replace(
        **{key: value() for key, (value, told) in new.items() if told != old[key][1]}
    )


Numbers = dict[str, tuple[Callable[[], Any], Any]]
"""For each rule of the combat how to make its value, and the numbers that it is made of."""


def _ranked(setup: SetUp) -> Numbers:
    attack, defence = setup.dice
    return {
        "attack_die": (lambda: Die(attack, faces_text(attack)), attack),
        "defence_die": (lambda: Die(defence, faces_text(defence)), defence),
        "attack_dice": (lambda: setup.thrown[0], setup.thrown[0]),
        "defence_dice": (lambda: setup.thrown[1], setup.thrown[1]),
        "ties": (lambda: setup.ties, setup.ties),
    }


def _coloured(setup: SetUp) -> Numbers:
    def dice_set() -> DiceSet:
        names = [die.name for die in dice_of(find_ruleset(setup.base).combat)]
        dice = (Die(faces, name) for faces, name in zip(setup.dice, names, strict=True))
        return DiceSet("-".join(map(faces_word, setup.dice)), tuple(dice))

    def chart() -> ThresholdChart:
        name = f"{entries_word(setup.attacker)}/{entries_word(setup.defender)}"
        return ThresholdChart(name, setup.attacker, setup.defender)

    return {
        "dice_set": (dice_set, setup.dice),
        "thresholds": (chart, (setup.attacker, setup.defender)),
        "ranks": (lambda: setup.ranks, setup.ranks),
        "casualties": (lambda: setup.casualties, setup.casualties),
        "fixed_casualties": (lambda: setup.fixed, setup.fixed),
        "ties": (lambda: setup.ties, setup.ties),
        "mass_reading": (lambda: setup.reading, setup.reading),
    }


def _check(setup: SetUp) -> None:
    """Keep every number within what a page can show and work out."""
    for name, faces in zip(setup.die_names, setup.dice, strict=True):
        if not 1 <= len(faces) <= MOST_FACES:
            raise InvalidInput(f"{name}: a die of the lab has 1 to {MOST_FACES} faces")
        if not all(0 <= face <= HIGHEST for face in faces):
            raise InvalidInput(f"{name}: each face shows a number from 0 to {HIGHEST}")
    entries = [n for n in (*setup.attacker, *setup.defender) if n is not None]
    if any(not 1 <= entry <= LARGEST for entry in entries):
        raise InvalidInput(f"a threshold lies between 1 and {LARGEST} armies")
    if any(not 1 <= rank <= MOST_RANK for rank in (*setup.ranks, setup.fixed)):
        raise InvalidInput(f"ranks and casualties lie between 1 and {MOST_RANK}")
    if any(not 1 <= number <= MOST_THROWN for number in setup.thrown):
        raise InvalidInput(f"each side throws 1 to {MOST_THROWN} dice in the lab")


def faces_text(faces: tuple[int, ...]) -> str:
    """Return faces as a person types them.

    >>> faces_text((1, 1, 6)), faces_text((1, 10))
    ('1 1 6', '1 10')
    """
    return " ".join(map(str, faces))


def faces_word(faces: tuple[int, ...]) -> str:
    """Return faces without a space, larger ones as letters."""
    return "".join(DIGITS[face] for face in faces)


def entries_word(entries: Entries) -> str:
    """Return thresholds joined, ``x`` for a die that is never rolled."""
    return "-".join("x" if entry is None else str(entry) for entry in entries)


def entries_text(entries: Entries) -> str:
    """Return thresholds as a person types them.

    >>> entries_text((1, 7, None))
    '1 7 x'
    """
    return " ".join("x" if entry is None else str(entry) for entry in entries)
