"""What is asked of long work, and how it stands on the way: values that go between processes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from oddsapp.whatif.rollouts.rollout_result import Estimate


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
