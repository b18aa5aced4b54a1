"""One roll of RISK II and the battle made of rolls: rules M-4 to M-9, clause by clause."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest

import oddsapp
from oddsapp.combat import Battle, border_clash, mass_invasion, round as rounds, spoils_of_war
from oddsapp.combat.roll import Winner, casualties, comparison, mass_losses, rival_losses
from oddsapp.combat.round import count_winners, mass_round, rival_round
from oddsapp.dice import DiceSet, Die
from oddsapp.errors import InvalidInput
from oddsapp.rules import (
    CasualtyRule,
    ColouredDice,
    MassReading,
    SpoilsReading,
    ThresholdChart,
    Ties,
    find_ruleset,
)
from tests.reference import risk2_twin as twin
from tests.reference.golden import golden
from tests.reference.risk2_dice_twin import BOARD, Rules

WHITE, YELLOW, GREEN, RED, BLACK = range(5)
RISK2 = find_ruleset("risk2")


def coloured(**changes: object) -> ColouredDice:
    combat = RISK2.replace(**changes).combat
    assert isinstance(combat, ColouredDice)
    return combat


def invasion(
    attack: list[int], defence: int, ranks: list[int], reading: MassReading = MassReading.PROTECTED
) -> tuple[int, ...]:
    """Losses for these faces, ties to the attacker, casualties by the lowest die."""
    winners = [comparison(face, defence, Ties.ATTACKER) for face in attack]
    return mass_losses(winners, casualties(CasualtyRule.LOWEST, 1, ranks), reading)


@pytest.mark.rule("M-4")
class TestCasualties:
    @pytest.mark.parametrize(
        ("die", "rank"), [(WHITE, 1), (YELLOW, 2), (GREEN, 3), (RED, 4), (4, 5)]
    )
    def test_rank_of_each_die(self, die: int, rank: int) -> None:
        assert {max(losses) for losses, _ in mass_round(coloured(), (die,), die).outcomes} == {rank}

    def test_two_green_against_red(self) -> None:
        assert casualties(CasualtyRule.LOWEST, 1, [3, 3, 4]) == (3, 3, 3)
        outcomes = dict(mass_round(coloured(), (GREEN, GREEN), RED).outcomes)
        assert set(outcomes) == {(3, 3, 0), (0, 0, 3), (0, 0, 6)}

    def test_three_black_against_white(self) -> None:
        outcomes = dict(mass_round(coloured(), (BLACK,) * 3, WHITE).outcomes)
        assert set(outcomes) == {(1, 1, 1, 0), (0, 0, 0, 1), (0, 0, 0, 2), (0, 0, 0, 3)}

    def test_dice_of_attackers_and_defender_all_count(self) -> None:
        for attack in product(range(5), repeat=2):
            for defence in range(5):
                costs = {
                    max(losses[:2])
                    for losses, _ in mass_round(coloured(), attack, defence).outcomes
                    if not losses[2]
                }
                assert costs == {min(*attack, defence) + 1}

    def test_the_lowest_of_this_roll_not_of_the_first(self) -> None:
        battle = mass_invasion([31, 1], 31, RISK2)
        assert max(lost for (_, _, lost), _ in battle.round((31, 1, 31)).outcomes) == 2 * 1
        # Once the single army is gone, Black meets Black.
        assert max(lost for (_, lost), _ in battle.round((31, 0, 31)).outcomes) == 5

    def test_what_exceeds_is_not_carried_on(self) -> None:
        battle = mass_invasion([6, 6], 1, RISK2.replace(casualties="highest"))
        assert {after for after, _ in battle.successors((6, 6, 1))[0]} == {(4, 4, 1), (6, 6, 0)}
        small = mass_invasion([7, 1], 6, RISK2.replace(casualties="fixed", fixed_casualties=3))
        assert ((4, 0, 6)) in dict(small.successors((7, 1, 6))[0])

    def test_other_rules_for_casualties(self) -> None:
        ranks = [1, 3, 4]
        assert casualties(CasualtyRule.HIGHEST, 1, ranks) == (4, 4, 4)
        assert casualties(CasualtyRule.OWN, 1, ranks) == (1, 3, 4)
        assert casualties(CasualtyRule.FIXED, 2, ranks) == (2, 2, 2)


@pytest.mark.rule("M-5")
class TestInvasion:
    def test_round_of_any_two_dice(self) -> None:
        table = golden("risk2_first_values")["round_attacker_beats_defender_ties_included"]
        for attack, defence in product(range(5), repeat=2):
            roll = mass_round(coloured(), (attack,), defence)
            lost = min(attack, defence) + 1
            wins = Fraction(table[attack][defence])
            assert roll.probability((0, lost)) == wins
            assert roll.probability((lost, 0)) == 1 - wins

    @pytest.mark.parametrize(
        ("attack", "defence", "losses"), [(5, 4, (0, 1)), (4, 4, (0, 1)), (3, 4, (1, 0))]
    )
    def test_higher_wins_and_a_tie_is_the_attackers(
        self, attack: int, defence: int, losses: tuple[int, int]
    ) -> None:
        assert invasion([attack], defence, [1, 1]) == losses

    @pytest.mark.parametrize(
        ("ties", "winner"),
        [("attacker", Winner.ATTACKER), ("defender", Winner.DEFENDER), ("nobody", Winner.NOBODY)],
    )
    def test_ties(self, ties: str, winner: Winner) -> None:
        assert comparison(3, 3, Ties(ties)) is winner
        tied = Fraction(32, 144)
        roll = mass_round(coloured(ties=ties), (WHITE,), WHITE)
        won = Fraction(56, 144) + (tied if winner is Winner.ATTACKER else 0)
        assert roll.probability((0, 1)) == won
        assert roll.probability((0, 0)) == (tied if winner is Winner.NOBODY else 0)


@pytest.mark.rule("M-6")
class TestMassInvasion:
    def test_each_die_meets_the_defenders(self) -> None:
        # The two examples of the rules, with White dice.
        assert invasion([5, 4, 1], 3, [1] * 4) == (0, 0, 0, 2)
        assert invasion([2, 1, 1], 3, [1] * 4) == (1, 1, 1, 0)

    @pytest.mark.parametrize(
        ("faces", "losses"),
        [([5, 4, 4], (0, 0, 0, 6)), ([5, 1, 1], (0, 0, 0, 2)), ([2, 1, 1], (2, 2, 2, 0))],
    )
    def test_two_casualties_per_roll(self, faces: list[int], losses: tuple[int, ...]) -> None:
        assert invasion(faces, 3, [2, 2, 2, 4]) == losses

    def test_a_tie_counts_as_a_win(self) -> None:
        assert invasion([3, 1, 3], 3, [1] * 4) == (0, 0, 0, 2)

    def test_individual(self) -> None:
        assert invasion([5, 3, 1], 3, [1] * 4, MassReading.INDIVIDUAL) == (0, 0, 1, 2)
        assert invasion([2, 2, 1], 3, [1] * 4, MassReading.INDIVIDUAL) == (1, 1, 1, 0)

    def test_a_tie_that_nobody_wins_saves_the_others(self) -> None:
        winners = [Winner.NOBODY, Winner.DEFENDER]
        assert mass_losses(winners, [1, 1, 1], MassReading.PROTECTED) == (0, 0, 0)
        assert mass_losses(winners, [1, 1, 1], MassReading.INDIVIDUAL) == (0, 1, 0)

    @pytest.mark.parametrize("attackers", range(1, 8))
    @pytest.mark.parametrize("reading", MassReading)
    def test_one_to_seven_attackers(self, attackers: int, reading: MassReading) -> None:
        # Single armies against one: the territory holds only if its die beats them all.
        white = BOARD.faces[WHITE]
        held = sum(
            Fraction(sum(other < face for other in white) ** attackers, 12 ** (attackers + 1))
            for face in white
        )
        odds = oddsapp.mass_invasion(
            [1] * attackers, 1, rules=RISK2.replace(mass_reading=reading), exact=True
        )
        assert odds.lose == held
        assert odds.win == 1 - held

    @pytest.mark.parametrize("forces", [[], [1] * 8])
    def test_no_more_than_seven(self, forces: list[int]) -> None:
        with pytest.raises(InvalidInput, match="1 to 7 attacking armies"):
            oddsapp.mass_invasion(forces, 3)

    def test_armies_of_one_player_stay_separate(self) -> None:
        battle = mass_invasion([3, 3], 4, RISK2)
        assert battle.owners == (0, 0, 1)
        assert battle.round((3, 3, 4)).total == 12**3  # three White dice, not Yellow and White
        separate = oddsapp.mass_invasion([3, 3], 4).win
        assert separate != oddsapp.battle(force=6, defenders=4, rules="risk2").win

    def test_an_army_that_is_gone_rolls_no_more(self) -> None:
        battle = mass_invasion([3, 1], 4, RISK2)
        assert battle.round((3, 0, 4)).total == 12**2

    @pytest.mark.parametrize("ties", ["attacker", "defender", "nobody"])
    @pytest.mark.parametrize("reading", ["protected", "individual"])
    @pytest.mark.parametrize("casualty_rule", ["lowest", "highest", "own", "fixed"])
    def test_every_round_of_the_twin(self, ties: str, reading: str, casualty_rule: str) -> None:
        combat = coloured(ties=ties, mass_reading=reading, casualties=casualty_rule)
        for attack, defence in [((WHITE,), RED), ((RED, GREEN), YELLOW), ((4, 0, 1), GREEN)]:
            roll = mass_round(combat, attack, defence)
            known = twin.round_losses_mass(
                attack, defence, reading=reading, ties=ties, casualties=casualty_rule
            )
            assert {losses: roll.probability(losses) for losses, _ in roll.outcomes} == {
                (*lost, last): chance for (lost, last), chance in known.items()
            }

    @pytest.mark.parametrize("ties", ["attacker", "defender", "nobody"])
    def test_counted_winners_are_those_of_the_round(self, ties: str) -> None:
        combat = coloured(ties=ties)
        beaten, hits = count_winners(combat, (WHITE, RED, BLACK), GREEN)
        outcomes = dict(mass_round(combat, (WHITE, RED, BLACK), GREEN).outcomes)
        assert outcomes[1, 1, 1, 0] == beaten
        assert tuple(outcomes[0, 0, 0, winners] for winners in (1, 2, 3)) == hits


@pytest.mark.rule("M-7")
class TestClash:
    @pytest.mark.parametrize(
        ("rolls", "losses"), [([5, 4], (0, 1)), ([4, 5], (1, 0)), ([4, 4], (0, 0))]
    )
    @pytest.mark.parametrize("reading", SpoilsReading)
    def test_the_higher_wins_and_a_tie_does_nothing(
        self, rolls: list[int], losses: tuple[int, int], reading: SpoilsReading
    ) -> None:
        assert rival_losses(rolls, [0, 1], [1, 1], reading) == losses

    @pytest.mark.parametrize("ties", ["attacker", "defender", "nobody"])
    def test_ties_are_rolled_again_whoever_wins_them_elsewhere(self, ties: str) -> None:
        odds = oddsapp.border_clash(1, 1, rules=RISK2.replace(ties=ties), exact=True)
        assert odds.battle.round((1, 1)).probability((0, 0)) == Fraction(32, 144)
        assert odds.win == (Fraction(1, 2), Fraction(1, 2))
        assert odds.expected_rolls == Fraction(144, 112)

    def test_both_roll_as_attackers(self) -> None:
        # In the manual's chart an attacker with 19 rolls Black, a defender never does.
        battle = border_clash(19, 19, find_ruleset("risk2_manual"))
        assert max(lost for losses, _ in battle.round((19, 19)).outcomes for lost in losses) == 5

    def test_fought_until_one_is_gone(self) -> None:
        ends = dict(oddsapp.border_clash(4, 7).items())
        assert all((a == 0) != (b == 0) for a, b in ends)


@pytest.mark.rule("M-8")
class TestSpoils:
    def test_top_roll(self) -> None:
        rolls, owners = [5, 2, 3, 1], [0, 0, 1, 2]
        assert rival_losses(rolls, owners, [1] * 4, SpoilsReading.TOP_ROLL) == (0, 0, 1, 2)

    def test_pairwise(self) -> None:
        rolls, owners = [5, 2, 3, 1], [0, 0, 1, 2]
        assert rival_losses(rolls, owners, [1] * 4, SpoilsReading.PAIRWISE) == (0, 1, 1, 3)

    def test_all_who_show_the_top_roll_are_safe(self) -> None:
        rolls, owners = [4, 1, 4, 2], [0, 0, 1, 2]
        assert rival_losses(rolls, owners, [1] * 4, SpoilsReading.TOP_ROLL) == (0, 0, 0, 2)

    @pytest.mark.parametrize("reading", SpoilsReading)
    def test_a_tie_does_nothing_between_those_tied(self, reading: SpoilsReading) -> None:
        assert rival_losses([3, 3, 1], [0, 1, 2], [1] * 3, reading) == (0, 0, 2)
        assert rival_losses([3, 3, 3], [0, 1, 2], [1] * 3, reading) == (0, 0, 0)

    def test_armies_of_one_player_never_fight(self) -> None:
        for reading in SpoilsReading:
            assert rival_losses([6, 1, 3], [0, 0, 1], [1] * 3, reading)[0] == 0
        assert rival_losses([6, 1, 3], [0, 0, 1], [1] * 3, SpoilsReading.TOP_ROLL)[1] == 0

    def test_several_armies_of_a_player_as_in_a_mass_invasion(self) -> None:
        # One against several of one player: a mass invasion in which a tie does nothing.
        spoils = oddsapp.spoils_of_war([[6, 2], [6]], exact=True)
        mass = oddsapp.mass_invasion([6, 2], 6, rules=RISK2.replace(ties="nobody"), exact=True)
        assert dict(spoils.items()) == dict(mass.items())

    def test_all_roll_as_attackers(self) -> None:
        battle = spoils_of_war([[19], [19], [19]], find_ruleset("risk2_manual"))
        assert max(max(losses) for losses, _ in battle.round((19, 19, 19)).outcomes) == 2 * 5

    @pytest.mark.parametrize("reading", ["top_roll", "pairwise"])
    @pytest.mark.parametrize("casualty_rule", ["lowest", "highest", "own", "fixed"])
    def test_every_fall_of_four_dice(self, reading: str, casualty_rule: str) -> None:
        combat = coloured(spoils_reading=reading, casualties=casualty_rule, fixed_casualties=2)
        rules = Rules(casualties=casualty_rule, fixed=2)
        owners, dice = (0, 1, 1, 2), (YELLOW, RED, WHITE, YELLOW)
        known: dict[tuple[int, ...], int] = {}
        for rolls in product(range(1, 7), repeat=4):
            losses = twin.spoils_losses(rolls, owners, dice, reading, rules)
            weight = prod(BOARD.faces[d].count(r) for d, r in zip(dice, rolls, strict=True))
            known[losses] = known.get(losses, 0) + weight
        assert dict(rival_round(combat, dice, owners).outcomes) == known

    @pytest.mark.parametrize(
        ("players", "message"),
        [
            ([[3]], "two players or more"),
            ([[3], []], "each with an army"),
            ([[3, 1], [0]], "at least 1"),
            ([[1, 1, 1, 1], [1, 1, 1, 1]], "at most 7 armies fight for the spoils, not 8"),
            ("34", "must be a list"),
            ([3, 4], "must be a list"),
        ],
    )
    def test_refused(self, players: list[list[int]], message: str) -> None:
        with pytest.raises(InvalidInput, match=message):
            oddsapp.spoils_of_war(players)

    def test_too_many_falls_are_refused(self) -> None:
        dice = DiceSet("d20", tuple(Die([*range(n, n + 20)], f"d{n}") for n in range(5)))
        with pytest.raises(InvalidInput, match="6 dice can fall in 64,000,000 ways"):
            rival_round(coloured(dice_set=dice), (0,) * 6, tuple(range(6)))


@pytest.mark.rule("M-9")
@pytest.mark.parametrize(
    ("battle", "going_on", "over"),
    [
        (mass_invasion([3], 2, RISK2), [(3, 2), (1, 1)], [(3, 0), (0, 2)]),
        (mass_invasion([3, 1], 2, RISK2), [(3, 0, 1), (0, 1, 2)], [(3, 1, 0), (0, 0, 1)]),
        (border_clash(3, 2, RISK2), [(3, 2), (1, 1)], [(3, 0), (0, 2)]),
        (
            spoils_of_war([[3, 2], [2], [1]], RISK2),
            [(3, 2, 2, 1), (0, 1, 1, 0), (0, 0, 1, 1), (3, 2, 0, 1)],
            [(3, 2, 0, 0), (0, 2, 0, 0), (0, 0, 2, 0), (0, 0, 0, 1)],
        ),
    ],
    ids=lambda value: str(value.kind) if isinstance(value, Battle) else "",
)
def test_no_retreat(
    battle: Battle, going_on: list[tuple[int, ...]], over: list[tuple[int, ...]]
) -> None:
    for state in going_on:
        assert not battle.is_over(state)
        assert battle.winner(state) is None
    for state in over:
        assert battle.is_over(state)
        assert battle.winner(state) is not None


def test_dice_of_which_nobody_can_lose() -> None:
    alike = DiceSet("alike", (Die([3], "low"), Die([3, 3], "high")))
    chart = ThresholdChart("two", (1, 4), (1, 4))
    combat = coloured(dice_set=alike, thresholds=chart, ranks=(1, 2))
    with pytest.raises(InvalidInput, match="never ends"):
        _ = rival_round(combat, (0, 1), (0, 1)).changing


@pytest.mark.rule("M-8")
@pytest.mark.parametrize("reading", SpoilsReading)
@pytest.mark.parametrize("owners", [(0, 1, 2, 3, 4), (0, 0, 1, 1, 2)])
def test_counting_orders_is_going_through_all_falls(
    reading: SpoilsReading, owners: tuple[int, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = oddsapp.find_ruleset("risk2").replace(spoils_reading=reading).combat
    assert isinstance(rules, ColouredDice)
    tiers = (0, 4, 2, 2, 1)
    counted = rival_round.__wrapped__(rules, tiers, owners)
    monkeypatch.setattr(rounds, "_FEW_FALLS", 10**9)
    assert rival_round.__wrapped__(rules, tiers, owners) == counted


def test_rules_given_by_name_are_the_rules() -> None:
    """Names for options, numpy for numbers: made into what they stand for, or refused."""
    combat = oddsapp.find_ruleset("risk2").combat
    assert isinstance(combat, ColouredDice)
    named = ColouredDice(
        dice_set=combat.dice_set,
        thresholds=combat.thresholds,
        mass_reading="protected",  # type: ignore[arg-type]
        spoils_reading="top_roll",  # type: ignore[arg-type]
        fixed_casualties=np.int8(100),  # type: ignore[arg-type]
    )
    assert named.mass_reading is MassReading.PROTECTED
    assert named.spoils_reading is SpoilsReading.TOP_ROLL
    assert type(named.fixed_casualties) is int
    with pytest.raises(InvalidInput, match="mass_reading cannot be 'garbage'"):
        replace(combat, mass_reading="garbage")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        combat.dice_set["white"].counts[6] = 50  # type: ignore[index]
