"""Long work of one visitor, in a thread: it reports, can be stopped, and keeps what is done.

A thread rather than processes: of a server with threads these would be started afresh, which
takes longer than the usual run does, and a script of Streamlit is no module that they could
import. Few run at once, the others wait, so that many visitors do not starve the pages.
"""

from __future__ import annotations

import logging
import os
import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING, Any, NamedTuple

from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.interrupts import interruptible
from oddsapp.ui.parts.work import WENT_WRONG, giving_way
from oddsapp.ui.whatif.answer import plan_of
from oddsapp.ui.whatif.fields import position_of
from oddsapp.whatif.executors import Serial
from oddsapp.whatif.rollout_work import Ends

if TYPE_CHECKING:
    from oddsapp.whatif.advice_result import Advice
    from oddsapp.whatif.goals import Goal
    from oddsapp.whatif.rollout_result import Estimate, RollOutResult

AT_ONCE = max(1, (os.cpu_count() or 1) // 2)
"""How many runs there are at the same time; more wait for their turn."""

MOST_WAITING = 40
GRACE = 10.0
"""For how many seconds a visitor may be away before the run ends."""

_GLANCE = 0.3
"""How many seconds lie between two estimates on the way."""

_KEPT = 64
_slots = threading.BoundedSemaphore(AT_ONCE)
_lock = threading.Lock()
_waiting = 0
_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Request:
    """What is asked for: the same request has the same answer.

    Parameters
    ----------
    position : str
        Its share string.
    plans : tuple of str
        The plans to roll out; none to have plans looked for.
    goal : str
    bots : tuple of str
    turns : int, optional
        None for all of the game; for plans that are looked for by a place to take, 0.
    rollouts, seed : int
    """

    position: str
    plans: tuple[str, ...]
    goal: str
    bots: tuple[str, ...]
    turns: int | None
    rollouts: int
    seed: int


class Live(NamedTuple):
    """How it stands on the way: P(goal) of each plan, and the difference of the first two."""

    rollouts: int
    goals: tuple[Estimate, ...]
    difference: Estimate | None


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
        How often it was asked whether to go on: in roll-outs once for each turn.

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
                with giving_way():
                    self._run()
            else:
                self._tell(problem=_STOPPED)
        finally:
            if mine:
                _slots.release()
            self._tell(over=True, waits=False)
            self._over.set()

    def _run(self) -> None:
        try:
            with interruptible(self._should_stop):
                found = _advised(self) if not self.request.plans else _rolled(self)
        except KeyboardInterrupt:
            self._tell(problem=_STOPPED)
        except IllegalMove as refusal:
            self._tell(problem=f"{refusal.reason} (rule {refusal.rule})")
        except InvalidInput as refusal:
            self._tell(problem=str(refusal))
        except Exception:
            _log.exception("a run of What-if failed")
            self._tell(problem=WENT_WRONG)
        else:
            self._tell(**found)
            if not self.stopped:
                _keep(self.request, self._look)

    def _should_stop(self) -> bool:
        self.asked += 1
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

    def progress(self, done: int, of: int) -> None:
        """Note how much is done."""
        self._tell(done=done, of=of)
        if self._stop.is_set():
            raise KeyboardInterrupt

    def tell_live(self, live: Live) -> None:
        """Note how it stands."""
        self._tell(live=live)


_STOPPED = "stopped before there was anything to say"


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


def _goal(request: Request) -> Goal:
    from oddsapp.whatif.goals import parse_goal

    return parse_goal(request.goal, position_of(request.position).state.game)


def _rolled(run: Run) -> dict[str, Any]:
    from oddsapp.whatif.rollout import compare_plans

    request = run.request
    plans = [plan_of(request.position, text) for text in request.plans]
    found = compare_plans(
        position_of(request.position).state,
        plans,
        players=request.bots,
        turns=request.turns,
        rollouts=request.rollouts,
        seed=request.seed,
        workers=_Watched(run),
        progress=run.progress,
        until_decided=_goal(request) if len(plans) > 1 else None,
    )
    lead = found.difference(_goal(request), 0, 1) if len(plans) > 1 else None
    return {"rolled": found.results, "difference": lead}


def _advised(run: Run) -> dict[str, Any]:
    from oddsapp.whatif.advice import advise

    request = run.request
    return {
        "advised": advise(
            position_of(request.position).state,
            None,
            _goal(request),
            players=request.bots,
            turns=request.turns,
            rollouts=request.rollouts,
            seed=request.seed,
            progress=run.progress,
        )
    }


class _Watched(Serial):
    """Runs batches here, and estimates from those that are back how it stands."""

    def __init__(self, run: Run) -> None:
        from oddsapp.whatif.measures import Measures

        state = position_of(run.request.position).state
        self._run, self._ends = run, list[Ends]()
        self._measures = Measures(state.game, state.player)
        self._column = self._measures.goal(_goal(run.request))
        self._told = 0.0

    @property
    def executor(self) -> Executor:
        """An executor that has run a batch, and looked at it, when it returns."""
        inner = super().executor
        outer = self

        class Looking(Executor):
            def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
                future = inner.submit(fn, *args, **kwargs)
                outer.watch(future)
                return future

        return Looking()

    def watch(self, future: Future[Ends]) -> None:
        """Note the ends of a batch, and now and then what they come to."""
        from oddsapp.whatif.samples import Samples

        if future.exception() is not None:
            return
        self._ends.append(future.result())
        if monotonic() - self._told < _GLANCE:
            return
        self._told = monotonic()
        samples = Samples(self._measures, self._ends)
        goals = tuple(
            samples.estimate(plan, self._column) for plan in range(len(self._run.request.plans))
        )
        difference = None
        if len(goals) > 1:
            difference = samples.difference(_goal(self._run.request), 0, 1, 0.95)
        self._run.tell_live(Live(samples.rollouts, goals, difference))
