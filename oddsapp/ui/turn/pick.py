"""What a tap on the map of a turn does: a pure function from one selection to the next."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache

from oddsapp.engine.orders import AttackOrder, SurgeOrder
from oddsapp.engine.positions import Position
from oddsapp.engine.possible import possible_orders
from oddsapp.ui.turn.edit import order_of, owner_name, why_void
from oddsapp.ui.turn.fields import position_of


@dataclass(frozen=True)
class Pick:
    """What is selected.

    Parameters
    ----------
    player : int
        Who gives orders, from 0.
    names : tuple of str
        Origin and target of the order, of a surge also what it goes through in between; or
        the one territory that is changed.
    surge : bool
        Whether the next tap after the first target is beyond it.
    said : str
        Why the last tap did nothing.
    """

    player: int
    names: tuple[str, ...] = ()
    surge: bool = False
    said: str = ""


@dataclass(frozen=True)
class Ways:
    """Where a player's orders can lead: asked of the engine once for each turn.

    Parameters
    ----------
    targets : dict
        For each origin the territories that can be attacked from there.
    beyond : dict
        For each origin and first target those that can be surged into.
    most : dict
        How many armies each origin can send.
    """

    targets: dict[str, list[str]]
    beyond: dict[tuple[str, str], list[str]]
    most: dict[str, int]


@lru_cache(maxsize=256)
def ways(turn: str, player: int) -> Ways:
    """Return where the orders of a player can lead in a turn, given as its share string."""
    found = Ways({}, {}, {})
    for order, most in possible_orders(position_of(turn).state, player):
        if isinstance(order, AttackOrder):
            found.targets.setdefault(order.origin, []).append(order.target)
            found.most[order.origin] = most
        elif isinstance(order, SurgeOrder):
            way = order.origin, order.through
            found.beyond.setdefault(way, []).append(order.target)
    return found


def next_names(turn: str, pick: Pick) -> list[str]:
    """Return the territories that can come next in an order, in the board's order."""
    known = ways(turn, pick.player)
    if not pick.names:
        return list(known.targets)
    origin, *rest = pick.names
    if pick.surge and rest:
        return known.beyond.get((origin, rest[0]), [])
    return known.targets.get(origin, [])


def tapped_for_order(turn: str, pick: Pick, territory: str) -> Pick:
    """Return the selection after a tap, while orders are given.

    A tap on an own territory is a new origin, whoever's it is while nothing is selected; on
    what can be attacked from there, the target; with a surge, after that what lies beyond it.
    A second tap on the newest takes it back.
    """
    position = position_of(turn)
    if pick.names and territory == pick.names[-1]:
        return replace(pick, names=pick.names[:-1], said="")
    whose = owner_name(position, territory)
    if whose == position.name(pick.player) or not pick.names:
        return _as_origin(position, turn, pick, territory, whose)
    kept = 2 if pick.surge and len(pick.names) > 1 else 1
    names = (*pick.names[:kept], territory)
    if territory in next_names(turn, pick):
        return replace(pick, names=names, said="")
    why = _why(position, pick.player, order_of(names, 1), territory)
    return replace(pick, said=f"Not there: {why}")


def _why(position: Position, player: int, order: AttackOrder | SurgeOrder, territory: str) -> str:
    return why_void(replace(position, orders=()), player, order) or territory


def _as_origin(position: Position, turn: str, pick: Pick, territory: str, whose: str) -> Pick:
    players = range(position.state.game.players)
    player = next((who for who in players if position.name(who) == whose), None)
    if player is None:
        return replace(pick, said=f"{territory} is neutral: it gives no orders")
    if territory not in ways(turn, player).targets:
        said = f"{territory} has nobody to send, or nobody to attack"
        return replace(pick, player=player, names=(), said=said)
    return replace(pick, player=player, names=(territory,), said="")


def tapped_for_land(pick: Pick, territory: str) -> Pick:
    """Return the selection after a tap, while the board is changed."""
    names = () if pick.names[:1] == (territory,) else (territory,)
    return replace(pick, names=names, said="")
