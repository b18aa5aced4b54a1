"""House dice: bonuses, other dice, more dice, and what they make of a round and a battle."""

from __future__ import annotations

import pickle
from dataclasses import replace
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import oddsapp
from oddsapp.combat import attack
from oddsapp.combat.roll import dice_losses, ranked_losses, with_bonus
from oddsapp.combat.round import ranked_round
from oddsapp.dice import SIX_SIDED, Die, parse_dice
from oddsapp.errors import InvalidInput
from oddsapp.odds import classic, sweep
from oddsapp.odds.arithmetic import Fractions
from oddsapp.rules import NAMED_BONUSES, Bonus, RankedDice, Ties, find_ruleset
from tests.reference.house_twin import Changes, House, changed

CLASSIC = find_ruleset("classic")
SMALL = st.integers(-1, 1)
BONUSES = st.builds(Bonus, highest=SMALL, lowest=SMALL, every=SMALL, capped=st.booleans())


def changes(bonus: Bonus) -> Changes:
    return (("top", bonus.highest), ("bottom", bonus.lowest), ("each", bonus.every))


class TestBonus:
    @given(BONUSES)
    def test_its_text_reads_as_itself(self, bonus: Bonus) -> None:
        assert Bonus.parse(str(bonus)) == bonus
        assert pickle.loads(pickle.dumps(bonus)) == bonus

    def test_names(self) -> None:
        for name, bonus in NAMED_BONUSES.items():
            assert Bonus.parse(name) == Bonus.parse(name.replace("_", " ").title()) == bonus
        both = Bonus.parse("bunker,fortification")
        assert both == NAMED_BONUSES["bunker"] + NAMED_BONUSES["fortification"]
        assert both == Bonus(highest=1, every=1)
        assert Bonus.parse("bunker,ammunition-shortage") == Bonus()

    @pytest.mark.parametrize(
        "text",
        ["", "uncapped", "highest", "highest1", "highest+", "highest+x", "top+1", "all+1+1", 1,
         "all+²", None, "all+1,"],
    )  # fmt: skip
    def test_what_is_none_is_refused(self, text: Any) -> None:
        with pytest.raises(InvalidInput, match=r"a bonus is written highest\+1"):
            Bonus.parse(text)

    def test_limits(self) -> None:
        with pytest.raises(InvalidInput, match="twice"):
            Bonus.parse("all+1,all+1")
        for text in ("all+2000", f"all+{'9' * 9999}"):
            with pytest.raises(InvalidInput, match="at most 1,000"):
                Bonus.parse(text)
        with pytest.raises(InvalidInput, match="whole number"):
            Bonus(highest=0.5)  # type: ignore[arg-type]
        with pytest.raises(InvalidInput, match="capped or not"):
            Bonus(capped=1)  # type: ignore[arg-type]
        with pytest.raises(InvalidInput, match="must be a Bonus"):
            RankedDice(attack_bonus="all+1")  # type: ignore[arg-type]

    @given(st.lists(st.integers(1, 6), min_size=1, max_size=4), BONUSES)
    def test_the_twin_changes_dice_the_same_way(self, faces: list[int], bonus: Bonus) -> None:
        limits = (1, 6) if bonus.capped else None
        assert with_bonus(faces, bonus, SIX_SIDED) == sorted(
            changed(faces, changes(bonus), limits), reverse=True
        )

    def test_dice_are_sorted_again(self) -> None:
        # The two 5s pass the one that was highest.
        less = Bonus(highest=-1)
        assert with_bonus([5, 5, 5], less, SIX_SIDED) == [5, 5, 4]
        assert ranked_losses([6, 6], [6, 6], Ties.DEFENDER) == (2, 0)
        rules = RankedDice(defence_bonus=less)
        assert dice_losses(rules, [6, 6], [6, 6]) == (1, 1)

    def test_a_die_of_its_own_stays_within_its_own_faces(self) -> None:
        odd = Die([2, 9])
        assert with_bonus([9, 2], Bonus(every=1), odd) == [9, 3]
        assert with_bonus([9, 2], Bonus(every=-5), odd) == [4, 2]


class TestRounds:
    @settings(max_examples=40)
    @given(
        BONUSES, BONUSES, st.integers(1, 3), st.integers(1, 3), st.integers(2, 5),
        st.sampled_from(list(Ties)),
    )  # fmt: skip
    def test_the_twin_rolls_every_face(
        self, mine: Bonus, theirs: Bonus, a: int, d: int, sides: int, ties: Ties
    ) -> None:
        theirs = replace(theirs, capped=mine.capped)  # the twin has one cap for both sides
        rules = RankedDice(
            attack_dice=3,
            defence_dice=3,
            attack_die=Die.numbered(sides),
            attack_bonus=mine,
            defence_bonus=theirs,
            ties=ties,
        )
        twin = House(
            attack_faces=range(1, sides + 1),
            attack_changes=changes(mine),
            defence_changes=changes(theirs),
            capped=mine.capped,
            ties=ties,
        )
        roll = ranked_round(rules, a, d)
        assert {losses: roll.probability(losses) for losses, _ in roll.outcomes} == twin.round(a, d)

    def test_a_bonus_on_every_die_is_another_die_of_any_number_of_faces(self) -> None:
        rules = RankedDice(
            attack_dice=10,
            attack_die=Die.numbered(40),
            defence_dice=5,
            attack_bonus=Bonus(every=3),
            defence_bonus=Bonus(every=-1),
        )
        shifted = replace(
            rules,
            attack_die=Die([min(face + 3, 40) for face in range(1, 41)]),
            defence_die=Die([1, 1, 2, 3, 4, 5]),
            attack_bonus=Bonus(),
            defence_bonus=Bonus(),
        )
        assert ranked_round(rules, 10, 5) == ranked_round(shifted, 10, 5)

    def test_a_bonus_on_one_die_that_makes_too_many_throws_is_refused(self) -> None:
        rules = CLASSIC.replace(attack_dice=10, attack_die=Die.numbered(30), attack_bonus="all+1")
        assert oddsapp.battle(60, 10, rules=rules).win > 0.9
        worse = rules.replace(attack_bonus="lowest-1")
        with pytest.raises(InvalidInput, match="a bonus that moves one die; the limit is 400,000"):
            oddsapp.battle(60, 10, rules=worse)


CASES: list[dict[str, Any]] = [
    {"defence_bonus": "bunker"},
    {"defence_bonus": "fortification"},
    {"defence_bonus": "ammunition_shortage"},
    {"defence_bonus": "bunker,fortification"},
    {"attack_bonus": "lowest+1,uncapped"},
    {"attack_bonus": "all-1", "defence_dice": 3},
    {"attack_dice": 4, "attack_die": Die.numbered(8)},
    {"defence_dice": 1, "attack_dice": 1, "ties": "nobody", "attack_bonus": "all+1"},
    {"defence_dice": 3, "ties": "nobody"},
]


def house(case: dict[str, Any]) -> House:
    mine, theirs = (
        Bonus.parse(case.get(f"{side}_bonus", "all+0")) for side in ("attack", "defence")
    )
    return House(
        attack_dice=case.get("attack_dice", 3),
        defence_dice=case.get("defence_dice", 2),
        attack_faces=case.get("attack_die", SIX_SIDED).faces,
        attack_changes=changes(mine),
        defence_changes=changes(theirs),
        capped=mine.capped and theirs.capped,
        ties=case.get("ties", "defender"),
    )


class TestBattles:
    @pytest.mark.parametrize("case", CASES, ids=str)
    def test_strips_rows_sweep_and_twin_agree(self, case: dict[str, Any]) -> None:
        rules = CLASSIC.replace(**case)
        twin = house(case)
        for force, defenders in product((1, 2, 3, 6), (1, 2, 5)):
            ends = twin.end_states(force, defenders)
            odds = oddsapp.battle(force=force, defenders=defenders, rules=rules, exact=True)
            assert dict(odds.items()) == {state: p for state, p in ends.items() if p}
            described = attack(force, defenders, rules)
            assert sweep.end_states(described, Fractions()) == ends
            combat = described.rules.combat
            assert isinstance(combat, RankedDice)
            fight = classic.Fight(combat, Fractions(), force, defenders)
            rows = fight.row_by_row()
            assert rows[0][-1] == 0
            for lost in range(force):
                assert rows[0][lost] == ends.get((force - lost, 0), 0)
            if classic.is_linear(described):
                assert _as_fractions(fight.by_strips()) == _as_fractions(rows)

    def test_the_linear_solver_is_used_where_it_can_be(self) -> None:
        linear = {
            str(case): classic.is_linear(attack(9, 9, CLASSIC.replace(**case))) for case in CASES
        }
        assert [linear[str(CASES[n])] for n in (0, 2, 5, 8)] == [True, True, False, False]

    @pytest.mark.parametrize("name", NAMED_BONUSES)
    def test_presets(self, name: str) -> None:
        rules = find_ruleset(name)
        assert rules.combat == CLASSIC.replace(defence_bonus=name).combat
        assert str(rules) == name
        better = oddsapp.battle(11, 7, rules=rules).win > oddsapp.battle(11, 7).win
        assert better == (name == "ammunition_shortage")

    def test_bonuses_are_said(self) -> None:
        rules = CLASSIC.replace(defence_bonus="bunker", attack_bonus=Bonus(every=1, capped=False))
        assert str(rules) == "classic, attack_bonus=all+1,uncapped, defence_bonus=highest+1"
        with pytest.raises(InvalidInput, match="attack_bonus means nothing beside a round table"):
            CLASSIC.replace(round_table={(1, 1): {(1, 0): 1}}, attack_bonus="all+1")

    def test_an_uncapped_bonus_can_win_for_ever(self) -> None:
        sure = CLASSIC.replace(attack_bonus="all+6,uncapped")
        odds = oddsapp.battle(force=3, defenders=50, rules=sure, exact=True)
        assert odds.win == 1
        assert odds.attackers_left.pmf(3) == 1


def _as_fractions(lines: tuple[list[Any], list[Any]]) -> list[list[Fraction]]:
    return [[Fraction(weight) for weight in line] for line in lines]


@pytest.mark.parametrize(
    ("text", "number", "sides"),
    [("4d8", 4, 8), ("2D6", 2, 6), ("d12", 1, 12), ("3", 3, 6), (" 2d20 ", 2, 20)],
)
def test_dice_as_they_are_written(text: str, number: int, sides: int) -> None:
    assert parse_dice(text) == (number, Die.numbered(sides))


@pytest.mark.parametrize("text", ["", "d", "4d", "4w8", "4d8+1", "-4d8", "4dd8", "x", 4, None])
def test_dice_that_cannot_be_read(text: Any) -> None:
    with pytest.raises(InvalidInput, match="written like 4d8, four dice of eight sides"):
        parse_dice(text)


@pytest.mark.parametrize("text", ["0d6", "4d0", "4d1001", f"{'9' * 5000}d6"])
def test_dice_that_there_are_not(text: str) -> None:
    with pytest.raises(InvalidInput):
        parse_dice(text)
