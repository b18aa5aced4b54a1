"""Dice and dice sets, and what is refused as a die."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from oddsapp.dice import SIX_SIDED, DiceSet, Die, dice_set_names, find_dice_set
from oddsapp.errors import InvalidInput


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
