"""The orders of a RISK II turn: what players write down in secret, and what of it counts.

An order names from, to and force (R-8); a surge also what it goes through (M-10). Every order
is kept, played or void, with the reason (R-3).

>>> parse_order("5 Brazil -> Venezuela -> Central America")
SurgeOrder(armies=5, origin='Brazil', through='Venezuela', target='Central America')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from oddsapp.engine.game import Game
from oddsapp.engine.text import Line
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.json_values import short


class Order(Line):
    """One order of a battle plan; `parse_order` reads one back."""


@dataclass(frozen=True)
class SurgeOrder(Order):
    """Send a force through one territory into a second (M-10)."""

    armies: int
    origin: str
    through: str
    target: str
    form = "{armies} {origin} -> {through} -> {target}"


@dataclass(frozen=True)
class AttackOrder(Order):
    """Send a force into an adjacent territory."""

    armies: int
    origin: str
    target: str
    form = "{armies} {origin} -> {target}"


BattleOrder = AttackOrder | SurgeOrder


def parse_order(line: str) -> BattleOrder:
    """Return the order that a line of text says.

    Raises
    ------
    InvalidInput
        If it says none; the message tells how they are written.
    """
    if isinstance(line, str):
        # No name has an arrow in it: two of them are a surge.
        kind = SurgeOrder if line.count("->") > 1 else AttackOrder
        found = kind.read(line.strip()) if line.count("->") in (1, 2) else None
        if found is not None:
            return found
    raise InvalidInput(
        f"{short(line)} is no order; one is written '4 Brazil -> Venezuela', or, for a surge,"
        " '5 Brazil -> Venezuela -> Central America'"
    )


@dataclass(frozen=True)
class CheckedOrder:
    """An order as it was written, and whether it counts.

    Parameters
    ----------
    player : int
    order : AttackOrder or SurgeOrder
    rule, reason : str
        Why it is void; empty for an order that is played.
    """

    player: int
    order: BattleOrder
    rule: str = ""
    reason: str = ""

    @property
    def played(self) -> bool:
        """Whether the order counts."""
        return not self.reason


def check_orders(
    game: Game,
    owners: Sequence[int],
    armies: Sequence[int],
    player: int,
    orders: Iterable[BattleOrder],
) -> tuple[CheckedOrder, ...]:
    """Return what each order of a player is: good, or void and why, in the order given.

    A void order leaves its armies where they are. Where the orders of a territory together ask
    for more than all but one (R-8), those written last are void: the first that is too much
    and all after it, smaller ones too (R-3). One that is too much by itself takes nothing from
    others.

    Parameters
    ----------
    game : Game
    owners, armies : sequence of int
        Of each territory, in the board's order: a player from 0, and how many armies.
    player : int
        Whose orders, from 0.
    orders : iterable of AttackOrder or SurgeOrder

    Raises
    ------
    InvalidInput
        If an order names a territory that the board does not have, or something is no order.

    Examples
    --------
    >>> from oddsapp.whatif.turns.turn_file import example_turn
    >>> turn = example_turn()
    >>> orders = read_orders(["20 Japan -> Kamchatka", "9 Japan -> Mongolia"])  # of 29 armies
    >>> for checked in check_orders(turn.game, turn.owners, turn.armies, 0, orders):
    ...     print(checked.reason or "good")
    good
    Japan has 28 to send, and this order makes it 29; those written last do not count
    """
    judged: list[CheckedOrder] = []
    asked: dict[str, int] = {}
    for order in orders:
        try:
            _check_way(game, owners, player, order)
            _check_against(judged, order)
            to_send = armies[game.territory(order.origin)] - 1
            _check_force(to_send, order)
            # Void or not: once the orders ask for too much, what is written later is void.
            asked[order.origin] = asked.get(order.origin, 0) + order.armies
            _check_sum(to_send, asked[order.origin], order)
        except IllegalMove as wrong:
            judged.append(CheckedOrder(player, order, wrong.rule, wrong.reason))
        else:
            judged.append(CheckedOrder(player, order))
    return tuple(judged)


def _check_way(game: Game, owners: Sequence[int], player: int, order: BattleOrder) -> None:
    """Check that the order leads from an own territory into those of others."""
    way = [order.origin, *_stops(order)]
    places = [game.territory(name) for name in way]
    if owners[places[0]] != player:
        raise IllegalMove("R-8", f"{order.origin} is not your own; order armies of your own")
    for here, there in pairwise(places):
        name = game.names[there]
        if owners[there] == player:
            raise IllegalMove("R-8", f"{name} is your own; attack another player's")
        if there not in game.adjacent[here]:
            raise IllegalMove("B-3", f"{name} is not adjacent to {game.names[here]}")
        if owners[there] >= 0 and game.teams[owners[there]] == game.teams[player]:
            raise IllegalMove("V-8", f"{name} is a team mate's; nothing changes hands in a team")


def _stops(order: BattleOrder) -> list[str]:
    if isinstance(order, SurgeOrder):
        return [order.through, order.target]
    return [order.target]


def _check_against(judged: Sequence[CheckedOrder], order: BattleOrder) -> None:
    """Check an order against those written before it that are played."""
    for earlier in judged:
        if not earlier.played:
            continue
        if isinstance(order, SurgeOrder) and isinstance(earlier.order, SurgeOrder):
            raise IllegalMove("M-10", "a player has one surge a turn, and this is the second")
        if earlier.order.origin == order.origin and _stops(earlier.order)[0] == _stops(order)[0]:
            raise IllegalMove(
                "R-3", f"{order.origin} sends a force to {_stops(order)[0]} already; one is clear"
            )


def _check_force(to_send: int, order: BattleOrder) -> None:
    if not 1 <= order.armies <= to_send:
        raise IllegalMove(
            "R-8",
            f"{order.origin} has {to_send} left to send, not {order.armies}; one stays behind",
        )


def _check_sum(to_send: int, asked: int, order: BattleOrder) -> None:
    if asked > to_send:
        raise IllegalMove(
            "R-8",
            f"{order.origin} has {to_send} to send, and this order makes it {asked}; those written"
            " last do not count",
        )


def read_orders(lines: Iterable[str]) -> tuple[BattleOrder, ...]:
    """Return the orders of several lines.

    Parameters
    ----------
    lines : iterable of str
        Such as ``4 Brazil -> Peru``, or ``5 Brazil -> Venezuela -> Central America`` for a surge.

    Raises
    ------
    InvalidInput
        If a line says no order; the message tells how they are written.

    Examples
    --------
    >>> for order in read_orders(["4 Brazil -> Peru", "5 Brazil -> Venezuela -> Central America"]):
    ...     print(type(order).__name__, order.armies, order.target)
    AttackOrder 4 Peru
    SurgeOrder 5 Central America
    """
    return tuple(parse_order(line) for line in lines)
