"""The dice of RISK II and who rolls which: rules M-1, M-2 and M-3, clause by clause."""

from __future__ import annotations

from fractions import Fraction

import pytest

import oddsapp
from oddsapp.dice import DiceSet, Die, dice_set_names, find_dice_set
from oddsapp.errors import InvalidInput
from oddsapp.rules import ColouredDice, Role, ThresholdChart, find_ruleset, find_thresholds

COLOURS = ["white", "yellow", "green", "red", "black"]
BOTH_SETS = ["board", "manual"]


def coloured(name: str) -> ColouredDice:
    combat = find_ruleset(name).combat
    assert isinstance(combat, ColouredDice)
    return combat


def colour(rules: str, size: int, role: Role) -> str:
    combat = coloured(rules)
    return combat.die(combat.tier(size, role)).name


@pytest.mark.rule("M-1")
class TestDice:
    def test_both_sets_are_known(self) -> None:
        assert dice_set_names() == BOTH_SETS

    @pytest.mark.parametrize("name", BOTH_SETS)
    def test_five_dice_weak_to_strong(self, name: str) -> None:
        dice = find_dice_set(name)
        assert [die.name for die in dice] == COLOURS
        assert [die.mean for die in dice] == sorted(die.mean for die in dice)

    @pytest.mark.parametrize("name", BOTH_SETS)
    @pytest.mark.parametrize("die", COLOURS)
    def test_twelve_faces_of_1_to_6(self, name: str, die: str) -> None:
        faces = find_dice_set(name)[die].faces
        assert len(faces) == 12
        assert set(faces) == {1, 2, 3, 4, 5, 6}

    @pytest.mark.parametrize(
        ("die", "total"), list(zip(COLOURS, [31, 35, 42, 49, 54], strict=True))
    )
    def test_totals(self, die: str, total: int) -> None:
        assert find_dice_set("board")[die].total == total

    @pytest.mark.parametrize(
        ("die", "mean"), list(zip(COLOURS, [2.6, 2.9, 3.5, 4.1, 4.5], strict=True))
    )
    def test_averages_as_printed(self, die: str, mean: float) -> None:
        assert round(float(find_dice_set("board")[die].mean), 1) == mean

    @pytest.mark.parametrize("name", BOTH_SETS)
    def test_white_has_four_ones(self, name: str) -> None:
        assert find_dice_set(name)["white"].counts[1] >= 4

    def test_a_quarter_of_yellow_is_2(self) -> None:
        yellow = find_dice_set("board")["yellow"]
        assert Fraction(yellow.counts[2], yellow.sides) == Fraction(1, 4)

    def test_the_set_of_the_manual(self) -> None:
        dice = find_dice_set("manual")
        assert [die.total for die in dice] == [31, 35, 42, 49, 53]
        assert dice["yellow"].counts[2] == 4
        assert dice["black"].counts == {1: 1, 2: 1, 3: 1, 4: 2, 5: 3, 6: 4}
        for same in ("white", "green", "red"):
            assert dice[same] == find_dice_set("board")[same]

    def test_the_board_set_is_the_default(self) -> None:
        assert coloured("risk2").dice_set == find_dice_set("board")

    def test_an_army_rolls_one_die(self) -> None:
        # A force of 5 against 5: two White dice, 144 equally likely falls.
        outcome = oddsapp.battle(force=5, defenders=5, rules="risk2")
        assert outcome.battle.round((5, 5)).total == 12 * 12


@pytest.mark.rule("M-2")
class TestThresholds:
    @pytest.mark.parametrize(
        ("smallest", "largest", "die"),
        [
            (1, 5, "white"),
            (6, 10, "yellow"),
            (11, 18, "green"),
            (19, 30, "red"),
            (31, 10**9, "black"),
        ],
    )
    @pytest.mark.parametrize("role", Role)
    def test_die_by_size(self, smallest: int, largest: int, die: str, role: Role) -> None:
        for size in (smallest, (smallest + largest) // 2, largest):
            assert colour("risk2", size, role) == die

    def test_chosen_anew_at_every_roll(self) -> None:
        # 6 v 1: a Yellow die, and a White one as soon as one army is lost.
        yellow, white = Fraction(95, 144), Fraction(11, 18)
        odds = oddsapp.battle(force=6, defenders=1, rules="risk2", exact=True)
        assert odds.pmf((6, 0)) == yellow
        assert odds.pmf((5, 0)) == (1 - yellow) * white

    def test_the_defender_is_demoted_too(self) -> None:
        battle = oddsapp.battle(force=19, defenders=19, rules="risk2").battle
        red_v_green = battle.round((19, 18))
        assert red_v_green.probability((0, 3)) == Fraction(17, 24)
        assert battle.round((19, 19)).probability((0, 4)) == Fraction(29, 48)


@pytest.mark.rule("M-3")
class TestOtherCharts:
    @pytest.mark.parametrize(
        ("size", "attacker", "defender"),
        [
            (3, "white", "white"),
            (4, "yellow", "white"),
            (6, "yellow", "white"),
            (7, "yellow", "yellow"),
            (8, "green", "yellow"),
            (12, "green", "yellow"),
            (13, "red", "green"),
            (18, "red", "green"),
            (19, "black", "green"),
            (20, "black", "green"),
            (21, "black", "red"),
            (10**6, "black", "red"),
        ],
    )
    def test_the_manual_promotes_the_attacker_sooner(
        self, size: int, attacker: str, defender: str
    ) -> None:
        assert colour("risk2_manual", size, Role.ATTACKER) == attacker
        assert colour("risk2_manual", size, Role.DEFENDER) == defender

    def test_the_defender_of_the_manual_never_rolls_black(self) -> None:
        combat = coloured("risk2_manual")
        rolled = {combat.tier(size, Role.DEFENDER) for size in range(1, 1000)}
        assert rolled == {0, 1, 2, 3}

    def test_the_manual_has_its_own_faces_and_ties(self) -> None:
        combat = coloured("risk2_manual")
        assert combat.dice_set == find_dice_set("manual")
        assert combat.ties == "defender"
        one = oddsapp.battle(force=1, defenders=1, rules="risk2_manual", exact=True)
        assert one.win == 1 - Fraction(11, 18)

    def test_a_chart_does_not_change_the_ties(self) -> None:
        varied = find_ruleset("risk2").replace(thresholds="manual").combat
        assert varied.ties == "attacker"

    @pytest.mark.parametrize("role", Role)
    def test_black_from_30_in_the_shipped_game(self, role: Role) -> None:
        assert colour("risk2_shipped_game", 29, role) == "red"
        assert colour("risk2_shipped_game", 30, role) == "black"
        assert colour("risk2", 30, role) == "red"
        for size in (1, 5, 6, 10, 11, 18, 19):
            assert colour("risk2_shipped_game", size, role) == colour("risk2", size, role)

    def test_ties_of_the_shipped_game_go_to_the_attacker(self) -> None:
        assert coloured("risk2_shipped_game").ties == "attacker"


class TestThresholdCharts:
    @pytest.mark.parametrize(
        ("attacker", "defender", "message"),
        [
            (
                (1, 5),
                (1, 5, 9),
                r"as many entries for the attacker \(2\) as for the defender \(3\)",
            ),
            ((2, 5), (1, 5), "the attacker thresholds .* must start at 1 and grow"),
            ((1, 5), (1, 1), "the defender thresholds .* must start at 1 and grow"),
            ((), (), "must start at 1 and grow"),
            ((1, None, 4), (1, 2, 3), "never rolled must be the strongest"),
            ((None, 1), (1, 2), "never rolled must be the strongest"),
            ((1, 2.5), (1, 2), "must be a whole number"),
        ],
    )
    def test_malformed(self, attacker: tuple[int], defender: tuple[int], message: str) -> None:
        with pytest.raises(InvalidInput, match=message):
            ThresholdChart("own", attacker, defender)

    def test_lists_do_as_well_as_tuples(self) -> None:
        listed: list[int | None] = [1, 6]
        own = ThresholdChart("own", listed, listed)  # type: ignore[arg-type]
        assert own == ThresholdChart("own", (1, 6), (1, 6))
        assert hash(own) == hash(ThresholdChart("own", (1, 6), (1, 6)))

    def test_unknown_name(self) -> None:
        with pytest.raises(InvalidInput, match="there are board, shipped_game, manual"):
            find_thresholds("blitz")

    def test_as_many_dice_as_thresholds_and_ranks(self) -> None:
        two = DiceSet("two", (Die.numbered(4), Die.numbered(8)))
        with pytest.raises(InvalidInput, match="2 dice need as many thresholds and ranks"):
            find_ruleset("risk2").replace(dice_set=two)

    def test_ranks_in_a_list(self) -> None:
        rules = find_ruleset("risk2").replace(ranks=[1, 1, 2, 2, 3])
        assert rules.combat == find_ruleset("risk2").replace(ranks=(1, 1, 2, 2, 3)).combat
        assert oddsapp.battle(force=7, defenders=7, rules=rules).win > 0.5
