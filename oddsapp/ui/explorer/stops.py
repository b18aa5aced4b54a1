"""Stop rules side by side: what each takes, stops and loses."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

from oddsapp.charts.bins import Bin, binned, per_bar, without_tails
from oddsapp.charts.stops import Chances
from oddsapp.errors import InvalidInput
from oddsapp.odds.outcome import AttackOutcome
from oddsapp.odds.solve import battle
from oddsapp.odds.stopping import StoppedOutcome
from oddsapp.rules import Ruleset
from oddsapp.ui.parts.tables import Table
from oddsapp.wording import average, short_percent

MOST_STATES = 160_000
"""The most states, force times defenders, for which the rules are worked out side by side."""

SLOW_STATES = 20_000
"""From so many on it may take half a second."""


@dataclass(frozen=True)
class Lines:
    """When each of the stop rules stops.

    Parameters
    ----------
    force : int
        At this force or fewer; or, kept out of the battle, never below it.
    shown : int
        The same as the visitor counts it, perhaps with the army that stays.
    percent : int
        Under these odds.
    rolls : int
        After so many rolls.
    """

    force: int
    shown: int
    percent: int
    rolls: int


@dataclass(frozen=True)
class Stops:
    """Stop rules of one battle side by side.

    Parameters
    ----------
    chances : tuple of Chances
        For the chart, the battle to the end first.
    table : Table
    taken, stopped : tuple of Bin
        The force left under the first stop rule, where it is taken and where it is stopped.
    left : Table
        The same, number by number.
    refusal : str
        Why there are no more rules, if some are missing.
    """

    chances: tuple[Chances, ...]
    table: Table
    taken: tuple[Bin, ...]
    stopped: tuple[Bin, ...]
    left: Table
    refusal: str


@lru_cache(maxsize=64)
def stop_rules(force: int, defenders: int, rules: Ruleset, lines: Lines) -> Stops:
    """Return what becomes of an attack under each stop rule.

    Parameters
    ----------
    force, defenders : int
    rules : Ruleset
    lines : Lines

    Raises
    ------
    InvalidInput
        If there are too many states, or none of the rules may be used.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> told = stop_rules(10, 7, find_ruleset("classic"), Lines(3, 4, 50, 3))
    >>> [round(one.taken, 4) for one in told.chances[:2]], told.chances[1].rule
    ([0.7998, 0.6368], 'Stop at 4')
    """
    if force * defenders > MOST_STATES:
        raise InvalidInput(
            f"stop rules are worked out here for up to {MOST_STATES:,} states (force times"
            f" defenders), not {force * defenders:,}"
        )
    rolls = "roll" if lines.rolls == 1 else "rolls"
    wanted: dict[str, dict[str, Any]] = {
        f"Stop at {lines.shown:,}": {"stop_at": lines.force},
        f"Never below {lines.shown:,}": {"never_below": lines.force},
        f"Under {lines.percent}%": {"stop_odds": Fraction(lines.percent, 100)},
        f"{lines.rolls} {rolls}": {"rolls": lines.rolls},
    }
    solved = {"To the end": battle(force=force, defenders=defenders, rules=rules)}
    refusal = ""
    for name, rule in wanted.items():
        try:
            solved[name] = battle(force=force, defenders=defenders, rules=rules, **rule)
        except InvalidInput as refused:
            refusal = refusal or str(refused)
    if len(solved) == 1:
        raise InvalidInput(refusal)
    first = next(odds for odds in solved.values() if isinstance(odds, StoppedOutcome))
    taken, stopped = _left(first)
    drawn = [n for n, _ in without_tails([(n, p + stopped[n]) for n, p in enumerate(taken)])]
    shared = per_bar(len(drawn))
    return Stops(
        tuple(_chances(name, odds) for name, odds in solved.items()),
        _table(solved),
        tuple(binned([(n, taken[n]) for n in drawn], shared)),
        tuple(binned([(n, stopped[n]) for n in drawn], shared)),
        _left_table(taken, stopped),
        refusal,
    )


def _chances(name: str, odds: AttackOutcome) -> Chances:
    stopped = float(odds.stopped) if isinstance(odds, StoppedOutcome) else 0.0
    return Chances(name, float(odds.win), stopped, float(odds.lose) if stopped < 1 else 0.0)


def _table(solved: dict[str, AttackOutcome]) -> Table:
    shown, exact = [], []
    for name, odds in solved.items():
        one = _chances(name, odds)
        left = float(odds.expected_attackers_left_if_won) if odds.can_be_won else None
        lost = float(odds.expected_attackers_lost), float(odds.expected_defenders_lost)
        chances = (one.taken, one.stopped, one.wiped_out)
        exact.append((name, *chances, left, *lost))
        shown.append(
            (
                name,
                *(short_percent(p, sum(chances) - p if p > 0.5 else None) for p in chances),
                "–" if left is None else average(left),
                *map(average, lost),
            )
        )
    columns = (
        "Rule",
        "Taken",
        "Stopped",
        "Wiped out",
        "Attackers left if taken",
        "Attackers lost",
        "Defenders lost",
    )
    return Table("Stop rules side by side; means of armies", columns, tuple(shown), tuple(exact))


def _left(odds: StoppedOutcome) -> tuple[list[float], list[float]]:
    """Return P(so many attackers are left), where it was taken and where it was stopped."""
    force = odds.battle.armies[0]
    taken, stopped = [0.0] * (force + 1), [0.0] * (force + 1)
    for (attackers, defenders), chance in odds.items():
        if attackers and defenders:
            stopped[attackers] += chance
        elif attackers:
            taken[attackers] += chance
    return taken, stopped


def _left_table(taken: list[float], stopped: list[float]) -> Table:
    exact = tuple(
        (n, won, called_off)
        for n, (won, called_off) in enumerate(zip(taken, stopped, strict=True))
        if won or called_off
    )[::-1]
    shown = tuple((f"{n:,}", short_percent(won), short_percent(off)) for n, won, off in exact)
    return Table("The force left", ("Attackers left", "Taken", "Stopped"), shown, exact)
