"""Plans in, forecasts out: what a turn in a sequential game comes to.

The board states are carried forward step by step, and merged by what still matters: owners,
cards, and the armies of territories that a later step looks at. What no step looks at any
more is counted and forgotten, which is what keeps long plans exact.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from oddsapp.arguments import whole_number
from oddsapp.engine.state import GameState
from oddsapp.errors import InvalidInput
from oddsapp.interrupts import Interrupts
from oddsapp.whatif.forecasts.carry import ExactCarrier, SampledCarrier, Tally
from oddsapp.whatif.forecasts.course import make_course
from oddsapp.whatif.forecasts.kernel import Kernel, TooManyStates
from oddsapp.whatif.forecasts.plan_forecast import PlanForecast
from oddsapp.whatif.forecasts.report import make_forecast
from oddsapp.whatif.plans.plan import Plan
from oddsapp.whatif.plans.plan_check import check_plan

if TYPE_CHECKING:
    import numpy as np

MOST_STATES = 100_000
"""The most board states that are told apart at one step of an exact forecast."""

MOST_SAMPLES = 100_000_000
"""The most turns that are sampled."""

DEFAULT_SAMPLES = 200_000
"""How many turns are sampled where an exact forecast is out of reach."""

_AT_ONCE = 250_000


def forecast_plan(
    state: GameState,
    plan: Plan,
    *,
    exact: bool = False,
    samples: int | None = None,
    rng: np.random.Generator | None = None,
    most_states: int = MOST_STATES,
    progress: Callable[[int, int], object] | None = None,
) -> PlanForecast:
    """Return what a plan comes to by the end of the turn.

    Parameters
    ----------
    state : GameState
        When it is to reinforce, to attack or to fortify.
    plan : Plan
        A step that cannot be done when it comes is skipped, and counted.
    exact : bool
        Every probability as a `fractions.Fraction`.
    samples : int, optional
        Sample so many turns, in place of carrying every board state.
    rng : numpy.random.Generator, optional
        What samples are drawn with. Given without `samples`, turns are sampled only where
        there are more than `most_states`: then `DEFAULT_SAMPLES` of them.
    most_states : int
        How many board states are told apart at most.
    progress : callable, optional
        Is told after each part of the samples how many turns are sampled, and of how many.

    Returns
    -------
    PlanForecast
        Which says whether it is exact or sampled; after Ctrl-C from the parts that were
        sampled until then, if there are any, with their number.

    Raises
    ------
    IllegalMove
        If the plan is against the rules, as far as that is known beforehand.
    InvalidInput
        If no plan can begin here, or there are too many board states and no generator.

    Examples
    --------
    >>> from oddsapp.engine import Phase, new_game
    >>> from oddsapp.whatif.plans.plan_text import parse_plan
    >>> state = new_game("classic", players=2).evolve(
    ...     phase=Phase.ATTACK,
    ...     owners=(0,) * 21 + (1,) * 21,
    ...     armies=(8,) * 21 + (3,) * 21,
    ...     pile=tuple(range(44)),
    ... )
    >>> forecast = forecast_plan(state, parse_plan("attack Alaska -> Kamchatka"))
    >>> forecast
    <PlanForecast: 1 steps, exact over up to 2 board states>
    >>> round(forecast.territory("Kamchatka").owner[0], 4), round(forecast.card_drawn, 4)
    (0.9099, 0.9099)
    """
    check_plan(state, plan)
    if samples is not None:
        samples = whole_number(samples, "the number of samples", least=1, most=MOST_SAMPLES)
        if exact:
            raise InvalidInput("sampled numbers are no exact fractions; ask for one or the other")
        return _sampled(state, plan, samples, rng, progress)
    try:
        return _exact(state, plan, exact, most_states)
    except TooManyStates:
        if rng is None or exact:
            raise
    return _sampled(state, plan, DEFAULT_SAMPLES, rng, progress)


def _exact(state: GameState, plan: Plan, exact: bool, most_states: int) -> PlanForecast:
    import numpy as np

    most_states = whole_number(most_states, "the most board states", least=1)
    course = make_course(state, plan)
    kernel = Kernel(state, course, exact=exact, most_states=most_states)
    tally = Tally()
    weights = np.array([Fraction(1)], dtype=object) if exact else np.ones(1)
    ExactCarrier(kernel, tally, most_states).run(_rows(kernel), weights)
    return make_forecast(state, plan, kernel, tally)


def _sampled(
    state: GameState,
    plan: Plan,
    samples: int,
    rng: np.random.Generator | None,
    progress: Callable[[int, int], object] | None,
) -> PlanForecast:
    import numpy as np

    if rng is None or not hasattr(rng, "multinomial"):
        raise InvalidInput(
            "sampled turns need a generator of numpy: rng=numpy.random.default_rng(seed)"
        )
    kernel = Kernel(state, make_course(state, plan), exact=False)
    tally, done = Tally(), 0
    with Interrupts() as interrupts:
        try:
            while done < samples:
                size = min(_AT_ONCE, samples - done)
                part = Tally()  # of its own: what is half done when interrupted is left out
                SampledCarrier(kernel, part, rng).run(
                    _rows(kernel), np.array([size], dtype=np.int64)
                )
                with interrupts.later():
                    tally.add(part)
                    done += size
                    if progress is not None:
                        progress(done, samples)
        except KeyboardInterrupt:
            if not done:
                raise
    return make_forecast(state, plan, kernel, tally, done, interrupted=done < samples)


def _rows(kernel: Kernel) -> Any:
    """Return the armies where the plan begins, as the only row."""
    import numpy as np

    return np.array(kernel.start[1], dtype=np.int64)[:, None]
