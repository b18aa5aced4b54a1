"""``oddsapp battle``: one territory attacks another."""

from __future__ import annotations

import click

from oddsapp.cli.options import ArmyCommand, ArmyCount, Options, shared_options
from oddsapp.cli.output import (
    Extra,
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
@click.option(
    "--advise", is_flag=True, help="Roll by hand or blitz, and where (with --rules blitz)."
)
@click.option(
    "--commit", is_flag=True, help="P(win) and the loss for each number of armies committed."
)
@shared_options("classic")
def battle(
    armies: int, defenders: int, *, force: bool, advise: bool, commit: bool, options: Options
) -> None:
    r"""Odds of attacking one territory from one other, to the end.

    ARMIES stand on the attacking territory: one stays there, the others attack. DEFENDERS
    stand on the territory under attack.

    \b
    Examples:
      oddsapp battle 11 7
      oddsapp battle 10 7 --force --exact
      oddsapp battle 20 15 --rules risk2 --dice-set manual
      oddsapp battle 20 15 --attack-dice 4d8 --defence-bonus bunker
      oddsapp battle 31 15 --rules blitz --capital --advise
    """
    from oddsapp.odds.solve import battle as solve

    rules = options.ruleset()
    if force:
        odds = solve(force=armies, defenders=defenders, rules=rules, exact=options.exact)
    else:
        odds = solve(armies, defenders, rules=rules, exact=options.exact)
    more = Extra()
    if advise or commit:
        from oddsapp.cli.blitz import extra

        more = extra(odds, advise=advise, commit=commit)
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
        if odds.can_be_won
        else "",
        end_and_losses(odds),
        exact_territory(odds),
        *more.parts,
    )
