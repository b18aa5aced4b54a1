"""Long work of one visitor: it reports, can be stopped, and keeps what is done.

Each run has a thread that listens to the process which works for it. Few run at once, the
others wait, so that many visitors do not starve the pages.
"""

from __future__ import annotations

import logging
import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any

from oddsapp.errors import InvalidInput
from oddsapp.ui.parts.work import WENT_WRONG
from oddsapp.ui.whatif.request import Live, Request
from oddsapp.ui.whatif.work import STOPPED
from oddsapp.ui.whatif.worker import Told, Worker, WorkerLost

if TYPE_CHECKING:
    from oddsapp.whatif.advising.advice_result import Advice
    from oddsapp.whatif.rollouts.rollout_result import Estimate, RollOutResult

AT_ONCE = max(1, (os.cpu_count() or 1) // 2)
"""How many runs there are at the same time; more wait for their turn."""

MOST_WAITING = 40
GRACE = 10.0
"""For how many seconds a visitor may be away before the run ends."""

_KEPT = 64

_log = logging.getLogger(__name__)
_slots = threading.BoundedSemaphore(AT_ONCE)
_lock = threading.Lock()
_waiting = 0
_idle: list[Worker] = []
"""Processes that have no work now."""


@dataclass(frozen=True)
class Look:
    """What a run has come to so far.

    Parameters
    ----------
    done, of : int
        How much of how much; 0 before it is known.
    waits : bool
        Whether others run first.
    live : Live, optional
    rolled : tuple of RollOutResult
        Of each plan; none before the end. Without all the single ends, which take much memory.
    difference : Estimate, optional
        By how much the first plan is better than the second.
    advised : Advice, optional
    problem : str
        Why there is neither.
    over : bool
    """

    done: int = 0
    of: int = 0
    waits: bool = True
    live: Live | None = None
    rolled: tuple[RollOutResult, ...] = ()
    difference: Estimate | None = None
    advised: Advice | None = None
    problem: str = ""
    over: bool = False


_finished: OrderedDict[Request, Look] = OrderedDict()


class Run:
    """One run, started at once.

    Parameters
    ----------
    request : Request
    alive : callable, optional
        Tells whether the visitor is still there.

    Attributes
    ----------
    asked : int
        How often the work has asked whether to go on: in roll-outs once for each turn.

    Raises
    ------
    InvalidInput
        If too many wait already.
    """

    def __init__(self, request: Request, alive: Callable[[], bool] = lambda: True) -> None:
        global _waiting  # noqa: PLW0603 - one count for all visitors
        self.request = request
        self._alive, self._seen, self._asked = alive, monotonic(), 0.0
        self._stop, self._over = threading.Event(), threading.Event()
        self._look = Look()
        self._stops: Callable[[], None] | None = None
        self.asked = 0
        with _lock:
            if _waiting >= MOST_WAITING:
                raise InvalidInput("many others are waiting for roll-outs; try again in a minute")
            _waiting += 1
        self._thread = threading.Thread(target=self._work, name="whatif", daemon=True)
        self._thread.start()

    def look(self) -> Look:
        """Return what it has come to so far."""
        return self._look

    def stop(self) -> None:
        """Ask it to end; what is done is kept."""
        self._stop.set()
        if (stops := self._stops) is not None:
            # If the process is lost, who listens to it will say so.
            with suppress(WorkerLost):
                stops()

    @property
    def stopped(self) -> bool:
        """Whether it was asked to end."""
        return self._stop.is_set()

    def wait(self, seconds: float) -> bool:
        """Wait for the end; tell whether it has come."""
        return self._over.wait(seconds)

    # -- in the thread -------------------------------------------------------------------

    def _work(self) -> None:
        global _waiting  # noqa: PLW0603
        mine = False
        try:
            while not mine and not self._should_stop():
                mine = _slots.acquire(timeout=0.1)
        finally:
            with _lock:
                _waiting -= 1
        try:
            if mine:
                self._tell(waits=False)
                self._run()
            else:
                self._tell(problem=STOPPED)
        finally:
            if mine:
                _slots.release()
            self._tell(over=True, waits=False)
            self._over.set()

    def _run(self) -> None:
        worker = _idle_worker()
        try:
            worker = worker or Worker()
            self._listen(worker)
        except (WorkerLost, OSError) as lost:
            if worker is not None:
                worker.end()
            if not self.stopped:
                _log.error("the process for the long work of What-if was lost: %r", lost)
            self._tell(problem=STOPPED if self.stopped else WENT_WRONG)
        else:
            with _lock:
                _idle.append(worker)
            if not self.stopped and not self._look.problem:
                _keep(self.request, self._look)

    def _listen(self, worker: Worker) -> None:
        number, told = worker.do(self.request)
        self._stops = lambda: worker.stop(number)
        if self.stopped:  # before there was anybody to tell
            worker.stop(number)
        for message in told:
            self._hear(message)
            if self._should_stop() and message.kind != "done":
                worker.stop(number)
        self._stops = None

    def _hear(self, message: Told) -> None:
        if message.kind == "asked":
            self.asked = message.what
        else:
            self._tell(**message.what)

    def _should_stop(self) -> bool:
        if self._stop.is_set():
            return True
        now = monotonic()
        if now - self._asked < 1:
            return False
        self._asked = now
        if self._alive():
            self._seen = now
        elif now - self._seen > GRACE:
            self._stop.set()
        return self._stop.is_set()

    def _tell(self, **changes: Any) -> None:
        # A look is replaced whole, so that nobody sees half of one.
        self._look = Look(**{**vars(self._look), **changes})


def _idle_worker() -> Worker | None:
    with _lock:
        while _idle:
            worker = _idle.pop()
            if worker.is_alive:
                return worker
            worker.end()
    return None


def finished(request: Request) -> Look | None:
    """Return what the same request has come to before, if it is still known."""
    with _lock:
        found = _finished.get(request)
        if found is not None:
            _finished.move_to_end(request)
        return found


def _keep(request: Request, look: Look) -> None:
    with _lock:
        _finished[request] = Look(**{**vars(look), "over": True, "waits": False})
        while len(_finished) > _KEPT:
            _finished.popitem(last=False)
