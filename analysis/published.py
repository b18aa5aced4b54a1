"""What others printed about Risk, computed again.

Question. Do the published tables hold, where do they not, and what went wrong in those?

Method. Every number of the files in ``analysis/data``, which say source and convention, is held
against this package; a number agrees if it is right to the last digit that was printed, a rule of
thumb if it is within an army. Wrong answers are held against the known mistakes, each solved as
a battle of its own.

Result. 125 of 126 published numbers are right to their last digit, among them all 100 of
Osborne's table, none of which is off by more than 0.00050, and not 14 v 11, printed as 79% and
78.45% in truth. Tan's chances that 3 dice kill two, one or none of 2 defenders are 0.259,
0.504, 0.237, and right are 0.372, 0.336, 0.293: he multiplied the chances of the two pairs,
which share their dice and so depend on each other (0.286, 0.506, 0.207), and had 0.550 for the
second pair in place of 0.608, so that ten against ten win 48.77% by his table, 57.55% by
independent pairs and 56.76% in truth. Of 13 wrong answers from calculators 8 are those of a
mistake that is known by name.
"""

from __future__ import annotations

import math
import re
import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import oddsapp
from analysis.published_data import both, fought, last_digit, read
from analysis.published_errors import reported_faults, tan_battles, tan_pairs, tan_rolls
from analysis.study import Study, Table, check_size, run
from analysis.study_figures import bars, lines

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

CLASSIC = oddsapp.find_ruleset("classic")
OSBORNE = "Osborne 2003"
PRINTED, ELSEWHERE, THUMB = "printed", "computed elsewhere", "rule of thumb"
"""What a number is: published, computed independently for these files, or a rule of thumb."""


class Row(NamedTuple):
    """A published number beside the same number computed here."""

    source: str
    what: str
    printed: float
    computed: float
    slack: float
    kind: str

    @property
    def agrees(self) -> bool:
        """Whether it is right to its last digit."""
        return abs(self.computed - self.printed) <= self.slack * (1 + 1e-9) + 1e-15


LEAST = 500
"""The largest battle of which the result names the mistake."""


def study(most: int = LEAST) -> Study:
    """Compute all of them; the mistakes of battles of more than ``most`` armies are left out."""
    check_size(most, LEAST)
    rows = [
        *_osborne(),
        *_campaigns(),
        *_three_dice(),
        *_seen(),
        *_large(),
    ]
    faults, rolls, battles = list(reported_faults(most)), list(tan_rolls()), list(tan_battles())
    sources = list(dict.fromkeys((row.source, row.kind) for row in rows))
    return Study(
        _result(rows, rolls, battles, faults),
        [
            Table(
                "compared",
                ("source", "what", "kind", "given", "computed", "difference", "agrees"),
                list(map(_compared, rows)),
            ),
            Table(
                "sources",
                ("source", "kind", "numbers", "agree", "largest difference"),
                [_summary(source, kind, rows) for source, kind in sources],
            ),
            Table(
                "tan_rolls",
                ("dice", "defenders lost", "Tan", "right", "pairs independent"),
                rolls,
            ),
            Table("tan_pairs", ("dice", "pair", "right", "implied by Tan"), list(tan_pairs())),
            Table(
                "tan_battles",
                ("armies a side", "right", "pairs independent", "Tan's table"),
                battles,
            ),
            Table("faults", ("fault", "case", "answered", "right", "mistake", "mistaken"), faults),
        ],
        {"osborne": _osborne_figure(rows), "tan_rolls": _tan_figure(rolls), "tan": _tan(battles)},
    )


def _row(
    source: str,
    what: str,
    printed: float,
    computed: Any,
    slack: float | None = None,
    kind: str = PRINTED,
) -> Row:
    slack = last_digit(printed) if slack is None else slack
    return Row(source, what, printed, float(computed), slack, kind)


# --- numbers that are right, or nearly ----------------------------------------------------


def _osborne() -> Iterator[Row]:
    data = read("osborne2003_table3")
    for force, line in enumerate(data["table"], start=1):
        for defenders, printed in enumerate(line, start=1):
            win = fought(force, defenders).win
            yield _row(OSBORNE, f"P(win) {force} v {defenders}", printed, win, 0.0005)
    printed, odds = data["also_5v5"], fought(5, 5)
    lost = "armies lost, 5 v 5"
    yield _row(OSBORNE, f"defender's {lost}", printed["E_def_loss"], odds.expected_defenders_lost)
    yield _row(OSBORNE, f"attacker's {lost}", printed["E_att_loss"], odds.expected_attackers_lost)
    yield _row(OSBORNE, f"deviation of defender's {lost}", printed["SD"], odds.defenders_left.std())
    spread = odds.attackers_left.std()
    yield _row(OSBORNE, f"deviation of attacker's {lost}", printed["SD_att"], spread)


def _campaigns() -> Iterator[Row]:
    norvig = read("norvig_campaign")
    found = oddsapp.campaign(72, norvig["territories"])
    yield _row("Norvig's notebook", "72 armies, all taken", norvig["P_all_printed"], found.win)
    for place, (known, taken) in enumerate(
        zip(norvig["P_taken_through_i_exact"], found.taken, strict=True), start=1
    ):
        what = f"72 armies, {place} taken"
        yield _row("Norvig's notebook", what, float(known), taken, 1e-12, ELSEWHERE)
    mixed = read("mixed_sides_campaign")
    source = "an open calculator with dice per territory"
    eight = CLASSIC.replace(defence_die=oddsapp.Die.numbered(8))
    chain = [3, oddsapp.Territory(2, eight), 1]
    printed = mixed["chain_5_v_3_2_1_dsides_6_8_6"]
    for place, (known, taken) in enumerate(
        zip(printed, oddsapp.campaign(5, chain).taken, strict=True), start=1
    ):
        yield _row(source, f"5 armies, {place} of 3 taken", known, taken, 1e-12)
    armies, known = mixed["min_total_for_95pct_3_2_1_dsides_6_8_6"]
    yield _row(
        source, f"{armies} armies, all taken", known, oddsapp.campaign(armies, chain).win, 1e-12
    )
    for key, known in mixed["single_5v3_total"]["dist (att,def)"].items():
        attackers, defenders = both(key)
        # Its keys count the army that stays.
        share = oddsapp.battle(5, 3).pmf((attackers - 1, defenders))
        yield _row(source, f"5 armies v 3, {key} left", known, share, 1e-12)


def _three_dice() -> Iterator[Row]:
    data = read("three_dice_defence")
    source, rules = "calculators with three defence dice", CLASSIC.replace(defence_dice=3)
    roll = fought(3, 3, rules=rules, rolls=1, exact=True)
    for lost, printed in enumerate(data["3v3 counts /46656 (att loses 0,1,2,3)"]):
        count = roll.pmf((3 - lost, lost)) * 6**6
        yield _row(source, f"rolls of 3 v 3 that cost the attacker {lost}", printed, count, 0)
    for key, printed in data["P(attacker wins) exact float"].items():
        force, defenders = both(key)
        win = fought(force, defenders, rules=rules).win
        yield _row(source, f"P(win) {force} v {defenders}", printed, win, 1e-13, ELSEWHERE)


def _seen() -> Iterator[Row]:
    data = read("defender_choice")
    rules = CLASSIC.replace(defence_timing="after_roll")
    seen = data["defender chooses after SEEING the attacker roll"]
    for key, printed in seen["P(attacker wins), optimal defender"].items():
        force, defenders = both(key)
        known = printed["float"] if isinstance(printed, dict) else printed
        value = oddsapp.dice_choice(force=force, defenders=defenders, rules=rules).value
        yield _row(
            "a defender who sees the roll",
            f"P(win) {force} v {defenders}",
            known,
            value,
            1e-13,
            ELSEWHERE,
        )
    for name in data["other_checks"]:
        if (printed := re.search(r"(\d+)v(\d+) printed about (\d+)%", name)) is not None:
            force, defenders, percent = map(int, printed.groups())
            win = fought(force, defenders).win
            yield _row("sulprobil", f"P(win) {force} v {defenders}", percent / 100, win, 0.005)


def _large() -> Iterator[Row]:
    data, limit = read("asymptotics"), oddsapp.large_battle("classic")
    slope = float(re.findall(r"[\d.]+$", data["limit ratio A/D at 50%"])[0])
    yield _row("large battles", "attackers a defender", slope, limit.slope, None, ELSEWHERE)
    blog = re.findall(r"0\.\d+", data["per 3v2 round"]["source SD/mean"])
    right = ("mean", limit.attackers_lost), ("deviation", math.sqrt(limit.attackers_variance))
    for known, (name, value) in zip(blog, right, strict=True):
        what = f"attackers lost in a roll of 3 v 2, {name}"
        yield _row("a blog of 2011", what, float(known), value)
    for key, least in data["exact A_min usable for P>1/2"].items():
        force = oddsapp.armies_needed(int(key), 0.5).force
        yield _row(
            "large battles", f"fewest for more than a half v {key}", least, force, 0, ELSEWHERE
        )
    intercept, gradient = map(float, re.findall(r"\d+\.\d+", data["Hoehle 2025"])[:2])
    for defenders, least in re.findall(r"\((\d+)\)=(\d+)", data["Hoehle 2025"]):
        force = oddsapp.armies_needed(int(defenders), 0.5).force
        yield _row("Höhle 2025", f"fewest v {defenders}", int(least), force, 0)
        fitted = intercept + gradient * int(defenders)
        yield _row("Höhle 2025", f"his line v {defenders}", fitted, force, 1, THUMB)
    hendel = data["Hendel, Hoffman, Manack, Wagaman (Taking the Risk out of RISK: conquer odds)"]
    share = int(re.findall(r"(\d+)%", hendel["rule"].split("than")[1])[0]) / 100
    for defenders in (20, 50, 100, 200):
        armies = oddsapp.armies_needed(defenders, 0.5).force + 1
        rule = share * defenders + 2
        yield _row("Hendel and others", f"their rule, armies v {defenders}", rule, armies, 1, THUMB)


# --- what is told -----------------------------------------------------------------------


def _compared(row: Row) -> tuple[Any, ...]:
    difference = row.computed - row.printed
    return row.source, row.what, row.kind, row.printed, row.computed, difference, row.agrees


def _summary(source: str, kind: str, rows: Sequence[Row]) -> tuple[Any, ...]:
    chosen = [row for row in rows if (row.source, row.kind) == (source, kind)]
    largest = max(abs(row.computed - row.printed) for row in chosen)
    return source, kind, len(chosen), sum(row.agrees for row in chosen), largest


def _osborne_figure(rows: Sequence[Row]) -> Figure:
    chosen = [row for row in rows if row.source == OSBORNE and row.what.startswith("P(win)")]
    series = {}
    for force in (1, 2, 3, 5, 10):
        line = [row for row in chosen if row.what.startswith(f"P(win) {force} v ")]
        gaps = [1000 * (row.computed - row.printed) for row in line]
        series[f"{force} attacking"] = (range(1, len(line) + 1), gaps)
    return lines(
        "Osborne's table 3: what rounding to three decimals took away",
        "defenders",
        "exact less printed P(win), in thousandths",
        series,
        level=0,
    )


def _tan_figure(rolls: Sequence[tuple[Any, ...]]) -> Figure:
    names = [f"{dice}, {lost} killed" for dice, lost, *_ in rolls]
    series = {
        label: (names, [row[place] for row in rolls])
        for place, label in ((2, "Tan 1997"), (3, "right"), (4, "pairs taken as independent"))
    }
    return bars(
        "Tan's chances of a roll",
        "dice, and how many of the defender's armies are lost",
        "probability",
        series,
    )


def _tan(battles: Sequence[tuple[Any, ...]]) -> Figure:
    sizes = [row[0] for row in battles]
    series = {
        label: (sizes, [row[place] for row in battles])
        for place, label in ((1, "right"), (2, "pairs taken as independent"), (3, "Tan's table"))
    }
    return lines("n against n", "armies a side", "P(attacker wins)", series, level=0.5)


def _result(
    rows: Sequence[Row],
    rolls: Sequence[tuple[Any, ...]],
    battles: Sequence[tuple[Any, ...]],
    faults: Sequence[tuple[Any, ...]],
) -> str:
    printed = [row for row in rows if row.kind == PRINTED]
    agree = sum(row.agrees for row in printed)
    others = [
        f"{row.what.removeprefix('P(win) ')}, printed as {row.printed:.0%} and {row.computed:.2%}"
        for row in printed
        if not row.agrees
    ]
    table = [r for r in rows if r.source == OSBORNE and r.what.startswith("P(win)")]
    gap = max(abs(row.computed - row.printed) for row in table)
    tan, right, apart = ([f"{row[k]:.3f}" for row in rolls if row[0] == "3v2"] for k in (2, 3, 4))
    second = next(row for row in tan_pairs() if row[:2] == ("3v2", "second"))
    ten = next(row for row in battles if row[0] == 10)
    named = [row for row in faults if row[4] is not None]
    wrong = [row for row in faults if row[2] is not None]
    return (
        f"{agree} of {len(printed)} published numbers are right to their last digit, among them"
        f" all {len(table)} of Osborne's table, none of which is off by more than {gap:.5f}, and"
        f" not {' and '.join(others)} in truth."
        f" Tan's chances that 3 dice kill two, one or none of 2 defenders are"
        f" {', '.join(tan)}, and right are {', '.join(right)}: he multiplied the chances of the two"
        f" pairs, which share their dice and so depend on each other ({', '.join(apart)}), and had"
        f" {second[3]:.3f} for the second pair in place of {second[2]:.3f}, so that ten against ten"
        f" win {ten[3]:.2%} by his table, {ten[2]:.2%} by independent pairs and {ten[1]:.2%} in"
        f" truth. Of {len(wrong)} wrong answers from calculators {len(named)} are those of a"
        f" mistake that is known by name."
    )


if __name__ == "__main__":
    sys.exit(run(study, __doc__, most="the largest battle that mistakes are tried on"))
