"""What is refused as a number, and as a probability."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from time import process_time
from typing import Any

import numpy as np
import pytest

from oddsapp.arguments import probability, whole_number
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
