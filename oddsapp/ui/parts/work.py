"""Long work beside a page: a thread that goes through steps, watched and stopped from outside."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import BoundedSemaphore, Event, Lock, Thread
from time import monotonic
from typing import Generic, TypeVar

from oddsapp.errors import InvalidInput
from oddsapp.interrupts import interruptible

T = TypeVar("T")

WENT_WRONG = "something went wrong here; the log of the server says what"

AT_ONCE = 2
"""How many go on at a time in one server; others wait, or pages would answer slowly."""

PATIENCE = 15.0
"""Seconds after which work ends that nobody asks about: its visitor has gone."""

_QUICK = 0.0005
"""After how many seconds work gives the interpreter away, where pages wait for it."""

_places = BoundedSemaphore(AT_ONCE)
_lock = Lock()
_busy, _usual = 0, 0.005
_log = logging.getLogger(__name__)


@contextmanager
def giving_way() -> Iterator[None]:
    """Let pages interrupt work sooner than threads usually do: they wait several times each."""
    global _busy, _usual  # noqa: PLW0603 - the interpreter has one interval
    with _lock:
        if not _busy:
            _usual = sys.getswitchinterval()
            sys.setswitchinterval(_QUICK)
        _busy += 1
    try:
        yield
    finally:
        with _lock:
            _busy -= 1
            if not _busy:
                sys.setswitchinterval(_usual)


class Job(Generic[T]):
    """Work in steps, each of which is what is known so far.

    Parameters
    ----------
    steps : callable
        Makes the iterator of the steps, each well under a second, or asking the library for
        something that can be interrupted.
    places : BoundedSemaphore, optional
        Those that this work waits for, by default what all searches share.

    Examples
    --------
    >>> job = Job(lambda: iter([1, 2, 3]))
    >>> job.wait()
    >>> job.latest, job.is_running, job.was_cancelled
    (3, False, False)
    """

    def __init__(
        self, steps: Callable[[], Iterator[T]], places: BoundedSemaphore = _places
    ) -> None:
        self._steps, self._places = steps, places
        self._cancelled = Event()
        self._asked = monotonic()
        self._latest: T | None = None
        self.refusal = ""
        """What was wrong with the question, if anything."""
        self.is_waiting = True
        """Whether it has not begun yet, for others are at work."""
        self._thread = Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        while not self._places.acquire(timeout=0.1):
            if self._is_over():
                return
        try:
            self.is_waiting = False
            with giving_way(), interruptible(self._is_over):
                for step in self._steps():
                    self._latest = step
                    if self._is_over():
                        return
        except KeyboardInterrupt:
            pass  # what is known stays
        except InvalidInput as refusal:
            self.refusal = str(refusal)
        except Exception:
            _log.exception("work beside a page failed")
            self.refusal = WENT_WRONG
        finally:
            self._places.release()

    def _is_over(self) -> bool:
        return self._cancelled.is_set() or monotonic() - self._asked > PATIENCE

    @property
    def latest(self) -> T | None:
        """What is known so far."""
        self._asked = monotonic()
        return self._latest

    @property
    def is_running(self) -> bool:
        """Whether more is to come."""
        return self._thread.is_alive() and not self._cancelled.is_set()

    @property
    def was_cancelled(self) -> bool:
        """Whether it was stopped from outside."""
        return self._cancelled.is_set()

    def cancel(self) -> None:
        """Stop after the step under way; what is known stays."""
        self._cancelled.set()

    def wait(self, seconds: float | None = None) -> None:
        """Wait until it has ended."""
        self._thread.join(seconds)
