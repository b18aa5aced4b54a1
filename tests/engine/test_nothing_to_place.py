"""Where nothing can be placed the turn goes on, and no position is a dead end (T-4, T-5)."""

from __future__ import annotations

from typing import Any

import pytest

from oddsapp.engine import GameState, Phase, legal_actions
from oddsapp.engine.actions import EndReinforcement
from tests.engine.positions import SQUARE, play, position, refused


def full(reserve: int = 3, hand: tuple[int, ...] = (), **changes: Any) -> GameState:
    """Return the begin of a turn on two territories with 4 armies each."""
    return position(
        {0: {"A": 4, "B": 4}, 1: {"C": 1}, 2: {"D": 1}},
        board=SQUARE,
        phase=Phase.REINFORCE,
        state={"reserves": (reserve, 0, 0, 0), "hands": (hand, (), ())},
        **changes,
    )


@pytest.mark.rule("T-5")
def test_with_all_territories_full_what_is_due_is_lost() -> None:
    state = full(stack_limit=4)
    assert [actions.action for actions in legal_actions(state)] == [EndReinforcement()]
    after = play(state, "end the reinforcement")
    assert (after.phase, after.reserves[0]) == (Phase.ATTACK, 0)


@pytest.mark.rule("T-2")
def test_with_nothing_due_the_attack_may_begin() -> None:
    state = full(0, least_reinforcements=0)
    assert play(state, "end the reinforcement").phase is Phase.ATTACK


@pytest.mark.rule("K-8", "K-9")
def test_a_set_may_be_traded_before_that_and_must_with_five() -> None:
    state = full(hand=(0, 1, 2), stack_limit=4)
    assert len(list(legal_actions(state))) == 3  # a bonus on A or on B, or going on
    traded = play(state, "trade A; B; C, bonus on A")
    assert (traded.phase, traded.armies[0]) == (Phase.ATTACK, 6)  # no set is left to trade
    forced = full(hand=(0, 1, 2, 3, 4), stack_limit=4)
    refused(forced, "end the reinforcement", "K-9")


@pytest.mark.rule("T-4")
def test_as_long_as_something_can_be_placed_it_must_be() -> None:
    refused(full(stack_limit=5), "end the reinforcement", "T-4", "before the first attack")
    refused(full(), "end the reinforcement", "T-4")
