"""Which face matters most: exact derivatives of P(win) by the faces of classic dice."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod

from oddsapp.combat import Battle, State
from oddsapp.combat.roll import dice_losses
from oddsapp.dice import Die
from oddsapp.errors import InvalidInput
from oddsapp.odds.chain import AbsorbingChain
from oddsapp.odds.full_dice import check_no_decisions
from oddsapp.rules import RankedDice
from oddsapp.rules.round_table import Losses

MOST_STATES = 2_500
"""The most states of a battle whose derivatives are computed, in fractions."""

Dice = tuple[int, int]
"""How many dice the attacker and the defender roll."""

Face = tuple[str, int]
"""``"a"`` or ``"d"``, and the number on the face."""


def throws(die: Die, dice: int) -> list[tuple[tuple[int, ...], int]]:
    """Return all throws of equal dice that differ in more than their order, with their number.

    The number counts orders, not faces: multiply by the weight of each face.

    Examples
    --------
    >>> throws(Die([1, 2]), 2)
    [((1, 1), 1), ((1, 2), 2), ((2, 2), 1)]
    """
    return [
        (faces, factorial(dice) // prod(factorial(faces.count(face)) for face in set(faces)))
        for faces in combinations_with_replacement(die.counts, dice)
    ]


def face_derivatives(battle: Battle) -> dict[str, Fraction]:
    """Return how much each face matters: the derivatives of P(win) by how often it shows.

    Parameters
    ----------
    battle : Battle
        A classic one, with dice.

    Returns
    -------
    dict
        From ``a_6``, a six of the attacker, ``d_6``, a six of the defender, and so on, to the
        change of P(win) per unit of probability that goes to that face, taken from all faces
        of the die in proportion.

    Raises
    ------
    InvalidInput
        If the dice are not classic, or the battle is too large.

    Notes
    -----
    P(win) is homogeneous of degree 0 in the weights w of a die's faces, so moving the share e
    of all rolls to face i changes it by e S dP/dw_i + O(e^2), S the sum of all w; weighted with
    w these numbers add up to 0. They follow from the chain rule,

        dP/dw = sum over rolls r and losses l of  dP/dp(r, l)  dp(r, l)/dw,
        dP/dp(r, l) = sum over states s that roll r of  visits(s) P(win from s after l),

    and a throw that shows face i k times has a weight whose derivative is k / w_i times itself.

    Examples
    --------
    >>> from oddsapp.combat import attack
    >>> from oddsapp.rules import find_ruleset
    >>> by_face = face_derivatives(attack(1, 1, find_ruleset("classic")))
    >>> by_face["a_6"], by_face["a_1"], by_face["d_6"]
    (Fraction(5, 12), Fraction(-5, 12), Fraction(-5, 12))
    """
    rules = battle.rules.combat
    check_no_decisions(rules)
    if not isinstance(rules, RankedDice) or rules.round_table is not None:
        raise InvalidInput(
            "derivatives by faces are for classic dice;"
            " for others ask for the changes of P(win) with one face moved"
        )
    states = prod(battle.armies)
    if states > MOST_STATES:
        raise InvalidInput(
            f"derivatives are for battles of up to {MOST_STATES:,} states, not {states:,}"
        )
    dice = {"a": rules.attack_die, "d": rules.defence_die}
    results = {(side, face): Fraction(0) for side, die in dice.items() for face in die.counts}
    by_roll = _by_roll(battle, rules)
    for (thrown, losses), worth in by_roll.items():
        for face, slope in _slopes(rules, thrown)[losses].items():
            results[face] += worth * slope
    return {f"{side}_{face}": value * dice[side].sides for (side, face), value in results.items()}


def _by_roll(battle: Battle, rules: RankedDice) -> dict[tuple[Dice, Losses], Fraction]:
    """Return the derivative of P(win) by the probability of each loss in each roll."""
    chain = AbsorbingChain.from_successors(
        battle.armies, lambda state: battle.successors(state)[0], battle.is_over
    )
    visits = chain.expected_visits(battle.armies, exact=True)
    derivatives: dict[tuple[Dice, Losses], Fraction] = {}
    won: dict[State, Fraction] = {}
    for state in sorted(visits, key=sum):
        thrown = min(state[0], rules.attack_dice), min(state[1], rules.defence_dice)
        roll = battle.round(state)
        # A state that repeats a roll is met again, but only one roll there decides.
        decisive = visits[state] * (1 - roll.probability((0, 0)))
        won[state] = Fraction(0)
        for losses, weight in roll.changing.outcomes:
            after = max(0, state[0] - losses[0]), max(0, state[1] - losses[1])
            value = won.get(after, Fraction(battle.winner(after) == 0))
            won[state] += Fraction(weight, roll.changing.total) * value
            key = thrown, losses
            derivatives[key] = derivatives.get(key, Fraction(0)) + decisive * value
    return derivatives


@cache
def _slopes(rules: RankedDice, thrown: Dice) -> dict[Losses, dict[Face, Fraction]]:
    """Return d p(losses) / d w(face), p given that somebody loses something."""
    attack, defence = rules.attack_die.counts, rules.defence_die.counts
    weights: dict[Losses, int] = {}
    slopes: dict[Losses, dict[Face, Fraction]] = {}
    for a, a_ways in throws(rules.attack_die, thrown[0]):
        for d, d_ways in throws(rules.defence_die, thrown[1]):
            losses = dice_losses(rules, a, d)
            if not any(losses):
                continue
            ways = a_ways * d_ways * prod(attack[f] for f in a) * prod(defence[f] for f in d)
            weights[losses] = weights.get(losses, 0) + ways
            here = slopes.setdefault(losses, {})
            for side, faces, counts in (("a", a, attack), ("d", d, defence)):
                for number in set(faces):
                    slope = Fraction(ways * faces.count(number), counts[number])
                    here[side, number] = here.get((side, number), Fraction(0)) + slope
    total = sum(weights.values())
    steeper: dict[Face, Fraction] = {}
    for here in slopes.values():
        for face, slope in here.items():
            steeper[face] = steeper.get(face, Fraction(0)) + slope
    return {
        losses: {
            face: (slopes[losses].get(face, Fraction(0)) - Fraction(weight, total) * rise) / total
            for face, rise in steeper.items()
        }
        for losses, weight in weights.items()
    }
