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
from oddsapp.odds.planning.plan import AttackPlan, Method, plan_attack
from oddsapp.odds.planning.problem import Goal as PlannerGoal
from oddsapp.odds.planning.step import Step as AttackStep
from oddsapp.players.evaluation import borders, enemy_owners, threat_to
from oddsapp.whatif.openings import Opening
from oddsapp.whatif.plan import TO_THE_END, FortifyRest, Plan, PlannedAttack, Step

MOST_STACKS = 4
"""From how many own territories the planner is told to attack at once."""

FEW_TARGETS = 6
"""With more targets than so many the planner gets fewer stacks, and only divides them."""

_SECONDS = 0.03
_MOST_HELPERS = 2


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
        steps: list[Step] = [
            replace(attack, stop=stop, otherwise=self._helpers(attack, stop)) for attack in attacks
        ]
        move = fortification(self.after) if fortified else None
        return Plan((*self.opening.steps, *steps, *([move] if move else [])))

    def _helpers(self, attack: PlannedAttack, stop: StopRule) -> tuple[Step, ...]:
        """Return what other stacks do about a target that the first one did not take."""
        state = self.opening.state
        target = state.game.index[attack.target]
        others = [
            place
            for place in state.territories(state.player)
            if state.armies[place] > 1
            and target in state.game.adjacent[place]
            and state.game.names[place] != attack.origin
        ]
        others.sort(key=lambda place: (-state.armies[place], place))
        steps: tuple[Step, ...] = ()
        for place in reversed(others[:_MOST_HELPERS]):
            steps = (PlannedAttack(state.game.names[place], attack.target, stop, otherwise=steps),)
        return steps

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


def plan_campaign(opening: Opening, targets: Sequence[int]) -> Campaign | None:
    """Return what the planner of attacks answers after an opening, None if it can do nothing.

    Where not all targets can be taken it is asked for the most of them on average.
    """
    state = opening.state
    if state.game.rules.turn.defender_chooses:
        return None  # no battle is fought whole there (C-3)
    several = MOST_STACKS if len(targets) <= FEW_TARGETS else 2
    for most in (several, len(state.owners)):
        stacks = _stacks(state, targets, most)
        if not stacks:
            return None
        for goal in (PlannerGoal.ALL, PlannerGoal.TERRITORIES):
            found = _asked(state, stacks, targets, goal)
            if found is None:
                break  # some are out of reach of these stacks: try with all
            if found.steps:
                return Campaign(opening, found)
        else:
            return None
    return None


def _stacks(state: GameState, targets: Iterable[int], most: int) -> list[int]:
    wanted = set(targets)
    able = [
        place
        for place in state.territories(state.player)
        if state.armies[place] > 1 and wanted.intersection(state.game.neighbours[place])
    ]
    return sorted(able, key=lambda place: (-state.armies[place], place))[:most]


def _asked(
    state: GameState, stacks: Sequence[int], targets: Sequence[int], goal: PlannerGoal
) -> AttackPlan | None:
    names, armies = state.game.names, state.armies

    def answer(seconds: float) -> AttackPlan:
        return plan_attack(
            state.game.board,
            {names[place]: armies[place] for place in sorted(stacks)},
            {names[place]: armies[place] for place in targets},
            goal=goal,
            rules=state.game.battle_rules,
            seconds=seconds,
        )

    try:
        found = answer(_SECONDS if len(targets) <= FEW_TARGETS else 0.0)
        # A search that is ended by the clock would not find the same twice.
        return answer(0.0) if found.method is Method.SEARCH else found
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
