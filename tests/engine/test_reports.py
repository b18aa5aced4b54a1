"""What became of each order: its fate, why, and against whom (M-10 to M-14, R-3)."""

from __future__ import annotations

import pytest

from oddsapp.engine import GameState
from oddsapp.engine.reports import OrderReport, Surge, order_reports
from oddsapp.engine.resolution import Fate
from tests.engine.same_time import battles, play, submit, table


def reports(state: GameState) -> tuple[OrderReport, ...]:
    return order_reports(battles(state))


def words(state: GameState) -> list[str]:
    return [str(report) for report in reports(state)]


@pytest.mark.rule("R-3")
def test_a_void_order_says_why() -> None:
    state = submit(table({0: {"A": 9}, 1: {"D": 4}}, rest=2), "9 A -> D", "", "")
    report = reports(state)[0]
    assert (report.fate, report.rule, report.opponents, report.sizes) == (Fate.VOID, "R-8", (), ())
    assert words(state) == [
        "player 1, 9 A -> D: void, A has 8 left to send, not 9; one stays behind (rule R-8)"
    ]


@pytest.mark.rule("M-7", "M-13")
def test_who_was_beaten_on_the_border_and_who_went_on() -> None:
    state = submit(table({0: {"A": 9}, 1: {"D": 4}}, rest=2), "5 A -> D", "3 D -> A", "")
    assert words(state)[0] == "player 1, 5 A -> D: is on its way to D with 5"
    state = play(state, "settle at 4 0 for D")
    assert words(state)[1] == (
        "player 2, 3 D -> A: was beaten by 5 armies of player 1 from A on the border of D"
    )
    state = play(state, "settle at 2 0 for D")
    first, second = reports(state)
    assert (first.fate, first.opponents, first.sizes) == (Fate.OCCUPIES, (1,), (5, 4, 2))
    assert (second.fate, second.opponents, second.sizes) == (Fate.LOST_CLASH, (0,), (3, 0))
    assert first.reason == (
        "beat 3 armies of player 2 from D on the border of D, and beat 1 army of player 2 in D,"
        " and occupies D with 2"
    )


@pytest.mark.rule("M-13")
def test_who_stays_at_home_after_a_clash() -> None:
    held = {0: {"A": 9}, 1: {"D": 4}}
    state = submit(table(held, rest=2, clash_leaves_one=True), "5 A -> D", "3 D -> A", "")
    report = reports(play(state, "settle at 1 0 for D"))[0]
    assert report.fate is Fate.STAYS_HOME
    assert report.reason.endswith("and the one army left stays in A")


@pytest.mark.rule("M-5", "M-6")
def test_who_was_beaten_by_the_defender() -> None:
    held = {0: {"A": 9, "C": 3}, 1: {"D": 4}, 2: {"E": 5}}
    state = submit(table(held, rest=2), "5 A -> D; 2 C -> D", "", "3 E -> D")
    state = play(state, "settle at 0 0 0 2 for D")
    assert [report.fate for report in reports(state)] == [Fate.LOST_ATTACK] * 3
    assert reports(state)[1].reason == (
        "was beaten by 4 armies of player 2 in D, together with player 1 and player 3; 2 left there"
    )
    assert reports(state)[2].opponents == (1,)


@pytest.mark.rule("M-8")
def test_who_lost_the_spoils_to_whom() -> None:
    held = {0: {"A": 9, "C": 3}, 1: {"D": 4}, 2: {"E": 5}}
    state = submit(table(held, rest=2), "5 A -> D; 2 C -> D", "", "3 E -> D")
    state = play(state, "settle at 4 1 2 0 for D", "settle at 3 0 0 for D")
    assert [report.fate for report in reports(state)] == [
        Fate.OCCUPIES,
        Fate.LOST_SPOILS,
        Fate.LOST_SPOILS,
    ]
    assert reports(state)[0].reason == (
        "beat 4 armies of player 2 in D, together with player 1 and player 3, and won the spoils"
        " of D against 2 armies of player 3 from E, and occupies D with 3"
    )
    assert reports(state)[1].reason.endswith("player 3 from E, but fell")
    assert reports(state)[2].reason.endswith(
        "and lost the spoils of D against 4 armies of player 1 from A and 1 army of player 1 from C"
    )
    assert reports(state)[2].opponents == (1, 0)


@pytest.mark.rule("M-10")
def test_whether_a_surge_went_on_and_why_not() -> None:
    def surge(*lines: str, plan: str = "8 A -> D -> E") -> OrderReport:
        held = {0: {"A": 9, "F": 9}, 1: {"D": 3}}
        return reports(play(submit(table(held, rest=2), plan, "", ""), *lines))[0]

    won = surge("settle at 5 0 for D", "settle at 3 0 for E")
    assert (won.surge, won.fate, won.sizes) == (Surge.WENT_ON, Fate.OCCUPIES, (8, 4, 3))
    assert won.opponents == (1, 2)
    assert won.reason == (
        "beat 3 armies of player 2 in D, and beat 1 army of player 3 in E, and occupies E with 3"
    )
    lost = surge("settle at 5 0 for D", "settle at 0 1 for E")
    assert (lost.surge, lost.fate) == (Surge.WENT_ON, Fate.LOST_ATTACK)
    stopped = surge("settle at 0 1 for D")
    assert (stopped.surge, stopped.fate) == (Surge.STOPPED, Fate.LOST_ATTACK)
    one = surge("settle at 1 0 for D")
    assert (one.surge, one.fate) == (Surge.ONE_LEFT, Fate.OCCUPIES)
    assert one.reason.endswith("occupies D with 1; it stayed, for one army holds what was taken")
    own = surge("settle at 5 0 for D", "settle at 2 0 for E", plan="8 A -> D -> E; 2 F -> E")
    assert own.surge is Surge.OWN_TARGET
    assert own.reason.endswith("stayed, for its target was no enemy's any more")
    assert surge(plan="2 A -> D").surge is Surge.NONE


@pytest.mark.rule("M-10", "M-7")
def test_surges_that_clash_come_from_what_they_went_through() -> None:
    held = {0: {"A": 9}, 1: {"D": 9}, 2: {"B": 2, "C": 2, "E": 1, "F": 1}}
    state = submit(table(held), "8 A -> B -> C", "8 D -> C -> B", "")
    state = play(state, "settle at 6 0 for B", "settle at 7 0 for C", "settle at 0 3 for C")
    assert reports(state)[0].reason == (
        "beat 2 armies of player 3 in B, and was beaten by 6 armies of player 2 from C on the"
        " border of C"
    )
    state = play(state, "settle at 2 0 for B")
    assert reports(state)[1].opponents == (2, 0)


@pytest.mark.rule("M-10")
def test_what_was_occupied_and_taken_afterwards() -> None:
    held = {0: {"A": 9, "C": 5}, 1: {"D": 2}, 2: {"F": 9, "B": 1}, 3: {"E": 1}}
    state = submit(table(held, players=4), "4 C -> D", "", "8 F -> E -> D", "")
    state = play(state, "settle at 3 0 for D", "settle at 8 0 for E", "settle at 4 0 for D")
    assert reports(state)[0].reason == (
        "beat 2 armies of player 2 in D, and occupies D with 3, which player 3 took afterwards"
    )


@pytest.mark.rule("S-4")
def test_neutral_defenders_are_called_so() -> None:
    state = submit(table({0: {"A": 9}, 1: {"B": 2}, 2: {"C": 1}}, rest=-1), "8 A -> D", "", "")
    state = play(state, "settle at 7 0 for D")
    assert reports(state)[0].opponents == (-1,)
    assert "1 army of the neutral side in D" in reports(state)[0].reason
