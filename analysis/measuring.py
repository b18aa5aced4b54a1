"""How long something takes and how much memory it needs, on a machine that others use too.

Times are ratios measured within one run: the thing and its yardstick by turns, so that a
machine that slows down slows down both. The usual yardstick is the *cal*, the time of one
small loop in plain Python. What runs in this process is timed by the processor's clock, which
stands still while another process has its turn.
"""

from __future__ import annotations

import gc
import subprocess
import sys
import tracemalloc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median, quantiles
from time import get_clock_info, perf_counter, process_time

ROOT = Path(__file__).resolve().parents[1]

Work = Callable[[], object]
Clock = Callable[[], float]

# On some systems the processor's clock ticks only every hundredth of a second.
OWN_TIME: Clock = process_time if get_clock_info("process_time").resolution < 1e-4 else perf_counter

_PATIENCE = 4.0
"""Seconds after which something is not tried again, however few the tries."""


@dataclass(frozen=True)
class Measured:
    """The median of what was measured, and how far the middle half lies apart.

    Parameters
    ----------
    value : float
    noise : float or None
        The distance between the quartiles as a share of the median; None for one try.

    Examples
    --------
    >>> Measured.median_of([2.0, 1.9, 2.1, 9.0, 2.0]).value
    2.0
    """

    value: float
    noise: float | None = None

    @classmethod
    def median_of(cls, tries: Sequence[float]) -> Measured:
        """Return the median of several tries."""
        middle = median(tries)
        if len(tries) < 2:
            return cls(middle)
        low, _, high = quantiles(tries, n=4, method="inclusive")
        return cls(middle, (high - low) / middle)


@contextmanager
def _no_collector() -> Iterator[None]:
    """Keep the garbage collector from starting in the middle of what is timed."""
    was_on = gc.isenabled()
    gc.collect()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


def seconds(work: Work, calls: int = 1, clock: Clock = OWN_TIME) -> float:
    """Return how long one call takes, as the average of several in a row."""
    begin = clock()
    for _ in range(calls):
        work()
    return (clock() - begin) / calls


def cal() -> None:
    """Do what one cal is the time of."""
    x = 0
    for i in range(100_000):
        x += i * i


def ratio(
    work: Work,
    yardstick: Work = cal,
    *,
    tries: int,
    before: Work | None = None,
    clock: Clock = OWN_TIME,
) -> Measured:
    """Return the time of some work divided by that of a yardstick.

    Parameters
    ----------
    work, yardstick : callable
        Measured by turns. Without ``before`` each is called once beforehand, and a short
        work several times in a row.
    tries : int
        How many turns; fewer if they take too long, but never less than two.
    before : callable, optional
        Called before each try, not timed: to empty caches, for instance.
    clock : callable
        `time.perf_counter` for what runs in another process.
    """
    with _no_collector():
        calls = 1
        if before is None:
            work()
            calls = max(1, round(seconds(yardstick, 1, clock) / max(seconds(work, 1, clock), 1e-7)))
        found: list[float] = []
        begin = perf_counter()
        while len(found) < tries and (len(found) < 2 or perf_counter() - begin < _PATIENCE):
            if before is not None:
                before()
            first = seconds(yardstick, 1, clock)
            worked = seconds(work, calls, clock)
            # The yardstick on both sides of the work: a drift between them cancels.
            found.append(2 * worked / (first + seconds(yardstick, 1, clock)))
    return Measured.median_of(found)


def wait(work: Work, *, tries: int, before: Work) -> Measured:
    """Return the seconds that some work takes, without calling it beforehand."""
    found: list[float] = []
    begin = perf_counter()
    with _no_collector():
        while len(found) < tries and (not found or perf_counter() - begin < _PATIENCE):
            before()
            found.append(seconds(work))
    return Measured.median_of(found)


def peak_megabytes(work: Work) -> Measured:
    """Return the most memory that Python holds at once for some work and its result."""
    work()  # what is kept for ever, in caches, is not what the work needs
    gc.collect()
    tracemalloc.start()
    try:
        before, _ = tracemalloc.get_traced_memory()
        kept = work()
        _, peak = tracemalloc.get_traced_memory()
        del kept
    finally:
        tracemalloc.stop()
    return Measured((peak - before) / 1e6)


def empty_caches(package: str = "oddsapp") -> None:
    """Empty every function cache of a package, as if nothing had been computed yet."""
    for name, module in list(sys.modules.items()):
        if name == package or name.startswith(f"{package}."):
            for value in list(vars(module).values()):
                clear = getattr(value, "cache_clear", None)
                if clear is not None:
                    clear()


def run_python(*arguments: str) -> str:
    """Run this same interpreter on the checkout, and return what it prints.

    Raises
    ------
    RuntimeError
        If it fails, with what it said.
    """
    done = subprocess.run(
        [sys.executable, *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"python {' '.join(arguments)} failed:\n{done.stderr}")
    return done.stdout
