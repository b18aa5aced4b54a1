"""The classic solvers against the twin, each other, and the absorbing chain: exactly equal."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

import oddsapp
from oddsapp.combat import attack
from oddsapp.dice import Die
from oddsapp.odds import classic
from oddsapp.odds.arithmetic import Floats, Integers
from oddsapp.rules import RankedDice, Ruleset, find_ruleset
from tests.reference import classic_twin

CLASSIC = find_ruleset("classic")
D8 = {"attack_die": Die.numbered(8)}

COIN = {(1, 1): {(1, 0): 1, (0, 1): 1}}
SEVERAL = {
    (1, 1): {(1, 0): 2, (0, 1): 3},
    (2, 1): {(1, 0): 1, (0, 1): 1, (2, 0): 5},
    (1, 2): {(1, 0): 4, (0, 2): 1},
    (2, 2): {(2, 0): 1, (0, 2): 2, (1, 1): 4, (2, 2): 1},
}
OVERKILL = {
    (1, 1): {(3, 0): 2, (0, 4): 3, (0, 0): 7},
    (2, 1): {(0, 1): 1, (2, 5): 1, (3, 0): 1},
}
NULL = {(1, 1): {(0, 0): 5, (1, 0): 1, (0, 1): 2}}
MUTUAL = {(1, 1): {(1, 1): 1, (0, 1): 1}}
ONLY_MUTUAL = {(1, 1): {(1, 1): 1}}
HOPELESS = {(1, 1): {(1, 0): 1}}
UNHURT = {(1, 1): {(0, 1): 2, (0, 2): 1}}
UNEVEN = {(1, 1): {(2, 0): 1, (0, 3): 2, (5, 5): 3}, (1, 2): {(1, 0): 1, (0, 7): 1}}


def as_twin(table: Any) -> dict[str, Any]:
    attack_dice, defence_dice = map(max, zip(*table, strict=True))
    return {"round_table": table, "attack_dice": attack_dice, "defence_dice": defence_dice}


# Rules, what the twin calls them, and the largest force and defence to compare.
VARIANTS: dict[str, tuple[dict[str, Any], dict[str, Any], int]] = {
    "classic": ({}, {}, 12),
    "ties to the attacker": ({"ties": "attacker"}, {"ties": "attacker"}, 7),
    "ties to nobody": ({"ties": "nobody"}, {"ties": "nobody"}, 7),
    "three dice for the defender": ({"defence_dice": 3}, {"defence_dice": 3}, 7),
    "one die each": (
        {"attack_dice": 1, "defence_dice": 1},
        {"attack_dice": 1, "defence_dice": 1},
        6,
    ),
    "two dice each": ({"attack_dice": 2}, {"attack_dice": 2}, 7),
    "one die against two": ({"attack_dice": 1}, {"attack_dice": 1}, 6),
    "three dice against one": ({"defence_dice": 1}, {"defence_dice": 1}, 6),
    "two dice against three": (
        {"attack_dice": 2, "defence_dice": 3},
        {"attack_dice": 2, "defence_dice": 3},
        6,
    ),
    "four dice": ({"attack_dice": 4}, {"attack_dice": 4}, 6),
    "d8 v d6": (D8, {"attack_face": range(1, 9)}, 5),
    "2d8 v 2d6, nobody wins ties": (
        {**D8, "attack_dice": 2, "ties": "nobody"},
        {"attack_face": range(1, 9), "attack_dice": 2, "ties": "nobody"},
        6,
    ),
    "4d8 v 2d6": (
        {**D8, "attack_dice": 4},
        {"attack_face": range(1, 9), "attack_dice": 4},
        5,
    ),
    "strange dice": (
        {"attack_die": Die([1, 1, 4]), "defence_die": Die([0, 2, 2, 9])},
        {"attack_face": (1, 1, 4), "defence_face": (0, 2, 2, 9)},
        7,
    ),
    "an attacker who cannot win": (
        {"attack_die": Die([1]), "defence_die": Die([2])},
        {"attack_face": (1,), "defence_face": (2,)},
        5,
    ),
    **{
        name: ({"round_table": table}, as_twin(table), 6)
        for name, table in {
            "coin": COIN,
            "several at once": SEVERAL,
            "more than there are": OVERKILL,
            "null outcomes": NULL,
            "mutual destruction": MUTUAL,
            "only mutual destruction": ONLY_MUTUAL,
            "hopeless": HOPELESS,
            "unhurt": UNHURT,
            "uneven": UNEVEN,
        }.items()
    },
}


def rules_of(name: str) -> Ruleset:
    return CLASSIC.replace(**VARIANTS[name][0])


@pytest.mark.parametrize("name", VARIANTS)
def test_exactly_the_ends_of_the_twin(name: str) -> None:
    rules, (_, twin, most) = rules_of(name), VARIANTS[name]
    for force, defenders in product(range(1, most + 1), repeat=2):
        ends = classic_twin.end_states(force, defenders, **twin)
        exact = oddsapp.battle(force=force, defenders=defenders, rules=rules, exact=True)
        assert dict(exact.items()) == {state: p for state, p in ends.items() if p}
        assert sum(p for _, p in exact.items()) == 1
        assert exact.win == sum(p for (_, d), p in ends.items() if d == 0 and _ > 0)
        assert exact.win + exact.lose == 1
        floats = oddsapp.battle(force=force, defenders=defenders, rules=rules)
        assert dict(floats.items()) == pytest.approx(
            {state: float(p) for state, p in exact.items()}, rel=1e-13
        )
        assert not floats.exact
        assert exact.exact


@pytest.mark.parametrize("name", VARIANTS)
def test_exactly_the_ends_of_the_chain(name: str) -> None:
    rules = rules_of(name)
    for force, defenders in [(1, 1), (1, 4), (4, 1), (5, 4), (3, 6)]:
        exact = oddsapp.battle(force=force, defenders=defenders, rules=rules, exact=True)
        start = (force, defenders)
        ends = exact.chain.absorption_probabilities(start, exact=True)
        assert {state: p for state, p in ends.items() if p} == dict(exact.items())
        floats = oddsapp.battle(force=force, defenders=defenders, rules=rules)
        assert floats.chain.absorption_probabilities(start) == pytest.approx(
            {state: floats.pmf(state) for state in floats.chain.absorbing}, rel=1e-12
        )


def test_the_chain_of_all_classic_battles_up_to_12_v_12() -> None:
    chain = oddsapp.battle(force=12, defenders=12).chain
    for force, defenders in product((1, 2, 3, 4, 5, 9, 10, 12), repeat=2):
        if (force, defenders) not in chain.transitions:
            continue  # full dice always cost two armies, so half of the states are not met
        odds = oddsapp.battle(force=force, defenders=defenders)
        ends = chain.absorption_probabilities((force, defenders))
        assert {s: p for s, p in ends.items() if p} == pytest.approx(dict(odds.items()), rel=1e-12)
        exact = oddsapp.battle(force=force, defenders=defenders, exact=True)
        all_ends = chain.absorption_probabilities((force, defenders), exact=True)
        assert {s: p for s, p in all_ends.items() if p} == dict(exact.items())


LINEAR = {
    "classic": RankedDice(),
    "ties to the attacker": rules_of("ties to the attacker").combat,
    "two dice each": rules_of("two dice each").combat,
    "4d8 v 2d6": rules_of("4d8 v 2d6").combat,
}


@pytest.mark.parametrize("name", LINEAR)
def test_strips_and_rows_are_the_same_integers(name: str) -> None:
    rules = LINEAR[name]
    assert isinstance(rules, RankedDice)
    full = classic.changing_rounds(rules)[rules.attack_dice, rules.defence_dice]
    assert {sum(losses) for losses, _ in full.outcomes} == {2}
    numbers = Integers(classic.exact_base(rules))
    edges = [1, 2, 3, 4, 5, 6, 7, 39, 40]
    sizes = set(product(edges, repeat=2)) | {(n, m) for n in range(8, 39, 6) for m in range(8, 41)}
    for force, defenders in sorted(sizes):
        by_strips = classic.Fight(rules, numbers, force, defenders).by_strips()
        by_rows = classic.Fight(rules, numbers, force, defenders).row_by_row()
        assert by_strips == by_rows, (force, defenders)


@pytest.mark.parametrize("name", VARIANTS)
def test_few_armies_by_strips_and_by_rows(name: str) -> None:
    rules = rules_of(name)
    combat = rules.combat
    assert isinstance(combat, RankedDice)
    for force, defenders in product(range(1, 7), repeat=2):
        if classic.is_linear(attack(force, defenders, rules)):
            numbers = Floats()
            by_strips = classic.Fight(combat, numbers, force, defenders).by_strips()
            by_rows = classic.Fight(combat, numbers, force, defenders).row_by_row()
            assert by_strips[0] == pytest.approx(by_rows[0], rel=1e-13)
            assert by_strips[1] == pytest.approx(by_rows[1], rel=1e-13)


def test_where_the_walk_is_free() -> None:
    linear = {name for name in VARIANTS if classic.is_linear(attack(9, 9, rules_of(name)))}
    assert linear >= {"classic", "ties to the attacker", "two dice each"}
    assert not linear & {
        "ties to nobody",
        "three dice for the defender",
        "coin",
        "more than there are",
        "uneven",
    }


TABLES = st.fixed_dictionaries(
    {
        dice: st.dictionaries(
            st.tuples(st.integers(0, 4), st.integers(0, 4)),
            st.integers(1, 9),
            min_size=1,
            max_size=4,
        ).filter(lambda row: set(row) != {(0, 0)})
        for dice in product((1, 2), repeat=2)
    }
)


@settings(max_examples=40)
@given(TABLES, st.integers(1, 5), st.integers(1, 5))
def test_any_table_against_the_twin(table: Any, force: int, defenders: int) -> None:
    odds = oddsapp.battle(force=force, defenders=defenders, round_table=table, exact=True)
    ends = classic_twin.end_states(force, defenders, **as_twin(table))
    assert dict(odds.items()) == {state: p for state, p in ends.items() if p}
    floats = oddsapp.battle(force=force, defenders=defenders, round_table=table)
    assert dict(floats.items()) == pytest.approx(
        {state: float(p) for state, p in ends.items() if p}, rel=1e-12
    )


@pytest.mark.parametrize(
    "variant", ["classic", "ties to the attacker", "three dice for the defender", "several at once"]
)
def test_rolls_against_the_twin(variant: str) -> None:
    rules, twin = rules_of(variant), VARIANTS[variant][1]
    for force, defenders in product(range(1, 6), repeat=2):
        odds = oddsapp.battle(force=force, defenders=defenders, rules=rules, exact=True)
        assert dict(odds.rolls.items()) == classic_twin.rolls(force, defenders, **twin)
        assert odds.rolls.mean() == odds.expected_rolls
        assert odds.expected_rolls == classic_twin.expected_rolls(force, defenders, **twin)
        floats = oddsapp.battle(force=force, defenders=defenders, rules=rules)
        assert dict(floats.rolls.items()) == pytest.approx(
            {n: float(p) for n, p in odds.rolls.items()}, rel=1e-12
        )
        assert floats.expected_rolls == pytest.approx(float(odds.expected_rolls), rel=1e-12)


def test_rolls_that_change_nothing_are_counted() -> None:
    rules = rules_of("ties to nobody")
    exact = oddsapp.battle(force=3, defenders=2, rules=rules, exact=True)
    assert exact.expected_rolls == classic_twin.expected_rolls(3, 2, ties="nobody")
    with pytest.raises(oddsapp.InvalidInput, match="no longest run"):
        _ = exact.rolls
    floats = oddsapp.battle(force=3, defenders=2, rules=rules)
    assert floats.rolls.mean() == pytest.approx(float(exact.expected_rolls), rel=1e-12)
    assert floats.rolls.var() == pytest.approx(floats.chain.variance_of_steps((3, 2)), rel=1e-11)


def test_two_dice_that_never_decide_anything() -> None:
    same = {"attack_die": Die([3]), "defence_die": Die([3, 3])}
    for exact in (False, True):
        with pytest.raises(oddsapp.InvalidInput, match="no roll ever costs anybody anything"):
            oddsapp.battle(3, 2, rules=CLASSIC.replace(**same, ties="nobody"), exact=exact)
    assert oddsapp.battle(3, 2, rules=CLASSIC.replace(**same), exact=True).lose == 1


@pytest.mark.parametrize("exact", [False, True])
def test_a_roll_that_costs_more_than_any_army_has(exact: bool) -> None:
    table = {(1, 1): {(10**30, 0): 1, (0, 1): 1}}
    odds = oddsapp.battle(force=3, defenders=3, round_table=table, exact=exact)
    assert dict(odds.items()) == {(3, 0): 1 / 8, (0, 1): 1 / 8, (0, 2): 1 / 4, (0, 3): 1 / 2}


def test_one_against_one() -> None:
    odds = oddsapp.battle(2, 1, exact=True)
    assert dict(odds.items()) == {(1, 0): Fraction(5, 12), (0, 1): Fraction(7, 12)}
