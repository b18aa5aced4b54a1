"""Expert variants: the card that lets a die be rolled again (C-7), the commander (C-8)."""

from __future__ import annotations

from typing import Any

import pytest

from oddsapp.dice import Die
from oddsapp.engine import CHANCE, GameState, Phase, current_player, legal_actions, player_view
from oddsapp.errors import InvalidInput
from tests.engine.positions import SQUARE, armies_on, play, position, refused

A, B, C, D = range(4)
ROLL = ("attack A -> B with 3 dice", "roll 5 4 2 against 6 3")


def table(hand: tuple[int, ...] = (A,), **changes: Any) -> GameState:
    """Player 1 holds A and D and some cards, player 2 holds B, player 3 holds C."""
    return position(
        {0: {"A": 9, "D": 9}, 1: {"B": 5}, 2: {"C": 5}},
        board=SQUARE,
        state={"hands": (hand, (C,), ())},
        **changes,
    )


def offers(state: GameState) -> list[str]:
    return [str(action) for actions in legal_actions(state) for action in actions]


# --- C-7: the card ----------------------------------------------------------------------


@pytest.mark.rule("C-7")
@pytest.mark.parametrize("card", ["A", "B"])
def test_the_card_of_either_territory_lets_any_one_die_be_rolled_again(card: str) -> None:
    lying = play(table((A, B), card_reroll="own"), *ROLL)
    assert current_player(lying) == 0
    for face in (5, 4, 2):
        assert f"show {card} and roll again the attacker's {face}" in offers(lying)
    again = play(lying, f"show {card} and roll again the attacker's 2")
    assert current_player(again) == CHANCE
    settled = play(again, "roll again 6")
    assert armies_on(settled, "A", "B") == (8, 4)  # 6 5 4 against 6 3


@pytest.mark.rule("C-7")
def test_no_other_card_serves_and_none_that_one_does_not_hold() -> None:
    assert play(table((C, D), card_reroll="own"), *ROLL).phase is Phase.ATTACK  # nothing asked
    lying = play(table((A, C), card_reroll="own"), *ROLL)
    refused(lying, "show C and roll again the attacker's 2", "C-7", "C cannot be shown")
    refused(lying, "show B and roll again the attacker's 2", "C-7", "that you hold")
    with pytest.raises(InvalidInput, match="attacker's or the defender's"):
        play(lying, "show A and roll again the neutral's 2")


@pytest.mark.rule("C-7")
def test_only_a_die_that_lies_there_and_one_of_ones_own() -> None:
    lying = play(table(card_reroll="own"), *ROLL)
    refused(lying, "show A and roll again the attacker's 3", "C-7")
    refused(lying, "show A and roll again the defender's 6", "C-7")


@pytest.mark.rule("C-7")
def test_as_an_option_any_die_on_the_table() -> None:
    lying = play(table(card_reroll="any"), *ROLL)
    again = play(lying, "show A and roll again the defender's 6", "roll again 1")
    assert armies_on(again, "A", "B") == (9, 3)  # 5 4 2 against 3 1


@pytest.mark.rule("C-7")
def test_without_the_variant_the_losses_follow_at_once() -> None:
    assert armies_on(play(table(), *ROLL), "A", "B") == (8, 4)


@pytest.mark.rule("C-7")
@pytest.mark.parametrize("limit", ["roll", "territory", "card"])
def test_one_card_per_battle(limit: str) -> None:
    """A battle is one roll: after a card nothing more is asked, the losses follow."""
    lying = play(table((A, B), card_reroll="any", card_limit=limit), *ROLL)
    assert play(lying, "show A and roll again the attacker's 2", "roll again 1").assault is None


@pytest.mark.rule("C-7")
@pytest.mark.parametrize(
    ("limit", "second_roll"),
    [("roll", ["A", "B"]), ("territory", []), ("card", ["B"])],
)
def test_how_often_in_the_attack_on_one_territory(limit: str, second_roll: list[str]) -> None:
    used = play(
        table((A, B), card_reroll="own", card_limit=limit),
        *ROLL,
        "show A and roll again the attacker's 2",
        "roll again 1",
    )
    lying = play(used, *ROLL)
    cards = {offer.split()[1] for offer in offers(lying) if offer.startswith("show")}
    assert sorted(cards) == second_roll
    if "A" not in second_roll and lying.phase is Phase.ADJUST:
        refused(lying, "show A and roll again the attacker's 2", "C-7")


@pytest.mark.rule("C-7")
@pytest.mark.parametrize("limit", ["roll", "territory", "card"])
def test_several_cards_per_turn(limit: str) -> None:
    """Another attack of the same turn may be helped by another card, or by the same."""
    used = play(
        table((A, B, D), card_reroll="own", card_limit=limit),
        *ROLL,
        "show B and roll again the attacker's 2",
        "roll again 1",
    )
    other = play(used, "attack D -> C with 3 dice", "roll 5 4 2 against 6 3")
    assert "show D and roll again the attacker's 5" in offers(other)
    back = play(other, "let the roll stand", *ROLL)
    assert "show B and roll again the attacker's 5" in offers(back)


@pytest.mark.rule("C-7")
def test_the_limit_is_of_the_territory_from_wherever_it_is_attacked() -> None:
    state = position(
        {0: {"A": 9, "C": 9}, 1: {"B": 5}, 2: {"D": 5}},
        board=SQUARE,
        state={"hands": ((A, C), (), ())},
        card_reroll="own",
        card_limit="territory",
    )
    used = play(state, *ROLL, "show A and roll again the attacker's 2", "roll again 1")
    from_c = play(used, "attack C -> B with 3 dice", "roll 5 4 2 against 6 3")
    assert from_c.phase is Phase.ATTACK  # nothing was asked


@pytest.mark.rule("C-7")
def test_never_as_defender() -> None:
    """The defender holds the cards of both territories: nobody asks for them."""
    state = position(
        {0: {"A": 9, "D": 9}, 1: {"B": 5}, 2: {"C": 5}},
        board=SQUARE,
        state={"hands": ((), (A, B), ())},
        card_reroll="any",
    )
    assert play(state, *ROLL).phase is Phase.ATTACK


@pytest.mark.rule("C-7", "T-9")
def test_the_card_lies_open_while_the_attack_lasts_then_it_is_in_the_hand_again() -> None:
    def seen(state: GameState) -> list[int]:
        assert A in state.hands[0]  # it never leaves the hand
        return [card for card in player_view(state, 1).hands[0] if card >= 0]

    lying = play(table((A, D), card_reroll="own"), *ROLL)
    assert seen(lying) == []
    shown = play(lying, "show A and roll again the attacker's 2")
    assert seen(shown) == [A]
    after = play(shown, "roll again 1")
    assert seen(after) == seen(play(after, ROLL[0])) == [A]  # the attack may go on
    assert seen(play(after, "attack D -> C with 3 dice")) == []
    assert seen(play(after, "end the attack")) == []
    assert (
        seen(play(after, "attack A -> B until 1 army are left", "fight down to 3 against 0")) == []
    )


@pytest.mark.rule("C-7")
def test_using_cards_or_not_leads_to_the_same_position_in_the_end() -> None:
    state = table(card_reroll="own")
    used = play(state, *ROLL, "show A and roll again the attacker's 2", "roll again 2")
    left = play(state, *ROLL, "let the roll stand")
    assert used != left
    assert play(used, "end the attack") == play(left, "end the attack")


# --- C-8: the commander -----------------------------------------------------------------


@pytest.mark.rule("C-8")
def test_he_turns_one_just_rolled_die_to_six() -> None:
    lying = play(table(commander=True), *ROLL)
    assert offers(lying) == [
        "command the 2 to the highest face",
        "command the 4 to the highest face",
        "command the 5 to the highest face",
        "let the roll stand",
    ]
    after = play(lying, "command the 2 to the highest face")  # 6 5 4 against 6 3
    assert armies_on(after, "A", "B") == (8, 4)
    better = play(
        table(commander=True),
        ROLL[0],
        "roll 5 3 2 against 5 4",
        "command the 3 to the highest face",
    )
    assert armies_on(better, "A", "B") == (9, 3)  # 6 5 2 against 5 4


@pytest.mark.rule("C-8")
def test_only_a_die_that_lies_there_is_the_attackers_and_is_no_six() -> None:
    lying = play(table(commander=True), ROLL[0], "roll 6 4 2 against 6 3")
    refused(lying, "command the 3 to the highest face", "C-8")
    refused(lying, "command the 6 to the highest face", "C-8")
    all_six = play(table(commander=True), ROLL[0], "roll 6 6 6 against 6 3")
    assert all_six.phase is Phase.ATTACK  # nothing to turn, nothing asked


@pytest.mark.rule("C-8")
def test_once_per_turn() -> None:
    used = play(table(commander=True), *ROLL, "command the 2 to the highest face")
    assert play(used, *ROLL).phase is Phase.ATTACK  # no more asked
    elsewhere = play(used, "attack D -> C with 3 dice", "roll 5 4 2 against 6 3")
    assert elsewhere.phase is Phase.ATTACK
    kept = play(table(commander=True), *ROLL, "let the roll stand")
    assert play(kept, *ROLL).phase is Phase.ADJUST
    turn_over = play(used, "end the attack", "end the turn")
    assert not turn_over.commander_used


@pytest.mark.rule("C-8")
def test_without_the_variant_there_is_none() -> None:
    lying = play(table(card_reroll="own"), *ROLL)
    refused(lying, "command the 2 to the highest face", "C-8")


@pytest.mark.rule("C-8")
def test_the_highest_face_is_that_of_the_die() -> None:
    state = table(commander=True, attack_die=Die.numbered(8))
    after = play(state, ROLL[0], "roll 7 4 2 against 6 5", "command the 4 to the highest face")
    assert armies_on(after, "A", "B") == (9, 3)  # 8 7 2 against 6 5


@pytest.mark.rule("C-7", "C-8")
@pytest.mark.parametrize("card_first", [True, False])
def test_card_and_commander_may_meet_at_one_roll(card_first: bool) -> None:
    lying = play(table(commander=True, card_reroll="own"), *ROLL)
    card = ("show A and roll again the attacker's 2", "roll again 6")
    commander = ("command the 4 to the highest face",)
    steps = (*card, *commander) if card_first else (*commander, *card)
    assert armies_on(play(lying, *steps), "A", "B") == (8, 4)  # 6 6 5 against 6 3


@pytest.mark.rule("C-7", "C-8")
def test_a_whole_battle_goes_without_them() -> None:
    state = table(commander=True, card_reroll="own")
    after = play(state, "attack A -> B until 8 armies are left", "fight down to 7 against 3")
    assert (after.phase, after.commander_used) == (Phase.ATTACK, False)
