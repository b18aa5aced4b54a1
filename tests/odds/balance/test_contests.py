"""Who beats whom, against slow twins and published numbers."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import islice, product

import pytest

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.odds.balance.contests import (
    break_even,
    dice_against_die,
    die_against_die,
    even_odds,
    least_forces,
    side_break_even,
    who_beats_whom,
)
from oddsapp.odds.balance.sides import Side, contest_rows
from oddsapp.rules import find_ruleset
from tests.reference import classic_twin, risk2_twin
from tests.reference.golden import both, golden
from tests.reference.risk2_dice_twin import BOARD_FACES

RISK2 = find_ruleset("risk2")
COLOURS = ("white", "yellow", "green", "red", "black")


def won(force: int, defenders: int, **options: object) -> Fraction:
    ends = risk2_twin.mass((force,), defenders, **options)  # type: ignore[arg-type]
    return sum((chance for (_, left), chance in ends.items() if not left), Fraction(0))


def test_equal_armies_as_published() -> None:
    table = golden("risk2_first_values")["invasion"]
    odds = even_odds(5, exact=True)
    for key, value in table.items():
        attackers, defenders = both(key)
        if attackers == defenders:
            assert odds[attackers - 1] == Fraction(value["fraction"])
    classic = golden("win_probability_exact")["fractions"]
    assert [str(p) for p in even_odds(6, rules="classic", exact=True)] == [
        classic[f"{n},{n}"] for n in range(1, 7)
    ]


def test_equal_armies_as_the_twins_have_them() -> None:
    assert even_odds(12, exact=True) == tuple(won(n, n) for n in range(1, 13))
    manual = find_ruleset("risk2_manual")
    faces = tuple(die.faces for die in manual.combat.dice_set)  # type: ignore[union-attr]
    options = {
        "faces": faces,
        "attacker_thresholds": (1, 4, 8, 13, 19),
        "defender_thresholds": (1, 7, 13, 21, None),
        "ties": "defender",
    }
    expected = tuple(won(n, n, **options) for n in range(1, 9))
    assert even_odds(8, rules=manual, exact=True) == expected


def test_dice_against_dice_as_published() -> None:
    published = golden("risk2_first_values")["round_attacker_beats_defender_ties_included"]
    assert [[str(p) for p in row] for row in die_against_die()] == published


@pytest.mark.parametrize("rules", ["classic", "risk2", "risk2_manual"])
def test_break_even_is_the_first_force_that_is_enough(rules: str) -> None:
    for found in break_even(9, rules=rules, exact=True):
        assert found.force is not None
        chances = [
            oddsapp.battle(force=n, defenders=found.defenders, rules=rules, exact=True).win
            for n in range(1, found.force + 1)
        ]
        assert found.win == chances[-1] >= Fraction(1, 2)
        assert all(chance < Fraction(1, 2) for chance in chances[:-1])
        assert found.win_with_one_less == (chances[-2] if len(chances) > 1 else 0)
    floats = [found.force for found in break_even(9, rules=rules)]
    assert floats == [found.force for found in break_even(9, rules=rules, exact=True)]


def test_a_tie_with_the_line_is_decided_by_fractions() -> None:
    # A coin: P(n v n) is exactly a half, which no float need be.
    coin = find_ruleset("classic").replace(round_table={(1, 1): {(1, 0): 1, (0, 1): 1}})
    assert [found.force for found in break_even(12, rules=coin)] == list(range(1, 13))


def test_out_of_reach_is_none() -> None:
    hopeless = RISK2.replace(
        dice_set=oddsapp.DiceSet("six and one", (oddsapp.Die([1], "one"),)),
        thresholds=oddsapp.rules.ThresholdChart("one", (1,), (1,)),
        ranks=(1,),
        ties="defender",
    )
    assert {found.force for found in break_even(3, rules=hopeless)} == {None}
    assert break_even(3, rules=hopeless)[0].to_dict()["win"] is None


def test_several_lines_at_once() -> None:
    ((low, high),) = least_forces(7, [Fraction(1, 2), Fraction(9, 10)], rules="classic")[-1:]
    assert (low.force, high.force) == (7, 13)  # one less than the armies of armies_needed


def test_colours_as_sides() -> None:
    sides = [Side.of_one_die(RISK2, colour) for colour in COLOURS]
    table = who_beats_whom(sides, 3, terms=RISK2, exact=True)
    for mine in range(5):
        for other in range(5):
            faces = (BOARD_FACES[mine], BOARD_FACES[other])
            rules = {
                "faces": faces,
                "ranks": (mine + 1, other + 1),
                "attacker_thresholds": (1, None),
                "defender_thresholds": (1, None),
            }
            # The defender's one die is the twin's second: it is rolled from one army on.
            expected = two_dice(3, faces, (mine + 1, other + 1))
            assert table[mine][other] == expected, rules


def two_dice(size: int, faces: tuple[tuple[int, ...], ...], ranks: tuple[int, int]) -> Fraction:
    """P(win) where each side always rolls one die, by the recursion on paper."""
    wins = Fraction(sum(a >= d for a in faces[0] for d in faces[1]), 144)
    cost = min(ranks)

    def chance(a: int, d: int) -> Fraction:
        if a <= 0 or d <= 0:
            return Fraction(int(d <= 0))
        return wins * chance(a, d - cost) + (1 - wins) * chance(a - cost, d)

    return chance(size, size)


def test_sides_of_one_ruleset_fight_as_under_that_ruleset() -> None:
    for rules in (RISK2, find_ruleset("risk2_manual")):
        combat = rules.combat
        attacker, defender = Side.of(rules, "attacker"), Side.of(rules, "defender")
        rows = contest_rows(attacker, defender, combat, 15, exact=True)  # type: ignore[arg-type]
        for n, row in enumerate(islice(rows, 16)):
            if n:
                assert row[n] == even_odds(n, rules=rules, exact=True)[-1]


def test_what_is_refused() -> None:
    with pytest.raises(InvalidInput, match="an army has no die of its own"):
        die_against_die("classic")
    with pytest.raises(InvalidInput, match="at least one side"):
        who_beats_whom([], 3)
    with pytest.raises(InvalidInput, match="at most 300"):
        even_odds(301)
    with pytest.raises(InvalidInput, match="no die is called 'pink'"):
        Side.of_one_die(RISK2, "pink")


def test_classic_equal_armies_by_the_twin() -> None:
    for n, p in enumerate(even_odds(5, rules="classic", exact=True), start=1):
        ends = classic_twin.end_states(n, n)
        assert p == sum(chance for (left, _), chance in ends.items() if left)


@pytest.mark.rule("M-6")
@pytest.mark.parametrize("ties", ["attacker", "defender"])
def test_several_dice_against_one_by_all_their_faces(ties: str) -> None:
    rules = RISK2.replace(ties=ties)
    for dice in (1, 2, 3):
        for mine, row in zip(BOARD_FACES, dice_against_die(dice, rules=rules), strict=True):
            for other, chance in zip(BOARD_FACES, row, strict=True):
                won = sum(
                    max(thrown) > face or (ties == "attacker" and max(thrown) == face)
                    for face in other
                    for thrown in product(mine, repeat=dice)
                )
                assert chance == Fraction(won, len(other) * len(mine) ** dice)
    assert dice_against_die(1, rules=rules) == die_against_die(rules)
    with pytest.raises(InvalidInput, match="number of dice"):
        dice_against_die(8)


@pytest.mark.parametrize("colours", [("white", "white"), ("white", "yellow"), ("red", "black")])
def test_what_a_colour_is_worth_by_first_steps(colours: tuple[str, str]) -> None:
    """The fewest attackers of one die that win half of their battles, in fractions by hand."""
    mine, other = (COLOURS.index(colour) for colour in colours)
    won = die_against_die()[mine][other]
    lost = min(mine, other) + 1

    @cache
    def chance(force: int, defenders: int) -> Fraction:
        if force <= 0 or defenders <= 0:
            return Fraction(force > 0)
        worse = (1 - won) * chance(force - lost, defenders)
        return won * chance(force, defenders - lost) + worse

    attacker, defender = (Side.of_one_die(RISK2, colour) for colour in colours)
    for found in side_break_even(attacker, defender, 12):
        enough = (force for force in range(1, 90) if chance(force, found.defenders) >= 0.5)
        assert found.force == next(enough)
        assert found.win == pytest.approx(float(chance(found.force, found.defenders)), rel=1e-12)


def test_fractions_decide_on_the_line() -> None:
    """Without ties equals of one colour are even: floats say a little more, or a little less."""
    rules = RISK2.replace(ties="nobody")
    for colour in COLOURS:
        side = Side.of_one_die(rules, colour)
        for found in side_break_even(side, side, 25, terms=rules):
            rank = COLOURS.index(colour)
            # Of as many as the casualties the last few count for nothing.
            assert found.force == (found.defenders - 1) // (rank + 1) * (rank + 1) + 1
