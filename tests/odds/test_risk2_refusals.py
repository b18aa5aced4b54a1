"""What is too large is refused at once, with its size, before anything is allocated."""

from __future__ import annotations

import time
import tracemalloc
from collections.abc import Callable
from typing import Any

import pytest

import oddsapp
from oddsapp.dice import DiceSet, Die
from oddsapp.errors import InvalidInput
from tests.odds.risk2_judges import RISK2

D20 = DiceSet("d20", tuple(Die([*range(n, n + 20)], f"d{n}") for n in range(5)))


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (
            lambda: oddsapp.spoils_of_war([[60]] * 6),
            r"[0-9,]{9,} states, with [0-9,]+ moves.* about [0-9.]+ GB; the limit is",
        ),
        (
            lambda: oddsapp.spoils_of_war([[60]] * 6, exact=True),
            r"90,858,768 states with [0-9,]+ moves, about [0-9.]+ GB; the limit is 40,000 states",
        ),
        (
            lambda: oddsapp.spoils_of_war([[50, 40], [30, 60]]),
            r"3,954,081 states with 63,265,296 moves, about 1.2 GB; the limit is 300,000",
        ),
        (
            lambda: oddsapp.spoils_of_war([[9, 8], [7]] * 2, exact=True),
            r"518,400 states with 33,177,600 moves, about 0.6 GB; the limit is 40,000 states",
        ),
        (
            lambda: oddsapp.mass_invasion(
                [30, 31, 32, 33], 99, rules=RISK2.replace(mass_reading="individual")
            ),
            r"\(mass invasion\) has up to 111,302,400 states with [0-9,]+ moves, about 33.4 GB",
        ),
        (
            lambda: oddsapp.mass_invasion([90, 80], 99, rules=RISK2.replace(casualties="own")),
            r"737,100 states with 2,948,400 moves, about 0.2 GB",
        ),
        (
            lambda: oddsapp.mass_invasion([100] * 7, 10**6),
            r"\(mass invasion\) has about [0-9,]+ states to visit, with .* MB; the limit is",
        ),
        (
            lambda: oddsapp.border_clash(10_000, 10_000),
            r"\(border clash\) has about 4,066,888 states to visit",
        ),
        (
            lambda: oddsapp.battle(force=10**9, defenders=10**9, rules="risk2"),
            r"40,000,006,688,888,888 states to visit, with 400.0 GB",
        ),
        (
            lambda: oddsapp.battle(force=9, defenders=90_000, rules="risk2", exact=True),
            r"exact fractions for 90,009 armies would take about [0-9.]+ GB; the limit is 1.0 GB",
        ),
        (
            # Few states, but seven dice of twenty faces fall in more than a thousand million ways.
            lambda: oddsapp.spoils_of_war([[1]] * 7, rules=RISK2.replace(dice_set=D20)),
            r"7 dice can fall in 1,280,000,000 ways; the limit is 4,000,000",
        ),
        (
            lambda: oddsapp.spoils_of_war(
                [[14], [13], [12], [11], [10]], rules=RISK2.replace(dice_set=D20)
            ),
            r"7,962,624 ways in which the dice can fall",
        ),
    ],
)
def test_refused_before_allocating(ask: Callable[[], Any], message: str) -> None:
    tracemalloc.start()
    began = time.process_time()
    try:
        with pytest.raises(InvalidInput, match=message):
            ask()
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2_000_000
    assert time.process_time() - began < 1


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda: oddsapp.border_clash(0, 3), "each force of a clash must be at least 1"),
        (lambda: oddsapp.border_clash(3, -1), "each force of a clash must be at least 1"),
        (lambda: oddsapp.border_clash(2.5, 3), "must be a whole number"),  # type: ignore[arg-type]
        (lambda: oddsapp.mass_invasion([3, 0], 2), "at least 1"),
        (lambda: oddsapp.mass_invasion([3, True], 2), "must be a whole number"),
        (lambda: oddsapp.mass_invasion([3], 0), "the number of defenders must be at least 1"),
        (lambda: oddsapp.mass_invasion("34", 2), "must be a list"),  # type: ignore[arg-type]
        (lambda: oddsapp.border_clash(3, 2, rules="classic"), "no border clash under the rules"),
        (lambda: oddsapp.mass_invasion([3], 2, rules="classic"), "no mass invasion under"),
        (lambda: oddsapp.spoils_of_war([[3], [2]], rules="classic"), "no spoils of war under"),
        (lambda: oddsapp.border_clash(10**10, 1), "at most 1,000,000,000"),
        (lambda: oddsapp.border_clash(3, 2).pmf((3,)), "has 2 numbers, unlike"),
    ],
)
def test_no_battle(ask: Callable[[], Any], message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        ask()


@pytest.mark.parametrize(
    "players",
    [[[6, 1, 1, 1], [6, 6, 1]], [[6, 6, 6], [6, 6, 6]], [[11, 2], [11, 2], [11]], [[6]] * 7],
    ids=str,
)
def test_small_armies_in_great_number_are_a_matter_of_moments(players: list[list[int]]) -> None:
    began = time.process_time()
    assert sum(oddsapp.spoils_of_war(players).win) == pytest.approx(1, rel=1e-12)
    assert time.process_time() - began < 20  # it was minutes; a second or two is usual
