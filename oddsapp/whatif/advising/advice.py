"""Advice: which of several plans is best by a goal, and how sure that is."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from oddsapp.arguments import whole_number
from oddsapp.engine.state import GameState
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.interrupts import Progress
from oddsapp.whatif.advising.advice_result import Advice
from oddsapp.whatif.advising.at_once import rank_at_once
from oddsapp.whatif.advising.candidates import MOST_CANDIDATES, make_candidates
from oddsapp.whatif.advising.race import Comparison, race
from oddsapp.whatif.goals import Goal, GoalKind, name_of, parse_goal
from oddsapp.whatif.parallel.executors import Workers
from oddsapp.whatif.plans.plan import MOST_PLANS, Plan
from oddsapp.whatif.plans.plan_check import check_plan

DEFAULT_ROLLOUTS = 1000
"""How many roll-outs a finalist of a race gets."""

MOST_RACED = 20
"""How many candidates are made where roll-outs have to tell them apart."""


def advise(  # noqa: PLR0913 - what to rank, by what, and where
    state: GameState,
    plans: Sequence[Plan] | None,
    goal: Goal | str,
    *,
    players: Sequence[str] | None = None,
    turns: int | None = None,
    rollouts: int = DEFAULT_ROLLOUTS,
    seed: int = 0,
    workers: Workers | None = None,
    progress: Progress | None = None,
) -> Advice:
    """Rank plans by how probable they make a goal.

    Parameters
    ----------
    state : GameState
        When it is to reinforce or to attack; with plans of one's own, to fortify as well.
    plans : sequence of Plan, optional
        Equal ones count once. None for those of `make_candidates`.
    goal : Goal or str
    players : sequence of str, optional
        A bot for each seat; needed only where the others play on.
    turns : int, optional
        How many turns of anybody are played after that of the plan before the goal is looked
        at. If not said, none for a place to take, as many as bring the player's next turn to
        survive, and all of the game to win.
    rollouts : int
        How many each plan of the last stage gets at most; it ends early once that is decided.
    seed : int
        The same seed gives the same ranking.
    workers : Workers, optional
        Where it is worked out; here if not said.
    progress : callable, optional
        Is told how much is done, and of how much.

    Returns
    -------
    Advice
        After Ctrl-C with what was done until then.

    Raises
    ------
    KeyboardInterrupt
        If there is nothing yet to rank by.
    IllegalMove
        If a plan is against the rules; the message says which.
    InvalidInput
        If there is no plan, no such goal, or bots are missing.

    Notes
    -----
    Where the goal is looked at when the turn ends, the numbers are exact, and so is the
    ranking. A plan with too many board states is sampled instead: then the
    difference to the best has a 95 % interval made of those of both (Newcombe 1998), for each
    pair alone.

    Otherwise plans race (see `oddsapp.whatif.advising.race`) on the same luck. What the
    intervals mean after such a choice: those ranked were rolled out anew at the end, and the
    intervals of the differences between them hold together with 95 % for whichever came out
    best. The estimate of the best alone is still a little high on average, being the highest of
    several; its own interval does not know that. Of those dropped nothing more is claimed than
    what they were dropped by: one that was not clearly behind may be the best of all.

    References
    ----------
    R. G. Newcombe, Interval estimation for the difference between independent proportions,
    Statistics in Medicine 17, 1998.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> advice = advise(example_position().state, None, "take Africa")
    >>> advice
    <Advice: take Africa, best of ... plans 87.39 % (exact), decided>
    >>> print(advice.best.plan)
    trade the best set
    place all armies on Brazil
    attack Brazil -> North Africa
    attack North Africa -> Congo
    attack Congo -> South Africa
    attack South Africa -> Madagascar
    attack Madagascar -> East Africa
    attack East Africa -> Egypt
    """
    goal = parse_goal(goal, state.game) if isinstance(goal, str) else goal
    goal = replace(goal, place=name_of(goal, state.game))
    turns = _horizon(state, goal, turns)
    if plans is None:
        most = MOST_CANDIDATES if turns == 0 else MOST_RACED
        plans = make_candidates(state, goal, most=most)
    chosen = _checked(state, plans)
    if turns == 0:
        return rank_at_once(state, chosen, goal, seed, workers, progress)
    rollouts = whole_number(rollouts, "the number of roll-outs", least=1)
    if players is None:
        raise InvalidInput(
            f"to {goal} is decided after the turn, so it has to be said who plays on: a bot for"
            f" each of the {state.game.players} seats"
        )
    finish = race(
        chosen,
        goal,
        _comparing(state, goal, tuple(players), turns, workers),
        rollouts=rollouts,
        seed=seed,
        progress=progress,
    )
    return Advice(
        game=state.game,
        player=state.player,
        goal=goal,
        turns=turns,
        ranked=finish.ranked,
        dropped=finish.dropped,
        unjudged=(),
        bots=tuple(players),
        ended=finish.ended,
        problem=finish.problem,
    )


def _horizon(state: GameState, goal: Goal, turns: int | None) -> int | None:
    """Return after how many turns the goal is looked at; None for the end of the game."""
    if turns is not None:
        return whole_number(turns, "the number of turns to look ahead", least=0)
    match goal.kind:
        case GoalKind.TAKE:
            return 0
        case GoalKind.SURVIVE:
            return max(0, len(state.living) - 1)
        case GoalKind.WIN:
            return None


def _checked(state: GameState, plans: Sequence[Plan]) -> list[Plan]:
    """Return the plans, each once, if all are legal."""
    if isinstance(plans, Plan):
        plans = [plans]
    if not plans:
        raise InvalidInput("there is no plan to rank; give one or more, or None to have them made")
    if len(plans) > MOST_PLANS:
        raise InvalidInput(f"up to {MOST_PLANS} plans are ranked, not {len(plans):,}")
    for number, plan in enumerate(plans, 1):
        if not isinstance(plan, Plan):
            raise InvalidInput(f"plan {number} is no Plan but {plan!r}; parse_plan reads one")
        try:
            check_plan(state, plan)
        except IllegalMove as error:
            raise IllegalMove(error.rule, f"plan {number}: {error.reason}") from None
        except InvalidInput as error:
            raise InvalidInput(f"plan {number}: {error}") from None
    return list(dict.fromkeys(plans))


def _comparing(
    state: GameState,
    goal: Goal,
    players: tuple[str, ...],
    turns: int | None,
    workers: Workers | None,
) -> Callable[[Sequence[Plan], int, int, bool, Progress | None], Comparison]:
    from oddsapp.whatif.rollouts.rollout import compare_plans

    def compare(
        plans: Sequence[Plan], rollouts: int, seed: int, last: bool, progress: Progress | None
    ) -> Comparison:
        return compare_plans(
            state,
            plans,
            players=players,
            turns=turns,
            rollouts=rollouts,
            seed=seed,
            workers=workers,
            progress=progress,
            until_decided=goal if last and len(plans) > 1 else None,
        )

    return compare
