"""Work in batches: judged in their order, whatever the order in which they arrive.

The same seed gives the same result on any executor and any number of workers. Each batch has
a seed of its own, spawned from the one seed by its number, and a batch counts only when all
before it have been judged: so an early stop, too, comes at the same place everywhere.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING, Generic, TypeVar

from oddsapp.arguments import whole_number
from oddsapp.errors import InvalidInput
from oddsapp.interrupts import Interrupts
from oddsapp.whatif.parallel.executors import Serial, Workers

if TYPE_CHECKING:
    from numpy.random import Generator, SeedSequence

T = TypeVar("T")

MOST_BATCHES = 10_000_000
_SECONDS_TO_WAIT = 1.0
MOST_LOSSES = 3
"""So many times one batch may be lost with its worker while no other comes back.

Before the last time batches run one by one: others that went along are then told from it.
"""


class Ended(StrEnum):
    """Why a run came to its end."""

    ALL = "all batches were judged"
    ENOUGH = "the judge had enough"
    INTERRUPTED = "interrupted"
    LOST = "the workers were lost"


@dataclass(frozen=True)
class BatchRun(Generic[T]):
    """The results of the batches that were judged, in their order.

    Parameters
    ----------
    results : tuple
        Of batch 0, 1, …, each once.
    ended : Ended
    again : int
        How many batches were run again because a worker was lost.
    problem : str
        Why the workers were lost for good, if they were.
    """

    results: tuple[T, ...]
    ended: Ended
    again: int = field(default=0, compare=False)
    problem: str = ""

    @property
    def interrupted(self) -> bool:
        """Whether Ctrl-C or a loss came between; the results up to then are whole."""
        return self.ended in (Ended.INTERRUPTED, Ended.LOST)


def batch_seed(seed: int, index: int) -> SeedSequence:
    """Return the seed of one batch: what `SeedSequence.spawn` gives its child of this number.

    Examples
    --------
    >>> from numpy.random import SeedSequence
    >>> fifth = SeedSequence(2026).spawn(5)[4]
    >>> (batch_seed(2026, 4).generate_state(2) == fifth.generate_state(2)).all().item()
    True
    """
    from numpy.random import SeedSequence

    return SeedSequence(entropy=seed, spawn_key=(index,))


def generator_of(seed: SeedSequence) -> Generator:
    """Return the generator of a batch's seed, always of one kind."""
    from numpy.random import PCG64, Generator

    return Generator(PCG64(seed))


def run_batches(
    work: Callable[[int, SeedSequence], T],
    batches: int,
    *,
    seed: int,
    workers: Workers | None = None,
    judge: Callable[[int, T], bool] | None = None,
    progress: Callable[[int, int], object] | None = None,
) -> BatchRun[T]:
    """Run a number of batches, and judge their results in order.

    Parameters
    ----------
    work : callable
        From the number of a batch and its seed to a result. A pure function of the two, which
        can be pickled, and so can its result; of at least 50 ms, or sending it takes longer.
    batches : int
        How many at most.
    seed : int
    workers : Workers, optional
        Where they run; here and one by one if not said.
    judge : callable, optional
        Is told each number and result, in order, in this process; True ends the run.
    progress : callable, optional
        Is told after each batch how many are judged, and of how many.

    Returns
    -------
    BatchRun
        After Ctrl-C, a `KeyboardInterrupt` of the judge, or the loss of all workers for good,
        with what was judged until then.

    Raises
    ------
    InvalidInput
        If workers are lost for good and nothing was judged, or those of a cluster do not have
        what the work needs.

    Examples
    --------
    >>> def three_rolls(index, seed):
    ...     return generator_of(seed).integers(1, 7, size=3).tolist()
    >>> run = run_batches(three_rolls, 100, seed=1, judge=lambda index, rolls: 6 in rolls)
    >>> len(run.results), run.results[-1], str(run.ended)
    (2, [6, 3, 1], 'the judge had enough')
    """
    whole_number(batches, "the number of batches", least=1, most=MOST_BATCHES)
    whole_number(seed, "the seed", least=0)
    run = _Run(work, batches, seed, judge, progress)
    with Interrupts() as interrupts:
        try:
            with workers or Serial() as place:
                run.all(place, interrupts)
        except KeyboardInterrupt:
            if not run.is_over:
                run.ended = Ended.INTERRUPTED
        except _LostForGoodError as loss:
            if not run.results:
                raise InvalidInput(str(loss)) from None
            run.ended, run.problem = Ended.LOST, str(loss)
    return BatchRun(tuple(run.results), run.ended, run.again, run.problem)


class _LostForGoodError(Exception):
    """No worker will bring back what is still to be done."""


class _Run(Generic[T]):
    """One run: what is out, what has come back, what is judged."""

    def __init__(
        self,
        work: Callable[[int, SeedSequence], T],
        batches: int,
        seed: int,
        judge: Callable[[int, T], bool] | None,
        progress: Callable[[int, int], object] | None,
    ) -> None:
        self._work, self._batches, self._seed = work, batches, seed
        self._judge, self._progress = judge, progress
        self._out: dict[Future[T], int] = {}
        self._back: dict[int, T] = {}
        self._again: list[int] = []
        self._next = 0
        # Counted by batch: one worker takes all that wait for it along, maybe one after the other.
        self._losses: Counter[int] = Counter()
        self.results: list[T] = []
        self.ended = Ended.ALL
        self.again = 0
        self.problem = ""

    @property
    def is_over(self) -> bool:
        """Whether nothing is left to do."""
        return self.ended is Ended.ENOUGH or len(self.results) == self._batches

    def all(self, place: Workers, interrupts: Interrupts) -> None:
        """Run until all is judged, or the judge has enough."""
        try:
            while not self.is_over:
                self._submit(place)
                self._collect(place)
                with interrupts.later():
                    self._judge_those_in_turn()
        finally:
            for future in self._out:
                future.cancel()

    def _submit(self, place: Workers) -> None:
        """Send out what was lost, and new batches as long as few enough are not judged."""
        most = min(self._batches, len(self.results) + place.ahead)
        one_by_one = max(self._losses.values(), default=0) >= MOST_LOSSES - 1
        while (self._again or self._next < most) and not (one_by_one and self._out):
            index = self._again[0] if self._again else self._next
            try:
                future = place.executor.submit(self._work, index, batch_seed(self._seed, index))
            except place.lost:  # broken before this one could be sent
                self._renew(place, [index])
                return
            self._out[future] = index
            if self._again:
                del self._again[0]
            else:
                self._next += 1

    def _collect(self, place: Workers) -> None:
        """Wait for a batch to come back; those lost with a worker are to run again."""
        done: set[Future[T]] = set()
        while self._out and not done:
            done, _ = wait(self._out, _SECONDS_TO_WAIT, return_when=FIRST_COMPLETED)
            if not done and place.problem:
                raise _LostForGoodError(place.problem)
        if lost := self._take(place, done):
            self._renew(place, lost)

    def _take(self, place: Workers, done: Iterable[Future[T]]) -> list[int]:
        """Keep the results that are there; return the batches that were lost with a worker."""
        losses: tuple[type[BaseException], ...] = (*place.lost, CancelledError)
        lost = []
        for future in done:
            index = self._out.pop(future)
            try:
                self._back[index] = future.result()
                self._losses.clear()
            except losses:
                lost.append(index)
            except ModuleNotFoundError as error:
                raise InvalidInput(
                    f"the workers do not have what the work needs ({error}); they need the same"
                    " oddsapp as this process"
                ) from error
        self._again = sorted([*self._again, *lost])
        self.again += len(lost)
        return lost

    def _renew(self, place: Workers, lost: Iterable[int]) -> None:
        """Replace lost workers, unless the same batch is lost again and again."""
        self._losses.update(lost)
        worst = max(sorted(self._losses), key=self._losses.__getitem__)
        times = self._losses[worst]
        if times >= MOST_LOSSES:
            raise _LostForGoodError(
                place.problem
                or f"workers were lost {times} times in a row at batch {worst}, without any coming"
                " back; is there enough memory for fewer workers, or smaller batches?"
            )
        place.renew()
        self._losses.update(self._take(place, [future for future in self._out if future.done()]))

    def _judge_those_in_turn(self) -> None:
        """Judge what has come back as far as none before it is missing."""
        while self.ended is Ended.ALL and len(self.results) in self._back:
            index = len(self.results)
            result = self._back.pop(index)
            enough = self._judge is not None and self._judge(index, result)
            self.results.append(result)
            if enough:
                self.ended = Ended.ENOUGH
            if self._progress is not None:
                self._progress(index + 1, self._batches)
