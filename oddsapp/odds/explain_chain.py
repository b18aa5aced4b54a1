"""The university part of an explanation: the canonical form of the absorbing chain."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from oddsapp.combat import State
from oddsapp.odds import recompute
from oddsapp.odds.explain_sections import (
    MOST_PATTERNS,
    Formula,
    Section,
    number,
    pattern,
    result,
)
from oddsapp.odds.explanation import Explanation

MOST_WRITTEN = 8
"""Up to so many transient states the matrices are written out."""


def canonical_form(steps: Explanation) -> tuple[Section, ...]:
    """Return the chain, its canonical form, the fundamental matrix, and the absorption."""
    idea = Section(
        "The chain",
        (
            "A state is the number of armies left, "
            + Formula(_tuple(army.letter for army in steps.armies), "").text
            + ". States in which several sides have armies are transient, the others absorbing."
            " With the transient states first, the transition matrix is",
            Formula(
                "P = | Q  R |\n    | 0  I |", "P = \\begin{pmatrix} Q & R \\\\ 0 & I \\end{pmatrix}"
            ),
            "and N = (I - Q)^-1 counts expected visits, B = N R holds the absorption"
            " probabilities, t = N 1 the expected number of rolls (Kemeny and Snell, Finite Markov"
            " Chains, chapter III). First-step analysis gives, for each kind of roll:",
            *(pattern(steps, roll) for roll in steps.rounds[:MOST_PATTERNS]),
        ),
    )
    if not steps.all_states:
        return (
            idea,
            Section(
                "The result",
                (
                    "The matrices are too large to write down. Armies never grow in number, so"
                    " with the states in that order I - Q is triangular, and one substitution"
                    " solves it.",
                    result(steps),
                ),
            ),
        )
    return (idea, _matrices(steps), _absorption(steps))


def _tuple(parts: object) -> str:
    return f"({', '.join(map(str, parts))})"  # type: ignore[call-overload]


def _matrices(steps: Explanation) -> Section:
    chain = recompute.chain_of(steps.to_dict())
    transient = [step.state for step in reversed(steps.states)]
    absorbing = [state for state, _ in steps.ends]
    moves = {state: dict(_summed(chain[state])) for state in transient}
    listed = (
        "Transient: " + ", ".join(map(_tuple, transient)) + ".",
        "Absorbing: " + ", ".join(map(_tuple, absorbing)) + ".",
    )
    if len(transient) > MOST_WRITTEN:
        return Section(
            "The states in order",
            (*listed, f"With {len(transient)} transient states the matrices are not written out."),
        )
    zero = Fraction(0)
    q = [[moves[row].get(column, zero) for column in transient] for row in transient]
    r = [[moves[row].get(column, zero) for column in absorbing] for row in transient]
    n = []
    for row in transient:
        visits = recompute.visits_from(chain, row)
        n.append([visits[column] for column in transient])
    b = [
        [sum((x * r[k][j] for k, x in enumerate(line)), zero) for j in range(len(absorbing))]
        for line in n
    ]
    return Section(
        "The canonical form",
        (*listed, *(_matrix(name, rows) for name, rows in zip("QRNB", (q, r, n, b), strict=True))),
    )


def _summed(moves: recompute.Moves) -> dict[State, Fraction]:
    sums: dict[State, Fraction] = {}
    for state, chance in moves:
        sums[state] = sums.get(state, Fraction(0)) + chance
    return sums


def _matrix(name: str, rows: Sequence[Sequence[Fraction]]) -> Formula:
    cells = [[str(x) for x in row] for row in rows]
    width = max(len(cell) for row in cells for cell in row)
    lines = [" ".join(cell.rjust(width) for cell in row) for row in cells]
    margin = " " * len(name)
    text = "\n".join(
        f"{margin if k else name} {'=' if not k else ' '} | {line} |"
        for k, line in enumerate(lines)
    )
    body = " \\\\ ".join(" & ".join(_fraction(x) for x in row) for row in rows)
    return Formula(text, f"{name} = \\begin{{pmatrix}} {body} \\end{{pmatrix}}")


def _fraction(x: Fraction) -> str:
    return str(x) if x.denominator == 1 else f"\\frac{{{x.numerator}}}{{{x.denominator}}}"


def _absorption(steps: Explanation) -> Section:
    chain = recompute.chain_of(steps.to_dict())
    visits = recompute.visits_from(chain, steps.start)
    rolls = sum(visits.values(), Fraction(0))
    rows = [
        Formula(
            f"N({_tuple(steps.start)}, {_tuple(state)}) = ",
            f"N_{{{_tuple(steps.start)},{_tuple(state)}}} = ",
        )
        + number(v)
        for state, v in visits.items()
        if v
    ]
    ends = [
        Formula(
            f"B({_tuple(steps.start)}, {_tuple(state)}) = ",
            f"B_{{{_tuple(steps.start)},{_tuple(state)}}} = ",
        )
        + number(p)
        for state, p in steps.ends
    ]
    return Section(
        "From the start",
        (
            "Expected visits, the first row of N:",
            *rows,
            "Expected number of rolls, rolls that change nothing included:",
            Formula("t = ", "t = ") + number(rolls),
            "Absorption probabilities, the first row of B = N R:",
            *ends,
            "Their sum over the ends in which the battle is won:",
            result(steps),
        ),
    )
