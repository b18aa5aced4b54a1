"""What the page about luck says: asks the library, and puts its report into words and bars."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import groupby
from typing import TYPE_CHECKING

from oddsapp.luck import (
    BattleRecord,
    LuckReport,
    Records,
    Result,
    RollRecord,
    judge_luck,
    read_records,
)
from oddsapp.luck.evidence import EXACT
from oddsapp.luck.words import sentences
from oddsapp.ui.parts.bars import Bar, Side, histogram
from oddsapp.ui.quick.answer import Fact
from oddsapp.ui.quick.record import Ended
from oddsapp.ui.quick.setting import in_words, parts_of, ruleset_of, takes_modifiers
from oddsapp.wording import counted, short_percent

if TYPE_CHECKING:
    from oddsapp.luck.report import Summary

MOST_LINES = 40
"""The most rows of the table on the page; the CSV has all."""

_SEED = 1
"""What the random ways to deal results out to groups start from, as on the command line."""

_BINS = 10


@dataclass(frozen=True)
class Line:
    """One battle, or roll, in the table."""

    what: str
    who: str
    left: str
    percentile: str
    swing: str


@dataclass(frozen=True)
class Told:
    """Everything that the page shows of one report, as text.

    Parameters
    ----------
    rules : str
        What was played by.
    number, verdict : str
        The probability that fair dice are as kind or as unkind, and what it is that of.
    exact : bool
        Whether that probability is exact.
    facts : tuple of Fact
        Each side, or each player.
    sentences : tuple of str
        The whole report in words.
    lines : tuple of Line
    left_out : int
        How many rows the table has no room for.
    picture, dice : str
        SVG: where the battles lie among what fair dice bring, and the faces of recorded dice.
    csv : str
        Every row with its numbers.
    """

    rules: str
    number: str
    verdict: str
    exact: bool
    facts: tuple[Fact, ...]
    sentences: tuple[str, ...]
    lines: tuple[Line, ...]
    left_out: int
    picture: str
    dice: str
    csv: str


@lru_cache(maxsize=32)
def judged(text: str, rules: str) -> Told:
    r"""Return what to say about a table of battles or rolls.

    Parameters
    ----------
    text : str
        As `oddsapp luck` reads it.
    rules : str
        As `oddsapp.ui.quick.setting.setting` writes them.

    Raises
    ------
    InvalidInput
        If the table cannot be read, or a row cannot have happened.

    Examples
    --------
    >>> told = judged("armies,defenders,attackers left,defenders left\n11,7,1,4\n", "classic")
    >>> told.number, told.lines[0].percentile
    ('6.4%', '4.9%')
    """
    return _told(_judge(read_records(text), rules), rules)


@lru_cache(maxsize=32)
def judged_recorded(battles: tuple[Ended, ...]) -> tuple[Told, ...]:
    """Return what to say about battles recorded on Quick odds, for each of their rules.

    Raises
    ------
    InvalidInput
        If a battle cannot have happened.
    """
    found = []
    ordered = sorted(enumerate(battles, start=1), key=lambda pair: pair[1].rules)
    for rules, group in groupby(ordered, key=lambda pair: pair[1].rules):
        records = tuple(ended.as_record(place) for place, ended in group)
        found.append(_told(_judge(Records(records), rules), rules))
    return tuple(found)


def can_be_judged(ended: Ended) -> bool:
    """Tell whether a record says something about luck: in RISK II only a battle to its end.

    >>> can_be_judged(Ended("risk2", 9, 5, (4, 2))), can_be_judged(Ended("classic", 9, 5, (4, 2)))
    (False, True)
    """
    return not all(ended.left) or takes_modifiers(parts_of(ended.rules)[0])


def _judge(records: Records, rules: str) -> LuckReport:
    import numpy as np

    return judge_luck(records, rules=ruleset_of(rules), rng=np.random.default_rng(_SEED))


def _told(report: LuckReport, rules: str) -> Told:
    evidence = report.overall.evidence
    lucky = evidence.p_better <= evidence.p_worse
    chance = evidence.p_better if lucky else evidence.p_worse
    kind = "as well as this, or better" if lucky else "as badly as this, or worse"
    shown = report.results[:MOST_LINES]
    return Told(
        in_words(rules),
        short_percent(min(chance, 1.0), max(0.0, 1 - chance)),
        f"of attackers with fair dice do {kind}",
        evidence.method == EXACT,
        _facts(report),
        tuple(sentences(report)),
        tuple(map(_line, shown)),
        len(report.results) - len(shown),
        _picture(report),
        _faces(report),
        _csv(report.results),
    )


def _facts(report: LuckReport) -> tuple[Fact, ...]:
    if report.players:
        return tuple(map(_side, report.players))
    overall = report.overall
    mean = float(overall.mean_percentile)
    defenders = Fact("Defenders", f"{short_percent(1 - mean)} on average", "", 1 - mean)
    return (_side(overall, "Attackers"), defenders)


def _side(summary: Summary, name: str = "") -> Fact:
    mean = float(summary.mean_percentile)
    stray = short_percent(summary.evidence.p_value)
    detail = f"50% is fair; {stray} of fair dice stray as far"
    if summary.swing is not None:
        detail += (
            f"; won {float(summary.wins):.1f} where {float(summary.expected_wins):.1f} were due"
        )
    return Fact(name or summary.name, f"{short_percent(mean)} on average", detail, mean)


def _line(result: Result) -> Line:
    record = result.record
    who = " v ".join(filter(None, (record.player, record.opponent)))
    percentile = short_percent(float(result.mid_percentile))
    if isinstance(record, BattleRecord):
        left = f"{record.attackers_left:,} v {record.defenders_left:,}"
        return Line(
            f"{record.force:,} v {record.defenders:,}",
            who,
            f"{left}, stopped" if result.called_off else left,
            percentile,
            f"{float(result.swing):+.2f}",
        )
    assert isinstance(record, RollRecord)
    hands = (" ".join(map(str, faces)) for faces in (record.attack_dice, record.defence_dice))
    return Line(" v ".join(hands), who, "", percentile, "")


def _picture(report: LuckReport) -> str:
    """Draw how many results lie in each tenth of what fair dice bring."""
    counts = [0] * _BINS
    for result in report.results:
        counts[min(_BINS - 1, int(float(result.mid_percentile) * _BINS))] += 1
    many = len(report.results)
    width = 100 // _BINS
    bars = tuple(
        Bar(f"{place * width} to {(place + 1) * width}%", count / many)
        for place, count in enumerate(counts)
    )
    half = _BINS // 2
    unlucky, lucky = sum(counts[:half]), sum(counts[half:])
    return histogram(
        Side(f"Unlucky: {unlucky:,} of {many:,}", "how many % of fair dice do worse", bars[:half]),
        Side(f"Lucky: {lucky:,} of {many:,}", "", bars[half:]),
        title=f"How lucky the attackers were in {counted(many, report.noun.removesuffix('s'))}",
    )


def _faces(report: LuckReport) -> str:
    if not report.dice:
        return ""
    sides = []
    for side, heading in (("defence", "Defence dice"), ("attack", "Attack dice")):
        fair = report.dice[side]
        thrown = sum(fair.counts.values())
        bars = tuple(Bar(str(face), count / thrown) for face, count in fair.counts.items())
        told = f"{thrown:,} thrown, fair: {short_percent(fair.p_value)}"
        sides.append(Side(heading, told, bars))
    return histogram(sides[0], sides[1], title="How often each face was thrown")


_HEADER = (
    "line,player,opponent,group,force,defenders,attackers left,defenders left,attack dice,"
    "defence dice,called off,percentile,swing in P(win)"
)


def _csv(results: Sequence[Result]) -> str:
    table = io.StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(_HEADER.split(","))
    for result in results:
        record = result.record
        who = [_harmless(name) for name in (record.player, record.opponent, record.group)]
        sizes: list[object] = [""] * 6
        if isinstance(record, BattleRecord):
            sizes[:4] = (
                record.force,
                record.defenders,
                record.attackers_left,
                record.defenders_left,
            )
        elif isinstance(record, RollRecord):
            sizes[4:] = (
                " ".join(map(str, record.attack_dice)),
                " ".join(map(str, record.defence_dice)),
            )
        swing = "" if result.swing is None else float(result.swing)
        stopped = "yes" if result.called_off else ""
        writer.writerow([record.line, *who, *sizes, stopped, float(result.mid_percentile), swing])
    return table.getvalue()


def _harmless(name: str) -> str:
    """Return a name that no spreadsheet takes for a formula."""
    return f"'{name}" if name[:1] in ("=", "+", "-", "@") else name


def battles_of(ended: Sequence[Ended], now: Ended | None) -> tuple[tuple[Ended, ...], int]:
    """Return the recorded battles that can be judged, and how many cannot."""
    every = (*ended, now) if now is not None else tuple(ended)
    fit = tuple(battle for battle in every if can_be_judged(battle))
    return fit, len(every) - len(fit)
