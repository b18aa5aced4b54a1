"""Name the mistake: every mistaken battle against a slow twin that throws every die."""

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, strategies as st

import oddsapp
from oddsapp.combat import attack
from oddsapp.errors import InvalidInput
from oddsapp.odds.diagnosis import Answer, diagnose
from oddsapp.odds.mistaken_rolls import independent_pairs
from oddsapp.odds.mistakes import MISTAKES
from oddsapp.rules import RankedDice, find_ruleset
from tests.reference import classic_twin
from tests.reference.golden import golden

CLASSIC = find_ruleset("classic")
BATTLES = [(1, 1), (1, 2), (2, 2), (3, 2), (5, 4), (4, 7), (9, 6)]
NAMES = [mistake.name for mistake in MISTAKES]
Throw = Callable[[Sequence[int], Sequence[int]], tuple[int, int]]


def by_faces(losses: Throw) -> dict[tuple[int, int], dict[tuple[int, int], int]]:
    """Count the losses over every throw of up to three dice against up to two."""
    table: dict[tuple[int, int], dict[tuple[int, int], int]] = {}
    for dice in product((1, 2, 3), (1, 2)):
        row: dict[tuple[int, int], int] = {}
        for faces in product(range(1, 7), repeat=sum(dice)):
            lost = losses(faces[: dice[0]], faces[dice[0] :])
            row[lost] = row.get(lost, 0) + 1
        table[dice] = row
    return table


def fought(force: int, defenders: int, **options: Any) -> Fraction:
    ends = classic_twin.end_states(force, defenders, **options)
    return sum((p for (left, _), p in ends.items() if left), start=Fraction(0))


def unsorted(attack_roll: Sequence[int], defence_roll: Sequence[int]) -> tuple[int, int]:
    won = sum(a > d for a, d in zip(attack_roll, defence_roll, strict=False))
    return min(len(attack_roll), len(defence_roll)) - won, won


def highest(attack_roll: Sequence[int], defence_roll: Sequence[int]) -> tuple[int, int]:
    return (0, 1) if max(attack_roll) > max(defence_roll) else (1, 0)


def highest_takes_all(attack_roll: Sequence[int], defence_roll: Sequence[int]) -> tuple[int, int]:
    lost, killed = highest(attack_roll, defence_roll)
    stake = min(len(attack_roll), len(defence_roll))
    return lost * stake, killed * stake


def only_at(dice: tuple[int, int], wrong: Throw) -> Throw:
    def losses(attack_roll: Sequence[int], defence_roll: Sequence[int]) -> tuple[int, int]:
        if (len(attack_roll), len(defence_roll)) == dice:
            return wrong(attack_roll, defence_roll)
        return classic_twin.losses_of_roll(attack_roll, defence_roll)

    return losses


def lone_kills(attack_roll: Sequence[int], defence_roll: Sequence[int]) -> tuple[int, int]:
    if len(attack_roll) > 1:
        return classic_twin.losses_of_roll(attack_roll, defence_roll)
    lost, killed = highest(attack_roll, defence_roll)
    return lost, killed * len(defence_roll)


WRONG_ROLLS = {
    "unsorted_dice": unsorted,
    "one_comparison": highest,
    "highest_decides_all": highest_takes_all,
    "second_pair_skipped_2v2": only_at((2, 2), highest),
    "second_pair_skipped_3v2": only_at((3, 2), highest),
    "lone_attacker_kills_two": lone_kills,
}


def mistaken(name: str, force: int, defenders: int, *, exact: bool = True) -> Any:
    mistake = MISTAKES[NAMES.index(name)]
    return mistake.win(attack(force, defenders, CLASSIC), exact=exact)


@pytest.mark.parametrize("name", WRONG_ROLLS)
def test_wrong_rolls_are_those_of_every_throw_of_the_dice(name: str) -> None:
    table = by_faces(WRONG_ROLLS[name])
    for force, defenders in BATTLES:
        assert mistaken(name, force, defenders) == fought(force, defenders, round_table=table)


def test_wrong_numbers_and_wrong_questions() -> None:
    for force, defenders in BATTLES:
        right = fought(force, defenders)
        ends = classic_twin.end_states(force, defenders)
        alone = sum((p for (left, _), p in ends.items() if left == 1), start=Fraction(0))
        expected = {
            "total_for_force": fought(force + 1, defenders),
            "one_army_short": fought(force - 1, defenders),
            "one_defender_short": fought(force, defenders - 1) if defenders > 1 else 1,
            "ties_to_attacker": fought(force, defenders, ties="attacker"),
            "attacker_two_dice": fought(force, defenders, attack_dice=2),
            "defender_one_die": fought(force, defenders, defence_dice=1),
            "sides_swapped": fought(defenders, force),
            "chance_to_lose": 1 - right,
            "last_attacker_fails": right - alone,
        }
        assert {name: mistaken(name, force, defenders) for name in expected} == expected


def test_tan_1997_as_printed_and_with_its_second_slip() -> None:
    known = golden("tan1997_error")
    printed = known["tan_round_values"]
    for key, dice in (("2v2 (def loses 2,1,0)", (2, 2)), ("3v2 (def loses 2,1,0)", (3, 2))):
        roll = independent_pairs(RankedDice(), dice)
        values = [roll[0, 2], roll[1, 1], roll[2, 0]]
        # Only the row of 2 v 2 is plain independence; that of 3 v 2 has a second slip.
        told = [round(float(value), 3) for value in values]
        rounded_as_printed = all(
            abs(a - b) < 0.0011 for a, b in zip(told, printed[key], strict=True)
        )
        assert rounded_as_printed == (dice == (2, 2))
    three = independent_pairs(RankedDice(), (3, 2))
    assert [round(float(three[key]), 6) for key in ((0, 2), (1, 1), (2, 0))] == [
        0.286489,
        0.506111,
        0.207400,
    ]
    table = {
        **by_faces(classic_twin.losses_of_roll),
        (2, 2): {(0, 2): 152, (1, 1): 475, (2, 0): 373},
        (3, 2): {(0, 2): 259, (1, 1): 504, (2, 0): 237},
    }
    for force, defenders in BATTLES:
        wrong = fought(force, defenders, round_table=table)
        assert mistaken("tan_1997_table", force, defenders) == wrong


def test_the_faults_that_were_reported() -> None:
    faults = {fault["id"]: fault["wrong"] for fault in golden("reported_faults")}
    named = {
        ("0.9278960751947123", 200, 200): "rounded_chances",
        (faults["H1"]["500v300"], 500, 300): "rounded_chances",
        (faults["H2"]["battle 3v2 shown"], 3, 2): "independent_pairs",
        (faults["H3"]["1v2"], 1, 2): "lone_attacker_kills_two",
        (faults["H3"]["3v2"], 3, 2): "lone_attacker_kills_two_rounded",
        (faults["H4"]["2v[1]"], 1, 1): "last_attacker_fails",
    }
    assert faults["H1"]["200v200"] == 0.9278960751947123
    for (answer, force, defenders), name in named.items():
        found = diagnose(answer, force=force, defenders=defenders)
        assert not found.is_right
        assert name in [mistake.name for mistake in found.mistakes]


def test_chances_that_add_up_to_more_than_one_end_above_one() -> None:
    published = golden("reported_faults")[0]["wrong"]["1000v1000"]
    assert mistaken("rounded_chances", 1000, 1000, exact=False) == pytest.approx(
        published, rel=1e-12
    )


@pytest.mark.parametrize("name", NAMES)
def test_floats_are_the_fractions(name: str) -> None:
    for force, defenders in [*BATTLES, (1, 9), (9, 1), (12, 15)]:
        exact = mistaken(name, force, defenders)
        assert isinstance(exact, Fraction)
        assert mistaken(name, force, defenders, exact=False) == pytest.approx(
            float(exact), abs=1e-13
        )


@given(
    st.sampled_from(MISTAKES),
    st.integers(1, 12),
    st.integers(1, 12),
    st.integers(4, 12),
    st.sampled_from(["decimal", "percentage", "fraction"]),
)
def test_every_mistake_is_named_whatever_the_digits(
    mistake: Any, force: int, defenders: int, digits: int, how: str
) -> None:
    wrong = mistake.win(attack(force, defenders, CLASSIC), exact=True)
    right = oddsapp.battle(force=force, defenders=defenders, exact=True).win
    answer = {
        "decimal": f"{float(wrong):.{digits}f}",
        "percentage": f"{float(wrong) * 100:.{digits}f} %",
        "fraction": str(wrong) if wrong.denominator > 1 else f"{wrong}/1",
    }[how]
    found = diagnose(answer, force=force, defenders=defenders)
    named = [named.name for named in found.mistakes]
    assert (mistake.name in named) == (wrong != right)
    assert found.is_right or wrong != right


def test_all_that_fit_are_named() -> None:
    # 55/216 is the first roll of 1 v 2, and the battle if that roll kills both.
    found = diagnose("0.2546", force=1, defenders=2)
    assert [mistake.name for mistake in found.mistakes] == [
        "lone_attacker_kills_two",
        "lone_attacker_kills_two_rounded",
        "one_roll",
    ]
    assert "What fits" in found.sentence


def test_none_fits() -> None:
    found = diagnose("0.123456", force=5, defenders=4)
    assert (found.is_right, found.mistakes) == (False, ())
    assert "none of the" in found.sentence


def test_the_right_answer_is_right_in_every_form() -> None:
    right = oddsapp.battle(6, 4, exact=True).win
    for answer in (right, str(right), float(right), "63.8%", "0,6383", Decimal("0.638"), ".64"):
        found = diagnose(answer, 6, 4)
        assert found.is_right
        assert "is right" in found.sentence
    coarse = diagnose("0.64", 6, 4)
    assert "these mistakes would look the same" in coarse.sentence
    assert [mistake.name for mistake in coarse.mistakes] == ["rounded_chances"]


def test_a_mistake_that_makes_no_difference_is_not_named() -> None:
    found = diagnose("5/12", force=1, defenders=1)
    assert found.is_right
    assert not found.mistakes
    assert "independent_pairs" not in [mistake.name for mistake in found.checked]


@pytest.mark.parametrize(
    ("answer", "tolerance"),
    [
        ("0.640", Fraction(1, 2000)),
        ("0.64", Fraction(1, 200)),
        ("64%", Fraction(1, 200)),
        ("64.0 %", Fraction(1, 2000)),
        ("6.4e-1", Fraction(1, 200)),
        ("16/25", 0),
        (1, 0),
        (1.0, 0),
        ("0", 0),
    ],
)
def test_the_digits_say_how_far_off_an_answer_may_be(answer: Any, tolerance: Fraction) -> None:
    assert Answer.read(answer).tolerance == tolerance


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ("many", "a fraction, a decimal or a percentage"),
        ("-0.5", "a fraction, a decimal or a percentage"),
        ("", "a fraction, a decimal or a percentage"),
        ("nan", "a fraction, a decimal or a percentage"),
        (True, "a fraction, a decimal or a percentage"),
        ("1/0", "divided by 0"),
        ("69.02", "69.02% if that is meant"),
        ("900%", "between 0 and 1"),
        ("0." + "1" * 6000, "not that"),
    ],
)
def test_what_is_no_probability_is_refused(answer: Any, said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        diagnose(answer, force=5, defenders=4)


@pytest.mark.parametrize(
    ("battle", "said"),
    [
        ({"force": 5}, "the number of defenders"),
        ({"defenders": 5}, "either the armies"),
        ({"armies": 5, "force": 4, "defenders": 5}, "either the armies"),
        ({"armies": 1, "defenders": 5}, "at least 2"),
        ({"force": 0, "defenders": 5}, "at least 1"),
        ({"force": 5, "defenders": 4, "rules": "risk2"}, "dice compared by rank"),
        ({"force": 2000, "defenders": 2000}, "4,000,000 states"),
        ({"force": 1_000_000, "defenders": 1}, "1,000,000 on a side"),
    ],
)
def test_battles_without_known_mistakes_are_refused(battle: dict[str, Any], said: str) -> None:
    with pytest.raises(InvalidInput, match=said):
        diagnose("0.5", **battle)


@pytest.mark.parametrize(
    "changes",
    [{"ties": "nobody"}, {"attack_dice": 1, "defence_dice": 1}, {"defence_dice": 3}],
)
def test_other_dice_have_their_own_mistakes(changes: Mapping[str, Any]) -> None:
    rules = CLASSIC.replace(**changes)
    found = diagnose("1/3", force=4, defenders=4, rules=rules)
    assert all(0 <= mistake.win <= Fraction(3, 2) for mistake in found.checked)
    assert "tan_1997_table" not in [mistake.name for mistake in found.checked]


def test_as_plain_values() -> None:
    plain = diagnose("69.02%", force=3, defenders=2).to_dict()
    assert plain["right"] == "6610505/10077696"
    assert plain["is_right"] is False
    assert [mistake["name"] for mistake in plain["mistakes"]] == ["independent_pairs"]
    assert set(plain["checked"]) <= set(NAMES)
    assert diagnose("0.5", force=60, defenders=60).to_dict()["right"] == pytest.approx(
        0.7588, abs=0.01
    )


@pytest.mark.parametrize(
    ("changes", "name", "told"),
    [
        ({}, "ties_to_attacker", "the defender wins them"),
        ({"ties": "nobody"}, "ties_to_attacker", "by these rules nobody loses by them"),
        ({}, "attacker_two_dice", "with a force of three or more it is three"),
        ({"attack_dice": 4}, "attacker_two_dice", "with a force of four or more it is four"),
        ({"attack_dice": 1}, "attacker_two_dice", "with a force of one or more it is one"),
        ({}, "defender_one_die", "with two armies or more it is two"),
        ({"defence_dice": 3}, "defender_one_die", "with three armies or more it is three"),
        ({}, "lone_attacker_kills_two", "kills two defenders"),
        ({"defence_dice": 3}, "lone_attacker_kills_two", "kills three defenders"),
        ({}, "highest_decides_all", "loses both armies"),
        ({"defence_dice": 3}, "highest_decides_all", "loses all armies"),
        ({}, "rounded_chances", "add up to 1.0001, and the excess grows with every roll"),
        ({"ties": "attacker"}, "rounded_chances", "and what is off grows with every roll"),
    ],
)
def test_sentences_follow_the_rules(changes: dict[str, Any], name: str, told: str) -> None:
    rules = CLASSIC.replace(**changes) if changes else CLASSIC
    found = diagnose("0.5", force=6, defenders=5, rules=rules)
    assert name in {mistake.name for mistake in found.checked}
    (what,) = (mistake.what for mistake in found.checked if mistake.name == name)
    assert told in what
    assert "{" not in "".join(mistake.what for mistake in found.checked)
