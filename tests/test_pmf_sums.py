"""A distribution is checked by a sum that rounding does not spoil."""

import pytest

from oddsapp import InvalidInput, Pmf


def test_many_small_weights_add_up_where_a_plain_sum_drifts() -> None:
    many = 3_000_000
    weights = (1 / many,) * many
    assert Pmf(0, weights).cdf(many // 2 - 1) == pytest.approx(0.5, rel=1e-12)


@pytest.mark.parametrize("missing", [1e-9, -1e-9])
def test_weights_that_do_not_add_up_are_refused(missing: float) -> None:
    with pytest.raises(InvalidInput, match="must add up to its total"):
        Pmf(0, (0.5, 0.5 - missing, 1e-300))
