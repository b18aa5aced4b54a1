"""Attacks of the engine: who may, with how many dice, what they cost, moving in (C-1 to C-6)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from oddsapp.boards import both_ways
from oddsapp.engine import (
    CHANCE,
    NEUTRAL,
    GameState,
    Phase,
    apply_action,
    chance_outcomes,
    current_player,
    legal_actions,
    player_view,
)
from oddsapp.engine.actions import AttackUntil, Defend, EndAttack, Occupy
from oddsapp.engine.events import Rolled
from oddsapp.errors import InvalidInput
from tests.engine.positions import (
    SQUARE,
    armies_on,
    dice_offered,
    exact_ends,
    play,
    position,
    refused,
)


def brazil(armies: int, defenders: int = 1, **changes: Any) -> GameState:
    """Player 1 holds Brazil only, player 2 North Africa, and player 3 all else."""
    return position(
        {0: {"Brazil": armies}, 1: {"North Africa": defenders}},
        rest=2,
        **changes,
    )


# --- C-1, B-3: who may attack whom ------------------------------------------------------


@pytest.mark.rule("C-1")
def test_an_attack_needs_two_armies() -> None:
    refused(brazil(1), "attack Brazil -> North Africa with 1 die", "C-1", "needs 2")
    refused(brazil(1), "attack Brazil -> North Africa until 1 army are left", "C-1", "needs 2")
    assert list(dice_offered(brazil(1), "Brazil", "North Africa")) == []
    assert list(dice_offered(brazil(2), "Brazil", "North Africa")) == [1]


@pytest.mark.rule("C-1")
def test_one_army_always_stays_behind() -> None:
    won = play(brazil(4), "attack Brazil -> North Africa with 3 dice", "roll 6 5 4 against 1")
    refused(won, "move in 4 armies", "C-6", "3 to 3")
    assert armies_on(play(won, "move in 3 armies"), "Brazil", "North Africa") == (1, 3)


@pytest.mark.rule("C-1")
def test_nobody_attacks_from_or_upon_what_is_not_right() -> None:
    state = position({0: {"Brazil": 5, "Peru": 5}, 1: {"North Africa": 5}}, rest=2)
    refused(state, "attack North Africa -> Brazil with 3 dice", "C-1", "not your own")
    refused(state, "attack North Africa -> Egypt with 3 dice", "C-1", "not your own")
    refused(state, "attack Brazil -> Peru with 3 dice", "C-1", "is your own")
    refused(state, "attack Brazil -> Egypt with 3 dice", "B-3", "not adjacent")
    refused(state, "attack Brazil -> Egypt until 1 army are left", "B-3", "not adjacent")
    with pytest.raises(InvalidInput, match="Atlantis"):
        play(state, "attack Brazil -> Atlantis with 3 dice")


@pytest.mark.rule("B-3")
def test_alaska_and_kamchatka_are_neighbours() -> None:
    state = position({0: {"Alaska": 4}, 1: {"Kamchatka": 1}}, rest=2)
    assert list(dice_offered(state, "Alaska", "Kamchatka")) == [1, 2, 3]


def test_a_one_way_border_is_crossed_one_way() -> None:
    from dataclasses import replace

    board = replace(
        SQUARE, links=both_ways([("A", "B"), ("B", "C"), ("C", "D")]) | frozenset([("A", "D")])
    )
    state = position({0: {"A": 5}, 1: {"B": 1, "C": 1, "D": 5}}, board=board, players=2)
    assert list(dice_offered(state, "A", "D")) == [1, 2, 3]
    refused(state.evolve(player=1), "attack D -> A with 3 dice", "B-3")


# --- C-2, C-3: how many dice ------------------------------------------------------------


@pytest.mark.rule("C-2")
@pytest.mark.parametrize(("armies", "most"), [(2, 1), (3, 2), (4, 3), (5, 3), (40, 3)])
def test_one_to_three_dice_and_an_army_more(armies: int, most: int) -> None:
    state = brazil(armies)
    assert list(dice_offered(state, "Brazil", "North Africa")) == list(range(1, most + 1))
    for dice in range(1, most + 1):
        rolling = play(state, f"attack Brazil -> North Africa with {dice} dice")
        events = [event for event, _ in chance_outcomes(rolling)]
        assert {len(event.attack) for event in events if isinstance(event, Rolled)} == {dice}
    for dice in (0, most + 1):
        refused(state, f"attack Brazil -> North Africa with {dice} dice", "C-2")


@pytest.mark.rule("C-2")
def test_half_a_die_is_no_number() -> None:
    with pytest.raises(InvalidInput, match="whole number"):
        Occupy(2.5)  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="whole number"):
        Defend(True)


@pytest.mark.rule("C-3")
@pytest.mark.parametrize(("defenders", "dice"), [(1, 1), (2, 2), (3, 2), (9, 2)])
def test_unless_asked_the_defender_rolls_full_dice(defenders: int, dice: int) -> None:
    rolling = play(brazil(9, defenders), "attack Brazil -> North Africa with 1 die")
    assert current_player(rolling) == CHANCE
    for event, _ in chance_outcomes(rolling):
        assert isinstance(event, Rolled)
        assert len(event.defence) == dice


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("timing", ["at_once", "attacker_first", "after_roll"])
def test_the_defender_is_asked_for_one_die_or_two(timing: str) -> None:
    for defenders, most in ((1, 1), (2, 2), (7, 2)):
        state = brazil(9, defenders, defender_chooses=True, defence_timing=timing)
        asked = play(state, "attack Brazil -> North Africa with 3 dice")
        if timing == "after_roll":
            assert current_player(asked) == CHANCE
            asked = play(asked, "roll 5 4 1 against nothing")
        assert asked.phase is Phase.DEFEND
        assert current_player(asked) == 1
        assert [list(a) for a in legal_actions(asked)] == [
            [Defend(dice) for dice in range(1, most + 1)]
        ]
        refused(asked, f"defend with {most + 1} dice", "C-3", f"1 to {most}")
        refused(asked, "defend with 0 dice", "C-3")
        refused(asked, "end the attack", "T-1")
        for dice in range(1, most + 1):
            answered = apply_action(asked, Defend(dice))
            assert {
                len(event.defence)
                for event, _ in chance_outcomes(answered)
                if isinstance(event, Rolled)
            } == {dice}


@pytest.mark.rule("C-3")
@pytest.mark.parametrize(
    ("timing", "seen"), [("at_once", 0), ("attacker_first", 3), ("after_roll", 3)]
)
def test_announced_unseen_unless_the_attacker_is_first(timing: str, seen: int) -> None:
    state = brazil(9, 5, defender_chooses=True, defence_timing=timing)
    asked = play(state, "attack Brazil -> North Africa with 3 dice")
    if timing == "after_roll":
        asked = play(asked, "roll 5 4 1 against nothing")
    for onlooker in (1, 2):
        view = player_view(asked, onlooker)
        assert view.assault is not None
        assert view.assault.dice == seen
        assert view.assault.attack == ((5, 4, 1) if timing == "after_roll" else ())
        assert list(legal_actions(view)) == list(legal_actions(asked))
    own = player_view(asked, 0)
    assert own.assault is not None
    assert own.assault.dice == 3


@pytest.mark.rule("C-3")
def test_both_roll_together_or_the_attacker_is_seen_first() -> None:
    together = brazil(9, 5, defender_chooses=True)
    rolling = play(together, "attack Brazil -> North Africa with 3 dice", "defend with 2 dice")
    assert armies_on(
        play(rolling, "roll 6 5 1 against 5 5"), "Brazil", "North Africa"
    ) == (8, 4)  # fmt: skip
    seen = brazil(9, 5, defender_chooses=True, defence_timing="after_roll")
    rolling = play(
        seen,
        "attack Brazil -> North Africa with 3 dice",
        "roll 6 5 1 against nothing",
        "defend with 1 die",
    )
    assert {e.attack for e, _ in chance_outcomes(rolling) if isinstance(e, Rolled)} == {()}
    assert armies_on(play(rolling, "roll nothing against 5"), "Brazil", "North Africa") == (9, 4)


@pytest.mark.rule("C-3", "S-4")
def test_who_answers_for_a_neutral_army() -> None:
    two = position(
        {0: {"A": 5}, 1: {"B": 1}, NEUTRAL: {"C": 2, "D": 2}},
        players=2,
        board=SQUARE,
        defender_chooses=True,
    )
    assert current_player(play(two, "attack A -> D with 3 dice")) == 1
    # Of three players the second has conceded: the third answers, not who is out.
    three = position(
        {0: {"A": 5}, 2: {"B": 1}, NEUTRAL: {"C": 2, "D": 2}}, board=SQUARE, defender_chooses=True
    )
    assert current_player(play(three, "attack A -> D with 3 dice")) == 2


@pytest.mark.rule("C-3")
def test_no_whole_battle_where_the_defender_is_asked() -> None:
    state = brazil(9, 5, defender_chooses=True)
    refused(state, "attack Brazil -> North Africa until 1 army are left", "C-3")


# --- C-4: what a roll costs -------------------------------------------------------------


@pytest.mark.rule("C-4")
@pytest.mark.parametrize(
    ("attack", "defence", "lost", "killed"),
    [
        ("6", "5", 0, 1),
        ("5", "5", 1, 0),
        ("6 5 4", "5 4", 0, 2),
        ("6 5 4", "6 5", 2, 0),
        ("6 4 4", "5 4", 1, 1),
        ("2 1", "6", 1, 0),
        ("3", "3 1", 1, 0),
        ("4", "3 1", 0, 1),
        ("6 1 1", "5 1", 1, 1),
    ],
)
def test_highest_against_highest_ties_to_the_defender(
    attack: str, defence: str, lost: int, killed: int
) -> None:
    defenders = 5 if " " in defence else 1
    state = brazil(9, defenders)
    dice = len(attack.split())
    after = play(
        state,
        f"attack Brazil -> North Africa with {dice} dice",
        f"roll {attack} against {defence}",
    )
    expected = (9 - lost, defenders - killed)
    assert armies_on(after, "Brazil", "North Africa") == expected  # removed at once


@pytest.mark.rule("C-4")
def test_a_roll_costs_as_many_armies_as_are_compared_and_never_more_than_two() -> None:
    for armies, defenders in product((2, 3, 4, 6), (1, 2, 5)):
        state = brazil(armies, defenders)
        for dice in dice_offered(state, "Brazil", "North Africa"):
            rolling = play(state, f"attack Brazil -> North Africa with {dice} dice")
            total = 0
            for event, probability in chance_outcomes(rolling):
                after = apply_action(rolling, event)
                left = armies_on(after, "Brazil", "North Africa")
                compared = min(dice, defenders, 2)
                assert armies + defenders - sum(left) == compared <= 2
                total += probability  # type: ignore[assignment]
            assert total == 1


@pytest.mark.rule("C-4")
@pytest.mark.parametrize(
    "line", ["roll 6 5 4 against 6 6", "roll 6 5 against 6", "roll 7 1 1 against 1"]
)
def test_only_what_can_be_rolled_is_believed(line: str) -> None:
    rolling = play(brazil(9), "attack Brazil -> North Africa with 3 dice")
    with pytest.raises(InvalidInput, match=r"dice|die|face"):
        play(rolling, line)
    with pytest.raises(InvalidInput, match="cannot come now"):
        play(brazil(9), line)


# --- C-5: stopping, coming back, going on -----------------------------------------------


@pytest.mark.rule("C-5")
def test_the_attacker_may_stop_attack_elsewhere_and_come_back() -> None:
    state = position({0: {"Brazil": 9, "Peru": 4}, 1: {"North Africa": 3, "Argentina": 3}}, rest=2)
    lost = "roll 1 1 1 against 6 6"
    once = play(state, "attack Brazil -> North Africa with 3 dice", lost)
    assert EndAttack() in [actions.action for actions in legal_actions(once)]
    assert play(once, "end the attack").phase is Phase.FORTIFY
    elsewhere = play(once, "attack Peru -> Argentina with 3 dice", lost)
    back = play(elsewhere, "attack Brazil -> North Africa with 3 dice", lost)
    assert armies_on(back, "Brazil", "Peru") == (5, 2)


@pytest.mark.rule("C-5")
def test_nobody_has_to_attack() -> None:
    assert play(brazil(9), "end the attack").phase is Phase.FORTIFY


@pytest.mark.rule("C-5")
def test_a_conquered_territory_may_attack_on_but_not_through_an_enemy() -> None:
    state = brazil(9)
    refused(state, "attack Brazil -> Egypt with 3 dice", "B-3")
    taken = play(
        state,
        "attack Brazil -> North Africa with 3 dice",
        "roll 6 6 6 against 1",
        "move in 5 armies",
    )
    assert list(dice_offered(taken, "North Africa", "Egypt")) == [1, 2, 3]
    refused(taken, "attack Brazil -> Egypt with 3 dice", "B-3")


@pytest.mark.rule("C-5")
def test_a_whole_battle_can_be_called_off_at_any_number_of_armies() -> None:
    state = brazil(6, 4)
    for keep in range(1, 6):
        pending = play(state, f"attack Brazil -> North Africa until {keep} armies are left")
        ends = [apply_action(pending, event) for event, _ in chance_outcomes(pending, exact_ends)]
        stopped = [s for s in ends if s.phase is Phase.ATTACK]
        assert all(armies_on(s, "Brazil")[0] <= keep for s in stopped)
        assert max(armies_on(s, "Brazil")[0] for s in stopped) == keep
    for keep in (0, 6):
        refused(state, f"attack Brazil -> North Africa until {keep} armies are left", "C-5")
    assert AttackUntil("Brazil", "North Africa", 5) in [
        action for actions in legal_actions(state) for action in actions
    ]


@pytest.mark.rule("C-5")
@pytest.mark.parametrize("ends", ["5 against 4", "0 against 0", "6 against 0", "2 against 5"])
def test_a_battle_ends_only_as_it_can(ends: str) -> None:
    pending = play(brazil(6, 4), "attack Brazil -> North Africa until 1 army are left")
    with pytest.raises(InvalidInput, match="cannot end"):
        play(pending, f"fight down to {ends}")
    with pytest.raises(InvalidInput, match="solve="):
        list(chance_outcomes(pending))


# --- C-6: moving in ---------------------------------------------------------------------


@pytest.mark.rule("C-6")
@pytest.mark.parametrize(("armies", "dice"), [(2, 1), (3, 1), (3, 2), (4, 3), (9, 1), (9, 3)])
def test_as_many_as_dice_up_to_all_but_one(armies: int, dice: int) -> None:
    faces = " ".join(["6"] * dice)
    won = play(
        brazil(armies),
        f"attack Brazil -> North Africa with {dice} dice",
        f"roll {faces} against 1",
    )
    assert won.phase is Phase.OCCUPY
    assert [list(a) for a in legal_actions(won)] == [[Occupy(n) for n in range(dice, armies)]]
    refused(won, f"move in {dice - 1} armies", "C-6", f"{dice} to {armies - 1}")
    refused(won, f"move in {armies} armies", "C-6")
    refused(won, "end the attack", "T-1", "move in")
    for moved in (dice, armies - 1):
        after = apply_action(won, Occupy(moved))
        assert armies_on(after, "Brazil", "North Africa") == (armies - moved, moved)
        assert after.owner_of("North Africa") == 0


@pytest.mark.rule("C-6")
@pytest.mark.parametrize(("force", "least"), [(1, 1), (2, 2), (3, 3), (5, 3)])
def test_after_a_whole_battle_the_last_roll_was_with_full_dice(force: int, least: int) -> None:
    won = play(
        brazil(7, 4),
        "attack Brazil -> North Africa until 1 army are left",
        f"fight down to {force} against 0",
    )
    assert [list(a) for a in legal_actions(won)] == [
        [Occupy(n) for n in range(least, force + 1)]
    ]  # fmt: skip


@pytest.mark.rule("C-6")
def test_armies_kept_out_of_a_blitz_roll_no_dice() -> None:
    """Balanced blitz, 4 armies in reserve, 1 of the others left: it has rolled alone."""
    won = play(
        brazil(9, 3, rules="blitz"),
        "attack Brazil -> North Africa until 5 armies are left",
        "fight down to 5 against 0",
    )
    assert next(iter(legal_actions(won))).least == 1


@pytest.mark.rule("C-2")
def test_a_balanced_blitz_has_no_single_rolls() -> None:
    state = brazil(9, 3, rules="blitz")
    refused(state, "attack Brazil -> North Africa with 3 dice", "C-2", "whole battles")
    assert list(dice_offered(state, "Brazil", "North Africa")) == []


@pytest.mark.rule("T-5", "C-6")
def test_the_stack_limit_binds_moving_in_only_as_an_option() -> None:
    won = ("attack Brazil -> North Africa with 3 dice", "roll 6 6 6 against 1")
    free = play(brazil(20, stack_limit=12), *won)
    bound = play(brazil(20, stack_limit=12, stack_limit_on_conquest=True), *won)
    assert next(iter(legal_actions(free))).most == 19
    assert next(iter(legal_actions(bound))).most == 12
    tight = play(brazil(20, stack_limit=2, stack_limit_on_conquest=True), *won)
    assert next(iter(legal_actions(tight))).most == 3  # the dice must move in (C-6)
