"""The limit of large battles against solved ones."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from oddsapp.errors import InvalidInput
from oddsapp.odds.large import large_battle
from oddsapp.odds.solve import battle
from oddsapp.rules import Ruleset, find_ruleset
from tests.reference.golden import golden

CLASSIC = find_ruleset("classic")


def test_the_published_slope_and_roll() -> None:
    published = golden("asymptotics")
    limit = large_battle("classic")
    assert f"{limit.slope} = {float(limit.slope):.10f}" == published["limit ratio A/D at 50%"]
    roll = published["per 3v2 round"]
    assert limit.attackers_lost == Fraction(roll["E att loss"])
    assert limit.defenders_lost == Fraction(roll["E def loss"])
    assert math.sqrt(limit.attackers_variance) == pytest.approx(roll["SD"], abs=5e-4)


def test_what_a_roll_with_two_comparisons_costs_in_all_is_certain() -> None:
    limit = large_battle("classic")
    assert limit.attackers_lost + limit.defenders_lost == 2
    assert limit.attackers_variance == limit.defenders_variance == -limit.covariance


def test_the_slope_from_solved_battles_closes_in_on_the_limit() -> None:
    least = {int(d): a for d, a in golden("asymptotics")["exact A_min usable for P>1/2"].items()}
    slope = float(large_battle("classic").slope)
    for defenders, force in least.items():
        assert battle(force=force, defenders=defenders).win > 0.5
        assert battle(force=force - 1, defenders=defenders).win < 0.5
        assert 0 < force - slope * defenders < 2.3


@pytest.mark.parametrize("force", [7000, 8450, 8535, 8600, 10000])
def test_the_normal_margin_of_classic_battles(force: int) -> None:
    exact = battle(force=force, defenders=10_000)
    normal = large_battle("classic").margin(force, 10_000)
    assert normal.win == pytest.approx(exact.win, abs=0.01)
    assert normal.mean == pytest.approx(exact.margin.mean(), abs=1.6)
    assert normal.std == pytest.approx(exact.margin.std(), rel=0.003)


@pytest.mark.parametrize(
    "rules",
    [
        CLASSIC.replace(attack_dice=3, defence_dice=3),
        CLASSIC.replace(ties="attacker"),
        CLASSIC.replace(ties="nobody", attack_dice=1, defence_dice=1),
        CLASSIC.replace(attack_dice=2, defence_dice=2),
    ],
    ids=str,
)
@pytest.mark.parametrize("share", [0.9, 1.0, 1.1])
def test_the_normal_margin_of_any_ranked_dice(rules: Ruleset, share: float) -> None:
    limit = large_battle(rules)
    force = round(float(limit.slope) * 1000 * share)
    exact = battle(force=force, defenders=1000, rules=rules)
    normal = limit.margin(force, 1000)
    assert normal.win == pytest.approx(exact.win, abs=0.03)
    assert normal.mean == pytest.approx(exact.margin.mean(), abs=3)
    assert normal.std == pytest.approx(exact.margin.std(), rel=0.04)


def test_risk2_tends_to_black_against_black() -> None:
    limit = large_battle("risk2")
    assert limit.slope == Fraction(3, 5)
    exact = battle(force=4000, defenders=4000, rules="risk2").margin
    assert limit.margin(4000, 4000).mean == pytest.approx(exact.mean(), rel=0.02)
    assert limit.margin(4000, 4000).std == pytest.approx(exact.std(), rel=0.02)


def test_a_roll_that_is_certain_has_no_spread() -> None:
    rules = CLASSIC.replace(round_table={(1, 1): {(1, 2): 1}})
    margin = large_battle(rules).margin(10, 10)
    assert (margin.win, margin.mean, margin.variance) == (1.0, 5.0, 0.0)


def test_no_break_even_where_one_side_never_loses() -> None:
    rules = CLASSIC.replace(round_table={(1, 1): {(0, 1): 1}})
    with pytest.raises(InvalidInput, match="one side never loses"):
        large_battle(rules)


@pytest.mark.parametrize("defenders", [10, 100, 1000])
def test_the_line_moved_to_where_the_odds_are_even_halves_the_error(defenders: int) -> None:
    limit = large_battle("classic")
    spread = math.sqrt(defenders * limit.variance_per_defender)
    plain, moved = [], []
    for step in range(-10, 11):
        force = max(1, round(float(limit.slope) * defenders + spread * step / 3))
        exact = battle(force=force, defenders=defenders).win
        assert limit.normal_win(force, defenders) == limit.margin(force, defenders).win
        plain.append(abs(limit.normal_win(force, defenders) - exact))
        moved.append(abs(limit.normal_win(force, defenders, shift=0.71) - exact))
    assert max(plain) * math.sqrt(defenders) == pytest.approx(0.215, abs=0.02)
    assert max(moved) < 0.65 * max(plain)


def test_a_battle_without_chance_is_won_or_lost_by_the_line() -> None:
    table = {(1, 1): {(1, 1): 1}}
    even = large_battle(CLASSIC.replace(round_table=table))
    assert [even.normal_win(force, 5) for force in (4, 5, 6)] == [0, 0, 1]
    assert even.normal_win(6, 5, shift=1) == 0
    assert even.margin(7, 5).win == 1
