"""What the groups of rules check about themselves, and how they keep what they are given.

Each takes a frozen group while it is being made, and raises `InvalidInput`.
"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.errors import InvalidInput
from oddsapp.rules.options import option

MOST = 1_000_000
"""The largest number that rules of a game may have."""

MOST_ARMIES = 1_000
"""The most armies that a rule may give at once: they are placed, and fight, all game long."""

MOST_ENTRIES = 1_000
"""The most numbers that one rule may list."""


def take_options(rules: Any, kinds: dict[str, type[StrEnum]]) -> None:
    """Keep choices given by their names as the members themselves."""
    for key, kind in kinds.items():
        object.__setattr__(rules, key, option(kind, key, getattr(rules, key)))


def take_numbers(
    rules: Any, least: dict[str, int], *, optional: bool = False, most: int = MOST
) -> None:
    """Keep whole numbers as Python's own, none below its least or above ``most``."""
    for key, lowest in least.items():
        value = getattr(rules, key)
        if not (optional and value is None):
            object.__setattr__(rules, key, whole_number(value, key, least=lowest, most=most))


def take_list(rules: Any, key: str, length: int | None = None, most: int = MOST) -> None:
    """Keep whole numbers that are listed, none above ``most``, as a tuple."""
    values = getattr(rules, key)
    if isinstance(values, str) or not isinstance(values, list | tuple) or not values:
        raise InvalidInput(f"{key} must be a list of whole numbers, not {values!r}")
    if len(values) > MOST_ENTRIES:
        raise InvalidInput(f"{key} has at most {MOST_ENTRIES:,} numbers, not {len(values):,}")
    if length is not None and len(values) != length:
        raise InvalidInput(f"{key} must be {length} whole numbers, not {len(values)}")
    numbers = tuple(whole_number(value, f"each of {key}", least=0, most=most) for value in values)
    object.__setattr__(rules, key, numbers)


def take_table(rules: Any, key: str, most: int = MOST) -> None:
    """Keep what goes with each number of players as sorted pairs, no number above ``most``."""
    given = getattr(rules, key)
    pairs = given
    if isinstance(given, dict):
        # The keys of JSON are text.
        pairs = [
            (int(k) if isinstance(k, str) and k.isdecimal() else k, v) for k, v in given.items()
        ]
    if not isinstance(pairs, list | tuple) or not all(
        isinstance(pair, list | tuple) and len(pair) == 2 for pair in pairs
    ):
        raise InvalidInput(
            f"{key} must be pairs of a number of players and a number, not {given!r}"
        )
    table = {
        whole_number(
            players, f"a number of players in {key}", least=2, most=MOST_ENTRIES
        ): whole_number(number, f"each number of {key}", least=1, most=most)
        for players, number in pairs
    }
    if len(table) < len(pairs):
        raise InvalidInput(f"{key} says something twice for the same number of players")
    object.__setattr__(rules, key, tuple(sorted(table.items())))


def check_flags(rules: Any, *keys: str) -> None:
    """Refuse what is neither true nor false."""
    for key in keys:
        if not isinstance(getattr(rules, key), bool):
            raise InvalidInput(f"{key} must be true or false, not {getattr(rules, key)!r}")
