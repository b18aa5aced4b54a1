"""A turn as a map shows it: owners, armies, orders as arrows, the forecast as shading."""

from __future__ import annotations

from itertools import pairwise

from oddsapp.engine.game import NEUTRAL
from oddsapp.engine.orders import BattleOrder, CheckedOrder, SurgeOrder
from oddsapp.engine.positions import Position
from oddsapp.ui.parts.mapview import NOBODY, Arrow, MapView, Shade
from oddsapp.ui.turn.edit import why_void
from oddsapp.ui.turn.fields import position_of
from oddsapp.ui.turn.pick import Pick, next_names
from oddsapp.ui.turn.told import likeliest
from oddsapp.whatif.turns.turn_forecast import TurnForecast


def map_view(
    turn: str,
    pick: Pick,
    found: TurnForecast | None,
    *,
    orders: bool = True,
    planned: BattleOrder | None = None,
    editing: bool = False,
) -> MapView:
    """Return what the map shows.

    Parameters
    ----------
    turn : str
        As its share string.
    pick : Pick
    found : TurnForecast or None
        Shades what is contested.
    orders : bool
        Whether the orders are drawn.
    planned : AttackOrder or SurgeOrder, optional
        One that is not given yet.
    editing : bool
        Whether a tap is for changing the board.
    """
    position = position_of(turn)
    state = position.state
    board = state.game.board
    arrows = []
    if orders:
        for checked in position.checked_orders():
            arrows += arrows_of(position, checked)
    if planned is not None:
        void = bool(why_void(position, pick.player, planned))
        arrows += _lines(planned, position.name(pick.player), "not given yet", void=void)
    legal = None
    if pick.names and not editing:
        legal = frozenset(next_names(turn, pick))
    return MapView(
        board,
        armies=dict(zip(state.game.names, state.armies, strict=True)),
        owners={
            name: NOBODY if owner == NEUTRAL else position.name(owner)
            for name, owner in zip(state.game.names, state.owners, strict=True)
        },
        players=tuple(map(position.name, range(state.game.players))),
        origins=pick.names[:1],
        targets=pick.names[1:],
        legal=legal,
        says=_says(turn, pick, editing=editing),
        arrows=tuple(arrows),
        shades={} if found is None else shades_of(position, found),
        title=_title(pick, position, editing=editing),
    )


def _title(pick: Pick, position: Position, *, editing: bool) -> str:
    if editing:
        return "The turn: choose a territory to change"
    if not pick.names:
        return f"The turn: choose where an order of {position.name(pick.player)} sets out"
    return f"The turn: choose what is attacked from {pick.names[0]}"


def _says(turn: str, pick: Pick, *, editing: bool) -> dict[str, str]:
    if editing or not pick.names:
        return {}
    return dict.fromkeys(next_names(turn, pick), f"attack from {pick.names[0]}")


def arrows_of(position: Position, checked: CheckedOrder) -> list[Arrow]:
    """Return the arrows of an order: two for a surge, dashed with the reason if it is void."""
    said = "" if checked.played else f"void: {checked.reason} (rule {checked.rule})"
    return _lines(checked.order, position.name(checked.player), said, void=not checked.played)


def _lines(order: BattleOrder, player: str, said: str, *, void: bool = False) -> list[Arrow]:
    stops = [order.origin, order.target]
    if isinstance(order, SurgeOrder):
        stops.insert(1, order.through)
    words = f"{player}: {order}" + (f", {said}" if said else "")
    return [
        Arrow(
            here,
            there,
            player,
            str(order.armies) if place == 0 else "surge",
            void=void,
            says=words,
        )
        for place, (here, there) in enumerate(pairwise(stops))
        if here != there
    ]


def in_little_room(chance: float) -> str:
    """Return a probability in the few characters that a map has room for.

    >>> in_little_room(0.804), in_little_room(0.99999), in_little_room(0.0001)
    ('80%', '>99%', '<1%')
    """
    if chance > 0.99:
        return ">99%"
    return "<1%" if chance < 0.01 else f"{chance:.0%}"


def shades_of(position: Position, found: TurnForecast) -> dict[str, Shade]:
    """Return the most likely owner of each contested territory, and how likely he is."""
    shades = {}
    for here in found.territories:
        if here.is_contested:
            who, chance = likeliest(here)
            name = "" if who == NEUTRAL else position.name(who)
            shades[here.name] = Shade(min(1.0, chance), in_little_room(chance), name)
    return shades
