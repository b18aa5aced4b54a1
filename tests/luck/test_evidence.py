"""p-values: exact against every way things can end, valid in small samples."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from oddsapp.dice import Die
from oddsapp.errors import InvalidInput
from oddsapp.luck import (
    BattleRecord,
    Judge,
    Result,
    compare_groups,
    dice_fairness,
    evidence,
    fairness,
    weigh,
)
from oddsapp.luck.evidence import RESOLUTION, holm
from oddsapp.rules import find_ruleset
from tests.reference import classic_twin, luck_twin

CLASSIC = find_ruleset("classic")
FEW = [[(1, 1)], [(3, 2), (2, 2)], [(5, 3), (1, 2), (4, 4)]]


def every_end(battles: list[tuple[int, int]]) -> list[tuple[list[Result], Fraction]]:
    """Every way that the battles can end, with its chance."""
    judge = Judge(CLASSIC)
    each = []
    for force, defenders in battles:
        ends = []
        for (left, beaten), chance in classic_twin.end_states(force, defenders).items():
            row = BattleRecord(
                force=force, defenders=defenders, attackers_left=left, defenders_left=beaten
            )
            ends.append((judge.judge(row), chance))
        each.append(ends)
    found = []
    for combined in product(*each):
        chance = Fraction(1)
        for _, p in combined:
            chance *= p
        found.append(([result for result, _ in combined], chance))
    return found


@pytest.mark.parametrize("battles", FEW)
@pytest.mark.parametrize("attacker", [True, False])
def test_p_values_are_the_sums_over_every_way_to_end(
    battles: list[tuple[int, int]], attacker: bool
) -> None:
    sums = luck_twin.sums(battles)
    slack = Fraction(len(battles), RESOLUTION)
    for (results, _), (total, _) in zip(every_end(battles), sums, strict=True):
        found = weigh([(result, attacker) for result in results])
        assert found.method == "exact"
        better = found.p_better if attacker else found.p_worse
        # Rounding to 1/1000 moves a sum by less than that; equal sums stay equal.
        high = sum(p for s, p in sums if s >= total - slack)
        low = sum(p for s, p in sums if s >= total + slack)
        assert float(low) - 1e-12 <= better <= float(high) + 1e-12


@pytest.mark.parametrize("battles", FEW)
def test_a_p_value_is_below_a_with_at_most_that_probability(
    battles: list[tuple[int, int]],
) -> None:
    ends = [(weigh([(r, True) for r in results]), p) for results, p in every_end(battles)]
    for which in ("p_value", "p_better", "p_worse"):
        values = [(getattr(found, which), float(p)) for found, p in ends]
        for level in sorted({value for value, _ in values}):
            reached = sum(p for value, p in values if value <= level)
            assert reached <= level + 1e-9
            if which != "p_value" and level < 1:
                # One-sided and discrete: it is reached at the very values that there are.
                assert reached == pytest.approx(level)


@given(st.integers(0, 10**6))
@settings(max_examples=15)
def test_the_normal_sum_is_near_the_exact_one(seed: int) -> None:
    rng = np.random.default_rng(seed)
    judge = Judge(CLASSIC)
    results = []
    for _ in range(40):
        force, defenders = (int(n) for n in rng.integers(2, 12, 2))
        outcome = judge._solved(force, defenders)[0]
        left, beaten = (int(n) for n in outcome.sample(rng))
        row = BattleRecord(
            force=force, defenders=defenders, attackers_left=left, defenders_left=beaten
        )
        results.append((judge.judge(row), bool(rng.integers(2))))
    exact = weigh(results)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evidence, "MOST_STEPS", 0)
        normal = weigh(results)
    assert (exact.method, normal.method) == ("exact", "normal")
    assert normal.p_better == pytest.approx(exact.p_better, abs=0.02)
    assert normal.p_value == pytest.approx(exact.p_value, abs=0.04)


def test_a_battle_called_off_is_the_average_of_its_ends() -> None:
    judge = Judge(CLASSIC)
    stopped = BattleRecord(force=5, defenders=4, attackers_left=3, defenders_left=2)
    before = judge.judge(BattleRecord(force=3, defenders=3, attackers_left=0, defenders_left=1))
    found = weigh([(before, True), (judge.judge(stopped), True)])
    averaged = 0.0
    for (left, beaten), chance in classic_twin.end_states(3, 2).items():
        ended = BattleRecord(force=5, defenders=4, attackers_left=left, defenders_left=beaten)
        averaged += float(chance) * weigh([(before, True), (judge.judge(ended), True)]).p_worse
    assert found.p_worse == pytest.approx(averaged)


@pytest.mark.parametrize("attacker", [True, False])
def test_both_sides_of_the_same_battles_are_mirrored(attacker: bool) -> None:
    for results, _ in every_end([(3, 2), (4, 4)]):
        one = weigh([(r, attacker) for r in results])
        other = weigh([(r, not attacker) for r in results])
        assert one.p_better == pytest.approx(other.p_worse, abs=1e-9)


def test_nothing_is_no_evidence() -> None:
    with pytest.raises(InvalidInput, match="no luck to judge"):
        weigh([])


@given(st.lists(st.floats(0, 1), min_size=1, max_size=8))
def test_adjusted_p_values_keep_their_order_and_only_grow(values: list[float]) -> None:
    adjusted = holm(values)
    assert all(a >= p for a, p in zip(adjusted, values, strict=True))
    assert min(adjusted) == min(1.0, min(values) * len(values))
    order = sorted(range(len(values)), key=lambda place: values[place])
    assert [adjusted[place] for place in order] == sorted(adjusted)


@given(
    st.lists(st.sampled_from([0.1, 0.25, 0.5, 0.9]), min_size=1, max_size=3),
    st.lists(st.sampled_from([0.1, 0.25, 0.5, 0.9]), min_size=1, max_size=3),
)
def test_every_way_to_share_results_out(first: list[float], second: list[float]) -> None:
    found = compare_groups({"a": first, "b": second})
    assert found.exact
    assert found.p_value == float(luck_twin.permutation_p_value(first, second))


def test_three_groups() -> None:
    groups = {"a": [0.9, 0.8], "b": [0.5, 0.4], "c": [0.1, 0.2]}
    found = compare_groups(groups)
    # 6! / (2! 2! 2!) ways; the six that only rename the groups are the most extreme.
    assert found.arrangements == 90
    assert found.p_value == pytest.approx(6 / 90)


def test_drawn_arrangements_are_near_all_of_them_and_repeat_with_the_seed() -> None:
    values = np.random.default_rng(5).random(14).tolist()
    groups = {"a": values[:7], "b": [v * 0.7 for v in values[7:]]}
    every = compare_groups(groups)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(evidence, "MOST_ARRANGEMENTS", 10)
        with pytest.raises(InvalidInput, match="a generator"):
            compare_groups(groups)
        drawn = [compare_groups(groups, np.random.default_rng(1)) for _ in range(2)]
    assert every.exact
    assert not drawn[0].exact
    assert drawn[0] == drawn[1]
    # 9,999 draws: four standard errors.
    assert drawn[0].p_value == pytest.approx(every.p_value, abs=0.02)


def test_one_group_is_no_comparison() -> None:
    with pytest.raises(InvalidInput, match="two or more"):
        compare_groups({"a": [0.5]})


@given(st.lists(st.integers(1, 6), min_size=1, max_size=4))
@settings(max_examples=40)
def test_few_dice_against_every_throw(faces: list[int]) -> None:
    counts = {face: faces.count(face) for face in faces}
    found = dice_fairness(counts)
    assert found.method == "exact"
    assert found.p_value == float(luck_twin.dice_p_value(counts, range(1, 7)))


@given(st.lists(st.sampled_from([1, 2, 4]), min_size=1, max_size=4))
@settings(max_examples=40)
def test_few_uneven_dice_against_every_throw(faces: list[int]) -> None:
    die = Die([1, 1, 1, 2, 4, 4])
    counts = {face: faces.count(face) for face in faces}
    assert dice_fairness(counts, die).p_value == float(luck_twin.dice_p_value(counts, die.faces))


def test_many_dice_by_chi_square() -> None:
    from scipy.stats import chisquare

    counts = {1: 30, 2: 22, 3: 17, 4: 25, 5: 19, 6: 31}
    found, known = dice_fairness(counts), chisquare(list(counts.values()))
    assert found.method == "chi-square"
    assert (found.chi_square, found.p_value) == pytest.approx((known.statistic, known.pvalue))
    # The exact distribution is not far, even where the rule of five begins to hold.
    few = {1: 9, 2: 3, 3: 4, 4: 6, 5: 2, 6: 6}
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(fairness, "LEAST_EXPECTED", 99)
        exact = dice_fairness(few)
    assert exact.method == "exact"
    assert dice_fairness(few).p_value == pytest.approx(exact.p_value, abs=0.03)


def test_few_dice_of_many_faces_are_said_to_be_rough() -> None:
    assert dice_fairness({7: 90}, Die.numbered(100)).method == "chi-square, rough"
    assert dice_fairness({4: 3}, Die([4])).p_value == 1


@pytest.mark.parametrize(
    ("counts", "said"), [({7: 1}, "shows 7"), ({1: -1}, "at least 0"), ({}, "without a thrown")]
)
def test_counts_that_no_die_throws(counts: dict[int, int], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        dice_fairness(counts)
