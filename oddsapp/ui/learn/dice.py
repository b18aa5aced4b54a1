"""The first steps of the school route: one die, the highest of several, two pairs."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

from oddsapp.combat.roll import Winner, comparison
from oddsapp.combat.round import Round, ranked_round
from oddsapp.combat.throws import compared_dice
from oddsapp.odds.large import large_battle
from oddsapp.rules import NO_BONUS, RankedDice
from oddsapp.ui.learn.parts import Cell, Part, Table, Ways, equation, versus, ways_equation
from oddsapp.ui.learn.walk import Thrown, told

RULES = RankedDice()
"""Classic dice: what the whole page is about."""


def one_die() -> tuple[Part, ...]:
    """Return the lesson on one die against one die."""
    faces = tuple(RULES.attack_die.counts)
    grid = {
        (a, d): comparison(a, d, RULES.ties) for a, d in product(faces, RULES.defence_die.counts)
    }
    total = len(grid)
    wins = sum(winner is Winner.ATTACKER for winner in grid.values())
    equal = sum(a == d for a, d in grid)
    rows = tuple((str(a), tuple(grid[a, d] for d in RULES.defence_die.counts)) for a in faces)
    return (
        (
            "Attacker and defender throw one die each. The higher die wins, and the loser takes one"
            " army off the board. If both dice show the same, the defender wins."
        ),
        (
            f"Each die has {len(faces)} faces, so the two can fall in {len(faces)} × {len(faces)}"
            f" = {total} ways. All are equally likely. Here they are: A where the attacker wins, D"
            " where the defender does."
        ),
        Table(
            "Attacker’s die down, defender’s die across",
            ("Die", *map(str, RULES.defence_die.counts)),
            rows,
        ),
        f"Count the A: there are {wins}. So the chance that the attacker wins is",
        ways_equation("P(\\text{A})", wins, total),
        (
            f"It is less than one half because of the {equal} ways in which both dice show the"
            " same. All of them go to the defender."
        ),
        ways_equation("P(\\text{D})", total - wins, total),
    )


def highest() -> tuple[Part, ...]:
    """Return the lesson on the highest of several dice."""
    most = RULES.attack_dice
    heads = tuple(f"{n} {'die' if n == 1 else 'dice'}" for n in range(1, most + 1))
    ways = [
        {values[0]: weight for values, weight in compared_dice(RULES.attack_die, NO_BONUS, n, 1)}
        for n in range(1, most + 1)
    ]
    sides = RULES.attack_die.sides
    rows = tuple(
        (str(face), tuple(Ways(of[face], sides ** (n + 1)) for n, of in enumerate(ways)))
        for face in sorted(RULES.attack_die.counts, reverse=True)
    )
    means: list[Cell] = [
        Fraction(sum(face * n for face, n in of.items()), sides ** (place + 1))
        for place, of in enumerate(ways)
    ]
    top = max(RULES.attack_die.counts)
    single = [(a, 1) for a in range(1, most + 1)] + [
        (1, d) for d in range(2, RULES.defence_dice + 1)
    ]
    return (
        (
            f"An attacker with two armies throws two dice, with three or more armies {most}."
            " Against one die of the defender only the highest counts. More dice make a high one"
            " more likely:"
        ),
        Table(
            "What the highest die shows",
            ("Highest", *heads),
            (*rows, ("On average", tuple(means))),
        ),
        (
            f"With two dice, {ways[1][top]} of {sides**2} ways have a {top} in them, not"
            f" {2 * sides}: the way in which both dice show a {top} must not be counted twice."
        ),
        "Now compare the highest die with the other side’s:",
        Table(
            "Who wins when one die is compared",
            ("Dice", "Attacker wins", "Defender wins"),
            tuple(
                (
                    versus(a, d),
                    (
                        _ways(ranked_round(RULES, a, d), (0, 1)),
                        _ways(ranked_round(RULES, a, d), (1, 0)),
                    ),
                )
                for a, d in single
            ),
        ),
        *(
            equation(f"P({a} \\text{{ v }} {d})", ranked_round(RULES, a, d).probability((0, 1)))
            for a, d in single
        ),
        "The second die of the attacker helps a lot, the third less.",
    )


def _ways(roll: Round, losses: tuple[int, int]) -> Ways:
    return Ways(dict(roll.outcomes).get(losses, 0), roll.total)


def pairs(example: Thrown) -> tuple[Part, ...]:
    """Return the lesson on two comparisons in one roll.

    Parameters
    ----------
    example : Thrown
        Dice to show how it goes.
    """
    attack, defence = example.attack, example.defence
    compared = [
        f"{a} against {d}: the "
        + {
            Winner.ATTACKER: "attacker wins.",
            Winner.DEFENDER: "defender wins" + (", as they are equal." if a == d else "."),
            Winner.NOBODY: "nobody wins.",
        }[comparison(a, d, RULES.ties)]
        for a, d in zip(attack, defence, strict=False)
    ]
    rolls = [(a, RULES.defence_dice) for a in range(2, RULES.attack_dice + 1)]
    results = ((0, 2), (1, 1), (2, 0))
    full = large_battle("classic")
    return (
        (
            f"A defender with two armies or more throws {RULES.defence_dice} dice. Now two pairs"
            " are compared: the highest die of each side, and then the second highest. Each pair"
            " costs its loser one army."
        ),
        f"Say the attacker throws {_listed(attack)}, the defender {_listed(defence)}.",
        " ".join(compared) + f" Together: {told(example.losses)}.",
        (
            "Go through all ways in which the dice can fall, and count. This is everything that a"
            " roll with two pairs can do:"
        ),
        Table(
            "How a roll with two pairs ends, by the dice on both sides",
            ("Dice", *(told(losses).capitalize() for losses in results)),
            tuple(
                (
                    versus(a, d),
                    tuple(_ways(ranked_round(RULES, a, d), losses) for losses in results),
                )
                for a, d in rolls
            ),
        ),
        (
            f"In the largest roll, {RULES.attack_dice} dice against {RULES.defence_dice}, two"
            " armies always go. On average the attacker loses"
        ),
        equation("E_A", full.attackers_lost),
        "and the defender loses",
        equation("E_D", full.defenders_lost),
        "So the attacker is a little better off. Remember that for the step on big armies.",
    )


def _listed(faces: tuple[int, ...]) -> str:
    return " ".join(map(str, faces))
