"""Dice and dice sets, and what is refused as a number or a die."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction
from time import process_time
from typing import Any

import numpy as np
import pytest

from oddsapp.dice import (
    SIX_SIDED,
    DiceSet,
    Die,
    dice_set_names,
    find_dice_set,
    probability,
    whole_number,
)
from oddsapp.errors import InvalidInput

NO_NUMBERS = [True, False, 3.0, float("nan"), None, "3", [3], (3,), 3 + 0j, np.True_, np.float64(3)]


class TestWholeNumber:
    @pytest.mark.parametrize("value", NO_NUMBERS, ids=repr)
    def test_what_is_no_whole_number_is_refused(self, value: Any) -> None:
        with pytest.raises(InvalidInput, match="the force must be a whole number, not "):
            whole_number(value, "the force")

    @pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64, np.uint64])
    def test_integers_of_numpy_become_python_s_own(self, kind: type) -> None:
        assert type(whole_number(kind(7), "the force")) is int

    def test_bounds_are_inside(self) -> None:
        assert whole_number(1, "n", least=1, most=1) == 1
        with pytest.raises(InvalidInput, match="n must be at least 1, not 0"):
            whole_number(0, "n", least=1)
        with pytest.raises(InvalidInput, match="n must be at most 1,000, not 1,001"):
            whole_number(1001, "n", most=1000)

    @pytest.mark.parametrize("value", [10**5000, -(10**5000)], ids=["long", "negative"])
    def test_integers_too_long_to_print_are_refused_in_words(self, value: int) -> None:
        with pytest.raises(InvalidInput, match="not one of 16,610 bits"):
            whole_number(value, "n", least=1, most=1000)


class TestDie:
    def test_faces_are_kept_sorted(self) -> None:
        die = Die([6, 1, 2, 2], "odd")
        assert die.faces == (1, 2, 2, 6)
        assert die.counts == {1: 1, 2: 2, 6: 1}
        assert (die.sides, die.total, die.mean) == (4, 11, Fraction(11, 4))

    def test_any_integer_faces(self) -> None:
        assert Die([-3, 0, 10**30]).faces == (-3, 0, 10**30)
        assert type(Die(np.array([1, 2])).faces[0]) is int  # type: ignore[arg-type]

    @pytest.mark.parametrize("sides", range(2, 21))
    def test_numbered_dice(self, sides: int) -> None:
        die = Die.numbered(sides)
        assert die.faces == tuple(range(1, sides + 1))
        assert die.mean == Fraction(sides + 1, 2)

    def test_six_sided(self) -> None:
        assert SIX_SIDED.faces == (1, 2, 3, 4, 5, 6)

    def test_from_counts(self) -> None:
        assert Die.from_counts([2, 0, 1]).faces == (1, 1, 3)

    @pytest.mark.parametrize("faces", [[], 5, None, "123", [1.0], [True], [None], ["1"]])
    def test_what_is_no_die_is_refused(self, faces: Any) -> None:
        with pytest.raises(InvalidInput):
            Die(faces)

    @pytest.mark.parametrize("counts", [[], [0, 0], [-1, 2], [1.5], [True, 2]])
    def test_what_are_no_counts_is_refused(self, counts: Any) -> None:
        with pytest.raises(InvalidInput):
            Die.from_counts(counts)

    @pytest.mark.parametrize("sides", [0, -6, 1001, 6.0, "6", True])
    def test_what_is_no_number_of_sides_is_refused(self, sides: Any) -> None:
        with pytest.raises(InvalidInput, match="the number of sides of a die must be"):
            Die.numbered(sides)

    def test_a_die_is_frozen(self) -> None:
        with pytest.raises(FrozenInstanceError):
            SIX_SIDED.faces = (1,)  # type: ignore[misc]


@pytest.mark.rule("M-1")
class TestDiceSets:
    def test_there_are_two_and_board_comes_first(self) -> None:
        assert dice_set_names() == ["board", "manual"]

    @pytest.mark.parametrize("name", ["board", "manual"])
    def test_five_dice_of_twelve_faces_from_1_to_6_weak_to_strong(self, name: str) -> None:
        dice = find_dice_set(name)
        assert [die.name for die in dice] == ["white", "yellow", "green", "red", "black"]
        assert len(dice) == 5
        for die in dice:
            assert die.sides == 12
            assert set(die.faces) <= set(range(1, 7))
        totals = [die.total for die in dice]
        assert totals == sorted(set(totals))

    def test_totals_of_the_board_dice(self) -> None:
        assert [die.total for die in find_dice_set("board")] == [31, 35, 42, 49, 54]

    def test_white_has_no_fewer_than_four_1s(self) -> None:
        assert find_dice_set("board")["white"].counts[1] >= 4

    def test_a_quarter_of_yellow_s_faces_are_2(self) -> None:
        assert find_dice_set("board")["yellow"].counts[2] == 3

    @pytest.mark.parametrize("name", ["Board", "", None, 3, []])
    def test_an_unknown_name_lists_the_known(self, name: Any) -> None:
        with pytest.raises(InvalidInput, match="there are board, manual"):
            find_dice_set(name)

    def test_an_unknown_colour_lists_the_known(self) -> None:
        with pytest.raises(InvalidInput, match="it has white, yellow, green, red, black"):
            find_dice_set("board")["blue"]

    def test_a_set_needs_dice_of_different_names(self) -> None:
        with pytest.raises(InvalidInput, match="at least one die"):
            DiceSet("own", ())
        with pytest.raises(InvalidInput, match="different names"):
            DiceSet("own", (Die([1], "a"), Die([2], "a")))


@pytest.mark.parametrize(
    "text",
    [
        "1e-999999999",
        "1e999999999",
        "1e-999999999%",
        "1e-99999999999999999999",
        "0." + "0" * 9000 + "1",
        "9" * 200_000,
        "1" * 200_000 + "/7",
        Decimal("1e-900000"),
    ],
)
def test_no_probability_takes_long_to_refuse(text: Any) -> None:
    begin = process_time()
    with pytest.raises(InvalidInput) as caught:
        probability(text, "the odds")
    assert process_time() - begin < 0.1
    assert str(caught.value).startswith("the odds must be a probability such as 0.8, 80% or 4/5")
    assert len(str(caught.value)) < 130


def test_small_probabilities_are_read() -> None:
    assert probability("1e-4000", "the odds") == Fraction(1, 10**4000)
    assert probability("0e999999999", "the odds") == 0
    with pytest.raises(InvalidInput, match=r"must lie between 0 and 1, not 9{40}…") as caught:
        probability("9" * 900 + "e-3", "the odds")
    assert len(str(caught.value)) < 100
    tiny = Fraction(1, 10**9000)  # more digits than Python prints
    assert probability(tiny, "the odds") == tiny
    with pytest.raises(InvalidInput, match="0 and 1, not one of thousands of digits"):
        probability(1 / tiny, "the odds")


@pytest.mark.parametrize("kind", [float, np.float64, np.float32, str, Decimal])
def test_a_probability_of_any_kind_of_number_is_what_was_meant(kind: type) -> None:
    assert probability(kind("0.3"), "the odds") == Fraction(3, 10)


@pytest.mark.parametrize(
    "value", [True, None, [0.5], 0.5j, float("nan"), np.float64("nan"), "", "8%%"]
)
def test_what_is_no_probability_is_told_of(value: Any) -> None:
    with pytest.raises(InvalidInput, match="must be a probability such as"):
        probability(value, "the odds")
