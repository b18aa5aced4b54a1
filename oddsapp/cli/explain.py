"""``oddsapp explain``: the steps to a number, for a class or for a lecture."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import TYPE_CHECKING, Any

import click

from oddsapp.cli.campaign import campaign_options, solved
from oddsapp.cli.group import Commands
from oddsapp.cli.options import (
    ArmyCommand,
    ArmyCount,
    Hand,
    Options,
    attack_arguments,
    shared_options,
)
from oddsapp.cli.output import print_json

if TYPE_CHECKING:
    from oddsapp.odds.outcome import Outcome


@click.group(cls=Commands)
def explain() -> None:
    r"""Show the steps to a number: rules, rolls, recursion, sum.

    \b
    Examples:
      oddsapp explain battle 4 2
      oddsapp explain clash 3 2 --level university
      oddsapp explain battle 11 7 --latex
      oddsapp explain spoils 2 1+1 --player 2 --json
      oddsapp explain campaign 8 2 2
    """


_LATEX = click.option("--latex", "as_latex", is_flag=True, help="Print LaTeX (amsmath).")


def _one_format(options: Options, *, as_latex: bool) -> None:
    if as_latex and options.as_json:
        raise click.UsageError("ask for --latex or for --json, not for both")


def _explained(command: Callable[..., Outcome]) -> Callable[..., None]:
    """Decorate a function that solves a battle, so that its steps are printed."""

    @wraps(command)
    def printed(
        *, level: str, as_latex: bool, player: int, options: Options, **arguments: Any
    ) -> None:
        from oddsapp.errors import InvalidInput
        from oddsapp.odds.explanation import as_level

        _one_format(options, as_latex=as_latex)
        outcome = command(options=options, **arguments)
        if not 1 <= player <= outcome.battle.players:
            raise InvalidInput(
                f"--player is a number from 1 to {outcome.battle.players}, not {player}"
            )
        steps = outcome.explain(player - 1)
        if options.as_json:
            as_level(level)  # the data are the same for all, a wrong name is wrong all the same
            print_json(steps.to_dict())
            return
        click.echo(steps.latex(level) if as_latex else steps.text(level).rstrip())

    decorated: Callable[..., None] = printed
    for option in (
        click.option(
            "--player",
            type=ArmyCount(),
            default=1,
            show_default=True,
            help="Whose chance: 1 is the attacker or the first player, 2 the next.",
        ),
        _LATEX,
        click.option(
            "--level",
            metavar="NAME",
            default="school",
            show_default=True,
            help="For whom: school or university.",
        ),
    ):
        decorated = option(decorated)
    return decorated


@explain.command(cls=ArmyCommand)
@attack_arguments()
@click.option(
    "--stop-at", type=ArmyCount(), help="Call it off when so many are left, counted as ARMIES."
)
@shared_options("classic")
@_explained
def battle(
    armies: int, defenders: int, *, force: bool, stop_at: int | None, options: Options
) -> Outcome:
    r"""Explain an attack on one territory from one other.

    \b
    Examples:
      oddsapp explain battle 4 2
      oddsapp explain battle 3 2 --force --level university
      oddsapp explain battle 6 4 --stop-at 3
    """
    from oddsapp.odds.solve import battle as solve

    rules = options.ruleset()
    if force:
        return solve(
            force=armies, defenders=defenders, rules=rules, stop_at=stop_at, exact=options.exact
        )
    return solve(armies, defenders, rules=rules, stop_at=stop_at, exact=options.exact)


@explain.command(cls=ArmyCommand)
@click.argument("forces", metavar="FORCE...", type=ArmyCount(), nargs=-1, required=True)
@click.option(
    "--defenders", type=ArmyCount(), required=True, help="The armies on the territory attacked."
)
@shared_options("risk2", reading=("mass_reading", "protected or individual"))
@_explained
def mass(forces: tuple[int, ...], *, defenders: int, options: Options) -> Outcome:
    r"""Explain a mass invasion.

    \b
    Example:
      oddsapp explain mass 2 1 --defenders 2
    """
    from oddsapp.odds.solve import mass_invasion

    return mass_invasion(forces, defenders, rules=options.ruleset(), exact=options.exact)


@explain.command(cls=ArmyCommand)
@click.argument("first", metavar="FORCE", type=ArmyCount())
@click.argument("second", metavar="FORCE", type=ArmyCount())
@shared_options("risk2")
@_explained
def clash(first: int, second: int, *, options: Options) -> Outcome:
    r"""Explain a border clash.

    \b
    Example:
      oddsapp explain clash 3 2
    """
    from oddsapp.odds.solve import border_clash

    return border_clash(first, second, rules=options.ruleset(), exact=options.exact)


@explain.command(cls=ArmyCommand)
@click.argument("players", metavar="PLAYER...", type=Hand(), nargs=-1, required=True)
@shared_options("risk2", reading=("spoils_reading", "top_roll or pairwise"))
@_explained
def spoils(players: tuple[list[int], ...], *, options: Options) -> Outcome:
    r"""Explain the spoils of war.

    \b
    Example:
      oddsapp explain spoils 2 1+1
    """
    from oddsapp.odds.solve import spoils_of_war

    return spoils_of_war(players, rules=options.ruleset(), exact=options.exact)


@explain.command(cls=ArmyCommand)
@campaign_options
@_LATEX
@shared_options("classic")
def campaign(*, as_latex: bool, options: Options, **typed: Any) -> None:
    r"""Explain a row of territories, taken one after the other.

    \b
    Examples:
      oddsapp explain campaign 8 2 2
      oddsapp explain campaign 5 2 1 --leave 2 --then 4
    """
    _one_format(options, as_latex=as_latex)
    steps = solved(**typed, options=options).explain()
    if options.as_json:
        print_json(steps.to_dict())
        return
    click.echo(steps.latex() if as_latex else steps.text().rstrip())
