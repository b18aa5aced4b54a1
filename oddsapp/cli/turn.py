"""``oddsapp turn``: what the battles of a RISK II turn come to, all orders at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, BinaryIO

import click

from oddsapp.cli.output import exact_block, heading, paragraph, print_json, print_report, table
from oddsapp.errors import InvalidInput
from oddsapp.rules.game_options import Goal
from oddsapp.wording import average, between, counted, percent

if TYPE_CHECKING:
    from oddsapp.whatif.forecast_base import TerritoryForecast
    from oddsapp.whatif.turn_file import TurnFile
    from oddsapp.whatif.turn_forecast import PlayerForecast, TurnForecast

_MOST_BYTES = 10_000_000
_LONGEST_NAME = 21
_LONGEST_PLAYER = 12
_MOST_SAMPLES = 1_000_000
_IN_PYTHON = "samples=10_000 with a generator rng samples turns instead"
"""What the library advises, and whoever types options cannot do."""


@click.command()
@click.argument("file", type=click.File("rb"), required=False)
@click.option("--example", is_flag=True, help="Print a small file to start from.")
@click.option("--exact", is_flag=True, help="Fractions too: for small turns.")
@click.option(
    "--samples",
    type=click.IntRange(min=1, max=_MOST_SAMPLES),
    help="Sample so many turns, where a turn is too large for the exact odds.",
)
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=1,
    show_default=True,
    help="What is sampled starts from it.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def turn(
    file: BinaryIO | None,
    *,
    example: bool,
    exact: bool,
    samples: int | None,
    seed: int,
    as_json: bool,
) -> None:
    r"""Forecast a turn of RISK II: who holds what once all battles are fought.

    FILE is JSON, - for standard input; --example prints one. It has an object with the keys:

    \b
      players  by name, each with "territories" and "orders":
                 {"Brazil": 10, ...}        the armies that stand there, {} for
                                            who is out
                 ["4 Brazil -> Peru", ...]  "4 Brazil -> Peru -> Argentina" surges
      board    risk2 if left out; a name, or a board of your own
      rules    risk2 if left out; a name, or a ruleset of your own
      changes  {"clash_leaves_one": true, ...}: rules that differ from those
      neutral  {"Peru": 3, ...}: territories that are nobody's
      title    a line to print

    The object is a position with orders: all else that a position says may stand
    there, too, cards and the round for instance.

    With --json players have numbers, from 1; "names" lists them. A probability that was
    sampled is a list of three: itself and the ends of its 95 % interval.

    \b
    Examples:
      oddsapp turn --example > turn.json
      oddsapp turn turn.json
      oddsapp turn turn.json --samples 10000 --json
    """
    if example:
        if file is not None:
            raise click.UsageError("--example prints a file and reads none; leave out FILE")
        click.echo(_small_example(), nl=False)
        return
    if file is None:
        raise click.UsageError("name a FILE, or - for standard input; --example prints one")
    import numpy as np

    from oddsapp.whatif.same_time import forecast_turn
    from oddsapp.whatif.turn_file import read_turn

    if exact and samples is not None:
        raise click.UsageError("--exact gives fractions and --samples estimates; leave out one")
    read = read_turn(_decoded(file.read(_MOST_BYTES + 1)))
    try:
        found = forecast_turn(
            read.game,
            read.owners,
            read.armies,
            read.orders,
            exact=exact,
            samples=samples,
            rng=np.random.default_rng(seed),
        )
    except InvalidInput as refusal:
        # The library speaks of its arguments, whoever typed this of options.
        instead = "leave out --exact" if exact else "--samples 10000 samples turns instead"
        text = str(refusal).replace(_IN_PYTHON, instead)
        raise InvalidInput(text) from None
    if as_json:
        print_json({"title": read.title, "names": list(read.players), **found.to_dict()})
        return
    _print(read, found, exact=exact)


def _small_example() -> str:
    from importlib.resources import files

    return (files("oddsapp.whatif") / "data" / "small_turn.json").read_text(encoding="utf-8")


def _decoded(raw: bytes) -> str:
    if len(raw) > _MOST_BYTES:
        raise InvalidInput(f"a turn has at most {_MOST_BYTES:,} bytes; this file has more")
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidInput("this is no text in UTF-8, so no turn as JSON") from None


def _print(read: TurnFile, found: TurnForecast, *, exact: bool) -> None:
    orders = counted(len(found.orders), "order")
    asked = f"a turn of {counted(len(read.players), 'player')}, {orders}"
    print_report(
        paragraph(read.title, ""),
        heading(asked, read.game.rules),
        _territories(read, found),
        _players(read, found),
        _accuracy(found),
        _played(read, found),
        _void(read, found),
        _fractions(read, found) if exact else "",
    )


def _contested(found: TurnForecast) -> list[TerritoryForecast]:
    return [here for here in found.territories if here.is_contested]


def _territories(read: TurnFile, found: TurnForecast) -> str:
    """Return who may hold the contested territories, each owner on a line."""
    rows = [["contested", "now", "then", "P(owner)", "95 %" if found.is_sampled else "armies"]]
    rows[0].append("armies" if found.is_sampled else "90 %")
    for here in _contested(found):
        now = f"{_name(read, here.owner_before)} {here.armies_before:,}"
        territory = _short(here.name, _LONGEST_NAME)
        for who, chance in sorted(here.owner.items(), key=lambda item: -item[1]):
            left = here.armies[who]
            mean = average(left.mean())
            row = [territory, now, _name(read, who), _percent(found, chance)]
            if found.is_sampled:
                row += [_interval(*found.interval(chance)), mean]
            else:
                row += [mean, between(*left.interval(0.9))]
            rows.append(row)
            territory = now = ""
    if len(rows) == 1:
        return paragraph("No territory is contested: none is attacked.")
    return f"{table(rows)}\n  (armies: how many stand there then, if this is the owner)"


def _players(read: TurnFile, found: TurnForecast) -> str:
    rows = [["player", "conquers", "is out", "wins", "reinforcements"]]
    rows += [
        [
            _name(read, told.player),
            *(_percent(found, chance) for chance in _chances(found, told)),
            _reinforcements(told),
        ]
        for told in found.players
    ]
    size = len(found.territories)
    needed = _needed(found)
    enough = f"all {size}" if needed == size else f"{needed} of {size}"
    note = paragraph(
        f"(conquers: at least one territory; wins: holds {enough}; reinforcements: next turn,"
        " cards aside)"
    )
    goal = read.game.rules.victory.goal
    if goal is not Goal.DOMINATION:
        note += "\n" + paragraph(f"(these rules play for {goal}, of which nothing is told here)")
    return f"{table(rows)}\n{note}"


def _needed(found: TurnForecast) -> int:
    """Return how many territories domination needs (V-2)."""
    return found.game.rules.same_time.domination_territories or len(found.territories)


def _chances(found: TurnForecast, told: PlayerForecast) -> tuple[Any, Any, Any]:
    """Return P(conquers), P(is out) and P(wins): a whole 0 or 1 where it is certain.

    A float of 0 or 1 could as well stand for what is too near to it.
    """
    if found.is_sampled:
        return told.conquers, told.eliminated, told.wins
    teams = found.game.teams
    team = {other for other, his in enumerate(teams) if his == teams[told.player]}
    most = sum(not team.isdisjoint(here.owner) for here in found.territories)
    sends = any(checked.played for checked in found.orders if checked.player == told.player)
    stays = any(set(here.owner) == {told.player} for here in found.territories)
    is_anywhere = any(told.player in here.owner for here in found.territories)
    out = told.eliminated if is_anywhere else 1
    return (
        told.conquers if sends else 0,
        0 if stays else out,
        told.wins if most >= _needed(found) else 0,
    )


def _reinforcements(told: PlayerForecast) -> str:
    if told.reinforcements is None:
        return "unknown"
    mean = average(told.reinforcements)
    if told.reinforcements_within is None or told.reinforcements_within < 0.005:
        return mean
    return f"{mean} ± {told.reinforcements_within:.2f}"


def _accuracy(found: TurnForecast) -> str:
    """Return what is sampled, and how far off it may be."""
    if found.samples is not None:
        chances = [chance for here in _contested(found) for chance in here.owner.values()]
        for told in found.players:
            chances += [told.conquers, told.eliminated, told.wins]
        ends = [found.interval(chance) for chance in chances]
        reach = max((high - low for low, high in ends), default=0.0) / 2
        return paragraph(
            f"{counted(found.samples, 'turn')} sampled: the true probabilities lie within"
            f" {100 * reach:.2f} percentage points, each with 95 % confidence."
        )
    if any(told.reinforcements_within is not None for told in found.players):
        return paragraph(
            "Probabilities are exact. Reinforcements with ± are sampled, since too many"
            " territories are contested: so far off with 95 % confidence."
        )
    return ""


def _played(read: TurnFile, found: TurnForecast) -> str:
    played = [checked for checked in found.orders if checked.played]
    if not played:
        return paragraph("No order is played.")
    names = [_name(read, checked.player) for checked in played]
    width = max(map(len, names))
    lines = [
        f"  {name:<{width}}  {checked.order}" for name, checked in zip(names, played, strict=True)
    ]
    return "\n".join(["Orders that are played", *lines])


def _void(read: TurnFile, found: TurnForecast) -> str:
    void = [checked for checked in found.orders if not checked.played]
    if not void:
        return ""
    lines = []
    for checked in void:
        why = f"{checked.reason} (rule {checked.rule})"
        lines.append(f"  {_name(read, checked.player)}  {checked.order}")
        lines.append(paragraph(why, "    "))
    return "\n".join(["Orders that are void, their armies stay", *lines])


def _fractions(read: TurnFile, found: TurnForecast) -> str:
    values: dict[str, Any] = {}
    for here in _contested(found):
        name = _short(here.name, _LONGEST_NAME)
        for who, chance in here.owner.items():
            values[f"{name}, {_name(read, who)}"] = chance
    for told in found.players:
        values[f"{_name(read, told.player)} conquers"] = told.conquers
        values[f"{_name(read, told.player)} is out"] = told.eliminated
    return exact_block(values) if values else ""


def _name(read: TurnFile, player: int) -> str:
    return "nobody" if player < 0 else _short(read.players[player], _LONGEST_PLAYER)


def _short(name: str, most: int) -> str:
    return name if len(name) <= most else f"{name[: most - 1]}…"


def _percent(found: TurnForecast, probability: Any) -> str:
    if found.is_sampled:
        return f"{float(probability):.2%}".replace("%", " %")
    # Without the odds that follow a very small one in brackets: a column has no room.
    text = percent(probability).split(" (")[0]
    return text.replace("less than ", "<").replace("more than ", ">")


def _interval(low: float, high: float) -> str:
    return f"{100 * low:.1f} to {100 * high:.1f}"
