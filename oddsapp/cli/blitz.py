"""What ``oddsapp battle`` says about blitzing, and about committing fewer armies."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from oddsapp.cli.output import Extra, paragraph, table
from oddsapp.wording import average, percent

if TYPE_CHECKING:
    from oddsapp.odds.blitz_decision import BlitzAdvice
    from oddsapp.odds.commitments import Commitment
    from oddsapp.odds.outcome import AttackOutcome

_MOST_STATES = 60
"""How many states to blitz at are printed."""


def extra(odds: AttackOutcome, *, advise: bool, commit: bool) -> Extra:
    """Return what ``--advise`` and ``--commit`` add."""
    from oddsapp.odds.blitz_decision import blitz_advice
    from oddsapp.odds.commitments import commitments

    (force, defenders), rules = odds.battle.armies, odds.battle.rules
    plain: dict[str, Any] = {}
    parts = []
    if advise:
        advice = blitz_advice(force=force, defenders=defenders, rules=rules)
        plain["advise"] = advice.to_dict()
        parts.append(advice_block(advice))
    if commit:
        chosen = commitments(force, defenders, rules=rules, exact=odds.exact)
        plain["commit"] = [choice.to_dict() for choice in chosen]
        parts.append(commit_table(chosen, balanced=odds.version is not None))
    return Extra(plain, tuple(parts))


def advice_block(advice: BlitzAdvice) -> str:
    """Return the three ways to take a territory, and when to blitz."""
    ways = table(
        [
            ["to take it", "win"],
            ["roll to the end", percent(advice.roll)],
            ["blitz now", percent(bent(advice.blitz))],
            [
                "best mix",
                percent(bent(advice.best) if advice.best == advice.blitz else advice.best),
            ],
        ]
    )
    return f"{ways}\n\n{paragraph(_when(advice))}"


def bent(chance: float) -> Any:
    """Return a balanced chance for printing: 0 and 1 are no rounding there."""
    return int(chance) if chance in (0, 1) else chance


def _when(advice: BlitzAdvice) -> str:
    if advice.first == "blitz":
        return "best: blitz now"
    if not advice.blitz_at:
        return "best: roll to the end"
    states = [
        f"{attackers}\N{NO-BREAK SPACE}v\N{NO-BREAK SPACE}{others}"
        for attackers, others in advice.blitz_at[:_MOST_STATES]
    ]
    if len(advice.blitz_at) > len(states):
        states.append(f"and {len(advice.blitz_at) - len(states):,} more (--json lists them)")
    return (
        "best: roll now, and blitz once it stands (attackers without the army that stays,"
        f" v defenders) {', '.join(states)}"
    )


def commit_table(chosen: Sequence[Commitment], *, balanced: bool) -> str:
    """Return P(win) and the loss for each number of armies committed."""
    rows = [["armies committed", "win", "expected loss"]]
    rows += [
        [
            f"{choice.committed:,}",
            percent(bent(choice.win) if balanced else choice.win),
            average(choice.attackers_lost),
        ]
        for choice in chosen
    ]
    return table(rows)
