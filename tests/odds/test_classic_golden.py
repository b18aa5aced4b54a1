"""Classic battles against numbers that were known before this package."""

from __future__ import annotations

from decimal import Decimal, localcontext
from fractions import Fraction
from typing import Any

import pytest

import oddsapp
from oddsapp.dice import Die
from oddsapp.odds.outcome import AttackOutcome
from oddsapp.rules import find_ruleset
from tests.reference.golden import both, golden

FAULTS = {fault["id"]: fault for fault in golden("reported_faults")}


def fought(key: str, **options: Any) -> AttackOutcome:
    force, defenders = both(key)
    return oddsapp.battle(force=force, defenders=defenders, **options)


def as_decimal(p: Fraction) -> Decimal:
    return Decimal(p.numerator) / Decimal(p.denominator)


@pytest.mark.parametrize("key", golden("win_probability_exact")["fractions"])
def test_fractions(key: str) -> None:
    assert fought(key, exact=True).win == Fraction(
        golden("win_probability_exact")["fractions"][key]
    )


def test_decimals_to_their_last_digit() -> None:
    for key, printed in golden("win_probability_exact")["decimals"].items():
        known = Decimal(printed)
        with localcontext() as context:
            context.prec = 60
            exact = as_decimal(fought(key, exact=True).win)
            assert exact.quantize(known) == known, key
        assert fought(key).win == pytest.approx(float(printed), rel=1e-12), key


@pytest.mark.parametrize("key", golden("win_probability_big")["P"])
def test_big_battles_to_40_decimals(key: str) -> None:
    known = Decimal(golden("win_probability_big")["P"][key])
    with localcontext() as context:
        context.prec = 60
        assert as_decimal(fought(key, exact=True).win).quantize(known) == known
    # 1 v 10 is printed to 35 digits, which are more than a float has.
    assert fought(key).win == pytest.approx(float(known), rel=1e-13)


def test_the_published_table() -> None:
    for force, row in enumerate(golden("osborne2003_table3")["table"], 1):
        for defenders, printed in enumerate(row, 1):
            win = oddsapp.battle(force=force, defenders=defenders).win
            assert round(win, 3) == printed, (force, defenders)


@pytest.mark.parametrize("key", golden("expected_losses")["values"])
def test_expected_losses(key: str) -> None:
    known = golden("expected_losses")["values"][key]
    odds = fought(key)
    force, defenders = both(key)
    lost = odds.ends.won_by(1).left(1).mean()
    assert {
        "E_att_loss": odds.expected_attackers_lost,
        "E_def_loss": odds.expected_defenders_lost,
        "P_win": odds.win,
        "E_att_left_unconditional": odds.attackers_left.mean(),
        "E_att_left_given_win": odds.expected_attackers_left_if_won,
        "E_def_left_given_att_fails": lost,
        "E_att_loss_given_win": odds.expected_attackers_lost_if_won,
    } == pytest.approx(known, rel=1e-12, abs=1e-13)
    assert odds.attackers_left_if_won.mean() == odds.expected_attackers_left_if_won
    assert odds.defenders_left.mean() == pytest.approx(defenders - known["E_def_loss"], rel=1e-12)
    assert odds.attackers_left.mean() == pytest.approx(force - known["E_att_loss"], rel=1e-12)


class TestReportedFaults:
    def test_h1_no_odds_above_1_in_large_battles(self) -> None:
        for key, printed in FAULTS["H1"]["right"].items():
            force, defenders = (int(part) for part in key.split("v"))
            win = oddsapp.battle(force=force, defenders=defenders).win
            assert win == pytest.approx(float(printed), rel=1e-13)
            assert abs(win - FAULTS["H1"]["wrong"][key]) > 0.01
        odds = oddsapp.battle(force=500, defenders=300)
        assert odds.win <= 1
        assert odds.win + odds.lose == pytest.approx(1, abs=1e-13)

    def test_h2_the_pairs_are_not_independent(self) -> None:
        right = FAULTS["H2"]["right"]["battle 3v2"]
        assert fought("3,2", exact=True).win == Fraction(right["fraction"])
        assert fought("3,2").win == pytest.approx(right["float"], rel=1e-15)

    def test_h3_a_lone_attacker_kills_one_defender_at_a_time(self) -> None:
        for key, right in FAULTS["H3"]["right"].items():
            force, defenders = (int(part) for part in key.split("v"))
            odds = oddsapp.battle(force=force, defenders=defenders, exact=True)
            assert odds.win == Fraction(right["fraction"])
            assert float(odds.win) == right["float"]

    def test_h4_exactly_one_army_in_the_conquered_territory_is_a_win(self) -> None:
        right = FAULTS["H4"]["right"]["2v[1]"]
        odds = oddsapp.battle(2, 1, exact=True)
        assert odds.win == Fraction(right["fraction"]) == odds.attackers_left.pmf(1)

    def test_h5_29_are_needed_and_not_28(self) -> None:
        right = FAULTS["H5"]["right"]
        assert right["answer"] == 29
        assert fought("29,50").win == pytest.approx(right["P(29v50)"], abs=5e-8)
        assert fought("28,50").win == pytest.approx(right["P(28v50)"], abs=5e-9)
        assert next(f for f in range(1, 60) if fought(f"{f},50").win >= 0.05) == 29

    def test_h5_the_printed_table_is_one_short(self) -> None:
        for key, printed in FAULTS["H5"]["wrong"]["usable for P>=0.8"].items():
            forces = range(1, 20)
            wins = [fought(f"{force},{key}").win for force in forces]
            least = next(f for f, win in zip(forces, wins, strict=True) if win >= 0.8)
            assert least == printed + 1, key

    def test_h6_two_averages(self) -> None:
        right = FAULTS["H6"]["right"]
        odds = fought("5,5", exact=True)
        everywhere = right["E[attackers left], all battles"]
        when_won = right["E[attackers left | attacker wins]"]
        assert odds.attackers_left.mean() == Fraction(everywhere["fraction"])
        assert odds.expected_attackers_left_if_won == Fraction(when_won["fraction"])
        assert odds.win == Fraction(right["P(win)"]["fraction"])
        floats = fought("5,5")
        assert floats.attackers_left.mean() == pytest.approx(everywhere["float"], rel=1e-14)
        assert floats.expected_attackers_left_if_won == pytest.approx(when_won["float"], rel=1e-14)


class TestAsymptotics:
    KNOWN = golden("asymptotics")["exact A_min usable for P>1/2"]

    @pytest.mark.parametrize("key", KNOWN)
    def test_the_smallest_force_with_the_better_chances(self, key: str) -> None:
        force, defenders = self.KNOWN[key], int(key)
        assert oddsapp.battle(force=force, defenders=defenders).win > 0.5
        assert oddsapp.battle(force=force - 1, defenders=defenders).win <= 0.5

    def test_armies_in_all(self) -> None:
        for defenders, armies in ((20, 19), (50, 45), (100, 88), (200, 173)):
            assert oddsapp.battle(armies, defenders).win > 0.5
            assert oddsapp.battle(armies - 1, defenders).win <= 0.5


@pytest.mark.parametrize("key", golden("three_dice_defence")["P(attacker wins) exact float"])
def test_three_dice_for_the_defender(key: str) -> None:
    known = golden("three_dice_defence")["P(attacker wins) exact float"][key]
    rules = find_ruleset("classic").replace(defence_dice=3)
    assert fought(key, rules=rules).win == pytest.approx(known, rel=1e-13)
    assert float(fought(key, rules=rules, exact=True).win) == pytest.approx(known, rel=1e-13)


def test_dice_of_different_sides() -> None:
    known = golden("mixed_sides_campaign")
    single = known["single_5v3_total"]
    odds = oddsapp.battle(5, 3)
    # Its keys count all armies: one stays at home, after a win too.
    ends = {f"{force + 1},{defenders}": p for (force, defenders), p in odds.items()}
    assert odds.win == pytest.approx(single["P"], rel=1e-13)
    assert ends == pytest.approx(single["dist (att,def)"], rel=1e-12)
    # The second of its territories rolls eight-sided dice: one battle at a time here.
    rules = find_ruleset("classic").replace(defence_die=Die.numbered(8))
    taken = sum(
        p * oddsapp.battle(force=left - 1, defenders=2, rules=rules).win
        for left, p in odds.attackers_left_if_won.items()
        if left > 1
    )
    chain = known["chain_5_v_3_2_1_dsides_6_8_6"]
    assert odds.win * taken == pytest.approx(chain[1], rel=1e-12)


def test_odds_against_a_defender_who_announces_at_once() -> None:
    for key, known in golden("defender_choice")["defender chooses after SEEING the attacker roll"][
        "against simultaneous"
    ].items():
        assert fought(key).win == pytest.approx(known, rel=1e-13)
