"""The distribution over whole numbers, against sums written out."""

from __future__ import annotations

import math
import operator
import pickle
import random
from dataclasses import FrozenInstanceError
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import assume, example, given, strategies as st

from oddsapp.errors import InvalidInput
from oddsapp.pmf import Pmf

WEIGHTS = st.lists(st.integers(0, 20), min_size=1, max_size=12).filter(any)
LOWS = st.integers(-30, 30)


def exactly(low: int, weights: list[int]) -> Pmf:
    return Pmf(low, tuple(weights), sum(weights))


def rounded(low: int, weights: list[int]) -> Pmf:
    return Pmf(low, tuple(weight / sum(weights) for weight in weights))


def as_dict(pmf: Pmf) -> dict[int, Fraction]:
    return dict(pmf.items())


@given(LOWS, WEIGHTS)
def test_everything_against_sums_written_out(low: int, weights: list[int]) -> None:
    pmf, total = exactly(low, weights), sum(weights)
    p = {low + place: Fraction(w, total) for place, w in enumerate(weights) if w}
    assert as_dict(pmf) == p
    for number in range(low - 2, low + len(weights) + 2):
        assert pmf.pmf(number) == p.get(number, 0)
        assert pmf.cdf(number) == sum(q for x, q in p.items() if x <= number)
        assert pmf.sf(number) == sum(q for x, q in p.items() if x > number)
        assert pmf.cdf(number) + pmf.sf(number) == 1
    mean = sum(x * q for x, q in p.items())
    variance = sum((x - mean) ** 2 * q for x, q in p.items())
    assert pmf.mean() == mean
    assert pmf.var() == variance
    assert pmf.std() == pytest.approx(math.sqrt(variance))
    assert pmf.expect(lambda x: x**3) == sum(x**3 * q for x, q in p.items())
    assert pmf.expect(lambda x: x / 2) == pytest.approx(float(mean / 2))
    assert pmf.mode() == min(x for x, q in p.items() if q == max(p.values()))
    assert (pmf.low, pmf.high) == (low, low + len(weights) - 1)


@given(LOWS, WEIGHTS, st.one_of(st.fractions(0, 1), st.floats(0, 1)))
def test_a_quantile_inverts_the_cdf(low: int, weights: list[int], q: Fraction | float) -> None:
    pmf = exactly(low, weights)
    possible = as_dict(pmf)
    assert pmf.quantile(q) == min(x for x in possible if pmf.cdf(x) >= Fraction(q))


@given(LOWS, WEIGHTS, st.one_of(st.floats(0, 1), st.integers(0, 20).map(lambda n: n / 20)))
@example(0, [1] * 10, 0.8)
def test_a_quantile_inverts_the_rounded_cdf(low: int, weights: list[int], q: float) -> None:
    pmf = rounded(low, weights)
    reached = [x for x in as_dict(pmf) if pmf.cdf(x) >= q]
    assert pmf.quantile(q) == (min(reached) if reached else max(as_dict(pmf)))


@given(LOWS, WEIGHTS)
def test_quantiles_at_the_edges_are_the_extremes(low: int, weights: list[int]) -> None:
    for pmf in (exactly(low, weights), rounded(low, weights)):
        assert pmf.quantile(0) == min(as_dict(pmf))
        assert pmf.interval(1) == (pmf.quantile(0), pmf.quantile(1))
    assert exactly(low, weights).quantile(1) == max(as_dict(exactly(low, weights)))


@given(LOWS, WEIGHTS, st.integers(1, 99))
def test_an_interval_cuts_equal_tails(low: int, weights: list[int], percent: int) -> None:
    pmf = exactly(low, weights)
    confidence = Fraction(percent, 100)
    first, last = pmf.interval(confidence)  # type: ignore[arg-type]
    tail = (1 - confidence) / 2
    assert pmf.cdf(first - 1) < tail <= pmf.cdf(first)
    assert pmf.cdf(last) >= 1 - tail
    assert pmf.sf(last) <= tail
    assert pmf.cdf(last) - pmf.cdf(first - 1) >= confidence


def test_the_interval_of_90_per_cent_is_the_default() -> None:
    hundred = Pmf(1, (1,) * 100, 100)
    assert hundred.interval() == hundred.interval(0.9) == (5, 95)


@given(LOWS, WEIGHTS, st.integers(-40, 40))
def test_shifted_negated_at_least_given(low: int, weights: list[int], n: int) -> None:
    pmf = exactly(low, weights)
    p = as_dict(pmf)
    assert as_dict(pmf.shifted(n)) == {x + n: q for x, q in p.items()}
    assert as_dict(pmf.negated()) == {-x: q for x, q in p.items()}
    larger: dict[int, Fraction] = {}
    for x, q in p.items():
        larger[max(x, n)] = larger.get(max(x, n), Fraction(0)) + q
    assert as_dict(pmf.at_least(n)) == larger
    met = {x: q for x, q in p.items() if x > n}
    if met:
        assert as_dict(pmf.given(lambda x: x > n)) == {
            x: q / sum(met.values()) for x, q in met.items()
        }
    else:
        with pytest.raises(InvalidInput, match="never met"):
            pmf.given(lambda x: x > n)


@given(LOWS, WEIGHTS)
def test_floats_agree_with_fractions(low: int, weights: list[int]) -> None:
    exact, floats = exactly(low, weights), rounded(low, weights)
    near = partial(pytest.approx, rel=1e-13, abs=1e-15)
    for number in range(low - 1, low + len(weights) + 1):
        assert floats.pmf(number) == near(float(exact.pmf(number)))
        assert floats.cdf(number) == near(float(exact.cdf(number)))
        assert floats.sf(number) == near(float(exact.sf(number)))
        assert floats.cdf(number) <= 1
        assert floats.logpmf(number) == near(exact.logpmf(number))
    assert floats.mean() == near(float(exact.mean()), abs=1e-13)
    assert floats.var() == near(float(exact.var()), abs=1e-11)
    assert floats.mode() in {x for x, q in exact.items() if q == max(dict(exact.items()).values())}
    assert not floats.exact
    assert exact.exact


def test_a_quantile_in_a_long_tail_takes_no_time() -> None:
    # Most of these running sums are 1 but for rounding.
    long = Pmf(0, (0.5, 0.5 - 199_998e-18, *[1e-18] * 199_998))
    assert long.quantile(0.5) == 0
    assert long.cdf(long.quantile(1)) >= 1
    assert long.interval(1)[0] == 0


class TestLogpmf:
    def test_the_impossible(self) -> None:
        for pmf in (Pmf(0, (1, 0), 1), Pmf(0, (1.0, 0.0)), Pmf(0, (Decimal(1),), Decimal(1))):
            assert pmf.logpmf(1) == -math.inf

    def test_certainty(self) -> None:
        for pmf in (
            Pmf(0, (1,)),
            Pmf(0, (1,), 1),
            Pmf(0, (1.0,)),
            Pmf(0, (Decimal(1),), Decimal(1)),
        ):
            assert pmf.logpmf(0) == 0

    def test_integers_with_thousands_of_digits_keep_all_digits(self) -> None:
        total = 7776**2000
        pmf = Pmf(0, (1, total // 3, total - total // 3 - 1), total)
        assert pmf.logpmf(0) == pytest.approx(-2000 * math.log(7776), rel=1e-14)
        assert pmf.logpmf(1) == pytest.approx(-math.log(3), rel=1e-14)
        assert pmf.logpmf(2) == pytest.approx(math.log(2) - math.log(3), rel=1e-14)

    def test_near_certainty(self) -> None:
        total = 10**5000
        pmf = Pmf(0, (total // 1000, total - total // 1000), total)
        assert pmf.logpmf(1) == pytest.approx(math.log1p(-0.001), rel=1e-12)

    def test_deep_weights_survive_every_operation(self) -> None:
        deep = Pmf(0, (Decimal("1e-2000000"), Decimal(1)), Decimal(1))
        pmf = Pmf(0, (0.0, 1.0), 1.0, lambda: deep)
        log = -2_000_000 * math.log(10)
        assert pmf.logpmf(0) == pytest.approx(log, rel=1e-12)
        assert pmf.shifted(5).logpmf(5) == pytest.approx(log, rel=1e-12)
        assert pmf.negated().logpmf(0) == pytest.approx(log, rel=1e-12)
        assert pmf.negated().shifted(3).logpmf(3) == pytest.approx(log, rel=1e-12)
        assert pmf.at_least(0).logpmf(0) == pytest.approx(log, rel=1e-12)
        assert pmf.given(lambda x: x == 0).pmf(0) == 1
        assert pmf.given(lambda x: x <= 1).logpmf(0) == pytest.approx(log, rel=1e-12)

    def test_a_rare_condition_keeps_its_digits(self) -> None:
        third = Decimal(1) / 3
        tiny = Decimal("1e-320")
        deep = Pmf(0, (tiny * third, tiny * third * 2, 1 - tiny), Decimal(1))
        floats = tuple(float(weight) for weight in deep.weights)
        rare = Pmf(0, floats, 1.0, lambda: deep).given(lambda x: x < 2)
        assert rare.pmf(0) == pytest.approx(1 / 3, rel=1e-14)


class TestSample:
    PMF = Pmf(-1, (1, 0, 2, 5, 0), 8)

    def test_frequencies(self) -> None:
        # 40,000 draws: five standard deviations of a frequency are at most 0.0125.
        drawn = self.PMF.sample(np.random.default_rng(7), 40_000)
        for number in range(-2, 6):
            share = float(np.mean(drawn == number))
            assert share == pytest.approx(float(self.PMF.pmf(number)), abs=0.0125)

    def test_one_draw_is_one_random_number(self) -> None:
        floats = Pmf(-1, (0.125, 0.0, 0.25, 0.625, 0.0))
        for pmf in (self.PMF, floats):
            first, second = random.Random(3), random.Random(3)
            drawn = [pmf.sample(first) for _ in range(200)]
            assert set(drawn) == {-1, 1, 2}
            assert all(type(number) is int for number in drawn)
            for number in drawn:
                u = second.random()
                assert number == min(x for x in (-1, 1, 2) if pmf.cdf(x) > u)

    def test_the_largest_and_the_smallest_random_number(self) -> None:
        class Fixed:
            def __init__(self, value: float) -> None:
                self.value = value

            def random(self) -> float:
                return self.value

        short = Pmf(0, (0.0, 0.1, 0.9 - 1e-13, 0.0))  # rounding left the sum short of 1
        for pmf in (short, Pmf(0, (0, 1, 9, 0), 10)):
            assert pmf.sample(Fixed(0.0)) == 1
            assert pmf.sample(Fixed(1 - 2**-53)) == 2

    def test_no_draws_are_an_empty_array(self) -> None:
        drawn = self.PMF.sample(np.random.default_rng(1), 0)
        assert isinstance(drawn, np.ndarray)
        assert drawn.shape == (0,)

    @pytest.mark.parametrize("rng", [None, 7, "seed"])
    def test_what_is_no_generator(self, rng: Any) -> None:
        with pytest.raises(InvalidInput, match="sampling needs a generator"):
            self.PMF.sample(rng)

    @pytest.mark.parametrize("size", [-1, 2.0, "3", True])
    def test_a_bad_number_of_draws(self, size: Any) -> None:
        with pytest.raises(InvalidInput, match="the number of draws"):
            self.PMF.sample(np.random.default_rng(1), size)


class TestBadInput:
    @pytest.mark.parametrize(
        ("low", "weights", "total"),
        [
            (0, (), 1),
            (0, (), 1.0),
            (0, (1, 2), 4),
            (0, (0.5, 0.4), 1.0),
            (0, (0.5, 0.6), 1.0),
            (0, (-1, 2), 1),
            (0, (-0.5, 1.5), 1.0),
            (0, (math.nan, 1.0), 1.0),
            (0, (1.0, math.nan), 1.0),
            (0, (math.inf,), math.inf),
            (0, (1.0,), math.nan),
            (0, (0, 0), 0),
            (0, (0.0,), 0.0),
            (0, (-1,), -1),
            (0, (0.5, 0.5), 1),
            (0, (Fraction(1, 2), Fraction(1, 2)), 1),
            (0, (Fraction(1, 2), Fraction(1, 2)), Fraction(1)),
            (0, (Decimal("NaN"),), Decimal(1)),
            (0, ("1",), 1),
            (0, (None,), 1.0),
            (0, None, 1),
            (0, 5, 1),
            (0, (1,), "1"),
            (0, (1,), None),
            (0.0, (1,), 1),
            (True, (1,), 1),
            ("0", (1,), 1),
        ],
    )
    def test_the_constructor_refuses(self, low: Any, weights: Any, total: Any) -> None:
        with pytest.raises(InvalidInput):
            Pmf(low, weights, total)

    def test_it_never_normalises(self) -> None:
        with pytest.raises(InvalidInput, match="must add up to its total"):
            Pmf(0, (0.2926, 0.3358, 0.3717))  # the fault H1

    @pytest.mark.parametrize("q", [-0.1, 1.1, math.nan, "a", None, math.inf, Decimal("NaN")])
    def test_no_quantile_and_no_confidence_outside_0_to_1(self, q: Any) -> None:
        for pmf in (Pmf(0, (1, 1), 2), Pmf(0, (0.5, 0.5))):
            with pytest.raises(InvalidInput, match="between 0 and 1"):
                pmf.quantile(q)
            with pytest.raises(InvalidInput, match="between 0 and 1"):
                pmf.interval(q)

    @pytest.mark.parametrize("number", [1.0, 0.5, "1", None, True, math.nan])
    @pytest.mark.parametrize("method", ["pmf", "logpmf", "cdf", "sf", "shifted"])
    def test_only_whole_numbers_are_asked_for(self, method: str, number: Any) -> None:
        pmf = Pmf(0, (1, 1), 2)
        if method == "shifted" and number is True:
            number = 0.5
        with pytest.raises((InvalidInput, TypeError)) as caught:
            getattr(pmf, method)(number)
        assert method == "shifted" or caught.type is InvalidInput

    def test_it_is_frozen(self) -> None:
        with pytest.raises(FrozenInstanceError):
            Pmf(0, (1,), 1).low = 3  # type: ignore[misc]

    def test_a_list_of_weights_cannot_be_changed_behind_its_back(self) -> None:
        weights = [1, 1]
        pmf = Pmf(0, weights, 2)  # type: ignore[arg-type]
        weights[0] = 5
        assert pmf.weights == (1, 1)
        assert hash(pmf) == hash(Pmf(0, (1, 1), 2))


def test_a_pmf_can_be_pickled_whatever_was_done_to_it() -> None:
    deep = partial(Pmf, 0, (Decimal(1), Decimal(1)), Decimal(2))
    pmf = Pmf(0, (0.5, 0.5), 1.0, deep).shifted(1).negated().at_least(-2)
    again = pickle.loads(pickle.dumps(pmf.given(partial(operator.gt, 0))))
    assert again == pmf.given(partial(operator.gt, 0))
    assert again.logpmf(-1) == pytest.approx(math.log(0.5))


@given(LOWS, WEIGHTS)
def test_frames_hold_the_same_numbers(low: int, weights: list[int]) -> None:
    pmf = exactly(low, weights)
    assume(len(weights) < 6)
    frame = pmf.to_frame()
    assert list(frame.columns) == ["value", "probability", "at_least"]
    for row in frame.itertuples():
        assert row.probability == pmf.pmf(int(row.value))
        assert row.at_least == pmf.sf(int(row.value) - 1)


def test_a_notebook_shows_a_table() -> None:
    assert "<td>1</td><td>75.0000%</td>" in Pmf(0, (1, 3), 4)._repr_html_()
