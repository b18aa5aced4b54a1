"""Formulas instead of numbers, with sympy: nothing else in the package imports it.

Two questions. What does a roll cost with n-sided dice (`round_in_sides`)? How does P(win) of
a small battle depend on the probabilities of its rolls (`win_in_rounds`), and on those of the
faces (`win_in_faces`)? The derivatives as numbers are in `oddsapp.odds.derivatives`.

Each is built from what the solvers use, `oddsapp.combat`, and tested against them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import pairwise
from math import factorial, prod
from typing import TYPE_CHECKING, Any

from oddsapp.arguments import whole_number
from oddsapp.combat import Battle, State
from oddsapp.combat.roll import dice_losses
from oddsapp.combat.round import ranked_round
from oddsapp.dice import Die
from oddsapp.errors import InvalidInput
from oddsapp.odds.chain import AbsorbingChain
from oddsapp.odds.derivatives import throws
from oddsapp.odds.full_dice import check_no_decisions
from oddsapp.odds.in_play import dice_in_play
from oddsapp.rules import RankedDice, Ties
from oddsapp.rules.round_table import Losses

if TYPE_CHECKING:
    import sympy

MOST_STATES = 200
"""The most states (force times defenders, for two armies) of a battle written as a formula."""

MOST_DICE = 7
"""The most dice of a roll whose closed forms are worked out."""

MOST_FACE_STATES = 12
"""The most states of a battle written in the faces of its dice: that is much longer."""


def round_in_sides(
    attack_dice: int, defence_dice: int, ties: str | Ties = Ties.DEFENDER
) -> dict[Losses, sympy.Expr]:
    """Return the probabilities of a roll of n-sided dice, as closed forms in n.

    Parameters
    ----------
    attack_dice, defence_dice : int
    ties : str or Ties
        Who wins equal dice.

    Returns
    -------
    dict
        From (attackers lost, defenders lost) to an expression in the symbol ``n``.

    Notes
    -----
    What a roll costs depends only on how its dice are ordered, ties included. A pattern of
    order with k different numbers can be made in C(n, k) ways, so with m dice in all

        count(n) = sum over k of c_k C(n, k),    k = 1 … m,

    and the c_k are the k-th differences of count(0) = 0, count(1), count(2), …: Newton's
    interpolation, here an identity.

    Examples
    --------
    >>> round_in_sides(1, 1)
    {(0, 1): (n - 1)/(2*n), (1, 0): (n + 1)/(2*n)}
    """
    attack_dice = whole_number(attack_dice, "the number of attacking dice", least=1)
    defence_dice = whole_number(defence_dice, "the number of defending dice", least=1)
    if attack_dice + defence_dice > MOST_DICE:
        raise InvalidInput(
            f"closed forms are for up to {MOST_DICE} dice, not {attack_dice + defence_dice}"
        )
    if ties not in list(Ties):
        raise InvalidInput(f"ties cannot be {ties!r}; it can be {', '.join(Ties)}")
    return dict(_round_in_sides(attack_dice, defence_dice, Ties(ties)))


@cache
def _round_in_sides(attack_dice: int, defence_dice: int, ties: Ties) -> dict[Losses, sympy.Expr]:
    import sympy

    n, dice = _sides(), attack_dice + defence_dice
    counts: dict[Losses, list[int]] = {}
    for sides in range(1, dice + 1):
        die = Die.numbered(sides)
        rules = RankedDice(
            attack_dice=attack_dice,
            defence_dice=defence_dice,
            attack_die=die,
            defence_die=die,
            ties=ties,
        )
        for losses, weight in ranked_round(rules, attack_dice, defence_dice).outcomes:
            counts.setdefault(losses, [0] * (dice + 1))[sides] = weight
    formulas = {}
    for losses, values in sorted(counts.items()):
        differences, ways = values, sympy.Integer(0)
        for k in range(1, dice + 1):
            differences = [b - a for a, b in pairwise(differences)]
            ways += differences[0] * sympy.ff(n, k) / factorial(k)
        formulas[losses] = sympy.factor(ways.expand(func=True) / n**dice)
    return formulas


def _sides() -> sympy.Symbol:
    import sympy

    return sympy.Symbol("n", integer=True, positive=True)


def formula_latex(expression: sympy.Expr) -> str:
    r"""Return a formula of this module in LaTeX, for pages and documents.

    Examples
    --------
    >>> formula_latex(round_in_sides(1, 1)[0, 1])
    '\\frac{n - 1}{2 n}'
    """
    import sympy

    return str(sympy.latex(expression))


def losses_in_sides(
    attack_dice: int, defence_dice: int, ties: str | Ties = Ties.DEFENDER
) -> tuple[sympy.Expr, sympy.Expr]:
    """Return the expected losses of attacker and defender in one roll, closed forms in n.

    Examples
    --------
    >>> losses_in_sides(3, 2)[0]  # the attacker's
    (n + 1)*(2*n - 1)*(7*n**2 + 9*n + 4)/(20*n**4)
    """
    import sympy

    roll = round_in_sides(attack_dice, defence_dice, ties)
    attacker, defender = (
        sympy.factor(sum(losses[side] * p for losses, p in roll.items())) for side in (0, 1)
    )
    return attacker, defender


def break_even_in_sides(
    attack_dice: int = 3, defence_dice: int = 2, ties: str | Ties = Ties.DEFENDER
) -> sympy.Expr:
    """Return the break-even slope of large battles with n-sided dice, a closed form in n.

    See Also
    --------
    oddsapp.odds.large.large_battle : The same for any dice, as a number, with the spread.

    Examples
    --------
    >>> import sympy
    >>> slope = break_even_in_sides()
    >>> slope.subs("n", 6), sympy.limit(slope, "n", sympy.oo)
    (2387/2797, 7/13)
    """
    import sympy

    attacker, defender = losses_in_sides(attack_dice, defence_dice, ties)
    return sympy.factor(attacker / defender).subs(_sides(), sympy.Symbol("n"))


@dataclass(frozen=True)
class Formula:
    """P(win) as an expression, with the values that its symbols have in this battle.

    Parameters
    ----------
    expression : sympy.Expr
    values : mapping
        From each symbol to its value, a rational.
    """

    expression: Any
    values: Mapping[Any, Any]

    def value(self) -> Fraction:
        """Return P(win) of the battle itself."""
        return _fraction(self.expression.subs(self.values))

    def derivatives(self) -> dict[Any, Fraction]:
        """Return the derivative by each symbol, the others kept, at the battle's values."""
        return {
            symbol: _fraction(self.expression.diff(symbol).subs(self.values))
            for symbol in self.values
        }


def _fraction(number: Any) -> Fraction:
    return Fraction(int(number.p), int(number.q))


def win_in_rounds(battle: Battle, player: int = 0) -> Formula:
    """Return P(win) as a polynomial in the probabilities of its rolls.

    Parameters
    ----------
    battle : Battle
        A small one.
    player : int
        Who wins; 0 is the attacker, or the first player.

    Returns
    -------
    Formula
        The symbol ``p_3v2_0_2`` is the probability that 3 dice against 2 cost the first army
        0 and the second 2, given that the roll costs anybody anything.

    Raises
    ------
    InvalidInput
        If the battle is too large for a formula.

    Examples
    --------
    >>> from oddsapp.combat import attack
    >>> from oddsapp.rules import find_ruleset
    >>> formula = win_in_rounds(attack(2, 1, find_ruleset("classic")))
    >>> formula.expression
    p_1v1_0_1*p_2v1_1_0 + p_2v1_0_1
    >>> formula.value()
    Fraction(1955, 2592)
    """
    import sympy
    from sympy.polys.rings import ring

    check_no_decisions(battle.rules.combat)
    _check_states(battle, MOST_STATES)
    order = _states(battle)
    values: dict[str, Fraction] = {}
    moves: dict[State, list[tuple[str, State]]] = {}
    for state in order:
        roll = battle.round(state).changing
        dice = dice_in_play(battle, state)
        living = [place for place, size in enumerate(state) if size]
        for losses, weight in roll.outcomes:
            after = list(state)
            for place, lost in zip(living, losses, strict=True):
                after[place] = max(0, after[place] - lost)
            name = _symbol_of(dice, losses)
            values[name] = Fraction(weight, roll.total)
            moves.setdefault(state, []).append((name, tuple(after)))
    _, *symbols = ring(list(values), sympy.QQ)
    one_of = dict(zip(values, symbols, strict=True))
    won: dict[State, Any] = {}
    for state in reversed(order):
        won[state] = sum(
            one_of[name] * won.get(after, int(battle.winner(after) == player))
            for name, after in moves[state]
        )
    return Formula(
        sympy.sympify(won[battle.armies].as_expr()),
        {sympy.Symbol(name): sympy.Rational(p) for name, p in values.items()},
    )


def _symbol_of(dice: tuple[str | None, ...], losses: Losses) -> str:
    return "_".join(["p", "v".join(name for name in dice if name), *map(str, losses)])


def _states(battle: Battle) -> list[State]:
    """Return the states in which somebody rolls, most armies first."""
    return sorted(_chain(battle).transient, key=sum, reverse=True)


def _chain(battle: Battle) -> AbsorbingChain[State]:
    return AbsorbingChain.from_successors(
        battle.armies, lambda state: battle.successors(state)[0], battle.is_over
    )


def _check_states(battle: Battle, most: int) -> None:
    states = prod(battle.armies)
    if states > most:
        raise InvalidInput(
            f"a formula for {' v '.join(map(str, battle.armies))} armies would have up to"
            f" {states:,} states; the limit is {most}, so ask for the number itself"
        )


def win_in_faces(battle: Battle) -> Formula:
    """Return P(win) as a rational function of the weights of the faces.

    Parameters
    ----------
    battle : Battle
        A small classic one.

    Returns
    -------
    Formula
        The symbol ``a_6`` is the weight of a six on the attacker's dice, ``d_6`` on the
        defender's: its probability is that over the sum of all weights of the die. The
        expression is `win_in_rounds` with the rolls put in, not multiplied out.

    Raises
    ------
    InvalidInput
        If the dice are not classic, or the battle is too large for a formula.

    Examples
    --------
    With coins instead of dice, tails 1 and heads 2:

    >>> from oddsapp.combat import attack
    >>> from oddsapp.dice import Die
    >>> from oddsapp.rules import find_ruleset
    >>> coins = find_ruleset("classic").replace(attack_die=Die([1, 2]), defence_die=Die([1, 2]))
    >>> win_in_faces(attack(1, 1, coins)).expression
    a_2*d_1/((a_1 + a_2)*(d_1 + d_2))
    """
    import sympy

    rules = battle.rules.combat
    check_no_decisions(rules)
    if not isinstance(rules, RankedDice) or rules.round_table is not None:
        raise InvalidInput(
            "formulas in the faces of dice are for classic dice;"
            " for others ask how P(win) changes as numbers"
        )
    _check_states(battle, MOST_FACE_STATES)
    attack = {value: sympy.Symbol(f"a_{value}") for value in rules.attack_die.counts}
    defence = {value: sympy.Symbol(f"d_{value}") for value in rules.defence_die.counts}
    rolls: dict[Any, Any] = {}
    for dice in {dice_in_play(battle, state) for state in _chain(battle).transient}:
        thrown = int(dice[0] or 0), int(dice[1] or 0)
        weights = _roll_in_faces(rules, attack, defence, thrown)
        total = sum(attack.values()) ** thrown[0] * sum(defence.values()) ** thrown[1]
        total -= weights.pop((0, 0), sympy.Integer(0))
        for losses, weight in weights.items():
            rolls[sympy.Symbol(_symbol_of(dice, losses))] = weight / total
    values = {
        symbols[value]: sympy.Integer(count)
        for symbols, die in ((attack, rules.attack_die), (defence, rules.defence_die))
        for value, count in die.counts.items()
    }
    return Formula(win_in_rounds(battle).expression.xreplace(rolls), values)


def _roll_in_faces(
    rules: RankedDice,
    attack: Mapping[int, Any],
    defence: Mapping[int, Any],
    thrown: tuple[int, int],
) -> dict[Losses, Any]:
    """Return the weight of each loss, a polynomial in the weights of the faces.

    The sum over all throws, those that differ only in their order counted together.
    """
    import sympy
    from sympy.polys.rings import ring

    domain, *elements = ring([*attack.values(), *defence.values()], sympy.QQ)
    first = dict(zip(attack, elements, strict=False))
    second = dict(zip(defence, elements[len(attack) :], strict=True))
    weights: dict[Losses, Any] = {}
    for a, a_ways in throws(rules.attack_die, thrown[0]):
        for d, d_ways in throws(rules.defence_die, thrown[1]):
            faces = prod((first[v] for v in a), start=domain.one) * prod(
                (second[v] for v in d), start=domain.one
            )
            losses = dice_losses(rules, a, d)
            weights[losses] = weights.get(losses, domain.zero) + a_ways * d_ways * faces
    return {losses: weight.as_expr() for losses, weight in weights.items()}
