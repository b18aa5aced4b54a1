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
from oddsapp.odds.stopping import StoppedOutcome
from oddsapp.pmf import SMALLEST, Pmf
from oddsapp.ui.parts.bars import MOST_BARS, Bar, Side, gathered, histogram
from oddsapp.ui.parts.notes import ordinal
from oddsapp.ui.quick.setting import ruleset_of
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
    share: float | None = None
    """What a bar behind the value shows, where there is one."""


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
def answer(
    force: int, garrisons: tuple[int, ...], rules: str, up_to: int = 0, line: int | None = None
) -> Answer:
    """Return what to say about a force that attacks one territory, or several in turn.

    Parameters
    ----------
    force : int
    garrisons : tuple of int
        The defenders of each territory.
    rules : str
        As `oddsapp.ui.quick.setting.setting` writes them.
    up_to : int
        Where the defenders are not known: the most there can be.
    line : int, optional
        The force at which the attack is called off.

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
    ruleset = ruleset_of(rules)
    if len(garrisons) > 1:
        if line is not None:
            raise InvalidInput("a stop line is for one territory: set it to 0, or attack only one")
        return _several(force, garrisons, rules)
    if up_to:
        return _range(force, range(garrisons[0], up_to + 1), rules, line)
    if line is None:
        return _one(oddsapp.battle(force=force, defenders=garrisons[0], rules=ruleset))
    if force <= line:
        return _stopped_at_once(force, garrisons[0], rules)
    odds = oddsapp.battle(force=force, defenders=garrisons[0], rules=ruleset, stop_at=line)
    assert isinstance(odds, StoppedOutcome)
    return _stopped(odds)


def chances(odds: AttackOutcome) -> tuple[float, float]:
    """Return P(taken) and P(not taken), 0 only where that is no rounding.

    Any battle with true dice can be won and lost, if not within the range of a float.

    >>> chances(oddsapp.battle(12, 7, rules="blitz"))
    (1.0, 0.0)
    """
    if odds.version is not None and odds.win in (0, 1):
        return odds.win, 1 - odds.win
    return max(odds.win, SMALLEST), max(odds.lose, SMALLEST)


def _one(odds: AttackOutcome) -> Answer:
    defenders = odds.battle.armies[1]
    win, lose = chances(odds)
    facts = []
    if win:
        facts.append(_if_taken(odds))
    if lose:
        beaten = odds.defenders_left.given(lambda left: left > 0)
        facts.append(
            Fact(
                "If you fail",
                f"{beaten.mean():.1f} of {defenders:,} defenders left",
                _interval(beaten),
            )
        )
    facts.append(_lost(odds))
    words = sentence(verdict(win))
    if odds.version is not None and win in (0, 1):  # rolled by hand it may be neither
        words = f"{sentence(verdict(int(win)))} if blitzed"
    return Answer(
        short_percent(win, lose),
        words,
        tuple(facts),
        _picture(odds, f"Fail {short_percent(lose, win)}", f"Take it {short_percent(win, lose)}"),
    )


def _stopped(odds: StoppedOutcome) -> Answer:
    win, other = max(odds.win, SMALLEST), max(odds.stopped + odds.lose, SMALLEST)
    attackers, defenders = odds.left_if_stopped
    facts = [
        _if_taken(odds),
        Fact(
            f"Stopped: {short_percent(odds.stopped, win + odds.lose)}",
            f"{attackers.mean():.1f} attackers, {defenders.mean():.1f} defenders left",
            f"90%: {between(*attackers.interval(CONFIDENCE))} against"
            f" {between(*defenders.interval(CONFIDENCE))}",
        ),
    ]
    if odds.lose:
        facts.append(Fact("Wiped out all the same", short_percent(odds.lose)))
    facts.append(_lost(odds))
    return Answer(
        short_percent(win, other),
        sentence(verdict(win)),
        tuple(facts),
        _picture(
            odds, f"Stopped {short_percent(other, win)}", f"Take it {short_percent(win, other)}"
        ),
    )


def _stopped_at_once(force: int, defenders: int, rules: str) -> Answer:
    on = answer(force, (defenders,), rules)
    return Answer(
        "Stop",
        "the stop line is reached",
        (Fact("If you went on to the end", on.win, on.verdict), *on.facts),
        on.picture,
    )


def _range(force: int, defenders: range, rules: str, line: int | None) -> Answer:
    facts = []
    for number in defenders:
        told = answer(force, (number,), rules, line=line)
        odds = oddsapp.battle(force=force, defenders=number, rules=ruleset_of(rules))
        left = f"{odds.attackers_left_if_won.mean():.1f} left if taken" if odds.can_be_won else ""
        share = odds.win if line is None else None
        facts.append(Fact(counted(number, "defender"), told.win, left if share else "", share))
    best, worst = facts[0].value, facts[-1].value
    verdicts = [answer(force, (number,), rules, line=line).verdict for number in defenders]
    words = verdicts[0]
    if verdicts[0] != verdicts[-1]:
        words = f"{verdicts[-1]} to {verdicts[0].lower()}"
    return Answer(f"{worst} to {best}", words, tuple(facts), "")


def _if_taken(odds: AttackOutcome) -> Fact:
    won = odds.attackers_left_if_won
    force = odds.battle.armies[0]
    return Fact("If you take it", f"{won.mean():.1f} of {force:,} attackers left", _interval(won))


def _lost(odds: AttackOutcome) -> Fact:
    return Fact(
        "Lost on average, win or fail",
        f"{odds.expected_attackers_lost:.1f} attackers,"
        f" {odds.expected_defenders_lost:.1f} defenders",
    )


def _picture(odds: AttackOutcome, failed: str, taken: str) -> str:
    force, defenders = odds.battle.armies
    per_bar = ceil((force + defenders) / MOST_BARS)
    grouped = _grouped(per_bar)
    standing = [(n, odds.defenders_left.pmf(n)) for n in range(defenders, 0, -1)]
    left = _left_if_taken(odds)
    return histogram(
        Side(failed, f"defenders left{grouped}", gathered(standing, per_bar)),
        Side(taken, f"attackers left{grouped}", gathered(left, per_bar)),
        title=f"What is left of {force} attackers and {defenders} defenders",
    )


def _left_if_taken(odds: AttackOutcome) -> list[tuple[int, float]]:
    force = odds.battle.armies[0]
    if not isinstance(odds, StoppedOutcome):
        return [(n, odds.attackers_left.pmf(n)) for n in range(1, force + 1)]
    # Where it was stopped there are attackers left as well, but no territory was taken.
    return [(n, odds.win * odds.attackers_left_if_won.pmf(n)) for n in range(1, force + 1)]


def _several(force: int, garrisons: tuple[int, ...], rules: str) -> Answer:
    if force > MOST_IN_TURN:
        raise InvalidInput(
            f"one after another is worked out for up to {MOST_IN_TURN} attackers, not {force:,}"
        )
    steps = oddsapp.campaign(force=force, defenders=garrisons, rules=ruleset_of(rules)).steps
    # Impossible only if there are too few to leave one in each; else beyond a float's range.
    least = 0.0 if force < len(garrisons) else SMALLEST
    taken = [max(step.taken, least) for step in steps]
    missed = [max(step.moved_in.pmf(0), SMALLEST) for step in steps]
    facts = tuple(
        Fact(
            f"{ordinal(place)} territory, {counted(step.defenders, 'defender', 'defenders')}",
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
        Bar(ordinal(place), before - after)
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
