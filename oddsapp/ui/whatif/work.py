"""The long work itself: roll-outs and the search for plans, wherever they run."""

from __future__ import annotations

import logging
from collections.abc import Callable
from concurrent.futures import Executor, Future
from time import monotonic
from typing import TYPE_CHECKING, Any, Protocol

from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.interrupts import interruptible
from oddsapp.ui.parts.work import WENT_WRONG
from oddsapp.ui.whatif.answer import plan_of
from oddsapp.ui.whatif.fields import position_of
from oddsapp.ui.whatif.request import Live, Request
from oddsapp.whatif.parallel.executors import Serial
from oddsapp.whatif.rollouts.rollout_work import Ends

if TYPE_CHECKING:
    from oddsapp.whatif.goals import Goal

STOPPED = "stopped before there was anything to say"

_GLANCE = 0.3
"""How many seconds lie between two estimates on the way."""

_log = logging.getLogger(__name__)


class Work(Protocol):
    """What is asked for, and who hears how far it is."""

    request: Request

    def should_stop(self) -> bool:
        """Whether it is to end, with what is done."""

    def progress(self, done: int, of: int) -> None:
        """Note how much is done; raises KeyboardInterrupt if it is to end."""

    def tell(self, **changes: Any) -> None:
        """Note values of `oddsapp.ui.whatif.runs.Look`."""


def done(work: Work) -> dict[str, Any]:
    """Do the work, and return what it has come to, as values of `oddsapp.ui.whatif.runs.Look`."""
    try:
        with interruptible(work.should_stop):
            return _advised(work) if not work.request.plans else _rolled(work)
    except KeyboardInterrupt:
        return {"problem": STOPPED}
    except IllegalMove as refusal:
        return {"problem": f"{refusal.reason} (rule {refusal.rule})"}
    except InvalidInput as refusal:
        return {"problem": str(refusal)}
    except Exception:
        _log.exception("a run of What-if failed")
        return {"problem": WENT_WRONG}


def _goal(request: Request) -> Goal:
    from oddsapp.whatif.goals import parse_goal

    return parse_goal(request.goal, position_of(request.position).state.game)


def _rolled(work: Work) -> dict[str, Any]:
    from oddsapp.whatif.rollouts.rollout import compare_plans

    request = work.request
    plans = [plan_of(request.position, text) for text in request.plans]
    found = compare_plans(
        position_of(request.position).state,
        plans,
        players=request.bots,
        turns=request.turns,
        rollouts=request.rollouts,
        seed=request.seed,
        workers=_Watched(work),
        progress=work.progress,
        until_decided=_goal(request) if len(plans) > 1 else None,
    )
    lead = found.difference(_goal(request), 0, 1) if len(plans) > 1 else None
    return {"rolled": found.results, "difference": lead}


def _advised(work: Work) -> dict[str, Any]:
    from oddsapp.whatif.advising.advice import advise

    request = work.request
    return {
        "advised": advise(
            position_of(request.position).state,
            None,
            _goal(request),
            players=request.bots,
            turns=request.turns,
            rollouts=request.rollouts,
            seed=request.seed,
            progress=work.progress,
        )
    }


class _Watched(Serial):
    """Runs batches here, and estimates from those that are back how it stands."""

    def __init__(self, work: Work) -> None:
        from oddsapp.whatif.rollouts.measures import Measures

        state = position_of(work.request.position).state
        self._work, self._ends = work, list[Ends]()
        self._measures = Measures(state.game, state.player)
        self._column = self._measures.goal(_goal(work.request))
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
        from oddsapp.whatif.rollouts.samples import Samples

        if future.exception() is not None:
            return
        self._ends.append(future.result())
        if monotonic() - self._told < _GLANCE:
            return
        self._told = monotonic()
        samples = Samples(self._measures, self._ends)
        goals = tuple(
            samples.estimate(plan, self._column) for plan in range(len(self._work.request.plans))
        )
        difference = None
        if len(goals) > 1:
            difference = samples.difference(_goal(self._work.request), 0, 1, 0.95)
        self._work.tell(live=Live(samples.rollouts, goals, difference))
