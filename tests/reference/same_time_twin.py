"""The battle phase of a RISK II turn (rules M-10 to M-14), written down a second time.

A *column* is a force on its way: (player, where it set out from, the territories still before
it, size). A *world* is the land, (territory, owner, armies) of each, and the columns. Worlds are
carried through two waves, the orders and then the surges, each of clashes, mass invasions,
invasions, spoils and moving in; wherever a battle may end in several ways a world becomes
several. The battles themselves are those of `tests.reference.risk2_twin`.

Orders are taken as they are: which of them count is not asked here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any

from tests.reference.risk2_twin import clash, mass, spoils

Column = tuple[str, str, tuple[str, ...], int]
Land = tuple[tuple[str, str, int], ...]
World = tuple[Land, tuple[Column, ...]]
Worlds = dict[World, Fraction]
Branches = list[tuple[World, Fraction]]


def outcomes(
    holdings: Mapping[str, tuple[str, int]],
    orders: Iterable[tuple[str, int, Sequence[str]]],
    *,
    clash_leaves_one: bool = False,
    **options: Any,
) -> dict[Land, Fraction]:
    """Chance of each end of the battle phase.

    ``holdings`` says owner and armies of each territory, an order its player, its force and
    its way, from the territory it leaves. ``options`` are fields of the battles' `Rules`, and
    ``mass_reading`` and ``spoils_reading``.
    """
    armies = {place: count for place, (_, count) in holdings.items()}
    columns = []
    for player, force, (home, *way) in orders:
        armies[home] -= force
        columns.append((player, home, tuple(way), force))
    land = tuple(sorted((place, owner, armies[place]) for place, (owner, _) in holdings.items()))
    fights = _Fights(clash_leaves_one, options)
    worlds: Worlds = {(land, tuple(sorted(columns))): Fraction(1)}
    for _ in range(2):
        for next_fight in (fights.clash, fights.mass, fights.single, fights.spoils):
            worlds = _fight_all(worlds, next_fight)
        worlds = _merged((_moved_in(world), chance) for world, chance in worlds.items())
    ends: dict[Land, Fraction] = {}
    for (land, _), chance in worlds.items():
        ends[land] = ends.get(land, Fraction(0)) + chance
    return ends


def _merged(branches: Iterable[tuple[World, Fraction]]) -> Worlds:
    worlds: Worlds = {}
    for world, chance in branches:
        worlds[world] = worlds.get(world, Fraction(0)) + chance
    return worlds


def _fight_all(worlds: Worlds, fight: Callable[[World], Branches | None]) -> Worlds:
    """Fight one battle after the other in every world until none of this kind is left."""
    done: Worlds = {}
    while worlds:
        ahead: Worlds = {}
        for world, chance in worlds.items():
            branches = fight(world)
            if branches is None:
                done[world] = done.get(world, Fraction(0)) + chance
            for after, share in branches or []:
                ahead[after] = ahead.get(after, Fraction(0)) + chance * share
        worlds = ahead
    return done


def _arriving(world: World) -> dict[str, list[Column]]:
    found: dict[str, list[Column]] = {}
    for column in world[1]:
        found.setdefault(column[2][0], []).append(column)
    return found


def _defenders(world: World, place: str) -> int:
    return next(armies for name, _, armies in world[0] if name == place)


def _with(world: World, old: Sequence[Column], sizes: Sequence[int]) -> World:
    """Return the world with these columns of other sizes, those of size 0 gone."""
    columns = list(world[1])
    for column in old:
        columns.remove(column)
    columns += [(*c[:3], size) for c, size in zip(old, sizes, strict=True) if size]
    return world[0], tuple(sorted(columns))


def _holding(world: World, place: str, armies: int) -> World:
    land = ((n, o, armies if n == place else count) for n, o, count in world[0])
    return tuple(land), world[1]


class _Fights:
    """The next battle of each kind: how a world goes on from it, None if there is none."""

    def __init__(self, clash_leaves_one: bool, options: Mapping[str, Any]) -> None:
        self.clash_leaves_one = clash_leaves_one
        self.options = dict(options)
        self.mass_reading = self.options.pop("mass_reading", "protected")
        self.spoils_reading = self.options.pop("spoils_reading", "top_roll")

    def clash(self, world: World) -> Branches | None:
        for one, other in combinations(world[1], 2):
            if one[1] == other[2][0] and other[1] == one[2][0]:
                return [
                    (self._after_clash(world, one, other, sizes), chance)
                    for sizes, chance in clash(one[3], other[3], **self.options).items()
                ]
        return None

    def _after_clash(
        self, world: World, one: Column, other: Column, sizes: tuple[int, int]
    ) -> World:
        if not self.clash_leaves_one:
            return _with(world, (one, other), sizes)
        for (_, home, _, _), size in zip((one, other), sizes, strict=True):
            if size:
                world = _holding(world, home, _defenders(world, home) + 1)
        return _with(world, (one, other), [max(0, size - 1) for size in sizes])

    def mass(self, world: World) -> Branches | None:
        return self._invasion(world, lambda columns: len(columns) > 1)

    def single(self, world: World) -> Branches | None:
        return self._invasion(world, lambda columns: len(columns) == 1)

    def _invasion(self, world: World, is_meant: Callable[[list[Column]], bool]) -> Branches | None:
        for place, columns in _arriving(world).items():
            defenders = _defenders(world, place)
            if defenders and is_meant(columns):
                ends = mass(
                    [column[3] for column in columns],
                    defenders,
                    reading=self.mass_reading,
                    **self.options,
                )
                return [
                    (_holding(_with(world, columns, sizes), place, left), chance)
                    for (sizes, left), chance in ends.items()
                ]
        return None

    def spoils(self, world: World) -> Branches | None:
        for columns in _arriving(world).values():
            players = sorted({column[0] for column in columns})
            if len(players) > 1:
                hands = [[c for c in columns if c[0] == player] for player in players]
                ends = spoils(
                    [[c[3] for c in hand] for hand in hands],
                    reading=self.spoils_reading,
                    **self.options,
                )
                order = [c for hand in hands for c in hand]
                return [
                    (_with(world, order, [size for hand in sizes for size in hand]), chance)
                    for sizes, chance in ends.items()
                ]
        return None


def _moved_in(world: World) -> World:
    """Let the victors move in, then send on the surges, each leaving one army (M-10)."""
    land = {name: (owner, armies) for name, owner, armies in world[0]}
    for place, columns in _arriving(world).items():
        land[place] = columns[0][0], sum(column[3] for column in columns)
    onward = []
    for player, _, (place, *way), size in world[1]:
        if way and size > 1 and land[way[0]][0] != player:
            onward.append((player, place, tuple(way), size - 1))
            land[place] = player, land[place][1] - size + 1
    after = tuple(sorted((name, owner, armies) for name, (owner, armies) in land.items()))
    return after, tuple(sorted(onward))
