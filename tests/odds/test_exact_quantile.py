"""Quantiles of exact distributions whose total is beyond the range of a float."""

from oddsapp.pmf import Pmf


def test_a_total_of_hundreds_of_digits_has_quantiles() -> None:
    half = 10**400
    coin = Pmf(0, (half, half), 2 * half)
    assert coin.quantile(0.5) == 0
    assert coin.quantile(0.50001) == 1
    assert coin.interval(0.9) == (0, 1)
