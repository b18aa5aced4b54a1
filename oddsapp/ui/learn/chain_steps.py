"""The university route: one roll in n, then the chain, its matrices, and how long it takes."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

from oddsapp.odds.canonical import CanonicalForm, canonical_form
from oddsapp.odds.matrix_text import Notation, matrix_text
from oddsapp.odds.symbolic import break_even_in_sides, formula_latex, round_in_sides
from oddsapp.ui.learn.dice import RULES
from oddsapp.ui.learn.parts import (
    HIDDEN,
    Formula,
    Heading,
    Part,
    Picture,
    Table,
    equals_latex,
    equation,
    full_number,
)
from oddsapp.ui.learn.spikes import outcome
from oddsapp.ui.parts.bars import Bar, Side, histogram
from oddsapp.wording import counted

FULL = 12
"""Up to so many rows and columns a matrix is shown whole."""

CORNER = 8
"""So many rows and columns of a larger one are shown."""

State = tuple[int, ...]

WHAT = {
    "Q": "from transient to transient states",
    "R": "from transient to absorbing states",
    "N": "expected visits",
    "B": "absorption probabilities",
}
"""What each matrix holds."""

NOTATIONS = {Notation.LATEX: "LaTeX", Notation.CSV: "CSV", Notation.NUMPY: "NumPy"}

ENDINGS = {Notation.LATEX: "tex", Notation.CSV: "csv", Notation.NUMPY: "py"}


def _most_armies_first(state: State) -> tuple[int, State]:
    return -sum(state), tuple(-size for size in state)


@lru_cache(maxsize=16)
def form_of(force: int, defenders: int) -> CanonicalForm[State]:
    """Return the canonical form of a battle, states with most armies first.

    Examples
    --------
    >>> form_of(2, 1).transient
    ((2, 1), (1, 1))
    """
    return canonical_form(outcome(force, defenders).chain, _most_armies_first)


def state_text(state: State) -> str:
    """Return a state as a heading, ``(3, 2)``, never broken over two lines."""
    return "(" + ",\u00a0".join(map(str, state)) + ")"


def matrix_table(form: CanonicalForm[State], name: str) -> tuple[Part, ...]:
    """Return a matrix as a table, cut to its first corner if it is large."""
    rows, columns = form.rows_and_columns(name)
    cells = form.matrix(name)
    height, width = (len(states) if len(states) <= FULL else CORNER for states in (rows, columns))
    table = Table(
        f"{name}: {WHAT[name]}",
        (name, *map(state_text, columns[:width])),
        tuple(
            (state_text(state), tuple(row[:width]))
            for state, row in zip(rows[:height], cells[:height], strict=True)
        ),
    )
    if (height, width) == (len(rows), len(columns)):
        return (table,)
    return (
        table,
        (
            f"{name} has {len(rows)} rows and {len(columns)} columns; here is its first corner. The"
            " whole of it is below, to copy or to save."
        ),
    )


@lru_cache(maxsize=8)
def matrix_copy(force: int, defenders: int, name: str, notation: str) -> str:
    """Return the whole of a matrix as text to be copied."""
    form = form_of(force, defenders)
    return matrix_text(notation, name, form.matrix(name), form.rows_and_columns(name))


@lru_cache(maxsize=1)
def roll_in_sides() -> tuple[Part, ...]:
    """Return the lesson on one roll, for dice with any number of sides."""
    dice = [(1, 1), (2, 1), (2, 2), (RULES.attack_dice, RULES.defence_dice)]
    sides = RULES.attack_die.sides
    parts: list[Part] = [
        (
            "What a roll costs depends only on how its dice are ordered, equal ones included. So"
            " the chances are rational functions of the number n of sides. Write p(i, j) for the"
            " chance that the attacker loses i armies and the defender j."
        )
    ]
    for attack_dice, defence_dice in dice:
        parts.append(Heading(f"{attack_dice} v {defence_dice}"))
        for losses, formula in round_in_sides(attack_dice, defence_dice).items():
            number = _at(formula, sides)
            parts.append(
                Formula(
                    f"\\begin{{aligned}} p{losses} &= {formula_latex(formula)}"
                    f"\\\\[0.5em] & {equals_latex(number)} \\quad (n = {sides})"
                    " \\end{aligned}"
                )
            )
    slope = break_even_in_sides()
    return (
        *parts,
        Heading("What an attacker is worth"),
        (
            "The ratio of the expected losses in the largest roll: in the long run one defender"
            " costs so many attackers."
        ),
        Formula(
            f"\\begin{{aligned}} r(n) &= {formula_latex(slope)}"
            f"\\\\[0.5em] & {equals_latex(_at(slope, sides))} \\quad (n = {sides}) \\end{{aligned}}"
        ),
    )


def _at(formula: Any, sides: int) -> Fraction:
    """Return the value of a closed form for dice of so many sides."""
    value = formula.subs(dict.fromkeys(formula.free_symbols, sides))
    return Fraction(int(value.p), int(value.q))


def chain(force: int, defenders: int) -> tuple[Part, ...]:
    """Return the lesson on the chain and its canonical form."""
    form = form_of(force, defenders)
    return (
        (
            "A state is (a, d): attackers and defenders left. From"
            f" {state_text((force, defenders))} a battle can come to"
            f" {counted(len(form.transient), 'state')} in which both sides have armies, the start"
            f" included. These are transient. The other {counted(len(form.absorbing), 'state')}"
            " are its ends; they are absorbing. With the transient states first, the transition"
            " matrix is in canonical form:"
        ),
        Formula("P = \\begin{pmatrix} Q & R \\\\ 0 & I \\end{pmatrix}"),
        *matrix_table(form, "Q"),
        *matrix_table(form, "R"),
        (
            "Armies never grow in number, so with most armies first Q is strictly upper"
            f" triangular, and its power {_longest(force, defenders)} is 0: no battle takes more"
            " rolls than that."
        ),
    )


def _longest(force: int, defenders: int) -> int:
    return max(n for n, _ in outcome(force, defenders).rolls.items())


def fundamental(force: int, defenders: int, *, hidden: bool) -> tuple[Part, ...]:
    """Return the lesson on the fundamental matrix."""
    form = form_of(force, defenders)
    idea: tuple[Part, ...] = (
        (
            "How often is state j met, from state i? Once at once if i = j, and then after 1, 2,"
            " 3 … rolls with the chances that the powers of Q hold. Their sum is the fundamental"
            " matrix:"
        ),
        Formula("\\begin{aligned} N &= I + Q + Q^2 + \\cdots \\\\ &= (I - Q)^{-1} \\end{aligned}"),
        (
            "I − Q is triangular with ones on its diagonal, and so is N: one substitution from the"
            " end backwards gives it, with no rounding."
        ),
    )
    if hidden:
        return (*idea, f"N: {HIDDEN}")
    start = state_text((force, defenders))
    return (
        *idea,
        *matrix_table(form, "N"),
        (
            f"The row of {start} says how often each state is met in your battle. As no state is"
            " met twice here, it is also the probability that it is met at all."
        ),
    )


def absorption(force: int, defenders: int, *, hidden: bool) -> tuple[Part, ...]:
    """Return the lesson on absorption probabilities."""
    idea: tuple[Part, ...] = (
        (
            "To end in state k, the chain must be in some transient state j and step from there"
            " into k. Summed over all visits:"
        ),
        Formula("B = N R"),
    )
    if hidden:
        return (*idea, f"B: {HIDDEN}")
    form = form_of(force, defenders)
    row = form.B[form.transient.index((force, defenders))]
    win = sum((p for end, p in zip(form.absorbing, row, strict=True) if end[0]), Fraction(0))
    solver = Fraction(outcome(force, defenders).win)
    same = "the same fraction" if solver == win else f"{solver}, which is another number"
    return (
        *idea,
        *matrix_table(form, "B"),
        Table(
            f"How {force} v {defenders} ends: the row of the start",
            ("End", "Decimal", "Probability"),
            tuple(
                (
                    f"{state_text(end)} {'won' if end[0] else 'lost'}",
                    (f"{float(p):.6f}", p),
                )
                for end, p in zip(form.absorbing, row, strict=True)
            ),
        ),
        "The battle is won in the ends in which attackers are left. Together:",
        equation("P(\\text{win})", win),
        *full_number(win),
        f"The solver that the other pages use knows nothing of matrices. It gives {same}.",
    )


def time(force: int, defenders: int, *, hidden: bool) -> tuple[Part, ...]:
    """Return the lesson on the number of rolls."""
    idea: tuple[Part, ...] = (
        "The expected number of rolls from a state is a row sum of N. With 1 the vector of ones:",
        Formula("t = N \\mathbf{1}"),
        "Its variance, with the square taken entry by entry (Kemeny and Snell, chapter III):",
        Formula("v = (2N - I)\\,t - t^{2}"),
    )
    if hidden:
        return (*idea, f"t and v: {HIDDEN}")
    form = form_of(force, defenders)
    place = form.transient.index((force, defenders))
    mean, variance = form.t[place], form.variance[place]
    rolls = outcome(force, defenders).rolls
    shown = FULL if len(form.transient) <= FULL else CORNER
    cut = (
        ()
        if shown >= len(form.transient)
        else (f"These are the first {shown} of {len(form.transient)} states.",)
    )
    return (
        *idea,
        f"For {force} v {defenders}:",
        equation("E(T)", mean),
        *full_number(mean),
        equation("\\operatorname{Var}(T)", variance),
        *full_number(variance),
        f"The standard deviation is {float(variance) ** 0.5:.4f} rolls.",
        Picture(
            histogram(
                Side("", "", ()),
                Side(
                    "How long it takes",
                    "rolls",
                    tuple(Bar(str(n), float(p)) for n, p in rolls.items()),
                ),
                title=f"The number of rolls of {force} v {defenders}",
            )
        ),
        Table(
            f"The number of rolls of {force} v {defenders}",
            ("Rolls", "Decimal", "Probability"),
            tuple((str(n), (f"{float(p):.6f}", Fraction(p))) for n, p in rolls.items()),
        ),
        Table(
            "Mean and variance from each state",
            ("State", "t ≈", "v ≈", "t", "v"),
            tuple(
                (state_text(state), (f"{float(t):.4f}", f"{float(v):.4f}", t, v))
                for state, t, v in list(zip(form.transient, form.t, form.variance, strict=True))[
                    :shown
                ]
            ),
        ),
        *cut,
    )
