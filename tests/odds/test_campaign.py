"""Battles one after another, against published campaigns and against first principles."""

from __future__ import annotations

from fractions import Fraction

import pytest

from oddsapp.errors import InvalidInput
from oddsapp.odds.campaign import battles_in_turn
from oddsapp.odds.solve import battle
from tests.reference import classic_twin
from tests.reference.golden import golden

NORVIG = golden("norvig_campaign")


def test_the_long_campaign_of_norvigs_notebook() -> None:
    steps = battles_in_turn(72 - 1, NORVIG["territories"])
    known = [float(text) for text in NORVIG["P_taken_through_i_exact"]]
    assert [step.taken for step in steps] == pytest.approx(known, rel=1e-12)
    for armies, probability in NORVIG["final_survivors_top"].items():
        assert steps[-1].moved_in.pmf(int(armies)) == pytest.approx(probability, rel=1e-12)


def test_the_small_campaign_of_norvigs_notebook() -> None:
    case = NORVIG["small_case"]
    _, last = battles_in_turn(case["total"] - 1, case["territories"])
    known = case["final"]
    assert last.moved_in.pmf(1) == pytest.approx(known["won, 1 army in last"], rel=1e-12)
    assert last.moved_in.pmf(2) == pytest.approx(known["won, 2 in last"], rel=1e-12)


@pytest.mark.parametrize("force", range(1, 8))
@pytest.mark.parametrize("garrisons", [(1, 1), (2, 1, 3), (3, 2)])
def test_exactly_a_walk_through_single_battles(force: int, garrisons: tuple[int, ...]) -> None:
    """Every army counted once, by the twin that imports nothing of the package."""
    known = {force: Fraction(1)}
    steps = battles_in_turn(force, garrisons, exact=True)
    for defenders, step in zip(garrisons, steps, strict=True):
        moved_in: dict[int, Fraction] = {}
        for size, reaches in known.items():
            ends = classic_twin.end_states(size, defenders)
            for (left, standing), probability in ends.items():
                if not standing:
                    moved_in[left] = moved_in.get(left, Fraction(0)) + reaches * probability
        assert {left: p for left, p in step.moved_in.items() if left} == moved_in
        assert step.moved_in.pmf(0) == 1 - sum(moved_in.values())
        known = {left - 1: p for left, p in moved_in.items() if left > 1}


def test_one_territory_is_a_battle() -> None:
    (step,) = battles_in_turn(10, [7], exact=True)
    odds = battle(force=10, defenders=7, exact=True)
    assert step.taken == odds.win
    assert list(step.moved_in.items()) == list(odds.attackers_left.items())
    won = odds.attackers_left_if_won
    assert list(step.moved_in_if_taken.items()) == list(won.items())


def test_floats_agree_with_fractions_to_the_last_digits() -> None:
    floats = battles_in_turn(12, [5, 4, 2], rules="classic")
    for ours, exact in zip(floats, battles_in_turn(12, [5, 4, 2], exact=True), strict=True):
        for armies, probability in exact.moved_in.items():
            assert ours.moved_in.pmf(armies) == pytest.approx(float(probability), rel=1e-13)


@pytest.mark.rule("M-10")
def test_a_force_surges_into_a_second_territory_and_no_further() -> None:
    first, second = battles_in_turn(12, [5, 4], rules="risk2", exact=True)
    assert first.taken == battle(force=12, defenders=5, rules="risk2", exact=True).win
    assert 0 < second.taken < first.taken
    with pytest.raises(InvalidInput, match="a second at most, so 3"):
        battles_in_turn(12, [5, 4, 3], rules="risk2")


def test_alone_nobody_goes_on() -> None:
    _, second = battles_in_turn(1, [1, 1], exact=True)
    assert second.taken == 0


def test_no_territory_is_no_campaign() -> None:
    with pytest.raises(InvalidInput, match="at least one territory"):
        battles_in_turn(5, [])
