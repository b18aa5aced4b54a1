"""The course of a plan: its steps as nodes, each with the nodes that can come next.

Every way leads forwards, so that whatever arrives at a node arrives before it is left. A node
knows on which territories something still depends: the armies of all others may be forgotten.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from oddsapp.engine.actions import Fortify, Place, Trade
from oddsapp.engine.state import GameState
from oddsapp.whatif.plans.plan import (
    FortifyRest,
    PlaceRest,
    Plan,
    PlannedAttack,
    Step,
    TradeBest,
    count_steps,
)

_PLACING = (Trade, TradeBest, Place, PlaceRest)


@dataclass(frozen=True)
class FinishSpoils:
    """After an elimination: what must be traded and placed and has not been yet.

    Parameters
    ----------
    places : tuple of int
        Where armies go: on the first of these that is one's own.
    """

    places: tuple[int, ...]


@dataclass(frozen=True)
class EndOfTurn:
    """Behind the last step."""


@dataclass(frozen=True)
class Node:
    """A step, and what comes next.

    Parameters
    ----------
    step : Step, FinishSpoils or EndOfTurn
    number : int
        Of the step in `Plan.walk`; -1 for what is no step of the plan.
    then : int
        The node after it; after an attack, if the target is not one's own.
    taken, eliminated : int
        After an attack, if the target is, and if that was somebody's last territory.
    touched : frozenset of int
        The territories whose armies it looks at or changes.
    alive : frozenset of int
        Those whose armies it or any node behind it does.
    """

    step: Step | FinishSpoils | EndOfTurn
    number: int
    then: int
    taken: int
    eliminated: int
    touched: frozenset[int]
    alive: frozenset[int]


@dataclass(frozen=True)
class Course:
    """A plan on a board.

    Parameters
    ----------
    nodes : tuple of Node
        The last one is the end of the turn.
    first : int
        Where it begins.
    columns : tuple of int
        The territories whose armies can change, or are looked at.
    """

    nodes: tuple[Node, ...]
    first: int
    columns: tuple[int, ...]


def make_course(state: GameState, plan: Plan) -> Course:
    """Return the course of a plan from a state; the plan has been checked.

    Examples
    --------
    >>> from oddsapp.engine import new_game
    >>> from oddsapp.whatif.plans.plan_text import parse_plan
    >>> plan = parse_plan('''
    ... attack Alaska -> Kamchatka
    ... if taken:
    ...     attack Kamchatka -> Japan
    ... ''')
    >>> state = new_game("classic", players=3).evolve(owners=(0,) * 21 + (1,) * 21)
    >>> course = make_course(state, plan)
    >>> [(node.then, node.taken) for node in course.nodes]
    [(2, 1), (2, 2), (2, 2)]
    """
    maker = _Maker(state, plan)
    end = maker.add(EndOfTurn(), frozenset())
    first = maker.block(plan.steps, end, 0)
    last = len(maker.nodes) - 1
    nodes = tuple(
        replace(
            node,
            then=last - node.then,
            taken=last - node.taken,
            eliminated=last - node.eliminated,
        )
        for node in reversed(maker.nodes)
    )
    return Course(nodes, last - first, tuple(sorted(nodes[last - first].alive)))


class _Maker:
    """Makes nodes from the last to the first: what follows is there already."""

    def __init__(self, state: GameState, plan: Plan) -> None:
        self._state, self._index = state, state.game.index
        self.nodes: list[Node] = []
        steps = list(plan.walk())
        attacks = [step for step in steps if isinstance(step, PlannedAttack)]
        targets = {self._index[step.target] for step in attacks}
        self._mortal = {
            owner
            for owner in set(state.owners)
            if owner >= 0 and targets.issuperset(state.territories(owner))
        }
        self._on_cards = self._bonuses()
        self._all = self._everything(steps)

    def _bonuses(self) -> frozenset[int]:
        """Return the territories on which a trade may place armies (K-8)."""
        game = self._state.game
        if not game.rules.cards.owned_bonus:
            return frozenset()
        cards = {card for hand in self._state.hands for card in hand}
        return frozenset(card for card in cards if 0 <= card < len(game.names))

    def _everything(self, steps: list[Step]) -> frozenset[int] | None:
        """Return all territories of the plan, if any step may depend on the armies of any.

        That is so for missions with garrisons (V-3), the score (V-7), and where a limit of
        armies sends what has no room elsewhere (T-5).
        """
        state = self._state
        limited = state.game.rules.turn.stack_limit is not None
        if not (state.missions or state.last_round or limited):
            return None
        found = set(self._on_cards)
        for step in steps:
            found |= self._named(step)
        if limited and self._mortal:
            found |= set(range(len(state.owners)))
        return frozenset(found)

    def _named(self, step: Step) -> frozenset[int]:
        match step:
            case PlannedAttack() | Fortify() | FortifyRest():
                return frozenset({self._index[step.origin], self._index[step.target]})
            case Place() | PlaceRest():
                return frozenset({self._index[step.territory]})
            case Trade() | TradeBest():
                return self._on_cards

    def add(
        self,
        step: Step | FinishSpoils | EndOfTurn,
        touched: frozenset[int],
        *,
        number: int = -1,
        ways: tuple[int, int, int] | None = None,
    ) -> int:
        """Add a node in front of those at the end of these ways; return where it is."""
        then, taken, eliminated = ways or (len(self.nodes),) * 3
        if self._all is not None:
            touched = self._all
        alive = touched.union(*(self.nodes[way].alive for way in ways or ()))
        self.nodes.append(Node(step, number, then, taken, eliminated, touched, alive))
        return len(self.nodes) - 1

    def block(
        self,
        steps: tuple[Step, ...],
        follow: int,
        number: int,
        spoils: FinishSpoils | None = None,
    ) -> int:
        """Add the nodes of these steps in front of another; return the first one.

        In the branch of an elimination what is left to be traded and placed is, as soon as
        a step comes that needs it.
        """
        placing = 0
        if spoils is not None:
            while placing < len(steps) and isinstance(steps[placing], _PLACING):
                placing += 1
        for place in reversed(range(len(steps))):
            if spoils is not None and place == placing - 1:
                follow, spoils = self._finish(spoils, follow), None
            follow = self._step(steps[place], follow, number + count_steps(steps[:place]))
        return follow if spoils is None else self._finish(spoils, follow)

    def _step(self, step: Step, follow: int, number: int) -> int:
        if isinstance(step, PlannedAttack):
            return self._attack(step, follow, number)
        return self.add(step, self._named(step), number=number, ways=(follow,) * 3)

    def _finish(self, spoils: FinishSpoils, follow: int) -> int:
        touched = self._on_cards.union(spoils.places)
        return self.add(spoils, touched, ways=(follow,) * 3)

    def _attack(self, step: PlannedAttack, follow: int, number: int) -> int:
        eliminated_at = number + 1
        taken_at = eliminated_at + count_steps(step.if_eliminated)
        otherwise_at = taken_at + count_steps(step.if_taken)
        otherwise = self.block(step.otherwise, follow, otherwise_at)
        taken = self.block(step.if_taken, follow, taken_at)
        eliminated = taken
        target = self._index[step.target]
        if self._state.owners[target] in self._mortal:
            next_origin = self._next_origin(step.if_eliminated, taken)
            places = (target,) if next_origin is None else (next_origin, target)
            eliminated = self.block(
                step.if_eliminated, taken, eliminated_at, spoils=FinishSpoils(places)
            )
        ways = (otherwise, taken, eliminated)
        return self.add(step, self._named(step), number=number, ways=ways)

    def _next_origin(self, before: tuple[Step, ...], node: int) -> int | None:
        """Return from where the next attack comes, if the plan has one."""
        for step in before:
            if isinstance(step, PlannedAttack):
                return self._index[step.origin]
        while not isinstance(found := self.nodes[node].step, EndOfTurn):
            if isinstance(found, PlannedAttack):
                return self._index[found.origin]
            node = self.nodes[node].then
        return None
