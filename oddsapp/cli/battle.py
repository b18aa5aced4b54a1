"""``oddsapp battle``: one territory attacks another."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any

import click

from oddsapp.cli.options import (
    ArmyCommand,
    ArmyCount,
    CountList,
    Options,
    Share,
    attack_arguments,
    shared_options,
)
from oddsapp.cli.output import (
    Extra,
    end_and_losses,
    exact_territory,
    heading,
    left_table,
    print_json,
    print_report,
    tells_of_wins,
    territory_chances,
)
from oddsapp.wording import armies_and_force, counted, force_and_armies

_STOPS = (
    click.option(
        "--stop-at",
        metavar="N",
        type=ArmyCount(),
        help="Stop after a roll that leaves at most N armies (with --force: of the force). Rolls"
        " are with full dice, so it may end below.",
    ),
    click.option(
        "--never-below",
        metavar="N",
        type=ArmyCount(),
        help="Keep N out of it: they roll no dice. Counted as in --stop-at.",
    ),
    click.option(
        "--stop-odds",
        metavar="P",
        type=Share(),
        help="Stop once P(win) of the battle to the end is under P: 0.3, 30% or 3/10.",
    ),
    click.option(
        "--rolls",
        metavar="N",
        type=ArmyCount(),
        help="Stop after N rolls. Of several stop rules, the first to be met stops.",
    ),
)

_STOP_NAMES = ("stop_at", "never_below", "stop_odds", "rolls")
"""The same, as `oddsapp.battle` calls them."""


def _stop_options(function: Callable[..., None]) -> Callable[..., None]:
    """Decorate a command with the stop rules; it gets those asked for as ``stops``."""

    @wraps(function)
    def command(**arguments: Any) -> None:
        asked = {name: arguments.pop(name) for name in _STOP_NAMES}
        stops = {name: line for name, line in asked.items() if line is not None}
        function(stops=stops, **arguments)

    decorated: Callable[..., None] = command
    for option in reversed(_STOPS):
        decorated = option(decorated)
    return decorated


@click.command(cls=ArmyCommand)
@attack_arguments()
@click.option(
    "--advise", is_flag=True, help="Roll by hand or blitz, and where (with --rules blitz)."
)
@click.option(
    "--commit", is_flag=True, help="P(win) and the loss for each number of armies committed."
)
@_stop_options
@click.option(
    "--then",
    metavar="N[,N...]",
    type=CountList(),
    help="Enemy stacks, in armies, that attack the territory afterwards, each to the end.",
)
@click.option(
    "--leave",
    metavar="N",
    type=ArmyCount(),
    help="With --then: the armies to leave behind; otherwise all but one move in.",
)
@shared_options("classic")
def battle(  # noqa: PLR0913 - one for each option
    armies: int,
    defenders: int,
    *,
    force: bool,
    advise: bool,
    commit: bool,
    stops: dict[str, Any],
    then: list[int] | None,
    leave: int | None,
    options: Options,
) -> None:
    r"""Odds of attacking one territory from one other, to the end or to a stop.

    ARMIES stand on the attacking territory: one stays there, the others attack. DEFENDERS
    stand on the territory under attack.

    \b
    Examples:
      oddsapp battle 11 7
      oddsapp battle 10 7 --force --exact
      oddsapp battle 20 15 --rules risk2 --dice-set manual
      oddsapp battle 20 15 --attack-dice 4d8 --defence-bonus bunker
      oddsapp battle 31 15 --rules blitz --capital --advise
      oddsapp battle 11 7 --stop-at 4 --stop-odds 0.3
      oddsapp battle 12 7 --then 9
    """
    from oddsapp.odds.solve import battle as solve

    rules = options.ruleset()
    for name, others in (("--then", then), ("--advise", advise), ("--commit", commit)):
        if stops and others:
            raise click.UsageError(
                f"{name} is about a battle fought to the end; leave out"
                f" --{next(iter(stops)).replace('_', '-')}"
            )
    if leave is not None and not then:
        raise click.UsageError("--leave says what stays behind before the attacks of --then")
    if then:
        options.check_no_zombies()
    odds = solve(
        None if force else armies,
        defenders,
        force=armies if force else None,
        rules=rules,
        exact=options.exact,
        **stops,
    )
    more = Extra()
    if stops:
        from oddsapp.cli.stopped import print_stopped

        print_stopped(odds, armies, force=force, as_json=options.as_json)
        return
    if advise or commit:
        from oddsapp.cli.blitz import extra

        more = extra(odds, advise=advise, commit=commit)
    if then:
        from oddsapp.cli.campaign import held_afterwards

        held = held_afterwards(odds, then, 1 if leave is None else leave)
        more = Extra({**more.plain, **held.plain}, (*held.parts, *more.parts))
    if options.as_json:
        print_json({**odds.to_dict(), **more.plain})
        return
    sent = force_and_armies(armies) if force else armies_and_force(armies)
    print_report(
        heading(
            f"{sent}; against {counted(defenders, 'defender')}",
            f"{rules}; {odds.version}" if odds.version else rules,
        ),
        territory_chances(odds),
        left_table(
            [f"of {counted(odds.battle.armies[0], 'attacker')}"], [odds.attackers_left_if_won]
        )
        if tells_of_wins(odds)
        else "",
        end_and_losses(odds),
        exact_territory(odds),
        *more.parts,
    )
