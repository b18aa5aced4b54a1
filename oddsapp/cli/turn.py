"""``oddsapp turn``: what the battles of a RISK II turn come to, all orders at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from oddsapp.cli.given_file import content_of
from oddsapp.cli.output import print_json
from oddsapp.cli.turn_report import print_turn
from oddsapp.errors import InvalidInput

if TYPE_CHECKING:
    from oddsapp.whatif.turns.turn_file import TurnFile
    from oddsapp.whatif.turns.turn_forecast import TurnForecast

_MOST_BYTES = 10_000_000
_MOST_SAMPLES = 1_000_000
_IN_PYTHON = "samples=10_000 with a generator rng samples turns instead"
"""What the library advises, and whoever types options cannot do."""


@click.command()
@click.argument("file", required=False)
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
    file: str | None,
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
    from oddsapp.whatif.turns.turn_file import read_turn

    if exact and samples is not None:
        raise click.UsageError("--exact gives fractions and --samples estimates; leave out one")
    content = content_of(file, most=_MOST_BYTES, beyond="no turn has so many")
    read = read_turn(_decoded(content))
    found = turn_forecast(read, exact=exact, samples=samples, seed=seed)
    if as_json:
        print_json({"title": read.title, "names": list(read.players), **found.to_dict()})
        return
    print_turn(read, found, exact=exact)


def turn_forecast(read: TurnFile, *, exact: bool, samples: int | None, seed: int) -> TurnForecast:
    """Return what the orders of a turn come to.

    Raises
    ------
    InvalidInput
        If it is too large for the exact odds; the message says which option helps.
    """
    import numpy as np

    from oddsapp.whatif.turns.same_time import forecast_turn

    try:
        return forecast_turn(
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


def _small_example() -> str:
    from importlib.resources import files

    return (files("oddsapp.whatif") / "data" / "small_turn.json").read_text(encoding="utf-8")


def _decoded(raw: bytes) -> str:
    try:
        return raw.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidInput("this is no text in UTF-8, so no turn as JSON") from None
