"""Changes to a whole turn: its board, its orders, another turn in its place. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache

from oddsapp.boards import find_board
from oddsapp.engine.orders import AttackOrder, BattleOrder, SurgeOrder, check_orders
from oddsapp.engine.positions import (
    Position,
    position_from_dict,
    position_to_dict,
    read_position,
)
from oddsapp.engine.positions.position import NEUTRAL_NAME
from oddsapp.errors import InvalidInput
from oddsapp.ui.turn.fields import EXAMPLE_PLAYERS, check_turn, text_of
from oddsapp.whatif.turns.order_plan import OrderPlan, read_order_plan

NAMES = (*EXAMPLE_PLAYERS, "Gus", "Hal")
"""What the players of a new turn are called."""

NEW_ARMIES = 5
"""The armies on each territory of a new turn, before anybody changes them."""

MOST_BYTES = 1_000_000


def owner_name(position: Position, territory: str) -> str:
    """Return who holds a territory."""
    state = position.state
    return position.name(state.owners[state.game.territory(territory)])


# -- orders ------------------------------------------------------------------------------


def order_of(names: Sequence[str], armies: int) -> BattleOrder:
    """Return the order that goes through these territories.

    >>> str(order_of(("Brazil", "Peru"), 4)), str(order_of(("Siam", "India", "China"), 2))
    ('4 Brazil -> Peru', '2 Siam -> India -> China')
    """
    if len(names) == 2:
        return AttackOrder(armies, *names)
    origin, through, target = names
    return SurgeOrder(armies, origin, through, target)


def with_order(position: Position, player: int, order: BattleOrder) -> Position:
    """Return the turn with one order more, the last one of its player."""
    return _with_orders(position, player, (*orders_of(position, player), order))


def without_order(position: Position, player: int, place: int) -> Position:
    """Return the turn without one of a player's orders."""
    orders = orders_of(position, player)
    return _with_orders(position, player, (*orders[:place], *orders[place + 1 :]))


def without_orders(position: Position, player: int | None = None) -> Position:
    """Return the turn without the orders of a player, or without any."""
    if player is None:
        return replace(position, orders=())
    return _with_orders(position, player, ())


def orders_of(position: Position, player: int) -> tuple[BattleOrder, ...]:
    """Return what a player orders, void or not."""
    return position.orders[player] if position.orders else ()


def _with_orders(position: Position, player: int, orders: tuple[BattleOrder, ...]) -> Position:
    players = range(position.state.game.players)
    all_orders = tuple(orders if who == player else orders_of(position, who) for who in players)
    return replace(position, orders=all_orders)


def why_void(position: Position, player: int, order: BattleOrder) -> str:
    """Return why an order would be void if it were the player's next, nothing if it counted."""
    state = position.state
    orders = (*orders_of(position, player), order)
    *_, checked = check_orders(state.game, state.owners, state.armies, player, orders)
    return "" if checked.played else f"{checked.reason} (rule {checked.rule})"


def most_left(position: Position, player: int, names: Sequence[str], most: int) -> int:
    """Return the most armies that the next order can send and count; 0 if none can.

    Asked of the library, for what it says of one order hangs on all the others. Where some
    number counts, any smaller one does.
    """
    low, high = 0, most
    while low < high:
        middle = (low + high + 1) // 2
        if why_void(position, player, order_of(names, middle)):
            high = middle - 1
        else:
            low = middle
    return low


def orders_as_text(position: Position) -> str:
    """Return all orders as text, a line each."""
    return str(OrderPlan(position.orders, position.players)) if position.orders else ""


def with_text(position: Position, text: str) -> Position:
    """Return the turn with the orders that a text says, in place of those it has.

    Raises
    ------
    InvalidInput
        If a line says none; the message names it.
    """
    return read_order_plan(text, position).onto(position)


# -- the board ---------------------------------------------------------------------------


def with_land(position: Position, territory: str, owner: str, armies: int) -> Position:
    """Return the turn with another owner or number of armies on a territory.

    Raises
    ------
    InvalidInput
        If that makes no position.
    """
    data = position_to_dict(position)
    sides = data["players"]
    seats = list(sides.values()) if isinstance(sides, dict) else sides
    lands = [seat.setdefault("territories", {}) for seat in seats]
    for place, seat in enumerate(seats):
        # Where all have one army the form is a list of names.
        given = seat["territories"]
        lands[place] = seat["territories"] = _as_counts(given)
    data["neutral"] = _as_counts(data.get("neutral", {}))
    for land in (*lands, data["neutral"]):
        land.pop(territory, None)
    who = position.owners.index(owner)
    (data["neutral"] if owner == NEUTRAL_NAME else lands[who])[territory] = armies
    return check_turn(position_from_dict(data))


def _as_counts(given: object) -> dict[str, int]:
    if isinstance(given, dict):
        return dict(given)
    return dict.fromkeys(given, 1) if isinstance(given, list) else {}


# -- another turn ------------------------------------------------------------------------


@lru_cache(maxsize=32)
def new_turn(board: str, players: int) -> str:
    """Return the share string of a turn without orders: territories dealt in turn.

    >>> from oddsapp.ui.turn.fields import position_of
    >>> turn = position_of(new_turn("classic", 3))
    >>> turn.players, turn.state.armies_on("Alaska"), turn.orders
    (('Ann', 'Ben', 'Cat'), 5, ())
    """
    territories = find_board(board).territories
    lands = {
        name: dict.fromkeys(territories[number::players], NEW_ARMIES)
        for number, name in enumerate(NAMES[:players])
    }
    data = {
        "board": board,
        "rules": "risk2",
        "players": {name: {"territories": land} for name, land in lands.items()},
    }
    return text_of(position_from_dict(data))


def small_turn() -> str:
    """Return the share string of the small turn that comes with the package."""
    from importlib.resources import files

    text = (files("oddsapp.whatif") / "data" / "small_turn.json").read_text(encoding="utf-8")
    return text_of(read_position(text))


STARTS = {
    "example": "48 territories, 6 players, 30 orders",
    "small": "6 territories, 3 players, 5 orders",
    "risk2": "RISK II board, no orders",
    "classic": "Classic board, no orders",
}
"""What a turn can begin with."""


def start(name: str, players: int) -> str:
    """Return the share string of a turn to begin with."""
    if name == "example":
        return ""
    return small_turn() if name == "small" else new_turn(name, players)


def read_upload(content: bytes) -> str:
    """Return the share string of a turn in a file.

    Raises
    ------
    InvalidInput
        If it is none; the message says what is wrong.
    """
    from oddsapp.whatif.turns.turn_file import read_turn

    if len(content) > MOST_BYTES:
        raise InvalidInput(f"a turn has at most {MOST_BYTES:,} bytes; this file has more")
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InvalidInput("this is no text in UTF-8, so no turn as JSON") from None
    return text_of(check_turn(read_turn(text).position))
