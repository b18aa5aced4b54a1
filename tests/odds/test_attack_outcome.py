"""What one asks of the outcome of a battle, and how the answers hang together."""

from __future__ import annotations

import json
import math
import pickle
import random
from dataclasses import FrozenInstanceError
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import oddsapp
from oddsapp.combat import attack
from oddsapp.errors import InvalidInput
from oddsapp.odds.solve import solve
from oddsapp.rules import find_ruleset
from tests.reference import classic_twin

SIZES = st.integers(1, 25)
CLASSIC = find_ruleset("classic")


@pytest.mark.rule("C-1")
class TestArmiesAndForce:
    def test_at_least_two_armies(self) -> None:
        for armies in (1, 0, -3):
            with pytest.raises(InvalidInput, match=f"at least 2 armies, not {armies}: one always"):
                oddsapp.battle(armies, 3)
        assert oddsapp.battle(2, 3, exact=True).win == Fraction(15125, 559872)

    @given(SIZES, SIZES)
    def test_one_always_stays(self, force: int, defenders: int) -> None:
        odds = oddsapp.battle(force + 1, defenders)
        assert odds == oddsapp.battle(armies=force + 1, defenders=defenders)
        assert odds.battle == oddsapp.battle(force=force, defenders=defenders).battle
        assert odds.battle.armies == (force, defenders)
        assert odds.attackers_left.high == force

    def test_either_armies_or_force(self) -> None:
        with pytest.raises(InvalidInput, match="either the armies on the territory or the force"):
            oddsapp.battle(11, 7, force=10)
        with pytest.raises(InvalidInput, match="either the armies on the territory or the force"):
            oddsapp.battle(defenders=7)


@given(SIZES, SIZES)
def test_exact_outcomes_hang_together(force: int, defenders: int) -> None:
    odds = oddsapp.battle(force=force, defenders=defenders, exact=True)
    ends = dict(odds.items())
    assert sum(ends.values()) == 1
    assert odds.win + odds.lose == 1
    assert all((a == 0) != (d == 0) for a, d in ends)
    assert odds.win == odds.attackers_left.sf(0) == odds.defenders_left.pmf(0)
    assert odds.lose == odds.defenders_left.sf(0) == odds.attackers_left.pmf(0)
    assert odds.expected_attackers_lost == force - odds.attackers_left.mean()
    assert odds.expected_defenders_lost == defenders - odds.defenders_left.mean()
    assert odds.expected_attackers_left_if_won * odds.win == odds.attackers_left.mean()
    assert odds.expected_attackers_lost_if_won == force - odds.expected_attackers_left_if_won
    assert odds.margin.mean() == odds.attackers_left.mean() - odds.defenders_left.mean()
    assert ends[odds.most_likely_end] == max(ends.values())
    for state, p in ends.items():
        assert odds.pmf(state) == p
        assert math.exp(odds.logpmf(state)) == pytest.approx(float(p), rel=1e-12)
    for a in range(1, force + 1):
        assert odds.attackers_left.pmf(a) == ends.get((a, 0), 0)
        assert odds.attackers_left_if_won.pmf(a) == ends.get((a, 0), 0) / odds.win
    for d in range(1, defenders + 1):
        assert odds.defenders_left.pmf(d) == ends.get((0, d), 0)


@given(SIZES, SIZES)
def test_floats_agree_with_fractions(force: int, defenders: int) -> None:
    exact = oddsapp.battle(force=force, defenders=defenders, exact=True)
    floats = oddsapp.battle(force=force, defenders=defenders)
    for ask in (
        "win",
        "lose",
        "expected_attackers_lost",
        "expected_defenders_lost",
        "expected_attackers_left_if_won",
    ):
        assert getattr(floats, ask) == pytest.approx(float(getattr(exact, ask)), rel=1e-13)
    for q in (0.05, 0.5, 0.95):
        assert floats.attackers_left.quantile(q) == exact.attackers_left.quantile(q)
    assert floats.attackers_left.interval() == exact.attackers_left.interval()


@given(SIZES, SIZES)
def test_more_attackers_never_hurt_and_more_defenders_never_help(
    force: int, defenders: int
) -> None:
    here = oddsapp.battle(force=force, defenders=defenders, exact=True)
    stronger = oddsapp.battle(force=force + 1, defenders=defenders, exact=True)
    harder = oddsapp.battle(force=force, defenders=defenders + 1, exact=True)
    assert harder.win < here.win < stronger.win


@given(st.integers(1, 12), st.integers(1, 12))
def test_swapping_sides_and_the_tie_rule_mirrors_a_battle(force: int, defenders: int) -> None:
    here = CLASSIC.replace(defence_dice=3)
    there = CLASSIC.replace(defence_dice=3, ties="attacker")
    odds = oddsapp.battle(force=force, defenders=defenders, rules=here, exact=True)
    mirrored = oddsapp.battle(force=defenders, defenders=force, rules=there, exact=True)
    assert odds.win == mirrored.lose
    assert dict(odds.items()) == {state[::-1]: p for state, p in mirrored.items()}


class TestSample:
    def test_only_possible_ends_as_often_as_they_should(self) -> None:
        odds = oddsapp.battle(force=4, defenders=3)
        drawn = odds.sample(np.random.default_rng(11), 40_000)
        assert isinstance(drawn, np.ndarray)
        assert drawn.shape == (40_000, 2)
        found, counts = np.unique(drawn, axis=0, return_counts=True)
        ends = dict(odds.items())
        assert {tuple(state) for state in found.tolist()} <= set(ends)
        for state, count in zip(found.tolist(), counts.tolist(), strict=True):
            # Five standard deviations of a frequency are at most 0.0125.
            assert count / 40_000 == pytest.approx(ends[tuple(state)], abs=0.0125)

    @pytest.mark.parametrize("exact", [False, True])
    def test_one_at_a_time(self, exact: bool) -> None:
        odds = oddsapp.battle(force=3, defenders=2, exact=exact)
        rng = random.Random(5)
        assert {odds.sample(rng) for _ in range(500)} == set(dict(odds.items()))


class TestToDict:
    def test_the_keys_and_the_numbers(self) -> None:
        plain = oddsapp.battle(11, 7).to_dict()
        odds = oddsapp.battle(11, 7)
        assert list(plain) == [
            "rules",
            "win",
            "lose",
            "attackers_left",
            "defenders_left",
            "expected",
        ]
        assert list(plain["expected"]) == [
            "attackers_lost",
            "defenders_lost",
            "attackers_left_if_won",
        ]
        assert plain["rules"] == "classic"
        assert plain["win"] == odds.win
        assert plain["attackers_left"] == {str(k): p for k, p in odds.attackers_left.items()}
        assert plain["defenders_left"]["0"] == odds.win
        assert json.loads(json.dumps(plain)) == plain

    def test_fractions_as_text(self) -> None:
        plain = oddsapp.battle(2, 1, exact=True).to_dict()
        assert plain == {
            "rules": "classic",
            "win": "5/12",
            "lose": "7/12",
            "attackers_left": {"0": "7/12", "1": "5/12"},
            "defenders_left": {"0": "5/12", "1": "7/12"},
            "expected": {
                "attackers_lost": "7/12",
                "defenders_lost": "5/12",
                "attackers_left_if_won": "1",
            },
        }

    def test_zero_entries_are_left_out(self) -> None:
        odds = oddsapp.battle(3, 3, round_table={(1, 1): {(2, 0): 1, (0, 3): 1}}, exact=True)
        plain = odds.to_dict()
        assert plain["attackers_left"] == {"0": "1/2", "2": "1/2"}
        assert plain["defenders_left"] == {"0": "1/2", "3": "1/2"}

    @pytest.mark.parametrize("exact", [False, True])
    def test_a_battle_that_cannot_be_won(self, exact: bool) -> None:
        odds = oddsapp.battle(3, 3, round_table={(1, 1): {(1, 0): 1}}, exact=exact)
        assert odds.win == 0
        assert odds.to_dict()["expected"]["attackers_left_if_won"] is None
        with pytest.raises(InvalidInput, match="never met"):
            _ = odds.expected_attackers_left_if_won

    def test_nobody_left_is_not_won(self) -> None:
        level = oddsapp.battle(force=2, defenders=2, round_table={(1, 1): {(1, 1): 1}}, exact=True)
        assert (level.win, level.lose, level.pmf((0, 0))) == (0, 1, 1)

    @given(st.integers(1, 30), st.integers(1, 30))
    def test_it_adds_up_to_1(self, force: int, defenders: int) -> None:
        plain = oddsapp.battle(force=force, defenders=defenders, exact=True).to_dict()
        for key in ("attackers_left", "defenders_left"):
            assert sum(Fraction(p) for p in plain[key].values()) == 1
            assert "0" not in plain[key].values()


class TestTheResultIsAFrozenValue:
    def test_it_cannot_be_changed(self) -> None:
        odds = oddsapp.battle(11, 7)
        with pytest.raises(FrozenInstanceError):
            odds.battle = None  # type: ignore[misc,assignment]
        with pytest.raises(FrozenInstanceError):
            odds.ends = None  # type: ignore[misc,assignment]
        with pytest.raises(FrozenInstanceError):
            odds.margin.total = 3  # type: ignore[misc]
        with pytest.raises((FrozenInstanceError, AttributeError)):
            odds.battle.armies = (1, 1)  # type: ignore[misc]

    @pytest.mark.parametrize("exact", [False, True])
    def test_it_can_be_pickled(self, exact: bool) -> None:
        odds = oddsapp.battle(force=2000, defenders=3, exact=exact)
        again = pickle.loads(pickle.dumps(odds))
        assert again == odds
        assert again.win == odds.win
        assert again.logpmf((0, 3)) == odds.logpmf((0, 3))
        pickle.dumps(odds.attackers_left_if_won)

    def test_a_battle_described_first_and_solved_later(self) -> None:
        battle = attack(10, 7, CLASSIC)
        assert solve(battle).to_dict() == oddsapp.battle(11, 7).to_dict()

    def test_tables_for_notebooks(self) -> None:
        odds = oddsapp.battle(force=2, defenders=2)
        frame = odds.to_frame()
        assert list(frame.columns) == ["attackers left", "defenders left", "probability"]
        assert len(frame) == len(dict(odds.items()))
        assert math.fsum(frame["probability"]) == pytest.approx(1)
        assert "<th>attackers left</th>" in odds._repr_html_()

    @pytest.mark.parametrize(
        "state", [3, None, "30", (3,), (1, 2, 3), (3.0, 0), (None, 0), (True, 0), ("3", "0")]
    )
    def test_what_is_no_state(self, state: Any) -> None:
        odds = oddsapp.battle(11, 7)
        for ask in (odds.pmf, odds.logpmf):
            with pytest.raises(InvalidInput, match="end state"):
                ask(state)

    def test_states_of_any_sequence(self) -> None:
        odds = oddsapp.battle(11, 7)
        state: Any = [np.int64(10), 0]
        assert odds.pmf(state) == odds.pmf((10, 0)) > 0


def test_the_number_of_rolls() -> None:
    odds = oddsapp.battle(force=3, defenders=2)
    known = {n: float(p) for n, p in classic_twin.rolls(3, 2).items()}
    assert dict(odds.rolls.items()) == pytest.approx(known, rel=1e-13)
    assert odds.expected_rolls == pytest.approx(odds.rolls.mean(), rel=1e-13)
