"""An order in few letters: armies, and territories by number."""

from __future__ import annotations

from oddsapp.arguments import whole_number
from oddsapp.engine.game import Game
from oddsapp.engine.orders import AttackOrder, BattleOrder, SurgeOrder
from oddsapp.engine.plans import territories_of
from oddsapp.errors import InvalidInput


def packed_order(game: Game, order: BattleOrder) -> list[int]:
    """Return the armies of an order and the numbers of the territories on its way.

    Examples
    --------
    >>> from oddsapp.engine.game import make_game
    >>> game = make_game("risk2", players=3)
    >>> packed = packed_order(game, AttackOrder(4, "Alaska", "Alberta"))
    >>> packed, str(unpacked_order(game, packed))
    ([4, 0, 1], '4 Alaska -> Alberta')
    """
    return [order.armies, *(game.index[name] for name in territories_of(order))]


def unpacked_order(game: Game, packed: object) -> BattleOrder:
    """Return the order that `packed_order` made small.

    Raises
    ------
    InvalidInput
        If it did not.
    """
    if not isinstance(packed, list) or len(packed) not in (3, 4):
        raise InvalidInput("the share string holds an order that is none")
    armies = whole_number(packed[0], "the armies of an order", least=0)
    most = len(game.names) - 1
    way = [
        game.names[whole_number(number, "the number of a territory", least=0, most=most)]
        for number in packed[1:]
    ]
    return AttackOrder(armies, *way) if len(way) == 2 else SurgeOrder(armies, *way)
