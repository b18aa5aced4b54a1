"""``oddsapp need``: how many armies are needed to win with a given probability."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from oddsapp.cli.options import ArmyCommand, ArmyCount, Options, Share, shared_options
from oddsapp.cli.output import exact_block, heading, print_json, print_report, table
from oddsapp.wording import counted, percent

if TYPE_CHECKING:
    from oddsapp.odds.need import Need

_TABLE = ("50%", "75%", "90%", "95%")
"""What is always told."""


@click.command(cls=ArmyCommand)
@click.argument("defenders", type=ArmyCount())
@click.option(
    "--win",
    metavar="P",
    type=Share(),
    default="0.8",
    show_default=True,
    help="The probability to reach: 0.8, 80% or 4/5.",
)
@shared_options("classic")
def need(defenders: int, *, win: str, options: Options) -> None:
    r"""Tell how many armies are needed to take a territory.

    The fewest armies on the attacking territory, the one that stays included, with which
    DEFENDERS are beaten at least that often; one less is too few.

    \b
    Examples:
      oddsapp need 7 --win 0.8
      oddsapp need 20 --win 90% --rules risk2
      oddsapp need 12 --win 1 --rules blitz --capital
      oddsapp need 9 --win 1 --attack-bonus highest+6,uncapped
    """
    from oddsapp.odds.need import armies_needed_for_each, out_of_reach

    rules = options.ruleset()
    found, *rows = armies_needed_for_each(
        defenders, [win, *_TABLE], rules=rules, exact=options.exact
    )
    if found is None:
        raise out_of_reach(defenders, win, rules)
    others = dict(zip(_TABLE, rows, strict=True))
    if options.as_json:
        print_json(
            {**found.to_dict(), "table": [_plain(share, each) for share, each in others.items()]}
        )
        return
    print_report(
        heading(
            f"to win {percent(found.wanted)} against {counted(defenders, 'defender')}",
            f"{rules}; {found.version}" if found.version else rules,
        ),
        f"  {counted(found.armies, 'army', 'armies')}: {found.force:,}"
        f" attack{'s' * (found.force == 1)}, 1 stays",
        table(
            [
                ["armies", "force", "win"],
                [f"{found.armies:,}", f"{found.force:,}", _percent(found)],
                [
                    f"{found.armies - 1:,}",
                    f"{found.force - 1:,}",
                    _percent_with_one_less(found),
                ],
            ]
        ),
        table(
            [
                ["to win", "armies", "force", "win"],
                *([share, *_cells(each)] for share, each in others.items()),
            ]
        ),
        exact_block({"win": found.win, "with one less": found.win_with_one_less})
        if options.exact
        else "",
    )


def _plain(share: str, found: Need | None) -> dict[str, Any]:
    """Return a row for JSON; out of reach is null, and does not hide the other rows."""
    keys = ("armies", "force", "win", "win_with_one_less")
    numbers = dict.fromkeys(keys) if found is None else found.to_dict()
    return {"to_win": int(share[:-1]) / 100, **{key: numbers[key] for key in keys}}


def _cells(found: Need | None) -> list[str]:
    if found is None:
        return ["too many", "", ""]
    return [f"{found.armies:,}", f"{found.force:,}", _percent(found)]


def _percent(found: Need) -> str:
    return percent(1 if found.certain else found.win)


def _percent_with_one_less(found: Need) -> str:
    less = found.win_with_one_less
    # Nobody wins nothing, and what a balanced blitz says of 0 is no rounding.
    impossible = found.force == 1 or (found.version and less == 0)
    return percent(0 if impossible else less)
