"""The classic battle (rules C-1 to C-4), by trying every face of every die.

Attackers are counted as the force: the army that stays at home is not among them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from typing import TypedDict, Unpack

from tests.reference.walk import walk

SIX = (1, 2, 3, 4, 5, 6)

Losses = tuple[int, int]
"""Armies that the attacker loses, armies that the defender loses."""

State = tuple[int, int]
"""Attackers left, defenders left."""

RoundTable = Mapping[tuple[int, int], Mapping[Losses, int]]
"""(attacker's dice, defender's dice) -> losses -> weight, instead of dice."""


@dataclass(frozen=True)
class Rules:
    """Most dice a side throws, the faces of each, who wins ties.

    A round table takes the place of the dice, but not of their number.
    """

    attack_dice: int = 3
    defence_dice: int = 2
    attack_face: Sequence[int] = SIX
    defence_face: Sequence[int] = SIX
    ties: str = "defender"
    round_table: RoundTable | None = None


class Options(TypedDict, total=False):
    """The fields of `Rules` as keywords."""

    attack_dice: int
    defence_dice: int
    attack_face: Sequence[int]
    defence_face: Sequence[int]
    ties: str
    round_table: RoundTable | None


def losses_of_roll(
    attack_roll: Sequence[int], defence_roll: Sequence[int], ties: str = "defender"
) -> Losses:
    """Who loses how much when these faces lie on the table.

    Both sides sort their dice, high to low, and compare pair by pair as long as both
    have a die. The lower die of a pair costs its owner one army. Equal dice cost the
    side that ``ties`` does not name one army, or cost nothing if it says "nobody".
    """
    if ties not in ("attacker", "defender", "nobody"):
        raise ValueError(f"ties go to attacker, defender or nobody, not {ties!r}")
    attacker_loses = 0
    defender_loses = 0
    high_first = sorted(attack_roll, reverse=True), sorted(defence_roll, reverse=True)
    for attack_die, defence_die in zip(*high_first, strict=False):
        if attack_die > defence_die:
            defender_loses += 1
        elif attack_die < defence_die:
            attacker_loses += 1
        elif ties == "attacker":
            defender_loses += 1
        elif ties == "defender":
            attacker_loses += 1
    return attacker_loses, defender_loses


def round_losses(
    attack_faces: Sequence[Sequence[int]],
    defence_faces: Sequence[Sequence[int]],
    ties: str = "defender",
) -> dict[Losses, Fraction]:
    """Chance of each pair of losses in one roll; one entry per die, its faces."""
    return dict(
        _round_losses(
            tuple(tuple(die) for die in attack_faces),
            tuple(tuple(die) for die in defence_faces),
            ties,
        )
    )


@cache
def _round_losses(
    attack: tuple[tuple[int, ...], ...], defence: tuple[tuple[int, ...], ...], ties: str
) -> dict[Losses, Fraction]:
    count: dict[Losses, int] = {}
    for attack_roll in product(*attack):
        for defence_roll in product(*defence):
            losses = losses_of_roll(attack_roll, defence_roll, ties)
            count[losses] = count.get(losses, 0) + 1
    every = sum(count.values())
    return {losses: Fraction(n, every) for losses, n in count.items()}


def after_roll(state: State, rules: Rules) -> dict[State, Fraction] | None:
    """Chance of each state after one roll; None when a side is gone.

    Each side throws as many dice as it may, but no more than it has armies. A round
    table may ask for more armies than there are: then all that are there go.
    """
    attackers, defenders = state
    if attackers == 0 or defenders == 0:
        return None
    thrown = min(rules.attack_dice, attackers), min(rules.defence_dice, defenders)
    if rules.round_table is None:
        chances = round_losses(
            [rules.attack_face] * thrown[0],
            [rules.defence_face] * thrown[1],
            rules.ties,
        )
    else:
        weights = rules.round_table[thrown]
        every = sum(weights.values())
        chances = {losses: Fraction(n, every) for losses, n in weights.items()}
    after: dict[State, Fraction] = {}
    for (attacker_loses, defender_loses), chance in chances.items():
        new = max(0, attackers - attacker_loses), max(0, defenders - defender_loses)
        after[new] = after.get(new, Fraction(0)) + chance
    return after


def end_states(force: int, defenders: int, **options: Unpack[Options]) -> dict[State, Fraction]:
    """Chance of each end (attackers left, defenders left), fought to the end."""
    rules = Rules(**options)
    return walk((force, defenders), lambda state: after_roll(state, rules), sum)[0]


def expected_rolls(force: int, defenders: int, **options: Unpack[Options]) -> Fraction:
    """Expected number of rolls to the end; rolls that change nothing count too."""
    rules = Rules(**options)
    return walk((force, defenders), lambda state: after_roll(state, rules), sum)[1]


def rolls(force: int, defenders: int, **options: Unpack[Options]) -> dict[int, Fraction]:
    """Chance of each number of rolls to the end, one roll after the other.

    Only where every roll costs somebody an army: otherwise the number has no bound.
    """
    rules = Rules(**options)
    fighting: dict[State, Fraction] = {(force, defenders): Fraction(1)}
    over_after: dict[int, Fraction] = {}
    made = 0
    while fighting:
        still_fighting: dict[State, Fraction] = {}
        for state, chance in fighting.items():
            after = after_roll(state, rules)
            if after is None:
                over_after[made] = over_after.get(made, Fraction(0)) + chance
                continue
            if after.get(state):
                raise ValueError("a roll may change nothing: no bound on the rolls")
            for new, part in after.items():
                arrived = still_fighting.get(new, Fraction(0))
                still_fighting[new] = arrived + chance * part
        fighting = still_fighting
        made += 1
    return over_after
