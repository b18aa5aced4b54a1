"""Why the chances of the two pairs must not be multiplied, and who did it."""

from __future__ import annotations

from fractions import Fraction

from oddsapp.combat.battle import attack
from oddsapp.combat.roll import Winner
from oddsapp.luck.two_models import independent_model, printed_model, right_model
from oddsapp.odds.dependence import PairTable, pair_table
from oddsapp.odds.mistakes import MISTAKES
from oddsapp.odds.solve import battle as solve
from oddsapp.rules import find_ruleset
from oddsapp.ui.learn.dice import RULES
from oddsapp.ui.learn.parts import (
    HIDDEN,
    Formula,
    Heading,
    Part,
    Table,
    equals_latex,
    equation,
    versus,
)
from oddsapp.ui.learn.walk import told

DICE = RULES.attack_dice, RULES.defence_dice
A, D = Winner.ATTACKER, Winner.DEFENDER

_MADE = ("independent_pairs", "tan_1997_table")


def dependent(force: int, defenders: int, *, hidden: bool, university: bool) -> tuple[Part, ...]:
    """Return the lesson on dependent pairs.

    Parameters
    ----------
    force, defenders : int
        The battle in which the mistake is followed to the end.
    hidden : bool
        Whether its answer is kept back.
    university : bool
        With the covariance.
    """
    table = pair_table(RULES, DICE)
    second, if_won, if_lost = (
        table.second[A],
        table.second_given(A, A),
        table.second_given(A, D),
    )
    right, wrong = (model(RULES, DICE) for model in (right_model, independent_model))
    printed = printed_model(DICE)
    return (
        f"Roll {DICE[0]} dice against {DICE[1]}. The attacker wins the first pair with chance",
        equation("P(A_1)", table.first[A]),
        "and the second pair with chance",
        equation("P(A_2)", second),
        (
            "To have both, it is tempting to multiply the two. That is wrong. The second pair"
            " depends on the first, because the dice of a side are sorted: its second die is"
            " never higher than its first. If the defender’s highest die is low, the second is"
            " low as well. So whoever wins the first pair has better chances in the second:"
        ),
        equation("P(A_2 \\mid A_1)", if_won),
        equation("P(A_2 \\mid D_1)", if_lost),
        "The right way is to count both pairs together. Compare:",
        _joint(table),
        *(_covariance(table) if university else ()),
        Heading("A mistake that was printed"),
        (
            "In 1997 a paper in a mathematics journal (B. Tan, Mathematics Magazine 70)"
            " multiplied. It was put right in 2003 (J. A. Osborne, ibid. 76), and a calculator"
            " published in 2024 still does it. The printed chances have a second slip besides, so"
            " they are a column of their own:"
        ),
        Table(
            f"One roll of {DICE[0]} dice against {DICE[1]}",
            ("Result", "Right", "Multiplied", "Printed 1997"),
            tuple(
                (told(losses).capitalize(), (right[losses], wrong[losses], printed[losses]))
                for losses in sorted(right)
            ),
        ),
        Table(
            "The same as decimals",
            ("Result", "Right", "Multiplied", "Printed 1997"),
            tuple(
                (
                    told(losses).capitalize(),
                    tuple(f"{float(model[losses]):.4f}" for model in (right, wrong, printed)),
                )
                for losses in sorted(right)
            ),
        ),
        (
            "Multiplied, the extreme results look rarer than they are, and “each loses 1” looks"
            " more common."
        ),
        Heading("What it does to your battle"),
        *_followed(force, defenders, hidden=hidden),
    )


def _joint(table: PairTable) -> Table:
    names = {A: "attacker", D: "defender"}
    return Table(
        "First and second pair together",
        ("First, second pair won by", "Counted together", "Multiplied (wrong)"),
        tuple(
            (
                f"{names[first]}, {names[second]}",
                (table.joint[first, second], table.multiplied(first, second)),
            )
            for first in (A, D)
            for second in (A, D)
        ),
    )


def _covariance(table: PairTable) -> tuple[Part, ...]:
    return (
        "With indicators of the attacker’s two wins, what multiplying forgets is their covariance:",
        Formula(
            "\\begin{aligned} \\operatorname{Cov}(1_{A_1}, 1_{A_2}) &= P(A_1 A_2) - P(A_1) P(A_2)"
            f"\\\\[0.5em] & {equals_latex(table.covariance)} \\end{{aligned}}"
        ),
    )


def _followed(force: int, defenders: int, *, hidden: bool) -> tuple[Part, ...]:
    who = versus(force, defenders)
    if hidden:
        return (f"The chance to win {who}, right and by the two mistakes: {HIDDEN}",)
    found = wins(force, defenders)
    if len(set(found.values())) == 1:
        return (f"In {who} two pairs are never compared, so the mistake makes no difference.",)
    return (
        Table(
            f"The chance to win {who}",
            ("Model", "Decimal", "As a fraction"),
            tuple((name, (f"{float(win):.6f}", win)) for name, win in found.items()),
        ),
    )


def wins(force: int, defenders: int) -> dict[str, Fraction]:
    """Return P(win) of a battle, right and by the two mistakes.

    Examples
    --------
    >>> [round(float(win), 4) for win in wins(3, 2).values()]
    [0.656, 0.6902, 0.6643]
    """
    battle = attack(force, defenders, find_ruleset("classic"))
    right = solve(force=force, defenders=defenders, exact=True).win
    multiplied, printed = (
        Fraction(mistake.win(battle, exact=True))
        for name in _MADE
        for mistake in MISTAKES
        if mistake.name == name
    )
    return {"Right": Fraction(right), "Multiplied": multiplied, "Printed 1997": printed}
