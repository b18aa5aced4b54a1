"""And then? Roll-outs: after a plan the others play on, time and again.

A roll-out carries the plan out, each battle drawn whole from its exact distribution, and lets
bots play on. All plans of a comparison meet the same luck (`oddsapp.whatif.rollouts.streams`),
and the luck of every battle is subtracted (`oddsapp.whatif.rollouts.estimates`): so far fewer
roll-outs tell two plans apart.
"""

from __future__ import annotations

from collections.abc import Sequence

from oddsapp.arguments import whole_number
from oddsapp.engine.state import GameState
from oddsapp.errors import InvalidInput
from oddsapp.interrupts import Progress
from oddsapp.players.game import MOST_ROUNDS
from oddsapp.players.roster import check_plays
from oddsapp.players.settle import can_settle
from oddsapp.whatif.goals import Goal
from oddsapp.whatif.parallel.batches import BatchRun, run_batches
from oddsapp.whatif.parallel.executors import Workers
from oddsapp.whatif.plans.plan import MOST_PLANS, Plan
from oddsapp.whatif.plans.plan_check import check_plan
from oddsapp.whatif.rollouts.looks import Looks
from oddsapp.whatif.rollouts.measures import Measures
from oddsapp.whatif.rollouts.rollout_result import PlanComparison, RollOutResult
from oddsapp.whatif.rollouts.rollout_work import Ends, RollOuts, batch_size
from oddsapp.whatif.rollouts.samples import Samples

MOST_ROLLOUTS = 1_000_000
MOST_TURNS = 10_000


def roll_out(  # noqa: PLR0913 - each is something to ask for
    state: GameState,
    plan: Plan,
    *,
    players: Sequence[str],
    turns: int | None = None,
    rollouts: int = 1000,
    seed: int = 0,
    workers: Workers | None = None,
    reduce_variance: bool = True,
    most_rounds: int = MOST_ROUNDS,
    progress: Progress | None = None,
) -> RollOutResult:
    r"""Return what comes of a plan once the others have played on.

    Parameters
    ----------
    state : GameState
        When it is to reinforce, attack or fortify. What nobody knows of it, hidden cards and
        missions, is dealt anew for each roll-out.
    plan : Plan
        For the turn; one without steps ends it at once.
    players : sequence of str
        The bot on each seat, of `oddsapp.players.roster.BOT_NAMES`; the planner's own plays
        his later turns.
    turns : int, optional
        How many turns are played after that of the plan, of all players together; to the end
        of the game if not said.
    rollouts : int
        How many.
    seed : int
        The same seed gives the same result on any workers.
    workers : Workers, optional
        Where it is done; here if not said.
    reduce_variance : bool
        Subtract the luck of the battles.
    most_rounds : int
        After how many rounds a game is left unfinished, won by nobody.
    progress : callable, optional
        Is told after each batch how many batches are judged, and of how many.

    Returns
    -------
    RollOutResult
        After Ctrl-C with the roll-outs that were judged until then.

    Raises
    ------
    IllegalMove
        If the plan is against the rules, as far as that is known beforehand.
    InvalidInput
        If all play at the same time, there is no such bot, or a number is out of its range.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> from oddsapp.whatif.plans.plan import Plan
    >>> from oddsapp.whatif.plans.plan_text import parse_plan
    >>> state = example_position().state
    >>> plan = parse_plan("trade the best set\nplace all armies on Brazil")
    >>> bots = ["cautious"] * state.game.players
    >>> result = roll_out(state, plan, players=bots, turns=2, rollouts=20)
    >>> result.rollouts, result.players[0].alive.mean
    (20, 1.0)
    """
    return compare_plans(
        state,
        [plan],
        players=players,
        turns=turns,
        rollouts=rollouts,
        seed=seed,
        workers=workers,
        reduce_variance=reduce_variance,
        most_rounds=most_rounds,
        progress=progress,
    ).results[0]


def compare_plans(  # noqa: PLR0913 - each is something to ask for
    state: GameState,
    plans: Sequence[Plan],
    *,
    players: Sequence[str],
    turns: int | None = None,
    rollouts: int = 1000,
    seed: int = 0,
    workers: Workers | None = None,
    reduce_variance: bool = True,
    most_rounds: int = MOST_ROUNDS,
    progress: Progress | None = None,
    until_decided: Goal | None = None,
) -> PlanComparison:
    r"""Return what several plans come to, rolled out on the same luck.

    Parameters
    ----------
    state, players, turns, rollouts, seed, workers, reduce_variance, most_rounds, progress
        As in `roll_out`; so many roll-outs of each plan.
    plans : sequence of Plan
    until_decided : Goal, optional
        Stop once one plan is better than each other one by this goal.

    Raises
    ------
    IllegalMove, InvalidInput
        As `roll_out` does; the message says which plan.

    Notes
    -----
    Whoever looks at a growing sample until it is significant will find it so sooner or later.
    So it is looked at after 100 roll-outs and then only when there are half as many again, and
    the k-th look takes 6/(πk)² of the 5 % error (`oddsapp.whatif.rollouts.looks.spent`), divided by
    the number of pairs: all looks together miss with 5 % at most. The intervals of the difference
    of that goal are as wide as the last look asks for. Batches are judged in their order, so
    the run stops at the same roll-out on any workers.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> from oddsapp.whatif.goals import parse_goal
    >>> from oddsapp.whatif.plans.plan_text import parse_plan
    >>> state = example_position().state
    >>> plans = [parse_plan(f"trade the best set\nplace all armies on {name}")
    ...          for name in ("Brazil", "Peru")]
    >>> compared = compare_plans(
    ...     state, plans, players=["cautious"] * state.game.players, turns=2, rollouts=20
    ... )
    >>> compared
    <PlanComparison: 2 plans, 20 roll-outs>
    >>> there = compared.difference(parse_goal("hold Brazil"), 0, 1)
    >>> back = compared.difference(parse_goal("hold Brazil"), 1, 0)
    >>> there.mean == -back.mean
    True
    """
    bots = tuple(players)
    _check(state, plans, bots)
    rollouts = whole_number(rollouts, "the number of roll-outs", least=1, most=MOST_ROLLOUTS)
    most_rounds = whole_number(most_rounds, "the most rounds", least=1)
    if turns is not None:
        turns = whole_number(turns, "the number of turns", least=0, most=MOST_TURNS)
    measures = Measures(state.game, state.player)
    looks = None
    if until_decided is not None:
        measures.goal(until_decided)  # raises if the board has no such place
        looks = Looks(measures, until_decided, len(plans), rollouts)
    size = batch_size(turns, len(plans), rollouts)
    work = RollOuts(
        state.evolve(before=None),
        tuple(plans),
        bots,
        turns,
        state.round + most_rounds - 1,
        size,
        rollouts,
        reduce_variance,
    )
    batches = -(-rollouts // size)
    run = run_batches(work, batches, seed=seed, workers=workers, judge=looks, progress=progress)
    if not run.results:
        raise KeyboardInterrupt
    if looks is not None:
        looks.finish()
    return _compared(work, measures, run, looks, until_decided)


def _check(state: GameState, plans: Sequence[Plan], bots: tuple[str, ...]) -> None:
    """Raise unless these plans can be rolled out with these bots."""
    game = state.game
    if game.rules.is_same_time:
        raise InvalidInput(
            f"under the rules {game.rules.name} all play at the same time; roll-outs are for games"
            " in turns, and `forecast_turn` tells what a same-time turn comes to"
        )
    if not can_settle(game.battle_rules):
        raise InvalidInput(f"under the rules {game.rules.name} no battle can be drawn whole")
    whole_number(len(plans), "the number of plans", least=1, most=MOST_PLANS)
    if len(bots) != game.players:
        raise InvalidInput(
            f"{game.players} players need as many bots, one for each seat, not {len(bots)}"
        )
    for name in bots:
        check_plays(name, game.rules)
    for plan in plans:
        check_plan(state, plan)


def _compared(
    work: RollOuts,
    measures: Measures,
    run: BatchRun[Ends],
    looks: Looks | None,
    goal: Goal | None,
) -> PlanComparison:
    samples = Samples(measures, run.results)
    results = tuple(
        RollOutResult(
            game=work.state.game,
            plan=plan,
            player=work.state.player,
            players=samples.players(number),
            holds=samples.holds(number),
            continents=samples.continents(number),
            finished=samples.finished(number),
            rollouts=samples.rollouts,
            turns=work.turns,
            bots=work.bots,
            ended=run.ended,
            problem=run.problem,
        )
        for number, plan in enumerate(work.plans)
    )
    if looks is None:
        return PlanComparison(results, samples)
    return PlanComparison(results, samples, goal, looks.level, looks.decided)
