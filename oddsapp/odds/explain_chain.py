"""The university part of an explanation: the canonical form of the absorbing chain."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction

from oddsapp.combat import State
from oddsapp.odds import recompute
from oddsapp.odds.explain_sections import MOST_PATTERNS, pattern, result
from oddsapp.odds.explanation import Explanation
from oddsapp.odds.written import Formula, Section, number

MOST_WRITTEN = 8
"""Up to so many transient states the matrices are written out."""


def canonical_form(steps: Explanation) -> tuple[Section, ...]:
    """Return the chain, its canonical form, the fundamental matrix, and the absorption."""
    letters = _tuple(army.letter for army in steps.armies)
    idea = Section(
        "The chain",
        (
            f"A state is the number of armies left, {letters}. {_ORDER}",
            Formula(
                "P = | Q  R |\n    | 0  I |",
                "P = \\begin{pmatrix} Q & R \\\\ 0 & I \\end{pmatrix}",
            ),
            *((_STOPS,) if steps.stops else ()),
            _MEANING,
            *(pattern(steps, roll) for roll in steps.rounds[:MOST_PATTERNS]),
        ),
    )
    if not steps.all_states:
        return (idea, Section("The result", (_TOO_LARGE, result(steps))))
    return (idea, _matrices(steps), _absorption(steps))


_ORDER = (
    "States in which several sides have armies are transient, the others absorbing. With the"
    " transient states first, the transition matrix is"
)
_STOPS = "(Those in which the attack is called off are absorbing as well.)"
_MEANING = (
    "The fundamental matrix N, the inverse of I - Q, counts expected visits; B = N R holds the"
    " absorption probabilities, t = N 1 the expected number of rolls (Kemeny and Snell, Finite"
    " Markov Chains, chapter III). First-step analysis gives, for each kind of roll:"
)
_TOO_LARGE = (
    "The matrices are too large to be written down. Armies never grow in number, so with the"
    " states in that order I - Q is triangular, and one substitution solves it."
)


def _tuple(parts: Iterable[object]) -> str:
    return f"({', '.join(map(str, parts))})"


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
    first, *rest = (f"| {line} |" for line in lines)
    text = "\n".join([f"{name} = {first}", *(f"    {line}" for line in rest)])
    # Room between the rows and above the first, where fractions would touch or be cut off.
    body = " \\\\[0.6em] ".join(" & ".join(_fraction(x) for x in row) for row in rows)
    body = f"\\vphantom{{\\Big|}} {body}"
    return Formula(text, f"{name} = \\begin{{pmatrix}} {body} \\end{{pmatrix}}")


def _fraction(x: Fraction) -> str:
    return str(x) if x.denominator == 1 else f"\\frac{{{x.numerator}}}{{{x.denominator}}}"


def _absorption(steps: Explanation) -> Section:
    chain = recompute.chain_of(steps.to_dict())
    visits = recompute.visits_from(chain, steps.start)
    rolls = sum(visits.values(), Fraction(0))
    return Section(
        "From the start",
        (
            "Expected visits, the first row of N:",
            *(_entry("N", steps.start, state, n) for state, n in visits.items() if n),
            "Their sum, the expected number of rolls:",
            Formula("t = ", "t = ") + number(rolls),
            "Absorption probabilities, the first row of B = N R:",
            *(_entry("B", steps.start, state, p) for state, p in steps.ends),
            "Their sum over the ends in which the battle is won:",
            result(steps),
        ),
    )


def _entry(name: str, row: State, column: State, value: Fraction) -> Formula:
    place = f"{_tuple(row)}, {_tuple(column)}"
    return Formula(f"{name}({place}) = ", f"{name}_{{{place}}} = ") + number(value)
