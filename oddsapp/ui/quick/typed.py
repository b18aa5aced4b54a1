"""Reads the one text field: armies, then the defenders of one territory or of several."""

from __future__ import annotations

import re
from dataclasses import dataclass

from oddsapp.arguments import whole_number
from oddsapp.errors import InvalidInput

MOST = 999
"""The most armies of one territory that the page takes."""

MOST_TERRITORIES = 12
"""The most territories one after another that the page takes."""

MOST_RANGE = 20
"""The most numbers of defenders that a range may span: each is a line of the answer."""

EXAMPLES = "12 7, 10 5+4 or 12 3-6"

_BATTLE = re.compile(
    r"""
    (?P<armies> \d+ )
    (?: \s* (?: \s | v | vs\.? | [,;:/x×] ) \s* | [-−–] | \s+ [-−–] \s+ )
    (?P<defenders> \d+ (?: \s* \+ \s* \d+ )* )
    (?: \s* (?: [-−–] | to ) \s* (?P<up_to> \d+ ) )?
    """,
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True)
class Typed:
    """What was typed.

    Parameters
    ----------
    armies : int
        The attacker's number.
    defenders : tuple of int
        Those of each territory in order.
    up_to : int
        Where the defenders of one territory are not known: the most there can be. Else 0.
    """

    armies: int
    defenders: tuple[int, ...]
    up_to: int = 0

    def __str__(self) -> str:
        """Return text that `read` turns into the same again."""
        up_to = f"-{self.up_to}" if self.up_to else ""
        return f"{self.armies} v {'+'.join(map(str, self.defenders))}{up_to}"


def read(text: str, *, least_armies: int = 1) -> Typed:
    """Read what was typed.

    Parameters
    ----------
    text : str
        Two numbers with a space, ``v``, ``vs``, ``x``, a comma or a dash between them. Several
        defenders joined by ``+`` stand in territories attacked one after another; with a dash
        they are a range, for a number that is not known.
    least_armies : int
        The least that the first number can be: 1 for a force, 2 where one army stays.

    Raises
    ------
    InvalidInput
        If it cannot be read, or a number is too small or too large.

    Examples
    --------
    >>> read("12v7")
    Typed(armies=12, defenders=(7,), up_to=0)
    >>> str(read("10 5 + 4")), str(read("12 3 - 6"))
    ('10 v 5+4', '12 v 3-6')
    >>> read("12")
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: the defenders are missing: write 12 7, 10 5+4 or 12 3-6
    """
    stripped = text.strip()
    match = _BATTLE.fullmatch(stripped)
    if match is None:
        raise InvalidInput(_complaint(stripped))
    armies = _count(match["armies"], "the armies", least=least_armies)
    defenders = tuple(
        _count(number, "the defenders", least=1) for number in match["defenders"].split("+")
    )
    if len(defenders) > MOST_TERRITORIES:
        raise InvalidInput(
            f"at most {MOST_TERRITORIES} territories one after another, not {len(defenders)}"
        )
    if match["up_to"] is None:
        return Typed(armies, defenders)
    return Typed(armies, defenders, _up_to(match["up_to"], defenders))


def _up_to(digits: str, defenders: tuple[int, ...]) -> int:
    """Return the end of a range of defenders, 0 if it has but one number."""
    if len(defenders) > 1:
        raise InvalidInput("a range is for one territory: write 12 3-6 without a +")
    up_to, (lowest,) = _count(digits, "the defenders", least=1), defenders
    if up_to < lowest:
        raise InvalidInput(f"a range goes up: write {up_to}-{lowest}, not {lowest}-{up_to}")
    if up_to - lowest >= MOST_RANGE:
        raise InvalidInput(
            f"a range has at most {MOST_RANGE} numbers, as {lowest}-{lowest + MOST_RANGE - 1} has"
        )
    return up_to if up_to > lowest else 0


def _complaint(text: str) -> str:
    """Say what is wrong with a text that is no battle."""
    if not text:
        return f"nothing is typed: write {EXAMPLES}"
    if text.isdecimal():
        return f"the defenders are missing: write {EXAMPLES}"
    if re.search(r"[-−–]\s*\d", text):
        return f"armies cannot be negative: write {EXAMPLES}"
    shown = text if len(text) <= 20 else text[:19] + "…"
    return f"“{shown}” is no battle: write {EXAMPLES}"


def _count(digits: str, what: str, *, least: int) -> int:
    # Python refuses to read numbers of thousands of digits; any that long is too large.
    return whole_number(int(digits.strip()[:20]), what, least=least, most=MOST)
