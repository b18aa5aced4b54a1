"""A draft as a word of the address: what differs from an empty board, in a letter or two each.

::

    classic~2~L~KLLM3~K12.M4
    board   |  |  |    `- armies by owner: one's own, then the enemy's, then other players'
            |  |  `- attacks: from, to, and how many stay if it is not 1
            |  `- where the next attack comes from, and what is looked at
            `- armies of an enemy of whom nothing is said

A territory is its letter in the board's order: A to Z, then a to z.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from string import ascii_lowercase, ascii_uppercase

from oddsapp.boards import BOARD_NAMES
from oddsapp.ui.planner.draft import ENEMY, MOST, REST, Attack, Draft, Held, empty, repaired

LETTERS = ascii_uppercase + ascii_lowercase
MOST_PLAYERS = 8
"""The most owners: six players, the neutral side, and oneself among none of them."""

_NOBODY = "-"
_HELD = re.compile(r"([A-Za-z])(\d{0,6})")
_ATTACK = re.compile(r"([A-Za-z])([A-Za-z])(\d{0,6})")


def packed(draft: Draft) -> str:
    """Return a draft as one word.

    Examples
    --------
    >>> from oddsapp.ui.planner.draft import tapped
    >>> packed(tapped(tapped(empty("classic"), "North Africa"), "Brazil"))
    'classic~2~~YK~Y12'
    >>> packed(empty("risk2"))
    'risk2'
    """
    letters = dict(zip(draft.map.territories, LETTERS, strict=False))
    attacks = "".join(
        letters[attack.origin] + letters[attack.target] + _unless(1, attack.leave)
        for attack in draft.attacks
    )
    owners: list[str] = [""] * MOST_PLAYERS
    for territory, held in zip(draft.map.territories, draft.held, strict=True):
        if held != Held(ENEMY, draft.rest):
            owners[held.owner] += letters[territory] + _unless(1, held.armies)
    rest = _unless(REST, draft.rest)
    parts = [draft.board, rest, _marks(draft, letters), attacks, ".".join(owners).rstrip(".")]
    if any(parts[2:]):
        parts[1] = str(draft.rest)
    return "~".join(parts).rstrip("~")


def _unless(default: int, number: int) -> str:
    return "" if number == default else str(number)


def _usual_front(draft: Draft) -> str:
    return draft.targets[-1] if draft.targets else ""


def _marks(draft: Draft, letters: dict[str, str]) -> str:
    usual = _usual_front(draft)
    if (draft.front, draft.selected) == (usual, usual):
        return ""
    front = letters.get(draft.front, _NOBODY)
    return front if draft.selected == draft.front else front + letters.get(draft.selected, _NOBODY)


def unpacked(text: str) -> tuple[Draft, str | None]:
    """Return the draft that a word stands for, and what was wrong with it, if anything.

    Examples
    --------
    >>> draft, wrong = unpacked("classic~2~~YK3~Y12.K5")
    >>> draft.attacks, draft.armies("Brazil"), wrong
    ((Attack(origin='North Africa', target='Brazil', leave=3),), 5, None)
    >>> unpacked("chess")[1]
    'is no plan on one of the boards; an empty board is used'
    >>> unpacked("classic~2~~YA~Y12")[1]
    'has attacks that cannot be made; they are left out'
    """
    nothing = empty(BOARD_NAMES[0]), "is no plan on one of the boards; an empty board is used"
    parts = (text.split("~") + [""] * 5)[:5]
    board, rest, marks, attacks, held = parts
    shapes = (r"\d{0,6}", r"[A-Za-z-]{0,2}", r"([A-Za-z]{2}\d{0,6})*", r"([A-Za-z]\d{0,6}|\.)*")
    fits = all(re.fullmatch(shape, part) for shape, part in zip(shapes, parts[1:], strict=True))
    if board not in BOARD_NAMES or not fits or text.count("~") > 4:
        return nothing
    start = empty(board, _count(rest, REST))
    names = dict(zip(LETTERS, start.map.territories, strict=False))
    if not set(re.findall("[A-Za-z]", marks + attacks + held)) <= set(names):
        return nothing
    planned = tuple(
        Attack(names[origin], names[target], _count(leave, 1))
        for origin, target, leave in _ATTACK.findall(attacks)
    )
    draft = replace(start, held=_read_held(start, held), attacks=planned)
    draft = repaired(draft)  # what cannot be attacked is no front either
    usual = _usual_front(draft)
    front = names.get(marks[0], "") if marks else usual
    selected = names.get(marks[-1], "") if marks else usual
    draft = repaired(replace(draft, front=front, selected=selected))
    if draft.attacks != planned:
        return draft, "has attacks that cannot be made; they are left out"
    return draft, None


def _read_held(start: Draft, text: str) -> tuple[Held, ...]:
    held = list(start.held)
    for owner, segment in enumerate(text.split(".")[:MOST_PLAYERS]):
        for letter, armies in _HELD.findall(segment):
            held[LETTERS.index(letter)] = Held(owner, _count(armies, 1))
    return tuple(held)


def _count(digits: str, default: int) -> int:
    return min(MOST, max(1, int(digits))) if digits else default


@dataclass(frozen=True)
class DraftField:
    """The draft, as a value of the address."""

    key: str
    name: str = "plan"

    @property
    def default(self) -> Draft:
        """The empty classic board."""
        return empty(BOARD_NAMES[0])

    def read(self, text: str) -> tuple[Draft, str | None]:
        """Return the draft, and what was wrong with it."""
        return unpacked(text)

    def write(self, value: Draft) -> str:
        """Return the word."""
        return packed(value)


@dataclass(frozen=True)
class NamesField:
    """What the players are called, oneself first."""

    key: str
    name: str = "players"
    default: tuple[str, ...] = ("You", "Enemy")

    def read(self, text: str) -> tuple[tuple[str, ...], str | None]:
        """Return the names, as many as there may be."""
        names = tuple(name.strip()[:30].rstrip() for name in text.split("~") if name.strip())
        usable = names[:MOST_PLAYERS]
        if len(usable) < 2 or len(set(usable)) < len(usable):
            return self.default, "are not two names or more, all different; You and Enemy are used"
        return usable, None

    def write(self, value: tuple[str, ...]) -> str:
        """Return the names with ``~`` between them."""
        return "~".join(name.replace("~", "-") for name in value)
