"""A clock beside a game that is written down: what is recorded when the time is up (C-9)."""

from __future__ import annotations

import pytest

from oddsapp.engine import Phase, new_game
from oddsapp.engine.actions import ClockExpired
from oddsapp.engine.clock import AttackClock
from oddsapp.engine.record import GameRecord, replay
from oddsapp.errors import IllegalMove
from tests.engine.random_play import TOY


def attacking() -> GameRecord:
    """Return a game on the toy board at its first attack; it is player 1's."""
    record = GameRecord(new_game("classic", players=3, board=TOY, attack_seconds=120).game)
    record.add("roll for the first turn 6 2 1")
    for territory in ("West Coast", "Island", "Reef", "East Coast", "Zone 1 dice"):
        record.add(f"deal {territory}")
    record.add("deal Sector 1 armies")
    while record.state.phase is Phase.PLACE:
        own = ("East Coast", "Zone 1 dice", "Reef")[record.state.player]
        record.add(f"place 1 army on {own}")
    record.add("place 3 armies on East Coast")
    return record


@pytest.mark.rule("C-9")
def test_time_is_up_during_a_roll_which_is_finished_and_the_log_replays() -> None:
    record = attacking()
    clock = AttackClock.of(record.state)
    assert clock is not None
    clock = clock.started(now=1000)
    assert clock.expired(record.state, now=1119) is None
    record.add("attack East Coast -> Zone 1 dice with 3 dice")
    clock = clock.paused(now=1119).started(now=5000)  # a question before the dice
    due = clock.expired(record.state, now=5001)
    assert due == ClockExpired()
    record.add(due)
    assert record.state.phase.value == "roll"
    assert clock.expired(record.state, now=5002) is None  # said once
    record.add("roll 6 6 6 against 5 5")
    assert record.state.phase is Phase.FORTIFY
    with pytest.raises(IllegalMove, match="rule T-1"):
        record.add("attack East Coast -> Zone 1 dice with 3 dice")
    assert "time is up" in record.log
    assert replay(record.game, record.log) == record.state


@pytest.mark.rule("C-9")
def test_nothing_is_recorded_outside_the_attack_phase() -> None:
    record = attacking()
    clock = AttackClock(seconds=120).started(now=0)
    record.add("end the attack")
    assert clock.has_expired(now=500)
    assert clock.expired(record.state, now=500) is None
