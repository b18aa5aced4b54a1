"""The second wave of a same-time turn: surges go on from what they have just taken (M-10).

Only territories that a surge joins, through which it went and beyond, meet again: a *group*.
Given what the first wave has made of each of them, whose it is and whether a surge can go on,
it is settled who meets whom; the sizes are mixtures, independent of each other. Battles that
share a mixture are fought one after the other in one table, its columns the sizes that are
still to matter.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import product
from typing import Any, NamedTuple

from oddsapp.combat.battle import border_clash
from oddsapp.engine.encounters import head_on, stays_after_clash, surge_size
from oddsapp.errors import InvalidInput
from oddsapp.odds.mixture import Mixture, fight, joined, merged, together
from oddsapp.whatif.contest import (
    ARMIES,
    CONQUERORS,
    OWNER,
    SURGE,
    Contest,
    by_columns,
)
from oddsapp.whatif.first_wave import FirstWave

MOST_CONTEXTS = 3_000
"""The most times that a battle of the second wave is fought for what else hangs on it."""


class Standing(NamedTuple):
    """A territory after the first wave.

    Parameters
    ----------
    place, owner, conquerors : int
    beyond : int
        Where a surge goes on to, -1 if none does.
    sizes : Mixture
        Two columns: the armies that stay, and those that go on.
    """

    place: int
    owner: int
    conquerors: int
    beyond: int
    sizes: Mixture


class Outcomes:
    """What comes of a group: jointly whose its territories are, and each one's armies.

    Attributes
    ----------
    joint : dict
        The probability of each pair of owners, in the group's order, and conquerors (a bit
        each).
    armies : dict
        For each territory the probability of each pair of owner and armies.
    """

    def __init__(self, places: Sequence[int]) -> None:
        self.places = tuple(places)
        self.joint: dict[tuple[tuple[int, ...], int], Any] = {}
        self.armies: dict[int, dict[tuple[int, int], Any]] = {place: {} for place in places}

    def add(self, owners: tuple[int, ...], mask: int, weight: Any) -> None:
        """Add to the probability of these owners and conquerors."""
        self.joint[owners, mask] = self.joint.get((owners, mask), 0) + weight

    def add_armies(self, place: int, found: Mixture, weight: Any) -> None:
        """Add to the probabilities of the owner and the armies of one territory."""
        table = self.armies[place]
        for (owner, armies), chance in found.items():
            key = owner, armies
            table[key] = table.get(key, 0) + chance * weight


class _Table:
    """Sizes that are still to matter, and whose the territories that are decided have become.

    A column is named by a pair: what it holds, and the territory.
    """

    def __init__(self, standing: Sequence[Standing], targets: set[int]) -> None:
        self.names: list[tuple[str, int]] = []
        parts = []
        for here in standing:
            kept = [("stays", 0)] if here.place in targets else []
            kept += [("goes", 1)] if here.beyond >= 0 else []
            columns = [column for _, column in kept]
            self.names += [(name, here.place) for name, _ in kept]
            parts.append(merged(here.sizes.sizes[:, columns], here.sizes.weights))
        self.rows = reduce(together, parts)

    def column(self, name: str, place: int) -> int:
        return self.names.index((name, place))

    def replace(
        self,
        columns: Sequence[int],
        names: Sequence[tuple[str, int]],
        act: Callable[[Mixture], Mixture],
    ) -> None:
        """Put in place of some columns what ``act`` makes of them, given all others."""
        import numpy as np

        others = [column for column in range(len(self.names)) if column not in columns]
        parts: list[Mixture] = []
        for values, rows in by_columns(self.rows, others):
            if len(parts) >= MOST_CONTEXTS:
                raise InvalidInput(
                    "surges that meet would be fought out in more than"
                    f" {MOST_CONTEXTS:,} combinations"
                )
            found = act(Mixture(rows.sizes[:, list(columns)], rows.weights))
            fixed = np.tile(np.array(values, dtype=np.int64), (len(found.weights), 1))
            parts.append(Mixture(np.concatenate([fixed, found.sizes], axis=1), found.weights))
        self.names = [self.names[column] for column in others] + list(names)
        self.rows = joined(parts)


class SecondWave:
    """The surges of one group.

    Parameters
    ----------
    wave : FirstWave
    places : sequence of int
        The territories of the group.
    """

    def __init__(self, wave: FirstWave, places: Sequence[int]) -> None:
        self.wave, self.game, self.places = wave, wave.game, tuple(places)
        self.beyond = {
            (force.player, force.target): force.beyond
            for _, force in wave.surges()
            if force.target in places
        }

    def outcomes(self, first: dict[int, Mixture]) -> Outcomes:
        """Return what comes of the group from the results of each of its territories."""
        found = Outcomes(self.places)
        split = [list(self._split(first[place])) for place in self.places]
        for choice in product(*split):
            owners = list(self.wave.start.owners)
            for place, ((owner, _, _), _) in zip(self.places, choice, strict=True):
                owners[place] = owner
            weight: Any = 1
            standing = []
            for place, ((owner, mask, can_go), rows) in zip(self.places, choice, strict=True):
                chance = rows.weights.sum()
                weight = weight * chance
                beyond = self.beyond.get((owner, place), -1) if can_go else -1
                sizes = rows.sizes[:, [ARMIES, SURGE]]
                sizes[:, 1] = [
                    0 if beyond < 0 else surge_size(self.game, owner, owners, beyond, size)
                    for size in sizes[:, 1].tolist()
                ]
                if not sizes[:, 1].any():
                    beyond = -1
                sizes[:, 0] -= sizes[:, 1]
                kept = merged(sizes, rows.weights / chance)
                standing.append(Standing(place, owner, mask, beyond, kept))
            self._fight(standing, weight, found)
        return found

    def _split(self, results: Mixture) -> Iterator[tuple[tuple[int, int, bool], Mixture]]:
        """Yield the results of a territory by owner, conquerors, and whether a surge can go on."""
        for (owner, mask), rows in by_columns(results, (OWNER, CONQUERORS)):
            going = rows.sizes[:, SURGE] > 1
            for can_go in (False, True):
                these = going == can_go
                if these.any():
                    yield (owner, mask, can_go), Mixture(rows.sizes[these], rows.weights[these])

    def _fight(self, standing: list[Standing], weight: Any, found: Outcomes) -> None:
        targets = {here.beyond for here in standing if here.beyond >= 0}
        mask = 0
        for here in standing:
            mask |= here.conquerors
            if here.place not in targets:
                rows = here.sizes
                stays = rows.sizes[:, [0, 0]].copy()
                stays[:, 0] = here.owner
                found.add_armies(here.place, Mixture(stays, rows.weights), weight)
        ends: list[tuple[dict[int, int], int, Any]] = [({}, mask, weight)]
        for cluster in _clusters(standing):
            results = self._cluster(cluster, weight, found)
            ends = [
                (owners | more, mask | others, chance * share)
                for owners, mask, chance in ends
                for more, others, share in results
            ]
        for owners, mask, chance in ends:
            now = tuple(owners.get(here.place, here.owner) for here in standing)
            found.add(now, mask, chance)

    def _cluster(
        self, standing: list[Standing], weight: Any, found: Outcomes
    ) -> list[tuple[dict[int, int], int, Any]]:
        """Fight out battles that share a size; return owners, conquerors, probability."""
        movers = {here.place: here for here in standing if here.beyond >= 0}
        targets = {here.beyond for here in movers.values()}
        owner = {here.place: here.owner for here in standing}
        table = _Table(standing, targets)
        ways = {here.place: (here.place, here.beyond) for here in movers.values()}
        for pair in head_on(ways):
            self._clash(table, pair)
        for target in sorted(targets):
            sides = [here for here in movers.values() if here.beyond == target]
            columns = [table.column("goes", here.place) for here in sides]
            columns.append(table.column("stays", target))
            contest = Contest(self.game, owner[target], tuple(s.owner for s in sides), {})

            def decide(rows: Mixture, contest: Contest = contest, target: int = target) -> Mixture:
                results = contest.results(rows)
                found.add_armies(
                    target, Mixture(results.sizes[:, [OWNER, ARMIES]], results.weights), weight
                )
                return merged(results.sizes[:, [OWNER, CONQUERORS]], results.weights)

            table.replace(columns, [("owner", target), ("conquerors", target)], decide)
        results = []
        for state, chance in table.rows.items():
            owners, mask = {}, 0
            for (name, place), value in zip(table.names, state, strict=True):
                if name == "owner":
                    owners[place] = value
                else:
                    mask |= value
            results.append((owners, mask, chance))
        return results

    def _clash(self, table: _Table, pair: tuple[int, int]) -> None:
        """Fight a surge border clash: the winner goes on, as in a clash of the first wave."""
        import numpy as np

        rules = self.game.rules
        back = stays_after_clash(rules)
        battle = border_clash(1, 1, rules)
        names = [("goes", place) for place in pair] + [("stays", place) for place in pair]

        def decide(rows: Mixture) -> Mixture:
            parts = []
            for at_home, group in by_columns(rows, (2, 3)):
                ends = fight(battle, Mixture(group.sizes[:, :2], group.weights))
                won = ends.sizes > 0
                sizes = np.zeros((len(won), 4), dtype=np.int64)
                sizes[:, :2] = ends.sizes - back * won
                sizes[:, 2:] = at_home + back * won
                parts.append(Mixture(sizes, ends.weights))
            return joined(parts)

        table.replace([table.column(*name) for name in names], names, decide)


def _clusters(standing: Sequence[Standing]) -> list[list[Standing]]:
    """Return the territories whose battles share a size, each cluster on its own.

    A surge is fought where it goes. What stays and what goes of one territory hang together,
    so where it is a target as well, both battles do.
    """
    by_place = {here.place: here for here in standing}
    left = {here.beyond for here in standing if here.beyond >= 0}
    targets = set(left)
    clusters = []
    while left:
        group = [min(left)]
        left.discard(group[0])
        for target in group:
            near = {
                here.place for here in standing if here.beyond == target and here.place in targets
            }
            near.add(by_place[target].beyond)
            group.extend(sorted(near & left))
            left -= near
        movers = [here.place for here in standing if here.beyond in group]
        clusters.append([by_place[place] for place in dict.fromkeys([*group, *movers])])
    return clusters
