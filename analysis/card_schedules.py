"""How what sets of cards are worth changes the length of a game and how it swings.

Question. Sets may be worth more and more (K-3), one army more each (K-4), what their symbols say
(K-5), always the same (K-6), or more and more up to a cap (K-7). Which of these makes games
longer or shorter, and under which does the lead change most?

Method. Simulated: equal bots play the same number of games under each schedule, game by game with
the same seed, so that deals and first turns are the same and differences can be taken pair by
pair. The leader is who has most armies after a round; a round swings by the share of all armies
that goes from some players to others; a comeback is a game won by somebody who did not lead
after half of its rounds. Everything after ± is half a 95 % interval.

Result. Over 20 games each of 3 cautious bots (seed 1) a game lasts 12.6 ± 2.0 (K-3
escalating), 12.7 ± 1.9 (K-4 by one), 12.2 ± 1.5 (K-5 by symbol), 11.3 ± 1.5 (K-6 flat) and
13.3 ± 2.8 (K-7 limited) rounds; taken game by game the 95 % interval of the difference to K-3
leaves out 0 for none of them. In that order the lead changes 1.1 ± 0.7, 0.7 ± 0.5, 0.7 ± 0.4,
0.7 ± 0.5 and 1.1 ± 0.7 times a game, and a round takes 9.2%, 8.0%, 8.5%, 8.3% and 8.7% of all
armies from some players to others. Comebacks are 15%, 0%, 5%, 0% and 10% of the games, each
with a 95 % interval up to 31 points wide: smaller differences need more games (--games).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from statistics import fmean
from typing import TYPE_CHECKING, Any

import oddsapp
from analysis.simulated import PlayedGame, mean_and_within, play_games, share_and_interval, shares
from analysis.study import Study, Table, run
from analysis.study_figures import bars, lines

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

SCHEDULES = {
    "escalating": "K-3 escalating",
    "by_one": "K-4 by one",
    "fixed": "K-5 by symbol",
    "flat": "K-6 flat",
    "limited": "K-7 limited",
}
USUAL, BOT = "escalating", "cautious"
LEAST = 10
"""A point of the figure of swings is the mean of at least so many games."""

Played = Mapping[str, Sequence[PlayedGame]]


def study(games: int = 20, players: int = 3, seed: int = 1) -> Study:
    """Let bots play so many games under each schedule."""
    classic = oddsapp.find_ruleset("classic")
    played = {
        schedule: play_games(
            classic.replace(schedule=schedule), players=players, bot=BOT, games=games, seed=seed
        )
        for schedule in SCHEDULES
    }
    lengths, swings = list(_lengths(played)), list(_swings(played))
    return Study(
        _result(games, players, seed, lengths, swings),
        [
            Table(
                "lengths",
                (
                    "schedule",
                    "games",
                    "left unfinished",
                    "rounds",
                    "±",
                    "more than K-3",
                    "± of that",
                    "sets traded",
                    "± of sets",
                ),
                lengths,
            ),
            Table(
                "swings",
                (
                    "schedule",
                    "lead changes a game",
                    "±",
                    "swing a round",
                    "± of swing",
                    "comebacks",
                    "95 % from",
                    "to",
                ),
                swings,
            ),
            Table(
                "games",
                ("game", *SCHEDULES.values()),
                [
                    (number, *(game.rounds for game in row))
                    for number, row in enumerate(zip(*played.values(), strict=True))
                ],
            ),
        ],
        {
            "lengths": _length_figure(played),
            "swings": _swing_figure(played),
            "leads": _lead_figure(swings),
        },
    )


def _lengths(played: Played) -> Iterator[tuple[Any, ...]]:
    usual = [game.rounds for game in played[USUAL]]
    for schedule, games in played.items():
        rounds = [game.rounds for game in games]
        more = mean_and_within([a - b for a, b in zip(rounds, usual, strict=True)])
        yield (
            SCHEDULES[schedule],
            len(games),
            sum(game.winner is None for game in games),
            *mean_and_within(rounds),
            *more,
            *mean_and_within([game.sets_traded for game in games]),
        )


def _swings(played: Played) -> Iterator[tuple[Any, ...]]:
    for schedule, games in played.items():
        changes = [sum(a != b for a, b in pairwise(_leaders(game))) for game in games]
        # One number a game: rounds of the same game depend on each other.
        swings = [fmean(_swing(game)) for game in games if game.rounds > 1]
        finished = [game for game in games if game.winner is not None]
        comebacks = sum(_leaders(game)[(game.rounds - 1) // 2] != game.winner for game in finished)
        yield (
            SCHEDULES[schedule],
            *mean_and_within(changes),
            *mean_and_within(swings),
            *share_and_interval(comebacks, len(finished)),
        )


def _leaders(game: PlayedGame) -> list[int]:
    """Return who led after each round; of several the one who led before, or the first of them."""
    leaders: list[int] = []
    for armies in game.armies:
        best = [seat for seat, count in enumerate(armies) if count == max(armies)]
        leaders.append(leaders[-1] if leaders and leaders[-1] in best else best[0])
    return leaders


def _swing(game: PlayedGame) -> list[float]:
    """Return which share of all armies each round takes from some players to others."""
    return [
        sum(abs(after - before) for before, after in zip(shares(a), shares(b), strict=True)) / 2
        for a, b in pairwise(game.armies)
    ]


def _length_figure(played: Played) -> Figure:
    most = max(game.rounds for games in played.values() for game in games)
    series = {}
    for schedule, games in played.items():
        going = [
            fmean(game.rounds > number or game.winner is None for game in games)
            for number in range(most + 1)
        ]
        series[SCHEDULES[schedule]] = (range(most + 1), going)
    return lines("Games that go on", "rounds played", "share of the games still played", series)


def _swing_figure(played: Played) -> Figure:
    series = {}
    for schedule, games in played.items():
        swings = [_swing(game) for game in games]
        means = []
        for number in range(max(map(len, swings))):
            there = [swing[number] for swing in swings if len(swing) > number]
            if len(there) < min(LEAST, len(games)):
                break
            means.append(fmean(there))
        series[SCHEDULES[schedule]] = (range(2, len(means) + 2), means)
    return lines(
        "How much a round swings, in the games that last as long",
        "round",
        "share of all armies that changes sides",
        series,
    )


def _lead_figure(swings: Sequence[tuple[Any, ...]]) -> Figure:
    name = "changes of the lead"
    return bars(
        "Changes of the lead, with 95 % intervals",
        "schedule",
        "changes a game",
        {name: ([row[0] for row in swings], [row[1] for row in swings])},
        ranges={name: [(row[1] - row[2], row[1] + row[2]) for row in swings]},
    )


def _result(
    games: int,
    players: int,
    seed: int,
    lengths: Sequence[tuple[Any, ...]],
    swings: Sequence[tuple[Any, ...]],
) -> str:
    rounds = _listed(f"{row[3]:.1f} ± {row[4]:.1f} ({row[0]})" for row in lengths)
    sure = [f"{row[0]} ({row[5]:+.1f} ± {row[6]:.1f})" for row in lengths if abs(row[5]) > row[6]]
    surely = f"only for {_listed(sure)}" if sure else "for none of them"
    changes = _listed(f"{row[1]:.1f} ± {row[2]:.1f}" for row in swings)
    swung = _listed(f"{row[3]:.1%}" for row in swings)
    comebacks = _listed(f"{row[5] or 0:.0%}" for row in swings)
    widest = max(row[7] - row[6] for row in swings)
    return (
        f"Over {games} games each of {players} {BOT} bots (seed {seed}) a game lasts {rounds}"
        f" rounds; taken game by game the 95 % interval of the difference to K-3 leaves out 0"
        f" {surely}. In that order the lead changes {changes} times a game, and a round takes"
        f" {swung} of all armies from some players to others. Comebacks are {comebacks} of the"
        f" games, each with a 95 % interval up to {100 * widest:.0f} points wide: smaller"
        " differences need more games (--games)."
    )


def _listed(parts: Any) -> str:
    *most, last = parts
    return f"{', '.join(most)} and {last}" if most else last


if __name__ == "__main__":
    sys.exit(
        run(
            study,
            __doc__,
            games="games under each schedule, at least two",
            players="how many play",
            seed="the same seed plays the same games",
        )
    )
