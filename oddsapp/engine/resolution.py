"""A RISK II battle phase resolved: stage by stage, each from the survivors of the last (M-11).

`begin` sends the forces out, `settle` takes over how a battle ended. In between the
resolution knows which battles are pending, and they are what chance decides; the battles of
one stage share no army, so their order does not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple

from oddsapp.combat.battle import Battle, State, border_clash, mass_invasion, spoils_of_war
from oddsapp.engine.encounters import (
    by_player,
    conquerors,
    head_on,
    stays_after_clash,
    surge_size,
)
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
    before = Resolution(game, orders, tuple(owners), tuple(left), tuple(forces), Stage.CLASHES)
    draft = _Draft(before)
    return draft.advanced(draft.clashes())


def _set_out(game: Game, number: int, player: int, order: BattleOrder) -> Force:
    home = game.index[order.origin]
    if isinstance(order, SurgeOrder):
        through, beyond = game.index[order.through], game.index[order.target]
        return Force(number, player, home, through, beyond, order.armies)
    return Force(number, player, home, game.index[order.target], NOWHERE, order.armies)


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
    draft = _Draft(state)
    draft.take(state.pending[place], survivors)
    return draft.advanced(state.pending[:place] + state.pending[place + 1 :])


def settle_stage(state: Resolution, survivors: Sequence[State]) -> Resolution:
    """Take over how all pending battles ended, one entry for each: they share no army."""
    draft = _Draft(state)
    for fight, left in zip(state.pending, survivors, strict=True):
        draft.take(fight, left)
    return draft.advanced(())


_NEXT = dict(zip(list(Stage), list(Stage)[1:], strict=False))
_IS_CLASH = {Stage.CLASHES, Stage.SURGE_CLASHES}
_IS_SPOILS = {Stage.SPOILS, Stage.SURGE_SPOILS}


class _Draft:
    """A resolution in lists that change, while battles are taken over."""

    def __init__(self, state: Resolution) -> None:
        self.game, self.orders, self.stage = state.game, state.orders, state.stage
        self.owners, self.armies = list(state.owners), list(state.armies)
        self.forces = list(state.forces)
        self.conquests, self.meetings = list(state.conquests), list(state.meetings)

    def advanced(self, pending: tuple[Fight, ...]) -> Resolution:
        """Return the resolution, at the next stage that has a battle if none is pending."""
        while not pending and self.stage is not Stage.OVER:
            self.stage = _NEXT[self.stage]
            match self.stage:
                case Stage.MASS_INVASIONS | Stage.MASS_SURGES:
                    pending = self.invasions(mass=True)
                case Stage.INVASIONS | Stage.SURGE_INVASIONS:
                    # Of mass invasions two players' armies or more are left, or none under way.
                    pending = self.invasions(mass=False)
                case Stage.SPOILS | Stage.SURGE_SPOILS:
                    pending = self.spoils()
                case Stage.SURGE_CLASHES:
                    self.surge()
                    pending = self.clashes()
                case _:
                    pass
        return Resolution(
            self.game,
            self.orders,
            tuple(self.owners),
            tuple(self.armies),
            tuple(self.forces),
            self.stage,
            pending,
            tuple(self.conquests),
            tuple(self.meetings),
        )

    # -- which battles there are -----------------------------------------------------------

    def attackers(self) -> dict[int, list[int]]:
        """Return the living forces under way by what they attack."""
        found: dict[int, list[int]] = {}
        under_way = Fate.UNDER_WAY
        for number, (_, _, _, target, _, size, fate) in enumerate(self.forces):
            if size and fate is under_way:
                found.setdefault(target, []).append(number)
        return found

    def clashes(self) -> tuple[Fight, ...]:
        """Return the pairs of forces that attack each other's territory (M-7)."""
        ways = {
            number: (self.forces[number].home, target)
            for target, numbers in self.attackers().items()
            for number in numbers
        }
        fights = []
        for number, other in head_on(ways):
            sizes = self.forces[number].size, self.forces[other].size
            battle = border_clash(*sizes, self.game.rules)
            fights.append(Fight(self.stage, ways[number][1], (number, other), battle))
        return tuple(fights)

    def invasions(self, *, mass: bool) -> tuple[Fight, ...]:
        """Return the battles for territories that two or more forces reach, or one alone.

        Who stayed at home defends alone (M-12).
        """
        fights = []
        for target, numbers in sorted(self.attackers().items()):
            if (len(numbers) > 1) is mass:
                sizes = [self.forces[number].size for number in numbers]
                battle = mass_invasion(sizes, self.armies[target], self.game.rules)
                fights.append(Fight(self.stage, target, tuple(numbers), battle))
        return tuple(fights)

    def spoils(self) -> tuple[Fight, ...]:
        """Return the battles of players who have conquered a territory together (M-8)."""
        fights = []
        for target, numbers in sorted(self.attackers().items()):
            sides = by_player(numbers, [self.forces[number].player for number in numbers])
            order = tuple(number for side in sides for number in side)
            sizes = [[self.forces[number].size for number in side] for side in sides]
            battle = spoils_of_war(sizes, self.game.rules)
            fights.append(Fight(self.stage, target, order, battle))
        return tuple(fights)

    def surge(self) -> None:
        """Send on the surges whose first battle was won."""
        for number, (order, player, _, target, beyond, size, fate) in enumerate(self.forces):
            if beyond == NOWHERE or fate is not Fate.OCCUPIES:
                continue
            goes = surge_size(self.game, player, self.owners, beyond, size)
            if goes:
                self.armies[target] -= goes
                self.forces[number] = Force(order, player, target, beyond, NOWHERE, goes)

    # -- how they end ----------------------------------------------------------------------

    def take(self, fight: Fight, survivors: State) -> None:
        """Take over how a battle ended."""
        stage, place, numbers, battle = fight
        defended = len(battle.armies) > len(numbers)
        defender = self.owners[place] if defended else NOWHERE
        self.meetings.append(Meeting(stage, place, numbers, defender, battle.armies, survivors))
        lost = Fate.LOST_ATTACK
        if stage in _IS_CLASH:
            lost = Fate.LOST_CLASH
        elif stage in _IS_SPOILS:
            lost = Fate.LOST_SPOILS
        for number, size in zip(numbers, survivors, strict=False):
            self._change(number, size, Fate.UNDER_WAY if size else lost)
        if stage in _IS_CLASH:
            self._leave_one(numbers)
        elif stage in _IS_SPOILS:
            self._occupy(fight)
        else:
            self.armies[place] = survivors[-1]
            if not survivors[-1]:
                self._conquer(fight)

    def _change(self, number: int, size: int, fate: Fate) -> None:
        order, player, home, target, beyond, _, _ = self.forces[number]
        self.forces[number] = Force(order, player, home, target, beyond, size, fate)

    def _leave_one(self, numbers: tuple[int, ...]) -> None:
        """Keep one of a clash's survivors at home, where the rules read M-13 so."""
        stays = stays_after_clash(self.game.rules)
        for number in numbers if stays else ():
            size = self.forces[number].size
            if size:
                self.armies[self.forces[number].home] += stays
                fate = Fate.UNDER_WAY if size > stays else Fate.STAYS_HOME
                self._change(number, size - stays, fate)

    def _conquer(self, fight: Fight) -> None:
        """Note that a territory's defenders are beaten; one player's armies occupy it at once."""
        stage, place, numbers, _ = fight
        forces = [self.forces[number] for number in numbers]
        players = conquerors([f.player for f in forces], [f.size for f in forces])
        self.conquests.append(Conquest(stage, place, self.owners[place], players))
        if len(players) == 1:
            self._occupy(fight)

    def _occupy(self, fight: Fight) -> None:
        """Let all armies that are left in a territory occupy it: they are one player's."""
        total = 0
        for number in fight.forces:
            _, player, _, _, _, size, _ = self.forces[number]
            if size:
                total += size
                self.owners[fight.place] = player
                self._change(number, size, Fate.OCCUPIES)
        self.armies[fight.place] = total
