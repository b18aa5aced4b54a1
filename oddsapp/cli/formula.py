"""``oddsapp formula``: closed forms in the sides of the dice, and P(win) as a polynomial."""

from __future__ import annotations

from typing import Any

import click

from oddsapp.cli.group import Commands
from oddsapp.cli.options import (
    ArmyCommand,
    ArmyCount,
    Options,
    attack_arguments,
    shared_options,
)
from oddsapp.cli.output import print_json, print_report


@click.group(cls=Commands)
def formula() -> None:
    r"""Show formulas instead of numbers.

    \b
    Examples:
      oddsapp formula roll 3 2
      oddsapp formula battle 3 1
    """


@formula.command(cls=ArmyCommand)
@click.argument("attack_dice", type=ArmyCount())
@click.argument("defence_dice", type=ArmyCount())
@click.option(
    "--ties", metavar="SIDE", default="defender", show_default=True, help="Who wins equal dice."
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def roll(attack_dice: int, defence_dice: int, *, ties: str, as_json: bool) -> None:
    r"""Show what one classic roll costs with n-sided dice.

    \b
    Example:
      oddsapp formula roll 3 2
    """
    from oddsapp.odds.symbolic import break_even_in_sides, losses_in_sides, round_in_sides

    chances = round_in_sides(attack_dice, defence_dice, ties)
    attacker, defender = losses_in_sides(attack_dice, defence_dice, ties)
    slope = break_even_in_sides(attack_dice, defence_dice, ties)
    if as_json:
        plain: dict[str, Any] = {
            "roll": [
                {"loses": list(losses), "probability": str(p)} for losses, p in chances.items()
            ],
            "attackers_lost": str(attacker),
            "defenders_lost": str(defender),
            "break_even": str(slope),
        }
        print_json(plain)
        return
    lines = [f"  attacker loses {a}, defender loses {d}: {p}" for (a, d), p in chances.items()]
    print_report(
        f"{attack_dice} dice of n sides against {defence_dice}, ties: {ties}",
        "\n".join(lines),
        f"  expected losses of the attacker: {attacker}\n"
        f"  expected losses of the defender: {defender}\n"
        f"  attackers for each defender in large battles: {slope}",
    )


@formula.command(cls=ArmyCommand)
@attack_arguments()
@shared_options("classic")
def battle(armies: int, defenders: int, *, force: bool, options: Options) -> None:
    r"""Show P(win) of a small battle as a polynomial.

    Its variables are the probabilities of the rolls: the symbol p_3v2_0_2 is the probability
    that 3 dice against 2 cost the attacker 0 armies and the defender 2, given that the roll
    costs anybody anything.

    \b
    Example:
      oddsapp formula battle 3 1
    """
    from oddsapp.odds.solve import battle as solve
    from oddsapp.odds.symbolic import win_in_rounds

    rules = options.ruleset()
    odds = (
        solve(force=armies, defenders=defenders, rules=rules)
        if force
        else solve(armies, defenders, rules=rules)
    )
    found = win_in_rounds(odds.battle)
    derivatives = found.derivatives()
    values = {str(symbol): str(value) for symbol, value in found.values.items()}
    if options.as_json:
        print_json(
            {
                "rules": str(rules),
                "win": str(found.expression),
                "values": values,
                "derivatives": {str(symbol): str(slope) for symbol, slope in derivatives.items()},
                "value": str(found.value()),
            }
        )
        return
    lines = [
        f"  {symbol} = {value}, derivative {derivatives[symbol]}"
        for symbol, value in found.values.items()
    ]
    print_report(f"P(win) = {found.expression}", "\n".join(lines), f"  = {found.value()}")
