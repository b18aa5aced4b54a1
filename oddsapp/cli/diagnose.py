"""``oddsapp diagnose``: which known mistake leads to a wrong answer."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from oddsapp.cli.options import ArmyCommand, Options, attack_arguments, shared_options
from oddsapp.cli.output import exact_block, heading, paragraph, print_json, print_report
from oddsapp.wording import armies_and_force, counted, force_and_armies, percent

if TYPE_CHECKING:
    from oddsapp.odds.diagnosis import Diagnosis


@click.command(cls=ArmyCommand)
@click.argument("answer")
@attack_arguments("The number of armies")
@shared_options("classic")
def diagnose(answer: str, armies: int, defenders: int, *, force: bool, options: Options) -> None:
    r"""Name the known mistakes that lead to a wrong answer.

    ANSWER is what somebody says the chance to win is: a fraction, a decimal or a percentage.
    It may be off by half a unit of its last digit. ARMIES stand on the attacking territory,
    DEFENDERS on the territory under attack.

    \b
    Examples:
      oddsapp diagnose 69.02% 4 2
      oddsapp diagnose 0.74487 5 4 --force
    """
    from oddsapp.odds.diagnosis import diagnose as find

    rules = options.ruleset()
    if force:
        found = find(answer, force=armies, defenders=defenders, rules=rules)
    else:
        found = find(answer, armies, defenders, rules=rules)
    if options.as_json:
        print_json(found.to_dict())
        return
    sent = force_and_armies(armies) if force else armies_and_force(armies)
    print_report(
        heading(f"{sent}; against {counted(defenders, 'defender')}", rules),
        paragraph(found.sentence, ""),
        _named(found),
        _fractions(found) if options.exact else "",
    )


def _named(found: Diagnosis) -> str:
    width = max((len(mistake.name) for mistake in found.mistakes), default=0)
    return "\n".join(
        f"  {mistake.name:<{width}}  {percent(mistake.win)}\n{paragraph(mistake.what, '    ')}"
        + ("\n" + paragraph(f"seen in: {mistake.source}", "    ") if mistake.source else "")
        for mistake in found.mistakes
    )


def _fractions(found: Diagnosis) -> str:
    from fractions import Fraction

    values = {"right": found.right, **{mistake.name: mistake.win for mistake in found.mistakes}}
    if not all(isinstance(value, Fraction) for value in values.values()):
        return "(this battle is too large for the fractions of all mistakes)"
    return exact_block(values)
