"""``oddsapp mass``: several forces invade one territory."""

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
from oddsapp.wording import counted, listed


@click.command(cls=ArmyCommand)
@click.argument("forces", metavar="FORCE...", type=ArmyCount(), nargs=-1, required=True)
@click.option(
    "--defenders", type=ArmyCount(), required=True, help="The armies on the territory attacked."
)
@shared_options("risk2", reading=("mass_reading", "protected or individual"))
def mass(forces: tuple[int, ...], *, defenders: int, options: Options) -> None:
    r"""Odds of a mass invasion: several forces against one defender.

    Each FORCE is what one territory sends, without the army that stays there.

    \b
    Examples:
      oddsapp mass 12 8 8 --defenders 20
      oddsapp mass 3 3 --defenders 5 --reading individual --exact
    """
    from oddsapp.odds.solve import mass_invasion

    odds = mass_invasion(forces, defenders, rules=options.ruleset(), exact=options.exact)
    if options.as_json:
        print_json(odds.to_dict())
        return
    sizes = [f"{force:,}" for force in forces]
    sent = f"forces of {listed(sizes)}" if len(sizes) > 1 else f"a force of {sizes[0]}"
    won = odds.ends.won_by(0)
    print_report(
        heading(f"{sent} against {counted(defenders, 'defender')}", odds.battle.rules),
        territory_chances(odds),
        left_table([f"of {size}" for size in sizes], [won.left(n) for n in range(len(sizes))]),
        end_and_losses(odds),
        exact_territory(odds),
    )
