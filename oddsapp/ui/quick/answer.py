"""What Quick odds says about a battle: asks the library, and puts its answer into words."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from math import ceil

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.odds.campaign import Step
from oddsapp.odds.outcome import AttackOutcome
from oddsapp.pmf import SMALLEST, Pmf
from oddsapp.ui.parts.bars import MOST_BARS, Bar, Side, gathered, histogram
from oddsapp.wording import between, counted, sentence, short_percent, verdict

MOST_IN_TURN = 100
"""The most armies that the page sends through several territories: each size is one battle."""

CONFIDENCE = 0.9


@dataclass(frozen=True)
class Fact:
    """One line under the number: what it is about, and what it says."""

    label: str
    value: str
    detail: str = ""


@dataclass(frozen=True)
class Answer:
    """Everything that the page shows, as text.

    Parameters
    ----------
    win : str
        The probability that the last territory is taken.
    verdict : str
        The same in words.
    facts : tuple of Fact
    picture : str
        The distribution as SVG.
    """

    win: str
    verdict: str
    facts: tuple[Fact, ...]
    picture: str


@lru_cache(maxsize=512)
def answer(force: int, garrisons: tuple[int, ...], rules: str) -> Answer:
    """Return what to say about a force that attacks one territory, or several in turn.

    Parameters
    ----------
    force : int
    garrisons : tuple of int
        The defenders of each territory.
    rules : str
        The name of a ruleset.

    Raises
    ------
    InvalidInput
        If the numbers make no battle.

    Examples
    --------
    >>> told = answer(10, (7,), "classic")
    >>> told.win, told.verdict, told.facts[0].value
    ('80.0%', 'Likely', '5.7 of 10 attackers left')
    """
    if len(garrisons) == 1:
        return _one(oddsapp.battle(force=force, defenders=garrisons[0], rules=rules))
    return _several(force, garrisons, rules)


def _one(odds: AttackOutcome) -> Answer:
    force, defenders = odds.battle.armies
    # Any battle can be won and lost, if not within the range of a float.
    win, lose = max(odds.win, SMALLEST), max(odds.lose, SMALLEST)
    won = odds.attackers_left_if_won
    beaten = odds.defenders_left.given(lambda left: left > 0)
    facts = (
        Fact("If you take it", f"{won.mean():.1f} of {force:,} attackers left", _interval(won)),
        Fact(
            "If you fail",
            f"{beaten.mean():.1f} of {defenders:,} defenders left",
            _interval(beaten),
        ),
        Fact(
            "Lost on average, win or fail",
            f"{odds.expected_attackers_lost:.1f} attackers,"
            f" {odds.expected_defenders_lost:.1f} defenders",
        ),
    )
    per_bar = ceil((force + defenders) / MOST_BARS)
    grouped = _grouped(per_bar)
    standing = [(n, odds.defenders_left.pmf(n)) for n in range(defenders, 0, -1)]
    left = [(n, odds.attackers_left.pmf(n)) for n in range(1, force + 1)]
    picture = histogram(
        Side(
            f"Fail {short_percent(lose, win)}",
            f"defenders left{grouped}",
            gathered(standing, per_bar),
        ),
        Side(
            f"Take it {short_percent(win, lose)}",
            f"attackers left{grouped}",
            gathered(left, per_bar),
        ),
        title=f"What is left of {force} attackers and {defenders} defenders",
    )
    return Answer(short_percent(win, lose), sentence(verdict(win)), facts, picture)


def _several(force: int, garrisons: tuple[int, ...], rules: str) -> Answer:
    if force > MOST_IN_TURN:
        raise InvalidInput(
            f"one after another is worked out for up to {MOST_IN_TURN} attackers, not {force:,}"
        )
    steps = oddsapp.campaign(force=force, defenders=garrisons, rules=rules).steps
    # Impossible only if there are too few to leave one in each; else beyond a float's range.
    least = 0.0 if force < len(garrisons) else SMALLEST
    taken = [max(step.taken, least) for step in steps]
    missed = [max(step.moved_in.pmf(0), SMALLEST) for step in steps]
    facts = tuple(
        Fact(
            f"{_ordinal(place)} territory, {counted(step.defenders, 'defender', 'defenders')}",
            f"{short_percent(chance, other)} taken" if chance else "out of reach",
            f"then {step.moved_in_if_taken.mean():.1f} armies in it on average,"
            f" {_interval(step.moved_in_if_taken)}"
            if step.taken
            else "",
        )
        for place, (step, chance, other) in enumerate(
            zip(steps, taken, missed, strict=True), start=1
        )
    )
    return Answer(
        short_percent(taken[-1], missed[-1]),
        sentence(verdict(taken[-1])),
        facts,
        _picture_of_several(steps, taken, missed[-1]),
    )


def _picture_of_several(steps: tuple[Step, ...], taken: list[float], fail: float) -> str:
    stopped = tuple(
        Bar(_ordinal(place), before - after)
        for place, (before, after) in enumerate(pairwise([1.0, *taken]), start=1)
    )
    moved_in = steps[-1].moved_in
    highest = max(n for n, _ in moved_in.items())
    left = [(n, moved_in.pmf(n)) for n in range(1, highest + 1)]
    per_bar = ceil(max(1, len(left)) / (MOST_BARS - len(stopped)))
    all_taken = taken[-1]
    return histogram(
        Side(f"Stopped {short_percent(fail, all_taken)}", "at this territory", stopped),
        Side(
            f"All taken {short_percent(all_taken, fail)}",
            f"armies in the last{_grouped(per_bar)}",
            gathered(left, per_bar),
        ),
        title="Where the attackers are stopped, and what is left if they are not",
    )


def _grouped(per_bar: int) -> str:
    return f", {per_bar} a bar" if per_bar > 1 else ""


def _interval(left: Pmf) -> str:
    return f"90%: {between(*left.interval(CONFIDENCE))}"


def _ordinal(place: int) -> str:
    """Return 1st, 2nd, 3rd, 4th … up to the twelve there can be."""
    return f"{place}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(place, 'th') }"
