"""Absorbing Markov chains in general. Nothing in here knows of Risk.

With the transient states first, the transition matrix of an absorbing chain is

    P = | Q  R |
        | 0  I |

The fundamental matrix N = (I - Q)^-1 counts expected visits, B = N R are the absorption
probabilities, t = N 1 the expected number of steps, and (2 N - I) t - t^2 its variance.

References
----------
J. G. Kemeny and J. L. Snell, Finite Markov Chains, Van Nostrand, 1960, chapter III.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Hashable, Iterable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from oddsapp.errors import InvalidInput
from oddsapp.pmf import Pmf

if TYPE_CHECKING:
    from fractions import Fraction

    import numpy as np
    from numpy.typing import NDArray
    from scipy.sparse import csr_array

StateT = TypeVar("StateT", bound=Hashable)

MOST_STATES = 200_000
"""The most states of a chain."""

MOST_DENSE = 4_000
"""The most transient states of a chain whose fundamental matrix is written out."""

_NEVER = 1e-16


class AbsorbingChain(Generic[StateT]):
    """A Markov chain that ends, from integer weights.

    Parameters
    ----------
    transitions : mapping
        For each transient state, its successors with integer weights. A state that is only
        ever a successor is absorbing.

    Raises
    ------
    InvalidInput
        If a weight is no positive integer, or some state cannot reach an end.

    Notes
    -----
    With Q the transitions among the states that go on and R those into the ends, N = (I - Q)^-1
    are the expected visits, N R the absorption probabilities, N 1 the expected steps.

    References
    ----------
    J. G. Kemeny and J. L. Snell, Finite Markov Chains, Van Nostrand, 1960, chapter III.

    Examples
    --------
    A gambler with 1 of 3 coins, at even odds:

    >>> chain = AbsorbingChain({1: {0: 1, 2: 1}, 2: {1: 1, 3: 1}})
    >>> {end: round(p, 6) for end, p in chain.absorption_probabilities(1).items()}
    {0: 0.666667, 3: 0.333333}
    >>> round(chain.expected_steps(1), 6)
    2.0
    """

    def __init__(self, transitions: Mapping[StateT, Mapping[StateT, int]]) -> None:
        given: Any = transitions
        if not isinstance(given, Mapping) or not given:
            raise InvalidInput("a chain is a mapping of each transient state to its successors")
        self.transitions: dict[StateT, dict[StateT, int]] = {}
        for state, after in given.items():
            if not isinstance(after, Mapping) or not after:
                raise InvalidInput(f"the state {state!r} needs successors of positive whole weight")
            self.transitions[state] = {
                successor: _positive(weight, state) for successor, weight in after.items()
            }
        ends = dict.fromkeys(
            end for after in self.transitions.values() for end in after if end not in transitions
        )
        self.transient: tuple[StateT, ...] = tuple(self.transitions)
        self.absorbing: tuple[StateT, ...] = tuple(ends)
        self._check_that_it_ends()

    @classmethod
    def from_successors(
        cls,
        start: StateT,
        successors: Callable[[StateT], Iterable[tuple[StateT, int]]],
        is_over: Callable[[StateT], bool],
    ) -> AbsorbingChain[StateT]:
        """Explore the chain from a start.

        Raises
        ------
        InvalidInput
            If there are more than `MOST_STATES` states.
        """
        transitions: dict[StateT, dict[StateT, int]] = {}
        waiting = [start]
        while waiting:
            state = waiting.pop()
            if state in transitions or is_over(state):
                continue
            if len(transitions) >= MOST_STATES:
                raise InvalidInput(f"this chain has more than {MOST_STATES:,} states")
            transitions[state] = dict(successors(state))
            waiting.extend(transitions[state])
        return cls(transitions)

    def _check_that_it_ends(self) -> None:
        before: dict[StateT, list[StateT]] = {}
        for state, after in self.transitions.items():
            for successor in after:
                before.setdefault(successor, []).append(state)
        reached = set(self.absorbing)
        waiting = list(self.absorbing)
        while waiting:
            for state in before.get(waiting.pop(), []):
                if state not in reached:
                    reached.add(state)
                    waiting.append(state)
        for state in self.transient:
            if state not in reached:
                raise InvalidInput(f"from the state {state!r} the chain never ends")

    @cached_property
    def _place(self) -> dict[StateT, int]:
        return {state: place for place, state in enumerate((*self.transient, *self.absorbing))}

    def _transient_place(self, start: StateT) -> int:
        if start not in self.transitions:
            raise InvalidInput(f"{start!r} is no transient state of this chain")
        return self._place[start]

    @cached_property
    def _matrix(self) -> csr_array:
        from scipy.sparse import csr_array

        rows, columns, values = [], [], []
        for state, after in self.transitions.items():
            total = sum(after.values())
            for successor, weight in after.items():
                rows.append(self._place[state])
                columns.append(self._place[successor])
                values.append(weight / total)
        shape = (len(self.transient), len(self._place))
        return csr_array((values, (rows, columns)), shape=shape)

    @property
    def Q(self) -> csr_array:
        """Transition probabilities among transient states, shape (transient, transient)."""
        return self._matrix[:, : len(self.transient)]

    @property
    def R(self) -> csr_array:
        """Transition probabilities into absorbing states, shape (transient, absorbing)."""
        return self._matrix[:, len(self.transient) :]

    @cached_property
    def fundamental_matrix(self) -> NDArray[np.float64]:
        """N = (I - Q)^-1, shape (transient, transient): expected visits of column from row.

        Raises
        ------
        InvalidInput
            If there are more than `MOST_DENSE` transient states.
        """
        import numpy as np

        size = len(self.transient)
        if size > MOST_DENSE:
            raise InvalidInput(
                f"the fundamental matrix of {size:,} states would take"
                f" {size * size * 8 / 1e9:.1f} GB; the limit is {MOST_DENSE:,} states"
            )
        inverse: NDArray[np.float64] = np.linalg.inv(np.eye(size) - self.Q.toarray())
        return inverse

    def expected_visits(self, start: StateT, *, exact: bool = False) -> dict[StateT, Any]:
        """Return how often each transient state is met on average: a row of N.

        Parameters
        ----------
        start : state
        exact : bool
            As fractions, substituted in topological order.

        Raises
        ------
        InvalidInput
            If exact fractions are asked for and the chain can return to a state it left.
        """
        first = self._transient_place(start)
        if exact:
            return self._exact_visits(start)
        import numpy as np
        from scipy.sparse import csc_array, eye_array
        from scipy.sparse.linalg import spsolve

        size = len(self.transient)
        unit = np.zeros(size)
        unit[first] = 1.0
        visits = spsolve(csc_array(eye_array(size) - self.Q.T), unit)
        return dict(zip(self.transient, visits.tolist(), strict=True))

    @cached_property
    def _order(self) -> list[StateT]:
        from graphlib import CycleError, TopologicalSorter

        sorter = TopologicalSorter(
            {state: [s for s in after if s != state] for state, after in self.transitions.items()}
        )
        try:
            return list(sorter.static_order())[::-1]
        except CycleError:
            raise InvalidInput(
                "exact fractions need a chain that never returns to a state it has left"
            ) from None

    def _exact_visits(self, start: StateT) -> dict[StateT, Fraction]:
        from fractions import Fraction

        visits = dict.fromkeys(self.transient, Fraction(0))
        visits[start] = Fraction(1)
        for state in self._order:
            if state not in self.transitions or not visits[state]:
                continue
            after = self.transitions[state]
            total = sum(after.values())
            # A state that repeats itself with probability p is visited 1 / (1 - p) times.
            visits[state] *= Fraction(total, total - after.get(state, 0))
            for successor, weight in after.items():
                if successor != state and successor in visits:
                    visits[successor] += visits[state] * Fraction(weight, total)
        return visits

    def absorption_probabilities(self, start: StateT, *, exact: bool = False) -> dict[StateT, Any]:
        """Return the probability of each end: a row of B = N R."""
        visits = self.expected_visits(start, exact=exact)
        ends: dict[StateT, Any] = dict.fromkeys(self.absorbing, 0)
        for state, after in self.transitions.items():
            share = visits[state] / sum(after.values())
            for successor, weight in after.items():
                if successor in ends:
                    ends[successor] += share * weight
        return ends

    def expected_steps(self, start: StateT, *, exact: bool = False) -> Any:
        """Return the expected number of steps to the end: an entry of t = N 1."""
        return sum(self.expected_visits(start, exact=exact).values())

    def variance_of_steps(self, start: StateT) -> float:
        """Return the variance of the number of steps: an entry of (2 N - I) t - t^2."""
        import numpy as np
        from scipy.sparse import csc_array, eye_array
        from scipy.sparse.linalg import splu

        first, size = self._transient_place(start), len(self.transient)
        solved = splu(csc_array(eye_array(size) - self.Q))
        steps = solved.solve(np.ones(size))
        return float(2 * solved.solve(steps)[first] - steps[first] - steps[first] ** 2)

    def steps(self, start: StateT, *, exact: bool = False) -> Pmf:
        """Return the distribution of the number of steps to the end.

        A chain that may stay where it is has no longest run: in floats it is followed until
        less than 1e-16 is left, in fractions it is refused.

        Raises
        ------
        InvalidInput
            If exact fractions are asked for and there is no longest run.
        """
        self._transient_place(start)
        if exact:
            return self._exact_steps(start)
        import numpy as np

        now = np.zeros(len(self.transient))
        now[self._place[start]] = 1.0
        onwards, ending = self.Q.T.tocsr(), np.asarray(self.R.sum(axis=1)).ravel()
        weights = [0.0]
        while now.sum() > _NEVER:
            weights.append(float(now @ ending))
            now = np.asarray(onwards @ now).ravel()
        return Pmf(0, tuple(weights))

    def _exact_steps(self, start: StateT) -> Pmf:
        from fractions import Fraction
        from math import lcm

        if len(self._order) and any(s in after for s, after in self.transitions.items()):
            raise InvalidInput(
                "a chain that may stay where it is has no longest run; ask without exact fractions"
            )
        now: dict[StateT, Fraction] = {start: Fraction(1)}
        ended = [Fraction(0)]
        while now:
            after: dict[StateT, Fraction] = {}
            done = Fraction(0)
            for state, weight in now.items():
                total = sum(self.transitions[state].values())
                for successor, chance in self.transitions[state].items():
                    part = weight * Fraction(chance, total)
                    if successor in self.transitions:
                        after[successor] = after.get(successor, Fraction(0)) + part
                    else:
                        done += part
            ended.append(done)
            now = after
        total = lcm(*(p.denominator for p in ended))
        return Pmf(0, tuple(int(p * total) for p in ended), total)


def _positive(weight: Any, state: Hashable) -> int:
    try:
        number = 0 if isinstance(weight, bool) else operator.index(weight)
    except TypeError:
        number = 0
    if number <= 0:
        raise InvalidInput(
            f"the state {state!r} needs successors of positive whole weight, not {weight!r}"
        )
    return number
