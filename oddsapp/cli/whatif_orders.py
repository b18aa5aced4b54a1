"""``oddsapp whatif`` of a RISK II turn: the plan is what all players order."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from oddsapp.cli.output import print_json
from oddsapp.cli.turn import turn_forecast
from oddsapp.cli.turn_report import print_turn
from oddsapp.cli.whatif_input import Asked, read_orders

if TYPE_CHECKING:
    from oddsapp.cli.whatif_rollouts import RollOutOptions
    from oddsapp.engine.positions import Position


def answer_orders(
    said: Asked,
    position: Position,
    rolled: RollOutOptions,
    *,
    goal: str | None,
    exact: bool,
    samples: int | None,
    as_json: bool,
) -> None:
    """Print what the orders of a turn come to.

    Raises
    ------
    click.UsageError
        For options that are about games in turns.
    """
    from oddsapp.engine.positions import share_string
    from oddsapp.whatif.turns.order_plan import OrderPlan
    from oddsapp.whatif.turns.turn_file import TurnFile

    for option, value in (("--rollouts", rolled.rollouts), ("--goal", goal)):
        if value is not None:
            raise click.UsageError(
                f"{option} is about games in turns; of a turn of RISK II the forecast alone is told"
            )
    named = read_orders(said, position)
    if named is not None:
        position = named[1].onto(position)
    read = TurnFile(position)
    found = turn_forecast(read, exact=exact, samples=samples, seed=rolled.seed)
    if not as_json:
        print_turn(read, found, exact=exact)
        return
    name, plan = named or ("STATE", OrderPlan(position.orders, position.players))
    print_json(
        {
            "title": position.title,
            "names": list(read.players),
            "player": None,
            "share": share_string(position),
            "seed": rolled.seed,
            "goal": None,
            "plans": [{"name": name, "plan": plan.to_dict(), "forecast": found.to_dict()}],
            "ranking": None,
            "rollouts": None,
            "advice": None,
        }
    )
