"""The canonical form in fractions, against the definition, the solver and the floats."""

from __future__ import annotations

import csv
import io
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.odds.canonical import MOST_TRANSIENT, CanonicalForm, Matrix, canonical_form
from oddsapp.odds.chain import AbsorbingChain
from oddsapp.odds.matrix_text import matrix_text

BATTLES = [(1, 1), (1, 2), (2, 1), (3, 2), (4, 4), (5, 3)]


def form_of(force: int, defenders: int, rules: str = "classic") -> CanonicalForm[Any]:
    outcome = oddsapp.battle(force=force, defenders=defenders, rules=rules)
    return canonical_form(outcome.chain, lambda state: (-sum(state), state))


def times(left: Matrix, right: Matrix) -> Matrix:
    columns = list(zip(*right, strict=True))
    return tuple(
        tuple(
            sum((a * b for a, b in zip(row, column, strict=True)), Fraction(0))
            for column in columns
        )
        for row in left
    )


@pytest.mark.parametrize("rules", ["classic", "risk2"])
@pytest.mark.parametrize(("force", "defenders"), BATTLES)
def test_n_is_the_inverse_and_b_is_n_r(force: int, defenders: int, rules: str) -> None:
    form = form_of(force, defenders, rules)
    size = len(form.transient)
    one = tuple(tuple(Fraction(i == j) for j in range(size)) for i in range(size))
    left = tuple(
        tuple(x - q for x, q in zip(a, b, strict=True)) for a, b in zip(one, form.Q, strict=True)
    )
    assert times(left, form.N) == one
    assert times(form.N, form.R) == form.B
    assert all(sum(row) == 1 for row in form.B)
    for q, r in zip(form.Q, form.R, strict=True):
        assert sum(q) + sum(r) == 1


@pytest.mark.parametrize(("force", "defenders"), BATTLES)
def test_the_first_row_is_what_the_solver_says(force: int, defenders: int) -> None:
    form = form_of(force, defenders)
    exact = oddsapp.battle(force=force, defenders=defenders, exact=True)
    assert form.transient[0] == (force, defenders)
    row = dict(zip(form.absorbing, form.B[0], strict=True))
    assert row == dict(exact.items())
    assert form.t[0] == exact.expected_rolls == exact.rolls.mean()
    assert form.variance[0] == exact.rolls.var()


@pytest.mark.parametrize("rules", ["classic", "risk2"])
def test_the_floats_of_the_chain_are_the_same(rules: str) -> None:
    outcome = oddsapp.battle(force=4, defenders=3, rules=rules)
    form = canonical_form(outcome.chain)
    assert np.allclose(outcome.chain.fundamental_matrix, np.array(form.N, dtype=float))
    for state, mean, variance in zip(form.transient, form.t, form.variance, strict=True):
        assert outcome.chain.expected_steps(state) == pytest.approx(float(mean))
        assert outcome.chain.variance_of_steps(state) == pytest.approx(float(variance), abs=1e-12)


def test_a_chain_that_is_large_or_returns_is_refused() -> None:
    with pytest.raises(InvalidInput, match=f"up to {MOST_TRANSIENT} transient states"):
        form_of(30, 30)
    with pytest.raises(InvalidInput, match="never returns"):
        canonical_form(AbsorbingChain({1: {0: 1, 2: 1}, 2: {1: 1, 3: 1}}))


def test_a_matrix_by_its_letter() -> None:
    form = form_of(2, 1)
    assert form.matrix("B") == form.B
    assert form.rows_and_columns("R") == (form.transient, form.absorbing)
    with pytest.raises(InvalidInput, match="Q, R, N and B"):
        form.matrix("P")


def test_numpy_text_makes_the_same_array() -> None:
    form = form_of(4, 4)
    space: dict[str, Any] = {}
    exec(matrix_text("numpy", "N", form.N, form.rows_and_columns("N")), space)
    assert np.array_equal(space["N"], np.array([[float(x) for x in row] for row in form.N]))


def test_csv_text_keeps_every_fraction_and_its_states() -> None:
    form = form_of(4, 4)
    head, *rows = csv.reader(
        io.StringIO(matrix_text("csv", "B", form.B, form.rows_and_columns("B")))
    )
    assert head[1:] == [",".join(map(str, state)) for state in form.absorbing]
    assert [row[0] for row in rows] == [",".join(map(str, state)) for state in form.transient]
    assert tuple(tuple(map(Fraction, row[1:])) for row in rows) == form.B


def test_latex_text_has_a_row_for_each_state() -> None:
    form = form_of(5, 5)
    text = matrix_text("latex", "Q", form.Q, form.rows_and_columns("Q"))
    assert text.count("\\\\") == len(form.transient) - 1
    assert text.count("&") == len(form.transient) * (len(form.transient) - 1)
    assert f"{{MaxMatrixCols}}{{{len(form.transient)}}}" in text
    with pytest.raises(InvalidInput, match="latex, csv, numpy"):
        matrix_text("word", "Q", form.Q, form.rows_and_columns("Q"))
