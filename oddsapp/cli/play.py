"""``oddsapp play``: bots play whole games, and who wins how often."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import click

from oddsapp.cli.output import heading, print_json, print_report, table
from oddsapp.cli.territories import find_any_board
from oddsapp.wording import counted, listed, percent

if TYPE_CHECKING:
    from oddsapp.engine.game import Game
    from oddsapp.players.match import Tally
    from oddsapp.pmf import Generator
    from oddsapp.rules import Ruleset

_SEATING = "Everybody moves one seat on with every game."


@click.command()
@click.option(
    "--players",
    "entrants",
    metavar="NAME,NAME[,…]",
    required=True,
    help="Who plays: random, cautious, odds or continental, each as often as wanted; RISK II"
    " is played by random and odds.",
)
@click.option("--games", type=int, default=100, show_default=True, help="How many games.")
@click.option(
    "--seed",
    type=click.IntRange(min=0),
    default=0,
    show_default=True,
    help="The same seed plays the same games.",
)
@click.option(
    "--rounds",
    "most_rounds",
    type=int,
    default=200,
    show_default=True,
    help="A game that is not over by then is left unfinished.",
)
@click.option(
    "--rules",
    "rules_name",
    metavar="NAME",
    default="classic",
    show_default=True,
    help="The rules by name; an unknown name lists them.",
)
@click.option(
    "--set",
    "changes",
    metavar="RULE=VALUE",
    multiple=True,
    help="Change a rule, goal=missions for one; may be given several times. oddsapp rules NAME"
    " --json has all names.",
)
@click.option(
    "--board",
    "board_name",
    metavar="NAME|FILE",
    help="classic, risk2, risk2_97_links, or a file: JSON, or a .map of the game Domination;"
    " that of the rules if none is given.",
)
@click.option("--json", "as_json", is_flag=True, help="Print JSON.")
def play(  # noqa: PLR0913 - one for each option
    *,
    entrants: str,
    games: int,
    seed: int,
    most_rounds: int,
    rules_name: str,
    changes: tuple[str, ...],
    board_name: str | None,
    as_json: bool,
) -> None:
    r"""Let bots play whole games, and count who wins.

    Battles are drawn whole from their exact odds. A bot knows no more than a player at the
    table would. When interrupted, the games played so far are counted.

    \b
    Examples:
      oddsapp play --players odds,random,cautious --games 100 --seed 7
      oddsapp play --players continental,odds --set fortify=free
      oddsapp play --players cautious,cautious,odds --set goal=missions --json
      oddsapp play --players odds,random,random --rules risk2
    """
    from oddsapp.engine.game import make_game
    from oddsapp.players.match import Tally, play_match

    names = [name.strip() for name in entrants.split(",") if name.strip()]
    rules = _varied(rules_name, changes)
    _check_names(names, rules)
    board = board_name or ("risk2" if rules.is_same_time else "classic")
    game = make_game(rules, players=len(names), board=find_any_board(board))
    match = play_match(game, names, games, _generators(seed), most_rounds=most_rounds)
    tally = Tally(names)
    try:
        if sys.stderr.isatty():
            with click.progressbar(match, length=games, label="games", file=sys.stderr) as shown:
                for played in shown:
                    tally.add(played)
        else:
            for played in match:
                tally.add(played)
    except KeyboardInterrupt:
        if not tally.games:
            raise
    if as_json:
        asked = {
            "rules": str(rules),
            "board": game.board.name,
            "seed": seed,
            "most_rounds": most_rounds,
            "seating": _SEATING,
        }
        print_json({**asked, **tally.to_dict()})
    else:
        _print(tally, game, most_rounds)
    if tally.games < games:
        raise click.Abort  # what was asked for is not done


def _check_names(names: list[str], rules: Ruleset) -> None:
    from oddsapp.players.roster import check_plays

    for name in names:
        check_plays(name, rules)


def _generators(seed: int) -> Any:
    import numpy as np

    def generator(number: int) -> Generator:
        drawn: Generator = np.random.Generator(np.random.PCG64((seed, number)))
        return drawn

    return generator


def _varied(name: str, changes: tuple[str, ...]) -> Ruleset:
    """Return the rules with what ``--set`` changes."""
    from oddsapp.rules import find_ruleset

    values = {}
    for change in changes:
        rule, sign, value = (part.strip() for part in change.partition("="))
        if not (rule and sign and value):
            raise click.UsageError(
                f"--set is written RULE=VALUE, goal=missions for one, not {change!r}"
            )
        values[rule] = _value(value)
    return find_ruleset(name).replace(**values)


def _value(text: str) -> Any:
    """Return what a value stands for: a number, true, false, none, several numbers, or a name."""
    plain = {"true": True, "false": False, "none": None}
    if text.lower() in plain:
        return plain[text.lower()]
    if _is_number(text):
        return int(text)
    parts = [part.strip() for part in text.split(",")]
    if all(map(_is_number, parts)):
        return tuple(map(int, parts))
    pairs = [part.partition(":") for part in parts]
    if all(_is_number(before) and _is_number(after) for before, _, after in pairs):
        return tuple((int(before), int(after)) for before, _, after in pairs)
    return text


def _is_number(text: str) -> bool:
    return text.isdecimal() and len(text) < 20


def _print(tally: Tally, game: Game, most_rounds: int) -> None:
    rows = [["player", "wins", "draws", "share", "95 %"]]
    for entrant, name in enumerate(tally.names):
        low, high = tally.interval(entrant)
        rows.append(
            [
                name,
                f"{tally.wins[entrant]:,}",
                f"{tally.draws[entrant]:,}",
                percent(tally.share(entrant)),
                f"{low:.1%} to {high:.1%}".replace("%", " %"),
            ]
        )
    finished = counted(tally.games - tally.unfinished, "game")
    rounds = counted(most_rounds, "round")
    print_report(
        heading(f"{counted(tally.games, 'game')} of {listed(tally.names)}", game.rules),
        table(rows),
        f"  {finished} finished, {tally.unfinished:,} left after {rounds};"
        f" {tally.rounds / tally.games:.1f} rounds a game\n  {_SEATING}",
    )
