"""Exercises: right answers from the solver, wrong ones named, and pairs counted by hand."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

import oddsapp
from oddsapp.combat.roll import Winner
from oddsapp.dice import Die
from oddsapp.errors import InvalidInput
from oddsapp.odds.dependence import pair_table
from oddsapp.odds.diagnosis import Answer
from oddsapp.odds.exercise import Exercise
from oddsapp.odds.exercises import exercises
from oddsapp.rules import Bonus, RankedDice, Ties, find_ruleset

A, D = Winner.ATTACKER, Winner.DEFENDER


def by_name(force: int, defenders: int, level: str = "school") -> dict[str, Exercise]:
    return {e.name: e for e in exercises(force=force, defenders=defenders, level=level)}


@pytest.mark.parametrize("dice", [(2, 2), (3, 2), (3, 3)])
@pytest.mark.parametrize("ties", list(Ties))
def test_pairs_are_counted_as_by_hand(dice: tuple[int, int], ties: Ties) -> None:
    rules = RankedDice(
        attack_dice=3,
        defence_dice=3,
        ties=ties,
        attack_die=Die.numbered(4),
        defence_die=Die([1, 3, 3]),
    )
    table = pair_table(rules, dice)
    ways: dict[tuple[bool, bool], int] = {}
    total = 0
    for attack in product([1, 2, 3, 4], repeat=dice[0]):
        for defence in product([1, 3, 3], repeat=dice[1]):
            a, d = sorted(attack, reverse=True), sorted(defence, reverse=True)
            beats = tuple(
                x > y or (x == y and ties is Ties.ATTACKER)
                for x, y in zip(a[:2], d[:2], strict=True)
            )
            ways[beats[0], beats[1]] = ways.get((beats[0], beats[1]), 0) + 1
            total += 1
    assert table.joint[A, A] == Fraction(ways[True, True], total)
    assert table.first[A] == sum(p for (first, _), p in table.joint.items() if first is A)
    assert table.second[D] == sum(p for (_, second), p in table.joint.items() if second is D)
    assert sum(table.joint.values()) == 1


def test_pairs_know_a_bonus_and_need_two_dice() -> None:
    rules = RankedDice(defence_bonus=Bonus(highest=1))
    table = pair_table(rules, (3, 2))
    assert table.joint[A, A] < pair_table(RankedDice(), (3, 2)).joint[A, A]
    assert sum(table.joint.values()) == 1
    with pytest.raises(InvalidInput, match="two dice or more"):
        pair_table(RankedDice(), (3, 1))
    with pytest.raises(InvalidInput, match="never happens"):
        table.second_given(A, Winner.NOBODY)


@pytest.mark.parametrize(("force", "defenders"), [(3, 2), (4, 4), (1, 1)])
def test_right_answers_are_the_solvers(force: int, defenders: int) -> None:
    outcome = oddsapp.battle(force=force, defenders=defenders, exact=True)
    school, university = by_name(force, defenders), by_name(force, defenders, "university")
    assert school[f"win_{force}_v_{defenders}"].right == outcome.win
    assert university["expected_rolls"].right == outcome.rolls.mean()
    assert university["variance_of_rolls"].right == outcome.rolls.var()
    assert school["one_die"].right == oddsapp.battle(force=1, defenders=1, exact=True).win
    assert school["both_lost"].right == Fraction(2890, 7776)


@pytest.mark.parametrize("level", ["school", "university"])
def test_every_slip_is_named_when_its_number_is_given(level: str) -> None:
    for exercise in exercises(force=3, defenders=2, level=level):
        assert exercise.check(exercise.right).is_right
        assert exercise.slips
        for slip in exercise.slips:
            assert slip.value != exercise.right
            found = exercise.check(slip.value)
            assert not found.is_right
            assert slip in found.slips
            assert slip.what in found.sentence
            assert str(exercise.right) not in found.sentence


@pytest.mark.parametrize(
    ("name", "answer", "slip"),
    [
        ("one_die", "50%", "ties_left_out"),
        ("one_die", "0,5833", "other_side"),
        ("two_dice", "0.8333", "added"),
        ("both_lost", "0.2865", "independent_pairs"),
        ("both_lost", "25.9%", "tan_1997_table"),
        ("win_3_v_2", "69.02%", "independent_pairs"),
    ],
)
def test_the_usual_wrong_answers(name: str, answer: str, slip: str) -> None:
    found = by_name(3, 2)[name].check(answer)
    assert not found.is_right
    assert slip in [mistake.name for mistake in found.slips]


def test_a_right_answer_in_any_notation_and_with_few_digits() -> None:
    one_die = by_name(3, 2)["one_die"]
    for answer in ("5/12", "15/36", "0.41667", "41.7 %", ".42"):
        assert one_die.check(answer).is_right
    assert one_die.check("5/12").sentence == "5/12 is right"
    vague = by_name(3, 2)["win_3_v_2"].check("0.7")
    assert vague.is_right
    assert "so few digits" in vague.sentence


def test_a_number_of_rolls_may_be_any_number_a_probability_may_not() -> None:
    rolls = by_name(3, 2, "university")["expected_rolls"]
    assert rolls.check("1.84").is_right
    assert [slip.name for slip in rolls.check("3").slips] == ["most"]
    assert rolls.check("71").sentence == (
        "71 is not right, and none of the known mistakes leads there"
    )
    with pytest.raises(InvalidInput, match="between 0 and 1"):
        by_name(3, 2)["one_die"].check("71")
    with pytest.raises(InvalidInput, match="a fraction, a decimal or a percentage"):
        rolls.check("many")
    assert Answer.read("13/4", probability=False).value == Fraction(13, 4)


def test_other_rules_and_what_has_no_exercises() -> None:
    house = find_ruleset("classic").replace(ties="attacker", defence_dice=1)
    steps = exercises(force=2, defenders=2, rules=house)
    assert steps[0].right == Fraction(21, 36)
    assert "both_lost" not in {exercise.name for exercise in steps}
    with pytest.raises(InvalidInput, match="dice compared by rank"):
        exercises(force=3, defenders=2, rules="risk2")
    with pytest.raises(InvalidInput, match="up to 12 armies"):
        exercises(force=13, defenders=2)
    with pytest.raises(InvalidInput, match="school or university"):
        exercises(force=3, defenders=2, level="nursery")
