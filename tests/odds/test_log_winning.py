"""The logarithm of P(win), where the probability itself underflows."""

import math

import pytest

import oddsapp
from oddsapp.odds.outcome import Outcome

INDIVIDUAL = oddsapp.find_ruleset("risk2").replace(mass_reading="individual")


@pytest.mark.parametrize(
    "odds",
    [
        oddsapp.battle(11, 7),
        oddsapp.mass_invasion([4, 3], 5, rules=INDIVIDUAL),
        oddsapp.border_clash(12, 9),
        oddsapp.spoils_of_war([[5], [4, 3]]),
    ],
    ids=lambda odds: str(odds.battle.kind),
)
def test_it_is_the_logarithm_where_a_float_suffices(odds: Outcome) -> None:
    for owner in range(odds.battle.players):
        win = odds.ends.winning(owner)
        assert odds.log_winning(owner) == pytest.approx(math.log(win), rel=1e-12)


def test_it_is_the_logarithm_of_a_fraction_beyond_the_range_of_floats() -> None:
    exact = oddsapp.battle(force=1, defenders=800, exact=True)
    floats = oddsapp.battle(force=1, defenders=800)
    assert floats.win == 0.0
    assert exact.win > 0
    assert floats.log_winning(0) == pytest.approx(exact.log_winning(0), rel=1e-12)


def test_a_clash_beyond_the_range_of_floats() -> None:
    odds = oddsapp.border_clash(1, 1000)
    exact = oddsapp.border_clash(1, 1000, exact=True)
    assert odds.win[0] == 0.0
    assert odds.log_winning(0) == pytest.approx(exact.log_winning(0), rel=1e-12)
