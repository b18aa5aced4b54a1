"""How many dice to roll (C-2, C-3), as a game in every state."""

import json
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given, settings, strategies as st

import oddsapp
from oddsapp.odds.decisions import DiceGame, dice_choice
from oddsapp.odds.goal import Goal
from oddsapp.rules import DefenceTiming, find_ruleset
from tests.reference import decisions_twin as twin
from tests.reference.classic_twin import losses_of_roll
from tests.reference.golden import both, golden

CLASSIC = find_ruleset("classic")
GOLDEN = golden("defender_choice")
SEEN = GOLDEN["defender chooses after SEEING the attacker roll"]


def rules_with(timing: str) -> oddsapp.Ruleset:
    return CLASSIC.replace(defence_timing=timing)


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("goal", list(Goal))
def test_full_dice_are_right_in_all_states_up_to_30_v_30(goal: Goal) -> None:
    """No side gains by another number of dice: exact, state by state, deviation by deviation."""
    game = DiceGame(30, 30, CLASSIC, goal, exact=True)
    states = 0
    for a in range(1, 31):
        for d in range(1, 31):
            choice = game.choice(a, d)
            m, n = min(a, 3), min(d, 2)
            full = choice.payoffs[m, n]
            assert all(choice.payoffs[i, n] <= full for i in range(1, m + 1))
            assert all(choice.payoffs[m, j] >= full for j in range(1, n + 1))
            assert choice.value == full == choice.full_dice_value
            assert choice.attack_is_full
            assert choice.defence_is_full
            states += 1
    assert states == 900
    assert list(game.states_with_fewer_dice()) == []


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("goal", list(Goal))
@pytest.mark.parametrize("timing", list(DefenceTiming))
def test_the_game_is_that_of_the_twin(timing: DefenceTiming, goal: Goal) -> None:
    game = DiceGame(5, 4, rules_with(timing), goal, exact=True)
    for a in range(6):
        for d in range(5):
            assert game.value(a, d) == twin.dice_game(a, d, timing, goal)


@pytest.mark.rule("C-3")
def test_announced_at_once_and_heard_first_are_worth_the_same_with_the_dice_of_the_box() -> None:
    at_once, first = (DiceGame(12, 12, rules_with(t)) for t in ("at_once", "attacker_first"))
    for a in range(1, 13):
        for d in range(1, 13):
            assert first.value(a, d) == pytest.approx(at_once.value(a, d), rel=1e-12)


@pytest.mark.rule("C-3")
def test_the_defender_rolls_one_die_or_two() -> None:
    assert set(dice_choice(force=3, defenders=5).defence) == {2, 1}


@pytest.mark.rule("C-3")
def test_two_defence_dice_need_two_armies() -> None:
    assert set(dice_choice(force=3, defenders=1).defence) == {1}


@pytest.mark.rule("C-2")
@pytest.mark.parametrize(
    ("armies", "dice"), [(2, {1}), (3, {2, 1}), (4, {3, 2, 1}), (9, {3, 2, 1})]
)
def test_the_attacker_rolls_up_to_three_dice_and_one_army_more(armies: int, dice: set[int]) -> None:
    assert set(dice_choice(armies, 2).attack) == dice


@pytest.mark.rule("C-3")
@pytest.mark.parametrize("key", list(SEEN["P(attacker wins), optimal defender"]))
def test_values_for_a_defender_who_sees_the_roll(key: str) -> None:
    force, defenders = both(key)
    expected = SEEN["P(attacker wins), optimal defender"][key]
    rules = rules_with("after_roll")
    if isinstance(expected, dict):
        exact = dice_choice(force=force, defenders=defenders, rules=rules, exact=True)
        assert exact.value == Fraction(expected["fraction"])
        expected = expected["float"]
    choice = dice_choice(force=force, defenders=defenders, rules=rules)
    assert choice.value == pytest.approx(expected, rel=1e-12)
    assert choice.full_dice_value == pytest.approx(SEEN["against simultaneous"][key], rel=1e-12)
    assert choice.attack_is_full
    assert not choice.defence_is_full


@pytest.mark.rule("C-3")
def test_who_counts_one_roll_only_meets_these_with_one_die() -> None:
    """One roll, armies lost: a die less at 54, 55, 64, 65, 66, and 44 is the same either way."""
    changes = {}
    for high in range(1, 7):
        for low in range(1, high + 1):
            expected = {}
            for dice in (1, 2):
                net = sum(
                    killed - lost
                    for throw in product(twin.SIX, repeat=dice)
                    for lost, killed in [losses_of_roll((high, low), throw)]
                )
                expected[dice] = Fraction(net, 6**dice)
            changes[high, low] = expected[2] - expected[1]
    fewer = sorted([list(pair) for pair, change in changes.items() if change > 0])
    named = SEEN["single round, net armies: roll one die if the attacker's top two are"]
    assert sorted([*fewer, [4, 4]]) == sorted(named)
    assert changes[4, 4] == 0


@pytest.mark.rule("C-3")
def test_against_which_rolls_one_die_is_better_depends_on_the_state() -> None:
    """What counts is the whole battle, not the roll: the answers are those of the twin."""
    game = DiceGame(5, 4, rules_with("after_roll"), exact=True)
    for a in range(3, 6):
        for d in range(2, 5):
            for roll in game.choice(a, d).rolls:
                answers = twin.answers_to(a, d, roll.faces, "win")
                if roll.attack_dice >= 2:  # all faces seen that count
                    assert roll.values == answers
                    assert answers[roll.defence_dice] == min(answers.values())
                    assert roll.is_indifferent == (answers[1] == answers[2])
    faces = {roll.faces for roll in game.choice(3, 2).fewer_dice_rolls}
    assert faces == {(4, 4), (5, 5), (6, 5), (6, 6)}
    large = DiceGame(30, 30, rules_with("after_roll"))
    faces = {roll.faces for roll in large.choice(30, 30).fewer_dice_rolls}
    assert faces - {(4, 4)} == {(5, 4), (5, 5), (6, 4), (6, 5), (6, 6)}


def test_the_rolls_of_each_number_of_dice_are_all_there() -> None:
    choice = dice_choice(force=4, defenders=3, rules=rules_with("after_roll"), exact=True)
    for dice in (1, 2, 3):
        seen = [roll for roll in choice.rolls if roll.attack_dice == dice]
        assert sum(roll.probability for roll in seen) == 1
        assert len(seen) == (6 if dice == 1 else 21)
    assert sum(choice.defence.values()) == 1


@settings(max_examples=30)
@given(
    st.integers(1, 12),
    st.integers(1, 12),
    st.sampled_from(list(Goal)),
    st.sampled_from(["attacker", "defender"]),
)
def test_who_knows_more_does_no_worse(force: int, defenders: int, goal: Goal, ties: str) -> None:
    def worth(timing: str) -> float:
        rules = rules_with(timing).replace(ties=ties)
        return float(dice_choice(force=force, defenders=defenders, rules=rules, goal=goal).value)

    at_once, first, seen = map(worth, ("at_once", "attacker_first", "after_roll"))
    assert seen <= first + 1e-9
    assert first <= at_once + 1e-9


@settings(max_examples=30)
@given(st.integers(1, 9), st.integers(1, 9), st.sampled_from(list(DefenceTiming)))
def test_more_attackers_never_hurt_and_more_defenders_never_help(
    force: int, defenders: int, timing: DefenceTiming
) -> None:
    game = DiceGame(force + 1, defenders + 1, rules_with(timing))
    assert game.value(force + 1, defenders) >= game.value(force, defenders) - 1e-12
    assert game.value(force, defenders + 1) <= game.value(force, defenders) + 1e-12


def test_lopsided_battles_are_decided_by_the_small_number() -> None:
    """P(win) is 1 but for rounding, and yet the table of rolls is that of the fractions."""
    rules = rules_with("after_roll")
    floats = DiceGame(60, 3, rules)
    exact = DiceGame(60, 3, rules, exact=True)
    assert floats.value(60, 3) == pytest.approx(1, abs=1e-12)
    assert [roll.defence_dice for roll in floats.choice(60, 3).rolls] == [
        roll.defence_dice for roll in exact.choice(60, 3).rolls
    ]


def test_dice_of_ones_own_may_have_to_be_mixed() -> None:
    """A table in which both sides must keep the other guessing: equal numbers of dice cost
    the attacker everything, different ones the defender.
    """
    wins, loses = {(0, 2): 1}, {(2, 0): 1}
    rules = CLASSIC.replace(round_table={(1, 1): loses, (1, 2): wins, (2, 1): wins, (2, 2): loses})
    choice = dice_choice(force=2, defenders=2, rules=rules, exact=True)
    assert choice.value == Fraction(1, 2)
    assert choice.attack == choice.defence == {2: Fraction(1, 2), 1: Fraction(1, 2)}
    assert not choice.attack_is_full
    heard = rules.replace(defence_timing="attacker_first")
    assert dice_choice(force=2, defenders=2, rules=heard, exact=True).value == 0


def test_the_choice_as_plain_values() -> None:
    choice = dice_choice(4, 2, rules=rules_with("after_roll"), exact=True)
    plain = json.loads(json.dumps(choice.to_dict()))
    assert plain["value"] == "103050469/161243136"
    assert plain["force"] == 3
    assert plain["timing"] == "after_roll"
    assert {"attack_dice", "faces", "defence_dice", "values"} <= set(plain["rolls"][0])
    assert json.loads(json.dumps(dice_choice(4, 2).to_dict()))["attack"]["3"] == 1


@pytest.mark.parametrize(
    ("words", "ask"),
    [
        ("no number to choose", lambda: dice_choice(4, 2, rules="risk2")),
        ("no faces", lambda: dice_choice(4, 2, rules=rules_with("after_roll").replace(
            round_table={(1, 1): {(1, 0): 1, (0, 1): 1}}))),
        ("repeat it for ever", lambda: dice_choice(4, 2, rules=rules_with("after_roll").replace(
            ties="nobody"))),
        ("limit is 40,000 states", lambda: dice_choice(1001, 1000)),
        ("exactly", lambda: dice_choice(101, 100, exact=True)),
        ("goal cannot be", lambda: dice_choice(4, 2, goal="glory")),
        ("at least 2 armies", lambda: dice_choice(1, 2)),
        ("number of defenders", lambda: dice_choice(3)),
        ("either the armies", lambda: dice_choice(3, 2, force=2)),
        ("the limit is 40,000 states", lambda: dice_choice(10**9, 10**9)),
        ("nobody rolls", lambda: DiceGame(3, 2).choice(0, 2)),
        ("defence_timing cannot be", lambda: rules_with("whenever")),
    ],
)  # fmt: skip
def test_what_is_refused_and_why(words: str, ask: object) -> None:
    assert callable(ask)
    with pytest.raises(oddsapp.InvalidInput, match=words):
        ask()


@pytest.mark.rule("C-3")
def test_rolls_that_change_nothing_are_repeated() -> None:
    rules = CLASSIC.replace(ties="nobody")
    choice = dice_choice(force=1, defenders=1, rules=rules, exact=True)
    assert choice.value == Fraction(1, 2)
