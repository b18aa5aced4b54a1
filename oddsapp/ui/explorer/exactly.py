"""The exact fraction of a battle, and the steps that lead to it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from oddsapp.errors import InvalidInput
from oddsapp.odds.solve import battle
from oddsapp.odds.written import Section, as_latex, as_text
from oddsapp.rules import Ruleset
from oddsapp.ui.parts.tables import Table
from oddsapp.wording import percent

MOST_ARMIES = 100
"""The most armies of both sides whose fractions are shown: they have one digit for each."""


@dataclass(frozen=True)
class Fractions:
    """The probabilities of a battle as fractions.

    Parameters
    ----------
    win, lose : str
        Reduced, never shortened.
    decimals : str
        The first as a percentage.
    table : Table
        Every end.
    """

    win: str
    lose: str
    decimals: str
    table: Table


@lru_cache(maxsize=64)
def exact_fractions(force: int, defenders: int, rules: Ruleset) -> Fractions:
    """Return the probabilities of an attack to the end as fractions.

    Raises
    ------
    InvalidInput
        If they would be too long to be read, or are no fractions.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> exact_fractions(3, 2, find_ruleset("classic")).win
    '6610505/10077696'
    """
    if force + defenders > MOST_ARMIES:
        raise InvalidInput(
            f"fractions are shown for up to {MOST_ARMIES} armies of both sides together, not"
            f" {force + defenders:,}: they grow by a digit or more with each"
        )
    odds = battle(force=force, defenders=defenders, rules=rules, exact=True)
    ends = sorted(odds.items(), key=lambda end: (-end[0][0], end[0][1]))
    rows = tuple((f"{a}", f"{d}", str(chance)) for (a, d), chance in ends)
    columns = ("Attackers left", "Defenders left", "Probability")
    return Fractions(
        str(odds.win),
        str(odds.lose),
        percent(odds.win),
        Table("Every end as a fraction", columns, rows, rows),
    )


@dataclass(frozen=True)
class Steps:
    """How a number comes about.

    Parameters
    ----------
    sections : tuple of Section
    text, latex : str
        The same as files.
    """

    sections: tuple[Section, ...]
    text: str
    latex: str


@lru_cache(maxsize=64)
def steps(force: int, defenders: int, rules: Ruleset, level: str) -> Steps:
    """Return the steps to P(taken).

    Raises
    ------
    InvalidInput
        If these rules have no rolls to follow.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> steps(2, 1, find_ruleset("classic"), "school").sections[0].title
    'The question'
    """
    odds = battle(force=force, defenders=defenders, rules=rules)
    sections = odds.explain().sections(level)
    return Steps(sections, as_text(sections), as_latex(sections))
