"""What moving first is worth, by the number of players and by the setup.

Question. How much more than an equal share does the player win who has the first turn, with two
to six players, when territories are dealt and when they are claimed one by one (S-2), and how
early does it show?

Method. Simulated: equal bots play the same number of games of each kind; the dice say who has
the first turn (S-3), and the same player also claims and places first. Besides who wins, the
first player's share of all territories is taken after three rounds, when everybody has had three
turns, or at the end of a shorter game. Two players are always dealt to (S-4). Everything after ±
is half a 95 % interval, and so are all ranges.

Result. In 12 games of cautious bots of each kind (seed 1) the first player wins -7 ± 11 points
more than an equal share if territories are dealt, taken over all numbers of players, and +14 ±
13 if they are claimed. Claimed games depend on the number of players: of 3 the first wins 92%
(65% to 99%, equal would be 33%), of 6 0% (0% to 24%, equal 17%). After 3 rounds the 95 %
interval of the first player's share of the territories leaves out an equal share only for 3
claimed (+10 ± 7 points), 4 claimed (+7 ± 2 points), 6 claimed (-7 ± 3 points).
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import oddsapp
from analysis.simulated import PlayedGame, mean_and_within, play_games, share_and_interval, shares
from analysis.study import Study, Table, run
from analysis.study_figures import bars

if TYPE_CHECKING:
    from plotly.graph_objects import Figure

SETUPS = {"deal": "dealt", "claim": "claimed"}
KINDS = [*(("deal", players) for players in range(2, 7)), *(("claim", n) for n in range(3, 7))]
BOT, EARLY = "cautious", 3
"""Who plays, and the rounds after which territories are counted."""
TOLD = (3, 6)
"""The numbers of players whose claimed games are told of."""

Played = Mapping[tuple[str, int], Sequence[PlayedGame]]


def study(games: int = 12, seed: int = 1) -> Study:
    """Let bots play so many games of each kind."""
    classic = oddsapp.find_ruleset("classic")
    played = {
        (setup, players): play_games(
            classic.replace(allocation=setup), players=players, bot=BOT, games=games, seed=seed
        )
        for setup, players in KINDS
    }
    wins, early = list(_wins(played)), list(_early(played))
    return Study(
        _result(games, seed, played, wins, early),
        [
            Table(
                "wins",
                (
                    "setup",
                    "players",
                    "games",
                    "left unfinished",
                    "equal share",
                    "first player wins",
                    "95 % from",
                    "to",
                ),
                wins,
            ),
            Table(
                "order",
                ("setup", "players", "turn", "wins", "95 % from", "to"),
                list(_order(played)),
            ),
            Table(
                "early",
                ("setup", "players", "territories of the first", "±", "equal share"),
                early,
            ),
        ],
        {"wins": _wins_figure(wins), "early": _early_figure(early)},
    )


def _wins(played: Played) -> Iterator[tuple[Any, ...]]:
    for (setup, players), games in played.items():
        won = sum(game.winner == game.first for game in games)
        left = sum(game.winner is None for game in games)
        share = share_and_interval(won, len(games))
        yield SETUPS[setup], players, len(games), left, 1 / players, *share


def _order(played: Played) -> Iterator[tuple[Any, ...]]:
    """Yield how often each place in the order of turns wins."""
    for (setup, players), games in played.items():
        for turn in range(players):
            won = sum(game.winner == (game.first + turn) % players for game in games)
            yield SETUPS[setup], players, turn + 1, *share_and_interval(won, len(games))


def _early(played: Played) -> Iterator[tuple[Any, ...]]:
    for (setup, players), games in played.items():
        yield SETUPS[setup], players, *mean_and_within(list(map(_held, games))), 1 / players


def _held(game: PlayedGame) -> float:
    """Return the first player's share of the territories that players have, early."""
    return shares(game.territories[min(EARLY, game.rounds) - 1])[game.first]


def _wins_figure(wins: Sequence[tuple[Any, ...]]) -> Figure:
    return _figure(
        "Who moves first wins, with 95 % intervals",
        "share of the games",
        [(*row[:2], row[4], *row[5:]) for row in wins],
    )


def _early_figure(early: Sequence[tuple[Any, ...]]) -> Figure:
    return _figure(
        f"What the first player holds after {EARLY} rounds, with 95 % intervals",
        "share of the territories that players have",
        [(name, n, equal, mean, mean - w, mean + w) for name, n, mean, w, equal in early],
    )


def _figure(title: str, up: str, rows: Sequence[tuple[Any, ...]]) -> Figure:
    """Draw rows of setup, players, equal share, share and its interval."""
    series, ranges = {}, {}
    for name in SETUPS.values():
        chosen = [row for row in rows if row[0] == name]
        series[name] = ([f"{row[1]} players" for row in chosen], [row[3] for row in chosen])
        ranges[name] = [(row[4], row[5]) for row in chosen]
    equal = {f"{row[1]} players": row[2] for row in rows}
    series["equal share"] = (list(equal), list(equal.values()))
    return bars(title, "players", up, series, ranges=ranges)


def _more(played: Played, setup: str) -> tuple[float, float]:
    """Return how much more than an equal share the first wins with one setup, and ±."""
    return mean_and_within(
        [
            (game.winner == game.first) - 1 / players
            for (kind, players), games in played.items()
            if kind == setup
            for game in games
        ]
    )


def _result(
    games: int,
    seed: int,
    played: Played,
    wins: Sequence[tuple[Any, ...]],
    early: Sequence[tuple[Any, ...]],
) -> str:
    (dealt, dealt_within), (claimed, claimed_within) = (_more(played, setup) for setup in SETUPS)
    few, many = (
        next(row for row in wins if row[:2] == (SETUPS["claim"], players)) for players in TOLD
    )
    sure = [
        f"{row[1]} {row[0]} ({100 * (row[2] - row[4]):+.0f} ± {100 * row[3]:.0f} points)"
        for row in early
        if abs(row[2] - row[4]) > row[3]
    ]
    shown = f"only for {', '.join(sure)}" if sure else "for no number of players"
    return (
        f"In {games} games of {BOT} bots of each kind (seed {seed}) the first player wins"
        f" {100 * dealt:+.0f} ± {100 * dealt_within:.0f} points more than an equal share if"
        f" territories are dealt, taken over all numbers of players, and {100 * claimed:+.0f} ±"
        f" {100 * claimed_within:.0f} if they are claimed. Claimed games depend on the number of"
        f" players: of {few[1]} the first wins {few[5]:.0%} ({few[6]:.0%} to {few[7]:.0%}, equal"
        f" would be {few[4]:.0%}), of {many[1]} {many[5]:.0%} ({many[6]:.0%} to {many[7]:.0%},"
        f" equal {many[4]:.0%}). After {EARLY} rounds the 95 % interval of the first player's share"
        f" of the territories leaves out an equal share {shown}."
    )


if __name__ == "__main__":
    sys.exit(
        run(
            study,
            __doc__,
            games="games of each kind, at least two",
            seed="the same seed plays the same games",
        )
    )
