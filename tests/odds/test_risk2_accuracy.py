"""Floats against fractions in every end state, and logarithms where floats end."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import pytest

import oddsapp
from oddsapp.odds.outcome import Outcome
from tests.odds.risk2_judges import RISK2, worst_relative_error

INDIVIDUAL = RISK2.replace(mass_reading="individual")
PAIRWISE = RISK2.replace(spoils_reading="pairwise")


def log(chance: Fraction) -> float:
    return math.log(chance.numerator) - math.log(chance.denominator)


@pytest.mark.parametrize(
    "solve",
    [
        lambda exact: oddsapp.battle(force=200, defenders=200, rules="risk2", exact=exact),
        lambda exact: oddsapp.battle(force=90, defenders=40, rules="risk2_manual", exact=exact),
        lambda exact: oddsapp.mass_invasion([100] * 7, 500, exact=exact),
        lambda exact: oddsapp.mass_invasion([20, 40, 60], 90, exact=exact),
        lambda exact: oddsapp.mass_invasion([9, 8, 9], 20, rules=INDIVIDUAL, exact=exact),
        lambda exact: oddsapp.border_clash(200, 150, exact=exact),
        lambda exact: oddsapp.spoils_of_war([[12], [14], [11]], exact=exact),
        lambda exact: oddsapp.spoils_of_war([[6, 3], [6, 3]], rules=PAIRWISE, exact=exact),
    ],
    ids=[
        "invasion 200 v 200",
        "invasion 90 v 40, manual",
        "mass 7 x 100 v 500",
        "mass 20 40 60 v 90",
        "mass 9 8 9 v 20, individual",
        "clash 200 v 150",
        "spoils 12 14 11",
        "spoils 6+3 6+3, pairwise",
    ],
)
def test_every_end_state(solve: Callable[[bool], Outcome]) -> None:
    near = solve(False)
    assert worst_relative_error(near, solve(True)) <= 1e-12
    assert math.fsum(p for _, p in near.items()) == pytest.approx(1, abs=1e-13)


class TestBelowTheRangeOfAFloat:
    def test_invasion(self) -> None:
        near = oddsapp.battle(force=3, defenders=2000, rules="risk2")
        exact = oddsapp.battle(force=3, defenders=2000, rules="risk2", exact=True)
        assert near.win == 0.0
        for end in [(3, 0), (1, 0), (0, 7), (0, 1995), (0, 2000)]:
            assert near.logpmf(end) == pytest.approx(log(exact.pmf(end)), rel=1e-13)
        assert near.logpmf((2, 1)) == -math.inf
        assert near.expected_attackers_left_if_won == pytest.approx(
            float(exact.expected_attackers_left_if_won), rel=1e-12
        )

    def test_a_long_invasion(self) -> None:
        near = oddsapp.battle(force=3, defenders=20_000, rules="risk2")
        assert near.pmf((3, 0)) == 0.0
        # Win 3,994 rolls against Black, 3 against Red, 3 + 2 (then 6 armies are left) …
        black, red, green, yellow, white = (5 / 18, 23 / 72, 19 / 48, 13 / 24, 11 / 18)
        rolls = {black: 19_970, red: 12, green: 8, yellow: 5, white: 5}
        assert sum(rolls.values()) == 20_000
        log_win = sum(count * math.log(chance) for chance, count in rolls.items())
        assert near.logpmf((3, 0)) == pytest.approx(log_win, rel=1e-12)

    @pytest.mark.rule("M-6")
    def test_individual_mass_invasion(self) -> None:
        near = oddsapp.mass_invasion([2, 2], 800, rules=INDIVIDUAL)
        exact = oddsapp.mass_invasion([2, 2], 800, rules=INDIVIDUAL, exact=True)
        for end in [(2, 2, 0), (1, 2, 0), (2, 1, 0), (0, 1, 0), (0, 0, 5), (0, 0, 797)]:
            assert near.logpmf(end) == pytest.approx(log(exact.pmf(end)), rel=1e-13)
        assert near.pmf((2, 2, 0)) < 1e-300
        left, known = near.attackers_left[1], exact.attackers_left[1]
        for size in (0, 1, 2):
            assert left.logpmf(size) == pytest.approx(log(known.pmf(size)), rel=1e-13, abs=1e-15)
        assert near.expected_attackers_left_if_won == pytest.approx(
            float(exact.expected_attackers_left_if_won), rel=1e-12
        )

    def test_spoils_of_war(self) -> None:
        near = oddsapp.spoils_of_war([[1, 1], [600]])
        exact = oddsapp.spoils_of_war([[1, 1], [600]], exact=True)
        for size in (0, 1):
            known = log(exact.left[0].pmf(size))
            assert near.left[0].logpmf(size) == pytest.approx(known, rel=1e-13, abs=1e-15)
        # Given the win of the weak, which a float cannot hold.
        known = float(exact.left_if_won[0].mean())
        assert near.left_if_won[0].mean() == pytest.approx(known, rel=1e-12)

    def test_given_a_win(self) -> None:
        near = oddsapp.battle(force=1500, defenders=3, rules="risk2")
        exact = oddsapp.battle(force=1500, defenders=3, rules="risk2", exact=True)
        for size in (1, 2, 700, 1500):
            known = log(exact.attackers_left_if_won.pmf(size))
            assert near.attackers_left_if_won.logpmf(size) == pytest.approx(known, rel=1e-13)

    def test_given_a_win_in_a_mapping(self) -> None:
        near = oddsapp.mass_invasion([900, 1], 1, rules=INDIVIDUAL)
        exact = oddsapp.mass_invasion([900, 1], 1, rules=INDIVIDUAL, exact=True)
        near_won, exact_won = near.ends.won_by(0), exact.ends.won_by(0)
        for size in (0, 1, 2, 450, 900):
            known = exact_won.left(0).pmf(size)
            expected = log(known) if known else -math.inf
            assert near_won.left(0).logpmf(size) == pytest.approx(expected, rel=1e-13)
