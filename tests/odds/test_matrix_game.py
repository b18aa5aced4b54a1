"""Matrix games in closed form, held against a linear program."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from oddsapp.odds.matrix_game import solve_matrix_game

entries = st.integers(-9, 9)
matrices = st.integers(1, 4).flatmap(
    lambda width: st.lists(
        st.lists(entries, min_size=width, max_size=width), min_size=1, max_size=4
    )
)


def by_linear_program(payoffs: list[list[int]]) -> float:
    """Maximise v such that some mixture of the rows gets v against every column."""
    from scipy.optimize import linprog

    rows, columns = len(payoffs), len(payoffs[0])
    solved = linprog(
        c=[0] * rows + [-1],
        A_ub=[[-payoffs[i][j] for i in range(rows)] + [1] for j in range(columns)],
        b_ub=[0] * columns,
        A_eq=[[1] * rows + [0]],
        b_eq=[1],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    assert solved.fun is not None
    return -float(solved.fun)


@given(matrices)
def test_the_value_is_that_of_the_linear_program(payoffs: list[list[int]]) -> None:
    exact = solve_matrix_game([[Fraction(entry) for entry in row] for row in payoffs])
    assert float(exact.value) == pytest.approx(by_linear_program(payoffs), abs=1e-9)
    floats = solve_matrix_game([[float(entry) for entry in row] for row in payoffs], 1e-9)
    assert floats.value == pytest.approx(float(exact.value), abs=1e-9)


@given(matrices)
def test_each_strategy_makes_sure_of_the_value(payoffs: list[list[int]]) -> None:
    solution = solve_matrix_game([[Fraction(entry) for entry in row] for row in payoffs])
    assert sum(solution.rows) == sum(solution.columns) == 1
    assert min(*solution.rows, *solution.columns) >= 0
    columns = range(len(payoffs[0]))
    for j in columns:
        row_gets = sum(x * row[j] for x, row in zip(solution.rows, payoffs, strict=True))
        assert row_gets >= solution.value
    for row in payoffs:
        assert sum(solution.columns[j] * row[j] for j in columns) <= solution.value


def test_of_several_saddle_points_the_first_named_is_found() -> None:
    assert solve_matrix_game([[1, 1], [1, 1]]).rows == (1, 0)
    assert solve_matrix_game([[1.0 - 1e-15, 2.0], [1.0, 2.0]], 1e-12).rows == (1, 0)


def test_a_game_without_saddle_point_is_mixed_exactly() -> None:
    scissors = [[Fraction(n) for n in row] for row in ([0, 1, -1], [-1, 0, 1], [1, -1, 0])]
    solution = solve_matrix_game(scissors)
    assert solution.value == 0
    assert solution.rows == solution.columns == (Fraction(1, 3),) * 3
    assert not solution.is_pure
