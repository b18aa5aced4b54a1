"""A RISK II battle phase resolved: stage by stage, each from the survivors of the last (M-11).

`begin` sends the forces out, `settle` takes over how a battle ended. In between the
resolution knows which battles are pending, and they are what chance decides; the battles of
one stage share no army, so their order does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import NamedTuple

from oddsapp.combat.battle import Battle, State, border_clash, mass_invasion, spoils_of_war
from oddsapp.engine.game import Game
from oddsapp.engine.orders import BattleOrder, CheckedOrder, SurgeOrder
from oddsapp.rules import Ruleset

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
        number: (force.home, force.target)
        for target in _attackers(state).values()
        for number in target
        for force in (state.forces[number],)
    }
    fights = []
    for number, other in head_on(ways):
        sizes = state.forces[number].size, state.forces[other].size
        battle = border_clash(*sizes, state.game.rules)
        fights.append(Fight(stage, state.forces[number].target, (number, other), battle))
    return tuple(fights)


def head_on(ways: Mapping[int, tuple[int, int]]) -> tuple[tuple[int, int], ...]:
    """Return the pairs of forces that go into each other's territory (M-7).

    Parameters
    ----------
    ways : mapping
        Where each force comes from and where it goes.

    Examples
    --------
    >>> head_on({0: (4, 7), 1: (7, 5), 2: (7, 4), 3: (5, 4)})
    ((0, 2),)
    """
    numbers = {way: number for number, way in ways.items()}
    pairs = ((number, numbers.get((way[1], way[0]), -1)) for way, number in numbers.items())
    return tuple(pair for pair in pairs if pair[0] < pair[1])


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
        sides = by_player(numbers, [state.forces[number].player for number in numbers])
        order = [number for side in sides for number in side]
        sizes = [[state.forces[number].size for number in side] for side in sides]
        fights.append(Fight(stage, territory, tuple(order), spoils_of_war(sizes, state.game.rules)))
    return tuple(fights)


def by_player(forces: Iterable[int], players: Iterable[int]) -> list[list[int]]:
    """Return the forces of each player, in the order in which they fight for the spoils."""
    sides: dict[int, list[int]] = {}
    for number, player in zip(forces, players, strict=True):
        sides.setdefault(player, []).append(number)
    return list(sides.values())


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
    forces, armies = list(state.forces), list(state.armies)
    for number, force in enumerate(forces):
        if force.fate is not Fate.OCCUPIES or force.beyond == NOWHERE:
            continue
        size = surge_size(state.game, force.player, state.owners[force.beyond], force.size)
        if size:
            armies[force.target] -= size
            forces[number] = Force(
                force.order, force.player, force.target, force.beyond, NOWHERE, size
            )
    return replace(state, forces=tuple(forces), armies=tuple(armies))


def surge_size(game: Game, player: int, owner: int, size: int) -> int:
    """Return what a surge that has won its first battle goes on with, one army staying (M-10).

    Parameters
    ----------
    game : Game
    player : int
    owner : int
        Who holds its second target by now: it stays if that is the player's team.
    size : int
        What is left of it.
    """
    if owner >= 0 and game.teams[owner] == game.teams[player]:
        return 0
    return size - 1


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
    after = _After(state)
    after.take(state.pending[place], survivors)
    return _advance(after.frozen(state.pending[:place] + state.pending[place + 1 :]))


def settle_stage(state: Resolution, survivors: Sequence[State]) -> Resolution:
    """Take over how all pending battles ended, one entry for each: they share no army."""
    after = _After(state)
    for fight, left in zip(state.pending, survivors, strict=True):
        after.take(fight, left)
    return _advance(after.frozen(()))


_LOST = {
    Stage.CLASHES: Fate.LOST_CLASH,
    Stage.SURGE_CLASHES: Fate.LOST_CLASH,
    Stage.SPOILS: Fate.LOST_SPOILS,
    Stage.SURGE_SPOILS: Fate.LOST_SPOILS,
}


class _After:
    """A resolution while battles are taken over, in lists that change."""

    def __init__(self, state: Resolution) -> None:
        self.state = state
        self.owners, self.armies = list(state.owners), list(state.armies)
        self.forces = list(state.forces)
        self.conquests, self.meetings = list(state.conquests), list(state.meetings)

    def frozen(self, pending: tuple[Fight, ...]) -> Resolution:
        """Return the resolution, with these battles still pending."""
        state = self.state
        return Resolution(
            state.game,
            state.orders,
            tuple(self.owners),
            tuple(self.armies),
            tuple(self.forces),
            state.stage,
            pending,
            tuple(self.conquests),
            tuple(self.meetings),
        )

    def take(self, fight: Fight, survivors: State) -> None:
        """Take over how a battle ended."""
        stage, place, numbers, battle = fight
        defended = len(battle.armies) > len(numbers)
        defender = self.owners[place] if defended else NOWHERE
        self.meetings.append(Meeting(stage, place, numbers, defender, battle.armies, survivors))
        lost = _LOST.get(stage, Fate.LOST_ATTACK)
        for number, size in zip(numbers, survivors, strict=False):
            fate = Fate.UNDER_WAY if size else lost
            self.forces[number] = self.forces[number]._replace(size=size, fate=fate)
        if stage in (Stage.CLASHES, Stage.SURGE_CLASHES):
            self._leave_one(numbers)
        elif stage in (Stage.SPOILS, Stage.SURGE_SPOILS):
            self._occupy(fight)
        else:
            self.armies[place] = survivors[-1]
            if not survivors[-1]:
                self._conquer(fight)

    def _leave_one(self, numbers: tuple[int, ...]) -> None:
        """Keep one of a clash's survivors at home, where the rules read M-13 so."""
        stays = stays_after_clash(self.state.game.rules)
        for number in numbers if stays else ():
            force = self.forces[number]
            if force.size:
                self.armies[force.home] += stays
                fate = Fate.UNDER_WAY if force.size > stays else Fate.LOST_CLASH
                self.forces[number] = force._replace(size=force.size - stays, fate=fate)

    def _conquer(self, fight: Fight) -> None:
        """Note that a territory's defenders are beaten; one player's armies occupy it at once."""
        forces = [self.forces[number] for number in fight.forces]
        players = conquerors(
            [force.player for force in forces], tuple(force.size for force in forces)
        )
        conquest = Conquest(fight.stage, fight.place, self.owners[fight.place], players)
        self.conquests.append(conquest)
        if len(players) == 1:
            self._occupy(fight)

    def _occupy(self, fight: Fight) -> None:
        """Let all armies that are left in a territory occupy it: they are one player's."""
        self.armies[fight.place] = 0
        for number in fight.forces:
            force = self.forces[number]
            if force.size:
                self.forces[number] = force._replace(fate=Fate.OCCUPIES)
                self.armies[fight.place] += force.size
                self.owners[fight.place] = force.player


def stays_after_clash(rules: Ruleset) -> int:
    """Return how many of a clash's survivors go back home: none, or one as an option (M-13)."""
    return int(rules.same_time.clash_leaves_one)


def conquerors(players: Sequence[int], survivors: State) -> tuple[int, ...]:
    """Return whose armies are left where the defenders are beaten: one occupies at once."""
    return tuple(
        dict.fromkeys(player for player, size in zip(players, survivors, strict=True) if size)
    )
