"""Reads the one text field: armies, then the defenders of one territory or of several."""

from __future__ import annotations

import re
from dataclasses import dataclass

from oddsapp.dice import whole_number
from oddsapp.errors import InvalidInput

MOST = 999
"""The most armies of one territory that the page takes."""

MOST_TERRITORIES = 12
"""The most territories one after another that the page takes."""

EXAMPLES = "12 7, 12 v 7 or 10 5+4"

_BATTLE = re.compile(
    r"""
    (?P<armies> \d+ )
    (?: \s* (?: \s | v | vs\.? | [,;:/x×] ) \s* | [-−–] | \s+ [-−–] \s+ )
    (?P<defenders> \d+ (?: \s* \+ \s* \d+ )* )
    """,
    re.VERBOSE | re.IGNORECASE,
)


@dataclass(frozen=True)
class Typed:
    """What was typed: the attacker's number, and the defenders of each territory in order."""

    armies: int
    defenders: tuple[int, ...]

    def __str__(self) -> str:
        """Return text that `read` turns into the same again."""
        return f"{self.armies} v {'+'.join(map(str, self.defenders))}"


def read(text: str, *, least_armies: int = 1) -> Typed:
    """Read what was typed.

    Parameters
    ----------
    text : str
        Two numbers with a space, ``v``, ``vs``, ``x``, a comma or a dash between them. Several
        defenders joined by ``+`` stand in territories attacked one after another.
    least_armies : int
        The least that the first number can be: 1 for a force, 2 where one army stays.

    Raises
    ------
    InvalidInput
        If it cannot be read, or a number is too small or too large.

    Examples
    --------
    >>> read("12v7")
    Typed(armies=12, defenders=(7,))
    >>> str(read("10 5 + 4"))
    '10 v 5+4'
    >>> read("12")
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: the defenders are missing: write 12 7, 12 v 7 or 10 5+4
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
    return Typed(armies, defenders)


def _complaint(text: str) -> str:
    """Say what is wrong with a text that is no battle."""
    if not text:
        return f"nothing is typed: write {EXAMPLES}"
    if text.isdecimal():
        return f"the defenders are missing: write {EXAMPLES}"
    if re.search(r"\d\D+\d+\s*[-−–]\s*\d", text):
        return f"a range cannot be read here: write {EXAMPLES}"
    if re.search(r"[-−–]\s*\d", text):
        return f"armies cannot be negative: write {EXAMPLES}"
    shown = text if len(text) <= 20 else text[:19] + "…"
    return f"“{shown}” is no battle: write {EXAMPLES}"


def _count(digits: str, what: str, *, least: int) -> int:
    # Python refuses to read numbers of thousands of digits; any that long is too large.
    return whole_number(int(digits.strip()[:20]), what, least=least, most=MOST)
