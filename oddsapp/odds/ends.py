"""The joint distribution of the end states of a battle, in one of three forms.

`LineEnds`: the end states lie on a line, the *margin*, from all defenders left to all
attackers left; one weight each. `SweptEnds`: a mapping from end states to weights.
`WinsOnly`: who wins, and the reason why there is no more.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from operator import attrgetter, gt, lt, methodcaller
from typing import TYPE_CHECKING, Any, Protocol

from oddsapp.combat import Battle, State
from oddsapp.errors import InvalidInput
from oddsapp.logarithms import log_of
from oddsapp.odds.sweep import Blocks, canonical, distinct_orders, orders
from oddsapp.pmf import RARE, SMALLEST, Generator, Pmf, uniform

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Ends(Protocol):
    """What an outcome asks of the distribution of end states."""

    @property
    def exact(self) -> bool:
        """Whether every probability is a fraction."""
        ...

    def left(self, place: int) -> Pmf:
        """Return the distribution of what one army has left."""
        ...

    def winning(self, owner: int) -> Any:
        """Return the probability that this owner wins."""
        ...

    def log_winning(self, owner: int) -> float:
        """Return the logarithm of that probability."""
        ...

    def won_by(self, owner: int) -> Ends:
        """Return the distribution given that this owner wins."""
        ...

    def items(self) -> Iterator[tuple[State, Any]]:
        """Yield each end state with its probability."""
        ...

    def most_likely(self) -> State:
        """Return the most probable end state, the first of several."""
        ...

    def pmf(self, state: State) -> Any:
        """Return the probability of an end state."""
        ...

    def logpmf(self, state: State) -> float:
        """Return the logarithm of that probability."""
        ...

    def sample(self, rng: Generator, size: int | None) -> Any:
        """Draw end states."""
        ...


@dataclass(frozen=True)
class LineEnds:
    """End states on a line.

    Parameters
    ----------
    battle : Battle
        With one side that falls in lockstep, and one last army against it.
    margin : Pmf
        k > 0: the first side has won, its largest army has k left; k < 0: the last army
        has won and has -k left; 0: nobody is left.
    """

    battle: Battle
    margin: Pmf

    @property
    def exact(self) -> bool:
        """Whether every probability is a fraction."""
        return self.margin.exact

    def _state(self, margin: int) -> State:
        *forces, _ = self.battle.armies
        lost = max(forces) - margin
        if margin > 0:
            return (*(max(0, force - lost) for force in forces), 0)
        return (*(0 for _ in forces), -margin)

    def left(self, place: int) -> Pmf:
        """Return the distribution of what one army has left."""
        *forces, _ = self.battle.armies
        if place == len(forces):
            return self.margin.negated().at_least(0)
        return self.margin.shifted(forces[place] - max(forces)).at_least(0)

    def winning(self, owner: int) -> Any:
        """Return the probability that this owner wins."""
        return self.margin.cdf(-1) if owner else self.margin.sf(0)

    def log_winning(self, owner: int) -> float:
        """Return the logarithm of that probability."""
        win, deep = self.winning(owner), self.margin.deep
        if deep is not None and win < SMALLEST:
            win = replace(self, margin=deep()).winning(owner)
        return log_of(win)

    def won_by(self, owner: int) -> LineEnds:
        """Return the distribution given that this owner wins."""
        margin = self.margin.given(partial(gt if owner else lt, 0))
        return replace(self, margin=margin)

    def items(self) -> Iterator[tuple[State, Any]]:
        """Yield each end state with its probability."""
        for margin, probability in self.margin.items():
            yield self._state(margin), probability

    def most_likely(self) -> State:
        """Return the most probable end state, the first of several."""
        return self._state(self.margin.mode())

    def _margin_of(self, state: State) -> int:
        """Return where a state lies on the line; beyond its end if it does not."""
        margin = max(state[:-1]) - state[-1]
        return margin if self._state(margin) == tuple(state) else self.margin.high + 1

    def pmf(self, state: State) -> Any:
        """Return the probability of an end state."""
        return self.margin.pmf(self._margin_of(state))

    def logpmf(self, state: State) -> float:
        """Return the logarithm of that probability."""
        return self.margin.logpmf(self._margin_of(state))

    def sample(self, rng: Generator, size: int | None) -> State | NDArray[np.int64]:
        """Draw end states: one, or an array of shape (size, armies)."""
        drawn = self.margin.sample(rng, size)
        if isinstance(drawn, int):
            return self._state(drawn)
        import numpy as np

        *forces, _ = self.battle.armies
        shortfall = np.array(forces) - max(forces)
        first = np.where(drawn[:, None] > 0, np.maximum(drawn[:, None] + shortfall, 0), 0)
        return np.concatenate([first, np.maximum(-drawn, 0)[:, None]], axis=1)


@dataclass(frozen=True)
class SweptEnds:
    """End states in a mapping, one representative for those that are alike.

    Parameters
    ----------
    battle : Battle
    weights : dict
    total : float, Fraction or Decimal
        What the weights add up to.
    groups : list of Blocks
        Which armies are exchangeable; the members of a class are equally likely.
    deep : callable, optional
        Returns the same with weights that do not underflow.
    """

    battle: Battle
    weights: dict[State, Any] = field(hash=False)
    total: Any
    groups: list[Blocks] = field(hash=False)
    deep: Callable[[], SweptEnds] | None = field(default=None, compare=False, repr=False)

    @property
    def exact(self) -> bool:
        """Whether every probability is a fraction."""
        return hasattr(self.total, "numerator")

    def _alike(self, state: State) -> list[State]:
        """Return all states that differ from this one only by exchanges, in order."""
        alike = {state}
        for blocks in self.groups:
            alike = {other for each in alike for other in _exchanged(each, blocks)}
        return sorted(alike, reverse=True)

    def _count_alike(self, state: State) -> int:
        """Return how many states are alike, from a canonical one, without making them."""
        return math.prod(
            orders([tuple(state[place] for place in block) for block in blocks])
            for blocks in self.groups
        )

    @cached_property
    def _alike_places(self) -> list[set[int]]:
        """For each army all armies that it can be exchanged with, itself included."""
        alike = [{place} for place in range(len(self.battle.armies))]
        for blocks in self.groups:
            for together in zip(*blocks, strict=True):
                joined = set().union(*(alike[place] for place in together))
                for place in joined:
                    alike[place] = joined
        return alike

    def left(self, place: int) -> Pmf:
        """Return the distribution of what one army has left."""
        # Each of the armies alike is this one equally often.
        places = self._alike_places[place]
        weights: dict[int, list[Any]] = {}
        for state, weight in self.weights.items():
            for other in places:
                weights.setdefault(state[other], []).append(weight)
        sums = [self._sum(weights.get(size, [])) / len(places) for size in range(max(weights) + 1)]
        return self._numbered(sums, methodcaller("left", place))

    def _numbered(self, weights: list[Any], deeper: Callable[[SweptEnds], Pmf]) -> Pmf:
        """Return the distribution of 0, 1, … with these weights."""
        if not self.exact:
            deeply = None if self.deep is None else partial(_deepened, self, deeper)
            return Pmf(0, tuple(weights), self.total, deeply)
        shares = [weight / self.total for weight in weights]
        common = math.lcm(*(share.denominator for share in shares))
        return Pmf(0, tuple(int(share * common) for share in shares), common)

    def _sum(self, weights: list[Any]) -> Any:
        if isinstance(self.total, float):
            return math.fsum(weights)
        return sum(weights, self.total * 0)  # without weights a 0 of the same kind, not an int

    def _alike_owners(self, owner: int) -> set[int]:
        """Return the owners whose armies can be exchanged with this one's."""
        owners = self.battle.owners
        return {owners[place] for place in self._alike_places[owners.index(owner)]}

    def winning(self, owner: int) -> Any:
        """Return the probability that this owner wins."""
        alike = self._alike_owners(owner)
        won = [w for state, w in self.weights.items() if self.battle.winner(state) in alike]
        return self._sum(won) / len(alike) / self.total

    def log_winning(self, owner: int) -> float:
        """Return the logarithm of that probability."""
        win = self.winning(owner)
        # Asked for last: it takes as long as the battle again.
        return log_of(win if win >= SMALLEST or self._deep is None else self._deep.winning(owner))

    @cached_property
    def _deep(self) -> SweptEnds | None:
        return None if self.deep is None else self.deep()

    def won_by(self, owner: int) -> SweptEnds:
        """Return the distribution given that this owner wins.

        Raises
        ------
        InvalidInput
            If this owner never wins.
        """
        owners, alike = self.battle.owners, self._alike_owners(owner)
        hands = {
            rival: sorted(
                (place for place, other in enumerate(owners) if other == rival),
                key=lambda place: self.battle.armies[place],
            )
            for rival in alike
        }
        won: dict[State, Any] = {}
        for state, weight in self.weights.items():
            winner = self.battle.winner(state)
            if winner in alike:
                # Seen from this owner: the winner's armies are his.
                sizes = [0] * len(state)
                for place, source in zip(hands[owner], hands[winner], strict=True):
                    sizes[place] = state[source]
                won[tuple(sizes)] = won.get(tuple(sizes), 0) + weight
        if not won:
            raise InvalidInput("a side that can never win leaves nothing to tell about its wins")
        total = self._sum(list(won.values()))
        if total < RARE and self._deep is not None:
            deeper = self._deep.won_by(owner)
            shares = {s: float(weight / deeper.total) for s, weight in deeper.weights.items()}
            return replace(deeper, weights=shares, total=1.0, deep=partial(_same, deeper))
        within = [blocks for blocks in self.groups if len({owners[b[0]] for b in blocks}) == 1]
        deeply = None if self.deep is None else partial(_won_deep, self, owner)
        return replace(self, weights=won, total=total, groups=within, deep=deeply)

    def items(self) -> Iterator[tuple[State, Any]]:
        """Yield each end state with its probability."""
        for state, weight in self.weights.items():
            if weight:
                alike = self._alike(state)
                for each in alike:
                    yield each, weight / len(alike) / self.total

    def most_likely(self) -> State:
        """Return the most probable end state, the first of several."""
        best = max(self.weights, key=lambda key: self.weights[key] / self._count_alike(key))
        return self._alike(best)[0]

    def pmf(self, state: State) -> Any:
        """Return the probability of an end state."""
        key = canonical(tuple(state), self.groups)
        weight = self.weights.get(key, self.total * 0)
        return weight / self._count_alike(key) / self.total

    def logpmf(self, state: State) -> float:
        """Return the logarithm of that probability."""
        key = canonical(tuple(state), self.groups)
        if key not in self.weights:
            return -math.inf
        place = list(self.weights).index(key)
        return self._classes.logpmf(place) - math.log(self._count_alike(key))

    @cached_property
    def _classes(self) -> Pmf:
        """The classes of states alike as numbers, in the order of the mapping."""
        return self._numbered(list(self.weights.values()), attrgetter("_classes"))

    def sample(self, rng: Generator, size: int | None) -> State | NDArray[np.int64]:
        """Draw end states: one, or an array of shape (size, armies)."""
        states = list(self.weights)
        if size is None:
            drawn = self._classes.sample(rng)
            alike = self._alike(states[int(drawn)])
            return alike[int(rng.random() * len(alike))]
        import numpy as np

        drawn = np.asarray(self._classes.sample(rng, size))
        ends = np.array(states)[drawn]
        which = uniform(rng, size)
        if self.groups:
            # Each state drawn stands for all those alike: one of them, all equally likely.
            for place in np.unique(drawn):
                here = drawn == place
                members = np.array(self._alike(states[place]))
                ends[here] = members[(which[here] * len(members)).astype(np.int64)]
        return ends


@dataclass(frozen=True)
class WinsOnly:
    """Who wins, where the end states themselves are out of reach.

    Parameters
    ----------
    wins : tuple of float
        P(win) of each owner.
    refusal : str
        The size and the memory that the end states would need.
    """

    wins: tuple[float, ...]
    refusal: str
    exact: bool = False

    def winning(self, owner: int) -> float:
        """Return the probability that this owner wins."""
        return self.wins[owner]

    def log_winning(self, owner: int) -> float:
        """Return the logarithm of that probability, as far as a float reaches."""
        return log_of(self.wins[owner])

    def _refuse(self, *_: Any) -> Any:
        raise InvalidInput(self.refusal)

    left = won_by = items = most_likely = pmf = logpmf = sample = _refuse


def _deepened(ends: SweptEnds, deeper: Callable[[SweptEnds], Pmf]) -> Pmf:
    assert ends._deep is not None
    return deeper(ends._deep)


def _won_deep(ends: SweptEnds, owner: int) -> SweptEnds:
    assert ends._deep is not None
    return ends._deep.won_by(owner)


def _same(ends: SweptEnds) -> SweptEnds:
    return ends


def _exchanged(state: State, blocks: Blocks) -> Iterator[State]:
    """Yield the states with the armies of these blocks in every order that makes a difference."""
    sizes = list(state)
    for arranged in distinct_orders([tuple(state[place] for place in block) for block in blocks]):
        for block, value in zip(blocks, arranged, strict=True):
            for place, size in zip(block, value, strict=True):
                sizes[place] = size
        yield tuple(sizes)
