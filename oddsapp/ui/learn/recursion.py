"""A battle as a tree and by recursion: three small ones, then the reader's own."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import islice

from oddsapp.odds.explain_sections import tree
from oddsapp.odds.solve import battle as solve
from oddsapp.odds.wins import win_rows
from oddsapp.rules import find_ruleset
from oddsapp.ui.learn.parts import (
    HIDDEN,
    Drawn,
    Formula,
    Heading,
    Part,
    Table,
    equation,
    full_number,
    sum_latex,
)
from oddsapp.ui.learn.walk import position
from oddsapp.wording import counted

SMALL = ((1, 1), (2, 1), (1, 2))
"""Attackers and defenders of the battles that are drawn as trees."""

SHOWN = 4
"""Up to so many armies on a side the whole table of chances is shown."""

MOST_WORKED = 6
"""The most states of the reader's battle whose sums are written out."""


def f_of(state: tuple[int, int]) -> str:
    """Return what the chance to win from a state is called.

    >>> f_of((3, 2))
    'f(3, 2)'
    """
    return f"f({state[0]}, {state[1]})"


def trees() -> tuple[Part, ...]:
    """Return the lesson on three small battles."""
    parts: list[Part] = [
        (
            "A battle goes on until one side has no army left. Write f(a, d) for the chance that"
            " the attacker wins when a attackers and d defenders are left. (Only armies that"
            " fight are counted: one more attacker stays at home.)"
        ),
        (
            "Two things are clear without any dice: with no defender left the attacker has won, and"
            " with no attacker left has lost."
        ),
        Formula("f(a, 0) = 1, \\qquad f(0, d) = 0"),
        (
            "Everything else follows: make one roll, and look where each result leads. On a"
            " branch of the tree multiply, and add the branches up."
        ),
    ]
    for force, defenders in SMALL:
        steps = solve(force=force, defenders=defenders, exact=True).explain()
        parts += [
            Heading(f"{force} v {defenders}"),
            Drawn(tree(steps)),
            *(worked(step.state, hidden=False) for step in steps.states if all(step.state)),
        ]
    parts.append(
        "Each battle uses the result of a smaller one. That is called recursion: solve the small"
        " ones first, and every larger one is one short sum."
    )
    return tuple(parts)


def worked(state: tuple[int, ...], *, hidden: bool) -> Formula:
    """Return the sum that gives the chance to win from a state.

    Examples
    --------
    >>> "125" in worked((2, 1), hidden=False).latex
    True
    """
    here = position(state[0], state[1], ())
    terms = [(branch.chance, f_of(branch.state)) for branch in here.branches]
    return sum_latex(f_of(here.state), terms, None if hidden else here.win)


@lru_cache(maxsize=32)
def chances(force: int, defenders: int) -> tuple[tuple[Fraction, ...], ...]:
    """Return f(a, d) for every a from 1 and d from 1 up to the battle.

    Examples
    --------
    >>> [str(f) for f in chances(2, 2)[0]]
    ['5/12', '275/2592']
    """
    rows = win_rows(find_ruleset("classic"), defenders, exact=True)
    return tuple(tuple(Fraction(win) for win in row[1:]) for row in islice(rows, 1, force + 1))


def own(force: int, defenders: int, *, hidden: bool) -> tuple[Part, ...]:
    """Return the lesson on the reader's own battle.

    Parameters
    ----------
    force, defenders : int
    hidden : bool
        Whether its numbers are kept back.
    """
    steps = solve(force=force, defenders=defenders, exact=True).explain()
    states = [step.state for step in steps.states] if steps.all_states else []
    start = (force, defenders)
    parts: list[Part] = [
        (
            f"Now your battle: {counted(force, 'attacker')} against"
            f" {counted(defenders, 'defender')}. Go from the end backwards. Every sum needs only"
            " chances that are known already."
        ),
    ]
    if 0 < len(states) <= MOST_WORKED:
        parts += [worked(state, hidden=hidden) for state in states]
    else:
        told = f"the {len(states)} sums" if states else "all the sums"
        parts += [
            f"It would take a page to write {told} down. The last one is",
            worked(start, hidden=hidden),
        ]
    if hidden:
        return (*parts, f"The numbers: {HIDDEN}")
    table = chances(force, defenders)
    win = table[-1][-1]
    shown = own_table(force, defenders)
    cut = (
        f"The table is cut to {SHOWN} by {SHOWN}; the file has all {force} by {defenders}."
        if max(force, defenders) > SHOWN
        else ""
    )
    return (
        *parts,
        "The answer:",
        equation(f_of(start), win),
        *full_number(win),
        "And this is every chance on the way:",
        shown,
        *((cut,) if cut else ()),
    )


def own_table(force: int, defenders: int, *, cut: bool = True) -> Table:
    """Return the chances to win of all battles up to one, as a table."""
    most = SHOWN if cut else max(force, defenders)
    rows = chances(force, defenders)[:most]
    columns = min(defenders, most)
    return Table(
        "f(a, d): a attackers down, d defenders across",
        ("a", *map(str, range(1, columns + 1))),
        tuple((str(a), row[:columns]) for a, row in enumerate(rows, start=1)),
    )
