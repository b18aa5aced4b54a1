"""``oddsapp defend``: how well territories hold, and where new armies hold most."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from typing import TYPE_CHECKING

import click

from oddsapp.cli.options import ArmyCommand, ArmyCount, Options, shared_options
from oddsapp.cli.output import exact_block, heading, paragraph, print_json, print_report, table
from oddsapp.cli.territories import find_any_board, read_counts, read_territories, with_armies
from oddsapp.errors import InvalidInput
from oddsapp.wording import counted, percent, verdict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from oddsapp.boards import Board
    from oddsapp.odds.planning.defence import Defence
    from oddsapp.odds.planning.spread import Spread


@click.command(cls=ArmyCommand)
@click.option(
    "--hold",
    metavar="NAME[:ARMIES]",
    multiple=True,
    required=True,
    help="Territories or continents to hold, with the armies of each (1 if not said).",
)
@click.option(
    "--enemy",
    metavar="ARMIES|NAME:ARMIES",
    multiple=True,
    help="The armies of every neighbour, or of one; with --in-depth, of the attacker.",
)
@click.option("--place", type=ArmyCount(), help="New armies, to be placed where they hold most.")
@click.option(
    "--in-depth",
    is_flag=True,
    help="The attacker comes along --hold, in that order; the last one is to hold.",
)
@click.option(
    "--board",
    "board_name",
    metavar="NAME|FILE",
    default="classic",
    show_default=True,
    help="classic, risk2, risk2_97_links, or a file: JSON, or a .map of the game Domination.",
)
@shared_options("classic")
def defend(
    *,
    hold: tuple[str, ...],
    enemy: tuple[str, ...],
    place: int | None,
    in_depth: bool,
    board_name: str,
    options: Options,
) -> None:
    r"""Odds that territories hold when every neighbour attacks once, in the worst order.

    Every attack is fought to its end, and leaves one army at home. Neighbours that --enemy does
    not name do not attack, unless it has a number for all.

    \b
    Examples:
      oddsapp defend --hold Brazil:5,Peru:3 --enemy "North Africa:8,Venezuela:6"
      oddsapp defend --hold Europe:3 --enemy 4 --enemy Ural:9 --place 12
      oddsapp defend --in-depth --hold Siam,Indonesia --enemy 12 --place 9
    """
    from oddsapp.odds.planning.defence import defend as find_odds
    from oddsapp.odds.planning.spread import spread_over_borders

    board = find_any_board(board_name)
    armies = with_armies(read_territories(board, hold, "--hold", once=True), 1, "")
    others, named = read_counts(board, enemy, "--enemy")
    if in_depth:
        _print_spread(board, _depth(board, armies, others, named, place, options), options)
        return
    if others is None and not named:
        raise click.UsageError("who attacks? Write --enemy ARMIES for every neighbour, or by name")
    around = {} if others is None else _neighbours(board, armies, others)
    enemies = {**around, **with_armies(named, None, "")}
    rules = options.ruleset()
    if place is None:
        odds = find_odds(board, armies, enemies, rules=rules, exact=options.exact)
        _print_odds(board, odds, options)
    else:
        spread = spread_over_borders(
            board, armies, enemies, place, rules=rules, exact=options.exact
        )
        _print_spread(board, spread, options)


def _neighbours(board: Board, armies: Mapping[str, int], others: int) -> dict[str, int]:
    around = {name for own in armies for name in board.approaches(own) if name not in armies}
    return dict.fromkeys(sorted(around, key=board.index), others)


def _depth(
    board: Board,
    armies: Mapping[str, int],
    others: int | None,
    named: Mapping[str, int | None],
    place: int | None,
    options: Options,
) -> Spread:
    from oddsapp.odds.planning.spread import spread_in_depth

    if named or others is None:
        raise click.UsageError("--in-depth needs the armies of one attacker: --enemy 12")
    for origin, target in pairwise(armies):
        if not board.are_adjacent(origin, target):
            raise InvalidInput(f"no way leads from {origin} to {target}; they do not touch")
    return spread_in_depth(armies, others, place or 0, rules=options.ruleset(), exact=options.exact)


def _print_odds(board: Board, odds: Defence, options: Options) -> None:
    if options.as_json:
        print_json({"board": board.name, **odds.to_dict()})
        return
    rows = [["territory", "armies", "holds"]]
    rows += [
        # A float cannot tell certainty from what is close to it; nobody to attack is certain.
        [name, f"{armies:,}", percent(odds.hold[name] if odds.neighbours[name] else Fraction(1))]
        for name, armies in odds.armies.items()
    ]
    attackers = counted(len(odds.enemies), "neighbour")
    hold_all = odds.hold_all if odds.enemies else Fraction(1)
    print_report(
        heading(f"{attackers} attack{'s' * (len(odds.enemies) == 1)}, one by one", odds.rules),
        f"  {percent(hold_all)}  {verdict(hold_all)}: all hold",
        f"{table(rows)}\n  (holds: if all its neighbours attack just this one)",
        _worst_case(odds),
        exact_block({"all hold": odds.hold_all}) if odds.exact else "",
    )


def _worst_case(odds: Defence) -> str:
    lines = ["  the worst case for all together"]
    for name, attackers in odds.attacks.items():
        if attackers:
            order = [f"{enemy} ({odds.enemies[enemy]:,})" for enemy in attackers]
            lines.append(paragraph(f"{name}: attacked by {', then '.join(order)}"))
    return "\n".join(lines) if len(lines) > 1 else ""


def _print_spread(board: Board, spread: Spread, options: Options) -> None:
    if options.as_json:
        print_json({"board": board.name, **spread.to_dict()})
        return
    rows = [["territory", "new", "armies"]]
    rows += [
        [name, f"+{spread.new[name]:,}", f"{armies:,}"] for name, armies in spread.armies.items()
    ]
    new = sum(spread.new.values())
    asked = counted(new, "new army", "new armies") if new else "no new armies"
    without = f"  (without them {percent(spread.before)})" if new else ""
    print_report(
        heading(f"{asked} to place", spread.rules),
        paragraph(f"{percent(spread.hold)}  {verdict(spread.hold)}: {spread.what}{without}"),
        table(rows),
        paragraph(spread.verdict) if new else "",
        exact_block({"hold": spread.hold, "before": spread.before}) if options.exact else "",
    )
