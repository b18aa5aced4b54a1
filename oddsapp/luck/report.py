"""Were the dice against me? A whole record judged, in numbers and in sentences."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from math import fsum
from typing import TYPE_CHECKING, Any

from oddsapp.errors import InvalidInput
from oddsapp.luck.evidence import Evidence, GroupComparison, compare_groups, holm, weigh
from oddsapp.luck.fairness import DiceFairness, dice_fairness
from oddsapp.luck.records import BattleRecord, Records, RollRecord
from oddsapp.luck.results import Judge, Result
from oddsapp.odds.plain import plain_number
from oddsapp.rules import RankedDice, Ruleset, as_ruleset

if TYPE_CHECKING:
    import numpy as np

MOST_NAMES = 100
"""The most players, and the most groups, of one record."""

Side = tuple[Result, bool]
"""A result, and whether it is looked at from the attacker's side."""


@dataclass(frozen=True)
class Summary:
    """All results of one player, of one group, or of all attackers together.

    Parameters
    ----------
    name : str
    results : int
        How many battles, or rolls.
    called_off : int
        How many of them the attacker stopped.
    mean_percentile : float or Fraction
        The mean of the mid-percentiles; 1/2 on average with fair dice.
    wins, expected_wins : float or Fraction, optional
        What was won, battles called off by their odds, and what was to be expected; the
        difference is the sum of all swings. None for rolls.
    evidence : Evidence
    p_adjusted : float
        The p-value that allows for all players, or groups, that are looked at (Holm).
    """

    name: str
    results: int
    called_off: int
    mean_percentile: Any
    wins: Any
    expected_wins: Any
    evidence: Evidence
    p_adjusted: float

    @property
    def swing(self) -> Any:
        """The sum of the swings in P(win); None for rolls."""
        return None if self.wins is None else self.wins - self.expected_wins

    def to_dict(self) -> dict[str, Any]:
        """Return the summary as plain values for JSON; fractions as text."""
        return {
            "name": self.name,
            "results": self.results,
            "called_off": self.called_off,
            "mean_percentile": plain_number(self.mean_percentile),
            "wins": plain_number(self.wins),
            "expected_wins": plain_number(self.expected_wins),
            "swing": plain_number(self.swing),
            "p_better": self.evidence.p_better,
            "p_worse": self.evidence.p_worse,
            "p_value": self.evidence.p_value,
            "p_adjusted": self.p_adjusted,
            "method": self.evidence.method,
        }


@dataclass(frozen=True)
class LuckReport:
    """What a record says about luck, and about dice.

    Parameters
    ----------
    records : Records
    rules : Ruleset
    results : tuple of Result
        One for each row, in order.
    overall : Summary
        All results, from the attackers' side.
    players, groups : tuple of Summary
        Players with their attacks and their defences; groups from the attackers' side.
    comparison : GroupComparison, optional
        Whether the groups differ from each other.
    dice : dict
        ``"attack"`` and ``"defence"``, for recorded rolls.
    """

    records: Records
    rules: Ruleset
    results: tuple[Result, ...]
    overall: Summary
    players: tuple[Summary, ...]
    groups: tuple[Summary, ...]
    comparison: GroupComparison | None
    dice: dict[str, DiceFairness]

    @property
    def noun(self) -> str:
        """What the rows are."""
        return "rolls" if self.dice else "battles"

    def to_dict(self) -> dict[str, Any]:
        """Return the report as plain values for JSON; fractions as text."""
        from oddsapp.luck.words import sentences

        compared = self.comparison
        return {
            "rules": str(self.rules),
            "counted_in": self.records.counted_in,
            "unread_columns": list(self.records.unread_columns),
            "overall": self.overall.to_dict(),
            "players": [player.to_dict() for player in self.players],
            "groups": [group.to_dict() for group in self.groups],
            "comparison": compared
            and {
                "means": dict(compared.means),
                "p_value": compared.p_value,
                "arrangements": compared.arrangements,
                "exact": compared.exact,
            },
            "dice": {
                side: {
                    "counts": {str(face): n for face, n in fair.counts.items()},
                    "mean": fair.mean,
                    "fair_mean": fair.fair_mean,
                    "chi_square": fair.chi_square,
                    "p_value": fair.p_value,
                    "method": fair.method,
                }
                for side, fair in self.dice.items()
            },
            self.noun: [_result_as_dict(result) for result in self.results],
            "sentences": sentences(self),
        }


def _result_as_dict(result: Result) -> dict[str, Any]:
    record = result.record
    plain: dict[str, Any] = {"line": record.line}
    plain |= {
        key: getattr(record, key) for key in ("player", "opponent", "group") if getattr(record, key)
    }
    plain["mid_percentile"] = plain_number(result.mid_percentile)
    if isinstance(record, BattleRecord):
        plain |= {
            "force": record.force,
            "defenders": record.defenders,
            "attackers_left": record.attackers_left,
            "defenders_left": record.defenders_left,
            "called_off": result.called_off,
            "win_before": plain_number(result.win_before),
            "win_after": plain_number(result.win_after),
            "swing": plain_number(result.swing),
        }
    elif isinstance(record, RollRecord):
        plain |= {
            "attack_dice": list(record.attack_dice),
            "defence_dice": list(record.defence_dice),
        }
    return plain


def judge_luck(
    records: Records | Sequence[BattleRecord] | Sequence[RollRecord],
    *,
    rules: str | Ruleset = "classic",
    rng: np.random.Generator | None = None,
    exact: bool = False,
) -> LuckReport:
    r"""Return how lucky recorded battles, or rolls, were.

    Parameters
    ----------
    records : Records, or sequence of BattleRecord or of RollRecord
        From `oddsapp.read_records`, or made by hand; battles or rolls, not both.
    rules : str or Ruleset
        What was played by; both sides are taken to roll all the dice they may.
    rng : numpy.random.Generator, optional
        Needed to compare groups of many results (`oddsapp.luck.compare_groups`).
    exact : bool
        Mid-percentiles and swings as fractions.

    Raises
    ------
    InvalidInput
        If a row cannot have happened: its line and the reason.

    Notes
    -----
    For each result its mid-percentile P(worse) + P(same) / 2 and the swing in P(win)
    (`oddsapp.luck.results`); for all together the exact distribution of the sum of the
    mid-percentiles (`oddsapp.luck.evidence.weigh`); between groups a permutation test; for
    dice a chi-square test. What no test can see is why the record was kept: one begun after
    a bad streak, ended after one, or picked from many, looks unlucky with fair dice too.

    Examples
    --------
    >>> import oddsapp
    >>> header = "armies,defenders,attackers left,defenders left\n"
    >>> report = oddsapp.judge_luck(oddsapp.read_records(header + "11,7,1,4\n11,7,1,2\n"))
    >>> [round(result.mid_percentile, 4) for result in report.results]
    [0.0486, 0.1396]
    >>> round(report.overall.swing, 4), round(report.overall.evidence.p_worse, 4)
    (-1.5997, 0.0198)
    """
    ruleset = as_ruleset(rules)
    read = records if isinstance(records, Records) else Records(tuple(records))  # type: ignore[arg-type]
    if len({type(record) for record in read.rows}) > 1:
        raise InvalidInput("a record is either of battles or of rolls, not of both")
    judge = Judge(ruleset, exact=exact)
    results = tuple(judge.judge(record) for record in read.rows)
    grouped = _by_name((result.record.group, (result, True)) for result in results)
    if "" in grouped and len(grouped) > 1:
        line = grouped[""][0][0].record.line
        raise InvalidInput(f"line {line}: the group is missing; where one row has one, all have")
    grouped.pop("", None)
    players = _by_name(
        named
        for result in results
        for named in (
            (result.record.player, (result, True)),
            (result.record.opponent, (result, False)),
        )
    )
    players.pop("", None)
    for what, names in (("players", players), ("groups", grouped)):
        if len(names) > MOST_NAMES:
            raise InvalidInput(
                f"a record has at most {MOST_NAMES} {what}, not {len(names):,}; with so many, a"
                " few are very lucky for certain"
            )
    comparison = None
    if len(grouped) > 1:
        percentiles = {
            name: [float(result.mid_percentile) for result, _ in sides]
            for name, sides in grouped.items()
        }
        comparison = compare_groups(percentiles, rng)
    return LuckReport(
        read,
        ruleset,
        results,
        _summary("all attackers", [(result, True) for result in results]),
        _summaries(players),
        _summaries(grouped),
        comparison,
        _dice(results, ruleset),
    )


def _by_name(sides: Iterable[tuple[str, Side]]) -> dict[str, list[Side]]:
    named: dict[str, list[Side]] = {}
    for name, side in sides:
        named.setdefault(name, []).append(side)
    return named


def _summaries(named: dict[str, list[Side]]) -> tuple[Summary, ...]:
    """Return a summary of each, their p-values adjusted for all of them."""
    alone = [_summary(name, sides) for name, sides in named.items()]
    adjusted = holm([summary.evidence.p_value for summary in alone])
    return tuple(replace(s, p_adjusted=p) for s, p in zip(alone, adjusted, strict=True))


def _summary(name: str, sides: list[Side]) -> Summary:
    evidence = weigh(sides)
    percentiles = [r.mid_percentile if attacks else 1 - r.mid_percentile for r, attacks in sides]
    wins = expected = None
    if sides and sides[0][0].win_before is not None:
        wins = _sum([r.win_after if attacks else 1 - r.win_after for r, attacks in sides])
        expected = _sum([r.win_before if attacks else 1 - r.win_before for r, attacks in sides])
    return Summary(
        name,
        len(sides),
        sum(result.called_off for result, _ in sides),
        _sum(percentiles) / len(sides),
        wins,
        expected,
        evidence,
        evidence.p_value,
    )


def _sum(numbers: list[Any]) -> Any:
    return fsum(numbers) if isinstance(numbers[0], float) else sum(numbers)


def _dice(results: Sequence[Result], rules: Ruleset) -> dict[str, DiceFairness]:
    """Return the fairness of both sides' dice, as far as faces are recorded."""
    if not isinstance(results[0].record, RollRecord):
        return {}
    combat = rules.combat
    assert isinstance(combat, RankedDice)
    thrown: dict[str, dict[int, int]] = {"attack": {}, "defence": {}}
    for result in results:
        record = result.record
        assert isinstance(record, RollRecord)
        for side, faces in (("attack", record.attack_dice), ("defence", record.defence_dice)):
            for face in faces:
                thrown[side][face] = thrown[side].get(face, 0) + 1
    dice = {"attack": combat.attack_die, "defence": combat.defence_die}
    return {side: dice_fairness(counts, dice[side]) for side, counts in thrown.items()}
