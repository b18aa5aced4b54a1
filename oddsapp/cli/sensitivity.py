"""``oddsapp sensitivity``: which face and which threshold move the odds, and the limit."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from oddsapp.cli.options import ArmyCommand, Options, attack_arguments, shared_options
from oddsapp.cli.output import exact_block, heading, print_json, print_report, table
from oddsapp.wording import armies_and_force, counted, force_and_armies, percent

if TYPE_CHECKING:
    from fractions import Fraction

    from oddsapp.odds.sensitivity import Change


@click.command(cls=ArmyCommand)
@attack_arguments()
@shared_options("risk2")
def sensitivity(armies: int, defenders: int, *, force: bool, options: Options) -> None:
    r"""Tell what moves the odds of a battle: faces, thresholds, and its size.

    One face is moved by one pip, one threshold by one army, and the battle is solved again.
    Under classic rules also, exactly, which face matters most. JSON: `limit` is what decides
    battles so large that all dice are the strongest.

    \b
    Examples:
      oddsapp sensitivity 13 9
      oddsapp sensitivity 4 2 --rules classic
    """
    from oddsapp.odds.derivatives import face_derivatives
    from oddsapp.odds.large import large_battle
    from oddsapp.odds.sensitivity import face_changes, threshold_changes
    from oddsapp.odds.solve import battle
    from oddsapp.rules import RankedDice

    rules = options.ruleset()
    odds = (
        battle(force=armies, defenders=defenders, rules=rules, exact=options.exact)
        if force
        else battle(armies, defenders, rules=rules, exact=options.exact)
    )
    fought = odds.battle
    ranked = isinstance(rules.combat, RankedDice)
    # First, since these are for small battles only and say so at once.
    slopes = face_derivatives(fought) if ranked else {}
    faces = face_changes(fought, exact=options.exact)
    thresholds = () if ranked else threshold_changes(fought, exact=options.exact)
    limit = large_battle(rules)
    if options.as_json:
        from oddsapp.odds.plain import plain_number

        plain: dict[str, Any] = {
            "rules": str(rules),
            "win": plain_number(odds.win),
            "faces": [change.to_dict() for change in faces],
            "thresholds": [change.to_dict() for change in thresholds],
            "derivatives": {face: str(slope) for face, slope in slopes.items()},
            "limit": limit.to_dict(),
        }
        print_json(plain)
        return
    sent = force_and_armies(armies) if force else armies_and_force(armies)
    print_report(
        heading(f"{sent}; against {counted(defenders, 'defender')}", rules),
        f"  win   {percent(odds.win)}",
        _changes("one face moved one pip", faces),
        _changes("one threshold moved by one army", thresholds),
        _slopes(slopes),
        f"  large battles: {float(limit.slope):.4f} attackers for each defender break even"
        f" ({limit.slope})",
        exact_block({"win": odds.win}) if options.exact else "",
    )


def _changes(title: str, changes: Sequence[Change]) -> str:
    if not changes:
        return ""
    rows = [[title, "from", "to", "win", "change"]]
    rows += [
        [c.what, str(c.before), str(c.after), percent(c.win), f"{100 * float(c.change):+.3f}"]
        for c in sorted(changes, key=lambda change: -abs(change.change))
    ]
    return table(rows)


def _slopes(slopes: dict[str, Fraction]) -> str:
    if not slopes:
        return ""
    names = {"a": "attacker", "d": "defender"}
    rows = [["one roll in a hundred turned to this face", "change"]]
    for face, slope in slopes.items():
        side, number = face.split("_")
        rows.append([f"{names[side]}'s {number}", f"{float(slope):+.3f}"])
    return table(rows)
