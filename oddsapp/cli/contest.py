"""``oddsapp clash`` and ``oddsapp spoils``: attackers who fight each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from oddsapp.cli.options import ArmyCommand, ArmyCount, Hand, Options, shared_options
from oddsapp.cli.output import (
    contest_chances,
    exact_block,
    heading,
    left_table,
    print_json,
    print_report,
)
from oddsapp.errors import InvalidInput
from oddsapp.wording import listed

if TYPE_CHECKING:
    from oddsapp.odds.outcome import ContestOutcome


@click.command(cls=ArmyCommand)
@click.argument("first", metavar="FORCE", type=ArmyCount())
@click.argument("second", metavar="FORCE", type=ArmyCount())
@shared_options("risk2")
def clash(first: int, second: int, *, options: Options) -> None:
    r"""Odds of a border clash: two forces ordered into each other's territory.

    Each FORCE is what a territory sends, without the army that stays there. A tie is rolled
    again.

    \b
    Example:
      oddsapp clash 12 9
    """
    from oddsapp.odds.solve import border_clash

    odds = border_clash(first, second, rules=options.ruleset(), exact=options.exact)
    _say_that_ties_do_nothing(options, "in a border clash a tie is rolled again (rule M-7)")
    names = [f"force of {first:,}", f"force of {second:,}"]
    _print(odds, f"{listed(names)} meet head on", names, names, options)


@click.command(cls=ArmyCommand)
@click.argument("players", metavar="PLAYER...", type=Hand(), nargs=-1, required=True)
@shared_options("risk2", reading=("spoils_reading", "top_roll or pairwise"))
def spoils(players: tuple[list[int], ...], *, options: Options) -> None:
    r"""Odds of the spoils of war: the players of a joint conquest fight for the territory.

    Each PLAYER is the forces of one player: 5, or 4+3 for two of them.

    \b
    Examples:
      oddsapp spoils 5 4+3
      oddsapp spoils 6 6 6 --reading pairwise --exact
    """
    from oddsapp.odds.solve import spoils_of_war

    odds = spoils_of_war(players, rules=options.ruleset(), exact=options.exact)
    _say_that_ties_do_nothing(options, "in the spoils of war a tie does nothing (rule M-8)")
    names = [f"player {n}: {'+'.join(map(str, hand))}" for n, hand in enumerate(players, start=1)]
    armies = [
        f"player {n}, of {force:,}" for n, hand in enumerate(players, start=1) for force in hand
    ]
    _print(odds, f"{len(players)} players fight for the spoils", names, armies, options)


def _say_that_ties_do_nothing(options: Options, why: str) -> None:
    if "ties" in options.changes:
        click.echo(f"Note: --ties changes nothing here: {why}", err=True)


def _print(
    odds: ContestOutcome, title: str, names: Sequence[str], armies: Sequence[str], options: Options
) -> None:
    if options.as_json:
        print_json(odds.to_dict())
        return
    print_report(
        heading(title, odds.battle.rules),
        contest_chances(names, odds),
        _left(odds, armies),
        exact_block(dict(zip(_distinct(names), odds.win, strict=True))) if odds.exact else "",
    )


def _left(odds: ContestOutcome, armies: Sequence[str]) -> str:
    try:
        return left_table(armies, odds.left_if_won)
    except InvalidInput as refusal:
        return f"  what is left cannot be told: {refusal}"


def _distinct(names: Sequence[str]) -> list[str]:
    """Tell two forces of one size apart."""
    return [
        f"{name} wins" if names.count(name) == 1 else f"{name} (no. {n}) wins"
        for n, name in enumerate(names, start=1)
    ]
