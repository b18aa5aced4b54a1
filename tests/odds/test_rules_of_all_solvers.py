"""Every solver obeys the rules or refuses them: bonuses, balances, modifiers, ties, dice.

The judge counts every throw of every die, straight from the rules in words.
"""

import math
from collections.abc import Callable
from fractions import Fraction
from functools import cache
from itertools import islice, product
from typing import Any

import pytest

import oddsapp
from oddsapp.combat import attack
from oddsapp.dice import Die
from oddsapp.errors import InvalidInput
from oddsapp.luck.records import RollRecord
from oddsapp.luck.results import Judge
from oddsapp.odds.commitments import commitments
from oddsapp.odds.decisions import DiceGame
from oddsapp.odds.derivatives import face_derivatives
from oddsapp.odds.expert import ExpertGame
from oddsapp.odds.expert_battle import expert_odds
from oddsapp.odds.large import large_battle
from oddsapp.odds.mistaken_rolls import highest_only, independent_pairs, true_chances
from oddsapp.odds.recompute import win_from_rounds, win_from_states
from oddsapp.odds.sensitivity import face_changes
from oddsapp.odds.symbolic import win_in_faces, win_in_rounds
from oddsapp.odds.wins import win_rows
from oddsapp.rules import Bonus, RankedDice, Ruleset, Ties, find_ruleset
from oddsapp.rules.modifiers import modified

CLASSIC = find_ruleset("classic")
BLITZ = find_ruleset("blitz")
RULES = {
    "bunker": find_ruleset("bunker"),
    "shortage": find_ruleset("ammunition_shortage"),
    "fortification": find_ruleset("fortification"),
    "both sides": CLASSIC.replace(
        attack_bonus="highest+2,lowest-1,uncapped", defence_bonus="lowest+1"
    ),
    "d4": CLASSIC.replace(attack_die=Die.numbered(4), defence_bonus="all+1,uncapped"),
    "zombie at a capital": modified(CLASSIC, ["capital", "zombie_defender"]),
}
NOBODY = CLASSIC.replace(ties="nobody", defence_bonus="highest+1")
TABLE = CLASSIC.replace(
    round_table={(a, d): {(0, 1): 3, (1, 0): 2, (1, 1): 1} for a, d in product((1, 2, 3), (1, 2))}
)
each_rules = pytest.mark.parametrize("rules", RULES.values(), ids=list(RULES))
each_with_ties = pytest.mark.parametrize(
    "rules", [*RULES.values(), NOBODY, TABLE], ids=[*RULES, "nobody", "table"]
)

Faces = tuple[int, ...]


def counted(faces: Faces, bonus: Bonus, die: Die) -> list[int]:
    """What dice count: more on the highest, on the lowest, on all; sorted again."""
    values = sorted(faces, reverse=True)
    values[0] += bonus.highest
    values[-1] += bonus.lowest
    values = [value + bonus.every for value in values]
    if bonus.capped:
        values = [min(max(die.faces), max(min(die.faces), value)) for value in values]
    return sorted(values, reverse=True)


@cache
def lost(rules: RankedDice, mine: Faces, theirs: Faces) -> tuple[int, int]:
    pairs = list(
        zip(
            counted(mine, rules.attack_bonus, rules.attack_die),
            counted(theirs, rules.defence_bonus, rules.defence_die),
            strict=False,
        )
    )
    hits = sum(a > d or (a == d and rules.ties is Ties.ATTACKER) for a, d in pairs)
    return len(pairs) - hits - sum(a == d and rules.ties is Ties.NOBODY for a, d in pairs), hits


@cache
def throws(die: Die, dice: int) -> dict[Faces, int]:
    found: dict[Faces, int] = {}
    for faces in product(die.faces, repeat=dice):
        key = tuple(sorted(faces, reverse=True))
        found[key] = found.get(key, 0) + 1
    return found


@cache
def roll(rules: RankedDice, m: int, n: int) -> dict[tuple[int, int], Fraction]:
    if rules.round_table is not None:
        row = dict(rules.round_table.row(m, n))
        return {(a, d): Fraction(w, sum(row.values())) for (a, d), w in row.items()}
    chances: dict[tuple[int, int], Fraction] = {}
    for mine, ways in throws(rules.attack_die, m).items():
        for theirs, others in throws(rules.defence_die, n).items():
            key = lost(rules, mine, theirs)
            chances[key] = chances.get(key, Fraction(0)) + ways * others
    total = sum(chances.values())
    return {key: chance / total for key, chance in chances.items()}


def combat_of(rules: Ruleset) -> RankedDice:
    assert isinstance(rules.combat, RankedDice)
    return rules.combat


@cache
def win(rules: RankedDice, force: int, defenders: int, *, choose: bool = False) -> Fraction:
    """P(win) with full dice; or with the attacker's best number of dice."""
    if not force:
        return Fraction(0)
    if not defenders:
        return Fraction(1)
    most = min(force, rules.attack_dice)
    worths = []
    for m in range(1 if choose else most, most + 1):
        worth, still = Fraction(0), Fraction(0)
        for (a, d), chance in roll(rules, m, min(defenders, rules.defence_dice)).items():
            if a or d:
                after = max(0, force - a), max(0, defenders - d)
                worth += chance * win(rules, *after, choose=choose)
            else:
                still = chance
        worths.append(worth / (1 - still))
    return max(worths)


@each_with_ties
def test_the_chance_to_win_is_counted_throw_by_throw(rules: Ruleset) -> None:
    right = win(combat_of(rules), 4, 3)
    outcome = oddsapp.battle(force=4, defenders=3, rules=rules, exact=True)
    described = attack(4, 3, rules)
    assert outcome.win == right
    assert list(islice(win_rows(rules, 3, exact=True), 5))[4][3] == right
    assert win_in_rounds(described).value() == right
    assert commitments(4, 3, rules=rules, exact=True)[-1].win == right
    assert oddsapp.campaign(force=4, defenders=[3], rules=rules, exact=True).win == right
    need = oddsapp.armies_needed(3, right, rules=rules, exact=True)
    assert (need.force, need.win) == (4, right)
    data = outcome.explain().to_dict()
    assert win_from_rounds(data) == win_from_states(data) == right


@each_rules
def test_a_plan_for_one_target_chooses_among_the_counted_rolls(rules: Ruleset) -> None:
    way: dict[str, list[str]] = {"A": ["B"], "B": []}
    plan = oddsapp.plan_attack(way, {"A": 5}, {"B": 3}, rules=rules, exact=True)
    assert plan.value == win(combat_of(rules), 4, 3, choose=True)


@each_rules
def test_the_worth_of_faces_follows_from_the_counted_throws(rules: Ruleset) -> None:
    described = attack(2, 1, rules)
    formula = win_in_faces(described)
    assert formula.value() == win(combat_of(rules), 2, 1)
    slopes = {str(symbol): slope for symbol, slope in formula.derivatives().items()}
    combat = combat_of(rules)
    sides = {"a": combat.attack_die.sides, "d": combat.defence_die.sides}
    assert face_derivatives(described) == {
        name: slope * sides[name[0]] for name, slope in slopes.items()
    }


@each_rules
def test_a_moved_face_is_moved_in_the_counted_throws(rules: Ruleset) -> None:
    first = face_changes(attack(2, 2, rules), exact=True)[0]
    combat = combat_of(rules)
    faces = list(combat.attack_die.faces)
    faces[faces.index(first.before)] = first.after
    changed = combat_of(rules.replace(attack_die=Die(faces)))
    assert first.win == win(changed, 2, 2)


@cache
def seen(rules: RankedDice, force: int, defenders: int) -> Fraction:
    """P(win) against a defender who chooses after seeing the roll."""
    if not force:
        return Fraction(0)
    if not defenders:
        return Fraction(1)
    worths = []
    for m in range(1, min(force, rules.attack_dice) + 1):
        worth = Fraction(0)
        for mine, ways in throws(rules.attack_die, m).items():
            answers = []
            for n in range(1, min(defenders, rules.defence_dice) + 1):
                answer = Fraction(0)
                for theirs, others in throws(rules.defence_die, n).items():
                    a, d = lost(rules, mine, theirs)
                    answer += others * seen(rules, force - a, defenders - d)
                answers.append(answer / rules.defence_die.sides**n)
            worth += ways * min(answers)
        worths.append(worth / rules.attack_die.sides**m)
    best: Fraction = max(worths)
    return best


@pytest.mark.rule("C-3")
@each_rules
def test_a_defender_who_sees_the_roll_sees_its_bonus(rules: Ruleset) -> None:
    game = DiceGame(4, 3, rules.replace(defence_timing="after_roll"), exact=True)
    assert game.value(4, 3) == seen(combat_of(rules), 4, 3)
    choice = game.choice(4, 3)
    assert sum(roll.probability for roll in choice.rolls if roll.attack_dice == 3) == 1


@cache
def commanded(rules: RankedDice, force: int, defenders: int, left: int) -> Fraction:
    """P(win) with the commander still to come, full dice on both sides."""
    if not force:
        return Fraction(0)
    if not defenders:
        return Fraction(1)
    m, n = min(force, rules.attack_dice), min(defenders, rules.defence_dice)
    worth = Fraction(0)
    top = max(rules.attack_die.faces)
    for mine, ways in throws(rules.attack_die, m).items():
        for theirs, others in throws(rules.defence_die, n).items():
            a, d = lost(rules, mine, theirs)
            options = [commanded(rules, force - a, defenders - d, left)]
            for place in range(m if left else 0):
                turned = tuple(sorted((*mine[:place], top, *mine[place + 1 :]), reverse=True))
                a, d = lost(rules, turned, theirs)
                options.append(commanded(rules, force - a, defenders - d, 0))
            worth += ways * others * max(options)
    return worth / Fraction(rules.attack_die.sides**m * rules.defence_die.sides**n)


@pytest.mark.rule("C-8")
@each_rules
def test_the_commander_turns_a_die_before_its_bonus(rules: Ruleset) -> None:
    odds = expert_odds(force=3, defenders=2, rules=rules.replace(commander=True), exact=True)
    assert odds.without == win(combat_of(rules), 3, 2)
    assert odds.optimal == commanded(combat_of(rules), 3, 2, 1)


@pytest.mark.rule("C-7")
@pytest.mark.parametrize("name", ["bunker", "fortification"])
def test_a_card_for_one_die_against_one_is_counted(name: str) -> None:
    rules = find_ruleset(name).replace(card_reroll="own")
    combat = combat_of(rules)
    best = Fraction(0)
    for mine, theirs in product(range(1, 7), repeat=2):
        taken = lost(combat, (mine,), (theirs,)) == (0, 1)
        others = [lost(combat, (new,), (theirs,)) == (0, 1) for new in range(1, 7)]
        best += max(Fraction(taken), Fraction(sum(others), 6))
    assert expert_odds(force=1, defenders=1, rules=rules, exact=True).optimal == best / 36
    assert best / 36 > win(combat, 1, 1)
    advice = ExpertGame(attack(1, 1, rules), cards=1, exact=True).advice([4], [3])
    assert (advice.action, advice.leave) == ("card", 0)  # the defender's 3 counts 4


@each_rules
def test_known_mistakes_start_from_the_counted_roll(rules: Ruleset) -> None:
    combat = combat_of(rules)
    for dice, row in true_chances(combat).items():
        assert row == roll(combat, *dice)
    # A single comparison leaves nothing to be taken as independent.
    assert independent_pairs(combat, (3, 1)) == roll(combat, 3, 1)
    top = [
        (counted(mine, combat.attack_bonus, combat.attack_die)[0], ways)
        for mine, ways in throws(combat.attack_die, 3).items()
    ]
    others = [
        (counted(theirs, combat.defence_bonus, combat.defence_die)[0], ways)
        for theirs, ways in throws(combat.defence_die, 2).items()
    ]
    hits = sum(
        ways * more
        for (a, ways), (d, more) in product(top, others)
        if a > d or (a == d and combat.ties is Ties.ATTACKER)
    )
    total = combat.attack_die.sides**3 * combat.defence_die.sides**2
    assert highest_only(combat, (3, 2))[0, 1] == Fraction(hits, total)
    found = oddsapp.diagnose(str(win(combat, 3, 2)), force=3, defenders=2, rules=rules)
    assert found.is_right
    single = any(b.highest or b.lowest for b in (combat.attack_bonus, combat.defence_bonus))
    assert ("unsorted_dice" in {mistake.name for mistake in found.checked}) is not single


@each_rules
def test_the_break_even_is_that_of_the_counted_roll(rules: Ruleset) -> None:
    combat = combat_of(rules)
    chances = roll(combat, combat.attack_dice, combat.defence_dice)
    mine, theirs = (sum(key[side] * p for key, p in chances.items()) for side in (0, 1))
    assert large_battle(rules).slope == Fraction(mine) / Fraction(theirs)


@each_rules
def test_a_recorded_roll_is_judged_with_its_bonus(rules: Ruleset) -> None:
    combat = combat_of(rules)
    judge = Judge(rules, exact=True)
    by_margin: dict[int, Fraction] = {}
    for (a, d), chance in roll(combat, 2, 2).items():
        by_margin[d - a] = by_margin.get(d - a, Fraction(0)) + chance
    for mine, theirs in product(islice(throws(combat.attack_die, 2), 9), [(4, 3), (3, 3)]):
        a, d = lost(combat, mine, theirs)
        below = sum(p for margin, p in by_margin.items() if margin < d - a)
        worth = judge.judge(RollRecord(attack_dice=mine, defence_dice=theirs)).mid_percentile
        assert worth == below + by_margin[d - a] / 2


def test_an_explanation_names_the_bonus() -> None:
    explained = oddsapp.battle(force=2, defenders=2, rules=RULES["both sides"]).explain()
    sentences = " ".join(explained.rules_text)
    assert "the attacker adds +2 to the highest die and -1 to the lowest die." in sentences
    assert "the defender adds +1 to the lowest die, within the numbers on the die." in sentences
    assert "adds +1 to every die" in oddsapp.battle(3, 2, rules="fortification").explain().text()


BLITZES = [BLITZ, modified(BLITZ, ["capital", "zombie_attacker"])]


@pytest.mark.parametrize("rules", BLITZES, ids=str)
def test_a_blitz_is_obeyed_where_a_battle_is_fought_at_once(rules: Ruleset) -> None:
    right = oddsapp.battle(force=5, defenders=3, rules=rules).win
    row = list(islice(win_rows(rules, 3), 6))[5]
    assert math.isclose(row[3], right, rel_tol=1e-12)
    need = oddsapp.armies_needed(3, right - 1e-6, rules=rules)
    assert (need.force, need.win) == (5, right)
    assert commitments(5, 3, rules=rules)[-1].win == right
    assert oddsapp.spread_in_depth({"A": 3}, 6, 0, rules=rules).hold == pytest.approx(
        1 - right, rel=1e-12
    )


def _on_a_line(rules: Ruleset) -> Any:
    return oddsapp.plan_attack({"A": ["B"], "B": []}, {"A": 5}, {"B": 3}, rules=rules)


NO_ROLLS: dict[str, Callable[[Ruleset], Any]] = {
    "choice": lambda rules: DiceGame(3, 2, rules),
    "choice after the roll": lambda r: DiceGame(3, 2, r.replace(defence_timing="after_roll")),
    "expert": lambda r: expert_odds(force=3, defenders=2, rules=r.replace(commander=True)),
    "derivatives": lambda rules: face_derivatives(attack(3, 2, rules)),
    "rounds": lambda rules: win_in_rounds(attack(3, 2, rules)),
    "faces": lambda rules: win_in_faces(attack(3, 2, rules)),
    "large": large_battle,
    "explain": lambda rules: oddsapp.battle(3, 2, rules=rules).explain(),
    "diagnose": lambda rules: oddsapp.diagnose("0.5", 3, 2, rules=rules),
    "plan": _on_a_line,
    "rolls": lambda rules: Judge(rules).judge(RollRecord(attack_dice=(6, 5), defence_dice=(4,))),
    "fractions": lambda rules: list(islice(win_rows(rules, 2, exact=True), 2)),
}


@pytest.mark.parametrize("solver", NO_ROLLS.values(), ids=list(NO_ROLLS))
@pytest.mark.parametrize("rules", BLITZES, ids=str)
def test_what_has_no_rolls_is_refused_where_rolls_are_asked_for(
    solver: Callable[[Ruleset], Any], rules: Ruleset
) -> None:
    with pytest.raises(InvalidInput, match="classic"):
        solver(rules)


FULL_DICE: dict[str, Callable[[Ruleset], Any]] = {
    "battle": lambda rules: oddsapp.battle(3, 2, rules=rules),
    "stop": lambda rules: oddsapp.battle(5, 2, rules=rules, stop_at=2),
    "need": lambda rules: oddsapp.armies_needed(3, 0.5, rules=rules),
    "rows": lambda rules: list(islice(win_rows(rules, 2), 2)),
    "commitments": lambda rules: commitments(3, 2, rules=rules),
    "campaign": lambda rules: oddsapp.campaign(5, [2, 1], rules=rules),
    "diagnose": lambda rules: oddsapp.diagnose("0.5", 3, 2, rules=rules),
    "spread": lambda rules: oddsapp.spread_in_depth({"A": 3}, 6, 0, rules=rules),
    **{
        name: NO_ROLLS[name]
        for name in ("derivatives", "rounds", "faces", "large", "plan", "rolls")
    },
}


@pytest.mark.parametrize("solver", FULL_DICE.values(), ids=list(FULL_DICE))
@pytest.mark.parametrize(
    ("changes", "instead"),
    [
        ({"commander": True}, "expert_odds"),
        ({"card_reroll": "own"}, "expert_odds"),
        ({"defence_timing": "after_roll"}, "dice_choice"),
    ],
)
def test_decisions_at_a_roll_are_refused_where_full_dice_are_rolled(
    solver: Callable[[Ruleset], Any], changes: dict[str, Any], instead: str
) -> None:
    with pytest.raises(InvalidInput, match=instead):
        solver(CLASSIC.replace(**changes))


def test_the_solvers_of_decisions_refuse_those_of_the_other() -> None:
    with pytest.raises(InvalidInput, match="expert_odds"):
        DiceGame(3, 2, CLASSIC.replace(commander=True))
    both = CLASSIC.replace(commander=True, defence_timing="after_roll")
    with pytest.raises(InvalidInput, match="full dice on both sides"):
        expert_odds(force=3, defenders=2, rules=both)
    many = CLASSIC.replace(
        attack_dice=10, defence_dice=10, attack_die=Die.numbered(20), defence_timing="after_roll"
    )
    with pytest.raises(InvalidInput, match=r"the limit is 400,000"):
        DiceGame(1, 1, many)
