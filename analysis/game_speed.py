"""How fast whole games are played, and the engine's moves applied and listed.

What the rows of `analysis.benchmark_rows.games` call. Every measurement plays games that
were not played before, so that none has all its battles solved already.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count

import numpy as np

from analysis.measuring import Measured, Work, ratio, run_python, seconds
from oddsapp.engine import Action, ChanceEvent, GameState, apply_action, legal_actions, new_game
from oddsapp.engine.state import CHANCE_PHASES
from oddsapp.players.game import play_game
from oddsapp.players.match import play_match
from oddsapp.players.roster import make_bot
from oddsapp.pmf import Generator

_numbers = count()

Sizes = tuple[int, ...]


def generator(number: int) -> Generator:
    """Return the generator of a game."""
    drawn: Generator = np.random.Generator(np.random.PCG64((2024, number)))
    return drawn


def play_rounds(rounds: int) -> None:
    """Play rounds of a new RISK II game of six random bots on 48 territories."""
    rng = generator(next(_numbers) * 1_000_000)
    begin = new_game("risk2", players=6, board="risk2")
    result = play_game(begin, [make_bot("random", rng) for _ in range(6)], rng, most_rounds=rounds)
    if result.rounds < rounds:
        raise ArithmeticError(f"the game was over after {result.rounds} of {rounds} rounds")


def seconds_per_round(sizes: Sizes, tries: int) -> Measured:
    """Return the seconds of a round, setup included, the average over so many."""
    (rounds,) = sizes
    play_rounds(rounds)
    taken = [seconds(lambda: play_rounds(rounds)) / rounds for _ in range(tries)]
    return Measured.median_of(taken)


def cal_per_round(sizes: Sizes, tries: int) -> Measured:
    """Return the same in cal, measured by turns with it."""
    (rounds,) = sizes
    found = ratio(lambda: play_rounds(rounds), tries=tries)
    return Measured(found.value / rounds, found.noise)


def play(bot: str, games: int) -> None:
    """Play new games of three bots of one kind, their battles drawn whole."""
    game = new_game("classic", players=3).game
    first = next(_numbers) * 1_000_000
    for played in play_match(game, [bot] * 3, games, lambda n: generator(first + n)):
        if not played.result.finished:
            raise ArithmeticError(f"a game of {bot} bots did not end")


def seconds_per_game(sizes: Sizes, tries: int, *, bot: str) -> Measured:
    """Return the seconds of a game, the average over so many."""
    (games,) = sizes
    play(bot, max(1, games // 4))
    taken = [seconds(lambda: play(bot, games)) / games for _ in range(max(1, tries // 4))]
    return Measured.median_of(taken)


def cal_per_game(sizes: Sizes, tries: int, *, bot: str) -> Measured:
    """Return the same in cal, measured by turns with it."""
    (games,) = sizes
    found = ratio(lambda: play(bot, games), tries=max(2, tries // 4))
    return Measured(found.value / games, found.noise)


# --- moves ----------------------------------------------------------------------------


@cache
def _rolled(games: int) -> tuple[tuple[GameState, tuple[Action | ChanceEvent, ...]], ...]:
    """Return games of cautious bots in which every battle was rolled, die by die."""
    begin = new_game("classic", players=3)
    played = []
    for number in range(games):
        rng = generator(number)
        bots = [make_bot("cautious", rng) for _ in range(3)]
        played.append((begin, play_game(begin, bots, rng, whole_battles=False).moves))
    return tuple(played)


def _states(games: int) -> Iterator[GameState]:
    """Yield the states in which somebody decided."""
    for state, moves in _rolled(games):
        for move in moves:
            if state.phase not in CHANCE_PHASES:
                yield state
            state = apply_action(state, move)  # noqa: PLW2901 - the game goes on


def applies(sizes: Sizes, tries: int, *, in_cal: bool) -> Measured:
    """Return what so many verified moves of rolled games take."""
    games, moves = sizes
    rolled = _rolled(games)
    total = sum(len(played) for _, played in rolled)

    def work() -> None:
        for state, played in rolled:
            for move in played:
                state = apply_action(state, move)  # noqa: PLW2901 - the game goes on

    return _scaled(work, moves / total, tries, in_cal=in_cal)


def listings(sizes: Sizes, tries: int, *, in_cal: bool) -> Measured:
    """Return what it takes to list every legal action in so many positions."""
    games, positions = sizes
    states = list(_states(games))

    def work() -> None:
        for state in states:
            for _ in legal_actions(state):
                pass

    return _scaled(work, positions / len(states), tries, in_cal=in_cal)


def _scaled(work: Work, factor: float, tries: int, *, in_cal: bool) -> Measured:
    if in_cal:
        found = ratio(work, tries=tries)
        return Measured(found.value * factor, found.noise)
    work()
    return Measured.median_of([seconds(work) * factor for _ in range(tries)])


# --- memory ---------------------------------------------------------------------------

_GROWTH = """
import sys
from analysis.game_speed import play
def resident():
    status = dict(line.split(":", 1) for line in open("/proc/self/status"))
    return int(status["VmRSS"].split()[0]) * 1024
first, games = int(sys.argv[1]), int(sys.argv[2])
play("cautious", first)
before = resident()
play("cautious", games - first)
print((resident() - before) / 1e6)
"""


def memory_growth(sizes: Sizes, tries: int) -> Measured:  # noqa: ARG001
    """Return the megabytes that a process grows by after its first games."""
    first, games = sizes
    # Never below what rounding to pages makes of nothing.
    return Measured(max(0.01, float(run_python("-c", _GROWTH, str(first), str(games)))))
