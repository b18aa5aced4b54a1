"""Exercises about one battle, each with its right answer and the known ways to miss it.

A question asks for one number. Wrong answers are held against slips: numbers that a known
mistake leads to, worked out for the same question. About P(win) those are the mistakes of
`oddsapp.odds.mistakes`.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache

from oddsapp.combat import Battle
from oddsapp.combat.battle import attack
from oddsapp.combat.roll import Winner
from oddsapp.combat.round import ranked_round
from oddsapp.errors import InvalidInput
from oddsapp.odds.canonical import canonical_form
from oddsapp.odds.dependence import pair_table
from oddsapp.odds.diagnosis import diagnose
from oddsapp.odds.exercise import Exercise, Slip
from oddsapp.odds.explanation import Level, as_level
from oddsapp.odds.mistaken_rolls import highest_decides, independent_pairs, tan_printed, unsorted
from oddsapp.odds.solve import battle as solve
from oddsapp.rules import RankedDice, Ruleset, Ties, as_ruleset
from oddsapp.wording import counted

MOST_ARMIES = 12
"""The most armies on a side of the battle that exercises are about."""


def exercises(
    *,
    force: int,
    defenders: int,
    rules: str | Ruleset = "classic",
    level: str | Level = Level.SCHOOL,
) -> tuple[Exercise, ...]:
    """Return exercises that lead to a battle, easy ones first.

    Parameters
    ----------
    force, defenders : int
        The battle of the last questions.
    rules : str or Ruleset
        Rules with several dice to a side.
    level : str or Level
        ``"school"`` or ``"university"``.

    Raises
    ------
    InvalidInput
        If there is no such level, or the battle is none of those whose mistakes are known.

    Examples
    --------
    >>> [exercise.name for exercise in exercises(force=3, defenders=2)]
    ['one_die', 'two_dice', 'both_lost', 'win_1_v_2', 'win_2_v_2', 'win_3_v_2']
    >>> [exercise.name for exercise in exercises(force=3, defenders=2, level="university")]
    ['both_lost', 'second_if_first', 'win_3_v_2', 'expected_rolls', 'variance_of_rolls']
    """
    ruleset, level = as_ruleset(rules), as_level(level)
    described = attack(force, defenders, ruleset)
    if max(described.armies) > MOST_ARMIES:
        raise InvalidInput(
            f"exercises are about battles of up to {MOST_ARMIES} armies on a side,"
            f" not {max(described.armies):,}"
        )
    own = _win(described)
    dice = _ranked(ruleset)
    pairs = [_both_lost(dice)] if min(dice.attack_dice, dice.defence_dice) > 1 else []
    if level is Level.SCHOOL:
        small = (_win(attack(a, d, ruleset)) for a, d in ((1, 2), (2, 2)))
        steps = [_one_die(dice), _two_dice(dice), *pairs, *small, own]
        return tuple({exercise.name: exercise for exercise in steps}.values())
    if pairs:
        pairs.append(_second_if_first(dice))
    return (*pairs, own, *_numbers_of_rolls(described))


def _ranked(ruleset: Ruleset) -> RankedDice:
    assert isinstance(ruleset.combat, RankedDice)  # no others get past the known mistakes
    return ruleset.combat


def _exercise(
    name: str, question: str, right: Fraction, slips: list[Slip], *, probability: bool = True
) -> Exercise:
    """Return an exercise without the slips that lead to the right answer."""
    told = tuple(slip for slip in slips if slip.value != right)
    return Exercise(name, question, right, told, probability)


def _first_pair(rules: RankedDice, attack_dice: int) -> dict[tuple[int, int], Fraction]:
    """Return the losses of a roll against one die."""
    roll = ranked_round(rules, attack_dice, 1)
    return {(lost[0], lost[1]): Fraction(n, roll.total) for lost, n in roll.outcomes}


_TIES = {
    Ties.DEFENDER: "the defender wins equal dice",
    Ties.ATTACKER: "the attacker wins equal dice",
    Ties.NOBODY: "equal dice cost nobody anything",
}


def _one_die(rules: RankedDice) -> Exercise:
    chances = _first_pair(rules, 1)
    right = chances.get((0, 1), Fraction(0))
    unequal = _without_ties(rules)
    return _exercise(
        "one_die",
        "One die against one die. How probable is it that the defender loses an army?"
        f" ({_TIES[rules.ties].capitalize()}.)",
        right,
        [
            Slip("ties_left_out", "equal dice are left out, but they count", unequal),
            Slip(
                "ties_the_other_way",
                f"equal dice are given to the wrong side; {_TIES[rules.ties]}",
                _ties_the_other_way(rules, 1),
            ),
            Slip(
                "other_side", "this is how probable it is that the defender loses none", 1 - right
            ),
        ],
    )


def _without_ties(rules: RankedDice) -> Fraction:
    """Return P(the attacker is higher), one die each, if equal dice are rolled again."""
    changing = ranked_round(replace(rules, ties=Ties.NOBODY), 1, 1).changing
    return changing.probability((0, 1))


def _ties_the_other_way(rules: RankedDice, attack_dice: int) -> Fraction:
    other = Ties.DEFENDER if rules.ties is Ties.ATTACKER else Ties.ATTACKER
    return _first_pair(replace(rules, ties=other), attack_dice).get((0, 1), Fraction(0))


def _two_dice(rules: RankedDice) -> Exercise:
    one = _first_pair(rules, 1).get((0, 1), Fraction(0))
    right = _first_pair(rules, 2).get((0, 1), Fraction(0))
    return _exercise(
        "two_dice",
        "Two dice against one: the attacker's higher die counts. How probable is it that the"
        " defender loses an army?",
        right,
        [
            Slip("one_die_only", "this is one die against one; the second die helps", one),
            Slip(
                "added",
                "the chances of both dice are added; that counts twice when both are higher",
                2 * one,
            ),
            Slip(
                "anew",
                "both dice are taken as tries against a die thrown anew each time; they meet one"
                " and the same die of the defender",
                1 - (1 - one) ** 2,
            ),
            Slip(
                "ties_the_other_way",
                f"equal dice are given to the wrong side; {_TIES[rules.ties]}",
                _ties_the_other_way(rules, 2),
            ),
            Slip(
                "other_side", "this is how probable it is that the defender loses none", 1 - right
            ),
        ],
    )


def _both_lost(rules: RankedDice) -> Exercise:
    dice = rules.attack_dice, 2
    roll = ranked_round(rules, *dice)
    other = Ties.DEFENDER if rules.ties is Ties.ATTACKER else Ties.ATTACKER
    slips = [
        Slip(
            "independent_pairs",
            "the chances of the two pairs are multiplied; they share their dice, so the second"
            " depends on the first",
            independent_pairs(rules, dice).get((0, 2), Fraction(0)),
        ),
        Slip(
            "unsorted_dice",
            "the dice are compared as they fell; highest meets highest, second meets second",
            unsorted(rules, dice).get((0, 2), Fraction(0)),
        ),
        Slip(
            "highest_decides_all",
            "only the highest dice are compared; the second pair is compared as well",
            highest_decides(rules, dice).get((0, 2), Fraction(0)),
        ),
        Slip(
            "ties_the_other_way",
            f"equal dice are given to the wrong side; {_TIES[rules.ties]}",
            ranked_round(replace(rules, ties=other), *dice).probability((0, 2)),
        ),
        Slip(
            "sides_swapped",
            "this is how probable it is that the attacker loses two armies",
            roll.probability((2, 0)),
        ),
    ]
    if rules == RankedDice():
        slips.append(
            Slip(
                "tan_1997_table",
                "this is the chance printed by Tan in 1997, which is wrong",
                tan_printed(rules, dice)[0, 2],
            )
        )
    return _exercise(
        "both_lost",
        f"One roll of {dice[0]} dice against 2. How probable is it that the defender loses two"
        " armies?",
        roll.probability((0, 2)),
        slips,
    )


def _second_if_first(rules: RankedDice) -> Exercise:
    table = pair_table(rules, (rules.attack_dice, 2))
    won = Winner.ATTACKER
    return _exercise(
        "second_if_first",
        f"One roll of {rules.attack_dice} dice against 2, and the attacker has won the first pair."
        " How probable is it now that the second pair is the attacker's too?",
        table.second_given(won, won),
        [
            Slip(
                "independent",
                "this is the chance of the second pair when nothing is known of the first",
                table.second[won],
            ),
            Slip(
                "not_divided",
                "this is how probable both are together; divide by the chance of the first",
                table.joint[won, won],
            ),
            Slip(
                "other_condition",
                "this is the chance of the first pair if the second is known",
                table.joint[won, won] / table.second[won],
            ),
        ],
    )


@lru_cache(maxsize=64)
def _win(described: Battle) -> Exercise:
    force, defenders = described.armies
    # Any answer will do: what is asked for is what answers are held against.
    found = diagnose("0", force=force, defenders=defenders, rules=described.rules)
    return _exercise(
        f"win_{force}_v_{defenders}",
        f"{counted(force, 'attacker')} against {counted(defenders, 'defender')}, to the end. How"
        " probable is it that the attacker wins?",
        found.right,
        [Slip(mistake.name, mistake.what, Fraction(mistake.win)) for mistake in found.checked],
    )


def _numbers_of_rolls(described: Battle) -> list[Exercise]:
    force, defenders = described.armies
    outcome = solve(force=force, defenders=defenders, rules=described.rules, exact=True)
    form = canonical_form(outcome.chain)
    place = form.transient.index(described.armies)
    mean, variance = form.t[place], form.variance[place]
    who = f"{counted(force, 'attacker')} against {counted(defenders, 'defender')}"
    slips = [
        Slip("last_roll_missed", "one roll is missing: the roll that ends it counts too", mean - 1)
    ]
    if not any(state in after for state, after in outcome.chain.transitions.items()):
        rolls = [n for n, _ in outcome.rolls.items()]
        slips += [
            Slip(
                "fewest", "this is the smallest number of rolls, not the mean", Fraction(rolls[0])
            ),
            Slip("most", "this is the largest number of rolls, not the mean", Fraction(rolls[-1])),
        ]
    return [
        _exercise(
            "expected_rolls",
            f"{who}: how many rolls does the battle take on average?",
            mean,
            slips,
            probability=False,
        ),
        _exercise(
            "variance_of_rolls",
            f"{who}: what is the variance of the number of rolls?",
            variance,
            [
                Slip(
                    "square_not_subtracted",
                    "this is (2 N − I) t, the mean of the square; subtract the square of the mean",
                    variance + mean**2,
                ),
                Slip(
                    "identity_forgotten",
                    "this is 2 N t − t²; it is (2 N − I) t − t²",
                    variance + mean,
                ),
                Slip("mean", "this is the mean, not the variance", mean),
            ],
            probability=False,
        ),
    ]
