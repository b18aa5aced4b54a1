"""Ends of whole battles that stopped under another rule than the engine's own action has."""

import pytest

from oddsapp.engine import Phase, apply_action, parse_action
from oddsapp.engine.attack import apply_battle, end_battle, moves_in
from oddsapp.engine.events import Fought
from tests.engine.positions import SQUARE, armies_on, position

START = position({0: {"A": 8}, 1: {"B": 3, "C": 1}, 2: {"D": 1}}, board=SQUARE)
PENDING = apply_action(START, parse_action("attack A -> B until 1 armies are left"))


@pytest.mark.rule("C-5")
def test_a_battle_may_end_with_armies_on_both_sides() -> None:
    after = end_battle(PENDING, Fought(7, 2), reserve=0)
    assert after.phase is Phase.ATTACK
    assert after.assault is None
    assert armies_on(after, "A", "B") == (8, 2)
    assert not after.conquered


@pytest.mark.rule("C-6")
@pytest.mark.parametrize(("reserve", "least"), [(0, 3), (4, 3), (5, 2), (6, 1)])
def test_as_many_move_in_as_the_force_without_its_reserve_rolled(reserve: int, least: int) -> None:
    after = end_battle(PENDING, Fought(7, 0), reserve)
    assert after.phase is Phase.OCCUPY
    assert moves_in(after) == (least, 7)


def test_without_a_reserve_it_is_what_the_event_does() -> None:
    for event in (Fought(5, 0), Fought(0, 2)):
        assert end_battle(PENDING, event, reserve=0) == apply_battle(PENDING, event)
