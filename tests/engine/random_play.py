"""Games of players who do anything that is legal, written down as they are played."""

from __future__ import annotations

from random import Random
from typing import Any

from oddsapp.boards import Board, Continent, both_ways
from oddsapp.combat.battle import Battle
from oddsapp.combat.stop import StopRule
from oddsapp.engine import (
    CHANCE,
    current_player,
    draw_chance,
    is_terminal,
    legal_actions,
    new_game,
    table_actions,
)
from oddsapp.engine.chance import Ends
from oddsapp.engine.record import GameRecord

TOY = Board(
    name="two lands",
    continents=(
        Continent("Old Land", 2, ("West Coast", "East Coast", "Zone 1 dice")),
        Continent("New Land", 1, ("Island", "Sector 1 armies", "Reef")),
    ),
    links=both_ways(
        [
            ("West Coast", "East Coast"),
            ("East Coast", "Zone 1 dice"),
            ("Zone 1 dice", "Island"),
            ("Island", "Sector 1 armies"),
            ("Sector 1 armies", "Reef"),
        ]
    )
    | {("Reef", "West Coast")},
)
"""A board that comes with no package, with one border that is open in one direction only."""


def even_odds(battle: Battle, stop: StopRule) -> Ends:
    """Say that every battle is won without a loss, or lost, half of the times."""
    force, defenders = battle.armies
    return [((force, 0), 0.5), ((max(stop.at or 0, stop.reserve), defenders), 0.5)]


def random_game(
    seed: int,
    rules: str = "classic",
    *,
    players: int = 3,
    board: str | Board = "classic",
    steps: int = 400,
    **changes: Any,
) -> GameRecord:
    """Play to the end, or so many steps; now and then something is said around the table."""
    rng = Random(seed)
    record = GameRecord(new_game(rules, players=players, board=board, **changes).game)
    for _ in range(steps):
        state = record.state
        if is_terminal(state):
            break
        said = list(table_actions(state))
        if said and rng.random() < 0.05:
            record.add(rng.choice(said).action)
        elif current_player(state) == CHANCE:
            record.add(draw_chance(state, rng, solve=even_odds))
        else:
            actions = rng.choice(list(legal_actions(state)))
            record.add(actions.with_amount(rng.randint(actions.least, actions.most)))
    return record
