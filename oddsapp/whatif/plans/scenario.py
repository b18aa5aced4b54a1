"""The scenario that comes with the package: a position, and plans for it to compare."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from oddsapp.engine.positions.file import read_position
from oddsapp.engine.positions.position import Position
from oddsapp.whatif.plans.plan import Plan
from oddsapp.whatif.plans.plan_text import parse_plan


class Scenario(NamedTuple):
    """A question at the table.

    Parameters
    ----------
    position : Position
    plans : tuple of Plan
        What whoever has the turn thinks of doing.
    bots : tuple of str
        Who is to play on from there, one for each seat.
    """

    position: Position
    plans: tuple[Plan, ...]
    bots: tuple[str, ...]


@cache
def example_scenario() -> Scenario:
    """Return the scenario that comes with the package.

    Examples
    --------
    >>> scenario = example_scenario()
    >>> scenario.position.title
    'Ann thinks of Africa'
    >>> print(scenario.plans[1])
    trade the best set
    place all armies on Brazil
    >>> [len(list(plan.walk())) for plan in scenario.plans]
    [4, 2]
    """
    from importlib.resources import files

    data = files("oddsapp.whatif") / "data"
    position = read_position((data / "scenario.json").read_text(encoding="utf-8"))
    plans = tuple(
        parse_plan((data / f"{name}.plan").read_text(encoding="utf-8"))
        for name in ("scenario_attack", "scenario_wait")
    )
    return Scenario(position, plans, ("cautious",) * position.state.game.players)
