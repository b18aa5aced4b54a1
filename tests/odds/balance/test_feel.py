"""How a battle feels, against the slow twin, and what thresholds do."""

from __future__ import annotations

from fractions import Fraction

import pytest

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.odds.balance.feel import battle_feel
from oddsapp.odds.balance.promotion import promotions, step_gains
from oddsapp.rules import Role, find_ruleset
from tests.reference import balance_twin, classic_twin, risk2_twin
from tests.reference.balance_twin import State
from tests.reference.risk2_dice_twin import BOARD


def classic_roll(state: State) -> dict[State, Fraction] | None:
    return classic_twin.after_roll(state, classic_twin.Rules())


def risk2_roll(state: State) -> dict[State, Fraction] | None:
    after = risk2_twin._after_mass(((state[0],), state[1]), "protected", BOARD)
    if after is None:
        return None
    return {(left[0], defenders): chance for (left, defenders), chance in after.items()}


ROLLS = {"classic": classic_roll, "risk2": risk2_roll}


@pytest.mark.parametrize("rules", ["classic", "risk2"])
@pytest.mark.parametrize(("force", "defenders"), [(1, 1), (4, 4), (7, 5), (5, 8), (9, 6)])
def test_comebacks_are_those_of_the_twin(rules: str, force: int, defenders: int) -> None:
    ends = balance_twin.comebacks(force, defenders, ROLLS[rules])
    feel = battle_feel(force, defenders, rules=rules, exact=True)
    sides = ("attacker", "defender")
    for place, side in enumerate(sides):
        fell = sum(chance for (first, _), chance in ends.items() if first == side)
        assert feel.first_to_fall[place] == fell
        assert feel.comebacks[place] == ends.get((side, side), 0)
        if fell:
            assert feel.comeback_of(place) == ends.get((side, side), 0) / fell
    assert feel.win == sum(chance for (_, winner), chance in ends.items() if winner == sides[0])
    floats = battle_feel(force, defenders, rules=rules)
    if feel.comeback is not None:
        assert floats.comeback == pytest.approx(float(feel.comeback), rel=1e-12)


@pytest.mark.parametrize("rules", ["classic", "risk2"])
def test_rolls_are_those_of_the_chain(rules: str) -> None:
    for force, defenders in ((6, 5), (12, 14)):
        feel = battle_feel(force, defenders, rules=rules, exact=True)
        odds = oddsapp.battle(force=force, defenders=defenders, rules=rules, exact=True)
        assert dict(feel.rolls.items()) == dict(odds.rolls.items())


def test_rolls_that_change_nothing_count() -> None:
    rules = find_ruleset("classic").replace(ties="nobody")
    feel = battle_feel(5, 4, rules=rules)
    odds = oddsapp.battle(force=5, defenders=4, rules=rules)
    assert feel.rolls.mean() == pytest.approx(odds.expected_rolls, rel=1e-12)
    with pytest.raises(InvalidInput, match="no longest run"):
        battle_feel(5, 4, rules=rules, exact=True)


def test_a_fair_coin_has_no_favourite() -> None:
    coin = find_ruleset("classic").replace(round_table={(1, 1): {(1, 0): 1, (0, 1): 1}})
    feel = battle_feel(6, 6, rules=coin, exact=True)
    assert feel.weaker_wins == Fraction(1, 2)
    assert feel.comeback_of(0) == feel.comeback_of(1) == feel.comeback


def test_the_width_lies_between_one_and_nine_of_ten() -> None:
    feel = battle_feel(12, 12)
    few, many = feel.width
    assert few is not None
    assert many is not None
    assert feel.armies_between == many - few
    for force, least in ((few, 0.1), (many, 0.9)):
        assert oddsapp.battle(force=force, defenders=12, rules="risk2").win >= least
        assert oddsapp.battle(force=force - 1, defenders=12, rules="risk2").win < least


def test_what_has_no_rolls_is_refused() -> None:
    with pytest.raises(InvalidInput, match="fought at once"):
        battle_feel(5, 4, rules="blitz")
    with pytest.raises(InvalidInput, match="at least 1"):
        battle_feel(0, 4)


@pytest.mark.rule("M-2", "M-3")
@pytest.mark.parametrize("rules", ["risk2", "risk2_manual", "risk2_shipped_game"])
def test_a_promotion_is_the_difference_of_two_battles(rules: str) -> None:
    chart = find_ruleset(rules).combat.thresholds  # type: ignore[union-attr]
    found = promotions(rules=rules, most=22)
    sizes = {role: [p.size for p in found if p.role is role] for role in Role}
    for role in Role:
        assert sizes[role] == [n for n in chart.starts(role)[1:] if n <= 22]
    for jump in found:
        for size, chance in ((jump.size - 1, jump.below), (jump.size, jump.above)):
            mine = jump.role is Role.ATTACKER
            odds = oddsapp.battle(
                force=size if mine else jump.opponent,
                defenders=jump.opponent if mine else size,
                rules=rules,
            )
            assert chance == pytest.approx(odds.win if mine else odds.lose, abs=1e-12)
        assert jump.least[0] <= jump.gain <= jump.most[0]
        assert jump.to_dict()["gain"] == jump.gain


def test_a_step_beside_a_threshold_is_compared() -> None:
    (yellow, *_) = promotions(most=12)
    gains = step_gains(most=12).chances[Role.ATTACKER]
    beside = [gains[5][5] - gains[4][5], gains[7][5] - gains[6][5]]
    assert yellow.usual == pytest.approx(sum(beside) / 2, rel=1e-12)


def test_steps_are_exact_where_asked_for() -> None:
    exact = step_gains(most=5, exact=True).against_equals(Role.DEFENDER)
    floats = step_gains(most=5).against_equals(Role.DEFENDER)
    assert all(isinstance(gain, Fraction) for gain in exact)
    assert floats == pytest.approx([float(gain) for gain in exact], rel=1e-12)
