"""Reinforcements and tactical moves as plans (R-2 to R-5, R-7)."""

from __future__ import annotations

from typing import Any

import pytest

from oddsapp.boards import Board, Continent, both_ways, find_board
from oddsapp.engine import GameState, Phase, legal_actions, new_game
from oddsapp.engine.actions import Submit
from oddsapp.engine.income import most_received, same_time_reinforcements
from oddsapp.engine.possible import OrderRange, possible_orders
from tests.engine.same_time import stands, submit, table

RISK2 = find_board("risk2")


def placing(held: dict[int, dict[str, int]], armies: int, **changes: Any) -> GameState:
    """Return a game in which the first player has so many armies to place, others none."""
    return table(held, phase=Phase.REINFORCEMENTS, reserves=(armies,), **changes)


def void(state: GameState) -> list[tuple[str, str]]:
    """Return the rule and the order of every void line of this round."""
    return [(line.rule, str(line.order)) for line in state.carried if not line.played]


# -- how many (R-2) --------------------------------------------------------------------------


def holder(*names: str, board: Board = RISK2, **changes: Any) -> int:
    """Return the reinforcements of somebody who holds these territories."""
    state = new_game("risk2", players=3, board=board, **changes)
    owners = tuple(0 if name in names else 1 for name in board.territories)
    return same_time_reinforcements(state.evolve(owners=owners), 0)


def row(length: int) -> Board:
    """Return a board on which so many territories lie in a row, in one continent with a last."""
    names = [str(number) for number in range(length)]
    return Board(
        "row",
        (Continent("All", 5, (*names, "end")),),
        both_ways(zip(names, [*names[1:], "end"], strict=True)),
    )


@pytest.mark.rule("R-2")
@pytest.mark.parametrize(
    ("held", "empire", "armies"),
    [(3, 3, 3), (5, 4, 3), (6, 5, 3), (6, 6, 4), (7, 5, 4), (9, 8, 5), (10, 10, 6)],
)
def test_territories_and_the_largest_group_are_added_and_divided_by_three(
    held: int, empire: int, armies: int
) -> None:
    board = row(30)
    apart = [str(2 * number + 12) for number in range(held - empire)]
    assert holder(*map(str, range(empire)), *apart, board=board) == armies


@pytest.mark.rule("R-2")
def test_at_least_three() -> None:
    assert holder("Alaska") == 3


@pytest.mark.rule("R-2")
def test_an_empire_is_connected_by_borders_and_lanes() -> None:
    state = new_game("risk2", players=3, board=RISK2)
    for names, size in (
        (["Alaska", "Kamchatka", "Siam"], 2),
        (["Hawaii", "Japan", "Philippines", "Western United States"], 4),
        (["Greenland", "Northwest Territory"], 1),  # Oikiqtaluk lies between
        (["Greenland", "Oikiqtaluk", "Northwest Territory"], 3),
        ([], 0),
    ):
        owners = tuple(0 if name in names else 1 for name in RISK2.territories)
        assert state.game.largest_group(state.evolve(owners=owners).territories(0)) == size


@pytest.mark.rule("R-2")
def test_the_largest_of_several_groups_counts() -> None:
    state = new_game("risk2", players=3, board=row(20))
    owners = tuple(0 if n in (0, 1, 2, 3, 5, 6, 10) else 1 for n in range(21))
    assert state.game.largest_group(state.evolve(owners=owners).territories(0)) == 4


@pytest.mark.rule("R-2")
@pytest.mark.parametrize(
    ("continent", "bonus", "classic"),
    [
        ("North America", 6, 5),
        ("South America", 4, 2),
        ("Europe", 6, 5),
        ("Africa", 5, 3),
        ("Asia", 8, 7),
        ("Australia", 4, 2),
    ],
)
def test_continents_have_the_bonus_of_the_manual_or_the_classic_one(
    continent: str, bonus: int, classic: int
) -> None:
    names = RISK2.continent(continent).territories
    armies = max(3, 2 * len(names) // 3)
    assert holder(*names) == armies + bonus
    assert holder(*names, board=RISK2.with_classic_bonuses()) == armies + classic
    assert holder(*names[1:]) < armies + bonus - 2  # none for a part


@pytest.mark.rule("R-2", "T-2")
def test_without_empires_reinforcements_are_those_of_the_sequential_game() -> None:
    names = [str(number) for number in range(14)]
    assert holder(*names, board=row(30), empire=False) == 4
    assert holder(*names, board=row(30)) == 9


@pytest.mark.rule("R-2")
def test_all_players_reinforce_in_every_round() -> None:
    state = table({0: {"A": 1, "B": 1, "C": 1}, 1: {"D": 1}, 2: {"E": 1, "F": 1}})
    state = submit(submit(state, "", "", ""), "", "", "")
    assert (state.round, state.phase) == (2, Phase.REINFORCEMENTS)
    assert state.reserves == (3 + 2, 3, 3, 0)  # A, B and C are the North


# -- where (R-3, R-4) ------------------------------------------------------------------------

HELD = {0: {"A": 2, "B": 2}, 1: {"C": 5, "D": 4}, 2: {"E": 3, "F": 1}}


@pytest.mark.rule("R-3")
def test_reinforcements_are_placed_as_planned() -> None:
    state = submit(placing(HELD, 7), "3 on A; 4 on B")
    assert stands(state, "A", "B") == [(0, 5), (0, 6)]
    assert (state.phase, state.reserves) == (Phase.ORDERS, (0, 0, 0, 0))


@pytest.mark.rule("R-3")
def test_the_plans_of_all_are_carried_out_together() -> None:
    state = table(HELD, phase=Phase.REINFORCEMENTS, reserves=(3, 4, 5))
    state = submit(state, "3 on A", "4 on C")
    assert stands(state, "A", "C") == [(0, 2), (1, 5)]
    state = submit(state, None, None, "5 on F")
    assert stands(state, "A", "C", "F") == [(0, 5), (1, 9), (2, 6)]


@pytest.mark.rule("R-3", "R-2")
@pytest.mark.parametrize(
    ("plan", "void_lines", "armies"),
    [
        ("3 on A; 5 on B; 2 on B", [("R-2", "5 on B")], (5, 4)),  # written last, but it fits
        ("8 on A", [("R-2", "8 on A")], (2, 2)),
        ("0 on A; 7 on B", [("R-2", "0 on A")], (2, 9)),
        ("3 on C; 4 on A", [("R-1", "3 on C")], (6, 2)),
    ],
)
def test_void_lines_place_nothing_and_what_is_not_placed_is_lost(
    plan: str, void_lines: list[tuple[str, str]], armies: tuple[int, int]
) -> None:
    state = submit(placing(HELD, 7), plan)
    assert void(state) == void_lines
    assert [count for _, count in stands(state, "A", "B")] == list(armies)
    assert state.reserves[0] == 0


@pytest.mark.rule("R-4")
def test_china_with_india_siam_and_mongolia_takes_four() -> None:
    own = dict.fromkeys(("China", "India", "Siam", "Mongolia"), 1)
    state = placing({0: own}, 9, rest=1, board=RISK2, restricted_reinforcement=True)
    assert most_received(state, state.game.territory("China")) == 4
    assert stands(submit(state, "4 on China"), "China") == [(0, 5)]
    over = submit(state, "5 on China")
    assert stands(over, "China") == [(0, 1)]
    assert void(over) == [("R-4", "5 on China")]


@pytest.mark.rule("R-4")
def test_lines_for_one_territory_count_together() -> None:
    own = dict.fromkeys(("China", "India", "Siam", "Mongolia"), 1)
    state = placing({0: own}, 9, rest=1, board=RISK2, restricted_reinforcement=True)
    state = submit(state, "3 on China; 2 on China; 1 on China")
    assert void(state) == [("R-4", "2 on China")]
    assert stands(state, "China") == [(0, 5)]


@pytest.mark.rule("R-4")
def test_what_cannot_be_placed_is_lost() -> None:
    state = placing({0: {"A": 1}}, 9, rest=1, restricted_reinforcement=True)
    state = submit(state, "1 on A")
    assert (stands(state, "A"), state.reserves[0]) == ([(0, 2)], 0)


@pytest.mark.rule("R-4")
def test_without_the_option_a_territory_takes_all() -> None:
    assert stands(submit(placing({0: {"A": 1}}, 9, rest=1), "9 on A"), "A") == [(0, 10)]


@pytest.mark.rule("R-4")
def test_the_limit_is_counted_anew_in_every_phase() -> None:
    state = placing({0: {"A": 1}}, 9, rest=1, restricted_reinforcement=True)
    state = submit(state, "1 on A").evolve(phase=Phase.CONQUEST_REINFORCEMENTS)
    state = state.evolve(reserves=(2, 0, 0, 0), plans=(None, (), ()), player=0)
    assert stands(submit(state, "1 on A"), "A") == [(0, 3)]


# -- tactical moves (R-5, R-7) ---------------------------------------------------------------

MOVING = {0: {"A": 9, "B": 2, "D": 3, "F": 1}, 1: {"C": 5}, 2: {"E": 3}}


def moved(plan: str, held: dict[int, dict[str, int]] = MOVING, **changes: Any) -> GameState:
    return submit(table(held, phase=Phase.TACTICAL, **changes), plan, "", "")


@pytest.mark.rule("R-5")
def test_armies_move_from_one_territory_to_any_adjacent_ones() -> None:
    state = moved("2 A -> B; 1 A -> D; 2 A -> F")
    assert [count for _, count in stands(state, "A", "B", "D", "F")] == [4, 4, 4, 3]


@pytest.mark.rule("R-5")
@pytest.mark.parametrize(
    ("plan", "void_lines"),
    [
        ("1 A -> B; 1 D -> A", [("R-5", "1 D -> A")]),  # from a second territory
        ("1 A -> C", [("R-5", "1 A -> C")]),  # to another player's
        ("1 C -> B", [("R-5", "1 C -> B")]),  # from another player's
        ("1 D -> B", [("B-3", "1 D -> B")]),  # not adjacent
        ("9 A -> B", [("R-7", "9 A -> B")]),  # none would stay
        ("1 F -> A", [("R-7", "1 F -> A")]),
        ("0 A -> B", [("R-7", "0 A -> B")]),
        ("1 D -> B; 1 A -> F", [("B-3", "1 D -> B")]),  # a void one is no source
    ],
)
def test_void_moves_leave_their_armies(plan: str, void_lines: list[tuple[str, str]]) -> None:
    state = moved(plan)
    assert void(state) == void_lines
    assert sum(count for _, count in stands(state, "A", "B", "D", "F")) == 15


@pytest.mark.rule("R-5")
@pytest.mark.parametrize("restricted", [True, False])
def test_a_receiver_with_two_own_neighbours_takes_three(*, restricted: bool) -> None:
    held = {0: {"A": 9, "B": 2, "C": 1}, 1: {"D": 5, "F": 1}, 2: {"E": 3}}
    changes = {"restricted_reinforcement": restricted}
    assert stands(moved("3 A -> B", held, **changes), "A", "B") == [(0, 6), (0, 5)]
    state = moved("2 A -> B; 2 A -> B; 1 A -> B", held, **changes)
    assert void(state) == [("R-5", "2 A -> B")]
    assert stands(state, "A", "B") == [(0, 6), (0, 5)]


@pytest.mark.rule("R-5")
def test_the_move_may_be_skipped() -> None:
    assert stands(moved(""), "A") == [(0, 9)]


@pytest.mark.rule("R-5")
def test_all_move_at_the_same_time() -> None:
    held = {0: {"A": 9, "B": 2}, 1: {"C": 5, "D": 4}, 2: {"E": 3, "F": 1}}
    state = submit(table(held, phase=Phase.TACTICAL), "2 A -> B", "1 D -> C", "2 E -> F")
    assert [count for _, count in stands(state, *"ABCDEF")] == [7, 4, 6, 3, 1, 3]


# -- what can be ordered ---------------------------------------------------------------------


def ranges(state: GameState, player: int) -> dict[str, int]:
    return {str(order): most for order, most in possible_orders(state, player)}


def test_possible_orders_are_each_order_with_the_most_armies_it_may_send() -> None:
    state = table(HELD | {0: {"A": 4, "B": 1}})
    assert ranges(state, 0) == {
        "1 A -> F": 3,
        "1 A -> F -> E": 3,
        "1 A -> D": 3,
        "1 A -> D -> C": 3,
        "1 A -> D -> E": 3,
    }
    tactical = table(MOVING, phase=Phase.TACTICAL)
    assert ranges(tactical, 0)["1 A -> F"] == 2
    limited = placing(HELD, 9, restricted_reinforcement=True)
    assert ranges(limited, 0) == {"1 on A": 2, "1 on B": 2}
    assert ranges(placing(HELD, 9), 0) == {"1 on A": 9, "1 on B": 9}
    assert ranges(placing(HELD, 9), 1) == {}
    pacts = table(HELD, phase=Phase.DIPLOMACY, diplomacy="open")
    assert ranges(pacts, 1) == {
        "pact with player 1 for 1 rounds": 0,
        "pact with player 3 for 1 rounds": 0,
    }


def test_orders_may_be_made_larger() -> None:
    order, most = next(possible_orders(table(HELD), 0))
    assert str(OrderRange(order, most).with_armies(7)) == "7 A -> D"


def test_plans_of_one_order_are_listed_up_to_their_armies() -> None:
    state = placing(HELD, 4)
    listed = [plan for plans in legal_actions(state) for plan in plans]
    assert listed == [
        Submit(1),
        *(Submit(1, (f"{armies} on {name}",)) for name in "AB" for armies in (1, 2, 3, 4)),
    ]
    assert sum(len(plans) for plans in legal_actions(state)) == len(listed)
