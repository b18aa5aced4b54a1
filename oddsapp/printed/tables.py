"""All battles of up to so many armies at once, as tables that a script can look them up in.

Under rules such as 3 dice against 2, both sides' losses of a battle say how it went as long
as all roll their full dice. So P(taken with a' left) depends on the defenders and on the
attackers lost alone if a' is at least the attacker's dice, and P(held with d' left) on the
attackers and the defenders lost alone if d' is at least the defender's. Two tables hold
those, and one table for each smaller a' and d' the rest: five in all for 3 dice against 2.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from struct import pack
from typing import Any

from oddsapp.combat import attack
from oddsapp.errors import InvalidInput
from oddsapp.odds.classic import is_linear
from oddsapp.odds.outcome import AttackOutcome
from oddsapp.odds.solve import battle
from oddsapp.rules import RankedDice, Ruleset

MOST = 50
"""The largest force and the most defenders that are looked up."""

MOST_WHOLE = 25
"""The same for the ends where every battle's are kept, in place of five tables."""

SIZES = range(1, MOST + 1)

NEVER = 0xFFFF
"""Stands for a mean that does not exist, as nobody ever wins."""


@dataclass(frozen=True, kw_only=True)
class BattleTables:
    """What is known of all battles up to `MOST` v `MOST`.

    Parameters
    ----------
    win, lose : list of float
        P(win) and P(lose) of a force of 1 against 1, 2, …, then of a force of 2, and so on.
    left : list of (int, int, int)
        In the same order, for the attacker if the territory is taken: the mean of what is
        left in hundredths, and the interval that holds it in 90 of 100 battles won.
    held : list of (int, int, int)
        The same for the defender if it is not.
    ends : dict
        The probabilities of all ends: ``most``, up to which size, and ``kind``, how they lie:
        ``tables`` or ``whole``; with the numbers of ``dice`` in the first case.
    numbers : list of float
        The probabilities themselves.
    """

    win: list[float]
    lose: list[float]
    left: list[tuple[int, int, int]]
    held: list[tuple[int, int, int]]
    ends: dict[str, Any]
    numbers: list[float]

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON: numbers little-endian, as base64."""
        return {
            "most": MOST,
            "never": NEVER,
            "win": _doubles(self.win),
            "lose": _doubles(self.lose),
            "left": _summaries(self.left),
            "held": _summaries(self.held),
            "ends": {**self.ends, "numbers": _doubles(self.numbers)},
        }


def battle_tables(rules: Ruleset) -> BattleTables:
    """Return the tables of all battles under these rules, every number the solver's own.

    Raises
    ------
    InvalidInput
        If a battle may leave nobody at all, as a table of one's own in place of dice can.
    """
    outcomes = [[_fought(force, against, rules) for against in SIZES] for force in SIZES]
    every = [outcome for row in outcomes for outcome in row]
    dice = _dice_of_tables(rules)
    if dice is not None:
        ends: dict[str, Any] = {"kind": "tables", "most": MOST, "dice": dice}
        numbers = list(_by_losses(outcomes, *dice))
    else:
        ends = {"kind": "whole", "most": MOST_WHOLE}
        small = (row[:MOST_WHOLE] for row in outcomes[:MOST_WHOLE])
        numbers = [p for row in small for outcome in row for p in _ends_of(outcome)]
    return BattleTables(
        win=[outcome.win for outcome in every],
        lose=[outcome.lose for outcome in every],
        left=[_summary(outcome, 0) for outcome in every],
        held=[_summary(outcome, 1) for outcome in every],
        ends=ends,
        numbers=numbers,
    )


def _fought(force: int, defenders: int, rules: Ruleset) -> AttackOutcome:
    outcome = battle(force=force, defenders=defenders, rules=rules)
    if outcome.margin.pmf(0):
        raise InvalidInput(
            "battles are looked up that somebody wins; under these rules some leave nobody"
        )
    return outcome


def _dice_of_tables(rules: Ruleset) -> tuple[int, int] | None:
    """Return the dice of both sides if tables hold all ends, None if whole battles are kept.

    Only where the solver is linear are the numbers of the tables its own to the last bit: it
    then finds an end by the losses alone. And many dice make more tables than there is room for.
    """
    combat = rules.combat
    if not isinstance(combat, RankedDice) or combat.balance is not None:
        return None
    attack_dice, defence_dice = combat.attack_dice, combat.defence_dice
    small = attack_dice + defence_dice - 2
    needed = MOST * (2 * MOST - small) + small * MOST * MOST
    if needed > MOST_WHOLE**2 * (MOST_WHOLE + 1) or not is_linear(attack(MOST, MOST, rules)):
        return None
    return attack_dice, defence_dice


def _by_losses(
    outcomes: Sequence[Sequence[AttackOutcome]], attack_dice: int, defence_dice: int
) -> Iterable[float]:
    """Yield the tables one after the other: the two large ones, then the small ends."""
    largest, strongest = outcomes[-1], [row[-1] for row in outcomes]
    for outcome in largest:  # by defenders, then by attackers lost
        yield from (outcome.margin.pmf(MOST - lost) for lost in range(MOST - attack_dice + 1))
    for outcome in strongest:  # by attackers, then by defenders lost
        yield from (outcome.margin.pmf(lost - MOST) for lost in range(MOST - defence_dice + 1))
    small = [*range(1, attack_dice), *(-left for left in range(1, defence_dice))]
    for margin in small:
        yield from (outcome.margin.pmf(margin) for row in outcomes for outcome in row)


def _ends_of(outcome: AttackOutcome) -> Iterable[float]:
    """Yield P(taken with 1, 2, … left), then P(held with 1, 2, … left)."""
    force, defenders = outcome.battle.armies
    yield from (outcome.margin.pmf(left) for left in range(1, force + 1))
    yield from (outcome.margin.pmf(-left) for left in range(1, defenders + 1))


def _summary(outcome: AttackOutcome, owner: int) -> tuple[int, int, int]:
    """Return the mean in hundredths and the 90 % interval of what the winner has left."""
    if not (outcome.lose if owner else outcome.win):
        return NEVER, 0, 0
    left = outcome.ends.won_by(owner).left(owner)
    return (round(100 * left.mean()), *left.interval(0.9))


def _doubles(numbers: Sequence[float]) -> str:
    return b64encode(pack(f"<{len(numbers)}d", *numbers)).decode("ascii")


def _summaries(rows: Iterable[tuple[int, int, int]]) -> str:
    return b64encode(b"".join(pack("<HBB", *row) for row in rows)).decode("ascii")
