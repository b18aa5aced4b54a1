"""The clock of the attack phase (C-9)."""

from __future__ import annotations

from typing import Any

import pytest

from oddsapp.engine import GameState, Phase, legal_actions, table_actions
from oddsapp.engine.actions import ClockExpired
from oddsapp.engine.clock import AttackClock
from oddsapp.errors import InvalidInput
from tests.engine.positions import SQUARE, armies_on, play, position, refused

ATTACK = "attack A -> B with 3 dice"


def timed(phase: Phase = Phase.ATTACK, **changes: Any) -> GameState:
    return position(
        {0: {"A": 9, "D": 2}, 1: {"B": 3}, 2: {"C": 3}},
        board=SQUARE,
        phase=phase,
        attack_seconds=120,
        **changes,
    )


@pytest.mark.rule("C-9")
def test_between_rolls_play_goes_to_fortification_at_once() -> None:
    state = timed()
    assert ClockExpired() in [actions.action for actions in table_actions(state)]
    after = play(state, "time is up")
    assert (after.phase, after.player) == (Phase.FORTIFY, 0)
    refused(after, ATTACK, "T-1")


@pytest.mark.rule("C-9")
@pytest.mark.parametrize("roll", ["roll 6 6 6 against 1 1", "roll 1 1 1 against 6 6"])
def test_the_comparison_under_way_is_finished(roll: str) -> None:
    after = play(timed(), ATTACK, "time is up", roll)
    assert after.phase is Phase.FORTIFY
    assert sum(armies_on(after, "A", "B")) == 10


@pytest.mark.rule("C-9")
def test_so_it_is_while_the_defender_thinks_and_while_a_roll_is_adjusted() -> None:
    asked = play(timed(defender_chooses=True), ATTACK, "time is up")
    assert asked.phase is Phase.DEFEND
    assert play(asked, "defend with 2 dice", "roll 1 1 1 against 6 6").phase is Phase.FORTIFY
    lying = play(timed(commander=True), ATTACK, "roll 1 1 1 against 6 6", "time is up")
    assert lying.phase is Phase.ADJUST
    assert play(lying, "command the 1 to the highest face").phase is Phase.FORTIFY


@pytest.mark.rule("C-9")
def test_a_conquest_is_moved_into_before_the_phase_ends() -> None:
    battle = play(timed(), "attack A -> B until 1 army are left", "time is up")
    won = play(battle, "fight down to 5 against 0")
    assert won.phase is Phase.OCCUPY
    assert play(won, "move in 5 armies").phase is Phase.FORTIFY


@pytest.mark.rule("C-9", "K-10")
def test_cards_won_are_traded_and_placed_before_the_phase_ends() -> None:
    state = timed(state={"hands": ((0, 1, 2), (3, 4, 5), ())})
    won = play(state, "attack A -> B until 1 army are left", "fight down to 5 against 0")
    spoils = play(won, "time is up", "move in 5 armies")
    assert spoils.phase is Phase.SPOILS
    trade = next(iter(legal_actions(spoils))).action
    traded = play(spoils, str(trade))
    assert play(traded, f"place {traded.reserves[0]} armies on A").phase is Phase.FORTIFY


@pytest.mark.rule("C-9")
def test_the_clock_runs_in_attacks_only_if_the_rules_have_one_and_once() -> None:
    for phase in (Phase.REINFORCE, Phase.FORTIFY):
        refused(timed(phase), "time is up", "C-9")
    no_clock = position({0: {"A": 9, "D": 2}, 1: {"B": 3}, 2: {"C": 3}}, board=SQUARE)
    refused(no_clock, "time is up", "C-9")
    refused(play(timed(), ATTACK, "time is up"), "time is up", "C-9")


@pytest.mark.rule("C-9")
def test_the_next_turn_has_its_own_time() -> None:
    after = play(timed(), "time is up", "end the turn")
    assert (after.player, after.time_up) == (1, False)


@pytest.mark.rule("C-9", "T-10")
def test_time_cannot_be_taken_back() -> None:
    refused(play(timed(), "time is up"), "undo", "T-10")
    refused(play(timed(), ATTACK, "time is up"), "undo", "T-10")


# --- the clock itself -------------------------------------------------------------------


@pytest.mark.rule("C-9")
@pytest.mark.parametrize("seconds", [120, 180])
def test_two_or_three_minutes(seconds: int) -> None:
    state = timed().evolve(
        game=position({}, rest=0, players=2, board=SQUARE, attack_seconds=seconds).game
    )
    clock = AttackClock.of(state)
    assert clock is not None
    running = clock.started(now=50.0)
    assert running.left(now=60.0) == seconds - 10
    assert not running.has_expired(now=50.0 + seconds - 0.5)
    assert running.has_expired(now=50.0 + seconds)
    assert running.left(now=1e9) == 0


@pytest.mark.rule("C-9")
def test_it_pauses_for_questions() -> None:
    clock = AttackClock(seconds=120).started(now=0)
    asked = clock.paused(now=100)
    assert not asked.has_expired(now=100_000)
    again = asked.started(now=500)
    assert again.started(now=510) == again  # it runs already
    assert (again.left(now=510), again.has_expired(now=520)) == (10, True)
    assert asked.paused(now=700) == asked


def test_no_clock_unless_the_rules_say_so() -> None:
    assert AttackClock.of(position({}, rest=0, players=2, board=SQUARE)) is None
    with pytest.raises(InvalidInput, match="more than 0 seconds"):
        AttackClock(seconds=0)
