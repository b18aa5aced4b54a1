"""What a lesson is made of: sentences, formulas, tables and pictures, and how they look.

A lesson is data, so that a page, a notebook or a work sheet can each show it in its own way.
Numbers in it are fractions as the solver has them; only here they become text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from html import escape
from typing import NamedTuple

from oddsapp.combat.roll import Winner
from oddsapp.odds.matrix_text import latex_fraction
from oddsapp.odds.written import number

LONGEST = 15
"""In a formula fractions with more digits would not fit a phone: they stand below it in full.

In a table, which scrolls by itself, every fraction stands in full."""

HIDDEN = "Hidden. Work it out, then check your answer in the step Exercises."
"""What stands where an answer is kept back."""


class Ways(NamedTuple):
    """So many of so many equally likely ways: a fraction that is not reduced."""

    ways: int
    total: int


Cell = str | int | Fraction | Ways | Winner


def versus(attackers: int, defenders: int) -> str:
    """Return a battle or a roll in short, never broken over two lines.

    >>> versus(3, 2).split()
    ['3', 'v', '2']
    """
    return f"{attackers}\u00a0v\u00a0{defenders}"


@dataclass(frozen=True)
class Formula:
    """A formula to stand on lines of its own, in LaTeX."""

    latex: str


@dataclass(frozen=True)
class Heading:
    """A heading inside a lesson."""

    text: str


@dataclass(frozen=True)
class Drawn:
    """Lines kept as they are, for instance a tree."""

    lines: tuple[str, ...]


@dataclass(frozen=True)
class Picture:
    """An SVG element."""

    svg: str


@dataclass(frozen=True)
class Table:
    """A table with a heading for each row and each column.

    Parameters
    ----------
    caption : str
        What it shows.
    columns : tuple of str
        The first is the heading of the headings of the rows.
    rows : tuple
        Each a heading and the cells.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


@dataclass(frozen=True)
class Folded:
    """A table to be opened by those who want it."""

    title: str
    table: Table


@dataclass(frozen=True)
class Written:
    """A long number in full, on as many lines as it takes."""

    label: str
    text: str


Part = str | Formula | Heading | Drawn | Picture | Table | Folded | Written


def fraction_html(cell: Cell) -> str:
    """Return a cell as HTML; fractions one above the other.

    Examples
    --------
    >>> fraction_html(Fraction(5, 12))
    '<span class="odds-frac" role="math" aria-label="5/12"><span>5</span><span>12</span></span>'
    >>> fraction_html(Fraction(2))
    '2'
    """
    match cell:
        case Winner():
            return _WINNERS[cell]
        case Ways():
            return _stacked(cell.ways, cell.total) if cell.ways else "0"
        case Fraction():
            if cell.denominator == 1:
                return str(cell)
            return _stacked(cell.numerator, cell.denominator)
        case _:
            return escape(str(cell))


_WINNERS = {
    Winner.ATTACKER: '<span class="odds-a">A</span>',
    Winner.DEFENDER: '<span class="odds-d">D</span>',
    Winner.NOBODY: '<span class="odds-n">–</span>',
}


def _stacked(above: int, below: int) -> str:
    return (
        f'<span class="odds-frac" role="math" aria-label="{above}/{below}">'
        f"<span>{above}</span><span>{below}</span></span>"
    )


def table_html(table: Table) -> str:
    """Return a table as HTML, in a box that scrolls by itself.

    Examples
    --------
    >>> "<th scope=" in table_html(Table("Chances", ("end", "chance"), (("won", (1,)),)))
    True
    """
    head = "".join(f'<th scope="col">{escape(column)}</th>' for column in table.columns)
    body = "".join(
        f'<tr><th scope="row">{escape(heading)}</th>'
        + "".join(f"<td>{fraction_html(cell)}</td>" for cell in cells)
        + "</tr>"
        for heading, cells in table.rows
    )
    return (
        f'<div class="odds-scroll" tabindex="0" role="region" aria-label="{escape(table.caption)}">'
        f'<table class="odds-grid"><caption>{escape(table.caption)}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def tree_html(tree: Drawn) -> str:
    r"""Return a tree as HTML, with lines and arrows instead of letters that look like them.

    Examples
    --------
    >>> tree_html(Drawn(("(1, 1)", "`- 21/36 -> (0, 1)  lost")))[-42:]
    '(1, 1)\n└─ 21/36 → (0, 1)  lost</pre></div>'
    """
    lines = escape("\n".join(tree.lines)).replace("-&gt;", "→")
    for letters, line in (("|- ", "├─ "), ("`- ", "└─ "), ("|  ", "│  ")):
        lines = lines.replace(letters, line)
    return (
        '<div class="odds-scroll" tabindex="0" role="region" aria-label="Tree">'
        f'<pre class="odds-tree">{lines}</pre></div>'
    )


def equals_latex(value: Fraction) -> str:
    r"""Return that something equals a fraction, with its decimals; those alone if it is long.

    Examples
    --------
    >>> equals_latex(Fraction(5, 12)), equals_latex(Fraction(1, 2))
    ('= \\frac{5}{12} \\approx 0.416667', '= \\frac{1}{2} = 0.5')
    """
    if len(str(value.denominator)) > LONGEST:
        return f"\\approx {float(value):.6g}"
    return f"= {number(value).latex}"


def equation(left: str, value: Fraction) -> Formula:
    """Return a line that says what something is."""
    return Formula(f"{left} {equals_latex(value)}")


def ways_equation(left: str, ways: int, total: int) -> Formula:
    r"""Return a line that says so many of so many ways, and the same reduced.

    Examples
    --------
    >>> ways_equation("p", 15, 36).latex
    'p = \\frac{15}{36} = \\frac{5}{12} \\approx 0.416667'
    """
    value = Fraction(ways, total)
    unreduced = "" if value.denominator == total else f"= \\frac{{{ways}}}{{{total}}} "
    return Formula(f"{left} {unreduced}{equals_latex(value)}")


def full_number(value: Fraction) -> tuple[Written, ...]:
    """Return a fraction written out, if it is too long for a formula or a table."""
    if len(str(value.denominator)) <= LONGEST:
        return ()
    return (Written("The fraction in full", str(value)),)


def sum_latex(left: str, terms: Sequence[tuple[Fraction, str]], value: Fraction | None) -> Formula:
    """Return a sum of products, a term on each line, so that it fits a phone.

    Parameters
    ----------
    left : str
        What the sum is.
    terms : sequence of (Fraction, str)
        A factor, and in LaTeX what it is multiplied by.
    value : Fraction or None
        What comes out; None keeps it back.
    """
    lines = [
        f"{'=' if place == 0 else '+'}\\; {latex_fraction(factor)} \\cdot {what}"
        for place, (factor, what) in enumerate(terms)
    ]
    if value is not None:
        lines.append(equals_latex(value))
    body = "\\\\[0.5em] & ".join(lines)
    return Formula(f"\\begin{{aligned}} {left} & {body} \\end{{aligned}}")
