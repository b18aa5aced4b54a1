"""The game as a whole: which actions are legal where, and what they do.

Each phase has its actions, and each action a check that says why it is illegal and a function
that returns the next state: `oddsapp.engine.moves` has the tables of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from oddsapp.engine.actions import (
    Action,
    ActionRange,
    AgreeToSetup,
    Bid,
    ClockExpired,
    Concede,
    PassBid,
    ProposeDraw,
    ProposeScore,
    Station,
    Submit,
    TakeBack,
    Undo,
)
from oddsapp.engine.allocation import corrections
from oddsapp.engine.chance_checks import check_event
from oddsapp.engine.consent import (
    PROPOSING,
    apply_proposal,
    check_proposal,
    proposals,
)
from oddsapp.engine.events import ChanceEvent
from oddsapp.engine.moves import EVENTS, LISTS, MOVES, Apply
from oddsapp.engine.setup import bids_are_over
from oddsapp.engine.state import BEFORE_PLAY, GameState, Phase
from oddsapp.engine.turn import end_attack
from oddsapp.engine.victory import mission_won
from oddsapp.errors import IllegalMove, InvalidInput

_TABLE = (Undo, ClockExpired, Concede, ProposeDraw, ProposeScore)
"""What is no move of the game, but is agreed on, or happens, around the table."""

CLOCK_RUNS = frozenset(
    {
        Phase.ATTACK,
        Phase.DEFEND,
        Phase.ROLL,
        Phase.ADJUST,
        Phase.REROLL,
        Phase.BATTLE,
        Phase.OCCUPY,
        Phase.SPOILS,
    }
)
"""The phases in which the attack clock runs, and can expire (C-9)."""
_NO_SLIP = (ClockExpired, Submit, Bid, PassBid, Station, TakeBack, AgreeToSetup)
"""What is no slip that an undo corrects: others act at the same time."""


def legal_actions(state: GameState) -> Iterator[ActionRange]:
    """Yield what the current player may do, lazily; amounts as ranges.

    At a chance node, and once the game is over, there is nothing. What is said around the
    table (undo, the clock, proposals) is in `table_actions`.

    Parameters
    ----------
    state : GameState

    Examples
    --------
    >>> from oddsapp.engine.setup import new_game
    >>> state = new_game("classic", players=3, first_player="seat", allocation="claim")
    >>> sum(len(actions) for actions in legal_actions(state))
    42
    """
    if state.phase in LISTS:
        yield from LISTS[state.phase](state)


def table_actions(state: GameState) -> Iterator[ActionRange]:
    """Yield what may be said around the table now: undo, the clock, proposals.

    And what anybody may take back where all place armies at once (S-5).

    Parameters
    ----------
    state : GameState

    Examples
    --------
    >>> from oddsapp.engine.actions import parse_action
    >>> from oddsapp.engine.setup import new_game
    >>> state = new_game("classic", players=3, first_player="seat", allocation="claim")
    >>> state = apply_action(state, parse_action("claim Siam"))
    >>> [str(actions.largest) for actions in table_actions(state)]
    []
    """
    if state.before is not None:
        yield ActionRange(Undo())
    if _clock_can_expire(state):
        yield ActionRange(ClockExpired())
    if state.phase in PROPOSING:
        yield from proposals(state)
    if state.phase is Phase.ARRANGE:
        yield from corrections(state)


def verify(state: GameState, action: Action) -> None:
    """Raise `IllegalMove` unless the action is legal.

    Parameters
    ----------
    state : GameState
    action : Action

    Raises
    ------
    IllegalMove
        With the rule that is broken, and the reason.
    InvalidInput
        If the board has no such territory, or this is no action.

    Examples
    --------
    >>> from oddsapp.engine.actions import EndTurn
    >>> from oddsapp.engine.setup import new_game
    >>> state = new_game("classic", players=3, first_player="seat", allocation="claim")
    >>> verify(state, EndTurn())
    Traceback (most recent call last):
        ...
    oddsapp.errors.IllegalMove: 'end the turn' cannot be done now, ... (rule T-1)
    """
    _find(state, action)


def _find(state: GameState, action: Action) -> Apply:
    """Return how to apply an action that is legal."""
    if isinstance(action, _TABLE):
        return _find_at_table(state, action)
    moves = MOVES.get(state.phase)
    found = moves.get(type(action)) if moves is not None else None
    if found is None:
        if not isinstance(action, Action):
            raise InvalidInput(
                f"{action!r} is no action or event; parse_action or parse_event reads one"
            )
        doing = "the game is over" if state.phase is Phase.OVER else state.phase.value
        rule = "R-1" if state.game.rules.is_same_time else "T-1"
        raise IllegalMove(rule, f"'{action}' cannot be done now, when it is to {doing}")
    found[0](state, action)
    return found[1]


def _find_at_table(state: GameState, action: Action) -> Apply:
    match action:
        case Undo():
            if state.before is None:
                raise IllegalMove(
                    "T-10", "there is nothing to undo; a move can be, until dice or the next turn"
                )
            return lambda state, _: state.before or state
        case ClockExpired():
            if not _clock_can_expire(state):
                raise IllegalMove("C-9", "no clock runs; one does in attacks, if the rules say so")
            return _time_up
        case _:
            if state.phase not in PROPOSING:
                raise IllegalMove("V-9", "only who plays the turn may propose, between moves")
            check_proposal(state, action)  # type: ignore[arg-type]
            return apply_proposal


def _clock_can_expire(state: GameState) -> bool:
    if state.phase is Phase.BID:
        return True
    limited = state.game.rules.turn.attack_seconds is not None
    return limited and not state.time_up and state.phase in CLOCK_RUNS


def _time_up(state: GameState, action: ClockExpired) -> GameState:
    """Finish what is under way and leave the attack phase (C-9), or end the bids (S-5)."""
    del action
    if state.phase is Phase.BID:
        return bids_are_over(state)
    state = state.evolve(time_up=True)
    return end_attack(state) if state.phase is Phase.ATTACK else state


def _corrected(new: GameState, before: GameState | None) -> GameState:
    """Return a state whose undo leads to another."""
    return new if new.before is before else new.evolve(before=before)


def apply_action(state: GameState, action: Action | ChanceEvent) -> GameState:
    """Return the state after an action, or after what chance has brought.

    Parameters
    ----------
    state : GameState
        Stays as it is.
    action : Action or ChanceEvent

    Raises
    ------
    IllegalMove
        If the rules do not allow it; with the rule and the reason.
    InvalidInput
        If it cannot be here at all: no such territory, other dice than are rolled.

    Examples
    --------
    >>> from oddsapp.engine.actions import parse_action
    >>> from oddsapp.engine.setup import new_game
    >>> state = new_game("classic", players=3, first_player="seat", allocation="claim")
    >>> state = apply_action(state, parse_action("claim Siam"))
    >>> state.owner_of("Siam"), state.player
    (0, 1)
    """
    if isinstance(action, ChanceEvent):
        check_event(state, action)
        new = _corrected(EVENTS[type(action)](state, action), None)
    else:
        new = _find(state, action)(state, action)
        if new is state.before:
            return new
        # A slip may be corrected until dice are rolled or somebody else plays (T-10): that
        # is also who answers. The clock is nobody's slip.
        same_turn = new.player == state.player and new.phase is not Phase.OVER
        answered = state.phase is Phase.DEFEND or state.phase is Phase.CONSENT
        slip = same_turn and not answered and type(action) not in _NO_SLIP
        new = _corrected(new, state if slip else None)
    if new.missions and new.phase is not Phase.OCCUPY and new.phase not in BEFORE_PLAY:
        return new if new.phase is Phase.OVER else mission_won(new)
    return new
