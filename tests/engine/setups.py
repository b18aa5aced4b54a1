"""Random play of a setup to the first round, written down as it is played."""

from __future__ import annotations

from random import Random
from typing import Any

from oddsapp.boards import Board
from oddsapp.engine import (
    CHANCE,
    GameState,
    current_player,
    draw_chance,
    legal_actions,
    new_game,
    table_actions,
)
from oddsapp.engine.actions import AgreeToSetup, Bid, PassBid, Station, TakeBack
from oddsapp.engine.events import Awarded, Offered
from oddsapp.engine.record import GameRecord
from oddsapp.engine.state import BEFORE_PLAY

SETUP_AT_ONCE: set[type] = {Bid, PassBid, Station, TakeBack, AgreeToSetup, Offered, Awarded}
"""What is done and drawn in setups of all at once."""


def random_setup(
    seed: int,
    *,
    rules: str = "risk2",
    players: int = 3,
    board: str | Board = "risk2",
    talk: float = 0.02,
    **changes: Any,
) -> tuple[GameRecord, list[GameState]]:
    """Return the record of a setup and all its states; now and then somebody speaks up."""
    rng = Random(seed)
    record = GameRecord(new_game(rules, players=players, board=board, **changes).game)
    states = [record.state]
    while record.state.phase in BEFORE_PLAY:
        state = record.state
        said = list(table_actions(state))
        if said and rng.random() < talk:
            chosen = rng.choice(said)
        elif current_player(state) == CHANCE:
            record.add(draw_chance(state, rng))
            states.append(record.state)
            continue
        else:
            chosen = rng.choice(list(legal_actions(state)))
        record.add(chosen.with_amount(rng.randint(chosen.least, max(chosen.least, chosen.most))))
        states.append(record.state)
    return record, states
