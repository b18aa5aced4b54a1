"""A round in which all play at the same time: phases, secret plans, seats (R-1, R-3, T-9, S-6)."""

from __future__ import annotations

import pytest

from oddsapp.engine import (
    CHANCE,
    GameState,
    Phase,
    apply_action,
    current_player,
    legal_actions,
    new_game,
    parse_action,
    player_view,
    table_actions,
    verify,
)
from oddsapp.engine.actions import Submit
from oddsapp.engine.events import FirstRoll
from oddsapp.engine.same_time import HIDDEN_PLAN
from oddsapp.errors import IllegalMove, InvalidInput
from tests.engine.build import first_moves
from tests.engine.same_time import play, refused, skip_to, stands, submit, table

HELD = {0: {"A": 6, "B": 2}, 1: {"C": 5, "D": 4}, 2: {"E": 3, "F": 1}}


def started(**changes: object) -> GameState:
    """Return a game of three as its first round begins, seat 1 first."""
    state = new_game("risk2", players=3, board="risk2", first_player="seat", **changes)
    until = Phase.DIPLOMACY if "diplomacy" in changes else Phase.REINFORCEMENTS
    return first_moves(state, until)


# -- setup and phases ------------------------------------------------------------------------


@pytest.mark.rule("S-6")
@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
def test_three_to_eight_play(players: int) -> None:
    state = first_moves(new_game("risk2", players=players, board="risk2"), Phase.REINFORCEMENTS)
    assert state.living == tuple(range(players))
    armies = dict(zip(range(3, 9), (35, 30, 25, 20, 17, 15), strict=True))[players]
    assert sum(state.armies) == players * armies


@pytest.mark.rule("S-6")
@pytest.mark.parametrize("players", [2, 9])
def test_two_or_nine_do_not(players: int) -> None:
    with pytest.raises(InvalidInput, match="these rules are for 3 to 8 players"):
        new_game("risk2", players=players, board="risk2")


@pytest.mark.rule("S-5")
@pytest.mark.parametrize("allocation", ["deal", "claim"])
def test_the_setup_is_that_of_the_sequential_game(allocation: str) -> None:
    state = new_game("risk2", players=3, board="risk2", allocation=allocation)
    state = apply_action(state, FirstRoll((2, 6, 1)))
    assert state.phase is (Phase.DEAL if allocation == "deal" else Phase.CLAIM)
    assert first_moves(state, Phase.REINFORCEMENTS).first == 1


@pytest.mark.rule("R-1")
def test_the_phases_follow_each_other_for_all_at_once() -> None:
    state = started(diplomacy="open")
    seen = []
    while state.round == 1:
        seen.append((state.phase, current_player(state)))
        state = apply_action(state, Submit(state.player + 1))
    assert seen == [
        (phase, player)
        for phase in (Phase.DIPLOMACY, Phase.REINFORCEMENTS, Phase.ORDERS, Phase.TACTICAL)
        for player in (0, 1, 2)
    ]


@pytest.mark.rule("R-1", "R-6")
def test_without_diplomacy_a_round_begins_with_the_reinforcements() -> None:
    assert started().phase is Phase.REINFORCEMENTS


@pytest.mark.rule("R-1")
def test_moves_of_another_phase_or_game_are_illegal() -> None:
    state = table(HELD)
    for line in ("end the turn", "attack A -> D with 1 die", "place 1 army on A"):
        refused(state, line, "R-1", "when it is to plan attacks")
    refused(started().evolve(phase=Phase.DRAW), "player 1 submits nothing", "R-1", "draw a card")


# -- plans -----------------------------------------------------------------------------------


@pytest.mark.rule("R-3")
def test_a_plan_is_one_line_of_text_that_is_read_again() -> None:
    for line in (
        "player 2 submits nothing",
        "player 2 submits 4 Brazil -> Venezuela; 5 Brazil -> Peru -> Argentina",
        "player 1 submits trade Siam + Ural + wild card -> Siam",
        "player 3 submits pact with player 2 for 3 rounds",
    ):
        assert str(parse_action(line)) == line
    assert parse_action("player 2 submits 3 on Siam; 2 on Ural") == Submit(
        2, ("3 on Siam", "2 on Ural")
    )


@pytest.mark.rule("R-3")
def test_nothing_is_carried_out_before_all_are_ready() -> None:
    state = submit(table(HELD), "5 A -> D", None, "2 E -> D")
    assert (state.phase, current_player(state)) == (Phase.ORDERS, 1)
    assert stands(state, "A", "D") == [(0, 6), (1, 4)]
    state = submit(state, None, "")
    assert (state.phase, current_player(state)) == (Phase.BATTLES, CHANCE)


@pytest.mark.rule("R-3")
def test_a_plan_can_be_changed_until_all_are_ready() -> None:
    state = submit(table(HELD), "5 A -> D", "1 C -> B")
    state = submit(state, "1 A -> F", None)
    assert state.plans == (("1 A -> F",), ("1 C -> B",), None)
    assert current_player(state) == 2
    state = submit(state, None, None, "")
    refused(state, "player 1 submits 2 A -> F", "R-1", "fight the battles")
    assert stands(state, "A", "F") == [(0, 6), (2, 1)]


@pytest.mark.rule("R-3", "T-10")
def test_a_plan_is_taken_back_by_another_one_only() -> None:
    state = submit(table(HELD), "5 A -> D")
    assert state.before is None
    assert list(table_actions(state)) == []
    refused(state, "undo", "T-10", "nothing to undo")


@pytest.mark.rule("R-3")
@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("player 1 submits 4 A to D", "is no order"),
        ("player 1 submits 4 A -> Atlantis", "no territory 'Atlantis'"),
        ("player 1 submits 3 on A", "is no order"),
        ("player 4 submits nothing", "there is no player 4; players are 1 to 3"),
        ("player 0 submits nothing", "there is no player 0; players are 1 to 3"),
    ],
)
def test_what_cannot_be_read_is_refused(line: str, said: str) -> None:
    state = table(HELD)
    with pytest.raises(InvalidInput, match=said):
        verify(state, parse_action(line))
    with pytest.raises(InvalidInput, match=said):
        play(state, line)


def test_two_orders_in_one_text_are_not_read_as_one() -> None:
    with pytest.raises(InvalidInput, match="no territory"):
        apply_action(table(HELD), Submit(1, ("2 A -> D; 1 A -> F",)))
    with pytest.raises(InvalidInput, match="must be a list of texts"):
        Submit(1, "2 A -> D")  # type: ignore[arg-type]


@pytest.mark.rule("R-1")
def test_the_eliminated_plan_nothing() -> None:
    state = table({0: {"A": 6}, 2: {"B": 1}}, rest=2)
    assert state.plans == (None, (), None)
    refused(state, "player 2 submits nothing", "R-1", "player 2 has nothing to plan")


# -- what others see -------------------------------------------------------------------------


@pytest.mark.rule("T-9", "R-3")
def test_plans_are_hidden_from_the_others_until_all_are_ready() -> None:
    state = submit(table(HELD), "5 A -> D", "")
    assert player_view(state, 0).plans == (("5 A -> D",), HIDDEN_PLAN, None)
    assert player_view(state, 2).plans == (HIDDEN_PLAN, HIDDEN_PLAN, None)
    fought = submit(state, None, None, "")
    assert player_view(fought, 2).resolution == fought.resolution


@pytest.mark.rule("T-9")
def test_a_view_lists_what_the_state_lists_and_cannot_carry_out_what_it_does_not_know() -> None:
    state = submit(table(HELD), "5 A -> D", "")
    view = player_view(state, 2)
    assert list(legal_actions(view)) == list(legal_actions(state))
    with pytest.raises(InvalidInput, match="does not know the plans of the others"):
        apply_action(view, Submit(3))


# -- seats -----------------------------------------------------------------------------------


@pytest.mark.rule("K-11", "R-1")
def test_the_first_seat_moves_on_each_round() -> None:
    state = started()
    firsts = []
    for number in range(1, 6):
        state = state if state.round == number else skip_to(state, Phase.REINFORCEMENTS)
        firsts.append((state.round, state.first, current_player(state)))
        state = skip_to(skip_to(state, Phase.TACTICAL), Phase.REINFORCEMENTS)
    assert firsts == [(1, 0, 0), (2, 1, 1), (3, 2, 2), (4, 0, 0), (5, 1, 1)]


@pytest.mark.rule("K-11")
def test_the_first_seat_passes_over_the_eliminated() -> None:
    state = table({0: {"A": 6}, 2: {"B": 1}}, rest=2, phase=Phase.TACTICAL)
    state = submit(state, "", None, "")
    assert (state.round, state.first) == (2, 2)


def test_no_game_is_played_to_a_goal_that_means_nothing_here() -> None:
    with pytest.raises(InvalidInput, match="domination_territories"):
        new_game("risk2", players=3, board="risk2", goal="territories")
    with pytest.raises(InvalidInput, match="has 48 territories"):
        new_game("risk2", players=3, board="risk2", domination_territories=49)


@pytest.mark.rule("R-1")
def test_an_illegal_plan_changes_nothing() -> None:
    state = table(HELD)
    before = state.plans
    with pytest.raises((IllegalMove, InvalidInput)):
        play(state, "player 1 submits no order")
    assert state.plans == before
