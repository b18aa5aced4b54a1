"""How a RISK II game begins: its players, its armies, its allocations (S-1, S-5, S-6)."""

from __future__ import annotations

from typing import Any

import pytest

from oddsapp.engine import (
    UNCLAIMED,
    GameState,
    Phase,
    legal_actions,
    new_game,
    parse_action,
    player_view,
    table_actions,
)
from oddsapp.engine.actions import AgreeToSetup, Station, TakeBack
from oddsapp.engine.record import parse_step, replay
from oddsapp.engine.save_file import record_from_dict, record_to_dict
from oddsapp.engine.state import BEFORE_PLAY
from oddsapp.errors import InvalidInput
from oddsapp.rules import find_ruleset
from tests.engine.same_time import RING, play, refused
from tests.engine.setups import SETUP_AT_ONCE, random_setup

STARTING = {3: 35, 4: 30, 5: 25, 6: 20, 7: 17, 8: 15}
PRESETS = ("risk2", "risk2_shipped_game", "risk2_manual")


@pytest.mark.rule("S-1", "S-6")
@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize(("players", "armies"), STARTING.items())
def test_3_to_8_players_start_with_the_same_armies_as_in_classic_risk(
    rules: str, players: int, armies: int
) -> None:
    state = new_game(rules, players=players, board="risk2")
    assert state.reserves == (armies,) * players + (0,)
    if players <= 6:
        assert armies == find_ruleset("classic").setup.armies_for(players)


@pytest.mark.rule("S-6")
@pytest.mark.parametrize("players", [2, 9])
def test_fewer_than_3_players_and_more_than_8_are_refused(players: int) -> None:
    with pytest.raises(InvalidInput, match=f"for 3 to 8 players, not {players}"):
        new_game("risk2", players=players, board="risk2")


@pytest.mark.rule("S-1", "S-5", "S-6")
@pytest.mark.parametrize("players", STARTING)
@pytest.mark.parametrize("allocation", ["deal", "claim"])
@pytest.mark.parametrize("together", [False, True])
def test_every_setup_leads_to_the_first_round_with_all_armies_placed(
    players: int, allocation: str, together: bool
) -> None:
    record, states = random_setup(
        players, players=players, allocation=allocation, placed_together=together
    )
    state = record.state
    assert state.phase not in BEFORE_PLAY
    assert UNCLAIMED not in state.owners
    held = [0] * players
    for owner, armies in zip(state.owners, state.armies, strict=True):
        held[owner] += armies
    assert held == [STARTING[players]] * players
    counts = [state.owners.count(player) for player in range(players)]
    assert max(counts) - min(counts) <= 1
    phases = {state.phase for state in states}
    assert (Phase.CLAIM in phases) == (allocation == "claim")
    assert (Phase.ARRANGE in phases) == together
    assert (Phase.PLACE in phases) == (not together)
    assert replay(record.game, record.log) == state
    assert record_from_dict(record_to_dict(record)).state == state


@pytest.mark.rule("S-5")
def test_every_kind_of_action_and_event_of_a_setup_has_been_seen() -> None:
    seen: set[type] = set()
    for seed in range(3):
        record, _ = random_setup(
            seed, board=RING, allocation="election", placed_together=True, talk=0.1
        )
        seen |= {type(parse_step(line)) for line in record.log}
    assert seen >= SETUP_AT_ONCE


@pytest.mark.rule("S-5")
def test_the_presets_deal_and_place_in_turn() -> None:
    for name in PRESETS:
        rules = find_ruleset(name)
        assert rules.setup.allocation == "deal"
        assert not rules.same_time.placed_together


# -- simultaneous allocation ---------------------------------------------------------------


def arranging(**changes: Any) -> GameState:
    """Three players with two territories each on a ring, A and D, B and E, C and F."""
    rules: dict[str, Any] = {"starting_armies": {3: 5}, "first_player": "seat"}
    state = new_game("risk2", players=3, board=RING, placed_together=True, **{**rules, **changes})
    return play(state, *(f"deal {name}" for name in "ABCDEF"))


@pytest.mark.rule("S-5")
@pytest.mark.parametrize("allocation", ["deal", "claim", "election"])
def test_it_begins_with_one_army_on_each_territory(allocation: str) -> None:
    _, states = random_setup(
        1, board=RING, allocation=allocation, placed_together=True, points_per_territory=0
    )
    first = next(state for state in states if state.phase is Phase.ARRANGE)
    assert first.armies == (1,) * 6
    assert UNCLAIMED not in first.owners


@pytest.mark.rule("S-5")
def test_all_place_at_whatever_pace_they_like() -> None:
    state = arranging()
    assert (state.phase, state.player) == (Phase.ARRANGE, 0)
    state = play(
        state,
        "player 3 stations 3 armies on C",
        "player 2 stations 1 army on B",
        "player 2 stations 2 armies on E",
    )
    assert state.armies == (1, 2, 4, 1, 3, 1)
    assert (state.reserves, state.player) == ((3, 0, 0, 0), 0)


@pytest.mark.rule("S-5")
def test_what_is_placed_may_be_placed_anew() -> None:
    state = play(arranging(), "player 1 stations 3 armies on A")
    state = play(state, "player 1 takes back 2 armies from A", "player 1 stations 2 armies on D")
    assert (state.armies_on("A"), state.armies_on("D")) == (2, 3)


@pytest.mark.rule("S-5", "R-7")
def test_only_own_armies_are_moved_and_one_stays() -> None:
    state = play(arranging(), "player 1 stations 2 armies on A")
    refused(state, "player 1 stations 1 army on B", "S-5", "B is not player 1's")
    refused(state, "player 2 takes back 1 army from A", "S-5", "A is not player 2's")
    refused(state, "player 1 stations 2 armies on A", "S-5", "2 cannot be placed; 1 are there")
    refused(state, "player 1 takes back 3 armies from A", "S-5", "which has 2 to spare; one stays")
    refused(state, "player 1 takes back 0 armies from A", "S-5", "0 cannot be taken back")
    with pytest.raises(InvalidInput, match="no player 4"):
        play(state, "player 4 stations 1 army on A")


def placed() -> GameState:
    lines = [
        f"player {n} stations 3 armies on {name}" for n, name in ((1, "A"), (2, "B"), (3, "C"))
    ]
    return play(arranging(), *lines)


@pytest.mark.rule("S-5")
def test_it_is_over_when_all_agree() -> None:
    state = play(placed(), "player 2 agrees to the setup", "player 1 agrees to the setup")
    assert (state.phase, state.agreed, state.player) == (Phase.ARRANGE, (0, 1), 2)
    refused(state, "player 1 agrees to the setup", "S-5", "player 1 has agreed")
    state = play(state, "player 3 agrees to the setup")
    assert state.phase not in BEFORE_PLAY
    refused(state, "player 1 takes back 1 army from A", "R-1", "cannot be done now")


@pytest.mark.rule("S-5")
def test_whoever_has_armies_left_cannot_agree() -> None:
    refused(arranging(), "player 1 agrees to the setup", "S-5", "3 armies are still to be placed")


@pytest.mark.rule("S-5")
def test_a_change_has_everybody_agree_anew() -> None:
    state = play(placed(), "player 1 agrees to the setup", "player 2 agrees to the setup")
    state = play(state, "player 3 takes back 1 army from C")
    assert (state.agreed, state.player) == ((), 2)
    state = play(state, "player 3 stations 1 army on F")
    assert (state.agreed, state.player) == ((), 0)


@pytest.mark.rule("S-5", "T-9")
def test_everybody_sees_how_all_stand() -> None:
    state = placed()
    for player in range(3):
        assert player_view(state, player).armies == state.armies


@pytest.mark.rule("S-5")
def test_what_is_listed_is_to_place_then_to_agree_and_besides_to_take_back() -> None:
    listed = [str(a.action) for a in legal_actions(arranging())]
    assert listed == ["player 1 stations 1 army on A", "player 1 stations 1 army on D"]
    state = placed()
    assert [a.action for a in legal_actions(state)] == [AgreeToSetup(1)]
    said = [(str(a.action), a.most) for a in table_actions(state)]
    assert said == [
        (f"player {n} takes back 1 army from {name}", 3)
        for n, name in ((1, "A"), (2, "B"), (3, "C"))
    ]


@pytest.mark.rule("S-5")
def test_the_actions_are_read_back_as_they_are_written() -> None:
    for action in (Station(2, 3, "Siam"), TakeBack(8, 1, "Zone 1 dice"), AgreeToSetup(1)):
        assert parse_action(str(action)) == action
