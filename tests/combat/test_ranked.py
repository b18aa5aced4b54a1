"""One classic roll: who is compared with whom, and its exact distribution (C-2 to C-4)."""

from __future__ import annotations

import random
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from oddsapp.combat.battle import Battle, attack
from oddsapp.combat.roll import Winner, comparison, ranked_losses
from oddsapp.combat.round import Round, _by_value, ranked_round
from oddsapp.dice import Die
from oddsapp.errors import InvalidInput
from oddsapp.rules import RankedDice, Ties, find_ruleset
from tests.reference import classic_twin
from tests.reference.golden import golden

CLASSIC = find_ruleset("classic")
FACES = st.lists(st.integers(1, 6), min_size=1, max_size=5)


def chances(roll: Round) -> dict[tuple[int, ...], Fraction]:
    return {losses: roll.probability(losses) for losses, _ in roll.outcomes}


@pytest.mark.rule("C-4")
class TestRoll:
    def test_the_higher_die_wins(self) -> None:
        for ties in Ties:
            assert comparison(5, 4, ties) is Winner.ATTACKER
            assert comparison(4, 5, ties) is Winner.DEFENDER

    def test_a_tie_is_won_by_the_defender(self) -> None:
        assert ranked_losses([4], [4], Ties.DEFENDER) == (1, 0)
        assert ranked_losses([4, 2], [4, 2], Ties.DEFENDER) == (2, 0)

    def test_other_ties(self) -> None:
        assert ranked_losses([4], [4], Ties.ATTACKER) == (0, 1)
        assert ranked_losses([4], [4], Ties.NOBODY) == (0, 0)

    def test_dice_are_sorted_before_they_are_compared(self) -> None:
        assert ranked_losses([1, 3, 6], [2, 5], Ties.DEFENDER) == (0, 2)
        assert ranked_losses([6, 1, 1], [2, 5], Ties.DEFENDER) == (1, 1)

    def test_the_second_pair_only_if_both_have_two(self) -> None:
        assert ranked_losses([6, 5, 4], [1], Ties.DEFENDER) == (0, 1)
        assert ranked_losses([6], [1, 1], Ties.DEFENDER) == (0, 1)
        assert ranked_losses([6, 5], [1, 1], Ties.DEFENDER) == (0, 2)

    @given(FACES, FACES)
    def test_each_lower_die_loses_one_army(
        self, attacking: list[int], defending: list[int]
    ) -> None:
        for ties in (Ties.ATTACKER, Ties.DEFENDER):
            assert sum(ranked_losses(attacking, defending, ties)) == min(
                len(attacking), len(defending)
            )

    @given(FACES, FACES)
    def test_the_order_on_the_table_does_not_matter(
        self, attacking: list[int], defending: list[int]
    ) -> None:
        mixed = random.Random(1).sample(attacking, len(attacking))
        assert ranked_losses(mixed, defending, Ties.DEFENDER) == ranked_losses(
            attacking, defending, Ties.DEFENDER
        )

    @given(FACES, FACES, st.sampled_from(["attacker", "defender", "nobody"]))
    def test_the_twin_says_the_same(
        self, attacking: list[int], defending: list[int], ties: str
    ) -> None:
        assert ranked_losses(attacking, defending, Ties(ties)) == classic_twin.losses_of_roll(
            attacking, defending, ties
        )

    @given(FACES, FACES)
    def test_swapping_sides_and_the_tie_rule_mirrors_a_roll(
        self, attacking: list[int], defending: list[int]
    ) -> None:
        there = ranked_losses(attacking, defending, Ties.DEFENDER)
        assert ranked_losses(defending, attacking, Ties.ATTACKER) == there[::-1]


class TestRound:
    @pytest.mark.rule("C-4")
    @pytest.mark.parametrize("name", golden("reference_rounds")["rounds"])
    def test_the_counted_rounds(self, name: str) -> None:
        counts = golden("reference_rounds")["rounds"][name]
        attack_dice, defence_dice = int(name[0]), int(name[2])
        ties = Ties.ATTACKER if name.endswith("attacker-wins-ties") else Ties.DEFENDER
        rules = RankedDice(attack_dice=3, defence_dice=4, ties=ties)
        roll = ranked_round(rules, attack_dice, defence_dice)
        pairs = min(attack_dice, defence_dice)
        assert roll.total == counts["of"]
        assert dict(roll.outcomes) == {
            (lost, pairs - lost): count
            for lost, count in enumerate(counts["attacker_losses_0_1_2_3"])
        }

    @pytest.mark.rule("C-4")
    def test_at_most_two_armies_are_lost_per_roll(self) -> None:
        combat = CLASSIC.combat
        assert isinstance(combat, RankedDice)
        for dice in product((1, 2, 3), (1, 2)):
            for losses, _ in ranked_round(combat, *dice).outcomes:
                assert sum(losses) == min(dice)

    def test_the_pairs_depend_on_each_other(self) -> None:
        # Tan 1997 multiplied them as if they did not; also the reported fault H2.
        combat = CLASSIC.combat
        assert isinstance(combat, RankedDice)
        for name, printed in golden("tan1997_error")["correct"].items():
            roll = ranked_round(combat, int(name[0]), int(name[2]))
            right = [roll.probability(losses) for losses in ((0, 2), (1, 1), (2, 0))]
            assert right == [Fraction(text) for text in printed]
            wrong = golden("tan1997_error")["tan_round_values"][f"{name} (def loses 2,1,0)"]
            assert all(abs(float(a) - b) > 0.0005 for a, b in zip(right, wrong, strict=True))
        fault = {fault["id"]: fault for fault in golden("reported_faults")}["H2"]["right"]
        for name in ("3v2", "2v2"):
            roll = ranked_round(combat, int(name[0]), int(name[2]))
            assert roll.probability((0, 2)) == Fraction(fault[f"{name} both"])

    def test_expected_losses_of_a_full_round(self) -> None:
        known = golden("asymptotics")["per 3v2 round"]
        roll = chances(ranked_round(RankedDice(), 3, 2))
        assert sum(p * lost for (lost, _), p in roll.items()) == Fraction(known["E att loss"])
        assert sum(p * lost for (_, lost), p in roll.items()) == Fraction(known["E def loss"])

    @pytest.mark.parametrize("ties", list(Ties))
    @pytest.mark.parametrize(
        ("attack_die", "defence_die"),
        [
            (Die.numbered(6), Die.numbered(6)),
            (Die.numbered(8), Die.numbered(6)),
            (Die.numbered(2), Die.numbered(5)),
            (Die([1, 1, 4]), Die([0, 2, 2, 9])),
            (Die([-1, 3, 3]), Die([3])),
            (Die([1]), Die([2, 2])),
        ],
        ids=str,
    )
    def test_any_dice_against_the_twin(self, attack_die: Die, defence_die: Die, ties: Ties) -> None:
        rules = RankedDice(
            attack_dice=4,
            defence_dice=4,
            attack_die=attack_die,
            defence_die=defence_die,
            ties=ties,
        )
        for attack_dice, defence_dice in product(range(1, 5), repeat=2):
            throws = attack_die.sides**attack_dice * defence_die.sides**defence_dice
            if throws > 50_000:
                continue
            roll = ranked_round(rules, attack_dice, defence_dice)
            assert roll.total == throws
            assert chances(roll) == classic_twin.round_losses(
                [attack_die.faces] * attack_dice, [defence_die.faces] * defence_dice, ties.value
            )

    @pytest.mark.parametrize("dice", list(product((1, 2, 3), repeat=2)))
    def test_swapping_sides_and_the_tie_rule_mirrors_a_round(self, dice: tuple[int, int]) -> None:
        d8, d6 = Die.numbered(8), Die.numbered(6)
        here = RankedDice(defence_dice=3, attack_die=d8, defence_die=d6)
        there = RankedDice(defence_dice=3, attack_die=d6, defence_die=d8, ties=Ties.ATTACKER)
        mirrored = {
            losses[::-1]: weight for losses, weight in ranked_round(there, *dice[::-1]).outcomes
        }
        assert dict(ranked_round(here, *dice).outcomes) == mirrored

    def test_given_that_something_changes(self) -> None:
        roll = ranked_round(RankedDice(ties=Ties.NOBODY), 1, 1)
        assert dict(roll.outcomes) == {(0, 0): 6, (0, 1): 15, (1, 0): 15}
        assert dict(roll.changing.outcomes) == {(0, 1): 1, (1, 0): 1}

    def test_ten_dice(self) -> None:
        roll = ranked_round(RankedDice(attack_dice=10), 10, 1)
        # The attacker loses only if all ten dice are at most the defender's.
        lost = sum(Fraction(face, 6) ** 10 for face in range(1, 7)) / 6
        assert roll.probability((1, 0)) == lost

    @given(
        st.lists(st.integers(-2, 9), min_size=1, max_size=8).map(Die),
        st.lists(st.integers(-2, 9), min_size=1, max_size=8).map(Die),
        st.integers(1, 4),
        st.integers(1, 4),
        st.sampled_from(Ties),
    )
    @settings(max_examples=60)
    def test_value_by_value_is_the_sum_over_all_throws(
        self, attack_die: Die, defence_die: Die, attack: int, defence: int, ties: Ties
    ) -> None:
        rules = RankedDice(
            attack_dice=4, defence_dice=4, attack_die=attack_die, defence_die=defence_die, ties=ties
        )
        by_value = Round.from_weights(_by_value(rules, attack, defence))
        assert by_value == ranked_round(rules, attack, defence)

    def test_dice_too_many_to_throw_them_all(self) -> None:
        many = RankedDice(attack_dice=8, defence_dice=8, attack_die=Die.numbered(20))
        roll = ranked_round(many, 8, 8)
        assert roll.total == 20**8 * 6**8
        assert all(a + d == 8 for (a, d), _ in roll.outcomes)


class TestBattle:
    @pytest.mark.rule("C-2", "C-3")
    @pytest.mark.parametrize(
        ("state", "dice"),
        [
            ((1, 1), (1, 1)),
            ((2, 1), (2, 1)),
            ((3, 1), (3, 1)),
            ((4, 1), (3, 1)),
            ((1, 2), (1, 2)),
            ((2, 2), (2, 2)),
            ((3, 2), (3, 2)),
            ((3, 3), (3, 2)),
            ((99, 99), (3, 2)),
        ],
    )
    def test_dice_by_armies(self, state: tuple[int, int], dice: tuple[int, int]) -> None:
        # The state counts the force: with one army more on the territory than dice.
        combat = CLASSIC.combat
        assert isinstance(combat, RankedDice)
        assert attack(100, 100, CLASSIC).round(state) == ranked_round(combat, *dice)

    @pytest.mark.rule("C-4")
    def test_losses_are_removed_at_once(self) -> None:
        battle = attack(3, 2, CLASSIC)
        after, total = battle.successors((3, 2))
        assert (dict(after), total) == ({(3, 0): 2890, (2, 1): 2611, (1, 2): 2275}, 7776)
        combat = CLASSIC.combat
        assert isinstance(combat, RankedDice)
        assert battle.round((2, 1)) == ranked_round(combat, 2, 1)

    def test_the_end(self) -> None:
        battle = attack(3, 2, CLASSIC)
        assert not battle.is_over((1, 1))
        assert [battle.winner(state) for state in ((1, 0), (0, 2), (0, 0), (1, 1))] == [
            0,
            1,
            None,
            None,
        ]
        assert all(battle.is_over(state) for state in ((1, 0), (0, 2), (0, 0)))

    def test_no_army_falls_below_0(self) -> None:
        rules = CLASSIC.replace(round_table={(1, 1): {(5, 0): 1, (0, 5): 1, (7, 7): 1}})
        after, total = attack(3, 2, rules).successors((3, 2))
        assert (dict(after), total) == ({(0, 2): 1, (3, 0): 1, (0, 0): 1}, 3)

    @pytest.mark.parametrize(
        "bad", [0, -1, 3.0, True, None, "3", float("nan"), 10**9 + 1, 10**5000], ids=range(9)
    )
    def test_numbers_that_make_no_battle(self, bad: Any) -> None:
        with pytest.raises(InvalidInput, match="the force must be"):
            attack(bad, 3, CLASSIC)
        with pytest.raises(InvalidInput, match="the number of defenders must be"):
            attack(3, bad, CLASSIC)

    def test_it_is_a_key(self) -> None:
        assert len({attack(3, 2, CLASSIC), attack(3, 2, find_ruleset("classic"))}) == 1
        assert isinstance(attack(3, 2, CLASSIC), Battle)
