"""How many rolls a battle takes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from oddsapp.charts.bins import Bin, binned, per_bar, without_tails
from oddsapp.errors import InvalidInput
from oddsapp.odds.solve import battle
from oddsapp.rules import Ruleset
from oddsapp.ui.parts.tables import Table
from oddsapp.wording import average, between, short_percent

MOST_STATES = 40_000
"""The most states that are followed roll by roll: a second or two."""

SLOW_STATES = 8_000
"""From so many on it may take half a second."""


@dataclass(frozen=True)
class Rolls:
    """The number of rolls of a battle.

    Parameters
    ----------
    mean : float
    range_90 : (int, int)
    facts : tuple of (str, str)
    bins : tuple of Bin
    table : Table
    """

    mean: float
    range_90: tuple[int, int]
    facts: tuple[tuple[str, str], ...]
    bins: tuple[Bin, ...]
    table: Table


@lru_cache(maxsize=64)
def rolls_needed(force: int, defenders: int, rules: Ruleset) -> Rolls:
    """Return how many rolls an attack to the end takes.

    Parameters
    ----------
    force, defenders : int
    rules : Ruleset

    Raises
    ------
    InvalidInput
        If there are too many states, or nothing is rolled.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> needed = rolls_needed(10, 7, find_ruleset("classic"))
    >>> round(needed.mean, 3), needed.range_90
    (6.432, (4, 9))
    """
    if force * defenders > MOST_STATES:
        raise InvalidInput(
            f"rolls are followed state by state, here for up to {MOST_STATES:,} states (force times"
            f" defenders), not {force * defenders:,}"
        )
    rolls = battle(force=force, defenders=defenders, rules=rules).rolls
    shortest = next(n for n, _ in rolls.items())
    numbers = [(n, rolls.pmf(n)) for n in range(shortest, rolls.high + 1)]
    drawn = without_tails(numbers)
    exact = tuple((n, chance, rolls.cdf(n), rolls.sf(n)) for n, chance in numbers if chance)
    shown = tuple(
        (f"{n:,}", short_percent(chance), short_percent(at_most, more))
        for n, chance, at_most, more in exact
    )
    range_90 = rolls.interval(0.9)
    return Rolls(
        rolls.mean(),
        range_90,
        (
            ("On average", f"{average(rolls.mean())} rolls"),
            ("90% of battles", f"{between(*range_90)} rolls"),
            ("Most often", f"{rolls.mode():,}, in {short_percent(rolls.pmf(rolls.mode()))}"),
        ),
        tuple(binned(drawn, per_bar(len(drawn)))),
        Table(
            "How many rolls it takes",
            ("Rolls", "Probability", "At most so many"),
            shown,
            tuple(row[:3] for row in exact),
        ),
    )
