"""The table of a league over many games (V-9)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

from oddsapp.engine import Phase, new_game
from oddsapp.engine.league import Result, league_table, result_of
from oddsapp.errors import InvalidInput

HALF, THIRD = Fraction(1, 2), Fraction(1, 3)


def shares(*values: Fraction | int) -> tuple[Fraction, ...]:
    return tuple(map(Fraction, values))


@pytest.mark.rule("V-9")
def test_three_points_a_win_one_a_draw_none_a_loss() -> None:
    names = ("Ann", "Bob", "Cid")
    table = league_table(
        [
            Result(names, shares(1, 0, 0)),
            Result(names, shares(0, HALF, HALF)),
            Result(names, shares(THIRD, THIRD, THIRD)),
            Result(("Cid", "Ann"), shares(0, 1)),
        ]
    )
    lines = [(s.rank, s.name, s.games, s.wins, s.draws, s.losses, s.points) for s in table]
    assert lines == [
        (1, "Ann", 4, 2, 1, 1, 7),
        (2, "Bob", 3, 0, 2, 1, 2),
        (2, "Cid", 4, 0, 2, 2, 2),
    ]


@pytest.mark.rule("V-9")
def test_equal_points_are_equal_ranks_however_they_were_won() -> None:
    draws = [Result(("Dan", "Eve"), shares(HALF, HALF))] * 3
    table = league_table([Result(("Bob", "Ann"), shares(1, 0)), *draws])
    assert [(s.rank, s.name, s.points) for s in table] == [
        (1, "Bob", 3), (1, "Dan", 3), (1, "Eve", 3), (4, "Ann", 0)
    ]  # fmt: skip


@pytest.mark.rule("V-8", "V-9")
def test_every_member_of_a_winning_team_has_a_win() -> None:
    state = new_game("classic", players=4, teams=2).evolve(phase=Phase.OVER, winners=(0, 2))
    table = league_table([result_of(state, ["Ann", "Bob", "Cid", "Dan"])])
    assert [(s.name, s.points) for s in table] == [("Ann", 3), ("Cid", 3), ("Bob", 0), ("Dan", 0)]


@pytest.mark.rule("V-9")
def test_an_agreed_draw_is_one_for_all_who_are_left() -> None:
    state = new_game("classic", players=3).evolve(phase=Phase.OVER, winners=(0, 2))
    assert result_of(state, ["Ann", "Bob", "Cid"]).shares == shares(HALF, 0, HALF)


RESULTS = st.lists(
    st.tuples(st.permutations(["Ann", "Bob", "Cid", "Dan"]), st.integers(1, 4)).map(
        lambda game: Result(
            tuple(game[0]), (Fraction(1, game[1]),) * game[1] + (Fraction(0),) * (4 - game[1])
        )
    ),
    max_size=8,
)


@given(RESULTS, st.randoms())
def test_the_table_does_not_depend_on_the_order_of_the_games(
    results: list[Result], rng: Any
) -> None:
    mixed = list(results)
    rng.shuffle(mixed)
    table = league_table(results)
    assert league_table(mixed) == table
    assert [s.points for s in table] == sorted((s.points for s in table), reverse=True)
    assert all((a.rank == b.rank) == (a.points == b.points) for a in table for b in table)
    assert sum(s.games for s in table) == 4 * len(results)


def test_no_games_no_table() -> None:
    assert league_table([]) == ()


@pytest.mark.parametrize(
    ("names", "values", "said"),
    [
        (("Ann", "Ann"), (1, 0), "need different names"),
        (("Ann", ""), (1, 0), "knows players by their names"),
        ((1, 2), (1, 0), "knows players by their names"),
        (("Ann", "Bob"), (1,), "2 players need as many shares, not 1"),
        (("Ann", "Bob"), (0, 0), "somebody wins or several share"),
        (("Ann", "Bob"), (2, -1), "shares lie from 0 to 1"),
    ],
)
def test_what_is_no_result_is_refused(names: Any, values: Any, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        Result(names, shares(*values))


@pytest.mark.rule("V-9")
def test_a_game_that_is_not_over_has_no_result() -> None:
    with pytest.raises(InvalidInput, match="a draw can be agreed on, or its score counted"):
        result_of(new_game("classic", players=2), ["Ann", "Bob"])
