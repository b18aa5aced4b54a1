"""The one text field: what it takes, and what it says about the rest."""

from __future__ import annotations

import pytest
from hypothesis import given, strategies as st

from oddsapp.errors import InvalidInput
from oddsapp.ui.quick.typed import MOST, MOST_TERRITORIES, Typed, read

numbers = st.integers(1, MOST)


@pytest.mark.parametrize(
    ("text", "armies", "defenders"),
    [
        ("12 7", 12, (7,)),
        ("12v7", 12, (7,)),
        ("12 v 7", 12, (7,)),
        ("  12 V 7 ", 12, (7,)),
        ("12 vs. 7", 12, (7,)),
        ("12 x 7", 12, (7,)),
        ("12,7", 12, (7,)),
        ("12/7", 12, (7,)),
        ("10 5+4", 10, (5, 4)),
        ("10v5 + 4 + 1", 10, (5, 4, 1)),
        ("1 999", 1, (999,)),
    ],
)
def test_what_it_takes(text: str, armies: int, defenders: tuple[int, ...]) -> None:
    assert read(text) == Typed(armies, defenders)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "nothing is typed: write 12 7, 10 5+4 or 12 3-6"),
        ("   ", "nothing is typed: write 12 7, 10 5+4 or 12 3-6"),
        ("12", "the defenders are missing: write 12 7, 10 5+4 or 12 3-6"),
        ("12 -7", "armies cannot be negative: write 12 7, 10 5+4 or 12 3-6"),
        ("12 6-3", "a range goes up: write 3-6, not 6-3"),
        ("12 3-23", "a range has at most 20 numbers, as 3-22 has"),
        ("12 3+2-6", "a range is for one territory: write 12 3-6 without a +"),
        ("12 3-0", "the defenders must be at least 1, not 0"),
        ("ten 7", "“ten 7” is no battle: write 12 7, 10 5+4 or 12 3-6"),
        ("12 7 3", "“12 7 3” is no battle: write 12 7, 10 5+4 or 12 3-6"),
        ("12 5+", "“12 5+” is no battle: write 12 7, 10 5+4 or 12 3-6"),
        ("1.5 2", "“1.5 2” is no battle: write 12 7, 10 5+4 or 12 3-6"),
        ("0 7", "the armies must be at least 1, not 0"),
        ("12 0", "the defenders must be at least 1, not 0"),
        ("1000 7", "the armies must be at most 999, not 1,000"),
        ("7 5+1000", "the defenders must be at most 999, not 1,000"),
        ("9 " + "+".join("1" * 13), "at most 12 territories one after another, not 13"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(text: str, complaint: str) -> None:
    with pytest.raises(InvalidInput) as caught:
        read(text)
    assert str(caught.value) == complaint


@pytest.mark.parametrize("text", ["12 3-6", "12v3–6", "12 v 3 to 6", "12-3-6", "12 - 3 - 6"])
def test_a_range_of_defenders(text: str) -> None:
    assert read(text) == Typed(12, (3,), 6)
    assert str(read(text)) == "12 v 3-6"


def test_a_range_of_one_number_is_that_number() -> None:
    assert read("12 3-3") == Typed(12, (3,))


def test_where_one_army_stays_two_are_needed() -> None:
    with pytest.raises(InvalidInput, match="at least 2, not 1"):
        read("1 7", least_armies=2)


def test_a_number_of_any_length_is_only_too_large() -> None:
    with pytest.raises(InvalidInput, match="at most 999"):
        read("9" * 10_000 + " 7")


@given(numbers, st.lists(numbers, min_size=1, max_size=MOST_TERRITORIES))
def test_text_round_trips(armies: int, defenders: list[int]) -> None:
    typed = Typed(armies, tuple(defenders))
    assert read(str(typed)) == typed


@given(st.text(max_size=80))
def test_any_text_is_a_battle_or_refused(text: str) -> None:
    try:
        typed = read(text)
    except InvalidInput:
        return
    assert typed.armies >= 1
    assert min(typed.defenders) >= 1
