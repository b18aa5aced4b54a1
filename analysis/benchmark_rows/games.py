"""Whole games, moves and lists of legal actions, with what `analysis.game_speed` plays."""

from __future__ import annotations

from functools import partial

from analysis import game_speed
from analysis.benchmark_rows.row import Row

ROWS = (
    Row(
        "games-cautious",
        "a game of three cautious bots, battles drawn whole; mean of {}",
        partial(game_speed.seconds_per_game, bot="cautious"),
        1 / 30,
        "s",
        (40,),
        (1,),
    ),
    Row(
        "games-cautious-cal",
        "a game of three cautious bots, battles drawn whole; mean of {}",
        partial(game_speed.cal_per_game, bot="cautious"),
        9,
        "cal",
        (20,),
        (1,),
    ),
    Row(
        "games-odds",
        "a game of three odds bots, battles drawn whole; mean of {}",
        partial(game_speed.seconds_per_game, bot="odds"),
        1 / 5,
        "s",
        (20,),
        (1,),
    ),
    Row(
        "games-odds-cal",
        "a game of three odds bots, battles drawn whole; mean of {}",
        partial(game_speed.cal_per_game, bot="odds"),
        54,
        "cal",
        (10,),
        (1,),
    ),
    Row(
        "rounds-same-time",
        "a RISK II round of six random bots on 48 territories; mean of {}, with the setup",
        game_speed.seconds_per_round,
        1 / 150,
        "s",
        (50,),
        (2,),
    ),
    Row(
        "rounds-same-time-cal",
        "a RISK II round of six random bots on 48 territories; mean of {}, with the setup",
        game_speed.cal_per_round,
        1.8,
        "cal",
        (50,),
        (2,),
    ),
    Row(
        "games-memory",
        "growth after {} games of cautious bots, until {}",
        game_speed.memory_growth,
        10,
        "MB",
        (1_000, 10_000),
        (1, 2),
    ),
    Row(
        "applies",
        "{1} verified moves of {0} games that are rolled die by die",
        partial(game_speed.applies, in_cal=False),
        1,
        "s",
        (6, 60_000),
        (1, 1_000),
    ),
    Row(
        "applies-cal",
        "{1} verified moves of {0} games that are rolled die by die",
        partial(game_speed.applies, in_cal=True),
        270,
        "cal",
        (6, 60_000),
        (1, 1_000),
    ),
    Row(
        "listings",
        "all legal actions of {1} positions, from {0} games",
        partial(game_speed.listings, in_cal=False),
        1,
        "s",
        (6, 5_000),
        (1, 500),
    ),
    Row(
        "listings-cal",
        "all legal actions of {1} positions, from {0} games",
        partial(game_speed.listings, in_cal=True),
        270,
        "cal",
        (6, 5_000),
        (1, 500),
    ),
)
