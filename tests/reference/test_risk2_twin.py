"""The RISK II twin against first values, worked examples and itself.

A judge is to be trusted only if it agrees with what was known before it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product

import pytest

from tests.reference import risk2_twin as risk2
from tests.reference.classic_twin import SIX
from tests.reference.golden import both, golden
from tests.reference.risk2_dice_twin import BOARD, Rules, casualties_of, die_of, every_roll

WHITE, YELLOW, GREEN, RED, BLACK = range(5)


class TestDice:
    def test_what_the_rules_say_of_the_faces(self) -> None:
        faces = BOARD.faces
        assert [sum(die) for die in faces] == [31, 35, 42, 49, 54]
        assert all(len(die) == 12 and {*die} <= {*SIX} for die in faces)
        assert faces[WHITE].count(1) >= 4
        assert faces[YELLOW].count(2) == 3

    def test_die_by_size(self) -> None:
        sizes = [1, 5, 6, 10, 11, 18, 19, 30, 31, 99]
        dice = [die_of(size, BOARD.attacker_thresholds) for size in sizes]
        assert dice == [WHITE] * 2 + [YELLOW] * 2 + [GREEN] * 2 + [RED] * 2 + [BLACK] * 2

    def test_a_die_that_nobody_reaches(self) -> None:
        assert die_of(99, (1, 7, 13, 21, None)) == RED

    def test_falls_taken_together_are_all_falls(self) -> None:
        apart: dict[tuple[int, ...], Fraction] = {}
        dice = [WHITE, RED, BLACK]
        for roll in product(*(BOARD.faces[die] for die in dice)):
            apart[roll] = apart.get(roll, Fraction(0)) + Fraction(1, 12**3)
        assert dict(every_roll(dice, BOARD.faces)) == apart

    def test_casualties_of_the_worked_examples(self) -> None:
        assert casualties_of(RED, [GREEN, GREEN, RED], BOARD) == 3
        assert casualties_of(WHITE, [BLACK, BLACK, BLACK, WHITE], BOARD) == 1

    def test_other_casualties(self) -> None:
        dice = [WHITE, GREEN, RED]
        assert casualties_of(GREEN, dice, Rules(casualties="highest")) == 4
        assert casualties_of(GREEN, dice, Rules(casualties="own")) == 3
        assert casualties_of(GREEN, dice, Rules(casualties="fixed", fixed=2)) == 2
        with pytest.raises(ValueError, match="casualties"):
            casualties_of(GREEN, dice, Rules(casualties="none"))


class TestMassInvasion:
    def test_round_of_any_two_dice(self) -> None:
        table = golden("risk2_first_values")["round_attacker_beats_defender_ties_included"]
        for attack, defence in product(range(5), repeat=2):
            casualties = min(attack, defence) + 1
            wins = Fraction(table[attack][defence])
            assert risk2.round_losses_mass([attack], defence) == {
                ((0,), casualties): wins,
                ((casualties,), 0): 1 - wins,
            }

    @pytest.mark.parametrize("key", golden("risk2_first_values")["invasion"])
    def test_invasions(self, key: str) -> None:
        attackers, defenders = both(key)
        known = golden("risk2_first_values")["invasion"][key]["fraction"]
        for reading in ("protected", "individual"):
            ends = risk2.mass([attackers], defenders, reading=reading)
            won = sum(p for (_, left), p in ends.items() if left == 0)
            assert won == Fraction(known)

    @pytest.mark.parametrize(
        ("forces", "defenders", "key"),
        [((1, 1), 1, "(1, 1) v 1"), ((1, 1, 1), 3, "(1, 1, 1) v 3")],
    )
    def test_mass_invasions(self, forces: tuple[int, ...], defenders: int, key: str) -> None:
        known = golden("risk2_first_values")["mass_invasion_defender_gone"][key]
        ends = risk2.mass(forces, defenders)
        won = sum(p for (_, left), p in ends.items() if left == 0)
        assert float(won) == pytest.approx(known, rel=1e-15)

    def test_worked_examples(self) -> None:
        three = [WHITE] * 3
        assert risk2.mass_losses([5, 4, 1], three, 3, WHITE) == ((0, 0, 0), 2)
        assert risk2.mass_losses([2, 1, 1], three, 3, WHITE) == ((1, 1, 1), 0)
        # Two casualties per comparison: six in all, or two, or six the other way.
        three = [YELLOW] * 3
        assert risk2.mass_losses([5, 4, 4], three, 3, RED) == ((0, 0, 0), 6)
        assert risk2.mass_losses([5, 1, 1], three, 3, RED) == ((0, 0, 0), 2)
        assert risk2.mass_losses([2, 1, 1], three, 3, RED) == ((2, 2, 2), 0)

    def test_casualties_of_the_worked_examples(self) -> None:
        assert set(risk2.round_losses_mass([GREEN, GREEN], RED)) == {
            ((3, 3), 0),
            ((0, 0), 3),
            ((0, 0), 6),
        }
        lost = {killed for _, killed in risk2.round_losses_mass([BLACK] * 3, WHITE)}
        assert lost == {0, 1, 2, 3}

    def test_every_comparison_costs_its_loser(self) -> None:
        losses = risk2.mass_losses([5, 3, 1], [WHITE] * 3, 3, WHITE, "individual")
        assert losses == ((0, 0, 1), 2)
        with pytest.raises(ValueError, match="reading"):
            risk2.mass_losses([5], [WHITE], 3, WHITE, "both")

    @pytest.mark.parametrize(
        ("ties", "protected", "individual"),
        [
            ("attacker", ((0, 0), 1), ((0, 1), 1)),
            ("defender", ((1, 1), 0), ((1, 1), 0)),
            ("nobody", ((0, 0), 0), ((0, 1), 0)),
        ],
    )
    def test_ties(
        self, ties: str, protected: risk2.MassLosses, individual: risk2.MassLosses
    ) -> None:
        rolled = [3, 1], [WHITE, WHITE], 3, WHITE
        rules = Rules(ties=ties)
        assert risk2.mass_losses(*rolled, "protected", rules) == protected
        assert risk2.mass_losses(*rolled, "individual", rules) == individual

    def test_own_rank_is_what_the_loser_pays(self) -> None:
        rules = Rules(casualties="own")
        dice = [WHITE, GREEN]
        won = risk2.mass_losses([5, 4], dice, 3, RED, "protected", rules)
        assert won == ((0, 0), 8)
        lost = risk2.mass_losses([2, 2], dice, 3, RED, "protected", rules)
        assert lost == ((1, 3), 0)

    @pytest.mark.parametrize("reading", ["protected", "individual"])
    @pytest.mark.parametrize("ties", ["attacker", "defender", "nobody"])
    def test_somebody_is_left(self, reading: str, ties: str) -> None:
        ends = risk2.mass([2, 1, 7], 3, reading=reading, ties=ties)
        assert sum(ends.values()) == 1
        for forces, defenders in ends:
            assert (sum(forces) == 0) != (defenders == 0)

    def test_an_army_that_is_gone_rolls_no_more(self) -> None:
        gone = risk2.mass([3, 0], 2, reading="individual")
        alone = risk2.mass([3], 2, reading="individual")
        assert gone == {((*left, 0), d): p for (left, d), p in alone.items()}

    def test_an_army_that_shrinks_is_demoted(self) -> None:
        # 6 v 1: a Yellow die first, White ones after the first loss.
        yellow, white = Fraction(95, 144), Fraction(11, 18)
        ends = risk2.mass([6], 1)
        assert ends[(6,), 0] == yellow
        assert ends[(5,), 0] == (1 - yellow) * white

    def test_losses_are_not_carried_on(self) -> None:
        ends = risk2.mass([11], 2, casualties="fixed", fixed=3)
        assert set(ends) == {
            ((11,), 0),
            ((8,), 0),
            ((5,), 0),
            ((2,), 0),
            ((0,), 2),
        }

    def test_expected_rolls(self) -> None:
        assert risk2.expected_rolls_mass([1], 1) == 1
        # A loss costs the attacker one of two: a second roll in 7 of 18 cases.
        assert risk2.expected_rolls_mass([2], 1) == 1 + Fraction(7, 18)
        # White v White ties in 32 of 144 cases, and is then rolled again.
        assert risk2.expected_rolls_mass([1], 1, ties="nobody") == Fraction(144, 112)


class TestClash:
    def test_equal_armies_are_equal(self) -> None:
        for army in (1, 3, 6):
            ends = risk2.clash(army, army)
            assert ends == {(b, a): p for (a, b), p in ends.items()}

    def test_sides_may_be_swapped(self) -> None:
        swapped = {(b, a): p for (a, b), p in risk2.clash(5, 7).items()}
        assert risk2.clash(7, 5) == swapped

    def test_a_roll_won_by_the_higher_die(self) -> None:
        # 6 v 1 first: Yellow beats White strictly in 1 - 13/24 of the cases (the
        # published table has White v Yellow, ties to White), loses in 1 - 95/144.
        higher, lower = 1 - Fraction(13, 24), 1 - Fraction(95, 144)
        assert risk2.clash(6, 1)[6, 0] == higher / (higher + lower)

    def test_expected_rolls(self) -> None:
        assert risk2.expected_rolls_clash(1, 1) == Fraction(144, 112)
        assert risk2.expected_rolls_clash(0, 4) == 0

    def test_both_roll_as_attackers(self) -> None:
        chart = (1, 4, 8, 13, 19), (1, 7, 13, 21, None)
        ends = risk2.clash(5, 4, attacker_thresholds=chart[0], defender_thresholds=chart[1])
        assert ends == risk2.clash(5, 4, attacker_thresholds=chart[0])
        assert ends != risk2.clash(5, 4)


class TestSpoils:
    def test_seen_dice(self) -> None:
        rolls, owners, dice = [5, 2, 3, 1], [0, 0, 1, 2], [WHITE] * 4
        # Player 0 shows the 5; the 3 is beaten by it, the 1 also by the 2.
        assert risk2.spoils_losses(rolls, owners, dice) == (0, 0, 1, 2)
        # The 2 of player 0 loses to the 3, the 1 to all three others.
        pairwise = risk2.spoils_losses(rolls, owners, dice, "pairwise")
        assert pairwise == (0, 1, 1, 3)

    def test_several_players_show_the_highest(self) -> None:
        rolls, owners = [4, 1, 4, 2], [0, 0, 1, 2]
        losses = risk2.spoils_losses(rolls, owners, [WHITE, YELLOW, RED, WHITE])
        # Player 0 is safe with both armies; the 2 is beaten by two 4s, not by the 1.
        assert losses == (0, 0, 0, 2)

    def test_casualties_follow_the_lowest_die_of_all(self) -> None:
        losses = risk2.spoils_losses([6, 2, 3], [0, 1, 2], [BLACK, GREEN, YELLOW])
        assert losses == (0, 2, 2)

    def test_unknown_reading(self) -> None:
        with pytest.raises(ValueError, match="reading"):
            risk2.spoils([[1], [1]], reading="both")

    @pytest.mark.parametrize("reading", ["top_roll", "pairwise"])
    @pytest.mark.parametrize("casualties", ["lowest", "highest", "own", "fixed"])
    def test_two_armies_are_a_clash(self, reading: str, casualties: str) -> None:
        for a, b in [(1, 1), (3, 2), (7, 5), (11, 7)]:
            ends = risk2.spoils([[a], [b]], reading=reading, casualties=casualties)
            assert ends == {
                ((left,), (right,)): p
                for (left, right), p in risk2.clash(a, b, casualties=casualties).items()
            }
            rolls = risk2.expected_rolls_spoils([[a], [b]], reading=reading, casualties=casualties)
            assert rolls == risk2.expected_rolls_clash(a, b, casualties=casualties)

    @pytest.mark.parametrize(
        ("reading", "like"), [("top_roll", "protected"), ("pairwise", "individual")]
    )
    def test_one_army_against_several_of_one_player(self, reading: str, like: str) -> None:
        # A mass invasion in which a tie costs nobody anything.
        for several, one in [((2, 1), 2), ((1, 1, 1), 2), ((6, 2), 6)]:
            ends = risk2.spoils([several, [one]], reading=reading)
            mass = risk2.mass(several, one, reading=like, ties="nobody")
            assert ends == {(forces, (left,)): p for (forces, left), p in mass.items()}

    @pytest.mark.parametrize("reading", ["top_roll", "pairwise"])
    def test_one_player_is_left(self, reading: str) -> None:
        ends = risk2.spoils([[2, 1], [6], [1]], reading=reading)
        assert sum(ends.values()) == 1
        for end in ends:
            assert sum(any(armies) for armies in end) == 1

    @pytest.mark.parametrize("reading", ["top_roll", "pairwise"])
    def test_seats_do_not_matter(self, reading: str) -> None:
        players = [[3], [2], [1]]
        ends = risk2.spoils(players, reading=reading)
        for order in permutations(range(3)):
            seated = risk2.spoils([players[i] for i in order], reading=reading)
            assert seated == {tuple(end[i] for i in order): p for end, p in ends.items()}

    @pytest.mark.parametrize("reading", ["top_roll", "pairwise"])
    def test_three_single_armies_by_hand(self, reading: str) -> None:
        # With one army each, whoever does not show the highest roll is gone.
        ends = risk2.spoils([[1], [1], [1]], reading=reading)
        assert sorted(ends.values()) == [Fraction(1, 3)] * 3
        one = two = stay = 0
        for roll in product(BOARD.faces[WHITE], repeat=3):
            highest = roll.count(max(roll))
            one, two, stay = (
                one + (highest == 1),
                two + (highest == 2),
                stay + (highest == 3),
            )
        pair = risk2.expected_rolls_clash(1, 1)
        rolls = risk2.expected_rolls_spoils([[1], [1], [1]], reading=reading)
        assert rolls == (12**3 + two * pair) / (one + two)

    def test_one_player_has_nobody_to_fight(self) -> None:
        assert risk2.spoils([[2, 3], [0]]) == {((2, 3), (0,)): 1}
        assert risk2.expected_rolls_spoils([[2, 3], [0]]) == 0
