"""What makes a state one that a position can be: when it is set down, and who can be in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from oddsapp.arguments import whole_number
from oddsapp.engine.game import NEUTRAL
from oddsapp.engine.orders import AttackOrder, BattleOrder, SurgeOrder
from oddsapp.engine.plans import territories_of
from oddsapp.engine.state import HIDDEN, GameState, Phase
from oddsapp.errors import InvalidInput
from oddsapp.json_values import short

PHASES = (Phase.REINFORCE, Phase.ATTACK, Phase.FORTIFY)
"""When a position in turns is set down: whoever has the turn decides, and nothing is under way."""
PLANNED = {
    Phase.DIPLOMACY: "pacts",
    Phase.TRADES: "trades",
    Phase.REINFORCEMENTS: "reinforcements",
    Phase.ORDERS: "orders",
    Phase.CONQUEST_TRADES: "conquest trades",
    Phase.CONQUEST_REINFORCEMENTS: "conquest reinforcements",
    Phase.TACTICAL: "moves",
}
"""When one is set down where all play at the same time: a phase has begun; and its name."""
MOST_ARMIES = 1_000_000
"""The most armies of a territory in a position."""

_BEFORE_BATTLES = (Phase.DIPLOMACY, Phase.TRADES, Phase.REINFORCEMENTS, Phase.ORDERS)
_PLACED_EARLIER = (Phase.ORDERS, Phase.TACTICAL)
MOST_ORDERS = 2000
"""The most orders of a player; each is judged against those before it."""
_MOST_SENT = 10**12 - 1
"""The most that an order can be read with; more than there are make it void."""

Naming = Callable[[int], str]
"""What a player, by number from 0, is called in a message."""


def check_state(state: GameState, name: Naming) -> None:
    """Raise `InvalidInput` unless a position can be set down here, of a game that goes on."""
    is_same_time = state.game.rules.is_same_time
    if state.phase not in (PLANNED if is_same_time else PHASES):
        when = (
            "all plan at the same time"
            if is_same_time
            else "a player reinforces, attacks or fortifies"
        )
        raise InvalidInput(
            f"a position is set down while {when}; here it is to {state.phase.value}"
            if state.phase is not Phase.OVER
            else "the game is over; a position is one that is played on"
        )
    for number, (owner, armies) in enumerate(zip(state.owners, state.armies, strict=True)):
        here = state.game.names[number]
        if not NEUTRAL <= owner < state.game.players:
            raise InvalidInput(f"nobody holds {here}; a position has an owner for each territory")
        whole_number(armies, f"the armies on {here}", least=1, most=MOST_ARMIES)
    if not is_same_time:
        _check_turn(state, name)
    teams = state.game.teams
    if len({teams[owner] for owner in state.owners if owner != NEUTRAL}) < 2:
        left = name(state.living[0]) if state.living else "the neutral side"
        raise InvalidInput(f"only {left} is left of all sides; a position needs two")
    if state.viewer is None and any(HIDDEN in hand for hand in state.hands):
        raise InvalidInput("some cards are not known, so the state must say whose view it is")


def _check_turn(state: GameState, name: Naming) -> None:
    if state.player not in state.owners:
        raise InvalidInput(
            f"{name(state.player)} has the turn and no territory; whoever has the turn"
            " is still in the game"
        )
    own, all_of_them = state.reserves[state.player], sum(state.reserves)
    if all_of_them > own or (own and state.phase is not Phase.REINFORCE):
        raise InvalidInput(
            "there are armies to place out of turn; only whoever reinforces places armies"
        )


def check_round(state: GameState, name: Naming) -> None:
    """Raise `InvalidInput` if somebody has to place or to draw what cannot be now."""
    for player, armies in enumerate(state.reserves[:-1]):
        if armies and player not in state.owners:
            raise InvalidInput(
                f"{name(player)} has {armies} to place and no territory; whoever is out has none"
            )
    if any(state.reserves) and state.phase in _PLACED_EARLIER:
        raise InvalidInput(
            f"there are armies to place in the phase {PLANNED[state.phase]!r}; they are placed in"
            " 'reinforcements', or lost"
        )
    for player in state.drawers:
        if state.phase in _BEFORE_BATTLES or player not in state.owners:
            raise InvalidInput(
                f"{name(player)} cannot be one of the 'drawers', who have taken part in a conquest"
                " of this round and are still in the game"
            )


def check_orders_given(
    state: GameState, orders: Sequence[Sequence[BattleOrder]], name: Naming
) -> None:
    """Raise `InvalidInput` if there are orders that the phase or the board has no place for."""
    if not any(orders):
        return
    if state.phase is not Phase.ORDERS:
        raise InvalidInput(
            "orders belong to the phase 'orders' of rules where all play at the same time; here"
            f" it is to {state.phase.value}"
        )
    if len(orders) != state.game.players:
        raise InvalidInput(
            f"{state.game.players} players need as many lists of orders, not {len(orders)}"
        )
    for player, given in enumerate(orders):
        if len(given) > MOST_ORDERS:
            raise InvalidInput(
                f"{name(player)} has {len(given):,} orders; a player has at most {MOST_ORDERS:,}"
            )
        for order in given:
            if not isinstance(order, AttackOrder | SurgeOrder):
                raise InvalidInput(
                    f"an order of {name(player)} is an AttackOrder or a SurgeOrder, not"
                    f" {short(order)}"
                )
            try:
                whole_number(order.armies, "the armies sent", least=0, most=_MOST_SENT)
                for territory in territories_of(order):
                    state.game.territory(territory)
            except InvalidInput as error:
                raise InvalidInput(f"an order of {name(player)}: {error}") from None
