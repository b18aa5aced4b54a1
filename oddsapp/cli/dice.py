"""``oddsapp dice``: the coloured dice, which army rolls them, and who beats whom."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from oddsapp.cli.options import ArmyCommand, Options, shared_options
from oddsapp.cli.output import heading, paragraph, print_json, print_report, table
from oddsapp.wording import percent

if TYPE_CHECKING:
    from fractions import Fraction

    from oddsapp.rules import ColouredDice, ThresholdChart


@click.command(cls=ArmyCommand)
@shared_options("risk2")
def dice(*, options: Options) -> None:
    r"""Show the coloured dice of a set: faces, total, mean, thresholds, who beats whom.

    A threshold is the smallest army that rolls the die. Without --thresholds, those of all
    charts are shown.

    \b
    Examples:
      oddsapp dice
      oddsapp dice --dice-set manual --ties defender --json
    """
    from oddsapp.errors import InvalidInput
    from oddsapp.rules import ColouredDice, find_thresholds, threshold_names

    rules = options.ruleset()
    combat = rules.combat
    if not isinstance(combat, ColouredDice):
        raise InvalidInput(
            f"there are no coloured dice under the rules {rules.name};"
            " RISK II has them: risk2, for instance"
        )
    if "thresholds" in options.changes:
        charts = [combat.thresholds]
    else:
        charts = [find_thresholds(name) for name in threshold_names()]
    beats = _beats(combat)
    if options.as_json:
        print_json({"rules": str(rules), **_plain(combat, charts, beats, exact=options.exact)})
        return
    ties = {"nobody": "nobody wins a tie"}.get(combat.ties, f"a tie is won by the {combat.ties}")
    show = str if options.exact else percent
    names = [die.name for die in combat.dice_set]
    matrix = [["attacker beats", *names]]
    matrix += [[name, *map(show, beats[name].values())] for name in names]
    beaten = f"chance that the attacker's die (rows) beats the defender's (columns); {ties}"
    print_report(
        heading(f"dice set {combat.dice_set.name}", rules),
        table(_face_rows(combat, exact=options.exact)),
        "smallest army that rolls it, as attacker / as defender\n"
        + table(_threshold_rows(combat, charts)),
        paragraph(beaten, "") + "\n" + table(matrix),
    )


def _beats(combat: ColouredDice) -> dict[str, dict[str, Fraction]]:
    """Return P(the attacker's die wins) by the attacker's die, then by the defender's."""
    from fractions import Fraction

    from oddsapp.combat.round import count_winners

    chances: dict[str, dict[str, Fraction]] = {}
    for tier, die in enumerate(combat.dice_set):
        row = chances[die.name] = {}
        for other, defender in enumerate(combat.dice_set):
            _, (won,) = count_winners(combat, (tier,), other)
            row[defender.name] = Fraction(won, die.sides * defender.sides)
    return chances


def _face_rows(combat: ColouredDice, *, exact: bool) -> list[list[str]]:
    rows = [["die", "faces", "total", "mean"]]
    for die in combat.dice_set:
        mean = str(die.mean) if exact else f"{float(die.mean):.3f}"
        rows.append([die.name, " ".join(map(str, die.faces)), str(die.total), mean])
    return rows


def _threshold_rows(combat: ColouredDice, charts: list[ThresholdChart]) -> list[list[str]]:
    rows = [["die", *(chart.name for chart in charts)]]
    for tier, die in enumerate(combat.dice_set):
        pairs = ((chart.attacker[tier], chart.defender[tier]) for chart in charts)
        rows.append([die.name, *(f"{a or '-'} / {d or '-'}" for a, d in pairs)])
    return rows


def _plain(
    combat: ColouredDice,
    charts: list[ThresholdChart],
    beats: dict[str, dict[str, Fraction]],
    *,
    exact: bool,
) -> dict[str, Any]:
    number = str if exact else float
    return {
        "dice_set": combat.dice_set.name,
        "ties": str(combat.ties),
        "dice": [
            {
                "name": die.name,
                "faces": list(die.faces),
                "total": die.total,
                "mean": number(die.mean),
            }
            for die in combat.dice_set
        ],
        "thresholds": {
            chart.name: {"attacker": list(chart.attacker), "defender": list(chart.defender)}
            for chart in charts
        },
        "attacker_beats_defender": {
            name: {other: number(chance) for other, chance in row.items()}
            for name, row in beats.items()
        },
    }
