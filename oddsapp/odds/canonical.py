"""The canonical form of an absorbing chain, written out in fractions; it knows no Risk.

For lectures and work sheets: small chains, every entry exact. `oddsapp.odds.chain` has the
same matrices in floats, for chains of any size.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from oddsapp.errors import InvalidInput

if TYPE_CHECKING:
    from oddsapp.odds.chain import AbsorbingChain

StateT = TypeVar("StateT", bound=Hashable)

Matrix = tuple[tuple[Fraction, ...], ...]
"""Rows of fractions."""

MOST_TRANSIENT = 150
"""The most transient states of a chain whose matrices are written out in fractions."""


@dataclass(frozen=True, kw_only=True)
class CanonicalForm(Generic[StateT]):
    """A chain with its transient states first, as matrices of fractions.

    Make it with `canonical_form`.

    Parameters
    ----------
    transient, absorbing : tuple of states
        The order of rows and columns.
    Q, R : tuple of tuple of Fraction
        Transition probabilities among transient states, and into absorbing ones.
    N : tuple of tuple of Fraction
        The fundamental matrix (I - Q)^-1: expected visits of column, from row.
    B : tuple of tuple of Fraction
        Absorption probabilities, N R.
    t, variance : tuple of Fraction
        Mean and variance of the number of steps, from each transient state.

    Notes
    -----
    t = N 1 and the variance is (2 N - I) t - t^2, the square taken entry by entry.

    References
    ----------
    J. G. Kemeny and J. L. Snell, Finite Markov Chains, Van Nostrand, 1960, chapter III.
    """

    transient: tuple[StateT, ...]
    absorbing: tuple[StateT, ...]
    Q: Matrix
    R: Matrix
    N: Matrix
    B: Matrix
    t: tuple[Fraction, ...]
    variance: tuple[Fraction, ...]

    def rows_and_columns(self, name: str) -> tuple[tuple[StateT, ...], tuple[StateT, ...]]:
        """Return the states that the rows and the columns of a matrix stand for.

        Raises
        ------
        InvalidInput
            If it is none of Q, R, N and B.
        """
        if name not in ("Q", "R", "N", "B"):
            raise InvalidInput(f"the matrices are Q, R, N and B, not {name!r}")
        return self.transient, self.transient if name in "QN" else self.absorbing

    def matrix(self, name: str) -> Matrix:
        """Return one of the matrices by its letter.

        Raises
        ------
        InvalidInput
            If it is none of Q, R, N and B.
        """
        self.rows_and_columns(name)
        found: Matrix = getattr(self, name)
        return found


def canonical_form(
    chain: AbsorbingChain[StateT], order: Callable[[StateT], Any] | None = None
) -> CanonicalForm[StateT]:
    """Return the matrices of a chain in fractions.

    Parameters
    ----------
    chain : AbsorbingChain
        One that never returns to a state it has left; it may stay where it is.
    order : callable, optional
        The key by which states are sorted; as the chain has them if it is left out.

    Raises
    ------
    InvalidInput
        If there are more than `MOST_TRANSIENT` transient states, or the chain returns.

    Examples
    --------
    >>> import oddsapp
    >>> form = canonical_form(oddsapp.battle(force=1, defenders=2).chain)
    >>> form.transient, form.absorbing
    (((1, 2), (1, 1)), ((0, 2), (1, 0), (0, 1)))
    >>> form.N[0], form.t[0], form.variance[0]
    ((Fraction(1, 1), Fraction(55, 216)), Fraction(271, 216), Fraction(8855, 46656))
    """
    size = len(chain.transient)
    if size > MOST_TRANSIENT:
        raise InvalidInput(
            f"matrices are written out in fractions for up to {MOST_TRANSIENT} transient states,"
            f" not {size:,}"
        )
    transient, absorbing = chain.transient, chain.absorbing
    if order is not None:
        transient = tuple(sorted(transient, key=order))
        absorbing = tuple(sorted(absorbing, key=order))
    visits = [chain.expected_visits(state, exact=True) for state in transient]
    ends = [chain.absorption_probabilities(state, exact=True) for state in transient]
    n = tuple(tuple(row[state] for state in transient) for row in visits)
    t = tuple(sum(row, Fraction(0)) for row in n)
    squares = (
        2 * sum((x * later for x, later in zip(row, t, strict=True) if x), Fraction(0)) - mean
        for row, mean in zip(n, t, strict=True)
    )
    return CanonicalForm(
        transient=transient,
        absorbing=absorbing,
        Q=_moves(chain, transient, transient),
        R=_moves(chain, transient, absorbing),
        N=n,
        B=tuple(tuple(Fraction(row[end]) for end in absorbing) for row in ends),
        t=t,
        variance=tuple(square - mean**2 for square, mean in zip(squares, t, strict=True)),
    )


def _moves(
    chain: AbsorbingChain[StateT], rows: tuple[StateT, ...], columns: tuple[StateT, ...]
) -> Matrix:
    totals = {state: sum(after.values()) for state, after in chain.transitions.items()}
    return tuple(
        tuple(Fraction(chain.transitions[row].get(column, 0), totals[row]) for column in columns)
        for row in rows
    )
