"""Exact distributions of what is left, where some number of armies cannot be left."""

from fractions import Fraction

import oddsapp


def test_sizes_that_cannot_be_left_have_the_exact_probability_0() -> None:
    # The winner of three small armies never has every size in between left.
    odds = oddsapp.spoils_of_war([[2], [2], [1]], exact=True)
    for left in (*odds.left, *odds.left_if_won):
        assert sum(p for _, p in left.items()) == 1
        assert all(isinstance(p, Fraction) for _, p in left.items())
    assert isinstance(odds.left_if_won[0].pmf(0), Fraction)
