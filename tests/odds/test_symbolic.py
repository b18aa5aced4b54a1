"""Formulas against the numeric solvers and against published numbers."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from typing import Any

import pytest
import sympy

from oddsapp.combat import attack, border_clash, mass_invasion, spoils_of_war
from oddsapp.combat.battle import Battle
from oddsapp.combat.round import ranked_round
from oddsapp.dice import Die
from oddsapp.errors import InvalidInput
from oddsapp.odds.large import large_battle
from oddsapp.odds.solve import solve
from oddsapp.odds.symbolic import (
    break_even_in_sides,
    losses_in_sides,
    round_in_sides,
    win_in_faces,
    win_in_rounds,
)
from oddsapp.rules import RankedDice, Ties, find_ruleset
from tests.reference.classic_twin import losses_of_roll

N = sympy.Symbol("n", integer=True, positive=True)
CLASSIC = find_ruleset("classic")
RISK2 = find_ruleset("risk2")


def at(expression: Any, sides: int) -> Fraction:
    value = sympy.Rational(sympy.sympify(expression).subs(N, sides))
    return Fraction(int(value.p), int(value.q))


@pytest.mark.parametrize("ties", list(Ties))
@pytest.mark.parametrize("dice", list(product([1, 2, 3], repeat=2)))
def test_closed_forms_hold_beyond_the_sides_that_they_were_made_from(
    dice: tuple[int, int], ties: Ties
) -> None:
    formulas = round_in_sides(*dice, ties)
    assert sympy.cancel(sum(formulas.values())) == 1
    for sides in (1, 2, 6, 7):
        die = Die.numbered(sides)
        rules = RankedDice(
            attack_dice=dice[0],
            defence_dice=dice[1],
            attack_die=die,
            defence_die=die,
            ties=ties,
        )
        roll = ranked_round(rules, *dice)
        for losses, formula in formulas.items():
            assert at(formula, sides) == roll.probability(losses)


def test_the_closed_form_counts_real_throws() -> None:
    faces = range(1, 5)
    throws: list[tuple[int, ...]] = [
        losses_of_roll(roll[:3], roll[3:]) for roll in product(faces, repeat=5)
    ]
    for losses, formula in round_in_sides(3, 2).items():
        assert at(formula, 4) == Fraction(throws.count(losses), len(throws))


def test_the_published_closed_form_is_the_loss_of_the_attacker() -> None:
    attacker, defender = losses_in_sides(3, 2)
    published = (N + 1) * (2 * N - 1) * (7 * N**2 + 9 * N + 4) / (20 * N**4)
    assert sympy.simplify(attacker - published) == 0
    assert sympy.simplify(attacker + defender) == 2
    assert (at(attacker, 6), at(defender, 6)) == (Fraction(7161, 7776), Fraction(8391, 7776))


def test_the_slope_in_sides_is_the_slope_of_large_battles() -> None:
    slope = break_even_in_sides()
    for sides in (2, 6, 12):
        die = Die.numbered(sides)
        rules = CLASSIC.replace(attack_die=die, defence_die=die)
        assert sympy.Rational(slope.subs("n", sides)) == sympy.Rational(large_battle(rules).slope)


SMALL: list[Battle] = [
    attack(1, 1, CLASSIC),
    attack(3, 2, CLASSIC),
    attack(5, 6, CLASSIC),
    attack(4, 3, CLASSIC.replace(ties="nobody")),
    attack(7, 6, RISK2),
    mass_invasion([3, 2], 3, RISK2),
    border_clash(7, 6, RISK2),
    spoils_of_war([[2], [1, 2]], RISK2),
    spoils_of_war([[2], [2], [2]], RISK2.replace(spoils_reading="pairwise")),
]


@pytest.mark.parametrize("battle", SMALL, ids=lambda b: f"{b.kind} {b.armies}")
def test_the_polynomial_in_the_rolls_is_the_solver(battle: Battle) -> None:
    exact = solve(battle, exact=True)
    for player in range(battle.players):
        formula = win_in_rounds(battle, player)
        assert formula.expression.is_polynomial(*formula.values)
        assert formula.value() == exact.ends.winning(player)


def test_the_derivative_by_a_roll_is_a_difference_quotient() -> None:
    battle = attack(3, 2, CLASSIC)
    formula = win_in_rounds(battle)
    (symbol,) = (s for s in formula.values if str(s) == "p_3v2_0_2")
    step = sympy.Rational(1, 10**9)
    moved = formula.expression.subs({**formula.values, symbol: formula.values[symbol] + step})
    quotient = (moved - formula.expression.subs(formula.values)) / step
    assert float(quotient) == pytest.approx(float(formula.derivatives()[symbol]), abs=1e-8)


@pytest.mark.parametrize("ties", list(Ties))
@pytest.mark.parametrize("armies", [(1, 1), (2, 1), (1, 3), (3, 2)])
def test_the_rational_function_of_faces_is_the_solver(armies: tuple[int, int], ties: Ties) -> None:
    loaded = CLASSIC.replace(
        attack_die=Die([1, 2, 3, 3]), defence_die=Die([1, 1, 2, 3]), ties=ties.value
    )
    formula = win_in_faces(attack(*armies, loaded))
    assert formula.value() == solve(attack(*armies, loaded), exact=True).ends.winning(0)
    # The same expression, other dice with the same numbers.
    fair = CLASSIC.replace(attack_die=Die([1, 2, 3]), defence_die=Die([1, 2, 3]), ties=ties.value)
    ones = formula.expression.subs(dict.fromkeys(formula.values, 1))
    wanted = solve(attack(*armies, fair), exact=True).ends.winning(0)
    assert Fraction(int(ones.p), int(ones.q)) == wanted


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: win_in_rounds(attack(30, 30, CLASSIC)), "900 states; the limit is 200"),
        (lambda: win_in_faces(attack(6, 6, CLASSIC)), "36 states; the limit is 12"),
        (lambda: win_in_faces(attack(2, 2, RISK2)), "for classic dice"),
        (lambda: round_in_sides(0, 1), "at least 1"),
        (lambda: round_in_sides(20, 1), "up to 7 dice, not 21"),
        (lambda: round_in_sides(3, 2, "me"), "it can be attacker, defender, nobody"),
    ],
)
def test_what_has_no_formula_is_refused(ask: Any, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        ask()
