"""What each step of a plan can come to, tabulated: the engine is asked once for each case.

A board state is kept in two parts: a *situation*, which is a state without the armies of the
territories that the plan can change, and a row of those armies. All rows of a situation meet
the same owners and cards, so that what a step comes to depends on few numbers of the row: the
armies of the territories that it touches.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from oddsapp.combat.battle import attack
from oddsapp.combat.stop import StopRule
from oddsapp.engine.chance import Ends
from oddsapp.engine.state import GameState
from oddsapp.errors import InvalidInput
from oddsapp.players.settle import settle, settle_exactly
from oddsapp.whatif.forecasts.course import Course, Node
from oddsapp.whatif.forecasts.steps import Came, certain_step, from_battle, is_over, to_battle
from oddsapp.whatif.plans.moves import Done, announced
from oddsapp.whatif.plans.plan import PlannedAttack

Touched = tuple[int, ...]
"""The armies of the territories that a step touches, in the order of the board."""


class TooManyStates(InvalidInput):
    """There are more board states than are told apart exactly."""

    def __init__(self, most: int) -> None:
        super().__init__(
            f"this plan leads to more than {most:,} board states that have to be told apart, too"
            " many for an exact forecast; it can be sampled (samples=, rng=)"
        )


@dataclass(frozen=True)
class Result:
    """One thing a step can come to: where the plan goes on, and with which armies."""

    label: str
    node: int
    situation: int
    armies: Touched


@dataclass
class Table:
    """What one step can come to in one situation, as far as it has been asked.

    Attributes
    ----------
    columns : tuple of int
        Which places of a row the step touches.
    results : list of Result
    rows : dict
        For the armies touched: the numbers of their results, and the probability of each.
    numbers : dict
        The number of each result.
    after : dict
        After an attack, by all other armies touched: the result of each end of the battle.
    """

    columns: tuple[int, ...]
    results: list[Result] = field(default_factory=list)
    rows: dict[Touched, tuple[list[int], list[Any]]] = field(default_factory=dict)
    numbers: dict[Any, int] = field(default_factory=dict)
    after: dict[Touched, dict[tuple[int, ...], int]] = field(default_factory=dict)


class Kernel:
    """Asks the engine what steps come to, and remembers it.

    Parameters
    ----------
    state : GameState
        Where the plan begins.
    course : Course
    exact : bool
        Probabilities as fractions.
    most_states : int, optional
        How many cases the engine may be asked for.
    """

    def __init__(
        self, state: GameState, course: Course, *, exact: bool, most_states: int | None = None
    ) -> None:
        self.course, self.player = course, state.player
        self.situations: list[Done] = []
        self._exact, self._most = exact, most_states
        self._asked = 0
        self._numbers: dict[Any, int] = {}
        self._tables: dict[tuple[int, int], Table] = {}
        self._ends: dict[tuple[int, int, StopRule], Ends] = {}
        state = state.evolve(before=None)
        self.start = self._number(Done(state)), self._armies(state)

    # -- situations ----------------------------------------------------------------------

    def _armies(self, state: GameState) -> Touched:
        return tuple([state.armies[column] for column in self.course.columns])

    def _number(self, done: Done) -> int:
        """Return the number of the situation of a state."""
        state = done.state
        armies = list(state.armies)
        for column in self.course.columns:
            armies[column] = 1
        fields = {**state.__dict__, "armies": tuple(armies), "before": None}
        del fields["game"]
        key = done.drawn, tuple(fields.values())
        number = self._numbers.get(key)
        if number is None:
            number = self._numbers[key] = len(self.situations)
            template = state.evolve(armies=fields["armies"], before=None)
            self.situations.append(Done(template, done.drawn))
        return number

    def _state(self, situation: int, columns: Iterable[int], armies: Touched) -> GameState:
        """Return a situation with the armies touched put back."""
        state = self.situations[situation].state
        counts = list(state.armies)
        for place, number in zip(columns, armies, strict=True):
            counts[self.course.columns[place]] = number
        return state.evolve(armies=tuple(counts))

    # -- steps ---------------------------------------------------------------------------

    def table(self, place: int, situation: int, touched: Iterable[Touched]) -> Table:
        """Return what a node comes to in a situation, with these rows in it at least."""
        table = self._tables.get((place, situation))
        node = self.course.nodes[place]
        if table is None:
            columns = tuple(
                n for n, column in enumerate(self.course.columns) if column in node.touched
            )
            table = self._tables[place, situation] = Table(columns)
        for armies in touched:
            if armies not in table.rows:
                state = self._state(situation, table.columns, armies)
                done = Done(state, self.situations[situation].drawn)
                if isinstance(node.step, PlannedAttack):
                    table.rows[armies] = self._attack(table, node, done, node.step)
                else:
                    came = certain_step(node, done, self.player)
                    table.rows[armies] = [self._result(table, came)], [1]
        return table

    def _attack(
        self, table: Table, node: Node, done: Done, step: PlannedAttack
    ) -> tuple[list[int], list[Any]]:
        state = done.state
        origin, target = state.game.index[step.origin], state.game.index[step.target]
        pending = to_battle(node, done, self.player)
        if isinstance(pending, Came):
            return [self._result(table, pending)], [1]
        # The end of a battle says all about these two territories: what they had before the
        # battle is forgotten with it.
        others: Touched = ()
        if len(table.columns) > 2:
            armies = list(state.armies)
            armies[origin] = armies[target] = 0
            others = tuple(armies)
        known = table.after.setdefault(others, {})
        found: dict[int, Any] = {}
        for end, chance in self._battle(state, origin, target, step):
            number = known.get(end)
            if number is None:
                number = known[end] = self._result(table, from_battle(node, pending, end))
            found[number] = found.get(number, 0) + chance
        return list(found), list(found.values())

    def _battle(self, state: GameState, origin: int, target: int, step: PlannedAttack) -> Ends:
        _, stop = announced(state, step)
        force, defenders = state.armies[origin] - 1, state.armies[target]
        key = force, defenders, stop
        if key not in self._ends:
            battle = attack(force, defenders, state.game.battle_rules)
            self._ends[key] = (settle_exactly if self._exact else settle)(battle, stop)
        return self._ends[key]

    def _result(self, table: Table, came: Came) -> int:
        """Return the number of a result in its table."""
        label, node, done = came
        if is_over(done):
            node = len(self.course.nodes) - 1
        armies = tuple([done.state.armies[self.course.columns[n]] for n in table.columns])
        key = label, node, self._number(done), armies
        number = table.numbers.get(key)
        if number is None:
            self._asked += 1
            if self._most is not None and self._asked > self._most:
                raise TooManyStates(self._most)
            number = table.numbers[key] = len(table.results)
            table.results.append(Result(label, node, key[2], armies))
        return number
