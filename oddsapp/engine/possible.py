"""What can be ordered in a planning phase: each single order, up to how many armies."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from oddsapp.engine.actions import Action, ActionRange, Submit, Trade
from oddsapp.engine.cards import apply_trade, trades
from oddsapp.engine.income import most_received
from oddsapp.engine.orders import AttackOrder, SurgeOrder
from oddsapp.engine.plans import (
    MoveOrder,
    PactOrder,
    PlaceOrder,
    PlanOrder,
    TradeOrder,
    trade_order,
)
from oddsapp.engine.state import GameState, Phase
from oddsapp.engine.trading import as_trader, has_to_trade

_LEADING = re.compile(r"\d+(?= )")


class OrderRange(NamedTuple):
    """An order with the fewest armies, and up to how many it may send.

    Parameters
    ----------
    order : PlanOrder
    most : int
        0 for an order of no armies: a trade, a pact.
    """

    order: PlanOrder
    most: int

    def with_armies(self, armies: int) -> PlanOrder:
        """Return the order for so many armies."""
        if isinstance(self.order, PactOrder | TradeOrder):
            return self.order
        return replace(self.order, armies=armies)


@dataclass(frozen=True)
class PlanRange(ActionRange):
    """A plan of a single order, and up to how many armies that may send.

    Examples
    --------
    >>> plans = PlanRange(Submit(2, ("1 on Brazil",)), 3)
    >>> len(plans), str(plans.largest)
    (3, 'player 2 submits 3 on Brazil')
    """

    @property
    def least(self) -> int:
        """The smallest number of armies; 0 for a plan without."""
        return 1 if self.most else 0

    def with_amount(self, amount: int) -> Action:
        """Return the plan with so many armies in its order."""
        assert isinstance(self.action, Submit)
        if not self.most:
            return self.action
        return Submit(self.action.player, (_LEADING.sub(str(amount), self.action.orders[0], 1),))

    def __len__(self) -> int:
        return self.most - self.least + 1

    def __iter__(self) -> Iterator[Action]:
        return map(self.with_amount, range(self.least, self.most + 1))


def plan_actions(state: GameState) -> Iterator[ActionRange]:
    """Yield the plan of nothing, where that is one, and those of a single order each.

    Whoever has to trade gets plans that trade enough. A plan of several orders is as legal:
    `possible_orders` has what it is made of.
    """
    player = state.player
    if state.phase in (Phase.TRADES, Phase.CONQUEST_TRADES):
        if not has_to_trade(state, player):
            yield PlanRange(Submit(player + 1))
        trader = as_trader(state, player)
        for choice in trades(trader):
            assert isinstance(choice.action, Trade)
            yield PlanRange(Submit(player + 1, _enough_trades(trader, choice.action)))
        return
    yield PlanRange(Submit(player + 1))
    for order, most in possible_orders(state, player):
        yield PlanRange(Submit(player + 1, (str(order),)), most)


def _enough_trades(trader: GameState, trade: Trade) -> tuple[str, ...]:
    """Return the plan that begins with a trade, and goes on as long as it has to."""
    plan = [str(trade_order(trade))]
    forced = has_to_trade(trader, trader.player)
    trader = apply_trade(trader, trade)
    while forced and has_to_trade(trader, trader.player, begun=True):
        trade = next(choice.action for choice in trades(trader))  # type: ignore[assignment]
        plan.append(str(trade_order(trade)))
        trader = apply_trade(trader, trade)
    return tuple(plan)


def possible_orders(state: GameState, player: int) -> Iterator[OrderRange]:
    """Yield every order that a player may write in this phase, each for itself.

    Several together may ask for too much: a plan says which count (`oddsapp.engine.plans`).

    Parameters
    ----------
    state : GameState
        In a planning phase of a same-time turn.
    player : int
        From 0.

    Examples
    --------
    >>> from oddsapp.whatif.turns.turn_file import example_turn
    >>> first = next(possible_orders(example_turn().position.state, 0))
    >>> str(first.order), first.most
    ('1 Hawaii -> Western United States', 34)
    """
    match state.phase:
        case Phase.DIPLOMACY:
            for partner in state.living:
                if partner != player:  # of its lengths only the shortest
                    yield OrderRange(PactOrder(partner + 1, 1), 0)
        case Phase.TRADES | Phase.CONQUEST_TRADES:
            for choice in trades(as_trader(state, player)):
                yield OrderRange(trade_order(choice.action), 0)  # type: ignore[arg-type]
        case Phase.REINFORCEMENTS | Phase.CONQUEST_REINFORCEMENTS:
            yield from _places(state, player)
        case Phase.ORDERS:
            yield from _attacks(state, player)
        case Phase.TACTICAL:
            yield from _moves(state, player)
        case _:
            pass


def _places(state: GameState, player: int) -> Iterator[OrderRange]:
    names, reserve = state.game.names, state.reserves[player]
    limited = state.game.rules.same_time.restricted_reinforcement
    if not reserve:
        return
    for territory in state.territories(player):
        most = min(reserve, most_received(state, territory)) if limited else reserve
        yield OrderRange(PlaceOrder(1, names[territory]), most)


def _attacks(state: GameState, player: int) -> Iterator[OrderRange]:
    """Yield the attacks on others' territories, and through each the surges beyond it."""
    game, owners, armies = state.game, state.owners, state.armies
    teams, names, neighbours = game.teams, game.names, game.neighbours
    team = teams[player]
    enemy = [owner < 0 or teams[owner] != team for owner in owners]
    for home, owner in enumerate(owners):
        most = armies[home] - 1
        if owner != player or not most:
            continue
        for target in neighbours[home]:
            if enemy[target]:
                yield OrderRange(AttackOrder(1, names[home], names[target]), most)
                for beyond in neighbours[target]:
                    if enemy[beyond]:
                        order = SurgeOrder(1, names[home], names[target], names[beyond])
                        yield OrderRange(order, most)


def _moves(state: GameState, player: int) -> Iterator[OrderRange]:
    game, owners, armies = state.game, state.owners, state.armies
    for home, owner in enumerate(owners):
        if owner == player and armies[home] > 1:
            for target in game.neighbours[home]:
                if owners[target] == player:
                    most = min(armies[home] - 1, most_received(state, target))
                    order = MoveOrder(1, game.names[home], game.names[target])
                    yield OrderRange(order, most)
