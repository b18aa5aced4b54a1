"""A campaign as steps of a plan: what the planner of attacks answers, written out.

The planner adapts how many armies move in to how many are left. A plan says it once: so many
stay, or so many move in. Where an army only goes on that is the same.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from oddsapp.combat.stop import StopRule
from oddsapp.engine.fortify import destinations
from oddsapp.engine.state import GameState
from oddsapp.errors import InvalidInput
from oddsapp.interrupts import check_interrupt
from oddsapp.odds.planning.plan import AttackPlan, Method, best_plan
from oddsapp.odds.planning.problem import Goal as PlannerGoal, make_problem
from oddsapp.odds.planning.step import Step as AttackStep
from oddsapp.players.evaluation import borders, enemy_owners, threat_to
from oddsapp.whatif.plans.openings import Opening, fronts
from oddsapp.whatif.plans.plan import TO_THE_END, FortifyRest, Plan, PlannedAttack, Step

MOST_STACKS = 4
"""From how many own territories the planner is told to attack at once."""

FEW_TARGETS = 6
"""With more targets than so many the planner gets fewer stacks, and only divides them."""

MOST_TRIES = 30
"""The most attacks on what was not taken the first time."""

_SECONDS = 0.03


@dataclass(frozen=True)
class Campaign:
    """An opening, and the attacks that the planner finds best after it.

    Parameters
    ----------
    opening : Opening
    found : AttackPlan
    """

    opening: Opening
    found: AttackPlan

    @property
    def value(self) -> float:
        """What the planner makes of it: P(all is taken)."""
        return float(self.found.value) if self.found.problem.goal is PlannerGoal.ALL else 0.0

    def plan(
        self,
        *,
        stop: StopRule = TO_THE_END,
        leave: int = 1,
        by_moving: bool = False,
        fortified: bool = False,
    ) -> Plan:
        """Return the campaign as a plan.

        Parameters
        ----------
        stop : StopRule
            For every attack.
        leave : int
            So many stay at least wherever an army moves on and an enemy may come.
        by_moving : bool
            Where armies fork, say how many move in, not how many stay.
        fortified : bool
            With a fortification at the end.
        """
        attacks = _attacks(self.found.steps, by_moving)
        if leave > 1:
            exposed = set(borders(self.after, self.after.player))
            index = self.after.game.index
            attacks = [
                replace(attack, leave=max(leave, attack.leave), move_in=None)
                if index[attack.origin] in exposed
                else attack
                for attack in attacks
            ]
        steps: list[Step] = [replace(attack, stop=stop) for attack in attacks]
        steps += self._second_tries(stop)
        move = fortification(self.after) if fortified else None
        return Plan((*self.opening.steps, *steps, *([move] if move else [])))

    def _second_tries(self, stop: StopRule) -> list[PlannedAttack]:
        """Return attacks on what was not taken, by whatever stands beside it.

        The planner decides anew after every attack. A plan has one order for all courses: so
        what is left of one army helps where another one has failed.
        """
        state = self.opening.state
        if len(self._stacks) + forks(self) < 2:
            return []  # where the one army fails nothing is left
        names, index = state.game.names, state.game.index
        targets = [index[step.target] for step in self.found.steps]
        first = {(step.origin, step.target) for step in self.found.steps}
        tries = [
            (names[place], names[target])
            for target in targets
            for place in (*reversed(targets), *self._stacks)
            if place != target and target in state.game.adjacent[place]
        ]
        return [PlannedAttack(*pair, stop) for pair in tries if pair not in first][:MOST_TRIES]

    @property
    def _stacks(self) -> list[int]:
        state = self.opening.state
        targets = [state.game.index[step.target] for step in self.found.steps]
        return able_stacks(state, targets)

    @property
    def after(self) -> GameState:
        """The board in the usual course in which it succeeds."""
        state = self.opening.state
        owners, armies = list(state.owners), list(state.armies)
        for step in self.found.steps:
            origin, target = state.game.index[step.origin], state.game.index[step.target]
            owners[target] = state.player
            armies[origin], armies[target] = step.stays, step.moved
        return state.evolve(owners=tuple(owners), armies=tuple(armies))


def _attacks(steps: Sequence[AttackStep], by_moving: bool) -> list[PlannedAttack]:
    attacks = []
    for step in steps:
        if step.stays <= 1:  # whatever is left, all move in
            attacks.append(PlannedAttack(step.origin, step.target))
        elif by_moving:
            attacks.append(PlannedAttack(step.origin, step.target, move_in=step.moved))
        else:
            attacks.append(PlannedAttack(step.origin, step.target, leave=step.stays))
    return attacks


def forks(campaign: Campaign) -> bool:
    """Tell whether an army divides somewhere on the way."""
    return any(step.stays > 1 for step in campaign.found.steps)


def plan_campaign(
    opening: Opening, targets: Sequence[int], *, helping: bool = False
) -> Campaign | None:
    """Return what the planner of attacks answers after an opening, None if it can do nothing.

    Where not all targets can be taken it is asked for the most of them on average.

    Parameters
    ----------
    opening : Opening
    targets : sequence of int
    helping : bool
        Whether armies may help each other, where there are few targets. Such a plan is decided
        anew after each attack: better, but a plan that is written down follows it less closely
        than one in which every army has targets of its own.
    """
    check_interrupt()
    state = opening.state
    if state.game.rules.turn.defender_chooses:
        return None  # no battle is fought whole there (C-3)
    several = MOST_STACKS if len(targets) <= FEW_TARGETS else 2
    seconds = _SECONDS if helping and len(targets) <= FEW_TARGETS else 0.0
    for most in (several, len(state.owners)):
        stacks = able_stacks(state, targets)[:most]
        if not stacks:
            return None
        force = sum(state.armies[place] - 1 for place in stacks)
        # On every territory taken an army has to stay: with fewer nobody takes all.
        goals = list(PlannerGoal) if force >= len(targets) else [PlannerGoal.TERRITORIES]
        for goal in goals:
            found = _asked(state, stacks, targets, goal, seconds)
            if found is None:
                break  # some are out of reach of these stacks: try with all
            if found.steps:
                return Campaign(opening, found)
        else:
            return None
    return None


def able_stacks(state: GameState, targets: Iterable[int]) -> list[int]:
    """Return the own territories that can attack one of these now, the largest stacks first."""
    return [place for place in fronts(state, targets) if state.armies[place] > 1]


def _asked(
    state: GameState,
    stacks: Sequence[int],
    targets: Sequence[int],
    goal: PlannerGoal,
    seconds: float,
) -> AttackPlan | None:
    names, armies = state.game.names, state.armies

    try:
        problem = make_problem(
            state.game.board,
            {names[place]: armies[place] for place in sorted(stacks)},
            {names[place]: armies[place] for place in targets},
            goal=goal,
            rules=state.game.battle_rules,
            full_dice=True,  # as the attacks of a plan are fought
        )
        found = best_plan(problem, seconds=seconds)
        # A search that is ended by the clock would not find the same twice.
        return best_plan(problem, seconds=0.0) if found.method is Method.SEARCH else found
    except InvalidInput:
        return None  # out of reach, or more than a plan is made for


def fortification(state: GameState) -> FortifyRest | None:
    """Return the move that brings most idle armies to where an attack has most more than there are.

    Idle are those on no border, and on a border those that no enemy beside it matches.
    None where that changes nothing.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> print(fortification(example_position().state))
    None
    """
    me, armies, names = state.player, state.armies, state.game.names
    enemies, front = enemy_owners(state, me), borders(state, me)
    lacks = {place: threat_to(state, place, enemies) - armies[place] for place in front}
    best: tuple[int, int, FortifyRest] | None = None
    for origin in state.territories(me):
        leave = max(1, armies[origin] + lacks[origin]) if origin in lacks else 1
        spare = armies[origin] - leave
        if spare < 1:
            continue
        reached = [place for place in destinations(state, origin) if place in lacks]
        for target in sorted(reached, key=lambda place: (-lacks[place], place))[:1]:
            gain = min(spare, max(0, lacks[target]))
            if gain and (best is None or (gain, spare) > best[:2]):
                best = gain, spare, FortifyRest(leave, names[origin], names[target])
    return best[2] if best else None
