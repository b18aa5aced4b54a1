"""One step of a plan on one board state: done through the engine, or skipped.

Nothing here knows a rule: the engine says what is legal and what follows. What a plan leaves
open has its defaults here.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from oddsapp.combat.stop import StopRule
from oddsapp.engine.actions import (
    NOWHERE,
    AttackUntil,
    EndAttack,
    EndReinforcement,
    EndTurn,
    Fortify,
    Occupy,
    Place,
    Trade,
)
from oddsapp.engine.attack import end_battle, moves_in
from oddsapp.engine.cards import must_trade, trades
from oddsapp.engine.classic import apply_action, verify
from oddsapp.engine.events import Fought
from oddsapp.engine.fortify import movable, room
from oddsapp.engine.game import WILD
from oddsapp.engine.reinforce import can_place, room_on
from oddsapp.engine.state import HIDDEN, GameState, Phase
from oddsapp.engine.turn import after_draw
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.whatif.plans.plan import FortifyRest, PlaceRest, PlannedAttack, Step, TradeBest
from oddsapp.whatif.plans.stop_rules import in_force


class Done(NamedTuple):
    """A board state, and whether a card has been drawn on the way to it in this turn.

    Which card it is nobody can know beforehand, and nothing that a forecast tells depends on
    it, so the hand stays as it was.
    """

    state: GameState
    drawn: bool = False


Draw = Callable[[GameState], GameState]
"""How it goes on where a card is drawn: `after_draw` leaves the hand as it was."""

# -- steps that are certain --------------------------------------------------------------


def do_step(state: GameState, step: Step, draw: Draw = after_draw) -> Done:
    """Return what follows from a step that is no attack.

    Raises
    ------
    IllegalMove
        If it cannot be done here.
    """
    match step:
        case Trade() | Place():
            return Done(apply_action(state, step))
        case TradeBest():
            return Done(apply_action(state, best_trade(state)))
        case PlaceRest():
            return Done(_place_rest(state, step.territory))
        case Fortify():
            ready = _to_fortify(state, draw)
            return _ended(Done(apply_action(ready.state, step), ready.drawn), draw)
        case FortifyRest():
            ready = _to_fortify(state, draw)
            moved = apply_action(ready.state, _whole_move(ready.state, step))
            return _ended(Done(moved, ready.drawn), draw)
        case PlannedAttack():
            raise InvalidInput("an attack has more than one end")


def best_trade(state: GameState) -> Trade:
    """Return the trade that gives most armies, and of these one that keeps a wild card.

    Raises
    ------
    IllegalMove
        If there is no set in the hand, or no trade now.
    InvalidInput
        If cards are hidden that would have to be known.
    """
    if state.phase not in (Phase.REINFORCE, Phase.SPOILS):
        verify(state, Trade((), NOWHERE))  # raises: it says what is to be done instead
    choices = [found.action for found in trades(state) if isinstance(found.action, Trade)]
    if not choices:
        if HIDDEN in state.hands[state.player] and must_trade(state):
            raise InvalidInput(
                "cards that are hidden in this view would be traded; a forecast needs to know them,"
                " so name the cards of whoever may be eliminated, those you suppose if need be"
            )
        raise IllegalMove("K-2", "there is no set to be traded")

    def worth(trade: Trade) -> tuple[int, ...]:
        after = apply_action(state, trade)
        return after.reserves[state.player] + sum(after.armies), -trade.cards.count(WILD)

    return max(choices, key=worth)


def _place_rest(state: GameState, territory: str) -> GameState:
    number = max(1, state.reserves[state.player])
    if state.phase in (Phase.REINFORCE, Phase.SPOILS):
        fits = room_on(state, state.game.territory(territory))
        number = min(number, fits) or number
    return apply_action(state, Place(number, territory))


def _whole_move(state: GameState, step: FortifyRest) -> Fortify:
    game = state.game
    origin, target = game.territory(step.origin), game.territory(step.target)
    most = min(movable(state, origin), state.armies[origin] - step.leave)
    if state.owners[origin] == state.player and most < 1:
        raise IllegalMove("T-6", f"no army can leave {step.origin} if {step.leave} stay")
    return Fortify(max(1, min(most, room(state, target))), step.origin, step.target)


# -- the frame of the turn ---------------------------------------------------------------


def to_attack(state: GameState) -> GameState:
    """Go on to the attack phase; armies that have no room are lost (T-5).

    Raises
    ------
    IllegalMove
        If something has to be traded or placed first, or it is too late.
    """
    if state.phase in (Phase.REINFORCE, Phase.SPOILS):
        return apply_action(state, EndReinforcement())
    return state


def _to_fortify(state: GameState, draw: Draw) -> Done:
    state = to_attack(state)
    attacked = apply_action(state, EndAttack()) if state.phase is Phase.ATTACK else state
    return _ended(Done(attacked), draw)


def _ended(done: Done, draw: Draw) -> Done:
    """Draw the card, where that comes now."""
    if done.state.phase is Phase.DRAW:
        return Done(draw(done.state), drawn=True)
    return done


def end_turn(done: Done, player: int, draw: Draw = after_draw) -> Done:
    """Return what stands when the player's turn is over."""
    state, drawn = done
    if state.phase is Phase.OVER or state.player != player:
        return done  # the last fortification has ended the turn, or it won
    ready = _to_fortify(state, draw)
    if ready.state.phase is Phase.OVER:
        return ready
    over = apply_action(ready.state, EndTurn())
    return _ended(Done(over, drawn or ready.drawn), draw)


# -- after an elimination ----------------------------------------------------------------


def finish_spoils(state: GameState, places: tuple[int, ...]) -> GameState:
    """Trade what must be traded and place all that is left, on the first own of these places.

    What has no room there (T-5) goes to the next, and then to any territory.
    """
    while state.phase is Phase.SPOILS and must_trade(state):
        state = apply_action(state, best_trade(state))
    names = state.game.names
    for place in (*places, *state.territories(state.player)):
        if state.phase is not Phase.SPOILS or not can_place(state):
            break
        if state.owners[place] == state.player and room_on(state, place):
            state = _place_rest(state, names[place])
    return to_attack(state) if state.phase is Phase.SPOILS else state


# -- attacks -----------------------------------------------------------------------------


def announced(state: GameState, step: PlannedAttack) -> tuple[AttackUntil, StopRule]:
    """Return how the engine is told of an attack, and under which rule it stops."""
    stop = in_force(state.game, step.stop)
    return AttackUntil(step.origin, step.target, max(stop.at or 0, stop.reserve) + 1), stop


def begin_attack(state: GameState, step: PlannedAttack) -> GameState:
    """Return the state in which the battle is about to be fought.

    Raises
    ------
    IllegalMove
        If the attack cannot be begun.
    """
    return apply_action(state, announced(state, step)[0])


def after_battle(pending: GameState, step: PlannedAttack, end: tuple[int, ...]) -> GameState:
    """Return what follows once a battle has ended so: a conquest is occupied.

    Parameters
    ----------
    pending : GameState
        From `begin_attack`.
    step : PlannedAttack
    end : tuple of int
        The force and the defenders left.
    """
    stop = in_force(pending.game, step.stop)
    after = end_battle(pending, Fought(*end), stop.reserve)
    if after.phase is not Phase.OCCUPY:
        return after
    least, most = moves_in(after)
    wanted = after.armies[after.game.index[step.origin]] - step.leave
    if step.move_in is not None:
        wanted = step.move_in
    return apply_action(after, Occupy(min(max(wanted, least), most)))
