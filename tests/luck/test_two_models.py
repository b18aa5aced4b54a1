"""Two models of a roll against counts: exact against sums over everything in fractions."""

from __future__ import annotations

from fractions import Fraction
from math import factorial, prod

import numpy as np
import pytest

from oddsapp.errors import InvalidInput
from oddsapp.luck.two_models import (
    MOST_NEEDED,
    Model,
    compare_models,
    independent_model,
    power,
    printed_model,
    right_model,
    roll_by_roll,
    rolls_needed,
)
from oddsapp.rules import RankedDice
from tests.reference import classic_twin

RULES = RankedDice()
RESULTS = ((0, 2), (1, 1), (2, 0))
RIGHT, PRINTED = right_model(RULES, (3, 2)), printed_model((3, 2))


def every_count(rolls: int) -> list[tuple[int, int, int]]:
    return [(i, j, rolls - i - j) for i in range(rolls + 1) for j in range(rolls + 1 - i)]


def chance(model: Model, counts: tuple[int, ...]) -> Fraction:
    ways = factorial(sum(counts)) // prod(map(factorial, counts))
    return ways * prod(
        (model[r] ** n for r, n in zip(RESULTS, counts, strict=True)), start=Fraction(1)
    )


def as_counts(counts: tuple[int, ...]) -> dict[tuple[int, int], int]:
    return dict(zip(RESULTS, counts, strict=True))


def test_the_models_are_right_wrong_and_add_up() -> None:
    assert {
        (0, 2): Fraction(2890, 7776),
        (1, 1): Fraction(2611, 7776),
        (2, 0): Fraction(2275, 7776),
    } == RIGHT
    assert [float(PRINTED[result]) for result in RESULTS] == [0.259, 0.504, 0.237]
    multiplied = independent_model(RULES, (2, 2))
    assert [round(float(multiplied[result]), 6) for result in RESULTS] == [
        0.151835,
        0.47565,
        0.372514,
    ]
    assert sum(PRINTED.values()) == sum(multiplied.values()) == 1
    with pytest.raises(InvalidInput, match="2 v 2 and 3 v 2"):
        printed_model((1, 1))


@pytest.mark.parametrize("counts", [(5, 1, 2), (0, 8, 0), (3, 3, 2), (1, 0, 0)])
def test_p_values_are_sums_over_all_counts(counts: tuple[int, int, int]) -> None:
    found = compare_models(as_counts(counts), RIGHT, PRINTED)
    ratio = {c: chance(RIGHT, c) / chance(PRINTED, c) for c in every_count(sum(counts))}
    p_right = sum(chance(RIGHT, c) for c, r in ratio.items() if r <= ratio[counts])
    p_wrong = sum(chance(PRINTED, c) for c, r in ratio.items() if r >= ratio[counts])
    assert found.p_values == pytest.approx((float(p_right), float(p_wrong)), rel=1e-9)
    assert found.ratio == ratio[counts]
    assert np.exp(found.log_ratio) == pytest.approx(float(ratio[counts]))
    for model, fit in zip((RIGHT, PRINTED), found.fits, strict=True):
        here = chance(model, counts)
        exact = sum(p for c in ratio if (p := chance(model, c)) <= here)
        assert fit == pytest.approx(float(exact), rel=1e-9)


@pytest.mark.parametrize("level", [0.05, 0.2])
@pytest.mark.parametrize("rolls", [1, 4, 9, 15])
def test_power_is_that_of_the_largest_test_within_the_level(rolls: int, level: float) -> None:
    ratio = {c: chance(RIGHT, c) / chance(PRINTED, c) for c in every_count(rolls)}
    size = strength = Fraction(0)
    for value in sorted(set(ratio.values()), reverse=True):
        alike = [c for c, r in ratio.items() if r == value]
        if size + sum(chance(PRINTED, c) for c in alike) > Fraction(str(level)):
            break
        size += sum(chance(PRINTED, c) for c in alike)
        strength += sum(chance(RIGHT, c) for c in alike)
    assert power(rolls, PRINTED, RIGHT, level) == pytest.approx(float(strength), abs=1e-12)


def test_the_rolls_needed_are_the_first_that_suffice() -> None:
    needed = rolls_needed(PRINTED, RIGHT)
    assert power(needed, PRINTED, RIGHT) >= 0.9
    assert all(power(n, PRINTED, RIGHT) < 0.9 for n in range(1, needed))
    assert rolls_needed(PRINTED, RIGHT, least_power=0.5) < needed


def test_models_that_hardly_differ_are_not_told_apart() -> None:
    near = {
        **RIGHT,
        (0, 2): RIGHT[0, 2] + Fraction(1, 10**6),
        (2, 0): RIGHT[2, 0] - Fraction(1, 10**6),
    }
    with pytest.raises(InvalidInput, match=f"{MOST_NEEDED} rolls are not enough"):
        rolls_needed(near, RIGHT)


def test_rolled_dice_follow_the_rules_and_the_seed() -> None:
    once = roll_by_roll(RULES, (3, 2), 2_000, np.random.default_rng(3))
    assert once == roll_by_roll(RULES, (3, 2), 2_000, np.random.default_rng(3))
    assert sum(once.values()) == 2_000
    # The largest of three deviations, in standard deviations: beyond 4 once in 5,000 seeds.
    for result, count in once.items():
        p = float(classic_twin.round_losses([range(1, 7)] * 3, [range(1, 7)] * 2)[result])
        assert abs(count - 2_000 * p) < 4 * (2_000 * p * (1 - p)) ** 0.5


def test_what_cannot_be_judged_is_refused() -> None:
    with pytest.raises(InvalidInput, match="without a counted roll"):
        compare_models({}, RIGHT, PRINTED)
    with pytest.raises(InvalidInput, match=r"no roll of these dice costs \(3, 0\)"):
        compare_models({(3, 0): 1}, RIGHT, PRINTED)
    with pytest.raises(InvalidInput, match="more than 510,000 ways"):
        compare_models({(1, 1): 5_000}, RIGHT, PRINTED)
    with pytest.raises(InvalidInput, match="the same results"):
        compare_models({(1, 1): 5}, RIGHT, right_model(RULES, (1, 1)))
    with pytest.raises(InvalidInput, match="rules a result out"):
        compare_models(
            {(1, 1): 5}, RIGHT, {**dict.fromkeys(RESULTS, Fraction(0)), (1, 1): Fraction(1)}
        )
    with pytest.raises(InvalidInput, match="the level lies between 0 and 1"):
        power(10, PRINTED, RIGHT, 1.5)
