"""How actions and chance events are written and read: one line of words each.

Each class says its form once, ``attack {origin} -> {target} with {dice} dice``; writing fills
it in, reading matches it. Numbers, names of territories and lists have one notation each.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import fields
from functools import cache
from inspect import get_annotations
from typing import Any, ClassVar, Self

from oddsapp.arguments import whole_number
from oddsapp.errors import InvalidInput

# No game has numbers of more digits, and Python reads none of thousands.
_NUMBER = r"\d{1,12}"
_PATTERNS = {
    "int": rf"({_NUMBER})",
    "str": r"(.+)",
    "tuple[int, ...]": rf"((?:{_NUMBER}(?: {_NUMBER})*)|nothing)",
    "tuple[str, ...]": r"(.+)",
}
_TYPES: dict[str, tuple[type, frozenset[type] | None]] = {
    "int": (int, None),
    "str": (str, None),
    "tuple[int, ...]": (tuple, frozenset([int])),
    "tuple[str, ...]": (tuple, frozenset([str])),
}
"""What a field holds, and what each of a list is."""
SEPARATOR = "; "
"""Between the names of a list; no name has a semicolon."""


class Line:
    """A frozen dataclass that is one line of text.

    A class says in `form` how it is written; names of its fields stand in braces.
    """

    form: ClassVar[str]
    _holds: ClassVar[tuple[tuple[str, Any, Any], ...]] = ()

    def __init_subclass__(cls) -> None:
        kinds = get_annotations(cls)
        cls._holds = tuple((name, *_TYPES[kind]) for name, kind in kinds.items() if kind in _TYPES)

    def __post_init__(self) -> None:
        # Kept as Python's own kinds: states, files and texts are made of these.
        for name, kind, each in self._holds:
            value: Any = getattr(self, name)
            if type(value) is kind and (each is None or each.issuperset(map(type, value))):
                continue
            what = f"{name} in {self.form!r}"
            taken = _taken(value, what, kind) if each is None else _list_taken(value, what, *each)
            object.__setattr__(self, name, taken)

    def __str__(self) -> str:
        names, counts, is_plain = _shape(type(self))  # type: ignore[arg-type]
        if is_plain:  # orders of a battle plan are, and a turn has many
            return self.form.format_map(self.__dict__)
        values = {name: getattr(self, name) for name in names}
        form = self.form
        for name in counts:
            if values[name] == 1:  # in the form only: a territory may be called "Zone 1 dice"
                form = form.replace(f"{{{name}}} dice", f"{{{name}}} die")
                form = form.replace(f"{{{name}}} armies", f"{{{name}}} army")
        return form.format(**{name: _written(value) for name, value in values.items()})

    @classmethod
    def read(cls, line: str) -> Self | None:
        """Return what a line says, None if it is written otherwise."""
        match = _pattern(cls).fullmatch(line)  # type: ignore[arg-type]
        if match is None:
            return None
        kinds = _kinds(cls)  # type: ignore[arg-type]
        values = {name: _read(kinds[name], text) for name, text in match.groupdict().items()}
        return cls(**values)


@cache
def _shape(kind: Any) -> tuple[tuple[str, ...], tuple[str, ...], bool]:
    """Return the names of a class's fields, and of those that count dice or armies.

    And whether the values can be written as they are: numbers and texts, no plural in them.
    """
    names = tuple(field.name for field in fields(kind))
    form = kind.form
    counts = [n for n in names if f"{{{n}}} dice" in form or f"{{{n}}} armies" in form]
    is_plain = not counts and set(_kinds(kind).values()) <= {"int", "str"}
    return names, tuple(counts), is_plain


@cache
def _kinds(kind: Any) -> dict[str, str]:
    return {field.name: str(field.type) for field in fields(kind)}


@cache
def _pattern(kind: Any) -> re.Pattern[str]:
    kinds = _kinds(kind)
    pattern = re.escape(kind.form)
    for name, annotation in kinds.items():
        group = f"(?P<{name}>{_PATTERNS[annotation][1:]}"
        pattern = pattern.replace(re.escape("{" + name + "}"), group)
    pattern = pattern.replace(re.escape(" dice"), r" (?:dice|die)")
    return re.compile(pattern.replace(re.escape(" armies"), r" (?:armies|army)"))


def _taken(value: Any, what: str, kind: type) -> int | str:
    if kind is int:
        return whole_number(value, what)
    if not isinstance(value, str):
        raise InvalidInput(f"{what} must be text, not {value!r}")
    return str(value)


def _list_taken(values: Any, what: str, kind: type) -> tuple[int | str, ...]:
    if isinstance(values, str) or not isinstance(values, Iterable):
        raise InvalidInput(f"{what} must be a list, not {values!r}")
    return tuple(_taken(value, f"each of {what}", kind) for value in values)


def _written(value: Any) -> str:
    if isinstance(value, tuple):
        if not value:
            return "nothing"
        return (SEPARATOR if isinstance(value[0], str) else " ").join(map(str, value))
    return str(value)


def _read(annotation: str, text: str) -> Any:
    match annotation:
        case "int":
            return int(text)
        case "tuple[int, ...]":
            return () if text == "nothing" else tuple(map(int, text.split()))
        case "tuple[str, ...]":
            return () if text == "nothing" else tuple(text.split(SEPARATOR))
        case _:
            return text


def read_line(line: str, kinds: tuple[type[Line], ...], what: str) -> Line:
    """Return what a line says, as the first of these kinds that it fits.

    Raises
    ------
    InvalidInput
        If it fits none; the message lists how they are written.
    """
    if isinstance(line, str):
        for kind in kinds:
            found = kind.read(line.strip())
            if found is not None:
                return found
        verb = line.split(maxsplit=1)[:1]
        alike = [kind.form for kind in kinds if kind.form.split(maxsplit=1)[:1] == verb]
    else:
        alike = []
    if alike:
        lists = any("{cards}" in form for form in alike)
        between = f", with {SEPARATOR.strip()!r} between cards" if lists else ""
        raise InvalidInput(
            f"{line!r} is no {what}; it is written {' or '.join(map(repr, alike))}{between}"
        )
    verbs = dict.fromkeys(kind.form.split()[0] for kind in kinds)
    raise InvalidInput(f"{line!r} is no {what}; one begins with {', '.join(verbs)}")
