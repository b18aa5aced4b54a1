"""Small two-person zero-sum games in matrix form, solved exactly.

Knows no Risk: rows maximise, columns minimise.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

Matrix = Sequence[Sequence[Any]]

_ROUNDING = 1e-12


@dataclass(frozen=True)
class Solution:
    """The value of a matrix game, and a best strategy of each player.

    Parameters
    ----------
    value : float or Fraction
        What the row player can make sure of, and the column player can hold it to.
    rows, columns : tuple of float or Fraction
        The probability with which each row and each column is played.
    """

    value: Any
    rows: tuple[Any, ...]
    columns: tuple[Any, ...]

    @property
    def is_pure(self) -> bool:
        """Whether nobody has to mix: the game has a saddle point."""
        return 1 in self.rows and 1 in self.columns


def solve_matrix_game(payoffs: Matrix, tolerance: Any = 0) -> Solution:
    """Return the value of a game and a best strategy of each player.

    Parameters
    ----------
    payoffs : sequence of sequence
        What the row player gets, one sequence a row; floats, or fractions for an exact
        solution.
    tolerance : float
        What counts as nothing when two payoffs are compared.

    Notes
    -----
    A saddle point is looked for first, in the order of rows and columns, so that of several
    the one named first is found. Otherwise some square submatrix B, a *kernel*, gives the
    solution: its players make each other indifferent, ``x B = v 1`` and ``B y = v 1``
    (Shapley and Snow, "Basic solutions of discrete games", 1950). They are tried from small
    to large, and a pair of strategies is the solution when what x makes sure of is what y
    allows. That is a closed form: no iteration, exact in fractions.

    Examples
    --------
    >>> from fractions import Fraction
    >>> pennies = [[Fraction(3), Fraction(-1)], [Fraction(-1), Fraction(1)]]
    >>> solve_matrix_game(pennies).value, solve_matrix_game(pennies).rows
    (Fraction(1, 3), (Fraction(1, 3), Fraction(2, 3)))
    """
    saddle = _saddle_point(payoffs, tolerance)
    if saddle is not None:
        row, column = saddle
        return Solution(
            payoffs[row][column],
            tuple(int(i == row) for i in range(len(payoffs))),
            tuple(int(j == column) for j in range(len(payoffs[0]))),
        )
    best: tuple[Any, Solution] | None = None
    for size in range(2, min(len(payoffs), len(payoffs[0])) + 1):
        for rows in combinations(range(len(payoffs)), size):
            for columns in combinations(range(len(payoffs[0])), size):
                found = _from_kernel(payoffs, rows, columns)
                if found is None:
                    continue
                gap = _gap(payoffs, found)
                if best is None or gap < best[0]:
                    best = gap, found
                if gap <= tolerance:
                    return found
    assert best is not None  # only rounding can leave the gap above the tolerance
    return best[1]


def _saddle_point(payoffs: Matrix, tolerance: Any) -> tuple[int, int] | None:
    """Return the first entry that is lowest of its row and highest of its column."""
    highest = [max(column) for column in zip(*payoffs, strict=True)]
    for i, row in enumerate(payoffs):
        lowest = min(row)
        for j, payoff in enumerate(row):
            if payoff - lowest <= tolerance and highest[j] - payoff <= tolerance:
                return i, j
    return None


def _from_kernel(
    payoffs: Matrix, rows: tuple[int, ...], columns: tuple[int, ...]
) -> Solution | None:
    """Return the strategies that make each other indifferent on a submatrix, if there are any."""
    kernel = [[payoffs[i][j] for j in columns] for i in rows]
    mixed_columns = _indifferent(kernel)
    mixed_rows = _indifferent([list(column) for column in zip(*kernel, strict=True)])
    if mixed_columns is None or mixed_rows is None:
        return None
    value, x = mixed_rows
    y = mixed_columns[1]
    return Solution(
        value,
        tuple(x[rows.index(i)] if i in rows else 0 for i in range(len(payoffs))),
        tuple(y[columns.index(j)] if j in columns else 0 for j in range(len(payoffs[0]))),
    )


def _indifferent(kernel: list[list[Any]]) -> tuple[Any, list[Any]] | None:
    """Solve B y = v 1, sum(y) = 1 for v and y ≥ 0 by Gauss-Jordan elimination."""
    size = len(kernel)
    # Ones of the payoffs' own kind: plain integers would divide to floats.
    zero = kernel[0][0] * 0
    one = zero + 1
    system = [[*row, -one, zero] for row in kernel] + [[one] * size + [zero, one]]
    for place in range(size + 1):
        pivot = max(range(place, size + 1), key=lambda i: abs(system[i][place]))
        if system[pivot][place] == 0:
            return None
        system[place], system[pivot] = system[pivot], system[place]
        head = system[place][place]
        system[place] = [entry / head for entry in system[place]]
        for i in range(size + 1):
            factor = system[i][place]
            if i != place and factor:
                system[i] = [a - factor * b for a, b in zip(system[i], system[place], strict=True)]
    *shares, value = (row[-1] for row in system)
    if isinstance(value, float):
        shares = [0.0 if abs(share) < _ROUNDING else share for share in shares]
    return None if min(shares) < 0 else (value, shares)


def _gap(payoffs: Matrix, solution: Solution) -> Any:
    """Return how far what the columns allow lies above what the rows make sure of."""
    allowed = max(
        sum(share * payoff for share, payoff in zip(solution.columns, row, strict=True))
        for row in payoffs
    )
    assured = min(
        sum(share * payoff for share, payoff in zip(solution.rows, column, strict=True))
        for column in zip(*payoffs, strict=True)
    )
    return allowed - assured
