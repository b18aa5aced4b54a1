"""Two players and a neutral side between them (S-4)."""

from collections import Counter
from fractions import Fraction
from typing import Any

import pytest

from oddsapp.engine import (
    NEUTRAL,
    GameState,
    Phase,
    apply_action,
    chance_outcomes,
    current_player,
    new_game,
    parse_action,
    returns,
)
from oddsapp.engine.actions import Place
from oddsapp.errors import IllegalMove, InvalidInput
from tests.engine.build import at_turn, first_moves, listed, play, position

AMERICA = ("Alaska", "Alberta", "Ontario")


def placing(**changes: Any) -> GameState:
    state = new_game("parker1993", players=2, first_player="seat", **changes)
    return first_moves(state, Phase.PLACE)


def territory_of(state: GameState, owner: int, which: int = 0) -> str:
    return state.game.names[state.territories(owner)[which]]


# -- setup -------------------------------------------------------------------------------


@pytest.mark.rule("S-4")
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
@pytest.mark.parametrize("allocation", ["deal", "claim"])
def test_three_piles_of_14_are_dealt_whatever_the_allocation(rules: str, allocation: str) -> None:
    state = new_game(rules, players=2, allocation=allocation)
    state = play(state, "roll for the first turn 2 5")
    assert state.phase is Phase.DEAL
    state = first_moves(state, Phase.PLACE)
    assert Counter(state.owners) == {0: 14, 1: 14, NEUTRAL: 14}
    assert state.armies == (1,) * 42
    assert state.reserves == (26, 26, 26)


@pytest.mark.rule("S-4")
@pytest.mark.parametrize(("faces", "first"), [("6 1", 0), ("1 6", 1)])
def test_13_rounds_each_of_2_own_and_1_neutral(faces: str, first: int) -> None:
    state = new_game("parker1993", players=2)
    state = first_moves(play(state, f"roll for the first turn {faces}"), Phase.PLACE)
    for step in range(26):
        player = (first + step) % 2
        assert (state.phase, state.player, state.step) == (Phase.PLACE, player, (2, 1))
        own, neutral = territory_of(state, player), territory_of(state, NEUTRAL)
        state = apply_action(state, Place(2, own))
        assert state.player == player
        state = apply_action(state, Place(1, neutral))
    assert (state.phase, state.player) == (Phase.REINFORCE, first)
    for owner in (0, 1, NEUTRAL):
        assert sum(state.armies[number] for number in state.territories(owner)) == 40


@pytest.mark.rule("S-4")
def test_the_2_own_go_on_one_or_two_territories() -> None:
    state = placing()
    one, two = territory_of(state, 0), territory_of(state, 0, 1)
    both = apply_action(state, Place(2, one))
    assert both.armies_on(one) == 3
    split = apply_action(apply_action(state, Place(1, one)), Place(1, two))
    assert (split.armies_on(one), split.armies_on(two)) == (2, 2)
    assert split.step == both.step == (0, 1)


@pytest.mark.rule("S-4")
def test_no_more_than_2_own_and_1_neutral_in_a_step() -> None:
    state = placing()
    own, neutral = territory_of(state, 0), territory_of(state, NEUTRAL)
    cases = [
        (state, Place(3, own), "3 armies cannot be placed at this step, which has 2 left"),
        (state, Place(2, neutral), "2 neutral armies cannot be placed at this step"),
        (play(state, f"place 2 armies on {own}"), Place(1, own), "which has 0 left"),
        (play(state, f"place 1 army on {neutral}"), Place(1, neutral), "which has 0 left"),
    ]
    for before, action, message in cases:
        with pytest.raises(IllegalMove, match=message) as caught:
            apply_action(before, action)
        assert caught.value.rule == "S-4"
        assert str(action) not in listed(before)


@pytest.mark.rule("S-4")
def test_nothing_goes_on_the_opponents_territories() -> None:
    state = placing()
    with pytest.raises(IllegalMove, match="another player's") as caught:
        apply_action(state, Place(1, territory_of(state, 1)))
    assert caught.value.rule == "S-2"


@pytest.mark.rule("S-4")
@pytest.mark.parametrize("neutral", [14, 20, 40, 60])
def test_other_supplies_are_placed_until_all_have_run_out(neutral: int) -> None:
    state = first_moves(placing(neutral_armies=neutral), Phase.REINFORCE)
    assert sum(state.armies[number] for number in state.territories(NEUTRAL)) == neutral
    assert sum(state.armies[number] for number in state.territories(0)) == 40
    assert state.reserves[1:] == (0, 0)


@pytest.mark.rule("S-4")
def test_too_few_neutral_armies_are_refused() -> None:
    with pytest.raises(InvalidInput, match="13 neutral armies are too few for 14 territories"):
        new_game("classic", players=2, neutral_armies=13)


@pytest.mark.rule("S-4")
def test_two_may_play_without_a_neutral_side() -> None:
    state = new_game("parker1993", players=2, neutral_armies=0, first_player="seat")
    assert state.phase is Phase.CLAIM
    state = first_moves(state, Phase.PLACE)
    assert Counter(state.owners) == {0: 21, 1: 21}
    assert state.step == (1, 0)


# -- in play -----------------------------------------------------------------------------


def border(**changes: Any) -> GameState:
    """Player 1 holds America's north, player 2 Siam; everything else is neutral."""
    return position(
        {0: AMERICA, 1: ["Siam", "India"]},
        players=2,
        armies={"Alberta": 5, "Siam": 5, "Western United States": 2},
        **changes,
    )


@pytest.mark.rule("S-4")
def test_the_neutral_side_has_no_turn_no_reinforcements_and_no_cards() -> None:
    state = border()
    turns = []
    neutral = sum(state.armies[number] for number in state.territories(NEUTRAL))
    for _ in range(4):
        turns.append(state.player)
        state = first_moves(play(state, "end the attack", "end the turn"), Phase.ATTACK)
    assert turns == [0, 1, 0, 1]
    assert sum(state.armies[number] for number in state.territories(NEUTRAL)) == neutral
    assert state.reserves[NEUTRAL] == 0
    assert len(state.hands) == 2


@pytest.mark.rule("S-4")
def test_the_neutral_side_never_attacks() -> None:
    action = parse_action("attack Western United States -> Alberta with 1 die")
    with pytest.raises(IllegalMove, match="not your own") as caught:
        apply_action(border(), action)
    assert caught.value.rule == "C-1"
    assert not [line for line in listed(border()) if line.startswith("attack Western")]


@pytest.mark.rule("S-4", "C-3")
@pytest.mark.parametrize("player", [0, 1])
def test_the_opponent_answers_for_a_neutral_territory(player: int) -> None:
    state = border(defender_chooses=True, player=player)
    attack = (
        "attack Alberta -> Western United States with 3 dice",
        "attack Siam -> China with 3 dice",
    )[player]
    state = play(state, attack)
    assert (state.phase, current_player(state)) == (Phase.DEFEND, 1 - player)
    assert listed(state) == (
        {"defend with 1 die"} | ({"defend with 2 dice"} if not player else set())
    )
    assert play(state, "defend with 1 die").phase is Phase.ROLL


@pytest.mark.rule("S-4", "C-3")
def test_a_neutral_territory_defends_with_full_dice_where_nobody_is_asked() -> None:
    state = play(border(), "attack Alberta -> Western United States with 3 dice")
    outcomes = dict(chance_outcomes(state))
    assert {len(event.defence) for event in outcomes} == {2}  # type: ignore[attr-defined]
    assert sum(outcomes.values()) == Fraction(1)


@pytest.mark.rule("S-4", "T-7", "T-2")
def test_neutral_territories_are_conquered_like_any_others() -> None:
    state = play(
        border(),
        "attack Alberta -> Western United States with 3 dice",
        "roll 6 6 1 against 5 5",
        "move in 4 armies",
    )
    assert (state.phase, state.owner_of("Western United States")) == (Phase.ATTACK, 0)
    state = play(state, "end the attack", "end the turn")
    assert state.phase is Phase.DRAW


@pytest.mark.rule("S-4", "V-1")
def test_beating_the_other_player_wins_with_neutrals_still_there() -> None:
    state = position(
        {0: ["China"], 1: ["Siam"]}, players=2, armies={"China": 4}, hands=[(), ["Peru"]]
    )
    state = play(
        state, "attack China -> Siam with 3 dice", "roll 6 2 1 against 5", "move in 3 armies"
    )
    assert state.phase is Phase.OVER
    assert state.owners.count(NEUTRAL) == 40
    assert returns(state) == (Fraction(1), Fraction(0))


@pytest.mark.rule("S-4")
def test_play_goes_on_when_no_neutral_is_left() -> None:
    state = position({1: ["Siam"], NEUTRAL: ["Japan"]}, rest=0, players=2, armies={"Mongolia": 4})
    state = play(
        state, "attack Mongolia -> Japan with 3 dice", "roll 6 2 1 against 5", "move in 3 armies"
    )
    assert NEUTRAL not in state.owners
    assert (state.phase, state.winners) == (Phase.ATTACK, ())
    state = play(state, "end the attack", "end the turn", "draw Peru")
    assert (state.phase, state.player) == (Phase.REINFORCE, 1)


@pytest.mark.rule("S-4", "V-10")
def test_a_player_who_is_out_does_not_answer_for_neutral_territories() -> None:
    # After a concession there can be neutral territories in a game of more than two.
    state = position(
        {0: ["Siam"], 2: ["Brazil"]}, armies={"Siam": 3}, defender_chooses=True, players=4
    )
    state = play(state, "attack Siam -> China with 2 dice")
    assert current_player(state) == 2


@pytest.mark.rule("S-4", "T-2", "T-3")
def test_neutral_territories_count_for_nobody() -> None:
    state = at_turn(position({0: AMERICA, 1: ["Siam"]}, players=2), 1)
    assert state.reserves == (0, 3, 0)
