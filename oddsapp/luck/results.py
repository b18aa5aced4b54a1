"""One recorded result against what fair dice bring: its mid-percentile, and its swing.

The *mid-percentile* of a result is P(worse) + P(same) / 2 in its exact distribution. With
fair dice it is 1/2 on average, for every battle, so results of battles of any size can be
added up. The *swing* is P(win) after minus P(win) before; with fair dice 0 on average.

A battle that was called off is worth what it would have been worth on average if fought on
with fair dice. Both numbers are then martingales, so their averages hold whatever made the
attacker stop; to leave such battles out would not do, since it is the bad ones that are
called off.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from oddsapp.combat import Battle
from oddsapp.combat.battle import attack
from oddsapp.combat.roll import dice_losses
from oddsapp.combat.round import ranked_round
from oddsapp.errors import InvalidInput
from oddsapp.luck.records import BattleRecord, Record, RollRecord
from oddsapp.odds.full_dice import check_no_decisions
from oddsapp.odds.outcome import AttackOutcome
from oddsapp.odds.solve import battle as solve
from oddsapp.pmf import Pmf
from oddsapp.rules import ColouredDice, RankedDice, Ruleset

MOST_WORK = 2_000_000
"""How many armies the different battles of a record may have in all."""

Spread = tuple[tuple[float, float], ...]
"""Mid-percentiles with their probabilities."""


def mid_percentile(distribution: Pmf, number: int) -> Any:
    """Return P(X < number) + P(X = number) / 2.

    Notes
    -----
    Also known as the ridit. Its mean over X is exactly 1/2 and its variance
    (1 - sum of P(X = x)^3) / 12, whatever the distribution.

    References
    ----------
    I. D. J. Bross, "How to use ridit analysis", Biometrics 14 (1958).

    Examples
    --------
    >>> mid_percentile(Pmf(1, (1, 1, 1, 1, 1, 1), 6), 2)
    Fraction(1, 4)
    """
    return (distribution.cdf(number - 1) + distribution.cdf(number)) / 2


@dataclass(frozen=True)
class Result:
    """One record, judged from the attacker's side.

    Parameters
    ----------
    record : BattleRecord or RollRecord
    mid_percentile : float or Fraction
        Of a battle called off, what it would be on average if fought on.
    win_before, win_after : float or Fraction, optional
        P(win) before the battle, and where it ended; None for a single roll.
    fair : tuple
        What fair dice bring: each mid-percentile with its probability.
    seen : tuple
        What was seen: one mid-percentile, or those of the battle fought on with fair dice.
    """

    record: Record
    mid_percentile: Any
    win_before: Any
    win_after: Any
    fair: Spread
    seen: Spread

    @property
    def swing(self) -> Any:
        """P(win) after minus P(win) before; None for a single roll."""
        return None if self.win_before is None else self.win_after - self.win_before

    @property
    def called_off(self) -> bool:
        """Whether the attacker stopped while both sides had armies left."""
        return isinstance(self.record, BattleRecord) and not self.record.is_over


@dataclass(frozen=True)
class _Fair:
    """What fair dice bring: the distribution, and the mid-percentile of every number."""

    distribution: Pmf

    @cached_property
    def percentiles(self) -> dict[int, float]:
        """The mid-percentile of every possible number."""
        below, found = 0.0, {}
        for number, chance in self.distribution.items():
            found[number] = below + float(chance) / 2
            below += float(chance)
        return found

    @cached_property
    def exact_percentiles(self) -> dict[int, Any]:
        """The same without rounding, for the few ends of a roll."""
        every = self.distribution
        return {number: mid_percentile(every, number) for number, _ in every.items()}

    def percentile(self, number: int) -> float:
        """Return the mid-percentile of a number, which may be too improbable for a float."""
        if number in self.percentiles:
            return self.percentiles[number]
        return float(self.distribution.cdf(number))

    @cached_property
    def spread(self) -> Spread:
        """Every mid-percentile with its probability."""
        return tuple(
            (self.percentiles[number], float(chance))
            for number, chance in self.distribution.items()
        )


class Judge:
    """Judges records one by one; battles of one size are solved once.

    Parameters
    ----------
    rules : Ruleset
        What was played by. Both sides are taken to roll all the dice they may.
    exact : bool
        Mid-percentiles and swings as fractions.
    """

    def __init__(self, rules: Ruleset, *, exact: bool = False) -> None:
        self.rules, self.exact = rules, exact
        self._battles: dict[tuple[int, int], tuple[AttackOutcome, _Fair]] = {}
        self._rolls: dict[tuple[int, int], _Fair] = {}
        self._reached: dict[tuple[int, int], list[int]] = {}
        self._work = 0

    def judge(self, record: Record) -> Result:
        """Return the result of one record.

        Raises
        ------
        InvalidInput
            If it cannot have happened under the rules; the message names its line.
        """
        try:
            if isinstance(record, BattleRecord):
                return self._battle(record)
            assert isinstance(record, RollRecord)
            return self._roll(record)
        except InvalidInput as error:
            where = f"line {record.line}: " if record.line else ""
            raise InvalidInput(f"{where}{error}") from None

    def _battle(self, record: BattleRecord) -> Result:
        if not record.is_over:
            # Before the battle is solved: what is refused should not take long.
            self._check_called_off(record)
        outcome, fair = self._solved(record.force, record.defenders)
        margin = record.attackers_left - record.defenders_left
        if record.is_over:
            # What is too improbable for a float is still possible.
            state = record.attackers_left, record.defenders_left
            if margin not in fair.percentiles and outcome.logpmf(state) == -math.inf:
                raise InvalidInput(self._impossible(record))
            percentile = fair.percentile(margin)
            seen: Spread = ((percentile, 1.0),)
            worth = mid_percentile(outcome.margin, margin) if self.exact else percentile
            after = int(record.attackers_left > 0)
            win_after = outcome.win * 0 + after
        else:
            on, ahead = self._solved(record.attackers_left, record.defenders_left)
            seen = tuple(
                (fair.percentile(number), float(chance))
                for number, chance in ahead.distribution.items()
            )
            worth = self._expected(outcome.margin, on.margin)
            win_after = on.win
        return Result(record, worth, outcome.win, win_after, fair.spread, seen)

    @staticmethod
    def _expected(before: Pmf, ahead: Pmf) -> Any:
        """Return the mid-percentile in ``before``, averaged over what lies ahead."""
        reached: Any = 0
        by_number = {}
        for number, chance in before.items():
            by_number[number] = reached + chance / 2
            reached += chance
        return sum(chance * by_number.get(number, 0) for number, chance in ahead.items())

    def _solved(self, force: int, defenders: int) -> tuple[AttackOutcome, _Fair]:
        key = force, defenders
        if key not in self._battles:
            armies = force + defenders
            self._spend(armies * armies if self.exact else armies)
            outcome = solve(force=force, defenders=defenders, rules=self.rules, exact=self.exact)
            self._battles[key] = outcome, _Fair(outcome.margin)
        return self._battles[key]

    def _spend(self, work: int) -> None:
        self._work += work
        if self._work > MOST_WORK:
            raise InvalidInput(
                "up to here the record has too many different battles, or too large ones;"
                " judge it in parts" + (", or without exact fractions" if self.exact else "")
            )

    def _check_called_off(self, record: BattleRecord) -> None:
        if isinstance(self.rules.combat, ColouredDice):
            raise InvalidInput(
                f"under the rules {self.rules.name} no battle is called off, so one side must"
                " have nothing left"
            )
        key = record.force, record.defenders
        if key not in self._reached:
            self._spend(record.force * record.defenders // 10)
            self._reached[key] = reachable(attack(*key, self.rules))
        if not self._reached[key][record.attackers_left] >> record.defenders_left & 1:
            raise InvalidInput(self._impossible(record))

    @staticmethod
    def _impossible(record: BattleRecord) -> str:
        return (
            f"a force of {record.force:,} against {record.defenders:,} cannot come to"
            f" {record.attackers_left:,} and {record.defenders_left:,} left if both roll all"
            " the dice they may"
        )

    def _roll(self, record: RollRecord) -> Result:
        combat = self.rules.combat
        if not isinstance(combat, RankedDice) or combat.round_table is not None:
            raise InvalidInput(
                "single rolls are judged under rules with numbered dice compared by rank, as"
                f" classic, not {self.rules}"
            )
        check_no_decisions(combat)
        sides = (
            ("attacker", record.attack_dice, combat.attack_dice, combat.attack_die),
            ("defender", record.defence_dice, combat.defence_dice, combat.defence_die),
        )
        for side, faces, most, die in sides:
            if len(faces) > most:
                raise InvalidInput(f"the {side} rolls {most} dice at most, not {len(faces)}")
            for face in faces:
                if face not in die.counts:
                    raise InvalidInput(f"no face of the {side}'s dice shows {face}")
        key = len(record.attack_dice), len(record.defence_dice)
        if key not in self._rolls:
            weights: dict[int, int] = {}
            for (lost, killed), weight in ranked_round(combat, *key).outcomes:
                weights[killed - lost] = weights.get(killed - lost, 0) + weight
            low, high = min(weights), max(weights)
            every = tuple(weights.get(number, 0) for number in range(low, high + 1))
            self._rolls[key] = _Fair(Pmf(low, every, sum(every)))
        fair = self._rolls[key]
        lost, killed = dice_losses(combat, record.attack_dice, record.defence_dice)
        worth = fair.exact_percentiles[killed - lost]
        return Result(
            record,
            worth if self.exact else float(worth),
            None,
            None,
            fair.spread,
            ((fair.percentiles[killed - lost], 1.0),),
        )


def reachable(battle: Battle) -> list[int]:
    """Return which states a battle can come to when both sides roll all the dice they may.

    Returns
    -------
    list of int
        For each number of attackers left, a number whose bit d is set if d defenders can be
        left beside them.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> [bin(line) for line in reachable(attack(3, 2, find_ruleset("classic")))]
    ['0b110', '0b111', '0b11', '0b101']
    """
    combat = battle.rules.combat
    assert isinstance(combat, RankedDice)
    force, defenders = battle.armies
    reached = [0] * (force + 1)
    reached[force] = 1 << defenders
    # Which numbers of defenders roll so many dice, as bits.
    rolling = {dice: 1 << dice for dice in range(1, combat.defence_dice)}
    above = (1 << defenders + 1) - (1 << combat.defence_dice)
    rolling[combat.defence_dice] = max(0, above)
    for left in range(force, 0, -1):
        moves = [
            (lost, killed, rolling[dice])
            for dice in rolling
            for (lost, killed), _ in ranked_round(
                combat, min(left, combat.attack_dice), dice
            ).outcomes
        ]
        along = [(killed, bits) for lost, killed, bits in moves if not lost]
        line, before = reached[left], 0
        while line != before:
            before = line
            for killed, bits in along:
                line |= (line & bits) >> killed
        reached[left] = line
        for lost, killed, bits in moves:
            if lost:
                reached[max(0, left - lost)] |= (line & bits) >> killed
    return reached
