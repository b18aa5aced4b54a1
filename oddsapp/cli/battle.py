"""``oddsapp battle``: one territory attacks another."""

from __future__ import annotations

import click

from oddsapp.cli.options import ArmyCommand, ArmyCount, Options, shared_options
from oddsapp.cli.output import (
    end_and_losses,
    exact_territory,
    heading,
    left_table,
    print_json,
    print_report,
    territory_chances,
)
from oddsapp.wording import armies_and_force, counted, force_and_armies


@click.command(cls=ArmyCommand)
@click.argument("armies", type=ArmyCount())
@click.argument("defenders", type=ArmyCount())
@click.option("--force", is_flag=True, help="The first number is the force itself.")
@shared_options("classic")
def battle(armies: int, defenders: int, *, force: bool, options: Options) -> None:
    r"""Odds of attacking one territory from one other, to the end.

    ARMIES stand on the attacking territory: one stays there, the others attack. DEFENDERS
    stand on the territory under attack.

    \b
    Examples:
      oddsapp battle 11 7
      oddsapp battle 10 7 --force --exact
      oddsapp battle 20 15 --rules risk2 --dice-set manual
    """
    from oddsapp.odds.solve import battle as solve

    rules = options.ruleset()
    if force:
        odds = solve(force=armies, defenders=defenders, rules=rules, exact=options.exact)
    else:
        odds = solve(armies, defenders, rules=rules, exact=options.exact)
    if options.as_json:
        print_json(odds.to_dict())
        return
    sent = force_and_armies(armies) if force else armies_and_force(armies)
    print_report(
        heading(f"{sent}; against {counted(defenders, 'defender')}", odds.battle.rules),
        territory_chances(odds),
        left_table(
            [f"of {counted(odds.battle.armies[0], 'attacker')}"], [odds.attackers_left_if_won]
        ),
        end_and_losses(odds),
        exact_territory(odds),
    )
