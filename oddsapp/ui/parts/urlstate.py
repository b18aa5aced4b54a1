"""One codec for every page: the address ↔ the state. Nothing of Streamlit is here.

What is at its default is left out of the address. What cannot be used is put right, and a
note says so: an address is typed, shortened and passed on by people.

>>> spec = {"a": Count("a", "armies", default=11, least=2, most=999)}
>>> decode({"a": "5000"}, spec)
({'a': 999}, ['armies: 5000 in the address is too large, 999 is used'])
>>> encode({"a": 12}, spec), encode({"a": 11}, spec)
({'a': '12'}, {})
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from oddsapp.errors import one_sentence


class Field(Protocol):
    """One value of the state, and how an address writes it."""

    @property
    def key(self) -> str:
        """Its name in the address."""
        ...

    @property
    def name(self) -> str:
        """What to call it in a note."""
        ...

    @property
    def default(self) -> Any:
        """Its value when the address says nothing."""
        ...

    def read(self, text: str) -> tuple[Any, str | None]:
        """Return a value that can be used, and what was wrong with the text, if anything."""
        ...

    def write(self, value: Any) -> str:
        """Return the text that `read` turns into the value."""
        ...


Spec = Mapping[str, Field]
"""The state of a page: its fields by their keys."""


@dataclass(frozen=True)
class Count:
    """A whole number between two bounds."""

    key: str
    name: str
    default: int
    least: int
    most: int

    def read(self, text: str) -> tuple[int, str | None]:
        """Return the number, clamped."""
        if not re.fullmatch(r"\s*[+-]?\d{1,18}\s*", text):
            return self.default, f"is no whole number, {self.default} is used"
        # Not all that is blank to a pattern is blank to `int`.
        number = int(text.strip())
        if number < self.least:
            return self.least, f"is too small, {self.least} is used"
        if number > self.most:
            return self.most, f"is too large, {self.most} is used"
        return number, None

    def write(self, value: int) -> str:
        """Return the digits."""
        return str(value)


@dataclass(frozen=True)
class Counts:
    """One whole number or several in a row, ``5+4`` (a browser reads that as ``5 4``)."""

    key: str
    name: str
    default: tuple[int, ...]
    least: int
    most: int
    longest: int

    def read(self, text: str) -> tuple[tuple[int, ...], str | None]:
        """Return the numbers, each clamped, as many as there may be."""
        parts = re.split(r"[+ ]+", text.strip("+ "))
        shown = self.write(self.default)
        if not all(re.fullmatch(r"-?\d{1,18}", part) for part in parts):
            return self.default, f"is no list of whole numbers, {shown} is used"
        numbers = tuple(min(self.most, max(self.least, int(part))) for part in parts)
        used = numbers[: self.longest]
        if used != tuple(map(int, parts)):
            return used, f"does not fit, {self.write(used)} is used"
        return used, None

    def write(self, value: tuple[int, ...]) -> str:
        """Return the numbers joined by ``+``."""
        return "+".join(map(str, value))


@dataclass(frozen=True)
class Choice:
    """One of a few words."""

    key: str
    name: str
    options: tuple[str, ...]

    @property
    def default(self) -> str:
        """The first of them."""
        return self.options[0]

    def read(self, text: str) -> tuple[str, str | None]:
        """Return the word, or the default."""
        if text in self.options:
            return text, None
        return self.default, f"is none of {', '.join(self.options)}; {self.default} is used"

    def write(self, value: str) -> str:
        """Return the word."""
        return value


def decode(query: Mapping[str, str], spec: Spec) -> tuple[dict[str, Any], list[str]]:
    """Return the whole state that an address stands for, and a note on each bad value.

    Parameters
    ----------
    query : mapping of str to str
        What stands behind the question mark; keys that are not in the spec are ignored.
    spec : mapping of str to Field
    """
    state: dict[str, Any] = {}
    notes: list[str] = []
    for key, field in spec.items():
        state[key], complaint = field.default, None
        if key in query:
            state[key], complaint = field.read(query[key])
        if complaint:
            shown = query[key] if len(query[key]) <= 20 else query[key][:19] + "…"
            notes.append(
                one_sentence(f"{field.name}: {shown or 'nothing'} in the address {complaint}")
            )
    return state, notes


def encode(state: Mapping[str, Any], spec: Spec) -> dict[str, str]:
    """Return what the address of a state says: everything that is not at its default."""
    return {
        key: field.write(state[key]) for key, field in spec.items() if state[key] != field.default
    }
