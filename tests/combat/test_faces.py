"""The faces on the table and the distribution of a roll are one rule (M-4 to M-8)."""

from __future__ import annotations

from itertools import product
from math import prod
from typing import Any

import pytest

from oddsapp.combat import Battle, border_clash, mass_invasion, spoils_of_war
from oddsapp.errors import InvalidInput
from oddsapp.rules import find_ruleset

RISK2 = find_ruleset("risk2")


@pytest.mark.rule("M-4", "M-5", "M-6", "M-7", "M-8")
@pytest.mark.parametrize(
    "changes",
    [
        {},
        {"mass_reading": "individual", "casualties": "own"},
        {"spoils_reading": "pairwise", "casualties": "highest"},
        {"ties": "nobody", "casualties": "fixed", "fixed_casualties": 2},
    ],
)
@pytest.mark.parametrize("kind", range(4))
def test_all_faces_together_are_the_distribution_of_the_roll(
    changes: dict[str, Any], kind: int
) -> None:
    rules = RISK2.replace(**changes)
    battle: Battle = [
        mass_invasion([7], 4, rules),
        mass_invasion([12, 3], 6, rules),
        border_clash(20, 2, rules),
        spoils_of_war([[6, 2], [11]], rules),
    ][kind]
    state = battle.armies
    found: dict[tuple[int, ...], int] = {}
    dice = battle.dice(state)
    for faces in product(*(die.counts for die in dice)):
        after = battle.after(state, faces)
        weight = prod(die.counts[face] for die, face in zip(dice, faces, strict=True))
        found[after] = found.get(after, 0) + weight
    assert found == dict(battle.successors(state)[0])


@pytest.mark.rule("M-2")
def test_armies_that_are_gone_roll_no_die() -> None:
    battle = spoils_of_war([[6, 2], [11]], RISK2)
    assert [die.name for die in battle.dice((6, 0, 11))] == ["yellow", "green"]
    assert battle.after((6, 0, 11), (4, 1)) == (6, 0, 9)


def test_classic_battles_have_no_dice_of_armies() -> None:
    from oddsapp.combat import attack

    with pytest.raises(InvalidInput, match="RISK II has it"):
        attack(3, 2, find_ruleset("classic")).dice((3, 2))
