"""Corrections: an undo up to the last chance event, or to somebody else's move (T-10)."""

from __future__ import annotations

from typing import Any

import pytest

from oddsapp.engine import GameState, Phase, current_player, new_game, table_actions
from oddsapp.engine.actions import Undo
from tests.engine.positions import SQUARE, is_listed, play, position, refused


def table(phase: Phase = Phase.REINFORCE, **more: Any) -> GameState:
    state = {"reserves": (5, 0, 0, 0), **more.pop("state", {})}
    held = {0: {"A": 9, "D": 4}, 1: {"B": 3}, 2: {"C": 3}}
    return position(held, board=SQUARE, phase=phase, state=state, **more)


@pytest.mark.rule("T-10")
def test_a_slip_is_taken_back_step_by_step() -> None:
    start = table()
    one = play(start, "place 2 armies on A")
    two = play(one, "place 3 armies on D")
    assert two.phase is Phase.ATTACK
    assert play(two, "undo") == one
    assert play(two, "undo", "undo") == start
    refused(start, "undo", "T-10", "nothing to undo")
    refused(play(two, "undo", "undo"), "undo", "T-10")


@pytest.mark.rule("T-10")
def test_the_undo_itself_is_no_move_that_could_be_undone() -> None:
    back = play(table(), "place 2 armies on A", "place 1 army on A", "undo", "place 1 army on D")
    assert play(back, "undo", "undo") == table()


@pytest.mark.rule("T-10")
@pytest.mark.parametrize(
    ("phase", "line"),
    [
        (Phase.ATTACK, "end the attack"),
        (Phase.ATTACK, "attack A -> B with 3 dice"),
        (Phase.ATTACK, "attack A -> B until 2 armies are left"),
        (Phase.ATTACK, "propose a draw"),
        (Phase.FORTIFY, "fortify 3 armies A -> D"),
        (Phase.REINFORCE, "trade A; B; C, bonus on A"),
    ],
)
def test_what_can_be_undone(phase: Phase, line: str) -> None:
    state = table(phase, fortify="free", state={"hands": ((0, 1, 2), (), ())})
    after = play(state, line)
    assert is_listed(after, Undo())
    assert play(after, "undo") == state
    assert state != after


@pytest.mark.rule("T-10")
@pytest.mark.parametrize("roll", ["roll 6 5 1 against 4 3", "roll 1 1 1 against 4 3"])
def test_not_past_dice(roll: str) -> None:
    after = play(table(Phase.ATTACK), "attack A -> B with 3 dice", roll)
    refused(after, "undo", "T-10")
    assert play(play(after, "end the attack"), "undo") == after
    lying = play(table(Phase.ATTACK, commander=True), "attack A -> B with 3 dice", roll)
    refused(lying, "undo", "T-10")


@pytest.mark.rule("T-10")
def test_not_past_a_card_drawn_and_not_past_the_turn() -> None:
    state = table(Phase.FORTIFY, state={"conquered": True, "reserves": (0,) * 4})
    drawn = play(state, "end the turn", "draw A")
    assert drawn.player == 1
    refused(drawn, "undo", "T-10")
    refused(play(table(Phase.FORTIFY), "end the turn"), "undo", "T-10")
    before = table(Phase.ATTACK, rules="parker1993", state={"conquered": True})
    refused(play(before, "end the attack", "draw A"), "undo", "T-10")


@pytest.mark.rule("T-10", "C-3")
def test_not_past_the_defenders_answer() -> None:
    """Otherwise the attacker could hear it and announce again."""
    asked = play(table(Phase.ATTACK, defender_chooses=True), "attack A -> B with 3 dice")
    assert play(asked, "undo").phase is Phase.ATTACK
    refused(play(asked, "defend with 2 dice"), "undo", "T-10")


@pytest.mark.rule("T-10")
def test_not_past_the_next_player_at_setup() -> None:
    state = new_game("classic", players=3, board=SQUARE, first_player="seat", allocation="claim")
    claimed = play(state, "claim A")
    assert current_player(claimed) == 1
    refused(claimed, "undo", "T-10")


@pytest.mark.rule("T-10")
def test_of_two_armies_at_setup_the_first_may_be_taken_back() -> None:
    state = position(
        {0: {"A": 1}, 1: {"B": 1}, -1: {"C": 1, "D": 1}},
        players=2,
        board=SQUARE,
        phase=Phase.PLACE,
        state={"reserves": (9, 9, 9), "step": (2, 1)},
    )
    assert play(state, "place 1 army on C", "undo") == state


@pytest.mark.rule("T-10")
def test_a_game_won_stays_won() -> None:
    state = position({0: {"A": 9, "B": 1, "C": 1}, 1: {"D": 1}}, board=SQUARE)
    won = play(state, "attack A -> D with 3 dice", "roll 6 6 6 against 1", "move in 3 armies")
    assert list(table_actions(won)) == []
    refused(won, "undo", "T-10")


@pytest.mark.rule("T-10")
def test_attack_and_dice_are_announced_first() -> None:
    """The roll is another step: who attacks what with how many dice stands before it."""
    rolling = play(table(Phase.ATTACK), "attack A -> B with 2 dice")
    assert rolling.phase is Phase.ROLL
    assert rolling.assault is not None
    assert (rolling.assault.origin, rolling.assault.target, rolling.assault.dice) == (0, 1, 2)


@pytest.mark.rule("T-10")
def test_a_state_is_the_same_whatever_can_be_undone() -> None:
    one = play(table(), "place 2 armies on A", "place 3 armies on D")
    other = play(table(), "place 3 armies on D", "place 2 armies on A")
    assert one == other
    assert hash(one) == hash(other)
    assert play(one, "undo") != play(other, "undo")
