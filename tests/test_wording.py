"""Words and percentages: never impossible or certain unless it is."""

from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from oddsapp.wording import percent, verdict


@pytest.mark.parametrize(
    ("probability", "text"),
    [
        (0.79983, "79.98 %"),
        (0.001, "0.10 %"),
        (0.0009, "0.090 %"),
        (0.00001, "0.001 %"),
        (0.9991, "99.910 %"),
        (0.99999, "99.999 %"),
        (0.999999, "more than 99.999 %"),
        (1.0, "more than 99.999 %"),
        (0.0, "less than 0.001 %"),
        (5e-324, "less than 0.001 % (about 1 in 10^323)"),
        (Fraction(1, 3), "33.33 %"),
        (Fraction(0), "0 %"),
        (Fraction(1), "100 %"),
        (Fraction(1, 10**400), "less than 0.001 % (about 1 in 10^400)"),
        (1 - Fraction(1, 10**400), "more than 99.999 %"),
    ],
)
def test_percentages(probability: float | Fraction, text: str) -> None:
    assert percent(probability) == text


@given(st.fractions(0, 1))
def test_only_the_impossible_is_0_and_only_the_certain_is_100(probability: Fraction) -> None:
    text = percent(probability)
    assert (float(text.split()[0]) == 0 if text[0].isdigit() else False) == (probability == 0)
    assert text.startswith("100") == (probability == 1)


def test_verdicts_are_ordered_and_mirrored() -> None:
    words = [verdict(n / 1000) for n in range(1001)]
    assert len(set(words)) == 7
    assert words == sorted(words, key=words.index)
    assert verdict(0.5) == "about even"
    assert verdict(Fraction(1, 2)) == "about even"
