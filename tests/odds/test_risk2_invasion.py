"""Invasions (M-5) and border clashes (M-7): the fast solver against twin, chain and gold."""

from __future__ import annotations

from fractions import Fraction
from itertools import islice, product

import pytest

import oddsapp
from oddsapp.odds.wins import win_rows
from tests.odds.risk2_judges import (
    RISK2,
    VARIANTS,
    chain_ends,
    exact_ends,
    twin_clash,
    twin_mass,
)
from tests.reference.golden import both, golden

SMALL = list(product(range(1, 13), repeat=2))
EDGES = list(product((5, 6, 10, 11, 18, 19, 30, 31), repeat=2))
"""Both sides of every threshold, against both sides of every threshold."""

# The twin of a clash tries all 36 pairs of faces in every state: larger ones by the chain alone.
CLASHES_OF_THE_TWIN = [(a, b) for a, b in SMALL if (a + b) % 3 == 0] + [(6, 11), (19, 10), (18, 19)]


@pytest.mark.rule("M-5")
class TestInvasion:
    @pytest.mark.parametrize("key", golden("risk2_first_values")["invasion"])
    def test_first_values(self, key: str) -> None:
        known = golden("risk2_first_values")["invasion"][key]
        force, defenders = both(key)
        exact = oddsapp.battle(force=force, defenders=defenders, rules="risk2", exact=True)
        assert exact.win == Fraction(known["fraction"])
        near = oddsapp.battle(force=force, defenders=defenders, rules="risk2")
        assert near.win == pytest.approx(known["float"], rel=1e-15)

    def test_armies_and_force(self) -> None:
        armies = oddsapp.battle(11, 7, rules="risk2", exact=True)
        force = oddsapp.battle(force=10, defenders=7, rules="risk2", exact=True)
        assert armies.win == force.win

    @pytest.mark.parametrize("sizes", [SMALL, EDGES], ids=["to 12 v 12", "around thresholds"])
    def test_all_ends(self, sizes: list[tuple[int, int]]) -> None:
        for force, defenders in sizes:
            odds = oddsapp.battle(force=force, defenders=defenders, rules="risk2", exact=True)
            ends = exact_ends(odds)
            assert ends == twin_mass([force], defenders, RISK2)
            assert ends == chain_ends(odds)

    @pytest.mark.parametrize("name", VARIANTS)
    def test_all_ends_under_other_rules(self, name: str) -> None:
        rules = VARIANTS[name]
        for force, defenders in [(1, 1), (3, 4), (4, 3), (7, 12), (12, 7), (20, 19), (31, 14)]:
            odds = oddsapp.battle(force=force, defenders=defenders, rules=rules, exact=True)
            assert exact_ends(odds) == twin_mass([force], defenders, rules)

    @pytest.mark.parametrize("name", VARIANTS)
    def test_both_readings_are_one_for_one_attacker(self, name: str) -> None:
        individual = VARIANTS[name].replace(mass_reading="individual")
        odds = oddsapp.battle(force=8, defenders=7, rules=individual, exact=True)
        assert exact_ends(odds) == twin_mass([8], 7, VARIANTS[name])


@pytest.mark.rule("M-7")
class TestClash:
    @pytest.mark.parametrize("sizes", [SMALL, EDGES], ids=["to 12 v 12", "around thresholds"])
    def test_all_ends(self, sizes: list[tuple[int, int]]) -> None:
        for first, second in sizes:
            odds = oddsapp.border_clash(first, second, exact=True)
            assert exact_ends(odds) == chain_ends(odds)

    def test_all_ends_of_the_twin(self) -> None:
        for first, second in CLASHES_OF_THE_TWIN:
            odds = oddsapp.border_clash(first, second, exact=True)
            assert exact_ends(odds) == twin_clash(first, second, RISK2)

    @pytest.mark.parametrize("name", VARIANTS)
    def test_all_ends_under_other_rules(self, name: str) -> None:
        rules = VARIANTS[name]
        for first, second in [(1, 1), (4, 3), (7, 12), (13, 4)]:
            odds = oddsapp.border_clash(first, second, rules=rules, exact=True)
            assert exact_ends(odds) == twin_clash(first, second, rules)

    @pytest.mark.parametrize(("first", "second"), [(1, 2), (6, 5), (12, 30), (31, 31), (50, 19)])
    def test_swapped(self, first: int, second: int) -> None:
        ends = exact_ends(oddsapp.border_clash(first, second, exact=True))
        swapped = exact_ends(oddsapp.border_clash(second, first, exact=True))
        assert ends == {(a, b): p for (b, a), p in swapped.items()}

    def test_expected_rolls_count_the_ties(self) -> None:
        assert oddsapp.border_clash(1, 1, exact=True).expected_rolls == Fraction(144, 112)
        rolls = oddsapp.border_clash(3, 2)
        assert float(rolls.expected_rolls) == pytest.approx(rolls.rolls.mean(), rel=1e-12)


class TestMonotone:
    """In an invasion by one force more never hurts: no theorem here, but every case looked at.

    A stronger die may cost more armies per roll (M-4), so it had to be looked at.
    """

    @pytest.mark.parametrize("casualties", ["lowest", "highest", "own", "fixed"])
    def test_more_attackers_or_fewer_defenders(self, casualties: str) -> None:
        rules = RISK2.replace(casualties=casualties)
        rows = islice(win_rows(rules, 40, exact=True), 41)
        win = {(a, d): chance for a, row in enumerate(rows) if a for d, chance in enumerate(row)}
        for force, defenders in product((1, 18, 40), repeat=2):
            odds = oddsapp.battle(force=force, defenders=defenders, rules=rules, exact=True)
            assert win[force, defenders] == odds.win
        for (force, defenders), chance in win.items():
            assert chance >= win.get((force - 1, defenders), 0)
            assert chance <= win.get((force, defenders - 1), 1)

    def test_larger_forces_in_a_clash(self) -> None:
        win = {
            (a, b): oddsapp.border_clash(a, b).win[0] for a, b in product(range(1, 41), repeat=2)
        }
        assert all(p >= win.get((a - 1, b), 0.0) - 1e-15 for (a, b), p in win.items())
