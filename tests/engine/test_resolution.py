"""The battles of a turn, stage by stage, each from the survivors of the last (M-10 to M-14)."""

from __future__ import annotations

import pytest

from oddsapp.boards import Board, Continent, both_ways
from oddsapp.engine import GameState, new_game
from oddsapp.engine.resolution import Fate
from oddsapp.errors import InvalidInput
from tests.engine.same_time import battles, pending, play, stands, submit, table

CLASH, MASS, INVASION, SPOILS = "border clashes", "mass invasions", "invasions", "spoils of war"


def fates(state: GameState) -> list[Fate]:
    return [force.fate for force in battles(state).forces]


# -- the order of the stages ---------------------------------------------------------------


@pytest.mark.rule("M-11")
def test_clashes_come_before_mass_invasions_before_invasions() -> None:
    held = {0: {"A": 9, "B": 9}, 1: {"C": 9, "D": 9}, 2: {"E": 9, "F": 9}}
    state = submit(table(held), "3 A -> D; 5 B -> C; 2 A -> F", "4 D -> A; 2 D -> E", "6 E -> D")
    # D and E meet head on as well as A and D; of each pair the winner goes on.
    assert pending(state) == [(CLASH, "D", (3, 4)), (CLASH, "E", (2, 6))]
    state = play(state, "settle at 2 0 for D", "settle at 0 5 for E")
    assert pending(state) == [(MASS, "D", (2, 5, 3))]
    state = play(state, "settle at 0 0 2 for D")
    assert pending(state) == [(INVASION, "C", (5, 9)), (INVASION, "F", (2, 9))]


@pytest.mark.rule("M-11", "M-8", "M-10")
def test_spoils_come_after_invasions_and_surges_last() -> None:
    held = {0: {"A": 9, "B": 9}, 1: {"C": 5, "D": 5}, 2: {"E": 9, "F": 9}}
    state = submit(table(held), "3 A -> D; 8 B -> C -> D", "", "6 E -> D")
    state = play(state, "settle at 3 6 0 for D")
    assert pending(state) == [(INVASION, "C", (8, 5))]
    state = play(state, "settle at 7 0 for C")
    assert pending(state) == [(SPOILS, "D", (3, 6))]
    state = play(state, "settle at 0 4 for D")
    assert pending(state) == [("surge invasions", "D", (6, 4))]


# -- border clashes ------------------------------------------------------------------------


@pytest.mark.rule("M-7")
def test_forces_into_each_others_territory_clash() -> None:
    state = submit(table({0: {"A": 5}, 1: {"D": 7}}, rest=2), "4 A -> D", "6 D -> A", "")
    assert pending(state) == [(CLASH, "D", (4, 6))]
    assert battles(state).pending[0].battle.kind.value == "border clash"


@pytest.mark.rule("M-7")
def test_a_ring_of_attacks_is_no_clash() -> None:
    triangle = Board(
        "triangle",
        (Continent("All", 1, ("X", "Y", "Z")),),
        both_ways([("X", "Y"), ("Y", "Z"), ("Z", "X")]),
    )
    held = {0: {"X": 4}, 1: {"Y": 4}, 2: {"Z": 4}}
    state = submit(table(held, board=triangle), "3 X -> Y", "3 Y -> Z", "3 Z -> X")
    assert pending(state) == [
        (INVASION, "X", (3, 1)),
        (INVASION, "Y", (3, 1)),
        (INVASION, "Z", (3, 1)),
    ]


@pytest.mark.rule("M-13")
def test_the_winner_of_a_clash_joins_the_invasion_of_the_others() -> None:
    held = {0: {"A": 9}, 1: {"D": 4}, 2: {"E": 3}}
    state = submit(table(held, rest=2), "5 A -> D", "3 D -> A", "2 E -> D")
    state = play(state, "settle at 3 0 for D")
    assert pending(state) == [(MASS, "D", (3, 2, 1))]


@pytest.mark.rule("M-13")
def test_after_a_lost_clash_the_home_is_invaded() -> None:
    state = submit(table({0: {"A": 9}, 1: {"D": 4}}, rest=2), "5 A -> D", "3 D -> A", "")
    state = play(state, "settle at 0 2 for D")
    assert pending(state) == [(INVASION, "A", (2, 4))]
    assert fates(state) == [Fate.LOST_CLASH, Fate.UNDER_WAY]


@pytest.mark.rule("M-13")
def test_of_ten_armies_nine_are_ordered_a_clash_leaves_four_and_three_go_on() -> None:
    state = submit(table({0: {"A": 10}, 1: {"D": 7}}, rest=2), "9 A -> D", "6 D -> A", "")
    state = play(state, "settle at 3 0 for D")  # with the one at home four in all
    assert pending(state) == [(INVASION, "D", (3, 1))]
    assert play(state, "settle at 3 0 for D").armies_on("A") == 1


@pytest.mark.rule("M-13")
def test_as_an_option_one_of_the_survivors_of_a_clash_stays() -> None:
    held = {0: {"A": 10}, 1: {"D": 7}}
    state = submit(table(held, rest=2, clash_leaves_one=True), "9 A -> D", "6 D -> A", "")
    on = play(state, "settle at 4 0 for D")
    assert pending(on) == [(INVASION, "D", (3, 1))]
    assert play(on, "settle at 3 0 for D").armies_on("A") == 2
    alone = play(state, "settle at 1 0 for D")
    assert fates(alone) == [Fate.STAYS_HOME, Fate.LOST_CLASH]
    assert stands(alone, "A", "D") == [(0, 2), (1, 1)]


# -- who defends -----------------------------------------------------------------------------


@pytest.mark.rule("M-12")
def test_who_stays_at_home_defends_alone() -> None:
    state = submit(table({0: {"A": 5}, 1: {"D": 20}}, rest=2), "4 A -> D", "17 D -> C", "")
    assert pending(state) == [(INVASION, "C", (17, 1)), (INVASION, "D", (4, 3))]


@pytest.mark.rule("M-12")
def test_the_dice_are_those_of_who_fights() -> None:
    state = submit(table({0: {"A": 12}, 1: {"D": 20}}, rest=2), "6 A -> D", "17 D -> C", "")
    fight = battles(state).pending[1]
    assert [die.name for die in fight.battle.dice(fight.battle.armies)] == ["yellow", "white"]


@pytest.mark.rule("M-14")
def test_an_army_whose_home_falls_fights_on_and_owns_what_it_takes() -> None:
    state = submit(table({0: {"A": 5}, 1: {"D": 6}}, rest=2), "4 A -> D", "5 D -> C", "")
    state = play(state, "settle at 2 0 for C", "settle at 4 0 for D")
    assert stands(state, "C", "D") == [(1, 2), (0, 4)]
    assert 1 in state.living


# -- several armies --------------------------------------------------------------------------


@pytest.mark.rule("M-6")
def test_several_armies_of_one_player_stay_apart() -> None:
    state = submit(table({0: {"A": 5, "C": 4}, 1: {"D": 6}}, rest=2), "4 A -> D; 3 C -> D", "", "")
    assert pending(state) == [(MASS, "D", (4, 3, 6))]


@pytest.mark.rule("M-6", "M-8")
def test_all_armies_of_the_victor_occupy() -> None:
    state = submit(table({0: {"A": 5, "C": 4}, 1: {"D": 6}}, rest=2), "4 A -> D; 3 C -> D", "", "")
    state = play(state, "settle at 4 2 0 for D")
    assert fates(state) == [Fate.OCCUPIES, Fate.OCCUPIES]
    assert stands(state, "A", "C", "D") == [(0, 1), (0, 1), (0, 6)]


@pytest.mark.rule("M-8")
def test_a_joint_conquest_leads_to_spoils_with_each_players_survivors() -> None:
    held = {0: {"A": 5, "C": 4}, 1: {"D": 6, "B": 1, "F": 1}, 2: {"E": 7}}
    state = submit(table(held), "4 A -> D; 3 C -> D", "", "6 E -> D")
    state = play(state, "settle at 2 3 5 0 for D")
    assert pending(state) == [(SPOILS, "D", (2, 3, 5))]
    assert battles(state).pending[0].battle.owners == (0, 0, 1)
    state = play(state, "settle at 1 0 0 for D")
    assert fates(state) == [Fate.OCCUPIES, Fate.LOST_SPOILS, Fate.LOST_SPOILS]
    assert stands(state, "D") == [(0, 1)]


@pytest.mark.rule("M-8")
def test_there_are_no_spoils_where_only_one_players_armies_are_left() -> None:
    held = {0: {"A": 5, "C": 4}, 1: {"D": 6, "B": 1, "F": 1}, 2: {"E": 7}}
    # Read as individual, attackers may fall in a battle that is won.
    state = submit(table(held, mass_reading="individual"), "4 A -> D; 3 C -> D", "", "6 E -> D")
    state = play(state, "settle at 2 3 0 0 for D")
    assert battles(state).is_over
    assert stands(state, "D") == [(0, 5)]


@pytest.mark.rule("M-6")
def test_seven_armies_meet_in_one_territory() -> None:
    names = [f"S{number}" for number in range(1, 8)]
    hub = Board(
        "star", (Continent("All", 1, ("Hub", *names)),), both_ways([("Hub", n) for n in names])
    )
    held = {0: dict.fromkeys(names[:4], 3), 1: dict.fromkeys(names[4:], 3), 2: {"Hub": 9}}
    plans = ["; ".join(f"2 {name} -> Hub" for name in side) for side in (names[:4], names[4:])]
    state = submit(table(held, board=hub), *plans, "")
    assert pending(state) == [(MASS, "Hub", (2, 2, 2, 2, 2, 2, 2, 9))]
    state = play(state, "throw 6 1 1 1 1 1 2 3 for Hub")
    assert state.rolled == (2, 2, 2, 2, 2, 2, 2, 8)


@pytest.mark.rule("M-6")
def test_a_board_on_which_more_could_meet_is_refused() -> None:
    names = [f"S{number}" for number in range(1, 9)]
    hub = Board(
        "star", (Continent("All", 1, ("Hub", *names)),), both_ways([("Hub", n) for n in names])
    )
    with pytest.raises(InvalidInput, match=r"8 armies could meet in Hub, and the rules have 7"):
        new_game("risk2", players=3, board=hub)
    assert new_game("risk2", players=3, board=hub, most_attackers=8).game.players == 3


# -- surges ----------------------------------------------------------------------------------


@pytest.mark.rule("M-10", "M-13")
def test_a_surge_leaves_one_and_goes_on_with_the_rest() -> None:
    state = submit(table({0: {"A": 9}, 1: {"D": 3}}, rest=2), "8 A -> D -> E", "", "")
    state = play(state, "settle at 5 0 for D")
    assert pending(state) == [("surge invasions", "E", (4, 1))]
    state = play(state, "settle at 3 0 for E")
    assert stands(state, "A", "D", "E") == [(0, 1), (0, 1), (0, 3)]


@pytest.mark.rule("M-10")
def test_a_surge_that_fails_keeps_what_it_has_taken() -> None:
    state = submit(table({0: {"A": 9}, 1: {"D": 3}}, rest=2), "8 A -> D -> E", "", "")
    state = play(state, "settle at 5 0 for D", "settle at 0 1 for E")
    assert stands(state, "D", "E") == [(0, 1), (2, 1)]
    assert fates(state) == [Fate.LOST_ATTACK]


@pytest.mark.rule("M-10")
def test_a_surge_ends_where_its_first_battle_is_lost() -> None:
    state = submit(table({0: {"A": 9}, 1: {"D": 3}}, rest=2), "8 A -> D -> E", "", "")
    state = play(state, "settle at 0 2 for D")
    assert battles(state).is_over
    assert stands(state, "D", "E") == [(1, 2), (2, 1)]


@pytest.mark.rule("M-10")
def test_a_surge_of_one_army_stays_where_it_is() -> None:
    state = submit(table({0: {"A": 9}, 1: {"D": 3}}, rest=2), "8 A -> D -> E", "", "")
    state = play(state, "settle at 1 0 for D")
    assert battles(state).is_over
    assert stands(state, "D", "E") == [(0, 1), (2, 1)]


@pytest.mark.rule("M-10")
def test_a_surge_stays_where_its_target_is_its_own_by_then() -> None:
    state = submit(
        table({0: {"A": 9, "F": 9}, 1: {"D": 3}}, rest=2), "8 A -> D -> E; 3 F -> E", "", ""
    )
    state = play(state, "settle at 5 0 for D", "settle at 3 0 for E")
    assert battles(state).is_over
    assert stands(state, "D", "E") == [(0, 5), (0, 3)]


@pytest.mark.rule("M-10", "M-7")
def test_a_surge_may_clash_on_its_way_out() -> None:
    state = submit(table({0: {"A": 9}, 1: {"D": 9}}, rest=2), "8 A -> D -> E", "5 D -> A", "")
    assert pending(state) == [(CLASH, "D", (8, 5))]
    state = play(state, "settle at 4 0 for D")
    assert pending(state) == [(INVASION, "D", (4, 4))]
    assert pending(play(state, "settle at 3 0 for D")) == [("surge invasions", "E", (2, 1))]


@pytest.mark.rule("M-10", "M-7")
def test_surges_clash_head_on() -> None:
    held = {0: {"A": 9}, 1: {"D": 9}, 2: {"B": 2, "C": 2, "E": 1, "F": 1}}
    state = submit(table(held), "8 A -> B -> C", "8 D -> C -> B", "")
    state = play(state, "settle at 6 0 for B", "settle at 7 0 for C")
    assert pending(state) == [("surge border clashes", "C", (5, 6))]
    state = play(state, "settle at 0 3 for C")
    # The one that stayed defends what the loser has taken.
    assert pending(state) == [("surge invasions", "B", (3, 1))]
    state = play(state, "settle at 2 0 for B")
    assert stands(state, "A", "B", "C") == [(0, 1), (1, 2), (1, 1)]


@pytest.mark.rule("M-10", "M-6", "M-8")
def test_surges_meet_in_a_mass_surge_and_fight_for_its_spoils() -> None:
    held = {0: {"B": 9, "A": 1}, 1: {"F": 9}, 2: {"C": 2, "D": 6, "E": 2}}
    state = submit(table(held), "8 B -> C -> D", "8 F -> E -> D", "")
    state = play(state, "settle at 6 0 for C", "settle at 8 0 for E")
    assert pending(state) == [("mass surges", "D", (5, 7, 6))]
    state = play(state, "settle at 5 7 0 for D")
    assert pending(state) == [("surge spoils of war", "D", (5, 7))]
    state = play(state, "settle at 0 1 for D")
    assert stands(state, "C", "D", "E") == [(0, 1), (1, 1), (1, 1)]


@pytest.mark.rule("M-10", "M-14")
def test_a_surge_fights_on_although_what_it_went_through_falls() -> None:
    held = {0: {"A": 9}, 1: {"C": 9}, 2: {"D": 2, "E": 2, "B": 3, "F": 1}}
    state = submit(table(held), "8 A -> D -> E", "8 C -> B -> A", "")
    state = play(state, "settle at 7 0 for B", "settle at 6 0 for D")
    assert pending(state) == [("surge invasions", "A", (6, 1)), ("surge invasions", "E", (5, 2))]
    state = play(state, "settle at 5 0 for A", "settle at 4 0 for E")
    assert stands(state, "A", "D", "E") == [(1, 5), (0, 1), (0, 4)]


@pytest.mark.rule("R-7")
def test_every_territory_has_an_army_when_the_battles_are_over() -> None:
    held = {0: {"A": 9}, 1: {"D": 2}, 2: {"E": 2, "B": 3, "F": 1, "C": 1}}
    state = submit(table(held), "8 A -> D -> E", "1 D -> C", "1 E -> D")
    state = play(state, "settle at 4 1 0 for D", "settle at 1 0 for C")
    state = play(state, "settle at 4 0 for D", "settle at 3 0 for E")
    assert battles(state).is_over
    assert min(state.armies) == 1
