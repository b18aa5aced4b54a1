"""Games that bots play for a study: seeded, and looked at after every round."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev
from typing import Any

import numpy as np

import oddsapp

MOST_ROUNDS = 100
"""A game that is not over by then is left; its length counts as that."""


LEAST_GAMES = 2


@dataclass(frozen=True)
class PlayedGame:
    """A game of bots, round by round.

    Parameters
    ----------
    first : int
        The seat that had the first turn.
    rounds : int
        In which round it ended, or how many were played before it was left.
    winner : int or None
        The seat that won; None if the game was left.
    armies, territories : sequence of sequence of int
        Of each player after each round, the last one at the end of the game.
    sets_traded : int
    """

    first: int
    rounds: int
    winner: int | None
    armies: Sequence[Sequence[int]]
    territories: Sequence[Sequence[int]]
    sets_traded: int


def play_games(
    rules: oddsapp.Ruleset, *, players: int, bot: str, games: int, seed: int
) -> list[PlayedGame]:
    """Return so many games of equal bots; the same seed plays the same games.

    Raises
    ------
    oddsapp.InvalidInput
        If there are fewer games than an interval needs, the seed is negative, or rules, players
        and bot do not go together.
    """
    if games < LEAST_GAMES:
        raise oddsapp.InvalidInput(
            f"an interval needs at least {LEAST_GAMES} games, not {games}; give --games more"
        )
    if seed < 0:
        raise oddsapp.InvalidInput(f"a seed is a whole number from 0, not {seed}")
    start = oddsapp.new_game(rules, players=players)
    return [_play(start, bot, seed, number) for number in range(games)]


def _play(state: oddsapp.GameState, bot: str, seed: int, number: int) -> PlayedGame:
    rng = np.random.Generator(np.random.PCG64((seed, number)))
    seats = range(state.game.players)
    players = [oddsapp.make_bot(bot, rng) for _ in seats]
    armies, territories = [], []
    winner, rounds = None, 0
    while winner is None and rounds < MOST_ROUNDS:
        played = oddsapp.play_game(state, players, rng, most_rounds=rounds + 1)
        state, rounds = played.state, played.rounds
        winner = played.winners[0] if played.finished else None
        held = list(zip(state.owners, state.armies, strict=True))
        armies.append([sum(a for owner, a in held if owner == seat) for seat in seats])
        territories.append([sum(owner == seat for owner, _ in held) for seat in seats])
    return PlayedGame(state.first, rounds, winner, armies, territories, state.sets_traded)


def mean_and_within(values: Sequence[float]) -> tuple[float, float]:
    """Return the mean of a sample and half its 95 % interval.

    Examples
    --------
    >>> mean, within = mean_and_within([1.0, 2.0, 3.0])
    >>> mean, round(within, 2)
    (2.0, 1.13)
    """
    if len(values) < LEAST_GAMES:
        raise oddsapp.InvalidInput("too few of the games last long enough; give --games more")
    return fmean(values), oddsapp.mean_within(stdev(values), len(values))


def shares(counts: Sequence[int]) -> list[float]:
    """Return each player's share of what all players have together."""
    return [count / sum(counts) for count in counts]


def share_and_interval(count: int, games: int) -> tuple[Any, ...]:
    """Return a share of games, None of no games, and the two ends of its 95 % interval.

    Examples
    --------
    >>> [round(number, 3) for number in share_and_interval(5, 10)]
    [0.5, 0.237, 0.763]
    """
    share = count / games if games else None
    return share, *oddsapp.share_interval(share or 0.0, games)
