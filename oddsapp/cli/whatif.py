"""``oddsapp whatif``: a position and a plan in, what comes of it out."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from oddsapp.cli.output import print_json, print_report
from oddsapp.cli.whatif_input import NamedPlan, asked, example, of_plan, read_plans, read_state
from oddsapp.errors import InvalidInput

if TYPE_CHECKING:
    from oddsapp.engine.positions import Position
    from oddsapp.whatif.plan_forecast import PlanForecast

_MOST_SAMPLES = 10_000_000


@click.command()
@click.argument("files", nargs=-1, metavar="[STATE] [PLAN]...")
@click.option("--share", metavar="STRING", help="The position as a share string, without STATE.")
@click.option("--turn", metavar="NAME", help="Who is to play, where STATE is a table.")
@click.option(
    "--example",
    "example_of",
    metavar="state|plan",
    type=click.Choice(["state", "plan"]),
    help="Print a small file to start from.",
)
@click.option("--print-share", is_flag=True, help="Print the share string of the position.")
@click.option("--exact", is_flag=True, help="Fractions too.")
@click.option(
    "--samples",
    type=click.IntRange(min=1, max=_MOST_SAMPLES),
    help="Sample so many turns, in place of the exact odds.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="All that is random starts from it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def whatif(  # noqa: PLR0913 - one for each option
    files: tuple[str, ...],
    *,
    share: str | None,
    turn: str | None,
    example_of: str | None,
    print_share: bool,
    exact: bool,
    samples: int | None,
    seed: int,
    as_json: bool,
) -> None:
    r"""What a plan comes to.

    \b
    Examples:
      oddsapp whatif --example state > state.json
      oddsapp whatif --example plan > plan.txt
      oddsapp whatif state.json plan.txt
    """
    if example_of is not None:
        if files or share is not None:
            raise click.UsageError("--example prints a file and reads none; leave out the others")
        click.echo(example(example_of), nl=False)
        return
    if exact and samples is not None:
        raise click.UsageError("--exact gives fractions and --samples estimates; leave out one")
    said = asked(files, share)
    position = read_state(said, turn)
    plans = read_plans(said)
    forecasts = [
        forecast(position, named, exact=exact, samples=samples, seed=seed) for named in plans
    ]
    from oddsapp.cli.whatif_report import forecast_parts

    for found in forecasts:
        print_report(position.title, *forecast_parts(position, found, exact=exact))


def forecast(
    position: Position, named: NamedPlan, *, exact: bool, samples: int | None, seed: int
) -> PlanForecast:
    import numpy as np

    from oddsapp.whatif.forecast import forecast_plan

    with of_plan(named):
        return forecast_plan(
            position.state,
            named.plan,
            exact=exact,
            samples=samples,
            rng=np.random.default_rng(seed),
        )
