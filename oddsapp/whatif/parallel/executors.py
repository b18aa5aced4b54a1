"""Where batches of work run: here, in processes of this machine, or on a Dask cluster.

Each place opens an executor with the interface of `concurrent.futures`; what is done with it
is the same for all (`oddsapp.whatif.parallel.batches`).
"""

from __future__ import annotations

import os
import signal
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from oddsapp.arguments import whole_number
from oddsapp.errors import InvalidInput

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext

MOST_PROCESSES = 1024
IN_FLIGHT = 3
"""Batches under way for each worker: one that runs, and others that need not be waited for."""


class Workers(ABC):
    """A place where batches run. Used with ``with``: it opens nothing before."""

    lost: tuple[type[BaseException], ...] = ()
    """The errors of a future whose worker was lost, so that the batch may run again."""

    @abstractmethod
    def __enter__(self) -> Workers: ...

    @abstractmethod
    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None: ...

    @property
    @abstractmethod
    def executor(self) -> Executor:
        """Where to submit a batch now; another one after workers were lost."""

    @property
    @abstractmethod
    def count(self) -> int:
        """How many batches run at the same time."""

    @property
    def problem(self) -> str:
        """What is wrong if no worker will ever answer again; usually nothing."""
        return ""

    @property
    def ahead(self) -> int:
        """How many batches may be on their way or waiting to be judged."""
        return IN_FLIGHT * self.count

    def renew(self) -> None:
        """Replace what was lost with a worker, so that batches can be submitted again.

        Where the loss of one worker takes other batches along, all of these are over then.
        """
        return  # most places replace a lost worker themselves


class _HereExecutor(Executor):
    """Runs what is submitted at once, in this thread."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as error:
            future.set_exception(error)
        return future


class Serial(Workers):
    """One batch after the other, in this process.

    Examples
    --------
    >>> with Serial() as workers:
    ...     workers.count, workers.executor.submit(pow, 2, 10).result()
    (1, 1024)
    """

    def __enter__(self) -> Serial:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        pass

    @property
    def executor(self) -> Executor:
        """An executor that has run a batch when it returns."""
        return _HereExecutor()

    @property
    def count(self) -> int:
        """One."""
        return 1

    @property
    def ahead(self) -> int:
        """One: it is judged before the next begins."""
        return 1


class _Pool(ProcessPoolExecutor):
    """Starts its processes without Ctrl-C, which the terminal sends them, too.

    The main process alone answers it: a worker would die with a traceback.
    """

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        with _interrupts_blocked():
            return super().submit(fn, *args, **kwargs)


class Processes(Workers):
    """Processes of this machine.

    Parameters
    ----------
    count : int, optional
        How many; as many as this process may use cores if not said.

    Examples
    --------
    >>> with Processes(2) as workers:
    ...     workers.executor.submit(pow, 2, 10).result()
    1024
    """

    lost = (BrokenProcessPool,)

    def __init__(self, count: int | None = None) -> None:
        most = MOST_PROCESSES
        number = usable_cores() if count is None else count
        self._count = whole_number(number, "the number of workers", least=1, most=most)
        self._context: BaseContext | None = None
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Processes:
        self._context = _process_context()
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        if self._pool is not None:
            # After an error or Ctrl-C nobody waits for what still runs.
            self._pool.shutdown(wait=kind is None, cancel_futures=True)
        self._pool = None

    @property
    def executor(self) -> Executor:
        """The pool of processes."""
        if self._pool is None:
            self._pool = _Pool(
                self._count, mp_context=self._context, initializer=_ignore_interrupts
            )
        return self._pool

    @property
    def count(self) -> int:
        """How many processes there are."""
        return self._count

    def renew(self) -> None:
        """Leave the broken pool: one lost process takes the others with it."""
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)
        self._pool = None


def find_workers(workers: int | None = None, cluster: str | None = None) -> Workers:
    """Return where to run batches.

    Parameters
    ----------
    workers : int, optional
        How many processes; as many as there are cores if not said. One runs here.
    cluster : str, optional
        The address of a Dask scheduler; then workers are as many as it has.

    Raises
    ------
    InvalidInput
        If both are given.

    Examples
    --------
    >>> find_workers(1).count, find_workers(3).count
    (1, 3)
    """
    if cluster is not None:
        if workers is not None:
            raise InvalidInput("a cluster has its own workers; give the one or the other")
        from oddsapp.whatif.parallel.cluster import Cluster

        return Cluster(cluster)
    processes = Processes(workers)
    return Serial() if processes.count == 1 else processes


def usable_cores() -> int:
    """Return how many cores this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _process_context() -> BaseContext:
    """Return how to start processes: copies of this one where that is safe.

    A copy starts at once, and has all battles that were solved here. But of a process with
    several threads it may hold a lock for ever that another thread had: then it is a copy of
    a process that does nothing else, and has imported numpy once for all.
    """
    import multiprocessing
    import sys
    import threading

    if not sys.platform.startswith("linux"):
        return multiprocessing.get_context("spawn")
    if threading.active_count() == 1:
        return multiprocessing.get_context("fork")
    context = multiprocessing.get_context("forkserver")
    # Not oddsapp: that process does not know this one's path, and might find another oddsapp.
    context.set_forkserver_preload(["numpy.random"])
    return context


@contextmanager
def _interrupts_blocked() -> Iterator[None]:
    """Block Ctrl-C for what is started meanwhile; here it comes through afterwards."""
    if not hasattr(signal, "pthread_sigmask"):  # the initializer is all there is on Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _ignore_interrupts() -> None:
    """Leave Ctrl-C to the main process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
