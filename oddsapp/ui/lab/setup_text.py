"""A set-up as text: short in addresses, in words for people.

In an address it is a preset, then what differs from it: ``risk2.f5-112344556666.tdefender``.
All of these characters stand in an address as they are.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from oddsapp.errors import InvalidInput
from oddsapp.rules import CasualtyRule, MassReading, Role, Ties
from oddsapp.ui.lab.setups import (
    BASES,
    DIGITS,
    Entries,
    SetUp,
    entries_word,
    faces_text,
    faces_word,
    preset,
)

COSTS = {
    "lowest": "the rank of the lowest die",
    "highest": "the rank of the highest die",
    "own": "the rank of the loser's die",
    "fixed": "{}",
}
TIES = {"attacker": "The attacker", "defender": "The defender", "nobody": "Nobody"}

READINGS = {"protected": "Protected", "individual": "Individual"}

PRESETS = {
    "RISK II": "risk2",
    "RISK II, PC manual": "risk2_manual",
    "RISK II, PC game: Black from 30": "risk2_shipped_game",
    "RISK II, the manual's faces": "risk2.f2-112222334456.f5-123445556666",
    "RISK II, ties to the defender": "risk2.tdefender",
    "RISK II, one army a comparison": "risk2.cfixed1",
    "Classic, 3 dice against 2": "classic",
    "Classic on a capital, 3 against 3": "classic.n3-3",
    "Classic with 8-sided dice": "classic.f1-12345678.f2-12345678",
}
"""What to start from."""


def write_setup(setup: SetUp) -> str:
    """Return what an address says of a set-up.

    >>> write_setup(SetUp.of("risk2").changed(ties="defender"))
    'risk2.tdefender'
    """
    return ".".join([setup.base, *_differences(setup)])


def _differences(setup: SetUp) -> list[str]:
    start = preset(setup.base)
    parts = [
        f"f{place}-{faces_word(faces)}"
        for place, (faces, before) in enumerate(zip(setup.dice, start.dice, strict=True), 1)
        if faces != before
    ]
    for letter, new, old in (
        ("a", setup.attacker, start.attacker),
        ("d", setup.defender, start.defender),
        ("r", setup.ranks, start.ranks),
        ("n", setup.thrown, start.thrown),
    ):
        if new != old:
            parts.append(letter + entries_word(new))
    if (setup.casualties, setup.fixed) != (start.casualties, start.fixed):
        parts.append(f"c{setup.casualties}{setup.fixed}")
    if setup.ties != start.ties:
        parts.append(f"t{setup.ties}")
    if setup.reading != start.reading:
        parts.append(f"m{setup.reading}")
    return parts


def read_setup(text: str) -> SetUp:
    """Return the set-up that a text stands for.

    Raises
    ------
    InvalidInput
        If it stands for none.

    Examples
    --------
    >>> setup = read_setup("risk2.f5-111222333444.tdefender")
    >>> setup.dice[4], setup.ties, write_setup(setup)
    ((1, 1, 1, 2, 2, 2, 3, 3, 3, 4, 4, 4), 'defender', 'risk2.f5-111222333444.tdefender')
    """
    base, *parts = text.split(".")
    if base not in BASES:
        shown = base if len(base) <= 20 else base[:19] + "…"
        raise InvalidInput(f"“{shown}” is none of {', '.join(BASES)}")
    setup = preset(base)
    for part in parts:
        setup = replace(setup, **_read_part(setup, part))
    return setup.changed()


_SHAPE = re.compile(r"([fadrnctm])([0-9a-z-]{1,120})")


def _read_part(setup: SetUp, part: str) -> dict[str, Any]:
    """Return the numbers that one part of the text changes."""
    found = _SHAPE.fullmatch(part)
    if found is not None:
        letter, rest = found.groups()
        try:
            return _READERS[letter](setup, rest)
        except InvalidInput:
            raise
        except ValueError:
            pass  # of int and index: no number, no digit
    shown = part if len(part) <= 20 else part[:19] + "…"
    raise InvalidInput(f"“{shown}” says nothing about a set-up")


def _read_faces(setup: SetUp, rest: str) -> dict[str, Any]:
    place, _, word = rest.partition("-")
    dice = list(setup.dice)
    if not 1 <= int(place) <= len(dice):
        raise ValueError
    dice[int(place) - 1] = tuple(sorted(DIGITS.index(digit) for digit in word))
    return {"dice": tuple(dice)}


def _read_costs(_: SetUp, rest: str) -> dict[str, Any]:
    words = re.fullmatch(r"([a-z]+)(\d{1,3})", rest)
    if words is None:
        raise ValueError
    return {"casualties": CasualtyRule(words[1]).value, "fixed": int(words[2])}


_READERS: dict[str, Callable[[SetUp, str], dict[str, Any]]] = {
    "f": _read_faces,
    "a": lambda setup, rest: {"attacker": _same_length(setup.attacker, _entries(rest))},
    "d": lambda setup, rest: {"defender": _same_length(setup.defender, _entries(rest))},
    "r": lambda setup, rest: {"ranks": _same_length(setup.ranks, _numbers(rest))},
    "n": lambda setup, rest: {"thrown": _same_length(setup.thrown, _numbers(rest))},
    "c": _read_costs,
    "t": lambda _, rest: {"ties": Ties(rest).value},
    "m": lambda _, rest: {"reading": MassReading(rest).value},
}


def _numbers(word: str) -> tuple[int, ...]:
    return tuple(int(entry[:6]) for entry in word.split("-"))


def _entries(word: str) -> Entries:
    return tuple(None if entry == "x" else int(entry[:6]) for entry in word.split("-"))


def _same_length(before: tuple[Any, ...], entries: tuple[Any, ...]) -> tuple[Any, ...]:
    if len(entries) != len(before):
        raise InvalidInput(f"{len(before)} numbers are needed, not {len(entries)}")
    return entries


def changes_in_words(setup: SetUp) -> tuple[str, ...]:
    """Return what differs from the preset, a phrase each.

    >>> changes_in_words(read_setup("risk2.d1-6-11-19-28.cfixed1"))
    ("defender's thresholds 1, 6, 11, 19, 28", 'a lost comparison costs 1')
    """
    start = preset(setup.base)
    words = [
        f"{name.lower()} {faces_text(faces)}"
        for name, faces, before in zip(setup.die_names, setup.dice, start.dice, strict=True)
        if faces != before
    ]
    for role in Role:
        new, old = getattr(setup, role.value), getattr(start, role.value)
        if new != old:
            shown = ", ".join("never" if entry is None else str(entry) for entry in new)
            words.append(f"{role}'s thresholds {shown}")
    if setup.ranks != start.ranks:
        words.append(f"ranks {', '.join(map(str, setup.ranks))}")
    if setup.thrown != start.thrown:
        words.append(f"{setup.thrown[0]} dice against {setup.thrown[1]}")
    if (setup.casualties, setup.fixed) != (start.casualties, start.fixed):
        words.append(f"a lost comparison costs {COSTS[setup.casualties].format(setup.fixed)}")
    if setup.ties != start.ties:
        words.append(f"ties to {TIES[setup.ties].lower()}")
    if setup.reading != start.reading:
        words.append("mass invasions read as " + setup.reading)
    return tuple(words)
