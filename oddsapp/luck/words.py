"""The findings about luck in sentences that do not say more than the numbers do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from oddsapp.wording import percent as _percent

if TYPE_CHECKING:
    from oddsapp.luck.fairness import DiceFairness
    from oddsapp.luck.report import LuckReport, Summary

_CERTAIN = 1 - 1e-9
"""A p-value this close to 1 is 1, but for rounding."""

_USUAL, _RARE = 0.05, 0.01


def percent(p_value: float) -> str:
    """Return a p-value as a percentage; 1 is common among them, and said to be 100 %."""
    return "100 %" if p_value >= _CERTAIN else _percent(p_value)


def strength(p_value: float) -> str:
    """Return what a p-value is a sign of, in a few words.

    Examples
    --------
    >>> strength(0.4), strength(0.002)
    ('no sign of anything but chance', 'a strong sign, if the record was not picked for it')
    """
    if p_value >= _USUAL:
        return "no sign of anything but chance"
    if p_value >= _RARE:
        return "unusual, yet one record in twenty looks so by chance"
    return "a strong sign, if the record was not picked for it"


def summary_sentence(summary: Summary, noun: str) -> str:
    """Return what one summary says."""
    evidence = summary.evidence
    lucky = evidence.p_better <= evidence.p_worse
    side = "as well, or better," if lucky else "as badly, or worse,"
    chance = evidence.p_better if lucky else evidence.p_worse
    many = noun if summary.results > 1 else noun.removesuffix("s")
    text = (
        f"{summary.name}: {summary.results:,} {many}, on average better than"
        f" {percent(float(summary.mean_percentile))} of what fair dice bring (50 % is fair)."
        f" Fair dice do {side} in {percent(chance)} of such records, and stray as far to"
        f" either side in {percent(evidence.p_value)}: {strength(evidence.p_value)}."
    )
    if summary.swing is not None:
        swing = float(summary.swing)
        text += (
            f" Won {float(summary.wins):,.2f} where {float(summary.expected_wins):,.2f} were to be"
            f" expected ({swing:+,.2f})."
        )
    return text


def sentences(report: LuckReport) -> list[str]:
    """Return the whole report in sentences, the trap of its kind among them."""
    told = [summary_sentence(report.overall, report.noun)]
    if report.overall.called_off:
        told.append(
            f"{report.overall.called_off:,} called off: each counts as what it would have brought"
            " on average if fought on with fair dice. To leave them out would flatter the"
            " attacker, who stops when it goes badly."
        )
    if report.players:
        told += [summary_sentence(player, report.noun) for player in report.players]
        told += _several(report.players, "player")
    if report.groups:
        told += [summary_sentence(group, report.noun) for group in report.groups]
        told += _several(report.groups, "group")
    if report.comparison is not None:
        told.append(_comparison(report))
    told += [_dice(side, fair) for side, fair in report.dice.items()]
    if len(report.dice) > 1:
        told.append("These are two tests: a p-value below 2.5 % in one is like 5 % in one alone.")
    if report.records.unread_columns:
        told.append(f"Columns not used: {', '.join(report.records.unread_columns)}.")
    told.append(
        "No number here can see why the record was kept: one begun or ended after a bad streak,"
        " or picked from many, looks unlucky with fair dice too."
    )
    return told


def _several(summaries: tuple[Summary, ...], what: str) -> list[str]:
    if len(summaries) < 2:
        return []
    extreme = min(summaries, key=lambda summary: summary.evidence.p_value)
    told = (
        f"Of {len(summaries)} {what}s looked at one by one, some {what} always stands out:"
        f" {extreme.name} with {percent(extreme.evidence.p_value)}, which is"
        f" {percent(extreme.p_adjusted)} when all {len(summaries)} are allowed for (Holm)."
    )
    return [told]


def _comparison(report: LuckReport) -> str:
    compared = report.comparison
    assert compared is not None
    means = ", ".join(f"{name} {percent(mean)}" for name, mean in compared.means.items())
    ways = f"{compared.arrangements:,}"
    ways = f"all {ways} ways" if compared.exact else f"{ways} random ways"
    return (
        f"Do the groups differ from each other? Means {means}; in {percent(compared.p_value)} of"
        f" {ways} to deal the same results out to groups of these sizes they differ as much:"
        f" {strength(compared.p_value)}. Only this compares them: one group alone, lucky or not"
        " against fair dice, says nothing about another, and that one strays further than the"
        " other does not mean that they differ."
    )


def _dice(side: str, fair: DiceFairness) -> str:
    thrown = sum(fair.counts.values())
    faces = ", ".join(f"{face}: {count:,}" for face, count in fair.counts.items())
    return (
        f"The {side} dice, {thrown:,} thrown ({faces}), show {fair.mean:.3f} on average, a fair"
        f" die {fair.fair_mean:.3f}; a fair die strays as far from even counts in"
        f" {percent(fair.p_value)} of such records ({fair.method}): {strength(fair.p_value)}."
    )
