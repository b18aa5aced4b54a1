"""The known mistakes about a classic battle, each as a battle of its own.

A mistake is a wrong rule, a wrong number or a wrong question; held against the same battle
it has an answer of its own. Wrong rules are rulesets and round tables, so that the solver
of every other battle computes them too; nothing here fights a battle, but for the one
mistake that is no distribution at all: rounded chances that add up to more than 1.

`oddsapp.diagnose` holds an answer against all of them.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from oddsapp.combat import Battle
from oddsapp.combat.battle import attack
from oddsapp.odds.mistaken_rolls import (
    Chances,
    Losses,
    highest_decides,
    highest_only,
    independent_pairs,
    kill_all,
    rounded,
    tan_printed,
    true_chances,
    unsorted,
)
from oddsapp.odds.outcome import AttackOutcome
from oddsapp.odds.solve import solve
from oddsapp.rules import RankedDice, Ruleset, Ties

WrongRoll = Callable[[RankedDice, tuple[int, int]], Losses]
"""From the rules and the numbers of dice to the mistaken losses."""

Model = Callable[[Battle, bool], Any]
"""From the battle, and whether fractions are asked for, to the mistaken P(win)."""


@dataclass(frozen=True)
class Mistake:
    """One known mistake.

    Parameters
    ----------
    name : str
        A word for it, fixed, for programs.
    what : str
        What is done wrong, and what would be right; `told` fills in what differs by the rules.
    model : callable
        Returns the P(win) that the mistake leads to, or None where it cannot be made.
    source : str
        Where it was seen.
    """

    name: str
    what: str
    model: Model
    source: str = ""

    def win(self, battle: Battle, *, exact: bool) -> Any:
        """Return the P(win) that the mistake leads to; None where it cannot be made."""
        return self.model(battle, exact)

    def told(self, battle: Battle) -> str:
        """Return what is done wrong in a battle, and what would be right by its rules.

        Examples
        --------
        >>> from oddsapp.rules import find_ruleset
        >>> rules = find_ruleset("classic").replace(defence_dice=3, ties="nobody")
        >>> for mistake in MISTAKES:
        ...     if mistake.name in ("ties_to_attacker", "defender_one_die"):
        ...         print(mistake.told(attack(5, 4, rules)))
        equal dice are won by the attacker; by these rules nobody loses by them
        the defender rolls one die only; with three armies or more it is three
        """
        return self.what.format(**_words(_dice(battle)))


def _dice(battle: Battle) -> RankedDice:
    assert isinstance(battle.rules.combat, RankedDice)
    return battle.rules.combat


_NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"]

_TIES = {
    Ties.DEFENDER: "the defender wins them",
    Ties.ATTACKER: "and so they are by these rules",
    Ties.NOBODY: "by these rules nobody loses by them",
}


def _words(rules: RankedDice) -> dict[str, str]:
    """Return what the sentences about mistakes say of the rules."""
    if rules == RankedDice():
        rounding = "0.2926, 0.3358 and 0.3717 of 3 v 2 add up to 1.0001, and the excess grows"
    else:
        rounding = "they need not add up to 1 any more, and what is off grows"
    return {
        "ties": _TIES[rules.ties],
        "attack": _NUMBERS[rules.attack_dice],
        "defence": _NUMBERS[rules.defence_dice],
        "stake": "both armies" if min(rules.attack_dice, rules.defence_dice) == 2 else "all armies",
        "rounding": rounding,
    }


def _outcome(force: int, defenders: int, rules: Ruleset, exact: bool) -> AttackOutcome:
    outcome = solve(attack(force, defenders, rules), exact=exact)
    assert isinstance(outcome, AttackOutcome)
    return outcome


def _under(battle: Battle, rules: Ruleset, exact: bool) -> AttackOutcome:
    """Return the outcome of the same armies under other rules."""
    force, defenders = battle.armies
    return _outcome(force, defenders, rules, exact)


def right_win(battle: Battle, *, exact: bool) -> Any:
    """Return the right P(win)."""
    return _under(battle, battle.rules, exact).win


def _other_rules(**changes: Any) -> Model:
    """Return the mistake of fighting under other rules."""

    def model(battle: Battle, exact: bool) -> Any:
        return _under(battle, battle.rules.replace(**changes), exact).win

    return model


def _other_armies(attackers_more: int, defenders_more: int) -> Model:
    """Return the mistake of counting more or fewer armies than there are."""

    def model(battle: Battle, exact: bool) -> Any:
        force, defenders = battle.armies[0] + attackers_more, battle.armies[1] + defenders_more
        if force < 1:
            return _number(0, exact)  # nobody is left to attack
        if defenders < 1:
            return _number(1, exact)
        return _outcome(force, defenders, battle.rules, exact).win

    return model


def _number(value: int, exact: bool) -> Any:
    return Fraction(value) if exact else float(value)


def _with_table(battle: Battle, chances: Chances, exact: bool) -> Any:
    if any((0, 0) in row and len(row) == 1 for row in chances.values()):
        return None  # a roll that never costs anything makes no battle
    return _under(battle, battle.rules.replace(round_table=chances), exact).win


def _every_roll(wrong: WrongRoll) -> Model:
    """Return the mistake of a roll that is wrong for all numbers of dice."""

    def model(battle: Battle, exact: bool) -> Any:
        table = {dice: wrong(_dice(battle), dice) for dice in true_chances(_dice(battle))}
        return _with_table(battle, table, exact)

    return model


def _some_rolls(wrong: WrongRoll, *which: tuple[int, int]) -> Model:
    """Return the mistake of a roll that is wrong for these numbers of dice."""

    def model(battle: Battle, exact: bool) -> Any:
        table = true_chances(_dice(battle))
        if not all(dice in table for dice in which):
            return None
        table.update({dice: wrong(_dice(battle), dice) for dice in which})
        return _with_table(battle, table, exact)

    return model


def _lone_attacker(battle: Battle, exact: bool) -> Any:
    return _with_table(battle, kill_all(true_chances(_dice(battle))), exact)


def _rounded_chances(battle: Battle, exact: bool) -> Any:
    return _overfull(battle, rounded(_dice(battle)), exact)


def _rounded_lone_attacker(battle: Battle, exact: bool) -> Any:
    return _overfull(battle, kill_all(rounded(_dice(battle))), exact)


def _overfull(battle: Battle, table: Chances, exact: bool) -> Any:
    """Return what chances that do not add up to 1 make of a battle; no ruleset can hold them.

    f(a, d) = sum over losses (i, j) of p(i, j) f(a - i, d - j), with f = 1 where no
    defender is left. A roll that changes nothing is left out of the sum and divided by.
    """
    rules = _dice(battle)
    force, defenders = battle.armies
    one, zero = _number(1, exact), _number(0, exact)
    rows = {}
    for dice, row in table.items():
        changing = 1 - row.get((0, 0), Fraction(0))
        shares = ((losses, p / changing) for losses, p in row.items() if any(losses))
        rows[dice] = [(i, j, p if exact else float(p)) for (i, j), p in shares]
    few = rules.defence_dice
    lines: list[list[Any]] = [[zero] * (defenders + 1)]
    for a in range(1, force + 1):
        lines.append([one])
        line = lines[-1]
        for d in range(1, min(few, defenders + 1)):
            roll = rows[min(a, rules.attack_dice), d]
            line.append(sum((p * lines[-1 - i][d - j] for i, j, p in roll), start=zero))
        # With full dice, first what the earlier lines give, then what stays on this one.
        full = rows[min(a, rules.attack_dice), few]
        gained = [zero] * (defenders + 1 - few)
        for i, j, p in full:
            if i:
                earlier = lines[-1 - i][few - j :]
                gained = [x + p * y for x, y in zip(gained, earlier, strict=False)]
        along = [(j, p) for i, j, p in full if not i]
        for before in gained:
            line.append(before + sum(p * line[-j] for j, p in along))
        del lines[: -rules.attack_dice]
    return lines[-1][-1]


def _is_classic(battle: Battle) -> bool:
    return _dice(battle) == RankedDice()


def _only_classic(model: Model) -> Model:
    """Return a mistake that is about numbers printed for the six-sided dice of 3 v 2."""
    return lambda battle, exact: model(battle, exact) if _is_classic(battle) else None


def _same_for_all_dice(model: Model) -> Model:
    """Return a mistake that cannot be made where one die of a side has a bonus of its own.

    Unsorted dice have no highest and no lowest.
    """

    def checked(battle: Battle, exact: bool) -> Any:
        bonuses = _dice(battle).attack_bonus, _dice(battle).defence_bonus
        if any(bonus.highest or bonus.lowest for bonus in bonuses):
            return None
        return model(battle, exact)

    return checked


def _swapped(battle: Battle, exact: bool) -> Any:
    force, defenders = battle.armies
    return _outcome(defenders, force, battle.rules, exact).win


def _other_side(battle: Battle, exact: bool) -> Any:
    return _number(1, exact) - right_win(battle, exact=exact)


def _last_one_fails(battle: Battle, exact: bool) -> Any:
    return _under(battle, battle.rules, exact).attackers_left.sf(1)


def _one_roll(battle: Battle, exact: bool) -> Any:
    roll = battle.round(battle.armies)
    at_stake = max(killed for (_, killed), _ in roll.outcomes)
    chance = roll.probability((0, at_stake))
    return chance if exact else float(chance)


MISTAKES = (
    Mistake(
        "independent_pairs",
        "the pairs of a roll are taken as independent; they share their dice, so the chances of"
        " the first and the next pair cannot be multiplied",
        _every_roll(independent_pairs),
        "Tan 1997, corrected by Osborne 2003; a calculator published in 2024",
    ),
    Mistake(
        "tan_1997_table",
        "the chances of a roll are those that Tan printed in 1997; they take the pairs as"
        " independent and have a wrong chance for the second pair of 3 v 2 besides",
        _only_classic(_some_rolls(tan_printed, (2, 2), (3, 2))),
        "Tan 1997",
    ),
    Mistake(
        "ties_to_attacker",
        "equal dice are won by the attacker; {ties}",
        _other_rules(ties=Ties.ATTACKER),
    ),
    Mistake(
        "unsorted_dice",
        "the dice are compared as they fell, unsorted; highest meets highest, second meets second",
        _same_for_all_dice(_every_roll(unsorted)),
    ),
    Mistake(
        "one_comparison",
        "only one comparison is made, of the highest dice, and the second pair is skipped in"
        " every roll; two dice against two or more are two comparisons",
        _every_roll(highest_only),
    ),
    Mistake(
        "highest_decides_all",
        "only the highest dice are compared and their loser loses {stake}; each comparison"
        " costs its loser one",
        _every_roll(highest_decides),
    ),
    Mistake(
        "second_pair_skipped_2v2",
        "the second pair is skipped when two dice meet two; it is compared like the first",
        _some_rolls(highest_only, (2, 2)),
    ),
    Mistake(
        "second_pair_skipped_3v2",
        "the second pair is skipped when three dice meet two; it is compared like the first",
        _some_rolls(highest_only, (3, 2)),
    ),
    Mistake(
        "lone_attacker_kills_two",
        "a lone attacker who wins kills {defence} defenders with one die; one comparison kills one",
        _lone_attacker,
        "a published package",
    ),
    Mistake(
        "lone_attacker_kills_two_rounded",
        "a lone attacker who wins kills {defence} defenders with one die, and the chances of a roll"
        " are rounded to four decimals besides",
        _rounded_lone_attacker,
        "a published package",
    ),
    Mistake(
        "total_for_force",
        "the armies on the territory are taken for the force; one of them stays behind",
        _other_armies(1, 0),
    ),
    Mistake(
        "one_army_short",
        "one attacker too few fights: the army that stays is taken off twice",
        _other_armies(-1, 0),
    ),
    Mistake(
        "one_defender_short",
        "one defender too few fights: all armies of a defender fight, none stands aside",
        _other_armies(0, -1),
    ),
    Mistake(
        "last_attacker_fails",
        "a battle won with one attacker left is counted as lost; the one moves in, another stayed",
        _last_one_fails,
        "a published campaign calculator, earlier version",
    ),
    Mistake(
        "attacker_two_dice",
        "the attacker rolls two dice at most; with a force of {attack} or more it is {attack}",
        _other_rules(attack_dice=2),
    ),
    Mistake(
        "defender_one_die",
        "the defender rolls one die only; with {defence} armies or more it is {defence}",
        _other_rules(defence_dice=1),
    ),
    Mistake(
        "sides_swapped",
        "the numbers of attackers and defenders are swapped",
        _swapped,
    ),
    Mistake(
        "chance_to_lose",
        "this is the chance to lose, not to win",
        _other_side,
    ),
    Mistake(
        "one_roll",
        "this is the chance to win the first roll outright, not the battle",
        _one_roll,
    ),
    Mistake(
        "rounded_chances",
        "the chances of a roll are rounded to four decimals: {rounding} with every roll",
        _rounded_chances,
        "a question on a question-and-answer site; a published package",
    ),
)
"""Every mistake that is known, in the order in which they are named."""
