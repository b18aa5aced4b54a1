"""Floats against exact integers: the relative error of every end state."""

from __future__ import annotations

import math
from decimal import MAX_EMAX, MIN_EMIN, Context, Decimal, localcontext
from typing import Any

import pytest
from hypothesis import given, strategies as st

import oddsapp
from oddsapp.pmf import SMALLEST
from oddsapp.rules import find_ruleset

WIDE = Context(prec=40, Emax=MAX_EMAX, Emin=MIN_EMIN)


def errors(force: int, defenders: int, **options: Any) -> float:
    """Return the largest relative error among the states in the range of a float."""
    exact = oddsapp.battle(force=force, defenders=defenders, exact=True, **options).margin
    floats = oddsapp.battle(force=force, defenders=defenders, **options).margin
    assert (exact.low, len(exact.weights)) == (floats.low, len(floats.weights))
    worst = 0.0
    for known, found in zip(exact.weights, floats.weights, strict=True):
        true = known / exact.total  # of two integers: rounded once
        if true >= SMALLEST:
            worst = max(worst, abs(found - true) / true)
        else:
            # In the denormal range a few of the last steps are lost, below it everything.
            assert abs(found - true) <= 1e-320 + 1e-6 * true
    return worst


@pytest.mark.parametrize(
    ("force", "defenders"),
    [
        (50, 50),
        (200, 200),
        (1000, 1000),
        (700, 1000),
        (1000, 700),
        (1000, 10),
        (10, 1000),
        (1000, 1),
        (1, 1000),
        (2, 999),
        (999, 2),
        (3, 3),
        (1300, 1299),
    ],
)
def test_every_end_state_of_a_classic_battle(force: int, defenders: int) -> None:
    assert errors(force, defenders) <= 1e-13


@pytest.mark.parametrize(
    "changes",
    [{"ties": "attacker"}, {"ties": "nobody"}, {"defence_dice": 3}, {"attack_dice": 2}],
    ids=str,
)
def test_every_end_state_under_other_rules(changes: dict[str, Any]) -> None:
    assert errors(90, 80, rules=find_ruleset("classic").replace(**changes)) <= 1e-13


@given(st.integers(1, 120), st.integers(1, 120))
def test_any_size(force: int, defenders: int) -> None:
    assert errors(force, defenders) <= 1e-13


class TestBeyondTheRangeOfAFloat:
    def test_2000_v_2000(self) -> None:
        exact = oddsapp.battle(force=2000, defenders=2000, exact=True)
        floats = oddsapp.battle(force=2000, defenders=2000)
        states = [(2000, 0), (1999, 0), (1700, 0), (1, 0), (0, 1), (0, 1500), (0, 1999), (0, 2000)]
        total = exact.margin.total
        with localcontext(WIDE):
            for state in states:
                weight = exact.margin.weights[state[0] - state[1] - exact.margin.low]
                log = float((Decimal(weight) / Decimal(total)).ln())
                assert floats.logpmf(state) == pytest.approx(log, rel=1e-12)
                assert exact.logpmf(state) == pytest.approx(log, rel=1e-12)
                if log < -745.2:
                    assert floats.pmf(state) == 0
                if log > -708:
                    assert floats.pmf(state) == pytest.approx(math.exp(log), rel=1e-11)
        assert floats.pmf((2000, 0)) == 0
        assert floats.logpmf((2000, 0)) == pytest.approx(1000 * math.log(2890 / 7776), rel=1e-12)
        assert floats.win == pytest.approx(float(exact.win), rel=1e-13)

    def test_5000_v_5000(self) -> None:
        odds = oddsapp.battle(force=5000, defenders=5000)
        assert odds.pmf((5000, 0)) == 0 == odds.pmf((0, 5000))
        # All attackers live: 2499 full rolls won, then the last two defenders lost as well.
        assert odds.logpmf((5000, 0)) == pytest.approx(2500 * math.log(2890 / 7776), rel=1e-12)
        # No defender falls: rolls of 3 v 2 down to two attackers, and 2 v 2 once more.
        lost = 2499 * math.log(2275 / 7776) + math.log(581 / 1296)
        assert odds.logpmf((0, 5000)) == pytest.approx(lost, rel=1e-12)
        assert all(0 <= p <= 1 for _, p in odds.items())
        assert odds.win + odds.lose == pytest.approx(1, abs=1e-12)

    def test_what_is_left_is_right_too(self) -> None:
        odds = oddsapp.battle(force=5000, defenders=5000)
        assert odds.attackers_left.logpmf(5000) == odds.logpmf((5000, 0))
        assert odds.defenders_left.logpmf(5000) == odds.logpmf((0, 5000))
        assert odds.defenders_left.pmf(5000) == 0

    def test_a_win_too_rare_for_a_float(self) -> None:
        # One attacker: 2 dice of the defender until one is left, then one against one.
        odds = oddsapp.battle(force=1, defenders=3000)
        assert odds.win == 0
        log = 2999 * math.log(55 / 216) + math.log(15 / 36)
        assert odds.logpmf((1, 0)) == pytest.approx(log, rel=1e-12)
        assert odds.expected_attackers_left_if_won == 1
        assert odds.attackers_left_if_won.pmf(1) == 1
        assert odds.to_dict()["expected"]["attackers_left_if_won"] == 1

    @pytest.mark.parametrize("defenders", [505, 516, 520, 524, 530])
    def test_around_the_smallest_floats_a_win_keeps_its_digits(self, defenders: int) -> None:
        exact = oddsapp.battle(force=2, defenders=2 * defenders, exact=True)
        floats = oddsapp.battle(force=2, defenders=2 * defenders)
        known = float(exact.expected_attackers_left_if_won)
        assert floats.expected_attackers_left_if_won == pytest.approx(known, rel=1e-13)

    def test_impossible_states(self) -> None:
        odds = oddsapp.battle(force=2000, defenders=2000)
        for state in [(1, 1), (2001, 0), (0, 2001), (0, 0), (-1, 0), (2000, 2000)]:
            assert odds.pmf(state) == 0
            assert odds.logpmf(state) == -math.inf

    def test_below_the_range_of_decimals_by_default(self) -> None:
        deep = oddsapp.battle(force=1, defenders=3000).margin.deep
        assert deep is not None
        tiny = deep().given(lambda k: k > 0)
        assert tiny.pmf(1) == 1


def test_small_losses_keep_their_digits() -> None:
    floats = oddsapp.battle(force=1000, defenders=1)
    exact = oddsapp.battle(force=1000, defenders=1, exact=True)
    assert floats.expected_attackers_lost == pytest.approx(
        float(exact.expected_attackers_lost), rel=1e-13
    )
    floats = oddsapp.battle(force=1, defenders=1000)
    exact = oddsapp.battle(force=1, defenders=1000, exact=True)
    assert floats.expected_defenders_lost == pytest.approx(
        float(exact.expected_defenders_lost), rel=1e-13
    )


def test_no_probability_above_1() -> None:
    for force in (1, 2, 3, 10, 100, 1000):
        for defenders in (1, 2, 3, 10, 100, 1000):
            odds = oddsapp.battle(force=force, defenders=defenders)
            for p in (
                odds.win,
                odds.lose,
                odds.attackers_left.cdf(force),
                odds.attackers_left.sf(-1),
                odds.defenders_left.cdf(defenders),
                odds.defenders_left.sf(-1),
            ):
                assert 0 <= p <= 1
