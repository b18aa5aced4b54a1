"""What stands on the map and what is planned there, and what each tap makes of it.

A `Draft` is a value, and every function here returns a new one: a tap on the map, a choice in
a select box and an address that was opened all come to the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import NamedTuple

from oddsapp.boards import Board, find_board

MINE, ENEMY = 0, 1
"""Places of owners among the players: oneself, and whoever else has all that is not said."""

REST = 2
"""What stands on a territory of which nothing was said."""

START = 12
"""What stands on a territory that is tapped to attack from it before anything is owned."""

MOST = 999
"""The most armies of one territory that the page takes."""


class Held(NamedTuple):
    """Who has a territory, as a place among the players, and with how many armies."""

    owner: int
    armies: int


class Attack(NamedTuple):
    """One attack of the plan, and how many armies stay where it came from."""

    origin: str
    target: str
    leave: int = 1


@dataclass(frozen=True)
class Draft:
    """A position as far as a planner needs it, and the attacks planned so far.

    Parameters
    ----------
    board : str
        The name of a board that comes with the package.
    held : tuple of Held
        All territories in the board's order.
    attacks : tuple of Attack
        In turn. Each comes from a territory of one's own, or that an attack before has taken.
    front : str
        Where the next attack comes from; empty if that is not said yet.
    selected : str
        Whose armies are being looked at.
    rest : int
        The armies of an enemy of whom nothing was said.

    Examples
    --------
    >>> draft = tapped(tapped(empty("classic"), "North Africa"), "Brazil")
    >>> draft.attacks, draft.front, draft.armies("North Africa")
    ((Attack(origin='North Africa', target='Brazil', leave=1),), 'Brazil', 12)
    """

    board: str
    held: tuple[Held, ...]
    attacks: tuple[Attack, ...] = ()
    front: str = ""
    selected: str = ""
    rest: int = REST

    @cached_property
    def map(self) -> Board:
        """The board."""
        return find_board(self.board)

    @cached_property
    def mine(self) -> tuple[str, ...]:
        """One's own territories, as things stand now."""
        pairs = zip(self.map.territories, self.held, strict=True)
        return tuple(territory for territory, held in pairs if held.owner == MINE)

    @cached_property
    def targets(self) -> tuple[str, ...]:
        """What the plan takes, in turn."""
        return tuple(attack.target for attack in self.attacks)

    def armies(self, territory: str) -> int:
        """Return what stands on a territory now."""
        return self.held[self.map.index(territory)].armies

    def owner(self, territory: str) -> int:
        """Return who has a territory now."""
        return self.held[self.map.index(territory)].owner

    @cached_property
    def origins(self) -> tuple[str, ...]:
        """From where an attack can come: own territories, and what is taken by then."""
        able = [territory for territory in self.mine if self.armies(territory) > 1]
        return (*able, *self.targets)

    @cached_property
    def legal(self) -> tuple[str, ...]:
        """What a tap makes part of the plan: where to attack next, or where to begin."""
        if self.front:
            taken = {*self.mine, *self.targets}
            return tuple(name for name in self.map.neighbours(self.front) if name not in taken)
        return self.origins if self.mine else self.map.territories


def empty(board: str, rest: int = REST) -> Draft:
    """Return a board of which nothing is one's own."""
    return Draft(board, (Held(ENEMY, rest),) * len(find_board(board).territories), rest=rest)


# -- taps ----------------------------------------------------------------------------------


def tapped(draft: Draft, territory: str) -> Draft:
    """Return what a tap makes of a draft while attacks are planned.

    The first tap says where to begin, each one after it on a neighbour whom to attack next. A
    tap on what is one's own by then says from where to go on. Everything else is only looked
    at, so that its armies can be changed; so a tap too many does no harm.

    Examples
    --------
    >>> draft = tapped(tapped(empty("classic"), "Siam"), "Indonesia")
    >>> tapped(draft, "Indonesia") == draft, tapped(draft, "Peru").selected
    (True, 'Peru')
    >>> tapped(tapped(draft, "Siam"), "China").attacks[-1]
    Attack(origin='Siam', target='China', leave=1)
    """
    if draft.front and territory in draft.legal:
        attacks = (*draft.attacks, Attack(draft.front, territory))
        return replace(draft, attacks=attacks, front=territory, selected=territory)
    if territory in draft.mine or territory in draft.targets:
        return replace(draft, front=territory, selected=territory)
    if not draft.mine:
        held = _with(draft, territory, Held(MINE, max(START, draft.armies(territory))))
        return replace(draft, held=held, front=territory, selected=territory)
    return replace(draft, selected=territory)


def handed_over(draft: Draft, territory: str) -> Draft:
    """Return a draft in which a territory is one's own if it was not, and the enemy's if it was.

    Attacks that this makes impossible are left out.
    """
    owner = ENEMY if draft.owner(territory) == MINE else MINE
    held = _with(draft, territory, Held(owner, draft.armies(territory)))
    return repaired(replace(draft, held=held, selected=territory))


def looking_at(draft: Draft, territory: str) -> Draft:
    """Return a draft in which the armies of a territory can be changed."""
    return replace(draft, selected=territory)


# -- changes -------------------------------------------------------------------------------


def with_armies(draft: Draft, territory: str, armies: int) -> Draft:
    """Return a draft with so many armies on a territory."""
    return replace(draft, held=_with(draft, territory, Held(draft.owner(territory), armies)))


def with_rest(draft: Draft, rest: int) -> Draft:
    """Return a draft in which so many stand on each enemy territory of which nothing was said."""
    before, after = Held(ENEMY, draft.rest), Held(ENEMY, rest)
    held = tuple(after if each == before else each for each in draft.held)
    return replace(draft, held=held, rest=rest)


def with_leave(draft: Draft, place: int, leave: int) -> Draft:
    """Return a draft in which so many armies stay where an attack came from."""
    changed = draft.attacks[place]._replace(leave=leave)
    return replace(draft, attacks=(*draft.attacks[:place], changed, *draft.attacks[place + 1 :]))


def with_attacks(draft: Draft, attacks: Iterable[Attack]) -> Draft:
    """Return a draft with these attacks in place of those that were planned."""
    planned = tuple(attacks)
    last = planned[-1].target if planned else ""
    return repaired(replace(draft, attacks=planned, front=last, selected=last))


def without_last(draft: Draft) -> Draft:
    """Return a draft without its last attack; without any, of where it was to begin.

    Examples
    --------
    >>> draft = tapped(tapped(empty("classic"), "Siam"), "Indonesia")
    >>> without_last(draft).front, without_last(without_last(draft)).front
    ('Siam', '')
    """
    if not draft.attacks:
        return replace(draft, front="", selected="")
    *before, last = draft.attacks
    return replace(draft, attacks=tuple(before), front=last.origin, selected=last.origin)


def without_attacks(draft: Draft) -> Draft:
    """Return a draft with nothing planned; owners and armies stay."""
    first = draft.attacks[0].origin if draft.attacks else draft.front
    return replace(draft, attacks=(), front=first, selected=first)


def on_board(draft: Draft, board: str) -> Draft:
    """Return a draft on another board, as far as that has the same territories and borders.

    Examples
    --------
    >>> draft = tapped(tapped(empty("classic"), "Greenland"), "Ontario")
    >>> on_board(draft, "risk2").attacks, on_board(draft, "risk2_97_links").targets
    ((), ('Ontario',))
    """
    start = empty(board, draft.rest)
    known = dict(zip(draft.map.territories, draft.held, strict=True))
    pairs = zip(start.map.territories, start.held, strict=True)
    held = tuple(known.get(territory, default) for territory, default in pairs)
    moved = replace(start, held=held, front=draft.front, selected=draft.selected)
    return repaired(replace(moved, attacks=draft.attacks))


def repaired(draft: Draft) -> Draft:
    """Return a draft without attacks that cannot be made, and without a front nobody can have."""
    there = set(draft.map.territories)
    own = set(draft.mine)
    attacks = []
    for attack in draft.attacks:
        open_to = draft.map.neighbours(attack.origin) if attack.origin in there else ()
        if attack.origin in own and attack.target in open_to and attack.target not in own:
            attacks.append(attack)
            own.add(attack.target)
    selected = draft.selected if draft.selected in there else ""
    front = draft.front if draft.front in own else ""
    return replace(draft, attacks=tuple(attacks), front=front, selected=selected)


def _with(draft: Draft, territory: str, held: Held) -> tuple[Held, ...]:
    place = draft.map.index(territory)
    return (*draft.held[:place], held, *draft.held[place + 1 :])
