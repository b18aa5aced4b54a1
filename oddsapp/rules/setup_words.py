"""How a game begins, as sentences (S-1 to S-6)."""

from __future__ import annotations

from collections.abc import Iterator

from oddsapp.rules.combat_words import Clause
from oddsapp.rules.game_options import Allocation, FirstPlayer
from oddsapp.rules.game_rules import SameTimeRules, SetupRules
from oddsapp.wording import listed


def setup_in_words(setup: SetupRules, same_time: SameTimeRules | None) -> Iterator[Clause]:
    """Yield how a game begins; ``same_time`` for one in which all play at the same time.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> clauses = list(setup_in_words(find_ruleset("parker1993").setup, None))
    >>> clauses[1].sentence
    'Territories are claimed one by one in turn; with secret missions dealt at random.'
    """
    armies = [f"{number} players {count}" for number, count in setup.starting_armies]
    yield Clause("S-1", f"Armies to start with, each: {listed(armies)}.")
    allotted = _allocation(setup.allocation)
    with_missions = _allocation(setup.mission_allocation)
    yield Clause("S-2", f"Territories are {allotted}; with secret missions {with_missions}.")
    yield from _election(setup)
    if same_time is not None and same_time.placed_together:
        yield Clause(
            "S-5",
            "Then all place their armies at once on own territories, and may place them anew until"
            " all agree.",
        )
    else:
        yield Clause("S-2", "Then one army at a time is placed, in turn, on own territories.")
    match setup.first_player:
        case FirstPlayer.DICE:
            yield Clause("S-3", "The highest die starts; ties among the highest roll again.")
        case FirstPlayer.SEAT:
            yield Clause("S-3", "The first seat starts.")
    if setup.neutral_armies:
        yield Clause(
            "S-4",
            f"Between two players stands a neutral side of {setup.neutral_armies} armies: all is"
            " dealt, and each places 2 own armies and 1 neutral one in turn.",
        )
    elif any(number == 2 for number, _ in setup.starting_armies):
        yield Clause("S-4", "Two players play without a neutral side.")


def _allocation(allocation: Allocation) -> str:
    match allocation:
        case Allocation.DEAL:
            return "dealt at random"
        case Allocation.CLAIM:
            return "claimed one by one in turn"
        case Allocation.ELECTION:
            return "put up for election"


def _election(setup: SetupRules) -> Iterator[Clause]:
    """Yield how territories are auctioned off, whether this game does it or not."""
    yield Clause(
        "S-5",
        "Where there is an election everybody gets a territory at random, and the others are put"
        f" up one by one in random order. All have {setup.points_per_territory} points for each"
        f" territory of the board between them, rounded down to {setup.points_rounded_to}.",
    )
    steps = " or ".join(map(str, setup.bid_steps))
    once = "once" if setup.influence_once else "in every election"
    longest = setup.bid_seconds + setup.bid_extra_seconds
    yield Clause(
        "S-5",
        f"A bid is {steps} above the last; each own territory next to the one put up adds"
        f" {setup.influence} to it, {once}. Bids are taken for {setup.bid_seconds} to"
        f" {longest} seconds, then the highest wins; without one chance decides.",
    )
    yield Clause(
        "S-5",
        f"For every {setup.points_per_army} points left an army is bought, at most one for each"
        " territory owned.",
    )
