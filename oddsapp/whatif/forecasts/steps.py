"""What a node of a plan comes to on one board state, and where the plan goes on.

Whoever carries a plan out asks here: a forecast for every case, a roll-out for the one that
it is in.
"""

from __future__ import annotations

from typing import NamedTuple

from oddsapp.engine.state import GameState, Phase
from oddsapp.engine.turn import after_draw
from oddsapp.errors import IllegalMove
from oddsapp.whatif.forecasts.course import EndOfTurn, FinishSpoils, Node
from oddsapp.whatif.plans.moves import (
    Done,
    Draw,
    after_battle,
    begin_attack,
    do_step,
    end_turn,
    finish_spoils,
    to_attack,
)
from oddsapp.whatif.plans.plan import PlannedAttack

TAKEN, STOPPED, BEATEN, HELD, DONE = "taken", "stopped", "beaten", "held already", "done"
"""What a step can come to, besides being skipped: then it is the rule that it met, T-6 say."""


class Came(NamedTuple):
    """One thing that a step came to.

    Parameters
    ----------
    label : str
    node : int
        Where the plan goes on.
    done : Done
    """

    label: str
    node: int
    done: Done


def certain_step(node: Node, done: Done, player: int, draw: Draw = after_draw) -> Came:
    """Return what a step that is no attack comes to, the end of the turn included."""
    step = node.step
    assert not isinstance(step, PlannedAttack)
    if isinstance(step, EndOfTurn):
        return Came(DONE, node.then, end_turn(done, player, draw))
    if isinstance(step, FinishSpoils):
        spoils = finish_spoils(done.state, step.places)
        return Came(DONE, node.then, Done(spoils, done.drawn))
    try:
        after = do_step(done.state, step, draw)
    except IllegalMove as error:
        return Came(error.rule, node.then, done)  # skipped
    return Came(DONE, node.then, Done(after.state, done.drawn or after.drawn))


def to_battle(node: Node, done: Done, player: int) -> Came | GameState:
    """Return the state in which an attack is about to be fought, or what comes without one."""
    step, state = node.step, done.state
    assert isinstance(step, PlannedAttack)
    if state.owners[state.game.index[step.target]] == player:
        return Came(HELD, node.taken, done)
    try:
        pending = begin_attack(to_attack(state), step)
    except IllegalMove as error:
        return Came(error.rule, node.then, done)
    if pending.phase is Phase.OVER:
        # A mission fulfilled before is shown before the dice are rolled: nothing is fought.
        return Came("V-3", node.then, Done(pending, done.drawn))
    return pending


def from_battle(node: Node, pending: GameState, end: tuple[int, ...]) -> Came:
    """Return what a battle comes to that ends so: the force and the defenders left."""
    step = node.step
    assert isinstance(step, PlannedAttack)
    after = after_battle(pending, step, end)
    if not end[1]:
        loser = pending.owners[pending.game.index[step.target]]
        way = node.taken if loser in after.owners else node.eliminated
        return Came(TAKEN, way, Done(after))
    return Came(STOPPED if end[0] else BEATEN, node.then, Done(after))


def is_over(done: Done) -> bool:
    """Tell whether nothing is left to be done: a step has won the game."""
    return done.state.phase is Phase.OVER
