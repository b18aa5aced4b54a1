"""A plan carried out once, from its first step to the end of the turn."""

from __future__ import annotations

from typing import Protocol

from oddsapp.combat.stop import StopRule
from oddsapp.engine.classic import apply_action
from oddsapp.engine.state import GameState
from oddsapp.players.game import Luck
from oddsapp.whatif.forecasts.course import Course
from oddsapp.whatif.forecasts.steps import Came, certain_step, from_battle, is_over, to_battle
from oddsapp.whatif.plans.moves import Done, announced
from oddsapp.whatif.plans.plan import PlannedAttack


class PlanLuck(Luck, Protocol):
    """What settles all that is left to chance, the battles of a plan included."""

    def battle(self, pending: GameState, stop: StopRule | None) -> tuple[int, ...]:
        """Return how a battle ends: the force and the defenders left.

        Parameters
        ----------
        pending : GameState
            In which it is about to be fought.
        stop : StopRule, optional
            When it stops; None for what the state says itself.
        """


def carry_out(state: GameState, course: Course, fortune: PlanLuck) -> GameState:
    """Return what stands when the turn of a plan is over.

    Every step does what it does in a forecast (`oddsapp.whatif.forecasts.steps`); here it
    comes to one thing instead of all.

    Parameters
    ----------
    state : GameState
        Of which no card is hidden that is drawn or traded.
    course : Course
        The plan on this board, by `make_course`.
    fortune : PlanLuck
    """
    player, last = state.player, len(course.nodes) - 1
    done, place = Done(state), course.first

    def draw(at: GameState) -> GameState:
        return apply_action(at, fortune.draw(at))

    while True:
        node = course.nodes[place]
        if isinstance(node.step, PlannedAttack):
            pending = to_battle(node, done, player)
            if isinstance(pending, Came):
                came = pending
            else:
                stop = announced(done.state, node.step)[1]
                came = from_battle(node, pending, fortune.battle(pending, stop))
        else:
            came = certain_step(node, done, player, draw)
        done = came.done
        if place == last:
            return done.state
        place = last if is_over(done) else came.node
