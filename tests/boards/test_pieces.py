"""Pieces show armies, and never limit them."""

from typing import Any

import pytest
from hypothesis import given, strategies as st

from oddsapp.boards.pieces import Pieces, pieces
from oddsapp.errors import InvalidInput


def fewest(armies: int) -> int:
    """The slow twin: the least number of pieces, built up army by army."""
    least = [0]
    for shown in range(1, armies + 1):
        least.append(1 + min(least[shown - value] for value in (1, 5, 10) if value <= shown))
    return least[armies]


@pytest.mark.rule("B-4")
@pytest.mark.parametrize(
    ("piece", "armies"),
    [(Pieces(infantry=1), 1), (Pieces(cavalry=1), 5), (Pieces(artillery=1), 10)],
)
def test_what_each_piece_stands_for(piece: Pieces, armies: int) -> None:
    assert piece.armies == armies
    assert pieces(armies) == piece


@pytest.mark.rule("B-4")
@pytest.mark.parametrize(
    "change",
    [
        Pieces(artillery=1, cavalry=1),
        Pieces(cavalry=3),
        Pieces(infantry=15),
        Pieces(artillery=1, infantry=5),
        Pieces(cavalry=2, infantry=5),
        Pieces(cavalry=1, infantry=10),
    ],
)
def test_pieces_are_change_for_each_other(change: Pieces) -> None:
    assert change.armies == 15


@pytest.mark.rule("B-4")
@given(st.integers(0, 300))
def test_any_number_is_shown_by_the_fewest_pieces(armies: int) -> None:
    shown = pieces(armies)
    assert shown.armies == armies
    assert shown.artillery + shown.cavalry + shown.infantry == fewest(armies)


@pytest.mark.rule("B-4")
@given(st.integers(0, 10**30))
def test_supply_never_limits_armies(armies: int) -> None:
    assert pieces(armies).armies == armies


@pytest.mark.parametrize("wrong", [-1, 2.0, "3", True, None])
def test_only_whole_numbers_are_armies(wrong: Any) -> None:
    with pytest.raises(InvalidInput, match="armies must be a whole number, 0 or more, not "):
        pieces(wrong)
    with pytest.raises(InvalidInput, match="pieces of cavalry must be a whole number"):
        Pieces(cavalry=wrong)
