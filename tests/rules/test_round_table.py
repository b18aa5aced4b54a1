"""Round tables: what a person may type in place of dice."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from oddsapp.errors import InvalidInput
from oddsapp.rules import RoundTable

COIN = {(1, 1): {(1, 0): 1, (0, 1): 1}}


def test_weights_become_whole_numbers_over_one_total() -> None:
    table = RoundTable.from_mapping({(1, 1): {(1, 0): Fraction(1, 3), (0, 1): Fraction(1, 4)}})
    assert table.row(1, 1) == (((0, 1), 3), ((1, 0), 4))


def test_a_row_for_every_number_of_dice() -> None:
    row = COIN[1, 1]
    table = RoundTable.from_mapping({(a, d): row for a in (2, 1, 3) for d in (2, 1)})
    assert (table.attack_dice, table.defence_dice) == (3, 2)
    assert table.row(3, 2) == (((0, 1), 1), ((1, 0), 1))


def test_weights_of_0_are_left_out() -> None:
    table = RoundTable.from_mapping({(1, 1): {(1, 0): 1, (0, 1): 0, (0, 0): 2}})
    assert table.row(1, 1) == (((0, 0), 2), ((1, 0), 1))


def test_integers_of_numpy_become_python_s_own() -> None:
    table = RoundTable.from_mapping({(1, 1): {(1, 0): np.int64(1), (0, 1): np.int8(3)}})
    assert all(type(weight) is int for _, weight in table.row(1, 1))


@pytest.mark.parametrize(
    ("table", "said"),
    [
        ({}, "needs a row for at least"),
        (None, "needs a row for at least"),
        ([((1, 1), {})], "needs a row for at least"),
        ("coin", "needs a row for at least"),
        ({(1, 1): {}}, "never costs anybody"),
        ({(1, 1): {(0, 0): 1}}, "never costs anybody"),
        ({(1, 1): {(1, 0): 0}}, "never costs anybody"),
        ({(1, 1): [(1, 0)]}, "must map losses to weights"),
        ({(1, 1): {(1, 0): 0.5, (0, 1): 0.5}}, "whole numbers or fractions, not 0.5"),
        ({(1, 1): {(1, 0): True}}, "whole numbers or fractions, not True"),
        ({(1, 1): {(1, 0): "1"}}, "whole numbers or fractions, not '1'"),
        ({(1, 1): {(1, 0): None}}, "whole numbers or fractions, not None"),
        ({(1, 1): {(1, 0): float("nan")}}, "whole numbers or fractions, not nan"),
        ({(1, 1): {(1, 0): -1, (0, 1): 2}}, "cannot be negative, as -1 is"),
        ({(1, 1): {(-1, 0): 1}}, "the losses of a round table must be at least 0"),
        ({(1, 1): {(1.0, 0): 1}}, "the losses of a round table must be a whole number"),
        ({(1, 1): {1: 1}}, "pairs .* of losses, not 1"),
        ({(1, 1): {(1, 0, 0): 1}}, "pairs .* of losses"),
        ({1: {(1, 0): 1}}, "pairs .* of dice, not 1"),
        ({(0, 1): {(1, 0): 1}}, "the dice of a round table must be at least 1"),
        ({(True, 1): {(1, 0): 1}}, "the dice of a round table must be a whole number"),
        ({(2, 1): {(1, 0): 1}}, r"no row for \(1, 1\) dice"),
        ({(1, 1): {(1, 0): 1}, (2, 2): {(1, 0): 1}}, r"no row for \(1, 2\) dice"),
        ({(10**9, 1): {(1, 0): 1}}, r"no row for \(1, 1\) dice"),
    ],
)
def test_what_is_no_table_is_refused(table: Any, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        RoundTable.from_mapping(table)


def test_a_table_is_frozen_and_a_key() -> None:
    table = RoundTable.from_mapping(COIN)
    assert hash(table) == hash(RoundTable.from_mapping(dict(COIN)))
    with pytest.raises(FrozenInstanceError):
        table.rows = ()  # type: ignore[misc]
