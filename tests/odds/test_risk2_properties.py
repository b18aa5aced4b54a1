"""Properties of every battle of RISK II, on examples that nobody chose."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

import oddsapp
from oddsapp.odds.ends import SweptEnds
from oddsapp.rules import Ruleset
from tests.odds.risk2_judges import (
    RISK2,
    VARIANTS,
    chain_ends,
    exact_ends,
    marginal,
    worst_relative_error,
)

FEW = settings(max_examples=25)

forces = st.integers(1, 40)
rulesets = st.builds(
    lambda rules, mass, spoils: rules.replace(mass_reading=mass, spoils_reading=spoils),
    st.sampled_from(list(VARIANTS.values())),
    st.sampled_from(["protected", "individual"]),
    st.sampled_from(["top_roll", "pairwise"]),
)
tables = st.lists(
    st.lists(st.integers(1, 4), min_size=1, max_size=2), min_size=2, max_size=3
).filter(lambda players: sum(map(len, players)) <= 4)


@FEW
@given(force=forces, defenders=forces, rules=rulesets)
def test_invasion(force: int, defenders: int, rules: Ruleset) -> None:
    exact = oddsapp.battle(force=force, defenders=defenders, rules=rules, exact=True)
    near = oddsapp.battle(force=force, defenders=defenders, rules=rules)
    assert sum(exact_ends(exact).values()) == 1
    assert exact.win + exact.lose == 1
    assert worst_relative_error(near, exact) <= 1e-12


@FEW
@given(first=forces, second=forces, rules=rulesets)
def test_clash_is_symmetric(first: int, second: int, rules: Ruleset) -> None:
    odds = oddsapp.border_clash(first, second, rules=rules, exact=True)
    swapped = oddsapp.border_clash(second, first, rules=rules, exact=True)
    assert exact_ends(odds) == {(a, b): p for (b, a), p in exact_ends(swapped).items()}
    assert odds.win == swapped.win[::-1]
    assert sum(odds.win) == 1
    if first == second:
        assert odds.win[0] == Fraction(1, 2)
    near = oddsapp.border_clash(first, second, rules=rules)
    assert worst_relative_error(near, odds) <= 1e-12


@FEW
@given(st.lists(st.integers(1, 6), min_size=1, max_size=3), st.integers(1, 7), rulesets)
def test_mass_invasion(attackers: list[int], defenders: int, rules: Ruleset) -> None:
    odds = oddsapp.mass_invasion(attackers, defenders, rules=rules, exact=True)
    ends = exact_ends(odds)
    assert ends == chain_ends(odds)
    for place, left in enumerate([*odds.attackers_left, odds.defenders_left]):
        assert {(size,): p for size, p in left.items()} == marginal(ends, place)
    for state in ends:
        # One side is gone, the other is not, and nobody has grown.
        assert any(state[:-1]) != bool(state[-1])
        assert all(left <= size for left, size in zip(state, odds.battle.armies, strict=True))
    near = oddsapp.mass_invasion(attackers, defenders, rules=rules)
    assert worst_relative_error(near, odds) <= 1e-12


@FEW
@given(players=tables, rules=rulesets)
def test_spoils(players: list[list[int]], rules: Ruleset) -> None:
    odds = oddsapp.spoils_of_war(players, rules=rules, exact=True)
    ends = exact_ends(odds)
    assert ends == chain_ends(odds)  # the chain lumps nothing
    assert sum(odds.win) == 1
    for place, left in enumerate(odds.left):
        assert {(size,): p for size, p in left.items()} == marginal(ends, place)
    assert all(odds.pmf(state) == chance for state, chance in ends.items())
    assert all(
        odds.logpmf(state) == pytest.approx(math.log(chance), rel=1e-12, abs=1e-14)
        for state, chance in ends.items()
    )
    near = oddsapp.spoils_of_war(players, rules=rules)
    assert worst_relative_error(near, odds) <= 1e-12
    order = list(permutations(range(len(players))))[-1]
    seated = oddsapp.spoils_of_war([players[p] for p in order], rules=rules, exact=True)
    assert seated.win == tuple(odds.win[place] for place in order)


@pytest.mark.parametrize(
    "odds",
    [
        oddsapp.battle(force=9, defenders=8, rules="risk2"),
        oddsapp.mass_invasion([7, 7, 2], 9),
        oddsapp.mass_invasion([4, 4, 2], 6, rules=RISK2.replace(mass_reading="individual")),
        oddsapp.border_clash(8, 12),
        oddsapp.spoils_of_war([[3, 3], [3, 3], [2]]),
    ],
    ids=lambda odds: str(odds.battle.armies),
)
def test_samples_are_possible_and_as_frequent_as_they_should_be(
    odds: oddsapp.odds.outcome.Outcome,
) -> None:
    rng = np.random.Generator(np.random.PCG64(20))
    drawn = np.asarray(odds.sample(rng, 4000))
    assert drawn.shape == (4000, len(odds.battle.armies))
    ends = dict(odds.items())
    assert {tuple(state) for state in drawn.tolist()} <= set(ends)
    assert odds.sample(rng) in ends
    for place in range(len(odds.battle.armies)):
        mean = sum(p * state[place] for state, p in ends.items())
        spread = math.sqrt(sum(p * (state[place] - mean) ** 2 for state, p in ends.items()))
        # Five standard errors: with this seed it passes, and a wrong law would not.
        assert abs(drawn[:, place].mean() - mean) <= 5 * spread / math.sqrt(4000)


def test_all_members_of_a_class_are_equally_likely() -> None:
    odds = oddsapp.spoils_of_war([[3, 2], [3, 2], [3, 2]], exact=True)
    assert isinstance(odds.ends, SweptEnds)
    ends = exact_ends(odds)
    for (a, b, *rest), chance in ends.items():
        if not any(rest):
            assert ends[0, 0, a, b, 0, 0] == ends[0, 0, 0, 0, a, b] == chance
