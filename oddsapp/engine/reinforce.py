"""Placing reinforcements, at the start of a turn and after an elimination (T-4, T-5)."""

from __future__ import annotations

from collections.abc import Iterator

from oddsapp.engine.actions import ActionRange, EndReinforcement, Place, Trade
from oddsapp.engine.cards import apply_trade, must_trade, trades
from oddsapp.engine.state import GameState, Phase, changed
from oddsapp.engine.turn import end_attack
from oddsapp.errors import IllegalMove


def room_on(state: GameState, territory: int) -> int:
    """Return how many more armies the stack limit lets onto a territory (T-5)."""
    limit = state.game.rules.turn.stack_limit
    return sum(state.reserves) if limit is None else max(0, limit - state.armies[territory])


def can_place(state: GameState) -> bool:
    """Tell whether there is an army to place, and room for it."""
    player = state.player
    return state.reserves[player] > 0 and any(
        room_on(state, territory) for territory in state.territories(player)
    )


def _check_trades_done(state: GameState) -> None:
    if must_trade(state):
        raise IllegalMove(
            "K-10" if state.phase is Phase.SPOILS else "K-9",
            f"with {len(state.hands[state.player])} cards a set must be traded first",
        )


def check_place(state: GameState, action: Place) -> None:
    """Raise `IllegalMove` unless the player may place these armies there."""
    territory = state.game.territory(action.territory)
    _check_trades_done(state)
    if state.owners[territory] != state.player:
        raise IllegalMove(
            "T-4", f"{action.territory} is not your own; place on a territory of your own"
        )
    reserve = state.reserves[state.player]
    if not 1 <= action.armies <= reserve:
        raise IllegalMove("T-4", f"{action.armies} cannot be placed; {reserve} are there to place")
    room = room_on(state, territory)
    if action.armies > room:
        raise IllegalMove(
            "T-5", f"{action.territory} has room for {room} more armies, not {action.armies}"
        )


def check_end_reinforcement(state: GameState, action: EndReinforcement) -> None:
    """Raise `IllegalMove` while something has to be traded, or can be placed (T-4)."""
    del action
    _check_trades_done(state)
    if can_place(state):
        raise IllegalMove(
            "T-4",
            f"{state.reserves[state.player]} armies are still to be placed;"
            " all are, before the first attack",
        )


def reinforcement_actions(state: GameState) -> Iterator[ActionRange]:
    """Yield trades, and where how many armies may be placed; the end if none can be."""
    yield from trades(state)
    if must_trade(state):
        return
    reserve, names = state.reserves[state.player], state.game.names
    for territory in state.territories(state.player):
        room = min(reserve, room_on(state, territory))
        if room:
            yield ActionRange(Place(1, names[territory]), room)
    if not can_place(state):
        yield ActionRange(EndReinforcement())


def apply_place(state: GameState, action: Place) -> GameState:
    """Place armies; with the last of them the attack begins, or goes on."""
    territory = state.game.index[action.territory]
    player = state.player
    return after_placing(
        state.evolve(
            armies=changed(state.armies, territory, state.armies[territory] + action.armies),
            reserves=changed(state.reserves, player, state.reserves[player] - action.armies),
        )
    )


def apply_trade_in_turn(state: GameState, action: Trade) -> GameState:
    """Trade; whoever has nothing to place may still trade on, at the start of a turn (K-9)."""
    state = apply_trade(state, action)
    return state if next(trades(state), None) else after_placing(state)


def apply_end_reinforcement(state: GameState, action: EndReinforcement) -> GameState:
    """Lose what has no room, and go on."""
    del action
    return _attack_on(state)


def after_placing(state: GameState) -> GameState:
    """Go on to attack once nothing can be placed; what has no room is lost (T-5)."""
    return state if must_trade(state) or can_place(state) else _attack_on(state)


def _attack_on(state: GameState) -> GameState:
    if state.reserves[state.player]:
        state = state.evolve(reserves=changed(state.reserves, state.player, 0))
    if state.time_up:
        return end_attack(state)
    return state.evolve(phase=Phase.ATTACK)
