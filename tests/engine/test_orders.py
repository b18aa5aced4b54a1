"""Orders of a battle plan: which are played, and why others are void (R-3, R-8, M-10)."""

from __future__ import annotations

import pytest

from oddsapp.engine.orders import AttackOrder, SurgeOrder, parse_order
from oddsapp.engine.reports import order_reports
from oddsapp.errors import InvalidInput
from tests.engine.same_time import battles, stands, submit, table

HELD = {0: {"A": 6, "B": 2}, 1: {"C": 5, "D": 4}, 2: {"E": 3, "F": 1}}


def judged(plan: str) -> list[str]:
    """Return of each order of player 1 the rule by which it is void, or nothing."""
    state = submit(table(HELD), plan, "", "")
    return [report.rule for report in order_reports(battles(state))]


@pytest.mark.rule("R-8")
@pytest.mark.parametrize(
    "text", ["4 Brazil -> Venezuela", "5 Brazil -> Venezuela -> Central America"]
)
def test_orders_are_read_as_they_are_written(text: str) -> None:
    assert str(parse_order(text)) == text
    assert isinstance(parse_order(text), SurgeOrder if text.count("->") == 2 else AttackOrder)


@pytest.mark.rule("R-3")
@pytest.mark.parametrize(
    "text", ["", "nothing", "Brazil -> Peru", "four A -> D", "4 A -> B -> C -> D", "4 A D", "-1 A"]
)
def test_what_is_no_order_is_refused(text: str) -> None:
    with pytest.raises(InvalidInput, match="is no order; one is written"):
        parse_order(text)


@pytest.mark.rule("R-8")
def test_a_territory_sends_several_forces() -> None:
    assert judged("2 A -> D; 3 A -> F; 1 B -> C") == ["", "", ""]


@pytest.mark.rule("R-8", "R-3")
def test_of_more_than_all_but_one_in_sum_those_written_last_are_void() -> None:
    assert judged("2 A -> D; 4 A -> F") == ["", "R-8"]
    assert judged("4 A -> F; 2 A -> D") == ["", "R-8"]
    # One that is too much by itself takes no armies from those that follow.
    assert judged("9 A -> F; 5 A -> D") == ["R-8", ""]
    assert judged("5 A -> D -> E; 1 A -> F") == ["", "R-8"]


@pytest.mark.rule("R-8", "R-7")
def test_an_attack_needs_two_armies_of_which_one_stays() -> None:
    state = submit(table(HELD), "6 A -> D; 2 B -> C; 0 A -> D", "", "1 F -> A; 2 E -> D")
    assert [report.rule for report in order_reports(battles(state))] == [
        *("R-8", "R-8", "R-8"),
        *("R-8", ""),
    ]


@pytest.mark.rule("R-3", "R-8", "B-3")
@pytest.mark.parametrize(
    ("order", "rule"),
    [
        ("1 C -> B", "R-8"),  # from another player's
        ("1 A -> B", "R-8"),  # into one's own
        ("1 A -> C", "B-3"),  # not adjacent
        ("1 A -> D -> A", "R-8"),  # a surge back home
        ("1 A -> D -> F", "B-3"),  # a surge beyond what is adjacent
        ("1 A -> B -> C", "R-8"),  # a surge through one's own
    ],
)
def test_illegal_orders_are_void(order: str, rule: str) -> None:
    assert judged(order) == [rule]


@pytest.mark.rule("M-10")
def test_a_player_has_one_surge_a_turn() -> None:
    assert judged("2 A -> D -> E; 1 B -> C -> D") == ["", "M-10"]
    # A void one is none.
    assert judged("2 A -> D -> F; 1 B -> C -> D") == ["B-3", ""]


@pytest.mark.rule("M-10")
def test_every_player_has_a_surge() -> None:
    state = submit(table(HELD), "2 A -> D -> E", "2 C -> B -> A", "2 E -> D -> C")
    assert [checked.played for checked in battles(state).orders] == [True, True, True]


@pytest.mark.rule("R-3")
def test_an_unclear_order_is_void() -> None:
    assert judged("2 A -> D; 3 A -> D") == ["", "R-3"]
    assert judged("2 A -> D -> E; 3 A -> D") == ["", "R-3"]


@pytest.mark.rule("R-3")
def test_the_armies_of_a_void_order_stay() -> None:
    state = submit(table(HELD), "9 A -> D; 1 A -> C", "", "")
    assert stands(state, "A") == [(0, 6)]
    assert [checked.reason for checked in battles(state).orders] == [
        "A has 5 left to send, not 9; one stays behind",
        "C is not adjacent to A",
    ]


@pytest.mark.rule("V-8")
def test_nobody_attacks_a_team_mate() -> None:
    held = {0: {"A": 6}, 1: {"B": 5}, 2: {"C": 5, "D": 2}, 3: {"E": 3, "F": 1}}
    state = submit(table(held, players=4, teams=2), "2 A -> D; 2 A -> B", "", "", "")
    assert [checked.rule for checked in battles(state).orders] == ["V-8", ""]
