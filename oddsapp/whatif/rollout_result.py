"""What roll-outs come to, as frozen results with the field's names."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from math import isfinite
from typing import TYPE_CHECKING, Any

from oddsapp.engine.game import Game
from oddsapp.errors import InvalidInput
from oddsapp.whatif.batches import Ended
from oddsapp.whatif.goals import Goal, GoalKind, name_of
from oddsapp.whatif.plan import Plan

if TYPE_CHECKING:
    from oddsapp.whatif.estimates import Samples


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
    """One player at the end of the roll-outs.

    Parameters
    ----------
    player : int
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
    """What comes of a plan once the others have played on.

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
    """Several plans from the same position, rolled out on the same luck.

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
            if not isinstance(place, int) or not 0 <= place < len(self.results):
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
        return (
            f"<PlanComparison: {len(self.results)} plans, {self.results[0].rollouts:,} roll-outs>"
        )
