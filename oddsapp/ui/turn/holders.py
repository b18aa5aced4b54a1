"""Who holds the territory of an invasion in the end: after the spoils of war that may follow."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from oddsapp.boards import Board, Continent, both_ways
from oddsapp.engine.orders import check_orders, read_orders
from oddsapp.engine.positions.agreed import agreed_game
from oddsapp.ui.turn.fields import PLAYERS
from oddsapp.ui.turn.forces import Fight
from oddsapp.ui.turn.odds import DEFENDER, ArmyLeft, Share, army_left, name_of
from oddsapp.wording import short_percent

if TYPE_CHECKING:
    from oddsapp.whatif.forecasts.forecast_base import TerritoryForecast


@dataclass(frozen=True)
class Holders:
    """Who holds the territory after an invasion and the spoils of war that may follow."""

    shares: tuple[Share, ...]
    left: tuple[ArmyLeft, ...]


TARGET = "the territory"


@lru_cache(maxsize=64)
def holders(fight: Fight) -> Holders:
    """Return who holds the territory in the end: a turn with nothing but this invasion.

    Parameters
    ----------
    fight : Fight
        An invasion by two players or more.

    Raises
    ------
    InvalidInput
        If it is too large to be exact.
    """
    from oddsapp.whatif.turns.same_time import forecast_turn

    players = fight.players()
    homes = [f"home {place}" for place in range(1, len(fight.rows) + 1)]
    board = Board(
        "a meeting",
        (Continent("Here", 1, (TARGET, *homes)),),
        both_ways([(home, TARGET) for home in homes]),
    )
    game = agreed_game(fight.rules(), len(players) + 1, board)
    owners = [len(players), *(players.index(row.player) for row in fight.rows)]
    armies = [fight.defenders, *(row.force + 1 for row in fight.rows)]
    orders = [
        checked
        for number, player in enumerate(players)
        for checked in check_orders(
            game,
            owners,
            armies,
            number,
            read_orders(
                f"{row.force} {home} -> {TARGET}"
                for row, home in zip(fight.rows, homes, strict=True)
                if row.player == player
            ),
        )
    ]
    here = forecast_turn(game, owners, armies, orders).territory(TARGET)
    called = [(number, name_of(player)) for number, player in enumerate(players)]
    called.append((len(players), DEFENDER))
    sides = [(number, name) for number, name in called if number in here.owner]
    return Holders(
        tuple(_share(here, number, name, players) for number, name in sides),
        tuple(army_left(name, _sent(fight, name), here.armies[number]) for number, name in sides),
    )


def _share(here: TerritoryForecast, number: int, name: str, players: tuple[str, ...]) -> Share:
    chance = float(here.owner[number])
    colour = PLAYERS.index(players[number]) if number < len(players) else -1
    return Share(name, chance, short_percent(chance), colour)


def _sent(fight: Fight, name: str) -> int:
    if name == DEFENDER:
        return fight.defenders
    return sum(row.force for row in fight.rows if name_of(row.player) == name)
