"""The second wave of a same-time turn: surges go on from what they have just taken (M-10).

Only territories that a surge joins, through which it went and beyond, meet again: a *group*.
Given what the first wave has made of each of them, whose it is and whether a surge can go on,
it is settled who meets whom; the sizes are mixtures, independent of each other: *factors*. A
battle joins those that it needs, and is fought once for every combination of what else in
them still matters.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import reduce
from itertools import product
from math import prod
from typing import Any, NamedTuple

from oddsapp.combat.battle import border_clash
from oddsapp.engine.encounters import head_on, stays_after_clash, surge_size
from oddsapp.errors import InvalidInput
from oddsapp.odds.mixture import Mixture, fight, joined, merged, together
from oddsapp.whatif.turns.contest import (
    ARMIES,
    CONQUERORS,
    OWNER,
    SURGE,
    Contest,
    by_columns,
)
from oddsapp.whatif.turns.first_wave import FirstWave

MOST_CONTEXTS = 1_500
"""The most times in all that the battles of a group are fought for what else hangs on them."""


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


Column = tuple[str, int]
"""What a column holds, and of which territory."""


class _Factor(NamedTuple):
    """Sizes that still matter and owners already settled, independent of other factors."""

    names: list[Column]
    rows: Mixture


class _Factors:
    """What is known of a group, as independent factors that battles join.

    Parameters
    ----------
    standing : sequence of Standing
    """

    def __init__(self, standing: Sequence[Standing]) -> None:
        self.contexts = 0
        self.factors: list[_Factor] = []
        targets = {here.beyond for here in standing if here.beyond >= 0}
        for here in standing:
            columns = [0] * (here.place in targets) + [1] * (here.beyond >= 0)
            kinds = [("stays", "goes")[column] for column in columns]
            rows = merged(here.sizes.sizes[:, columns], here.sizes.weights)
            if len(columns) == 2 and 1 in [_distinct(rows, [column]) for column in (0, 1)]:
                # One of two that never varies is independent of the other.
                self._add([(kinds[0], here.place)], merged(rows.sizes[:, [0]], rows.weights))
                self._add([(kinds[1], here.place)], merged(rows.sizes[:, [1]], rows.weights))
            elif columns:
                self._add([(kind, here.place) for kind in kinds], rows)

    def _add(self, names: list[Column], rows: Mixture) -> None:
        self.factors.append(_Factor(names, rows))

    def _split(self, columns: Sequence[Column]) -> tuple[list[_Factor], list[_Factor]]:
        """Return the factors that have any of these columns, and the others."""
        touched = [factor for factor in self.factors if not set(columns).isdisjoint(factor.names)]
        others = [factor for factor in self.factors if set(columns).isdisjoint(factor.names)]
        return touched, others

    def count_contexts(self, columns: Sequence[Column]) -> int:
        """Return in how many combinations of what hangs on these columns they are met."""
        touched, _ = self._split(columns)
        return prod(
            _distinct(rows, [n for n, name in enumerate(names) if name not in columns])
            for names, rows in touched
        )

    def replace(
        self,
        columns: Sequence[Column],
        names: Sequence[Column],
        act: Callable[[Mixture], Mixture],
    ) -> None:
        """Put in place of some columns what ``act`` makes of them, given what hangs on them."""
        import numpy as np

        self.contexts += self.count_contexts(columns)
        if self.contexts > MOST_CONTEXTS:
            raise InvalidInput(
                f"the battles of surges that meet would be fought in {self.contexts:,} combinations"
                f" of what else hangs on them; the limit is {MOST_CONTEXTS:,}"
            )
        touched, self.factors = self._split(columns)
        before = [name for factor in touched for name in factor.names]
        rows = reduce(together, [factor.rows for factor in touched])
        others = [place for place, name in enumerate(before) if name not in columns]
        taken = [before.index(name) for name in columns]
        parts = []
        for values, these in by_columns(rows, others):
            found = act(Mixture(these.sizes[:, taken], these.weights))
            fixed = np.tile(np.array(values, dtype=np.int64), (len(found.weights), 1))
            parts.append(Mixture(np.concatenate([fixed, found.sizes], axis=1), found.weights))
        self._add([before[place] for place in others] + list(names), joined(parts))


def _distinct(rows: Mixture, columns: Sequence[int]) -> int:
    return sum(1 for _ in by_columns(rows, columns))


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
        self.contexts = 0
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
        movers = {here.place: here for here in standing if here.beyond >= 0}
        targets = {here.beyond for here in movers.values()}
        mask = 0
        for here in standing:
            mask |= here.conquerors
            if here.place not in targets:
                stays = here.sizes.sizes[:, [0, 0]]
                stays[:, 0] = here.owner
                found.add_armies(here.place, Mixture(stays, here.sizes.weights), weight)
        factors = _Factors(standing)
        factors.contexts = self.contexts
        for pair in head_on({here.place: (here.place, here.beyond) for here in movers.values()}):
            self._clash(factors, pair)
        columns = {
            target: [("goes", here.place) for here in movers.values() if here.beyond == target]
            + [("stays", target)]
            for target in sorted(targets)
        }
        while columns:
            target = min(columns, key=lambda place: factors.count_contexts(columns[place]))
            sides = [movers[place] for name, place in columns[target] if name == "goes"]
            owner = next(here.owner for here in standing if here.place == target)
            contest = Contest(self.game, owner, tuple(side.owner for side in sides), {})

            def decide(rows: Mixture, contest: Contest = contest, target: int = target) -> Mixture:
                results = contest.results(rows)
                held = Mixture(results.sizes[:, [OWNER, ARMIES]], results.weights)
                found.add_armies(target, held, weight)
                return merged(results.sizes[:, [OWNER, CONQUERORS]], results.weights)

            factors.replace(
                columns.pop(target), [("owner", target), ("conquerors", target)], decide
            )
        self.contexts = factors.contexts
        self._add_ends(standing, factors, (mask, weight), found)

    def _add_ends(
        self,
        standing: Sequence[Standing],
        factors: _Factors,
        start: tuple[int, Any],
        found: Outcomes,
    ) -> None:
        """Add the owners and conquerors that the factors have come to."""
        ends: list[tuple[dict[int, int], int, Any]] = [({}, *start)]
        for names, rows in factors.factors:
            after = []
            for (owners, mask, chance), (state, share) in product(ends, rows.items()):
                now, more = dict(owners), mask
                for (name, place), value in zip(names, state, strict=True):
                    if name == "owner":
                        now[place] = value
                    else:
                        more |= value
                after.append((now, more, chance * share))
            ends = after
        for owners, mask, chance in ends:
            whose = tuple(owners.get(here.place, here.owner) for here in standing)
            found.add(whose, mask, chance)

    def _clash(self, factors: _Factors, pair: tuple[int, int]) -> None:
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

        factors.replace(names, names, decide)
