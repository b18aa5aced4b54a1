"""Matrices of fractions as text to be copied: LaTeX, CSV, NumPy."""

from __future__ import annotations

import csv
import io
from collections.abc import Hashable, Sequence
from enum import StrEnum
from fractions import Fraction

from oddsapp.errors import InvalidInput


class Notation(StrEnum):
    """What a matrix is written in."""

    LATEX = "latex"
    CSV = "csv"
    NUMPY = "numpy"


def matrix_text(
    notation: str | Notation,
    name: str,
    rows: Sequence[Sequence[Fraction]],
    states: tuple[Sequence[Hashable], Sequence[Hashable]],
) -> str:
    r"""Return a matrix as text, every entry a fraction that is not rounded.

    Parameters
    ----------
    notation : str or Notation
        ``"latex"`` is a line for a document with amsmath, ``"csv"`` a table with the states as
        headings, ``"numpy"`` a line of Python that makes an array of floats.
    name : str
        What to call the matrix.
    rows : sequence of sequence of Fraction
    states : pair of sequences
        What the rows and the columns stand for.

    Raises
    ------
    InvalidInput
        If there is no such notation.

    Examples
    --------
    >>> half = ((Fraction(1, 2), Fraction(0)),)
    >>> print(matrix_text("csv", "Q", half, ([(1, 1)], [(1, 1), (2, 1)])), end="")
    from,"1,1","2,1"
    "1,1",1/2,0
    >>> print(matrix_text("numpy", "Q", half, ([(1, 1)], [(1, 1), (2, 1)])))
    import numpy as np
    <BLANKLINE>
    # rows: (1, 1)
    # columns: (1, 1), (2, 1)
    Q = np.array([
        [1/2, 0],
    ], dtype=float)
    >>> print(matrix_text("latex", "Q", half, ([(1, 1)], [(1, 1), (2, 1)])))
    Q = \begin{pmatrix}
    \frac{1}{2} & 0
    \end{pmatrix}
    """
    if notation not in list(Notation):
        raise InvalidInput(f"a matrix is written as {', '.join(Notation)}, not as {notation!r}")
    match Notation(notation):
        case Notation.LATEX:
            # Matrices of amsmath stop at ten columns unless told otherwise.
            wide = len(states[1])
            told = f"\\setcounter{{MaxMatrixCols}}{{{wide}}}\n" if wide > 10 else ""
            body = " \\\\\n".join(" & ".join(map(latex_fraction, row)) for row in rows)
            return f"{told}{name} = \\begin{{pmatrix}}\n{body}\n\\end{{pmatrix}}"
        case Notation.CSV:
            return _csv(rows, states)
        case Notation.NUMPY:
            lines = "".join(f"    [{', '.join(map(str, row))}],\n" for row in rows)
            told = "".join(
                f"# {what}: {', '.join(map(str, those))}\n"
                for what, those in zip(("rows", "columns"), states, strict=True)
            )
            return f"import numpy as np\n\n{told}{name} = np.array([\n{lines}], dtype=float)"


def latex_fraction(number: Fraction) -> str:
    r"""Return a fraction in LaTeX, whole numbers without a denominator.

    >>> latex_fraction(Fraction(5, 12)), latex_fraction(Fraction(0))
    ('\\frac{5}{12}', '0')
    """
    if number.denominator == 1:
        return str(number)
    return f"\\frac{{{number.numerator}}}{{{number.denominator}}}"


def _csv(
    rows: Sequence[Sequence[Fraction]], states: tuple[Sequence[Hashable], Sequence[Hashable]]
) -> str:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(["from", *map(_heading, states[1])])
    for state, row in zip(states[0], rows, strict=True):
        writer.writerow([_heading(state), *map(str, row)])
    return text.getvalue()


def _heading(state: Hashable) -> str:
    return ",".join(map(str, state)) if isinstance(state, tuple) else str(state)
