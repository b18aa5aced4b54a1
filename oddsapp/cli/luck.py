"""``oddsapp luck``: were the dice against me, and do these roll better than those."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from oddsapp.cli.given_file import content_of
from oddsapp.cli.options import Options, shared_options
from oddsapp.cli.output import heading, paragraph, print_json, print_report, table
from oddsapp.wording import counted, percent

if TYPE_CHECKING:
    from oddsapp.luck import LuckReport, Result

_MOST_SHOWN = 40


@click.command()
@click.argument("file")
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="What the random ways to deal results out to groups start from.",
)
@shared_options("classic")
def luck(file: str, *, seed: int, options: Options) -> None:
    r"""Judge recorded battles, or rolls, against what fair dice bring.

    FILE is a table with a header, - for standard input. Battles: armies (or force),
    defenders, attackers left, defenders left. Rolls: attack dice, defence dice, as in 6 3 1.
    Either may have player (who attacked), opponent and group. Under armies, the attackers
    left include the one that stays behind.

    \b
    Such a file:
      armies,defenders,attackers left,defenders left,player
      11,7,1,2,Ann
      6,3,5,0,Bob
    or:
      attack dice,defence dice,player
      6 3 1,5 2,Ann

    \b
    Examples:
      oddsapp luck battles.csv
      oddsapp luck --json - < rolls.csv
    """
    import numpy as np

    from oddsapp.luck import judge_luck, read_records
    from oddsapp.luck.words import sentences
    from oddsapp.tables import MOST_CHARACTERS, decoded

    content = content_of(file, most=MOST_CHARACTERS, beyond="no record has so many")
    records = read_records(decoded(content))
    report = judge_luck(
        records, rules=options.ruleset(), rng=np.random.default_rng(seed), exact=options.exact
    )
    if options.as_json:
        print_json(report.to_dict())
        return
    results = counted(len(report.results), report.noun.removesuffix("s"))
    print_report(
        heading(f"{results}, read as {records.counted_in}", report.rules),
        _results(report),
        *(paragraph(sentence, "") for sentence in sentences(report)),
    )


def _results(report: LuckReport) -> str:
    shown = report.results[:_MOST_SHOWN]
    head = ["line", "what was", "what was left", "percentile", "swing in P(win)"]
    rows = [head, *(_row(result) for result in shown)]
    if report.dice:
        rows = [[row[0], row[1], row[3]] for row in rows]
    left_out = len(report.results) - len(shown)
    more = f"\n  (and {left_out:,} more; --json has all)" if left_out else ""
    return table(rows) + more


def _row(result: Result) -> list[str]:
    from oddsapp.luck import BattleRecord, RollRecord

    record = result.record
    percentile = percent(float(result.mid_percentile))
    if isinstance(record, BattleRecord):
        left = f"{record.attackers_left:,} v {record.defenders_left:,}"
        return [
            str(record.line),
            f"force {record.force:,} v {record.defenders:,}",
            f"{left}, called off" if result.called_off else left,
            percentile,
            f"{float(result.swing):+.4f}",
        ]
    assert isinstance(record, RollRecord)
    dice = (" ".join(map(str, faces)) for faces in (record.attack_dice, record.defence_dice))
    return [str(record.line), " v ".join(dice), "", percentile, ""]
