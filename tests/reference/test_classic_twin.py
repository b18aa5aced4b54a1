"""The classic twin against published numbers.

A judge is to be trusted only if it agrees with what was known before it.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from tests.reference import classic_twin as classic
from tests.reference.golden import both, golden
from tests.reference.walk import walk


def win(ends: dict[tuple[int, int], Fraction]) -> Fraction:
    """Chance that no defender is left."""
    return sum((p for (_, defenders), p in ends.items() if defenders == 0), Fraction(0))


class TestOneClassicRoll:
    @pytest.mark.parametrize("name", golden("reference_rounds")["rounds"])
    def test_every_counted_round(self, name: str) -> None:
        counts = golden("reference_rounds")["rounds"][name]
        attack_dice, defence_dice = int(name[0]), int(name[2])
        pairs = min(attack_dice, defence_dice)
        assert classic.round_losses(
            [classic.SIX] * attack_dice,
            [classic.SIX] * defence_dice,
            "attacker" if name.endswith("attacker-wins-ties") else "defender",
        ) == {
            (lost, pairs - lost): Fraction(count, counts["of"])
            for lost, count in enumerate(counts["attacker_losses_0_1_2_3"])
        }

    def test_expected_losses_of_a_full_round(self) -> None:
        known = golden("asymptotics")["per 3v2 round"]
        chances = classic.round_losses([classic.SIX] * 3, [classic.SIX] * 2)
        lost = sum(p * losses[0] for losses, p in chances.items())
        killed = sum(p * losses[1] for losses, p in chances.items())
        assert lost == Fraction(known["E att loss"])
        assert killed == Fraction(known["E def loss"])

    def test_seen_dice(self) -> None:
        assert classic.losses_of_roll([2, 6, 4], [5, 4]) == (1, 1)
        assert classic.losses_of_roll([6, 1], [6]) == (1, 0)
        assert classic.losses_of_roll([6, 1], [6], "attacker") == (0, 1)
        assert classic.losses_of_roll([6, 3], [6, 2], "nobody") == (0, 1)

    def test_ties_to_nobody_one_die_each(self) -> None:
        chances = classic.round_losses([classic.SIX], [classic.SIX], "nobody")
        assert chances == {
            (0, 0): Fraction(6, 36),
            (1, 0): Fraction(15, 36),
            (0, 1): Fraction(15, 36),
        }

    def test_dice_of_different_sides(self) -> None:
        chances = classic.round_losses([classic.SIX], [range(1, 9)])
        assert chances[0, 1] == Fraction(15, 48)

    def test_unknown_ties(self) -> None:
        with pytest.raises(ValueError, match="ties go to"):
            classic.round_losses([classic.SIX], [classic.SIX], "both")


class TestClassicBattle:
    @pytest.mark.parametrize("key", golden("win_probability_exact")["fractions"])
    def test_exact_win_probability(self, key: str) -> None:
        known = Fraction(golden("win_probability_exact")["fractions"][key])
        assert win(classic.end_states(*both(key))) == known

    def test_published_table(self) -> None:
        table = golden("osborne2003_table3")["table"]
        for force, row in enumerate(table, 1):
            for defenders, printed in enumerate(row, 1):
                exact = win(classic.end_states(force, defenders))
                assert abs(exact - Fraction(str(printed))) <= Fraction(1, 2000)

    @pytest.mark.parametrize("key", golden("expected_losses")["values"])
    def test_expected_losses(self, key: str) -> None:
        force, defenders = both(key)
        known = golden("expected_losses")["values"][key]
        ends = classic.end_states(force, defenders)
        chance = win(ends)
        left = sum(p * a for (a, _), p in ends.items())
        stood = sum(p * d for (_, d), p in ends.items())
        assert float(chance) == pytest.approx(known["P_win"], rel=1e-13)
        assert float(force - left) == pytest.approx(known["E_att_loss"], rel=1e-13)
        assert float(defenders - stood) == pytest.approx(known["E_def_loss"], rel=1e-13)
        assert float(left / chance) == pytest.approx(known["E_att_left_given_win"], rel=1e-13)
        assert float(stood / (1 - chance)) == pytest.approx(
            known["E_def_left_given_att_fails"], rel=1e-13
        )

    @pytest.mark.parametrize("key", ["3,3", "5,5", "10,7", "10,10"])
    def test_three_dice_defence(self, key: str) -> None:
        known = golden("three_dice_defence")["P(attacker wins) exact float"][key]
        ends = classic.end_states(*both(key), defence_dice=3)
        assert float(win(ends)) == pytest.approx(known, rel=1e-13)

    def test_battles_that_calculators_got_wrong(self) -> None:
        faults = {fault["id"]: fault["right"] for fault in golden("reported_faults")}
        three_two = win(classic.end_states(3, 2))
        assert three_two == Fraction(faults["H2"]["battle 3v2"]["fraction"])
        one_two = win(classic.end_states(1, 2))
        assert one_two == Fraction(faults["H3"]["1v2"]["fraction"])
        five_five = classic.end_states(5, 5)
        left = sum(p * force for (force, _), p in five_five.items())
        known = faults["H6"]
        assert left == Fraction(known["E[attackers left], all battles"]["fraction"])
        assert left / win(five_five) == Fraction(
            known["E[attackers left | attacker wins]"]["fraction"]
        )
        campaign = campaign_ends(4, [1, 1])
        taken = sum(p for (place, _, _), p in campaign.items() if place == 2)
        assert taken == Fraction(faults["H4"]["4v[1,1]"]["fraction"])

    def test_published_campaign(self) -> None:
        known = golden("norvig_campaign")["small_case"]
        ends = campaign_ends(known["total"], known["territories"])
        assert {
            "lost at 1st, 2 def left": ends[0, 1, 2],
            "lost at 1st, 1 def left": ends[0, 1, 1],
            "lost at 2nd": ends[1, 1, 1],
            "won, 1 army in last": ends[2, 1, 0],
            "won, 2 in last": ends[2, 2, 0],
        } == pytest.approx(known["final"], rel=1e-13)

    def test_dice_of_different_sides(self) -> None:
        known = golden("mixed_sides_campaign")
        # Keys count all armies: one stays at home, after a win too.
        ends = {
            f"{force + 1},{defenders}": float(p)
            for (force, defenders), p in classic.end_states(4, 3).items()
        }
        assert ends == pytest.approx(known["single_5v3_total"]["dist (att,def)"])
        chain = campaign_ends(5, [3, 2, 1], [6, 8, 6])
        taken = [float(sum(p for (place, _, _), p in chain.items() if place > i)) for i in range(3)]
        assert taken == pytest.approx(known["chain_5_v_3_2_1_dsides_6_8_6"])

    def test_rolls(self) -> None:
        # 1 v 1 is one roll; 2 v 1: won at once or, after a loss, one roll more.
        assert classic.rolls(1, 1) == {1: 1}
        assert classic.rolls(2, 1) == {1: Fraction(125, 216), 2: Fraction(91, 216)}
        for force, defenders in product(range(1, 6), repeat=2):
            number = classic.rolls(force, defenders)
            assert sum(number.values()) == 1
            mean = sum(n * p for n, p in number.items())
            assert mean == classic.expected_rolls(force, defenders)

    def test_rolls_without_bound(self) -> None:
        with pytest.raises(ValueError, match="no bound"):
            classic.rolls(1, 1, ties="nobody")
        assert classic.expected_rolls(1, 1, ties="nobody") == Fraction(6, 5)
        assert win(classic.end_states(1, 1, ties="nobody")) == Fraction(1, 2)

    def test_no_battle_is_no_roll(self) -> None:
        assert classic.end_states(3, 0) == {(3, 0): 1}
        assert classic.rolls(0, 2) == {0: 1}

    def test_a_table_of_the_same_rounds_gives_the_same_battle(self) -> None:
        table = {}
        for name, counts in golden("reference_rounds")["rounds"].items():
            if name in ("1v1", "1v2", "2v1", "2v2", "3v1", "3v2"):
                dice = int(name[0]), int(name[2])
                losses = counts["attacker_losses_0_1_2_3"]
                table[dice] = {(n, min(dice) - n): w for n, w in enumerate(losses)}
        with_table = classic.end_states(5, 5, round_table=table)
        assert with_table == classic.end_states(5, 5)

    def test_a_table_takes_no_more_than_is_there(self) -> None:
        table = {(1, 1): {(2, 2): 1, (0, 3): 2, (0, 0): 7}}
        options: classic.Options = {
            "attack_dice": 1,
            "defence_dice": 1,
            "round_table": table,
        }
        ends = classic.end_states(3, 1, **options)
        assert ends == {(1, 0): Fraction(1, 3), (3, 0): Fraction(2, 3)}
        assert classic.expected_rolls(3, 1, **options) == Fraction(10, 3)


def campaign_ends(
    total: int, territories: list[int], sides: list[int] | None = None
) -> dict[tuple[int, int, int], Fraction]:
    """Territories taken, armies where the attack stands, defenders still there."""
    ends: dict[tuple[int, int, int], Fraction] = {}
    arrived = {total: Fraction(1)}
    for place, defenders in enumerate(territories):
        last = place == len(territories) - 1
        moved_on: dict[int, Fraction] = {}
        for armies, chance in arrived.items():
            faces = range(1, (sides[place] if sides else 6) + 1)
            battle = classic.end_states(armies - 1, defenders, defence_face=faces)
            for (force, standing), p in battle.items():
                if standing:
                    key = place, force + 1, standing
                    ends[key] = ends.get(key, Fraction(0)) + chance * p
                elif last:
                    key = place + 1, force, 0
                    ends[key] = ends.get(key, Fraction(0)) + chance * p
                else:
                    moved_on[force] = moved_on.get(force, Fraction(0)) + chance * p
        arrived = moved_on
    return ends


def test_a_battle_that_never_moves_is_refused() -> None:
    with pytest.raises(ValueError, match="ever changes"):
        walk(1, lambda _: {1: Fraction(1)}, int)
