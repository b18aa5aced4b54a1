"""Balanced blitz: published figures, the slow twin, and what holds for any battle."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, strategies as st

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.odds.blitz import balanced, balanced_win
from oddsapp.pmf import Pmf
from oddsapp.rules import Balance, Modifier, RankedDice, find_balance, find_ruleset, modified
from tests.reference import blitz_twin
from tests.reference.classic_twin import end_states
from tests.reference.golden import golden

BLITZ, CLASSIC = find_ruleset("blitz"), find_ruleset("classic")
KNOWN = golden("blitz")
BALANCE = find_balance("3.3")

CASES: list[tuple[tuple[str, ...], dict[str, Any]]] = [
    ((), {}),
    (("capital",), {"defence_dice": 3}),
    (("wall", "capital"), {"defence_dice": 4}),
    (("zombie_attacker",), {"attack_dice": 2}),
    (("zombie_attacker", "wall"), {"attack_dice": 2, "defence_dice": 3}),
    (("zombie_defender",), {"ties": "attacker"}),
    (("capital", "zombie_defender"), {"defence_dice": 3, "ties": "attacker"}),
]


class TestFigures:
    def test_one_round(self) -> None:
        roll = oddsapp.battle(force=3, defenders=2).battle.round((3, 2))
        known = KNOWN["3v2 attacker loses 2 in one round"]
        assert float(roll.probability((2, 0))) == pytest.approx(known, rel=1e-14)

    @pytest.mark.parametrize(("rules", "key"), [(CLASSIC, "true"), (BLITZ, "balanced")])
    def test_30_v_15_on_a_capital(self, rules: Any, key: str) -> None:
        odds = oddsapp.battle(force=30, defenders=15, rules=modified(rules, ["capital"]))
        known = KNOWN[f"30 v 15 on a capital, lose exactly 12, {key}"]
        assert odds.attackers_left.pmf(18) == pytest.approx(known, rel=1e-13)

    def test_300_v_800_zombies(self) -> None:
        rules = modified(CLASSIC, ["zombie_defender"])
        known = KNOWN["300 v 800 zombies, true dice, win"]
        assert oddsapp.battle(force=300, defenders=800, rules=rules).win == pytest.approx(
            known, abs=5e-9
        )

    def test_the_version_is_named(self) -> None:
        odds = oddsapp.battle(11, 7, rules="blitz")
        assert odds.version == "RISK: Global Domination 3.3"
        assert odds.to_dict()["version"] == odds.version
        assert oddsapp.battle(11, 7).version is None
        assert "version" not in oddsapp.battle(11, 7).to_dict()


class TestAgainstTheTwin:
    @pytest.mark.parametrize(("names", "options"), CASES, ids=str)
    @pytest.mark.parametrize("armies", [(1, 1), (3, 2), (7, 9), (12, 8), (20, 20)], ids=str)
    def test_every_outcome(
        self, armies: tuple[int, int], names: tuple[str, ...], options: dict[str, Any]
    ) -> None:
        force, defenders = armies
        twin = blitz_twin.balance(end_states(force, defenders, **options))
        odds = oddsapp.battle(force=force, defenders=defenders, rules=modified(BLITZ, names))
        assert odds.win == pytest.approx(float(blitz_twin.win_of(twin)), abs=1e-14)
        assert {state: odds.pmf(state) for state in twin} == pytest.approx(
            {state: float(p) for state, p in twin.items()}, rel=1e-11, abs=1e-15
        )

    def test_a_battle_of_thousands(self) -> None:
        odds = oddsapp.battle(force=3000, defenders=3400, rules="blitz")
        true = oddsapp.battle(force=3000, defenders=3400)
        assert odds.win == balanced_win(true.win, true.lose, BALANCE) == 1.0
        assert 0 < odds.attackers_left.std() < true.attackers_left.std()


@st.composite
def margins(draw: st.DrawFn) -> Pmf:
    weights = draw(st.lists(st.floats(0, 1), min_size=3, max_size=12))
    weights[0] += 1e-3  # never all zero
    low = draw(st.integers(-len(weights) + 1, 0))
    weights[-low] = 0.0  # nobody is ever left with nobody
    total = math.fsum(weights)
    if not total:
        weights[-1], total = 1.0, 1.0
    return Pmf(low, tuple(weight / total for weight in weights))


class TestProperties:
    @given(st.floats(0, 1), st.floats(0, 1))
    def test_a_better_true_chance_is_a_better_balanced_one(self, one: float, other: float) -> None:
        low, high = sorted((one, other))
        assert balanced_win(low, 1 - low, BALANCE) <= balanced_win(high, 1 - high, BALANCE)

    @given(st.floats(0, 1))
    def test_the_sides_are_treated_alike(self, win: float) -> None:
        there = balanced_win(win, 1 - win, BALANCE)
        back = balanced_win(1 - win, win, BALANCE)
        assert there + back == pytest.approx(1, abs=1e-12)
        assert (there >= win - 1e-12) == (win >= 0.5) or there == pytest.approx(win)

    @given(margins())
    def test_it_sums_to_1_and_keeps_the_balanced_win(self, margin: Pmf) -> None:
        bent = balanced(margin, BALANCE)
        assert bent.cdf(bent.high) == 1.0
        assert math.fsum(bent.weights) == pytest.approx(1, abs=1e-12)
        win = balanced_win(margin.sf(0), margin.cdf(0), BALANCE)
        assert bent.sf(0) == pytest.approx(win, abs=1e-12)

    @given(margins())
    def test_mirrored(self, margin: Pmf) -> None:
        there = balanced(margin, BALANCE)
        back = balanced(margin.negated(), BALANCE).negated()
        assert there.low == back.low
        assert there.weights == pytest.approx(back.weights, abs=1e-12)

    @given(st.integers(1, 30), st.integers(1, 30))
    def test_one_attacker_more_never_hurts(self, force: int, defenders: int) -> None:
        wins = [
            oddsapp.battle(force=f, defenders=defenders, rules="blitz").win
            for f in (force, force + 1)
        ]
        assert wins[0] <= wins[1]

    def test_enough_armies_are_certain_to_win_and_few_to_lose(self) -> None:
        wins = [oddsapp.battle(force=n, defenders=7, rules="blitz").win for n in range(1, 30)]
        assert wins[0] == 0.0
        assert wins[-1] == 1.0
        assert all(a <= b for a, b in pairwise(wins))


class TestRefusals:
    def test_fractions(self) -> None:
        with pytest.raises(InvalidInput, match="irrational"):
            oddsapp.battle(11, 7, rules="blitz", exact=True)

    @pytest.mark.parametrize("what", ["chain", "rolls", "expected_rolls"])
    def test_rolls_of_a_battle_fought_at_once(self, what: str) -> None:
        odds = oddsapp.battle(11, 7, rules="blitz")
        with pytest.raises(InvalidInput, match="fought at once and has no rolls"):
            getattr(odds, what)

    def test_what_is_no_balance(self) -> None:
        with pytest.raises(InvalidInput, match=r"there is that of 3\.3"):
            CLASSIC.replace(balance="2.0")
        with pytest.raises(InvalidInput, match="Balance or None"):
            RankedDice(balance=0.5)  # type: ignore[arg-type]
        for changes in ({"win_cutoff": 0.5}, {"outcome_cutoff": -0.1}):
            with pytest.raises(InvalidInput, match="a cutoff lies between 0 and a half"):
                Balance(**{"version": "", "win_cutoff": 0, "win_power": 1,
                           "outcome_cutoff": 0, "outcome_power": 1, **changes})  # type: ignore[arg-type]  # fmt: skip
        with pytest.raises(InvalidInput, match="a power of a balance"):
            Balance(version="", win_cutoff=0, win_power=0, outcome_cutoff=0, outcome_power=1)

    def test_a_balance_that_changes_nothing(self) -> None:
        plain = Balance(version="x", win_cutoff=0, win_power=1, outcome_cutoff=0, outcome_power=1)
        odds = oddsapp.battle(11, 7, rules=CLASSIC.replace(balance=plain))
        true = oddsapp.battle(11, 7)
        assert odds.margin.weights == pytest.approx(true.margin.weights)


class TestModifiers:
    @pytest.mark.parametrize(("names", "options"), CASES, ids=str)
    def test_what_they_change(self, names: tuple[str, ...], options: dict[str, Any]) -> None:
        rules = modified(CLASSIC, names)
        expected = CLASSIC.replace(**options) if options else CLASSIC
        assert rules.combat == expected.combat
        assert str(rules) == (
            f"classic, modifiers={'+'.join(sorted(names))}" if names else "classic"
        )

    def test_they_add_up_in_any_order(self) -> None:
        step = modified(modified(BLITZ, ["wall"]), ["zombie_attacker"])
        assert step == modified(BLITZ, [Modifier.ZOMBIE_ATTACKER, Modifier.WALL])
        assert str(step) == "blitz, modifiers=wall+zombie_attacker"

    def test_an_attacker_keeps_one_die(self) -> None:
        one = modified(CLASSIC.replace(attack_dice=1), ["zombie_attacker"])
        assert isinstance(one.combat, RankedDice)
        assert one.combat.attack_dice == 1

    @pytest.mark.parametrize(
        ("rules", "names", "said"),
        [
            ("blitz", ["castle"], "there are capital, wall, zombie_attacker, zombie_defender"),
            ("blitz", ["wall", "wall"], "at most one wall"),
            ("risk2", ["wall"], "mean nothing under the rules risk2"),
        ],
    )
    def test_refusals(self, rules: str, names: list[str], said: str) -> None:
        with pytest.raises(InvalidInput, match=said):
            modified(find_ruleset(rules), names)
