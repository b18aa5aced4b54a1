"""``oddsapp whatif``: a position and a plan in, what comes of it out."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import click

from oddsapp.cli.output import print_json
from oddsapp.cli.whatif_answer import Question, answered, print_answer, read_goal
from oddsapp.cli.whatif_input import asked, example, read_plans, read_state
from oddsapp.cli.whatif_rollouts import MOST_ROLLOUTS, MOST_SAMPLES, MOST_TURNS, RollOutOptions

if TYPE_CHECKING:
    from oddsapp.engine.positions import Position

_FORECAST = (
    click.option("--share", metavar="STRING", help="The position as a share string, not STATE."),
    click.option("--turn", metavar="NAME", help="Who is to play, where STATE is a table."),
    click.option(
        "--example",
        "example_of",
        metavar="state|plan",
        type=click.Choice(["state", "plan"]),
        help="Print a small file to start from.",
    ),
    click.option("--print-share", is_flag=True, help="Print the position as a share string."),
    click.option("--exact", is_flag=True, help="Fractions too."),
    click.option(
        "--samples",
        type=click.IntRange(min=1, max=MOST_SAMPLES),
        help="Sample so many turns, in place of the exact odds.",
    ),
)
_ROLL_OUTS = (
    click.option(
        "--rollouts",
        metavar="N",
        type=click.IntRange(min=1, max=MOST_ROLLOUTS),
        help="Let bots play on so often after the plan.",
    ),
    click.option(
        "--turns",
        metavar="T",
        type=click.IntRange(min=1, max=MOST_TURNS),
        help="So many turns, one player's each; to the end of the game if not said.",
    ),
    click.option(
        "--opponents",
        metavar="NAME[,NAME…]",
        help="Bots for the others, one for all or one for each seat: random, cautious, odds,"
        " continental, from weak to strong and from quick to slow. odds if not said.",
    ),
    click.option(
        "--self",
        "own",
        metavar="NAME",
        help="The bot of your own later turns; the best of the others' if not said.",
    ),
    click.option(
        "--goal",
        "goal_text",
        metavar="GOAL",
        help="win, survive, or take (hold) and a continent or territory: plans are ranked by it.",
    ),
    click.option(
        "--workers",
        metavar="N",
        type=click.IntRange(min=1),
        help="Processes for roll-outs; one for each core if not said.",
    ),
    click.option("--cluster", metavar="URL", help="A Dask cluster for them: tcp://host:8786."),
)
_OUTPUT = (
    click.option(
        "--seed",
        type=click.IntRange(min=0),
        default=1,
        show_default=True,
        help="All that is random starts from it.",
    ),
    click.option("--json", "as_json", is_flag=True, help="Print JSON."),
)


def _with_options(function: Callable[..., None]) -> Callable[..., None]:
    for option in reversed((*_FORECAST, *_ROLL_OUTS, *_OUTPUT)):
        function = option(function)
    return function


@click.command()
@click.argument("files", nargs=-1, metavar="[STATE] [PLAN]...")
@_with_options
def whatif(  # noqa: PLR0913 - one for each option
    files: tuple[str, ...],
    *,
    share: str | None,
    turn: str | None,
    example_of: str | None,
    print_share: bool,
    exact: bool,
    samples: int | None,
    rollouts: int | None,
    turns: int | None,
    opponents: str | None,
    own: str | None,
    goal_text: str | None,
    workers: int | None,
    cluster: str | None,
    seed: int,
    as_json: bool,
) -> None:
    r"""Say what a plan for your turn comes to, and whether the others can hit back.

    STATE is a position as JSON, a share string, or a table of territory, owner and armies
    (classic rules; the first owner plays unless --turn says who). PLAN is text with a line for
    each step, or JSON; - is standard input. The forecast is exact, or sampled and marked so
    where too many boards can come of the plan. Under rules of RISK II the plan is the orders of
    all players, "Ann: 4 Brazil -> Peru", unless STATE has them.

    With --rollouts bots play on after the plan, and it is counted what you still hold. Several
    plans are compared on the same luck. With a --goal and no PLAN the best plan is looked for.
    When interrupted, what is done is printed.

    \b
    Examples:
      oddsapp whatif --example state > state.json
      oddsapp whatif --example plan > plan.txt
      oddsapp whatif state.json plan.txt
      oddsapp whatif state.json plan.txt --rollouts 1000 --turns 2
      oddsapp whatif state.json a.txt b.txt --goal "hold Brazil" --rollouts 500
      oddsapp whatif state.json --goal "take Africa"
    """
    if example_of is not None:
        if files or share is not None:
            raise click.UsageError("--example prints a file and reads none; leave out the others")
        click.echo(example(example_of), nl=False)
        return
    if exact and samples is not None:
        raise click.UsageError("--exact gives fractions and --samples estimates; leave out one")
    options = RollOutOptions(
        rollouts=rollouts,
        turns=turns,
        opponents=opponents,
        own=own,
        workers=workers,
        cluster=cluster,
        seed=seed,
    )
    said = asked(files, share)
    options.check(is_advice=goal_text is not None and not said.plans)
    position = read_state(said, turn)
    if print_share:
        _print_share(position, has_plans=bool(said.plans), as_json=as_json)
        return
    if position.state.game.rules.is_same_time:
        from oddsapp.cli.whatif_orders import answer_orders

        answer_orders(
            said,
            position,
            options,
            goal=goal_text,
            exact=exact,
            samples=samples,
            as_json=as_json,
        )
        return
    if not said.plans:
        _advise(position, goal_text, options, exact=exact, samples=samples, as_json=as_json)
        return
    plans = read_plans(said)
    question = Question(
        position=position,
        plans=plans,
        goal=read_goal(goal_text, position, len(plans), options),
        exact=exact,
        samples=samples,
        rolled=options,
    )
    print_answer(answered(question), as_json=as_json)


def _advise(
    position: Position,
    goal: str | None,
    options: RollOutOptions,
    *,
    exact: bool,
    samples: int | None,
    as_json: bool,
) -> None:
    from oddsapp.cli.whatif_advice import give_advice

    if goal is None:
        raise click.UsageError(
            "name a PLAN, - for standard input (--example plan prints one), or a --goal to be"
            " advised of one"
        )
    if exact or samples is not None:
        raise click.UsageError(
            "--exact and --samples are about a PLAN; advice is exact where it can be"
        )
    give_advice(position, goal, options, as_json=as_json)


def _print_share(position: Position, *, has_plans: bool, as_json: bool) -> None:
    from oddsapp.engine.positions import share_string

    if has_plans:
        raise click.UsageError("--print-share prints the position alone; leave out PLAN")
    share = share_string(position)
    if as_json:
        print_json({"share": share})
    else:
        click.echo(share)
