"""A slow twin of the forecast: plans played roll by roll through the chance nodes of the engine.

Every roll of the dice is expanded with its fraction. Nothing is settled whole, nothing is
forgotten on the way, and no module of `oddsapp.whatif` but the plan itself is used.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import oddsapp
from oddsapp.engine import (
    Action,
    GameState,
    Phase,
    apply_action,
    chance_outcomes,
    legal_actions,
)
from oddsapp.engine.actions import (
    Attack,
    EndAttack,
    EndReinforcement,
    EndTurn,
    Fortify,
    Occupy,
    Place,
    Trade,
)
from oddsapp.errors import IllegalMove
from oddsapp.rules import RankedDice
from oddsapp.whatif.plans.plan import (
    FortifyRest,
    PlaceRest,
    Plan,
    PlannedAttack,
    Step,
    TradeBest,
    count_steps,
)


@dataclass(frozen=True)
class End:
    """One way the turn can go."""

    probability: Fraction
    state: GameState
    drawn: bool
    steps: tuple[tuple[int, str], ...]


Course = tuple[Fraction, GameState, bool, tuple[tuple[int, str], ...]]


def play_out(state: GameState, plan: Plan) -> list[End]:
    """Return every way the turn can go."""
    player = state.player
    found = []
    for chance, after, drawn, log in _steps((Fraction(1), state, False, ()), plan.steps, 0):
        for p, end, card in _end_turn(after, player, drawn=drawn):
            found.append(End(chance * p, end, card, log))
    assert sum(end.probability for end in found) == 1
    return found


def total(ends: list[End], test: Callable[[End], Any]) -> Fraction:
    """Return the probability of all ends that a test holds for."""
    return sum((end.probability for end in ends if test(end)), start=Fraction(0))


def _steps(
    course: Course, steps: tuple[Step, ...], number: int, behind: tuple[Step, ...] = ()
) -> Iterator[Course]:
    """Follow a course through steps; `behind` are those that come after them."""
    if not steps:
        yield course
        return
    for after in _step(course, steps[0], number, (*steps[1:], *behind)):
        yield from _steps(after, steps[1:], number + count_steps(steps[:1]), behind)


def _step(course: Course, step: Step, number: int, behind: tuple[Step, ...]) -> Iterator[Course]:
    chance, state, drawn, log = course
    if state.phase is Phase.OVER:
        yield course
        return
    if isinstance(step, PlannedAttack):
        yield from _attack(course, step, number, behind)
        return
    try:
        if isinstance(step, Fortify | FortifyRest):
            state, drawn = _leave_attack(state, drawn)
        after = apply_action(state, _action(state, step))
    except IllegalMove as error:
        yield chance, state, drawn, (*log, (number, error.rule))
        return
    yield chance, after, drawn, (*log, (number, "done"))


def _action(state: GameState, step: Step) -> Action:
    match step:
        case TradeBest():
            trades = [a.action for a in legal_actions(state) if isinstance(a.action, Trade)]
            if not trades:
                raise IllegalMove("K-2" if state.phase is Phase.SPOILS else "T-1", "no set")
            return max(
                trades,
                key=lambda t: sum(
                    sum(apply_action(state, t).__dict__[k]) for k in ("reserves", "armies")
                ),
            )
        case PlaceRest():
            return Place(max(1, state.reserves[state.player]), step.territory)
        case FortifyRest():
            number = state.armies_on(step.origin) - step.leave
            if number < 1 and state.owner_of(step.origin) == state.player:
                raise IllegalMove("T-6", "nobody left")
            return Fortify(max(1, number), step.origin, step.target)
        case Trade() | Place() | Fortify():
            return step
        case _:
            raise AssertionError(step)


# -- attacks -----------------------------------------------------------------------------


def _attack(
    course: Course, step: PlannedAttack, number: int, behind: tuple[Step, ...]
) -> Iterator[Course]:
    chance, state, drawn, log = course
    if state.phase is Phase.REINFORCE:
        state = apply_action(state, EndReinforcement())
    places = [number + 1]
    for branch in step.branches:
        places.append(places[-1] + count_steps(branch))
    if state.owner_of(step.target) == state.player:
        yield from _steps(
            (chance, state, drawn, (*log, (number, "held already"))),
            step.if_taken,
            places[1],
            behind,
        )
        return
    rule = _refusal(state, step)
    if rule:
        yield from _steps(
            (chance, state, drawn, (*log, (number, rule))), step.otherwise, places[2], behind
        )
        return
    shown = apply_action(state, Attack(step.origin, step.target, 1))
    if shown.phase is Phase.OVER:  # a mission fulfilled before (V-3): no dice are rolled
        yield chance, shown, drawn, (*log, (number, "V-3"))
        return
    loser = state.owner_of(step.target)
    for p, after in _battle(state, step):
        if after.owner_of(step.target) != state.player:
            label = "stopped" if after.armies_on(step.origin) > 1 else "beaten"
            here = chance * p, after, drawn, (*log, (number, label))
            yield from _steps(here, step.otherwise, places[2], behind)
            continue
        here = chance * p, after, drawn, (*log, (number, "taken"))
        out = loser >= 0 and loser not in after.owners
        for first in _eliminated(here, step, places[0], behind) if out else (here,):
            yield from _steps(first, step.if_taken, places[1], behind)


def _refusal(state: GameState, step: PlannedAttack) -> str:
    """Return the rule by which an attack cannot be begun, if there is one."""
    if state.owner_of(step.origin) != state.player or state.armies_on(step.origin) < 2:
        return "C-1"
    line = max(step.stop.at or 0, step.stop.reserve)
    return "C-5" if state.armies_on(step.origin) - 1 <= line else ""


def _battle(state: GameState, step: PlannedAttack) -> Iterator[tuple[Fraction, GameState]]:
    """Roll until the target is taken, and occupied, or the attack is called off."""
    combat = state.game.rules.combat
    assert isinstance(combat, RankedDice)
    most = combat.attack_dice
    fighting = {(state.armies, 0): (Fraction(1), state)}
    over: dict[object, tuple[Fraction, GameState]] = {}
    while fighting:
        armies, rolls = max(fighting, key=lambda key: (sum(key[0]), -key[1]))
        chance, here = fighting.pop((armies, rolls))
        if _stops(here, step, rolls):
            over[armies, False] = over.get((armies, False), (Fraction(0), here))[0] + chance, here
            continue
        dice = min(most, here.armies_on(step.origin) - 1 - step.stop.reserve)
        for left_by_it, p in _roll(here, Attack(step.origin, step.target, dice)):
            after = left_by_it
            if after.phase is Phase.OCCUPY:
                left = after.armies_on(step.origin)
                wanted = left - step.leave if step.move_in is None else step.move_in
                after = apply_action(after, Occupy(min(max(wanted, dice), left - 1)))
                known = over.get((after.armies, True), (Fraction(0), after))[0]
                over[after.armies, True] = known + chance * p, after
                continue
            key = after.armies, rolls + 1 if step.stop.rolls is not None else 0
            known = fighting.get(key, (Fraction(0), after))[0]
            fighting[key] = known + chance * p, after
    yield from over.values()


@lru_cache(maxsize=10_000)
def _roll(state: GameState, attack: Attack) -> tuple[tuple[GameState, Fraction], ...]:
    """Roll the dice once: every face of every die, and what it leaves of the armies."""
    pending = apply_action(state, attack)
    found: dict[GameState, Fraction] = {}
    for event, p in chance_outcomes(pending):
        after = apply_action(pending, event)
        found[after] = found.get(after, Fraction(0)) + Fraction(p)
    return tuple(found.items())


def _stops(state: GameState, step: PlannedAttack, rolls: int) -> bool:
    force, defenders = state.armies_on(step.origin) - 1, state.armies_on(step.target)
    if force <= max(step.stop.at or 0, step.stop.reserve) or rolls == step.stop.rolls:
        return True
    if not step.stop.odds:
        return False
    odds = oddsapp.battle(force=force, defenders=defenders, rules=state.game.rules, exact=True)
    return bool(odds.win < step.stop.odds)


def _eliminated(
    course: Course, step: PlannedAttack, number: int, behind: tuple[Step, ...]
) -> Iterator[Course]:
    """Follow what the plan says of an elimination, and trade and place the rest."""
    placing = 0
    while placing < len(step.if_eliminated) and not isinstance(
        step.if_eliminated[placing], PlannedAttack | Fortify | FortifyRest
    ):
        placing += 1
    first, then = step.if_eliminated[:placing], step.if_eliminated[placing:]
    attacks = [s.origin for s in (*then, *step.if_taken, *behind) if isinstance(s, PlannedAttack)]
    for chance, placed, drawn, log in _steps(course, first, number):
        state = _finished(placed, (*attacks[:1], step.target))
        here = chance, state, drawn, log
        after = (*step.if_taken, *behind)
        yield from _steps(here, then, number + count_steps(first), after)


def _finished(state: GameState, places: tuple[str, ...]) -> GameState:
    while state.phase is Phase.SPOILS:
        if any(isinstance(found.action, Trade) for found in legal_actions(state)):
            state = apply_action(state, _action(state, TradeBest()))
            continue
        own = next(name for name in places if state.owner_of(name) == state.player)
        state = apply_action(state, Place(state.reserves[state.player], own))
    return state


# -- the end -----------------------------------------------------------------------------


def _leave_attack(state: GameState, drawn: bool) -> tuple[GameState, bool]:
    if state.phase is Phase.REINFORCE:
        state = apply_action(state, EndReinforcement())
    if state.phase is Phase.ATTACK:
        state = apply_action(state, EndAttack())
    if state.phase is Phase.DRAW:
        # Any card does here: a test below looks at all.
        return apply_action(state, next(chance_outcomes(state))[0]), True
    return state, drawn


def _end_turn(
    state: GameState, player: int, *, drawn: bool
) -> Iterator[tuple[Fraction, GameState, bool]]:
    if state.phase is Phase.DRAW:
        for event, chance in chance_outcomes(state):
            assert isinstance(chance, Fraction)
            for p, after, _ in _end_turn(apply_action(state, event), player, drawn=True):
                yield chance * p, after, True
        return
    if state.phase is Phase.OVER or state.player != player:
        yield Fraction(1), state, drawn
        return
    last: Action = EndTurn()
    if state.phase is Phase.REINFORCE:
        last = EndReinforcement()
    elif state.phase is Phase.ATTACK:
        last = EndAttack()
    yield from _end_turn(apply_action(state, last), player, drawn=drawn)
