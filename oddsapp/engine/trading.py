"""Trades in a same-time turn: planned by all at once, counted in seat order (K-11).

Before reinforcements whoever holds five cards or more has to trade until fewer are left, and
others may. After an elimination only what has to be traded is, where the US rule is played.
"""

from __future__ import annotations

from collections.abc import Sequence

from oddsapp.engine.cards import SET_SIZE, apply_trade, check_trade
from oddsapp.engine.plans import TradeOrder, trade_of
from oddsapp.engine.state import GameState, Phase
from oddsapp.errors import IllegalMove


def may_trade(state: GameState, player: int) -> bool:
    """Tell whether a player is asked for trades: who has the cards for a set, or has to.

    How many cards there are is open, which they are is not: who is asked tells nothing (T-9).
    """
    if state.phase is Phase.CONQUEST_TRADES:
        return has_to_trade(state, player)
    return len(state.hands[player]) >= SET_SIZE


def has_to_trade(state: GameState, player: int, *, begun: bool = False) -> bool:
    """Tell whether a player has to trade: with five cards or more, or as long as that many.

    Parameters
    ----------
    state : GameState
    player : int
    begun : bool
        Whether the player has had to trade already, and goes on until few enough are left.
    """
    cards, held = state.game.rules.cards, len(state.hands[player])
    return held > cards.trade_down_to if begun else held >= cards.must_trade_at


def as_trader(state: GameState, player: int) -> GameState:
    """Return the state with this player to trade, for `oddsapp.engine.cards`."""
    return state.evolve(player=player, bonus_given=player in state.bonus_to)


def traded(state: GameState, player: int, orders: Sequence[TradeOrder]) -> GameState:
    """Carry out the trades of one player.

    Raises
    ------
    IllegalMove
        If one is no set, or more or fewer are traded than the rules say.
    """
    seat, given = state.player, state.bonus_given
    state = as_trader(state, player)
    forced = has_to_trade(state, player)
    for number, order in enumerate(orders):
        going_on = has_to_trade(state, player, begun=number > 0)
        if state.phase is Phase.CONQUEST_TRADES and not going_on:
            raise IllegalMove(
                "K-11",
                f"after an elimination trading stops with {state.game.rules.cards.trade_down_to}"
                " cards or fewer; wait for the next round",
            )
        trade = trade_of(state.game, order)
        check_trade(state, trade)
        state = apply_trade(state, trade)
    if forced and has_to_trade(state, player, begun=True):
        held = len(state.hands[player])
        rules = state.game.rules.cards
        raise IllegalMove(
            "K-11",
            f"with {held} cards more sets must be traded, until {rules.trade_down_to} or fewer"
            " are left",
        )
    spent = (player,) if state.bonus_given and player not in state.bonus_to else ()
    return state.evolve(player=seat, bonus_given=given, bonus_to=(*state.bonus_to, *spent))
