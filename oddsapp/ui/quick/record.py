"""Rolls recorded at the table: which can happen, what they leave, and how an address says it.

An address carries every one of them, so that a phone that was locked, or a link that was
passed on, goes on with the same battle.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from oddsapp.combat import attack
from oddsapp.errors import InvalidInput
from oddsapp.luck import BattleRecord
from oddsapp.ui.quick.setting import by_hand, parts_of, ruleset_of

Losses = tuple[int, int]
"""What one roll costs the attacker and the defender."""

MOST_ROLLS = 300
"""The most rolls of one battle that an address carries."""

MOST_BATTLES = 40
"""The most ended battles that an address carries; older ones are left out."""

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_PER_SIDE = 6  # no roll of any ruleset of the page costs a side more than five
_SIZES = r"(\d{1,3})v(\d{1,3})"


@lru_cache(maxsize=4096)
def possible_losses(force: int, defenders: int, rules: str) -> tuple[Losses, ...]:
    """Return what the next roll can cost, worst for the attacker first.

    Parameters
    ----------
    force, defenders : int
    rules : str
        As `oddsapp.ui.quick.setting.setting` writes them; a blitz is rolled by hand here.

    Examples
    --------
    >>> possible_losses(10, 7, "classic"), possible_losses(1, 1, "classic")
    (((2, 0), (1, 1), (0, 2)), ((1, 0), (0, 1)))
    """
    battle = attack(force, defenders, ruleset_of(by_hand(rules)))
    after, _ = battle.successors((force, defenders))
    losses = {(force - left, defenders - others) for (left, others), _ in after}
    return tuple(sorted(losses - {(0, 0)}, key=lambda cost: (cost[1] - cost[0], cost)))


def losses_in_words(losses: Losses) -> str:
    """Return what a roll cost, from the attacker's seat.

    >>> [losses_in_words(losses) for losses in [(2, 0), (1, 1), (0, 2), (1, 2)]]
    ['I lost 2', 'One each', 'They lost 2', 'I lost 1, they 2']
    """
    lost, killed = losses
    if lost and killed:
        return "One each" if losses == (1, 1) else f"I lost {lost}, they {killed}"
    return f"I lost {lost}" if lost else f"They lost {killed}"


@dataclass(frozen=True)
class Rolled:
    """A battle as it began, and its rolls so far.

    Examples
    --------
    >>> Rolled(10, 7, ((2, 0), (0, 2))).left
    (8, 5)
    """

    force: int
    defenders: int
    rolls: tuple[Losses, ...]

    @property
    def lost(self) -> Losses:
        """What all rolls cost."""
        return sum(lost for lost, _ in self.rolls), sum(killed for _, killed in self.rolls)

    @property
    def left(self) -> tuple[int, int]:
        """The attackers and the defenders that are left."""
        lost, killed = self.lost
        return self.force - lost, self.defenders - killed

    @property
    def is_over(self) -> bool:
        """Whether one side has nobody left."""
        return min(self.left) < 1

    def undone(self) -> Rolled:
        """Return it without its last roll."""
        return replace(self, rolls=self.rolls[:-1])

    def check(self, rules: str) -> None:
        """Refuse a row of rolls that cannot have happened.

        Raises
        ------
        InvalidInput
        """
        so_far = Rolled(self.force, self.defenders, ())
        for losses in self.rolls:
            if so_far.is_over or losses not in possible_losses(*so_far.left, rules):
                raise InvalidInput("are not what the dice can bring")
            so_far = replace(so_far, rolls=(*so_far.rolls, losses))


@dataclass(frozen=True)
class Ended:
    """A battle that was recorded, from its beginning to what was left.

    Parameters
    ----------
    rules : str
        As `oddsapp.ui.quick.setting.setting` writes them.
    force, defenders : int
    left : tuple of int
        The attackers and the defenders left; both above 0 if it was called off.
    """

    rules: str
    force: int
    defenders: int
    left: tuple[int, int]

    @classmethod
    def of(cls, rolled: Rolled, rules: str) -> Ended:
        """Return a battle as far as it was rolled."""
        return cls(by_hand(rules), rolled.force, rolled.defenders, rolled.left)

    def as_record(self, line: int) -> BattleRecord:
        """Return it as the library judges it."""
        return BattleRecord(
            line=line,
            force=self.force,
            defenders=self.defenders,
            attackers_left=self.left[0],
            defenders_left=self.left[1],
        )


@dataclass(frozen=True)
class Seen:
    """A battle that was looked at: what one tap comes back to."""

    rules: str
    force: int
    garrisons: tuple[int, ...]
    up_to: int = 0
    """The most defenders there may be, 0 where their number is known."""


@dataclass(frozen=True)
class RolledField:
    """The rolls of the battle on the screen in the address: ``10v7.c72``."""

    key: str
    name: str
    default: None = None

    def read(self, text: str) -> tuple[Rolled | None, str | None]:
        """Return the rolls; whether they fit the battle is for the whole state to say."""
        match = re.fullmatch(rf"{_SIZES}\.([0-9a-z]{{1,{MOST_ROLLS}}})", text)
        if match is None:
            return None, "cannot be read and is left out"
        rolls = tuple(divmod(_DIGITS.index(digit), _PER_SIDE) for digit in match[3])
        return Rolled(int(match[1]), int(match[2]), rolls), None

    def write(self, value: Rolled) -> str:
        """Return the beginning of the battle, and one letter for each roll."""
        letters = "".join(_DIGITS[lost * _PER_SIDE + killed] for lost, killed in value.rolls)
        return f"{value.force}v{value.defenders}.{letters}"


@dataclass(frozen=True)
class EndedField:
    """The battles recorded before in the address: ``classic.10v7.4v0``, with ``~`` between."""

    key: str
    name: str
    default: tuple[Ended, ...] = ()

    def read(self, text: str) -> tuple[tuple[Ended, ...], str | None]:
        """Return the battles that can be read."""
        given = text.split("~")
        found = [ended for ended in map(_read_ended, given[-MOST_BATTLES:]) if ended is not None]
        lost = len(given) - len(found)
        return tuple(found), f"has {lost} that cannot be used, left out" if lost else None

    def write(self, value: Sequence[Ended]) -> str:
        """Return each battle in short."""
        return "~".join(
            f"{each.rules}.{each.force}v{each.defenders}.{each.left[0]}v{each.left[1]}"
            for each in value
        )


def _read_ended(text: str) -> Ended | None:
    match = re.fullmatch(rf"([0-9a-z_-]{{1,90}})\.{_SIZES}\.{_SIZES}", text)
    if match is None:
        return None
    force, defenders, left, others = map(int, match.groups()[1:])
    ended = Ended(match[1], force, defenders, (left, others))
    try:
        parts_of(ended.rules)
        ended.as_record(1)
    except InvalidInput:
        return None
    return ended


@dataclass(frozen=True)
class SeenField:
    """The battles looked at before in the address: ``classic.10v5-4``, with ``~`` between.

    A range of defenders is ``classic.10v5.8``.
    """

    key: str
    name: str
    most: int
    largest: int
    longest: int
    default: tuple[Seen, ...] = ()

    def read(self, text: str) -> tuple[tuple[Seen, ...], str | None]:
        """Return the battles that can be read."""
        given = text.split("~")
        found = [seen for seen in map(self._read, given[: self.most]) if seen is not None]
        lost = len(given) - len(found)
        return tuple(found), f"has {lost} that cannot be used, left out" if lost else None

    def write(self, value: Sequence[Seen]) -> str:
        """Return each battle in short."""
        return "~".join(
            f"{seen.rules}.{seen.force}v{'-'.join(map(str, seen.garrisons))}"
            + (f".{seen.up_to}" if seen.up_to else "")
            for seen in value
        )

    def _read(self, text: str) -> Seen | None:
        match = re.fullmatch(
            r"([0-9a-z_-]{1,90})\.(\d{1,3})v(\d{1,3}(?:-\d{1,3})*)(?:\.(\d{1,3}))?", text
        )
        if match is None:
            return None
        held = tuple(map(int, match[3].split("-")))
        force, up_to = int(match[2]), int(match[4] or 0)
        if min(force, *held) < 1 or max(force, up_to, *held) > self.largest:
            return None
        if up_to and (len(held) > 1 or up_to <= held[0]):
            return None
        try:
            parts_of(match[1])
        except InvalidInput:
            return None
        return Seen(match[1], force, held, up_to) if len(held) <= self.longest else None
