"""A round of a same-time game: all plan at once, then everything is carried out (R-1).

Pacts, trades, reinforcements and attacks are planned, the battles fought; after an elimination
cards pass on and may be traded at once; tactical moves are planned, and cards drawn.

Whoever is in the game hands in a plan, in secret, and may change it as long as one is missing
(R-3). The last one sets off what is planned; nobody can act in between.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from oddsapp.engine.actions import Submit
from oddsapp.engine.cards import draw_pile, with_drawn
from oddsapp.engine.events import Drawn, PassedOn, Settled, Thrown
from oddsapp.engine.fallen import apply_passed_on, find_fallen, pass_on
from oddsapp.engine.fights import apply_thrown, resolution_of, take_over
from oddsapp.engine.income import same_time_reinforcements
from oddsapp.engine.missions import note_battles
from oddsapp.engine.orders import check_orders
from oddsapp.engine.pacts import check_pacts, make_pacts, with_broken_pacts
from oddsapp.engine.plans import check_moves, check_places, read_plan
from oddsapp.engine.resolution import begin
from oddsapp.engine.scoring import final_score
from oddsapp.engine.state import PLANNING, GameState, Phase, Plan
from oddsapp.engine.trading import may_trade, traded
from oddsapp.engine.victory import after_tactical_moves, one_team_left
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.rules import ConquestTrade, Diplomacy

HIDDEN_PLAN: Plan = ("hidden",)
"""What a player's view shows of a plan of somebody else's (T-9)."""


def begin_round(state: GameState) -> GameState:
    """Begin a round: count all reinforcements, and go to its first phase."""
    reserves = tuple(
        same_time_reinforcements(state, player) if player in state.owners else 0
        for player in range(state.game.players)
    )
    state = state.evolve(
        reserves=(*reserves, 0),
        player=state.first,
        bonus_to=(),
        drawers=(),
        before=None,
    )
    if state.game.rules.same_time.diplomacy is Diplomacy.OFF:
        return _open(state, Phase.TRADES)
    return _open(state, Phase.DIPLOMACY)


# -- planning ----------------------------------------------------------------------------


def asked(state: GameState) -> tuple[int, ...]:
    """Return who has a plan to hand in, in this phase, in seat order from the first seat."""
    players = [player for player in state.seats if player in state.owners]
    match state.phase:
        case Phase.TRADES | Phase.CONQUEST_TRADES:
            return tuple(player for player in players if may_trade(state, player))
        case Phase.REINFORCEMENTS | Phase.CONQUEST_REINFORCEMENTS:
            return tuple(player for player in players if state.reserves[player])
        case _:
            return tuple(players)


def _open(state: GameState, phase: Phase) -> GameState:
    """Begin a planning phase; one in which nobody has anything to decide is skipped."""
    state = state.evolve(phase=phase)
    players = asked(state)
    if not players:
        return _CARRY_OUT[phase](state.evolve(plans=((),) * state.game.players))
    plans = tuple(None if player in players else () for player in range(state.game.players))
    return state.evolve(plans=plans, player=players[0])


def reopened(state: GameState) -> GameState:
    """Return a state with its planning phase begun anew: nobody has handed in a plan.

    Reports of what was carried out before are gone; nothing hangs on them. A phase in which
    nobody has anything to decide is skipped, as ever.
    """
    return _open(state.evolve(carried=(), resolution=None, rolled=()), state.phase)


def check_submit(state: GameState, action: Submit) -> None:
    """Raise an error unless this plan can be handed in; void orders can (R-3).

    Raises
    ------
    IllegalMove
        If this player has nothing to plan now, or a trade or a pact is against the rules.
    InvalidInput
        If an order cannot be read.
    """
    player = action.player - 1
    if not 0 <= player < state.game.players:
        raise InvalidInput(
            f"there is no player {action.player}; players are 1 to {state.game.players}"
        )
    if player not in asked(state):
        raise IllegalMove("R-1", f"player {action.player} has nothing to plan in this phase")
    orders = read_plan(state.game, state.phase, action.orders)
    match state.phase:
        case Phase.DIPLOMACY:
            check_pacts(state, player, orders)  # type: ignore[arg-type]
        case Phase.TRADES | Phase.CONQUEST_TRADES:
            traded(state, player, orders)  # type: ignore[arg-type]
        case _:
            pass


def apply_submit(state: GameState, action: Submit) -> GameState:
    """Take a plan, or a changed one; with the last one all plans are carried out."""
    plans = list(state.plans)
    orders = read_plan(state.game, state.phase, action.orders)
    plans[action.player - 1] = tuple(map(str, orders))
    state = state.evolve(plans=tuple(plans))
    if None in plans:
        missing = next(player for player in state.seats if plans[player] is None)
        return state.evolve(player=missing)
    if HIDDEN_PLAN in plans:
        raise InvalidInput("a player's view does not know the plans of the others")
    return _CARRY_OUT[state.phase](state)


# -- carrying out ------------------------------------------------------------------------


def _plans(state: GameState) -> list[Sequence[object]]:
    """Return the orders of each player."""
    return [read_plan(state.game, state.phase, plan or ()) for plan in state.plans]


def _make_pacts(state: GameState) -> GameState:
    return _open(make_pacts(state, _plans(state)), Phase.TRADES)  # type: ignore[arg-type]


def _trade(state: GameState) -> GameState:
    """Trade, in seat order from the first seat: sets are worth more by the number (K-11)."""
    plans = _plans(state)
    for player in state.seats:
        if plans[player]:
            state = traded(state, player, plans[player])  # type: ignore[arg-type]
    if state.phase is Phase.TRADES:
        return _open(state, Phase.REINFORCEMENTS)
    return _open(state, Phase.CONQUEST_REINFORCEMENTS)


def _reinforce(state: GameState) -> GameState:
    """Place all reinforcements; what no order places is lost."""
    first = state.phase is Phase.REINFORCEMENTS
    armies, carried = list(state.armies), [] if first else list(state.carried)
    plans = _plans(state)
    for player in state.seats:
        for line in check_places(state, player, plans[player]):  # type: ignore[arg-type]
            carried.append(line)
            if line.played:
                armies[state.game.index[line.order.territory]] += line.order.armies  # type: ignore[union-attr]
    after = Phase.ORDERS if first else Phase.TACTICAL
    state = state.evolve(
        armies=tuple(armies), carried=tuple(carried), reserves=(0,) * len(state.reserves)
    )
    return _open(state, after)


def _attack(state: GameState) -> GameState:
    """Send all forces out (R-8); the battles that follow are chance."""
    game, owners, armies = state.game, state.owners, state.armies
    plans = _plans(state)
    orders = [
        order
        for player in state.seats
        for order in check_orders(game, owners, armies, player, plans[player])  # type: ignore[arg-type]
    ]
    state = with_broken_pacts(state, orders)
    battles = begin(game, owners, armies, orders)
    return _fight_on(state.evolve(phase=Phase.BATTLES, resolution=battles, plans=()))


def _move(state: GameState) -> GameState:
    """Carry out the tactical moves (R-5); then the game may be won (V-2, V-11)."""
    armies, carried, index = list(state.armies), list(state.carried), state.game.index
    plans = _plans(state)
    for player in state.seats:
        for line in check_moves(state, player, plans[player]):  # type: ignore[arg-type]
            carried.append(line)
            if line.played:
                order = line.order
                armies[index[order.origin]] -= order.armies  # type: ignore[union-attr]
                armies[index[order.target]] += order.armies  # type: ignore[union-attr]
    state = state.evolve(armies=tuple(armies), carried=tuple(carried), plans=())
    state = after_tactical_moves(state)
    return state if state.phase is Phase.OVER else _draw_on(state)


_CARRY_OUT: dict[Phase, Callable[[GameState], GameState]] = {
    Phase.DIPLOMACY: _make_pacts,
    Phase.TRADES: _trade,
    Phase.REINFORCEMENTS: _reinforce,
    Phase.ORDERS: _attack,
    Phase.CONQUEST_TRADES: _trade,
    Phase.CONQUEST_REINFORCEMENTS: _reinforce,
    Phase.TACTICAL: _move,
}
assert _CARRY_OUT.keys() == PLANNING


# -- battles -----------------------------------------------------------------------------


def apply_same_time_throw(state: GameState, event: Thrown) -> GameState:
    """Take the losses of a roll."""
    return _fight_on(apply_thrown(state, event))


def apply_settled(state: GameState, event: Settled) -> GameState:
    """Take over how a battle ended."""
    return _fight_on(take_over(state, event.sizes))


def _fight_on(state: GameState) -> GameState:
    """Go on to the next battle; after the last one, see who is left (V-10)."""
    battles = resolution_of(state)
    if not battles.is_over:
        return state
    before, owners = state.owners, battles.owners
    took_part = {player for taken in battles.conquests for player in taken.conquerors}
    state = state.evolve(
        owners=owners,
        armies=battles.armies,
        drawers=tuple(p for p in state.seats if p in took_part and p in owners),
    )
    fallen = find_fallen(state, before)
    state = note_battles(state, [out.loser for out in fallen])
    if not fallen:
        return _open(state, Phase.TACTICAL)
    state = one_team_left(state.evolve(fallen=fallen))
    return state if state.phase is Phase.OVER else _pass_on(state)


def apply_same_time_passed_on(state: GameState, event: PassedOn) -> GameState:
    """Give a card of an eliminated player to an heir."""
    return _pass_on(apply_passed_on(state, event))


def _pass_on(state: GameState) -> GameState:
    """Pass the cards of the eliminated on; then trade them, where the US rule is played."""
    state = pass_on(state)
    if state.fallen:
        return state
    if state.game.rules.same_time.conquest_trade is ConquestTrade.US:
        return _open(state, Phase.CONQUEST_TRADES)
    return _open(state, Phase.TACTICAL)


# -- the end of a round --------------------------------------------------------------------


def apply_same_time_draw(state: GameState, event: Drawn) -> GameState:
    """Give a card to the player whose turn it is to draw."""
    state = with_drawn(state, event)
    return _draw_on(state.evolve(drawers=state.drawers[1:]))


def _draw_on(state: GameState) -> GameState:
    """Let the next one draw who took part in a conquest (K-14), as long as there are cards."""
    if state.drawers and draw_pile(state):
        return state.evolve(phase=Phase.DRAW, player=state.drawers[0])
    if state.last_round and state.round >= state.last_round:
        state = final_score(state)
        if state.phase is Phase.OVER:
            return state
    following = next(player for player in (*state.seats[1:], state.first) if player in state.owners)
    return begin_round(state.evolve(round=state.round + 1, first=following))
