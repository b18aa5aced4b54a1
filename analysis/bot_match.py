"""Whether a better bot wins more: each bot against the next weaker one.

``python -m analysis.bot_match`` plays 400 games of two, with the neutral side, and 400 of one
better bot against two weaker ones, for every pair of neighbours on the ladder random, cautious,
odds, continental. ``--rules risk2`` plays games of three and of six instead: RISK II is not for
two. Everybody moves a seat on with every game. ``--check`` exits with 1 unless each better bot
wins at least 65 % of the games of two, or has a share of the games of more whose lower 99 % bound
is above an equal share.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from itertools import pairwise

import numpy as np

from oddsapp.arguments import whole_number
from oddsapp.engine.game import make_game
from oddsapp.players.match import Tally, play_match
from oddsapp.players.roster import bots_for
from oddsapp.pmf import Generator
from oddsapp.rules import find_ruleset

ENOUGH = 0.65
"""What a better bot has to win of the games of two."""
LEVEL = 0.98
"""A two-sided interval whose lower end is a one-sided bound of 99 %."""


@dataclass(frozen=True)
class Comparison:
    """What a match of a better bot against weaker ones came to."""

    better: str
    worse: str
    players: int
    games: int
    unfinished: int
    share: float
    lower: float
    upper: float

    @property
    def is_better(self) -> bool:
        """Whether the match alone shows it: by its share at two, by its bound at more."""
        return self.share >= ENOUGH if self.players == 2 else self.lower > 1 / self.players


def compare(
    better: str, worse: str, *, players: int, games: int, seed: int, rules: str = "classic"
) -> Comparison:
    """Return what one better bot wins against so many weaker ones that all seats are taken."""
    whole_number(seed, "the seed", least=0)

    def generator(number: int) -> Generator:
        drawn: Generator = np.random.Generator(np.random.PCG64((seed, number)))
        return drawn

    tally = Tally([better] + [worse] * (players - 1))
    board = "risk2" if find_ruleset(rules).is_same_time else "classic"
    game = make_game(rules, players=players, board=board)
    for played in play_match(game, tally.entrants, games, generator):
        tally.add(played)
    lower, upper = tally.interval(0, LEVEL)
    share = float(tally.share(0))
    return Comparison(better, worse, players, games, tally.unfinished, share, lower, upper)


def ladder(*, games: int, seed: int, rules: str = "classic") -> Iterator[Comparison]:
    """Yield the matches of all neighbours, each as soon as it is played."""
    agreed = find_ruleset(rules)
    for worse, better in pairwise(bots_for(agreed)):
        for players in (3, 6) if agreed.is_same_time else (2, 3):
            yield compare(better, worse, players=players, games=games, seed=seed, rules=rules)


def is_a_ladder(matches: Sequence[Comparison]) -> bool:
    """Tell whether every better bot is shown to be one, by one of its matches."""
    pairs = {(match.better, match.worse) for match in matches}
    shown = {(match.better, match.worse) for match in matches if match.is_better}
    return pairs == shown


def main(arguments: Sequence[str] | None = None) -> int:
    """Play and print; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m analysis.bot_match", description=__doc__)
    parser.add_argument("--games", type=int, default=400, help="games of each match")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="classic", help="classic or risk2, for instance")
    parser.add_argument("--json", action="store_true", help="print a JSON document")
    parser.add_argument("--check", action="store_true", help="exit with 1 unless all is reached")
    options = parser.parse_args(arguments)
    matches = []
    for match in ladder(games=options.games, seed=options.seed, rules=options.rules):
        matches.append(match)
        if not options.json:
            print(
                f"{match.better:11} v {match.players - 1} {match.worse:9}"
                f" {match.share:6.1%} of {match.games} games"
                f" (98 %: {match.lower:.1%} to {match.upper:.1%}),"
                f" {match.unfinished} unfinished",
                flush=True,
            )
    if options.json:
        print(json.dumps([asdict(match) for match in matches], indent=2))
    return int(options.check and not is_a_ladder(matches))


if __name__ == "__main__":
    sys.exit(main())
