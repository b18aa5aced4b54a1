"""Carrying board states through the course of a plan: all of them, or sampled ones.

Both go from node to node, and at each node take all rows of one situation at once, as arrays:
a row for each territory that the plan can change, an entry for each board state.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from oddsapp.pmf import uniform
from oddsapp.whatif.forecasts.grouping import codes_of, joined, kinds_of, sums_of, totals
from oddsapp.whatif.forecasts.kernel import Kernel, Result, Table, TooManyStates

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Rows = NDArray[np.int64]
    Weights = NDArray[Any]

_MOST_CELLS = 10_000_000
"""The largest table of board states by results, in numbers."""

_AT_ONCE = 50
"""So many samples on one board are drawn together, fewer one by one."""


@dataclass
class Tally:
    """What has come of a plan; each number is a probability, or counts samples.

    Attributes
    ----------
    steps : dict
        For each step, by number, what it came to.
    armies : dict
        For each column the owner and the armies there at the end.
    ends : dict
        The situations after the turn.
    most_states : int
        The most board states that were told apart at one step.
    """

    steps: dict[int, dict[str, Any]] = field(default_factory=dict)
    armies: dict[int, dict[tuple[int, int], Any]] = field(default_factory=dict)
    ends: dict[int, Any] = field(default_factory=dict)
    most_states: int = 0

    def add(self, other: Tally) -> None:
        """Add all that another one counts."""
        for number, labels in other.steps.items():
            for label, weight in labels.items():
                self.add_step(number, label, weight)
        for column, counts in other.armies.items():
            for held, weight in counts.items():
                self.add_armies(column, held, weight)
        for situation, weight in other.ends.items():
            self.add_end(situation, weight)
        self.most_states = max(self.most_states, other.most_states)

    def add_step(self, number: int, label: str, weight: Any) -> None:
        """Count what a step came to."""
        counts = self.steps.setdefault(number, {})
        counts[label] = counts.get(label, 0) + weight

    def add_armies(self, column: int, held: tuple[int, int], weight: Any) -> None:
        """Count an owner and his armies."""
        counts = self.armies.setdefault(column, {})
        counts[held] = counts.get(held, 0) + weight

    def add_end(self, situation: int, weight: Any) -> None:
        """Count the end of a turn."""
        self.ends[situation] = self.ends.get(situation, 0) + weight


class _Carrier:
    """Goes from node to node; how rows meet the results of a step, its subclasses say."""

    def __init__(self, kernel: Kernel, tally: Tally) -> None:
        self.kernel, self.tally = kernel, tally
        self._nodes = kernel.course.nodes
        self._waiting: list[dict[int, list[tuple[Rows, Weights]]]] = [{} for _ in self._nodes]

    def run(self, rows: Rows, weights: Weights) -> None:
        """Carry these rows, which stand where the plan begins, to the end of the turn."""
        self.deliver(self.kernel.course.first, self.kernel.start[0], rows, weights)
        last = len(self._nodes) - 1
        for place, arrived in enumerate(self._waiting):
            states = 0
            for situation, parts in arrived.items():
                here, chances = joined(parts)
                self._forget(here, chances, situation, place)
                if place == last:
                    self._record(range(len(here)), here, chances, situation)
                here, chances = self.merged(here, chances)
                states += len(chances)
                self.tally.most_states = max(self.tally.most_states, states)
                self.check(states)
                self.step(place, situation, here, chances)
            arrived.clear()

    def deliver(self, place: int, situation: int, rows: Rows, weights: Weights) -> None:
        """Let rows wait at a node."""
        self._waiting[place].setdefault(situation, []).append((rows, weights))

    def merged(self, rows: Rows, weights: Weights) -> tuple[Rows, Weights]:
        """Return the rows, equal ones merged."""
        return rows, weights

    def check(self, states: int) -> None:
        """Raise if there are too many."""

    def step(self, place: int, situation: int, rows: Rows, weights: Weights) -> None:
        """Deliver rows to the nodes that they come to, and count what became of them."""
        raise NotImplementedError

    def _forget(self, rows: Rows, weights: Weights, situation: int, place: int) -> None:
        """Note the armies that nothing depends on any more, and forget them in the rows."""
        alive = self._nodes[place].alive
        dead = [n for n, column in enumerate(self.kernel.course.columns) if column not in alive]
        self._record([n for n in dead if rows[n].any()], rows, weights, situation)
        rows[dead] = 0

    def _record(self, places: Any, rows: Rows, weights: Weights, situation: int) -> None:
        owners = self.kernel.situations[situation].state.owners
        for place in places:
            column = self.kernel.course.columns[place]
            for armies, weight in totals(rows[place], weights):
                if armies:  # 0 is forgotten: it was noted then
                    self.tally.add_armies(column, (owners[column], armies), weight)

    def send(self, place: int, table: Table, sums: Any) -> Iterator[tuple[int, int, list[int]]]:
        """Count the results of a step; yield where which of them go on."""
        number, end = self._nodes[place].number, place == len(self._nodes) - 1
        groups: dict[tuple[int, int], list[int]] = {}
        for result, weight in enumerate(sums):
            if not weight:
                continue
            found = table.results[result]
            if end:
                self.tally.add_end(found.situation, weight)
                continue
            if number >= 0:
                self.tally.add_step(number, found.label, weight)
            groups.setdefault((found.node, found.situation), []).append(result)
        for (node, situation), results in groups.items():
            yield node, situation, results


class ExactCarrier(_Carrier):
    """Carries every board state, with its probability.

    Parameters
    ----------
    kernel : Kernel
    tally : Tally
    most_states : int
        How many are told apart at most at one step.
    """

    def __init__(self, kernel: Kernel, tally: Tally, most_states: int) -> None:
        super().__init__(kernel, tally)
        self._most = most_states

    def check(self, states: int) -> None:
        """Raise if there are too many."""
        if states > self._most:
            raise TooManyStates(self._most)

    def merged(self, rows: Rows, weights: Weights) -> tuple[Rows, Weights]:
        """Return the rows, equal ones merged."""
        import numpy as np

        _, first, inverse = np.unique(codes_of(rows), return_index=True, return_inverse=True)
        if len(first) == len(weights):
            return rows, weights
        return rows[:, first], sums_of(inverse, weights)

    def step(self, place: int, situation: int, rows: Rows, weights: Weights) -> None:
        """Mix the results of all rows with their probabilities."""
        import numpy as np

        columns = list(self.kernel.table(place, situation, ()).columns)
        others = [n for n in range(len(rows)) if n not in columns]
        _, first, kind = np.unique(codes_of(rows[columns]), return_index=True, return_inverse=True)
        touched = [tuple(armies) for armies in rows[columns][:, first].T.tolist()]
        table = self.kernel.table(place, situation, touched)
        _, rest, line = np.unique(codes_of(rows[others]), return_index=True, return_inverse=True)
        if len(rest) * len(table.results) > _MOST_CELLS:
            raise TooManyStates(self._most)
        out = np.zeros((len(rest), len(table.results)), dtype=weights.dtype)
        order = np.argsort(kind, kind="stable")
        bounds = np.searchsorted(kind[order], np.arange(len(first) + 1))
        for armies, low, high in zip(touched, bounds[:-1], bounds[1:], strict=True):
            found = order[low:high]  # rows differ, so that no two of these have one line
            results, chances = table.rows[armies]
            share = np.array(chances, dtype=weights.dtype)
            out[line[found, None], np.array(results)] += weights[found, None] * share
        for node, after, results in self.send(place, table, out.sum(axis=0).tolist()):
            part = out[:, results]
            lines, picked = np.nonzero(part)
            here = rows[:, rest[lines]]
            here[columns] = _armies(table.results, results)[:, picked]
            self.deliver(node, after, here, part[lines, picked])


class SampledCarrier(_Carrier):
    """Carries samples: a weight says how many of them stand on the same board.

    Where many do, the numbers that come to each result are drawn at once (they are
    multinomial); where few do, each draws its own.

    Parameters
    ----------
    kernel : Kernel
    tally : Tally
    rng : numpy.random.Generator
    """

    def __init__(self, kernel: Kernel, tally: Tally, rng: np.random.Generator) -> None:
        super().__init__(kernel, tally)
        self._rng = rng

    def merged(self, rows: Rows, weights: Weights) -> tuple[Rows, Weights]:
        """Return the rows, equal ones merged."""
        first, kind = kinds_of(codes_of(rows))
        if len(first) == len(weights):
            return rows, weights
        return rows[:, first], sums_of(kind, weights)

    def step(self, place: int, situation: int, rows: Rows, weights: Weights) -> None:
        """Draw results for each row."""
        import numpy as np

        columns = list(self.kernel.table(place, situation, ()).columns)
        first, kind = kinds_of(codes_of(rows[columns]))
        touched = [tuple(armies) for armies in rows[columns][:, first].T.tolist()]
        table = self.kernel.table(place, situation, touched)
        found = [table.rows[armies] for armies in touched]
        if all(len(results) == 1 for results, _ in found):  # nothing is left to chance
            lines = np.arange(len(weights))
            drawn = np.array([results[0] for results, _ in found])[kind]
        elif weights.sum() > _AT_ONCE * len(weights):
            lines, drawn, weights = self._drawn_together(found, kind, weights)
        else:
            lines = np.repeat(np.arange(len(weights)), weights)
            drawn = self._drawn(found, kind[lines])
            weights = np.ones(len(lines), dtype=np.int64)
        sums = sums_of(drawn, weights, len(table.results))
        ways = list(self.send(place, table, sums.tolist()))
        armies = _armies(table.results, list(range(len(table.results))))
        way_of = np.zeros(len(table.results), dtype=np.intp)
        for way, (_, _, results) in enumerate(ways):
            way_of[results] = way
        for way, (node, after, _) in enumerate(ways):
            chosen = slice(None) if len(ways) == 1 else np.flatnonzero(way_of[drawn] == way)
            here = rows[:, lines[chosen]]
            here[columns] = armies[:, drawn[chosen]]
            self.deliver(node, after, here, weights[chosen])

    def _drawn_together(
        self, found: list[tuple[list[int], list[Any]]], kind: Any, weights: Weights
    ) -> tuple[Any, Any, Any]:
        """Return rows, results that they came to, and how many samples did."""
        import numpy as np

        results = [np.array(numbers) for numbers, _ in found]
        shares = [np.array(chances) / sum(chances) for _, chances in found]
        lines, drawn, counts = [], [], []
        for line, (one, weight) in enumerate(zip(kind.tolist(), weights.tolist(), strict=True)):
            times = self._rng.multinomial(weight, shares[one])
            came = np.flatnonzero(times)
            lines.append(np.full(len(came), line))
            drawn.append(results[one][came])
            counts.append(times[came])
        return np.concatenate(lines), np.concatenate(drawn), np.concatenate(counts)

    def _drawn(self, found: list[tuple[list[int], list[Any]]], kind: Any) -> Any:
        """Return the number of the result of each sample, with one random number for each.

        The cumulative distributions of all kinds of rows stand behind each other, each one
        further than the last, so that one search finds the results of all.
        """
        import numpy as np

        results = np.concatenate([np.array(numbers) for numbers, _ in found])
        ends = np.cumsum([len(numbers) for numbers, _ in found])
        sums = [np.cumsum(np.array(chances, dtype=float)) for _, chances in found]
        stairs = np.concatenate([n + steps / steps[-1] for n, steps in enumerate(sums)])
        places = np.searchsorted(stairs, kind + uniform(self._rng, len(kind)), side="right")
        return results[np.minimum(places, ends[kind] - 1)]  # a sum may round up


def _armies(results: list[Result], chosen: list[int]) -> Any:
    """Return the armies touched after each of these results, a row for each territory."""
    import numpy as np

    return np.array([results[n].armies for n in chosen], dtype=np.int64).T.reshape(-1, len(chosen))
