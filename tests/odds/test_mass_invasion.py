"""Mass invasions (M-6): both readings against twin and chain, and where more is less."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

import oddsapp
from oddsapp.rules import Ruleset
from tests.odds.risk2_judges import RISK2, VARIANTS, chain_ends, exact_ends, marginal, twin_mass
from tests.reference.golden import golden

INDIVIDUAL = RISK2.replace(mass_reading="individual")

# The twin tries every face of every die: four attackers take it seconds, seven minutes.
SHAPES = [([2, 1], 3), ([6, 5], 7), ([1, 7], 6), ([3, 3, 2], 4), ([11, 2], 6), ([6, 6], 11)]
SEVEN = [([1] * 7, 3), ([2, 1, 1, 1, 2, 1, 1], 4), ([6, 5, 1, 1, 1, 1, 1], 2)]

pytestmark = pytest.mark.rule("M-6")


@pytest.mark.parametrize("forces", [(1, 1), (1, 1, 1)])
def test_first_values(forces: tuple[int, ...]) -> None:
    known = golden("risk2_first_values")["mass_invasion_defender_gone"]
    defenders = {2: 1, 3: 3}[len(forces)]
    win = oddsapp.mass_invasion(forces, defenders).win
    assert win == pytest.approx(known[f"{forces} v {defenders}"], rel=1e-15)


@pytest.mark.parametrize("reading", ["protected", "individual"])
@pytest.mark.parametrize(("forces", "defenders"), SHAPES)
def test_all_ends(forces: list[int], defenders: int, reading: str) -> None:
    rules = RISK2.replace(mass_reading=reading)
    odds = oddsapp.mass_invasion(forces, defenders, rules=rules, exact=True)
    ends = exact_ends(odds)
    assert ends == twin_mass(forces, defenders, rules)
    assert ends == chain_ends(odds)


@pytest.mark.parametrize("reading", ["protected", "individual"])
@pytest.mark.parametrize("name", VARIANTS)
def test_all_ends_under_other_rules(name: str, reading: str) -> None:
    rules = VARIANTS[name].replace(mass_reading=reading)
    for forces, defenders in [([3, 4], 5), ([7, 2], 6), ([2, 2, 1], 3)]:
        odds = oddsapp.mass_invasion(forces, defenders, rules=rules, exact=True)
        assert exact_ends(odds) == twin_mass(forces, defenders, rules)


@pytest.mark.parametrize("rules", [RISK2, INDIVIDUAL], ids=["protected", "individual"])
@pytest.mark.parametrize(("forces", "defenders"), SEVEN)
def test_seven_attackers(forces: list[int], defenders: int, rules: Ruleset) -> None:
    odds = oddsapp.mass_invasion(forces, defenders, rules=rules, exact=True)
    assert exact_ends(odds) == chain_ends(odds)


def test_four_attackers_of_the_twin() -> None:
    for rules in (RISK2, INDIVIDUAL):
        odds = oddsapp.mass_invasion([1, 2, 1, 1], 2, rules=rules, exact=True)
        assert exact_ends(odds) == twin_mass([1, 2, 1, 1], 2, rules)


@pytest.mark.parametrize("around", [5, 10, 18, 30])
def test_around_each_threshold(around: int) -> None:
    for forces, defenders in [
        ([around, around + 1], around + 1),
        ([around + 1, around + 1, 2], around),
    ]:
        odds = oddsapp.mass_invasion(forces, defenders, exact=True)
        assert exact_ends(odds) == chain_ends(odds)


@pytest.mark.parametrize("rules", [RISK2, INDIVIDUAL], ids=["protected", "individual"])
@pytest.mark.parametrize(("forces", "defenders"), [([3, 3], 4), ([4, 2, 4], 3), ([6, 1, 3], 4)])
def test_what_each_army_has_left(forces: list[int], defenders: int, rules: Ruleset) -> None:
    odds = oddsapp.mass_invasion(forces, defenders, rules=rules, exact=True)
    ends = twin_mass(forces, defenders, rules)
    for place, left in enumerate([*odds.attackers_left, odds.defenders_left]):
        assert {(size,): p for size, p in left.items()} == marginal(ends, place)
    won = {state: p for state, p in ends.items() if state[-1] == 0}
    assert odds.win == sum(won.values())
    assert odds.lose == 1 - odds.win
    left_if_won = sum(sum(state) * p for state, p in won.items()) / odds.win
    assert odds.expected_attackers_left_if_won == left_if_won
    lost = sum((sum(forces) - sum(state[:-1])) * p for state, p in ends.items())
    assert odds.expected_attackers_lost == lost


@pytest.mark.parametrize("rules", [RISK2, INDIVIDUAL], ids=["protected", "individual"])
def test_the_order_of_the_forces_does_not_matter(rules: Ruleset) -> None:
    first = exact_ends(oddsapp.mass_invasion([4, 1, 2], 4, rules=rules, exact=True))
    for order in permutations(range(3)):
        forces = [[4, 1, 2][place] for place in order]
        ends = exact_ends(oddsapp.mass_invasion(forces, 4, rules=rules, exact=True))
        assert ends == {(*(s[place] for place in order), s[3]): p for s, p in first.items()}


def test_forces_fall_in_lockstep() -> None:
    # Protected, attackers lose together or not at all: 5 and 2 differ by 3 as long as both live.
    for first, second, _ in dict(oddsapp.mass_invasion([5, 2], 6).items()):
        assert first - second == 3 or (second == 0 and first <= 3)


class TestMoreIsNotAlwaysBetter:
    """The lowest die on the table sets the casualties (M-4), so a weak escort slows the strong."""

    def test_an_escort_of_one_can_hurt(self) -> None:
        alone = oddsapp.battle(force=31, defenders=50, rules="risk2")
        escorted = oddsapp.mass_invasion([31, 1], 50)
        assert round(alone.win, 4) == 0.2334
        assert round(escorted.win, 4) == 0.1713

    def test_one_more_in_the_weaker_force_can_hurt(self) -> None:
        # From White to Yellow: every comparison costs two armies instead of one.
        assert round(oddsapp.mass_invasion([5, 36], 59).win, 4) == 0.3652
        assert round(oddsapp.mass_invasion([6, 36], 59).win, 4) == 0.3366

    def test_an_escort_of_one_often_helps(self) -> None:
        alone = oddsapp.battle(force=3, defenders=5, rules="risk2", exact=True)
        escorted = oddsapp.mass_invasion([3, 1], 5, exact=True)
        assert escorted.win > alone.win


def test_own_casualties_of_several_attackers() -> None:
    # Each loses by its own die, so they do not fall in lockstep.
    rules = RISK2.replace(casualties="own")
    odds = oddsapp.mass_invasion([7, 2], 5, rules=rules, exact=True)
    assert exact_ends(odds) == chain_ends(odds) == twin_mass([7, 2], 5, rules)
    assert odds.pmf((7, 2, 0)) > 0
    assert odds.pmf((6, 1, 0)) == Fraction(0)  # a Yellow force loses two at a time
