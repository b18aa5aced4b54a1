"""A RISK II battle phase resolved: stage by stage, each from the survivors of the last (M-11).

`begin` sends the forces out, `settle` takes over how a battle ended. In between the
resolution knows which battles are pending, and they are what chance decides; the battles of
one stage share no army, so their order does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from oddsapp.combat.battle import Battle, State, border_clash, mass_invasion, spoils_of_war
from oddsapp.engine.game import Game
from oddsapp.engine.orders import BattleOrder, CheckedOrder, SurgeOrder

NOWHERE = -1


class Stage(StrEnum):
    """The kinds of battle in the order in which they are fought (M-11)."""

    CLASHES = "border clashes"
    MASS_INVASIONS = "mass invasions"
    INVASIONS = "invasions"
    SPOILS = "spoils of war"
    SURGE_CLASHES = "surge border clashes"
    MASS_SURGES = "mass surges"
    SURGE_INVASIONS = "surge invasions"
    SURGE_SPOILS = "surge spoils of war"
    OVER = "over"


class Fate(StrEnum):
    """What became of an order."""

    VOID = "void"
    UNDER_WAY = "under way"
    LOST_CLASH = "beaten on the border"
    LOST_ATTACK = "beaten by the defender"
    LOST_SPOILS = "beaten over the spoils"
    STAYS_HOME = "stays at home"
    OCCUPIES = "occupies"


class Force(NamedTuple):
    """An army on its way.

    Parameters
    ----------
    order : int
        Which order it carries out.
    player : int
    home : int
        Where it set out from; a surge, where it stands before the second battle.
    target : int
        What it attacks now.
    beyond : int
        What a surge attacks next, `NOWHERE` for any other.
    size : int
        0 once it is beaten.
    fate : Fate
    """

    order: int
    player: int
    home: int
    target: int
    beyond: int
    size: int
    fate: Fate = Fate.UNDER_WAY


class Fight(NamedTuple):
    """A battle that is pending.

    Parameters
    ----------
    stage : Stage
    place : int
        The territory that is fought over; of a clash, the first force's target.
    forces : tuple of int
        The attacking forces, in the order of the battle's armies.
    battle : Battle
    """

    stage: Stage
    place: int
    forces: tuple[int, ...]
    battle: Battle


class Conquest(NamedTuple):
    """A territory that has changed hands, or will once the spoils are fought.

    Parameters
    ----------
    stage : Stage
        The kind of battle in which its defenders were beaten.
    territory, loser : int
    conquerors : tuple of int
        The players whose armies were left.
    """

    stage: Stage
    territory: int
    loser: int
    conquerors: tuple[int, ...]


class Meeting(NamedTuple):
    """A battle that was fought: who met whom where, and what was left of each."""

    stage: Stage
    place: int
    forces: tuple[int, ...]
    defender: int
    before: State
    after: State


@dataclass(frozen=True)
class Resolution:
    """Where the battles of a turn stand.

    Parameters
    ----------
    game : Game
    orders : tuple of CheckedOrder
        All orders of all players, void ones too.
    owners, armies : tuple of int
        Of each territory; armies under way do not count (M-12).
    forces : tuple of Force
    stage : Stage
    pending : tuple of Fight
        The battles of this stage that are still to be fought.
    conquests : tuple of Conquest
    meetings : tuple of Meeting
    """

    game: Game
    orders: tuple[CheckedOrder, ...]
    owners: tuple[int, ...]
    armies: tuple[int, ...]
    forces: tuple[Force, ...]
    stage: Stage
    pending: tuple[Fight, ...] = ()
    conquests: tuple[Conquest, ...] = ()
    meetings: tuple[Meeting, ...] = ()

    @property
    def is_over(self) -> bool:
        """Whether all battles are fought."""
        return self.stage is Stage.OVER


# -- setting out -------------------------------------------------------------------------


def begin(
    game: Game,
    owners: Sequence[int],
    armies: Sequence[int],
    orders: Iterable[CheckedOrder],
) -> Resolution:
    """Send all forces out and find the first battles.

    Parameters
    ----------
    game : Game
    owners, armies : sequence of int
    orders : iterable of CheckedOrder
        Of all players, from `check_orders`.
    """
    orders = tuple(orders)
    left = list(armies)
    forces = []
    for number, checked in enumerate(orders):
        if checked.played:
            force = _set_out(game, number, checked.player, checked.order)
            left[force.home] -= force.size
            forces.append(force)
    start = Resolution(game, orders, tuple(owners), tuple(left), tuple(forces), Stage.CLASHES)
    return _advance(replace(start, pending=_clashes(start, Stage.CLASHES)))


def _set_out(game: Game, number: int, player: int, order: BattleOrder) -> Force:
    home = game.index[order.origin]
    if isinstance(order, SurgeOrder):
        through, beyond = game.index[order.through], game.index[order.target]
        return Force(number, player, home, through, beyond, order.armies)
    return Force(number, player, home, game.index[order.target], NOWHERE, order.armies)


# -- which battles there are ---------------------------------------------------------------


def _attackers(state: Resolution) -> dict[int, list[int]]:
    """Return the living forces under way by what they attack."""
    found: dict[int, list[int]] = {}
    for number, force in enumerate(state.forces):
        if force.size and force.fate is Fate.UNDER_WAY:
            found.setdefault(force.target, []).append(number)
    return found


def _clashes(state: Resolution, stage: Stage) -> tuple[Fight, ...]:
    """Return the pairs of forces that attack each other's territory (M-7).

    A ring of three is none: nobody meets head on.
    """
    ways = {
        (force.home, force.target): number
        for target in _attackers(state).values()
        for number in target
        for force in (state.forces[number],)
    }
    fights = []
    for (home, target), number in ways.items():
        other = ways.get((target, home))
        if other is not None and number < other:
            sizes = state.forces[number].size, state.forces[other].size
            battle = border_clash(*sizes, state.game.rules)
            fights.append(Fight(stage, target, (number, other), battle))
    return tuple(fights)


def _invasions(state: Resolution, stage: Stage, *, mass: bool) -> tuple[Fight, ...]:
    """Return the battles for territories that two or more forces reach, or one alone.

    Who stayed at home defends alone (M-12).
    """
    return tuple(
        Fight(
            stage,
            target,
            tuple(numbers),
            mass_invasion(
                [state.forces[number].size for number in numbers],
                state.armies[target],
                state.game.rules,
            ),
        )
        for target, numbers in sorted(_attackers(state).items())
        if (len(numbers) > 1) is mass
    )


def _spoils(state: Resolution, stage: Stage) -> tuple[Fight, ...]:
    """Return the battles of players who have conquered a territory together (M-8)."""
    fights = []
    for territory, numbers in sorted(_attackers(state).items()):
        sides: dict[int, list[int]] = {}
        for number in numbers:
            sides.setdefault(state.forces[number].player, []).append(number)
        order = [number for side in sides.values() for number in side]
        sizes = [[state.forces[number].size for number in side] for side in sides.values()]
        fights.append(Fight(stage, territory, tuple(order), spoils_of_war(sizes, state.game.rules)))
    return tuple(fights)


_NEXT = dict(zip(list(Stage), list(Stage)[1:], strict=False))


def _advance(state: Resolution) -> Resolution:
    """Go on to the next stage that has a battle."""
    while not state.pending and state.stage is not Stage.OVER:
        stage = _NEXT[state.stage]
        state = replace(state, stage=stage)
        match stage:
            case Stage.MASS_INVASIONS | Stage.MASS_SURGES:
                state = replace(state, pending=_invasions(state, stage, mass=True))
            case Stage.INVASIONS | Stage.SURGE_INVASIONS:
                # Of mass invasions two players' armies or more are left, or none under way.
                state = replace(state, pending=_invasions(state, stage, mass=False))
            case Stage.SPOILS | Stage.SURGE_SPOILS:
                state = replace(state, pending=_spoils(state, stage))
            case Stage.SURGE_CLASHES:
                state = _surge(state)
                state = replace(state, pending=_clashes(state, stage))
            case _:
                pass
    return state


def _surge(state: Resolution) -> Resolution:
    """Send on the surges whose first battle was won, one army staying (M-10, M-13)."""
    forces, armies, teams = list(state.forces), list(state.armies), state.game.teams
    for number, force in enumerate(forces):
        if force.fate is not Fate.OCCUPIES or force.beyond == NOWHERE or force.size < 2:
            continue
        owner = state.owners[force.beyond]
        if owner >= 0 and teams[owner] == teams[force.player]:
            continue  # another of the team's armies has taken it meanwhile
        armies[force.target] -= force.size - 1
        forces[number] = Force(
            force.order, force.player, force.target, force.beyond, NOWHERE, force.size - 1
        )
    return replace(state, forces=tuple(forces), armies=tuple(armies))


# -- how battles end -----------------------------------------------------------------------


def settle(state: Resolution, place: int, survivors: State) -> Resolution:
    """Take over how a pending battle ended.

    Parameters
    ----------
    state : Resolution
    place : int
        Which of `Resolution.pending`.
    survivors : tuple of int
        The size of every army at the end, in the battle's order.
    """
    fight = state.pending[place]
    pending = state.pending[:place] + state.pending[place + 1 :]
    meetings = (*state.meetings, _meeting(state, fight, survivors))
    state = replace(state, pending=pending, meetings=meetings)
    forces = list(state.forces)
    lost = {
        Stage.CLASHES: Fate.LOST_CLASH,
        Stage.SURGE_CLASHES: Fate.LOST_CLASH,
        Stage.SPOILS: Fate.LOST_SPOILS,
        Stage.SURGE_SPOILS: Fate.LOST_SPOILS,
    }.get(fight.stage, Fate.LOST_ATTACK)
    for number, size in zip(fight.forces, survivors, strict=False):
        fate = Fate.UNDER_WAY if size else lost
        forces[number] = forces[number]._replace(size=size, fate=fate)
    state = replace(state, forces=tuple(forces))
    if fight.stage in (Stage.CLASHES, Stage.SURGE_CLASHES):
        return _advance(_leave_one(state, fight))
    if fight.stage in (Stage.SPOILS, Stage.SURGE_SPOILS):
        return _advance(_occupy(state, fight.place))
    defenders = survivors[-1]
    state = replace(state, armies=_with(state.armies, fight.place, defenders))
    return _advance(state if defenders else _conquer(state, fight))


def _meeting(state: Resolution, fight: Fight, survivors: State) -> Meeting:
    defended = len(fight.battle.armies) > len(fight.forces)
    defender = state.owners[fight.place] if defended else NOWHERE
    return Meeting(fight.stage, fight.place, fight.forces, defender, fight.battle.armies, survivors)


def _leave_one(state: Resolution, fight: Fight) -> Resolution:
    """Keep one of a clash's survivors at home, where the rules read M-13 so."""
    if not state.game.rules.same_time.clash_leaves_one:
        return state
    forces, armies = list(state.forces), list(state.armies)
    for number in fight.forces:
        force = forces[number]
        if force.size:
            armies[force.home] += 1
            fate = Fate.UNDER_WAY if force.size > 1 else Fate.STAYS_HOME
            forces[number] = force._replace(size=force.size - 1, fate=fate)
    return replace(state, forces=tuple(forces), armies=tuple(armies))


def _conquer(state: Resolution, fight: Fight) -> Resolution:
    """Note that a territory's defenders are beaten; one player's armies occupy it at once."""
    players = tuple(
        dict.fromkeys(
            state.forces[number].player for number in fight.forces if state.forces[number].size
        )
    )
    conquest = Conquest(fight.stage, fight.place, state.owners[fight.place], players)
    state = replace(state, conquests=(*state.conquests, conquest))
    return _occupy(state, fight.place) if len(players) == 1 else state


def _occupy(state: Resolution, territory: int) -> Resolution:
    """Let all armies that are left in a territory occupy it: they are one player's."""
    forces = list(state.forces)
    total, owner = 0, state.owners[territory]
    for number, force in enumerate(forces):
        if force.target == territory and force.size and force.fate is Fate.UNDER_WAY:
            forces[number] = force._replace(fate=Fate.OCCUPIES)
            total, owner = total + force.size, force.player
    return replace(
        state,
        forces=tuple(forces),
        owners=_with(state.owners, territory, owner),
        armies=_with(state.armies, territory, total),
    )


def _with(values: tuple[int, ...], place: int, value: int) -> tuple[int, ...]:
    return (*values[:place], value, *values[place + 1 :])
