"""Matches: many games of the same players, who change seats from game to game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, NamedTuple

from oddsapp.arguments import whole_number
from oddsapp.engine.game import Game
from oddsapp.engine.setup import new_game
from oddsapp.intervals import share_interval
from oddsapp.players.game import MOST_ROUNDS, GameResult, play_game
from oddsapp.players.roster import check_plays, make_bot
from oddsapp.pmf import Generator

MOST_GAMES = 1_000_000

Generators = Callable[[int], Generator]
"""Returns the generator of a game, by its number from 0: what makes a match repeatable."""


class MatchGame(NamedTuple):
    """One game of a match.

    Parameters
    ----------
    seats : tuple of int
        Which entrant sat at each seat.
    result : GameResult
    """

    seats: tuple[int, ...]
    result: GameResult


def play_match(
    game: Game,
    entrants: Sequence[str],
    games: int,
    generators: Generators,
    *,
    most_rounds: int = MOST_ROUNDS,
) -> Iterator[MatchGame]:
    """Yield the games of a match, each as it is played.

    Everybody moves a seat on with each game, so that all sit equally often at each seat once
    the number of games is a multiple of that of the players.

    Parameters
    ----------
    game : Game
    entrants : sequence of str
        The bots, by name; one may be there several times.
    games : int
        How many.
    generators : callable
        Returns the generator of a game, by its number from 0.
    most_rounds : int
        As in `play_game`.

    Raises
    ------
    InvalidInput
        If there is no bot of a name, or it does not play under these rules, or a number is
        out of its range.

    Examples
    --------
    >>> from random import Random
    >>> from oddsapp.engine.game import make_game
    >>> game = make_game("classic", players=2)
    >>> match = play_match(game, ["cautious", "random"], 2, Random)
    >>> [(played.seats, played.result.winners) for played in match]
    [((0, 1), (0,)), ((1, 0), (1,))]
    """
    whole_number(games, "the number of games", least=1, most=MOST_GAMES)
    for name in entrants:
        check_plays(name, game.rules)
    places = range(len(entrants))
    for number in range(games):
        rng = generators(number)
        seats = tuple((number + place) % len(entrants) for place in places)
        players = [make_bot(entrants[entrant], rng) for entrant in seats]
        state = new_game(game.rules, players=game.players, board=game.board)
        yield MatchGame(seats, play_game(state, players, rng, most_rounds=most_rounds))


@dataclass
class Tally:
    """What the games of a match come to; it grows by `add`.

    Parameters
    ----------
    entrants : sequence of str
        The bots, by name.
    games, unfinished : int
        How many were played, and how many of those were left before their end.
    rounds, moves : int
        How many there were in all games together.
    wins, draws : Counter of int
        For each entrant, by its place in ``entrants`` from 0: games won alone, and shared.
    shares : dict of int to Fraction
        The sum of each entrant's shares of the victories.

    Examples
    --------
    >>> from random import Random
    >>> from oddsapp.engine.game import make_game
    >>> tally = Tally(["cautious", "random"])
    >>> for played in play_match(make_game("classic", players=2), tally.entrants, 2, Random):
    ...     tally.add(played)
    >>> tally.games, dict(tally.wins), tally.share(0)
    (2, {0: 2, 1: 0}, Fraction(1, 1))
    """

    entrants: Sequence[str]
    games: int = 0
    unfinished: int = 0
    rounds: int = 0
    moves: int = 0
    wins: Counter[int] = field(default_factory=Counter)
    draws: Counter[int] = field(default_factory=Counter)
    shares: dict[int, Fraction] = field(default_factory=dict)

    def add(self, played: MatchGame) -> None:
        """Count a game."""
        result = played.result
        self.games += 1
        self.unfinished += not result.finished
        self.rounds += result.rounds
        self.moves += len(result.moves)
        for entrant, share in zip(played.seats, result.shares, strict=True):
            self.shares[entrant] = self.shares.get(entrant, Fraction(0)) + share
            self.wins[entrant] += share == 1
            self.draws[entrant] += 0 < share < 1

    @property
    def names(self) -> list[str]:
        """What the entrants are called; numbered where several are the same bot.

        Examples
        --------
        >>> Tally(["odds", "random", "odds"]).names
        ['odds 1', 'random', 'odds 2']
        """
        alike: Counter[str] = Counter()
        names = []
        for name in self.entrants:
            alike[name] += 1
            several = list(self.entrants).count(name) > 1
            names.append(f"{name} {alike[name]}" if several else name)
        return names

    def share(self, entrant: int) -> Fraction:
        """Return an entrant's share of all games; an unfinished one gives nobody anything."""
        return self.shares.get(entrant, Fraction(0)) / max(1, self.games)

    def interval(self, entrant: int, level: float = 0.95) -> tuple[float, float]:
        """Return the interval in which the true share lies with that confidence."""
        return share_interval(float(self.share(entrant)), self.games, level)

    def to_dict(self) -> dict[str, Any]:
        """Return the tally as plain values for JSON."""
        players = []
        for entrant, name in enumerate(self.names):
            low, high = self.interval(entrant)
            players.append(
                {
                    "name": name,
                    "wins": self.wins[entrant],
                    "draws": self.draws[entrant],
                    "share": float(self.share(entrant)),
                    "interval_95": [low, high],
                }
            )
        return {
            "games": self.games,
            "unfinished": self.unfinished,
            "mean_rounds": self.rounds / self.games if self.games else None,
            "mean_moves": self.moves / self.games if self.games else None,
            "players": players,
        }
