"""What one player may know of a state (T-9)."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from oddsapp.engine import (
    CHANCE,
    GameState,
    Phase,
    chance_outcomes,
    current_player,
    legal_actions,
    player_view,
)
from oddsapp.errors import InvalidInput
from tests.engine.positions import SQUARE, play, position
from tests.engine.variants import VARIANTS, positions_of

H = -1


def table(**more: Any) -> GameState:
    state = {
        "hands": ((0, 4), (1,), (2, 3)),
        "pile": (5,),
        "missions": (),
        **more.pop("state", {}),
    }
    held = {0: {"A": 9, "D": 4}, 1: {"B": 3}, 2: {"C": 3}}
    return position(held, board=SQUARE, state=state, **more)


@pytest.mark.rule("T-9")
def test_owners_and_armies_and_the_number_of_cards_are_open() -> None:
    state = table()
    for player in range(3):
        view = player_view(state, player)
        assert (view.owners, view.armies, view.discards) == (
            state.owners,
            state.armies,
            state.discards,
        )
        assert [len(hand) for hand in view.hands] == [2, 1, 2]
        assert len(view.pile) == 1


@pytest.mark.rule("T-9")
def test_the_cards_of_others_and_of_the_pile_are_hidden() -> None:
    assert player_view(table(), 0).hands == ((0, 4), (H,), (H, H))
    assert player_view(table(), 1).hands == ((H, H), (1,), (H, H))
    assert player_view(table(), 2).hands == ((H, H), (H,), (2, 3))
    assert player_view(table(), 0).pile == (H,)


@pytest.mark.rule("T-9", "V-3")
def test_missions_are_hidden_until_shown_to_prove_the_win() -> None:
    state = position(
        {0: "Asia, Africa", 1: "Europe"},
        rest=2,
        goal="missions",
        phase=Phase.FORTIFY,
        state={"missions": (0, 4, 5)},
    )
    assert player_view(state, 1).missions == (H, 4, H)
    assert player_view(state, 1).undealt == ()
    won = play(state, "end the turn")
    assert won.winners == (0,)
    assert player_view(won, 1).missions == (0, 4, H)
    assert player_view(won, 2).missions == (0, H, 5)
    assert player_view(player_view(won, 2), 2) == player_view(won, 2)
    drawn = play(state.evolve(missions=(4, 4, 5)), "propose a draw", "agree", "agree")
    assert player_view(drawn, 1).missions == (H, 4, H)  # nobody has proved anything


@pytest.mark.rule("T-9", "V-3")
def test_while_missions_are_dealt_a_view_does_not_show_which_are_left() -> None:
    from oddsapp.engine import new_game

    state = play(
        new_game("classic", players=3, goal="missions", first_player="seat"), "deal mission 3"
    )
    assert player_view(state, 0).missions == (2, H, H)
    assert player_view(state, 1) == player_view(
        state.evolve(missions=(4, H, H), undealt=(0, 1, 2, 3, 5, 6, 7, 8)), 1
    )
    with pytest.raises(InvalidInput, match="does not know"):
        list(chance_outcomes(player_view(state, 1)))


@pytest.mark.rule("T-9")
def test_a_view_does_not_know_what_is_drawn() -> None:
    state = table(phase=Phase.DRAW)
    with pytest.raises(InvalidInput, match="does not know"):
        list(chance_outcomes(player_view(state, 0)))
    with pytest.raises(InvalidInput, match="not there to be drawn"):
        play(player_view(state, 0), "draw wild card")


@pytest.mark.rule("T-9")
def test_nothing_to_undo_gives_hidden_things_away() -> None:
    after = play(table(phase=Phase.ATTACK), "end the attack")
    assert after.before is not None
    assert player_view(after, 1).before is None


@pytest.mark.rule("T-9")
def test_playing_on_in_a_view_guesses_no_mission_and_no_wild_card() -> None:
    """Hidden numbers are no cards: a view in which they are won is played on soberly."""
    view = player_view(table(state={"hands": ((0, 1), (2, 3, 4), ())}), 0)
    won = play(view, "attack A -> B until 1 army are left", "fight down to 5 against 0",
               "move in 5 armies")  # fmt: skip
    assert won.hands[0] == (H, H, H, 0, 1)
    assert won.phase is Phase.SPOILS
    assert list(legal_actions(won)) == []
    missions = position(
        {0: "Asia", 1: "Europe"}, rest=2, goal="missions", state={"missions": (0, 4, 5)}
    )
    assert play(player_view(missions, 0), "end the attack").phase is Phase.FORTIFY


def test_there_is_no_view_of_nobody() -> None:
    for player in (-1, 3):
        with pytest.raises(InvalidInput, match="number of the player"):
            player_view(table(), player)


# --- in every game ----------------------------------------------------------------------


def hidden_otherwise(state: GameState, viewer: int, rng: random.Random) -> GameState:
    """Return a state that differs in what this viewer may not know, and in nothing else."""
    others = [p for p in range(state.game.players) if p != viewer]
    lying = set(state.shown)
    cards = [c for p in others for c in state.hands[p] if c not in lying] + list(state.pile)
    rng.shuffle(cards)
    hands = list(state.hands)
    for other in others:
        kept = [card for card in hands[other] if card in lying]
        new = [cards.pop() for _ in range(len(hands[other]) - len(kept))]
        hands[other] = tuple(sorted(kept + new))
    changes: dict[str, Any] = {"hands": tuple(hands), "pile": tuple(sorted(cards))}
    if state.missions and state.phase not in (Phase.MISSIONS, Phase.OVER):
        left = set(range(8)) - {state.missions[viewer]}
        missions = rng.sample(sorted(left), len(state.missions))
        missions[viewer] = state.missions[viewer]
        changes["missions"] = tuple(missions)
    if state.phase is Phase.CAPITALS:
        changes["capitals"] = tuple(
            capital if p == viewer or capital < 0 else rng.choice(state.territories(p))
            for p, capital in enumerate(state.capitals)
        )
    if state.phase is Phase.DEFEND and state.player != viewer:
        assault = state.assault
        assert assault is not None
        if state.game.rules.combat.defence_timing == "at_once":  # type: ignore[union-attr]
            most = min(3, state.armies[assault.origin] - 1)
            changes["assault"] = assault._replace(dice=rng.randint(1, most))
    return state.evolve(**changes)


@pytest.mark.rule("T-9")
@settings(max_examples=30)
@given(st.sampled_from(sorted(VARIANTS)), st.integers(0, 10**6))
def test_who_decides_sees_all_that_may_be_done_and_nothing_hidden(name: str, seed: int) -> None:
    rng = random.Random(seed)
    for state in positions_of(name, rng, steps=400, every=13):
        for player in range(state.game.players):
            view = player_view(state, player)
            assert view == player_view(hidden_otherwise(state, player, rng), player)
            assert view == player_view(view, player)
            assert view.viewer == player
            if current_player(state) == player:
                assert list(legal_actions(view)) == list(legal_actions(state))
            assert current_player(view) == current_player(state)
        if current_player(state) == CHANCE:
            assert list(legal_actions(state)) == []
