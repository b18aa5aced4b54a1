"""``oddsapp plan``: how to take territories from one or several stacks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from oddsapp.cli.options import ArmyCommand, Options, shared_options
from oddsapp.cli.output import exact_block, heading, paragraph, print_json, print_report, table
from oddsapp.cli.territories import find_any_board, read_counts, read_territories, with_armies
from oddsapp.errors import InvalidInput
from oddsapp.wording import counted, listed, percent, verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oddsapp.odds.planning.plan import AttackPlan


@click.command(cls=ArmyCommand)
@click.option(
    "--from",
    "origins",
    metavar="NAME:ARMIES",
    multiple=True,
    required=True,
    help="Where to attack from, all armies counted; several with commas.",
)
@click.option(
    "--take",
    "targets",
    metavar="NAME[:ARMIES]",
    multiple=True,
    required=True,
    help="Territories or continents to take, with the defenders of each.",
)
@click.option(
    "--enemy",
    metavar="ARMIES|NAME:ARMIES",
    multiple=True,
    help="The defenders of all that have no number, or of one.",
)
@click.option(
    "--goal",
    metavar="GOAL",
    default="all",
    show_default=True,
    help="The largest chance that all are taken, or the most territories on average: territories.",
)
@click.option(
    "--leave",
    metavar="ARMIES|NAME:ARMIES",
    multiple=True,
    help="The fewest armies to be left on every border of what is taken, or on one territory.",
)
@click.option(
    "--board",
    "board_name",
    metavar="NAME|FILE",
    default="classic",
    show_default=True,
    help="classic, risk2, risk2_97_links, or a file: JSON, or a .map of the game Domination.",
)
@click.option(
    "--seconds",
    type=float,
    default=4.0,
    show_default=True,
    help="How long to look for a better route where there are too many to try all.",
)
@shared_options("classic")
def plan(  # noqa: PLR0913 - one for each option
    *,
    origins: tuple[str, ...],
    targets: tuple[str, ...],
    enemy: tuple[str, ...],
    goal: str,
    leave: tuple[str, ...],
    board_name: str,
    seconds: float,
    options: Options,
) -> None:
    r"""Plan attacks: in which order, with how many dice, and how many armies to move in.

    A begun attack is fought to its end. The numbers are armies on the territories: one always
    stays. What is to be taken and belongs to --from already is left out.

    \b
    Examples:
      oddsapp plan --from "North Africa:12" --take "South America:2"
      oddsapp plan --from Siam:9,Brazil:14 --take Australia,Peru:4 --enemy 2
      oddsapp plan --from Ukraine:60 --take Asia:3 --leave 2 --json
    """
    from oddsapp.odds.planning.plan import MOST_SECONDS, plan_attack

    if not 0 <= seconds <= MOST_SECONDS:
        raise click.UsageError(f"--seconds must lie between 0 and {MOST_SECONDS}, not {seconds:g}")
    board = find_any_board(board_name)
    stacks = with_armies(
        read_territories(board, origins, "--from", once=True), None, "Write --from NAME:ARMIES."
    )
    others, named = read_counts(board, enemy, "--enemy")
    wanted = read_territories(board, targets, "--take")
    for territory in named:
        if territory not in wanted:
            raise InvalidInput(f"{territory} is not among what --take names, but --enemy is")
    defenders = with_armies(
        {name: count for name, count in {**wanted, **named}.items() if name not in stacks},
        others,
        "Write --take NAME:ARMIES, or --enemy ARMIES for all.",
    )
    if not defenders:
        raise InvalidInput("all that --take names belongs to --from already; name what is not")
    found = plan_attack(
        board,
        stacks,
        defenders,
        goal=goal,
        leave=_leave(*read_counts(board, leave, "--leave")),
        rules=options.ruleset(),
        exact=options.exact,
        seconds=seconds,
    )
    if options.as_json:
        print_json({"board": board.name, **found.to_dict()})
        return
    _print(found, exact=options.exact, no_border=bool(leave) and not found.problem.leave)


def _leave(others: int | None, named: Mapping[str, int | None]) -> int | dict[str, int] | None:
    if named and others is not None:
        raise click.UsageError("--leave takes one number for all borders, or territories by name")
    if named:
        return {name: count for name, count in named.items() if count is not None}
    return others


def _print(found: AttackPlan, *, exact: bool, no_border: bool) -> None:
    from oddsapp.odds.planning.words import dice_text, success_text, worth_text

    stacks = [f"{name} ({armies:,})" for name, armies in found.problem.stacks.items()]
    territories = counted(len(found.problem.targets), "territory", "territories")
    if found.problem.goal == "all":
        value = f"{percent(found.value)}  {verdict(found.value)}: {success_text(found)}"
    else:
        value = worth_text(found)
    notes = [
        paragraph(f"{number}. {dice_text(step.fewer_dice)}")
        for number, step in enumerate(found.steps, start=1)
        if step.fewer_dice
    ]
    print_report(
        heading(f"{territories} from {listed(stacks)}", found.problem.rules),
        paragraph(value),
        _steps(found),
        "\n".join(notes),
        paragraph("Nothing taken is a border, so --leave keeps no armies; it can name a territory.")
        if no_border
        else "",
        paragraph(found.verdict),
        exact_block({"value": found.value}) if exact else "",
    )


def _steps(found: AttackPlan) -> str:
    if not found.steps:
        return ""
    # Names are long: what else a step has to say must leave them half of a line.
    rows = [["attack", "armies", "win", "move", "stay"]]
    rows += [
        [
            f"{number}. {step.origin} → {step.target}",
            f"{step.armies:,} v {step.defenders:,}",
            percent(step.win),
            f"{step.moved:,}",
            f"{step.stays:,}",
        ]
        for number, step in enumerate(found.steps, start=1)
    ]
    note = "  (move in and stay: if it works out as usual; after any other, plan again)"
    return f"{table(rows)}\n{note}"
