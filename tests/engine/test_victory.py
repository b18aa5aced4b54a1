"""Domination (V-1), the territory target (V-6), and who is out (V-10)."""

from __future__ import annotations

from typing import Any

import pytest

from oddsapp.boards import find_board
from oddsapp.engine import (
    NEUTRAL,
    GameState,
    Phase,
    apply_action,
    current_player,
    is_terminal,
    legal_actions,
    table_actions,
)
from oddsapp.engine.actions import EndAttack
from oddsapp.errors import IllegalMove, InvalidInput
from tests.engine.positions import SQUARE, play, position, refused, shares

NAMES = find_board("classic").territories
TAKE = ("roll 6 6 6 against 1", "move in 3 armies")
SKIP = ("end the attack", "end the turn")


# --- V-1 --------------------------------------------------------------------------------


@pytest.mark.rule("V-1")
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
def test_all_territories_win_at_once_with_no_card_and_no_fortification(rules: str) -> None:
    state = position({0: {"A": 9, "B": 1, "C": 1}, 1: {"D": 1}}, board=SQUARE, rules=rules)
    won = play(state, "attack A -> D with 3 dice", *TAKE)
    assert (won.phase, won.winners, won.hands) == (Phase.OVER, (0,), ((), (), ()))
    assert is_terminal(won)
    assert shares(won) == (1, 0, 0)
    assert current_player(won) is None
    assert [*legal_actions(won), *table_actions(won)] == []
    with pytest.raises(IllegalMove, match="the game is over") as found:
        apply_action(won, EndAttack())
    assert found.value.rule == "T-1"


@pytest.mark.rule("V-1")
def test_not_before_and_the_classic_game_has_no_other_way() -> None:
    state = position({0: {"A": 9, "B": 1}, 1: {"D": 1}, 2: {"C": 1}}, board=SQUARE)
    after = play(state, "attack A -> D with 3 dice", *TAKE)
    assert (after.phase, shares(after)) == (Phase.ATTACK, (0, 0, 0))
    almost = position(
        {1: {"Siam": 1}, 2: {}, 0: {n: 3 for n in NAMES if n != "Siam"}}, phase=Phase.FORTIFY
    )
    assert play(almost, "end the turn").player == 1


@pytest.mark.rule("V-1", "S-4")
def test_of_two_whoever_beats_the_other_wins_with_neutral_territories_left() -> None:
    state = position({0: {"A": 9}, 1: {"D": 1}, NEUTRAL: {"B": 1, "C": 1}}, players=2, board=SQUARE)
    assert play(state, "attack A -> D with 3 dice", *TAKE).winners == (0,)
    neutral = play(state, "attack A -> B with 3 dice", *TAKE)
    assert neutral.phase is Phase.ATTACK


@pytest.mark.rule("V-1", "S-4")
def test_play_goes_on_when_no_neutral_is_left() -> None:
    state = position({0: {"A": 9, "B": 1}, 1: {"D": 1}, NEUTRAL: {"C": 1}}, players=2, board=SQUARE)
    state = state.evolve(armies=(2, 9, 1, 1))
    after = play(state, "attack B -> C with 3 dice", *TAKE)
    assert (after.phase, NEUTRAL in after.owners) == (Phase.ATTACK, False)


# --- V-10 -------------------------------------------------------------------------------


@pytest.mark.rule("V-10")
def test_out_on_losing_the_last_territory_and_not_before() -> None:
    state = position({0: {"A": 9}, 1: {"B": 1, "D": 1}, 2: {"C": 1}}, board=SQUARE)
    one_left = play(state, "attack A -> D with 3 dice", *TAKE)
    assert one_left.living == (0, 1, 2)
    assert one_left.destroyed_by == (-1, -1, -1)
    out = play(one_left, "attack A -> B with 3 dice", *TAKE)
    assert out.living == (0, 2)
    assert out.destroyed_by == (-1, 0, -1)
    skipped = play(out, *SKIP, "draw wild card")
    assert skipped.player == 2  # who is out has no turn
    assert play(skipped, *["place 3 armies on C"], *SKIP).player == 0


# --- V-6 --------------------------------------------------------------------------------


def target(own: int, target_: int = 24, **more: Any) -> GameState:
    """Return a position in which player 1 has so many territories, armies on the last."""
    held = dict.fromkeys(NAMES[:own], 1)
    rest = dict.fromkeys(NAMES[own:], 1)
    third = {NAMES[-1]: rest.pop(NAMES[-1])}
    more.setdefault("phase", Phase.FORTIFY)
    return position(
        {0: held, 1: rest, 2: third}, goal="territories", territory_target=target_, **more
    )


@pytest.mark.rule("V-6")
@pytest.mark.parametrize(
    ("own", "needed", "wins"), [(23, 24, False), (24, 24, True), (25, 24, True), (10, 10, True)]
)
def test_the_target_at_the_end_of_ones_turn(own: int, needed: int, wins: bool) -> None:
    after = play(target(own, needed), "end the turn")
    assert (after.phase is Phase.OVER) is wins
    assert after.winners == ((0,) if wins else ())


@pytest.mark.rule("V-6")
def test_the_default_target_is_24_and_it_is_not_won_at_once() -> None:
    state = target(23, phase=Phase.ATTACK)
    assert state.game.rules.victory.territory_target == 24
    neighbour = next(
        (a, b)
        for a in range(23)
        for b in state.game.neighbours[a]
        if state.owners[b] == 1
    )  # fmt: skip
    armies = list(state.armies)
    armies[neighbour[0]] = 9
    origin, goal = (NAMES[place] for place in neighbour)
    taken = play(
        state.evolve(armies=tuple(armies)), f"attack {origin} -> {goal} with 3 dice", *TAKE
    )
    assert taken.phase is Phase.ATTACK
    assert play(taken, *SKIP, "draw wild card").winners == (0,)


@pytest.mark.rule("V-6")
def test_who_has_the_target_only_in_anothers_turn_has_not_won() -> None:
    assert play(target(24, player=1), "end the turn").phase is Phase.REINFORCE


def others_turn(state: GameState) -> GameState:
    """Let the player in turn place everything on one territory and do nothing else."""
    player = state.player
    own = NAMES[state.territories(player)[0]]
    state = play(state, f"place {state.reserves[player]} armies on {own}")
    return play(state, *SKIP)


@pytest.mark.rule("V-6")
def test_as_an_option_it_is_held_through_every_opponents_next_turn() -> None:
    marked = play(target(24, hold_target=True), "end the turn")
    assert (marked.phase, marked.on_target) == (Phase.REINFORCE, (True, False, False))
    one = others_turn(marked)
    assert (one.phase, one.player) == (Phase.REINFORCE, 2)
    won = others_turn(one)
    assert (won.phase, won.winners) == (Phase.OVER, (0,))


@pytest.mark.rule("V-6")
def test_who_loses_it_meanwhile_starts_anew_even_if_it_comes_back() -> None:
    marked = play(target(24, hold_target=True), "end the turn")
    attacker, victim = next(
        (a, b)
        for a in marked.territories(1)
        for b in marked.game.neighbours[a]
        if marked.owners[b] == 0
    )
    state = marked.evolve(
        phase=Phase.ATTACK,
        armies=tuple(9 if n == attacker else count for n, count in enumerate(marked.armies)),
    )
    lost = play(state, f"attack {NAMES[attacker]} -> {NAMES[victim]} with 3 dice", *TAKE)
    assert lost.on_target == (False, False, False)
    back = play(lost, *SKIP, "draw wild card")
    back = others_turn(back)
    assert (back.phase, back.player) == (Phase.REINFORCE, 0)
    spare = play(target(25, hold_target=True), "end the turn").evolve(
        phase=Phase.ATTACK, armies=state.armies
    )
    attacker, victim = next(
        (a, b)
        for a in spare.territories(1)
        for b in spare.game.neighbours[a]
        if spare.owners[b] == 0
    )
    spare = spare.evolve(
        armies=tuple(9 if n == attacker else count for n, count in enumerate(spare.armies))
    )
    kept = play(spare, f"attack {NAMES[attacker]} -> {NAMES[victim]} with 3 dice", *TAKE)
    assert kept.on_target == (True, False, False)  # 24 of 25 are left


@pytest.mark.rule("V-6")
def test_a_target_that_the_board_does_not_have_is_refused() -> None:
    with pytest.raises(InvalidInput, match="territory_target is 43"):
        target(24, 43)
    refused(target(24), "claim Siam", "T-1")
