"""The twin of house dice against what was published about bunkers."""

from fractions import Fraction

import pytest

from tests.reference.classic_twin import end_states
from tests.reference.golden import both, golden
from tests.reference.house_twin import House, changed


@pytest.mark.parametrize("dice", golden("bunker_rounds")["rounds"])
def test_published_rounds_against_a_bunker(dice: str) -> None:
    attack, defence = both(dice)
    chances = House(defence_changes=(("top", 1),)).round(attack, defence)
    pairs = min(attack, defence)
    known = golden("bunker_rounds")["rounds"][dice]
    assert float(chances[pairs, 0]) == pytest.approx(known["defender"], abs=6e-4)
    assert float(chances.get((1, 1), Fraction(0))) == pytest.approx(known["split"], abs=6e-4)
    assert float(chances[0, pairs]) == pytest.approx(known["attacker"], abs=6e-4)


def test_without_changes_it_is_the_classic_battle() -> None:
    assert House().end_states(4, 4) == end_states(4, 4)


def test_dice_on_the_table() -> None:
    assert changed([6, 2], (("top", 1), ("each", 1)), (1, 6)) == [3, 6]
    assert changed([1], (("top", -1), ("bottom", -1)), None) == [-1]
    assert changed([7], (), (1, 6)) == [7]
