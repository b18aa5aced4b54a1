"""What players write down in the planning phases of a same-time turn, and what of it counts.

Each phase has its notation, a line of text for each order; none holds what no name of a
territory may hold, so that lists of orders can be read again:

==========================  =================================================
pacts (R-6)                 ``pact with player 2 for 3 rounds``
trades (K-11)               ``trade Siam + Ural + wild card -> Siam``
reinforcements (R-3)        ``3 on Brazil``
attacks (R-8, M-10)         ``4 Brazil -> Peru``, ``5 Brazil -> Peru -> Argentina``
tactical moves (R-5)        ``2 Brazil -> Peru``
==========================  =================================================

An order that cannot be read is refused when it is submitted. One that is against the rules is
void, with the reason, when the plans are carried out (R-3); only a trade is refused, since it
can be checked without knowing what the others do, and cards would be lost by a slip.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations

from oddsapp.engine.actions import NOWHERE, Trade
from oddsapp.engine.game import Game
from oddsapp.engine.income import most_received
from oddsapp.engine.orders import BattleOrder, Order, SurgeOrder, parse_order
from oddsapp.engine.state import GameState, Phase
from oddsapp.errors import IllegalMove, InvalidInput


@dataclass(frozen=True)
class PactOrder(Order):
    """Declare a pact with a player, by number from 1, for so many rounds, this one included."""

    partner: int
    rounds: int
    form = "pact with player {partner} for {rounds} rounds"


@dataclass(frozen=True)
class TradeOrder(Order):
    """Trade a set of three cards; ``bonus_on`` gets the armies of K-8."""

    cards: str
    bonus_on: str
    form = "trade {cards} -> {bonus_on}"


@dataclass(frozen=True)
class PlaceOrder(Order):
    """Place reinforcements on a territory."""

    armies: int
    territory: str
    form = "{armies} on {territory}"


@dataclass(frozen=True)
class MoveOrder(Order):
    """Move armies to an adjacent territory after the battles."""

    armies: int
    origin: str
    target: str
    form = "{armies} {origin} -> {target}"


PlanOrder = PactOrder | TradeOrder | PlaceOrder | MoveOrder | BattleOrder


@dataclass(frozen=True)
class CheckedLine:
    """A reinforcement or a tactical move as it was written, and whether it counts.

    Parameters
    ----------
    player : int
    order : PlaceOrder or MoveOrder
    rule, reason : str
        Why it is void; empty for an order that is carried out.
    """

    player: int
    order: PlaceOrder | MoveOrder
    rule: str = ""
    reason: str = ""

    @property
    def played(self) -> bool:
        """Whether the order counts."""
        return not self.reason


# -- reading -----------------------------------------------------------------------------

_FORMS: dict[Phase, tuple[type[Order], str]] = {
    Phase.DIPLOMACY: (PactOrder, "pact with player 2 for 3 rounds"),
    Phase.TRADES: (TradeOrder, f"trade Siam + Ural + wild card -> Siam, or -> {NOWHERE}"),
    Phase.REINFORCEMENTS: (PlaceOrder, "3 on Brazil"),
    Phase.TACTICAL: (MoveOrder, "2 Brazil -> Peru"),
}
_FORMS[Phase.CONQUEST_TRADES] = _FORMS[Phase.TRADES]
_FORMS[Phase.CONQUEST_REINFORCEMENTS] = _FORMS[Phase.REINFORCEMENTS]


def read_plan(game: Game, phase: Phase, lines: Iterable[str]) -> tuple[PlanOrder, ...]:
    """Return the orders that the lines of a plan say, in the notation of a phase.

    Raises
    ------
    InvalidInput
        If a line says none, or names a territory that the board does not have.

    Examples
    --------
    >>> from oddsapp.engine.game import make_game
    >>> game = make_game("risk2", players=3)
    >>> read_plan(game, Phase.REINFORCEMENTS, ["3 on Brazil"])
    (PlaceOrder(armies=3, territory='Brazil'),)
    """
    return tuple(_read(game, phase, line) for line in lines)


def _read(game: Game, phase: Phase, line: str) -> PlanOrder:
    order = _parsed(phase, line)
    for name in territories_of(order):
        game.territory(name)
    return order


@lru_cache(maxsize=4096)
def _parsed(phase: Phase, line: str) -> PlanOrder:
    """Return what a line says; a plan is read when it is handed in, and again when all are."""
    if phase is Phase.ORDERS:
        return parse_order(line)
    kind, written = _FORMS[phase]
    found = kind.read(line)
    if found is None:
        raise InvalidInput(
            f"{line!r} is no order now, when it is to {phase.value}; one is written {written!r}"
        )
    return found  # type: ignore[return-value]


def territories_of(order: PlanOrder) -> tuple[str, ...]:
    """Return the territories that an order names; a trade is checked by the cards."""
    match order:
        case PlaceOrder():
            return (order.territory,)
        case SurgeOrder():
            return (order.origin, order.through, order.target)
        case TradeOrder() | PactOrder():
            return ()
        case _:
            return (order.origin, order.target)


def trade_of(game: Game, order: TradeOrder) -> Trade:
    """Return the trade that an order means.

    A name may have a plus in it: the cards are told apart by what cards there are.

    Raises
    ------
    InvalidInput
        If these are not three cards.
    """
    parts = order.cards.split(" + ")
    found = {
        cards
        for first, second in combinations(range(1, len(parts)), 2)
        for cards in [
            tuple(" + ".join(part) for part in (parts[:first], parts[first:second], parts[second:]))
        ]
        if all(card in game.cards for card in cards)
    }
    if len(found) != 1:
        raise InvalidInput(
            f"{order.cards!r} are not three cards, such as Siam + Ural + wild card; cards are"
            " called by territories"
        )
    return Trade(found.pop(), order.bonus_on)


def trade_order(trade: Trade) -> TradeOrder:
    """Return how a trade is written in a plan.

    Examples
    --------
    >>> str(trade_order(Trade(("Siam", "Ural", "wild card"), "Siam")))
    'trade Siam + Ural + wild card -> Siam'
    """
    return TradeOrder(" + ".join(trade.cards), trade.bonus_on)


# -- judging -----------------------------------------------------------------------------


def check_places(
    state: GameState, player: int, orders: Sequence[PlaceOrder]
) -> tuple[CheckedLine, ...]:
    """Judge where a player places reinforcements; what comes first counts first.

    What a void order was to place, and what no order places, is lost.
    """
    game, left = state.game, state.reserves[player]
    limited = game.rules.same_time.restricted_reinforcement
    placed: dict[int, int] = {}
    judged = []
    for order in orders:
        territory = game.index[order.territory]
        here = placed.get(territory, 0)
        try:
            if state.owners[territory] != player:
                raise IllegalMove(
                    "R-1", f"{order.territory} is not your own; reinforce territories of your own"
                )
            if not 1 <= order.armies <= left:
                raise IllegalMove(
                    "R-2", f"{left} armies are left to place, not {order.armies}; place 1 or more"
                )
            if limited and here + order.armies > (most := most_received(state, territory)):
                raise IllegalMove(
                    "R-4",
                    f"{order.territory} takes {most} armies in a phase, one for itself and one for"
                    f" each adjacent territory of your own, not {here + order.armies}",
                )
        except IllegalMove as wrong:
            judged.append(CheckedLine(player, order, wrong.rule, wrong.reason))
        else:
            left -= order.armies
            placed[territory] = here + order.armies
            judged.append(CheckedLine(player, order))
    return tuple(judged)


def check_moves(
    state: GameState, player: int, orders: Sequence[MoveOrder]
) -> tuple[CheckedLine, ...]:
    """Judge the tactical moves of a player (R-5); the first that counts says from where."""
    game = state.game
    source: int | None = None
    sent = 0
    received: dict[int, int] = {}
    judged = []
    for order in orders:
        origin, target = game.index[order.origin], game.index[order.target]
        here = received.get(target, 0)
        try:
            _check_move(state, player, order)
            if source not in (None, origin):
                raise IllegalMove(
                    "R-5",
                    f"armies move from {game.names[source or 0]} already; they move from one"
                    " territory only",
                )
            left = state.armies[origin] - 1 - sent
            if not 1 <= order.armies <= left:
                raise IllegalMove(
                    "R-7",
                    f"{order.origin} has {left} left to move, not {order.armies}; one stays behind",
                )
            if here + order.armies > (most := most_received(state, target)):
                raise IllegalMove(
                    "R-5",
                    f"{order.target} takes {most} armies, one for itself and one for each adjacent"
                    f" territory of your own, not {here + order.armies}",
                )
        except IllegalMove as wrong:
            judged.append(CheckedLine(player, order, wrong.rule, wrong.reason))
        else:
            source, sent = origin, sent + order.armies
            received[target] = here + order.armies
            judged.append(CheckedLine(player, order))
    return tuple(judged)


def _check_move(state: GameState, player: int, order: MoveOrder) -> None:
    game = state.game
    origin, target = game.index[order.origin], game.index[order.target]
    for territory in (origin, target):
        if state.owners[territory] != player:
            raise IllegalMove(
                "R-5", f"{game.names[territory]} is not your own; armies move between your own"
            )
    if target not in game.adjacent[origin]:
        raise IllegalMove("B-3", f"{order.target} is not adjacent to {order.origin}")
