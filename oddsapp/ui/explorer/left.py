"""What is left after a battle: its distribution, and at least how much."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from oddsapp.charts.bins import TAIL, Bin, binned, per_bar, without_tails
from oddsapp.odds.outcome import AttackOutcome
from oddsapp.odds.solve import battle
from oddsapp.pmf import SMALLEST, Pmf
from oddsapp.rules import Ruleset
from oddsapp.ui.parts.tables import Table
from oddsapp.wording import average, between, sentence, short_percent, verdict

CONFIDENCE = 0.9


@dataclass(frozen=True)
class Left:
    """What the page says about the end of a battle.

    Parameters
    ----------
    win, lose : str
        The probabilities that the territory is taken or not.
    verdict : str
        The first in words.
    facts : tuple of (str, str)
        A line each: what it is about, and what it says.
    standing, left : tuple of Bin
        Defenders left where it is not taken, attackers left where it is, for the chart.
    attackers, defenders : tuple of (int, float)
        P(at least so many are left).
    drawn : str
        What the chart leaves out, if anything.
    ends, at_least : Table
    """

    win: str
    lose: str
    verdict: str
    facts: tuple[tuple[str, str], ...]
    standing: tuple[Bin, ...]
    left: tuple[Bin, ...]
    attackers: tuple[tuple[int, float], ...]
    defenders: tuple[tuple[int, float], ...]
    drawn: str
    ends: Table
    at_least: Table


@lru_cache(maxsize=256)
def what_is_left(force: int, defenders: int, rules: Ruleset) -> Left:
    """Return what is left after an attack to the end.

    Parameters
    ----------
    force, defenders : int
    rules : Ruleset

    Raises
    ------
    InvalidInput
        If the numbers make no battle.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> told = what_is_left(10, 7, find_ruleset("classic"))
    >>> told.win, told.facts[0][1], told.attackers[4]
    ('80.0%', '5.66 of 10 attackers left on average, 90%: 2 to 9', (5, 0.538...))
    """
    odds = battle(force=force, defenders=defenders, rules=rules)
    # Any battle can be won and lost, if not within the range of a float.
    win, lose = max(odds.win, SMALLEST), max(odds.lose, SMALLEST)
    margins = [(-n, odds.defenders_left.pmf(n)) for n in range(defenders, 0, -1)]
    margins += [(n, odds.attackers_left.pmf(n)) for n in range(1, force + 1)]
    drawn = without_tails(margins)
    together = per_bar(len(drawn))
    standing = [(-n, chance) for n, chance in drawn if n < 0][::-1]
    left = [(n, chance) for n, chance in drawn if n > 0]
    attackers = tuple((k, odds.attackers_left.sf(k - 1)) for k in range(1, force + 1))
    beaten = tuple((k, odds.defenders_left.sf(k - 1)) for k in range(1, defenders + 1))
    return Left(
        short_percent(win, lose),
        short_percent(lose, win),
        sentence(verdict(win)),
        _facts(odds),
        tuple(binned(standing, together)),
        tuple(binned(left, together)),
        attackers,
        beaten,
        _left_out(len(margins) - len(drawn), together),
        _ends(odds),
        _at_least(attackers, beaten),
    )


def _facts(odds: AttackOutcome) -> tuple[tuple[str, str], ...]:
    force, defenders = odds.battle.armies
    won = odds.attackers_left_if_won
    beaten = odds.defenders_left.given(lambda left: left > 0)
    attackers_lost = average(odds.expected_attackers_lost)
    defenders_lost = average(odds.expected_defenders_lost)
    return (
        ("If you take it", f"{average(won.mean())} of {force:,} attackers left {_spread(won)}"),
        (
            "If you fail",
            f"{average(beaten.mean())} of {defenders:,} defenders left {_spread(beaten)}",
        ),
        (
            "Lost on average, win or fail",
            f"{attackers_lost} attackers, {defenders_lost} defenders",
        ),
    )


def _spread(left: Pmf) -> str:
    return f"on average, 90%: {between(*left.interval(CONFIDENCE))}"


def _left_out(cut: int, together: int) -> str:
    parts = [f"{together} numbers share a bar"] if together > 1 else []
    if cut:
        parts.append(f"up to {TAIL:.2%} at each end is not drawn; the table has everything")
    return sentence("; ".join(parts))


def _ends(odds: AttackOutcome) -> Table:
    force, defenders = odds.battle.armies
    margins = [*range(force, 0, -1), *range(-1, -defenders - 1, -1)]
    exact = tuple(
        (max(n, 0), max(-n, 0), odds.margin.pmf(n), odds.margin.sf(n - 1)) for n in margins
    )
    shown = tuple(
        (f"{a:,}", f"{d:,}", _told(chance), _told(better)) for a, d, chance, better in exact
    )
    columns = ("Attackers left", "Defenders left", "Probability", "This or better")
    return Table("Every end, the best first", columns, shown, exact)


def _at_least(
    attackers: tuple[tuple[int, float], ...], defenders: tuple[tuple[int, float], ...]
) -> Table:
    by_attackers, by_defenders = dict(attackers), dict(defenders)
    exact = tuple(
        (k, by_attackers.get(k, 0.0), by_defenders.get(k, 0.0))
        for k in range(1, max(len(attackers), len(defenders)) + 1)
    )
    shown = tuple(
        (
            f"{k:,}",
            _told(won) if k in by_attackers else "–",
            _told(lost) if k in by_defenders else "–",
        )
        for k, won, lost in exact
    )
    columns = ("At least", "Attackers left", "Defenders left")
    return Table("How probable it is that at least so many are left", columns, shown, exact)


def _told(chance: float) -> str:
    """Return a probability in words; none of those here is 0, however small."""
    return short_percent(max(chance, SMALLEST))
