"""What roll-outs come to, as frozen results with the field's names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Any

from oddsapp.engine.game import Game
from oddsapp.errors import InvalidInput
from oddsapp.whatif.goals import Goal, GoalKind, name_of
from oddsapp.whatif.parallel.batches import Ended
from oddsapp.whatif.plans.plan import Plan

if TYPE_CHECKING:
    from oddsapp.whatif.rollouts.samples import Samples


@dataclass(frozen=True)
class Estimate:
    """A number that was estimated from roll-outs.

    Parameters
    ----------
    mean : float
        With the luck subtracted, where that was asked for.
    low, high : float
        The ends of its 95 % interval.
    plain : tuple of (float, float, float)
        The mean and the ends of its interval as they are with the luck left in.
    factor : float
        How many times fewer roll-outs the subtraction of luck needs for an interval of the
        same width: the variance with the luck in it over that without.

    Examples
    --------
    >>> estimate = Estimate(0.5, 0.4, 0.6, plain=(0.52, 0.35, 0.69), factor=2.9)
    >>> estimate.interval
    (0.4, 0.6)
    """

    mean: float
    low: float
    high: float
    plain: tuple[float, float, float]
    factor: float = 1.0

    @property
    def interval(self) -> tuple[float, float]:
        """The ends of the interval."""
        return self.low, self.high

    def to_dict(self) -> dict[str, Any]:
        """Return the estimate as plain values for JSON.

        Examples
        --------
        >>> Estimate(0.5, 0.45, 0.55, (0.52, 0.44, 0.6), 2.6).to_dict()["interval"]
        [0.45, 0.55]
        """
        return {
            "mean": self.mean,
            "interval": [self.low, self.high],
            "plain": {"mean": self.plain[0], "interval": list(self.plain[1:])},
            "factor": self.factor if isfinite(self.factor) else None,
        }


@dataclass(frozen=True)
class RolledPlayer:
    r"""One player at the end of the roll-outs.

    Parameters
    ----------
    player : int
        From 0.
    wins : Estimate
        The share of the victory: P(wins), where nobody shares it. A game that was left
        before its end is won by nobody.
    alive : Estimate
        P(holds a territory).
    territories, armies : Estimate
        How many, on average.
    reinforcements : Estimate
        What the board gives at the start of a turn: territories and continents (T-2, T-3);
        0 for who is out.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> from oddsapp.whatif.plans.plan_text import parse_plan
    >>> from oddsapp.whatif.rollouts.rollout import roll_out
    >>> state = example_position().state
    >>> plan = parse_plan("trade the best set\nplace all armies on Brazil")
    >>> bots = ["cautious"] * state.game.players
    >>> result = roll_out(state, plan, players=bots, turns=1, rollouts=10)
    >>> ann = result.players[0]
    >>> ann.alive.mean, ann.armies.mean > ann.territories.mean
    (1.0, True)
    """

    player: int
    wins: Estimate
    alive: Estimate
    territories: Estimate
    armies: Estimate
    reinforcements: Estimate

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain values for JSON; players are numbered from 1."""
        return {
            "player": self.player + 1,
            **{
                name: getattr(self, name).to_dict()
                for name in ("wins", "alive", "territories", "armies", "reinforcements")
            },
        }


@dataclass(frozen=True, repr=False)
class RollOutResult:
    r"""What comes of a plan once the others have played on.

    Parameters
    ----------
    game : Game
    plan : Plan
    player : int
        Whose plan it is.
    players : tuple of RolledPlayer
    holds : mapping of str to Estimate
        For every territory P(the planner holds it at the end).
    continents : mapping of str to Estimate
        For every continent P(the planner holds it whole).
    finished : Estimate
        P(the game is over by then).
    rollouts : int
        How many were judged.
    turns : int, optional
        How many turns after that of the plan were played; None for all.
    bots : tuple of str
        Who played on each seat.
    ended : Ended
        Why there were no more.
    problem : str
        Why workers were lost for good, if they were.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> from oddsapp.whatif.plans.plan_text import parse_plan
    >>> from oddsapp.whatif.rollouts.rollout import roll_out
    >>> state = example_position().state
    >>> plan = parse_plan("trade the best set\nplace all armies on Brazil")
    >>> bots = ["cautious"] * state.game.players
    >>> result = roll_out(state, plan, players=bots, turns=1, rollouts=10)
    >>> result.rollouts, result.estimate(Goal(GoalKind.TAKE, "Brazil")) == result.holds["Brazil"]
    (10, True)
    """

    game: Game
    plan: Plan
    player: int
    players: tuple[RolledPlayer, ...]
    holds: Mapping[str, Estimate]
    continents: Mapping[str, Estimate]
    finished: Estimate
    rollouts: int
    turns: int | None
    bots: tuple[str, ...]
    ended: Ended
    problem: str = ""

    @property
    def wins(self) -> Estimate:
        """P(the planner wins)."""
        return self.players[self.player].wins

    def estimate(self, goal: Goal) -> Estimate:
        """Return P(the planner reaches a goal).

        Raises
        ------
        InvalidInput
            If the board has no such continent or territory.
        """
        match goal.kind:
            case GoalKind.WIN:
                return self.players[self.player].wins
            case GoalKind.SURVIVE:
                return self.players[self.player].alive
            case GoalKind.TAKE:
                name = name_of(goal, self.game)
                return self.continents[name] if name in self.continents else self.holds[name]

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain values for JSON.

        Players are numbered from 1. Each number comes with its 95 % interval, the same with
        the luck left in, and by what factor subtracting it shortened the run.
        """
        return {
            "rules": str(self.game.rules),
            "board": self.game.board.name,
            "plan": self.plan.to_dict(),
            "player": self.player + 1,
            "bots": list(self.bots),
            "turns": self.turns,
            "rollouts": self.rollouts,
            "confidence": 0.95,
            "ended": str(self.ended),
            **({"problem": self.problem} if self.problem else {}),
            "finished": self.finished.to_dict(),
            "players": [player.to_dict() for player in self.players],
            "territories": {name: held.to_dict() for name, held in self.holds.items()},
            "continents": {name: held.to_dict() for name, held in self.continents.items()},
        }

    def __repr__(self) -> str:
        won = self.wins
        return (
            f"<RollOutResult: {self.rollouts:,} roll-outs, player {self.player + 1} wins"
            f" {won.mean:.4f} ({won.low:.4f} to {won.high:.4f})>"
        )


@dataclass(frozen=True, repr=False)
class PlanComparison:
    r"""Several plans from the same position, rolled out on the same luck.

    Parameters
    ----------
    results : tuple of RollOutResult
        For each plan, in the order in which they were given.
    samples : Samples
        The end of every roll-out of each plan.
    until : Goal, optional
        The goal whose difference was to be decided.
    level : float
        The confidence of the intervals of the difference of that goal: more than 95 %
        where it was looked at more than once, so that all looks together are 95 % sure.
    decided : bool, optional
        Whether one plan is better than each other one by that goal; None if it was not asked.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> from oddsapp.whatif.plans.plan_text import parse_plan
    >>> from oddsapp.whatif.rollouts.rollout import compare_plans
    >>> state = example_position().state
    >>> plan = parse_plan("trade the best set\nplace all armies on Brazil")
    >>> bots = ["cautious"] * state.game.players
    >>> compared = compare_plans(state, [plan, plan], players=bots, turns=1, rollouts=10)
    >>> compared.difference(Goal(GoalKind.WIN), 0, 1).mean  # the same plan, on the same luck
    0.0
    """

    results: tuple[RollOutResult, ...]
    samples: Samples = field(compare=False, repr=False)
    until: Goal | None = None
    level: float = 0.95
    decided: bool | None = None

    def difference(self, goal: Goal, first: int, second: int) -> Estimate:
        """Return by how much more probable a plan makes a goal than another one.

        Parameters
        ----------
        goal : Goal
        first, second : int
            The places of two plans in `results`.

        Raises
        ------
        InvalidInput
            If there is no such plan, or no such place on the board.
        """
        for place in (first, second):
            if not 0 <= place < len(self.results):
                raise InvalidInput(
                    f"there are plans 0 to {len(self.results) - 1} to compare, not {place!r}"
                )
        level = self.level if goal == self.until else 0.95
        if self.results[first].plan == self.results[second].plan:
            return Estimate(0.0, 0.0, 0.0, (0.0, 0.0, 0.0))  # the same luck, the same end
        return self.samples.difference(goal, first, second, level)

    def to_dict(self) -> dict[str, Any]:
        """Return the comparison as plain values for JSON; differences of each goal to win.

        `differences` holds for each pair of plans, by their numbers from 1, by how much more
        the first one wins, and by how much more it reaches the goal that was to be decided.
        """
        goals = dict.fromkeys([Goal(GoalKind.WIN), *([self.until] if self.until else [])])
        plans = range(len(self.results))
        return {
            "results": [result.to_dict() for result in self.results],
            "until_decided": None if self.until is None else str(self.until),
            "decided": self.decided,
            "confidence": self.level,
            "differences": [
                {
                    "plans": [first + 1, second + 1],
                    **{str(goal): self.difference(goal, first, second).to_dict() for goal in goals},
                }
                for first in plans
                for second in plans
                if first < second
            ],
        }

    def __repr__(self) -> str:
        rollouts = self.results[0].rollouts
        return f"<PlanComparison: {len(self.results)} plans, {rollouts:,} roll-outs>"
