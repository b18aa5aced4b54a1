"""What an explanation is written in: formulas in two notations, printed as text or as LaTeX.

Each formula is made once, as a `Formula` in both notations, so text and LaTeX cannot say
different things; a page can show the same sections in its own way.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

LONGEST = 10**45
"""Fractions with a larger denominator are shown as decimals."""

WIDTH = 80
"""The longest line of a sentence; formulas are not broken."""

Lines = tuple[str, ...]
"""Lines that are kept as they are, for instance a tree."""


@dataclass(frozen=True)
class Formula:
    """A formula in both notations."""

    text: str
    latex: str

    def __add__(self, other: Formula) -> Formula:
        return Formula(self.text + other.text, self.latex + other.latex)


@dataclass(frozen=True)
class Section:
    """A heading, and under it sentences, formulas, or lines kept as they are."""

    title: str
    parts: tuple[str | Formula | Lines, ...]


def number(value: Any) -> Formula:
    """Return a probability: a fraction with its decimals, or decimals alone if it is long."""
    decimals = f"{float(value):.6g}"
    latex_decimals = decimals
    if "e" in decimals:
        mantissa, exponent = decimals.split("e")
        latex_decimals = f"{mantissa} \\cdot 10^{{{int(exponent)}}}"
    if isinstance(value, float) or value.denominator > LONGEST:
        return Formula(f"{decimals} (rounded)", f"{latex_decimals} \\text{{ (rounded)}}")
    if value.denominator == 1:
        return Formula(str(value), str(value))
    exact = decimals == str(value.numerator / value.denominator) and Fraction(decimals) == value
    sign, latex_sign = ("=", "=") if exact else ("≈", "\\approx")
    return Formula(
        f"{value} {sign} {decimals}",
        f"\\frac{{{value.numerator}}}{{{value.denominator}}} {latex_sign} {latex_decimals}",
    )


def as_text(parts: Sequence[Section]) -> str:
    """Return the sections as plain text."""
    from textwrap import wrap

    lines: list[str] = []
    for place, section in enumerate(parts, start=1):
        lines += [f"{place}. {section.title}", ""]
        for part in section.parts:
            if isinstance(part, str):
                lines += wrap(part, WIDTH, initial_indent="  ", subsequent_indent="  ")
            elif isinstance(part, Formula):
                lines += [f"  {line}" for line in part.text.splitlines()]
            else:
                lines += [f"  {line}" for line in part]
        lines.append("")
    return "\n".join(lines)


_ESCAPES = str.maketrans({**{c: f"\\{c}" for c in "&%$#_{}"}, "^": "\\^{}"})


def as_latex(parts: Sequence[Section]) -> str:
    """Return the sections as LaTeX for a document with amsmath."""
    lines: list[str] = []
    for section in parts:
        lines += [f"\\section*{{{section.title.translate(_ESCAPES)}}}", ""]
        for part in section.parts:
            if isinstance(part, str):
                lines += [part.translate(_ESCAPES), ""]
            elif isinstance(part, Formula):
                lines += ["\\[", part.latex, "\\]"]
            else:
                lines += ["\\begin{verbatim}", *part, "\\end{verbatim}", ""]
    return "\n".join(lines)
