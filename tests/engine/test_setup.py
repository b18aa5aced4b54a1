"""Setup: starting armies and who starts (S-1, S-3)."""

from collections import Counter
from fractions import Fraction

import pytest

from oddsapp.boards import find_board
from oddsapp.engine import (
    UNCLAIMED,
    Phase,
    apply_action,
    chance_outcomes,
    new_game,
)
from oddsapp.engine.events import FirstRoll
from oddsapp.errors import InvalidInput
from oddsapp.rules import find_ruleset
from tests.engine.build import first_moves, play
from tests.engine.positions import SQUARE

STARTING = {2: 40, 3: 35, 4: 30, 5: 25, 6: 20}

# -- S-1: starting armies ----------------------------------------------------------------


@pytest.mark.rule("S-1")
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
@pytest.mark.parametrize(("players", "armies"), STARTING.items())
def test_how_many_armies_each_number_of_players_starts_with(
    rules: str, players: int, armies: int
) -> None:
    state = new_game(rules, players=players)
    assert state.reserves[:players] == (armies,) * players
    assert state.reserves[-1] == (40 if players == 2 else 0)


@pytest.mark.rule("S-1")
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_missions_start_with_the_same_armies(players: int) -> None:
    state = new_game("classic", players=players, goal="missions")
    assert state.reserves[:players] == (STARTING[players],) * players


@pytest.mark.rule("S-1")
@pytest.mark.parametrize("players", STARTING)
@pytest.mark.parametrize("allocation", ["deal", "claim"])
def test_all_of_them_stand_on_the_board_when_play_begins(players: int, allocation: str) -> None:
    state = first_moves(
        new_game("classic", players=players, allocation=allocation), Phase.REINFORCE
    )
    placed: Counter[int] = Counter()
    for owner, armies in zip(state.owners, state.armies, strict=True):
        placed[owner] += armies
    neutral = {-1: 40} if players == 2 else {}
    assert placed == dict.fromkeys(range(players), STARTING[players]) | neutral


@pytest.mark.rule("S-1")
@pytest.mark.parametrize("players", [1, 7])
def test_other_numbers_of_players_are_refused(players: int) -> None:
    with pytest.raises(InvalidInput, match=r"2"):
        new_game("classic", players=players)


@pytest.mark.rule("S-1")
def test_other_starting_armies_may_be_agreed_on() -> None:
    state = new_game("classic", players=7, starting_armies=((7, 18),))
    assert state.reserves == (18,) * 7 + (0,)


@pytest.mark.rule("S-1")
def test_fewer_armies_than_territories_are_refused() -> None:
    with pytest.raises(InvalidInput, match="13 armies for each of 3 players are too few for 14"):
        new_game("classic", players=3, starting_armies=((3, 13),))
    assert new_game("classic", players=3, starting_armies=((3, 14),)).reserves[0] == 14


@pytest.mark.rule("S-2")
def test_a_board_has_a_territory_for_everybody() -> None:
    with pytest.raises(InvalidInput, match="'square' has 4 territories, too few for 5 sides"):
        new_game("classic", players=5, board=SQUARE)
    assert new_game("classic", players=4, board=SQUARE).phase is Phase.FIRST_PLAYER


# -- S-3: who starts ---------------------------------------------------------------------


@pytest.mark.rule("S-3")
@pytest.mark.parametrize("faces", [(6, 5, 5), (5, 6, 1), (1, 2, 3)])
def test_the_highest_die_starts(faces: tuple[int, ...]) -> None:
    state = apply_action(new_game("parker1993", players=3), FirstRoll(faces))
    assert (state.first, state.player) == (faces.index(max(faces)),) * 2
    assert state.phase is Phase.CLAIM
    assert state.owners == (UNCLAIMED,) * 42


@pytest.mark.rule("S-3")
def test_only_the_tied_highest_roll_again() -> None:
    state = play(new_game("classic", players=4), "roll for the first turn 5 2 5 5")
    assert (state.phase, state.contenders) == (Phase.FIRST_PLAYER, (0, 2, 3))
    with pytest.raises(InvalidInput, match="3 dice"):
        play(state, "roll for the first turn 1 2 3 4")
    state = play(state, "roll for the first turn 1 4 4")
    assert state.contenders == (2, 3)
    state = play(state, "roll for the first turn 3 6")
    assert (state.first, state.phase) == (3, Phase.DEAL)


@pytest.mark.rule("S-3")
@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_player_is_as_likely_to_start(players: int) -> None:
    # A tie between k players is a game of k: by symmetry each of them starts with 1/k.
    state = new_game("classic", players=players)
    starts, total = [Fraction(0)] * players, Fraction(0)
    for event, probability in chance_outcomes(state):
        total += Fraction(probability)
        after = apply_action(state, event)
        tied = after.contenders or (after.first,)
        for player in tied:
            starts[player] += Fraction(probability) / len(tied)
    assert total == 1
    assert starts == [Fraction(1, players)] * players


@pytest.mark.rule("S-3")
def test_the_first_roll_is_exact() -> None:
    state = new_game("classic", players=2)
    ties = [p for event, p in chance_outcomes(state) if apply_action(state, event).contenders]
    assert sum(ties) == Fraction(1, 6)
    again = play(new_game("classic", players=3), "roll for the first turn 4 1 4")
    assert len(dict(chance_outcomes(again))) == 36


@pytest.mark.rule("S-3")
def test_whoever_placed_first_takes_the_first_turn_and_play_goes_clockwise() -> None:
    state = new_game("parker1993", players=3)
    state = first_moves(play(state, "roll for the first turn 1 6 2"), Phase.REINFORCE)
    order = []
    for _ in range(4):
        order.append(state.player)
        state = first_moves(state, Phase.ATTACK)
        state = play(state, "end the attack", "end the turn")
    assert order == [1, 2, 0, 1]


@pytest.mark.rule("S-3")
def test_the_first_seat_may_start_without_dice() -> None:
    state = new_game("classic", players=3, first_player="seat")
    assert (state.first, state.phase) == (0, Phase.DEAL)


@pytest.mark.rule("S-3")
def test_a_die_has_six_faces() -> None:
    with pytest.raises(InvalidInput, match="no die shows 7"):
        play(new_game("classic", players=2), "roll for the first turn 7 1")


# -- the options in the presets ----------------------------------------------------------


@pytest.mark.rule("S-1", "S-2", "S-3")
def test_the_presets_follow_their_documents() -> None:
    classic, parker = find_ruleset("classic").setup, find_ruleset("parker1993").setup
    assert (classic.allocation, parker.allocation) == ("deal", "claim")
    for setup in (classic, parker):
        assert dict(setup.starting_armies) == STARTING
        assert setup.mission_allocation == "deal"
        assert setup.first_player == "dice"
        assert setup.neutral_armies == 40


@pytest.mark.rule("S-2", "K-1")
def test_the_board_of_risk2_can_be_dealt_too() -> None:
    board = find_board("risk2")
    state = new_game("classic", players=5, board=board, first_player="seat")
    state = first_moves(state, Phase.REINFORCE)
    assert [state.owners.count(player) for player in range(5)] == [10, 10, 10, 9, 9]
    assert len(state.pile) == 50
