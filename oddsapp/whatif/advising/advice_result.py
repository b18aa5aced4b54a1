"""Advice as a frozen result: which plan is best by a goal, and how sure that is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from oddsapp.engine.game import Game
from oddsapp.errors import InvalidInput
from oddsapp.whatif.goals import Goal
from oddsapp.whatif.parallel.batches import Ended
from oddsapp.whatif.plans.plan import Plan
from oddsapp.whatif.rollouts.rollout_result import Estimate
from oddsapp.wording import counted, percent


class Method(StrEnum):
    """How the value of a plan was found."""

    EXACT = "exact"
    """From the exact distribution of the turn."""
    SAMPLED = "sampled"
    """From sampled turns: there are too many board states to carry them all."""
    ROLLED = "rolled out"
    """From roll-outs, in which the others play on."""


@dataclass(frozen=True)
class RankedPlan:
    """One plan, and what it is worth.

    Parameters
    ----------
    plan : Plan
    estimate : Estimate
        P(the goal is reached); of an exact one both ends of the interval are the number itself.
    difference : Estimate
        By how much more probable the goal is than with the best plan: 0 for the best itself.
        Its interval holds together with those of all others ranked (see `advise`).
    method : Method
    runs : int
        How many roll-outs or sampled turns stand behind it; 0 for an exact number.
    """

    plan: Plan
    estimate: Estimate
    difference: Estimate
    method: Method
    runs: int

    @property
    def is_behind(self) -> bool:
        """Whether the best plan is better beyond the interval of the difference."""
        return self.difference.high < 0

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain values for JSON."""
        return {
            "plan": self.plan.to_dict(),
            "method": str(self.method),
            "runs": self.runs,
            "estimate": _plain(self.estimate),
            "difference": _plain(self.difference),
            "behind": self.is_behind,
        }


@dataclass(frozen=True)
class DroppedPlan:
    """One plan that was left behind on the way.

    Parameters
    ----------
    plan : Plan
    stage : int
        In which stage of the race, from 1.
    rollouts : int
        How many it had in that stage.
    estimate, difference : Estimate
        From these; the difference to the best of that stage.
    clearly : bool
        Whether it was behind beyond the interval. Otherwise it was one of the worse half, and
        the time was given to the better one.
    """

    plan: Plan
    stage: int
    rollouts: int
    estimate: Estimate
    difference: Estimate
    clearly: bool

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain values for JSON."""
        return {
            "plan": self.plan.to_dict(),
            "stage": self.stage,
            "rollouts": self.rollouts,
            "estimate": _plain(self.estimate),
            "difference": _plain(self.difference),
            "clearly": self.clearly,
        }


@dataclass(frozen=True, repr=False)
class Advice:
    """Plans ranked by a goal, the best first.

    Parameters
    ----------
    game : Game
    player : int
        Whose turn it is.
    goal : Goal
    turns : int, optional
        How many turns after that of the plan the goal was looked for: 0 for the end of the
        turn itself, None for the end of the game.
    ranked : tuple of RankedPlan
        Equally good ones in the order in which they were given.
    dropped : tuple of DroppedPlan
        Those that did not reach the last stage, the last dropped first.
    unjudged : tuple of Plan
        Those that were not looked at because the run was interrupted.
    bots : tuple of str
        Who played on in the roll-outs; nobody where none were needed.
    ended : Ended
        Why there were no more roll-outs.
    problem : str
        Why workers were lost for good, if they were.
    """

    game: Game
    player: int
    goal: Goal
    turns: int | None
    ranked: tuple[RankedPlan, ...]
    dropped: tuple[DroppedPlan, ...]
    unjudged: tuple[Plan, ...]
    bots: tuple[str, ...]
    ended: Ended
    problem: str = ""

    def __post_init__(self) -> None:
        if not self.ranked:
            raise InvalidInput("advice ranks at least one plan")

    @property
    def best(self) -> RankedPlan:
        """The first of the ranking."""
        return self.ranked[0]

    @property
    def is_decided(self) -> bool:
        """Whether none that was ranked can be better than the best.

        Each is behind beyond the interval, or both numbers are exact.
        """
        exact = self.best.method is Method.EXACT
        return all(
            entry.is_behind or (exact and entry.method is Method.EXACT) for entry in self.ranked[1:]
        )

    @property
    def text(self) -> str:
        """The ranking in words."""
        lines = []
        for place, entry in enumerate(self.ranked, 1):
            behind = "" if place == 1 else f", {_points(entry.difference)}"
            lines.append(f"{place}. {_shown(entry)}{behind}")
            lines += [f"   {line}" for line in entry.plan.text.splitlines() or ["end the turn"]]
        if self.dropped:
            clear = sum(entry.clearly for entry in self.dropped)
            lines.append(
                f"{counted(len(self.dropped), 'plan')} dropped on the way, {clear} clearly behind."
            )
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the advice as plain values for JSON; players are numbered from 1."""
        return {
            "rules": str(self.game.rules),
            "board": self.game.board.name,
            "player": self.player + 1,
            "goal": str(self.goal),
            "turns": self.turns,
            "bots": list(self.bots),
            "confidence": 0.95,
            "decided": self.is_decided,
            "ranked": [entry.to_dict() for entry in self.ranked],
            "dropped": [entry.to_dict() for entry in self.dropped],
            "unjudged": [plan.to_dict() for plan in self.unjudged],
            "ended": str(self.ended),
            **({"problem": self.problem} if self.problem else {}),
        }

    def __repr__(self) -> str:
        how = "decided" if self.is_decided else "not decided"
        return (
            f"<Advice: {self.goal}, best of {counted(len(self.ranked) + len(self.dropped), 'plan')}"
            f" {_shown(self.best)}, {how}>"
        )


def exactly(value: float) -> Estimate:
    """Return a number that is no estimate as one whose interval has no width.

    Examples
    --------
    >>> exactly(0.25).interval
    (0.25, 0.25)
    """
    return Estimate(value, value, value, (value, value, value))


def _plain(estimate: Estimate) -> dict[str, Any]:
    return {"mean": estimate.mean, "interval": list(estimate.interval)}


def _shown(entry: RankedPlan) -> str:
    if entry.method is Method.EXACT:
        return f"{_percent(entry.estimate.mean)} (exact)"
    low, high = entry.estimate.interval
    return (
        f"{_percent(entry.estimate.mean)} ({_percent(low)} to {_percent(high)};"
        f" {entry.runs:,} {entry.method})"
    )


def _percent(probability: float) -> str:
    """Return a probability, where 0 and 1 are not what a float has rounded to them."""
    return percent(probability) if 0 < probability < 1 else f"{100 * probability:.0f} %"


def _points(difference: Estimate) -> str:
    """Return a difference of probabilities in points of a hundred."""
    low, mean, high = (100 * end for end in (difference.low, difference.mean, difference.high))
    if low == high:
        return f"{mean:+.2f} points"
    return f"{mean:+.2f} points ({low:+.2f} to {high:+.2f})"
