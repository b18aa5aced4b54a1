"""Turns sampled: the engine resolves them, chance decides their battles.

Battles that hang together, by clashes and surges, are resolved apart from all others: they
share nothing. So turns that begin alike go on together, until chance parts them, and the
engine resolves what they share once.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from math import sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from oddsapp.arguments import whole_number
from oddsapp.engine.game import Game
from oddsapp.engine.resolution import Resolution, begin, settle_stage
from oddsapp.interrupts import check_interrupt
from oddsapp.intervals import mean_within
from oddsapp.whatif.turns.chance import Chance, numbers
from oddsapp.whatif.turns.turn_forecast import PlayerForecast, TurnForecast

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from oddsapp.interrupts import Progress

MOST_SAMPLES = 10_000_000
"""The most turns that are sampled."""

REINFORCEMENT_SAMPLES = 10_000
"""How often owners are drawn for reinforcements that are out of exact reach."""


class _End(NamedTuple):
    """What came of some territories: owners and armies, and who conquered any of them."""

    owners: tuple[int, ...]
    armies: tuple[int, ...]
    conquerors: frozenset[int]


class _Part:
    """Territories whose battles hang together, and how they ended in each sampled turn.

    Parameters
    ----------
    start : Resolution
        Of their battles alone.
    places : sequence of int
    samples : int
    chance : Chance

    Attributes
    ----------
    ends : list of _End
        Those that came up.
    which : array of int
        The place in ``ends`` for each turn.
    """

    def __init__(
        self, start: Resolution, places: Sequence[int], samples: int, chance: Chance
    ) -> None:
        import numpy as np

        self.places, self.chance = tuple(places), chance
        self.which = np.zeros(samples, dtype=np.int64)
        self._known: dict[_End, int] = {}
        self._resolve(start, np.arange(samples))
        self.ends = list(self._known)

    def _resolve(self, start: Resolution, turns: NDArray[np.int64]) -> None:
        import numpy as np

        waiting = [(start, turns)]
        while waiting:
            check_interrupt()
            state, turns = waiting.pop()
            if state.is_over:
                self.which[turns] = self._known.setdefault(self._end(state), len(self._known))
                continue
            drawn = [self.chance.ends(fight.battle, len(turns)) for fight in state.pending]
            alike: dict[Any, list[int]] = {}
            for place, survivors in enumerate(zip(*drawn, strict=True)):
                alike.setdefault(survivors, []).append(place)
            for survivors, rows in alike.items():
                waiting.append((settle_stage(state, survivors), turns[np.array(rows)]))

    def _end(self, state: Resolution) -> _End:
        return _End(
            tuple(state.owners[place] for place in self.places),
            tuple(state.armies[place] for place in self.places),
            frozenset(player for conquest in state.conquests for player in conquest.conquerors),
        )


def sample_turns(
    start: Resolution,
    owners: Sequence[int],
    armies: Sequence[int],
    samples: int,
    rng: np.random.Generator | None,
    progress: Progress | None = None,
) -> TurnForecast:
    """Return a forecast from sampled turns.

    Parameters
    ----------
    start : Resolution
        From `oddsapp.engine.resolution.begin`.
    owners, armies : sequence of int
        Before the turn.
    samples : int
    rng : numpy.random.Generator
    progress : callable, optional
        See `oddsapp.whatif.turns.same_time.forecast_turn`.

    Raises
    ------
    InvalidInput
        If there is no generator, or nothing to sample.
    """
    from oddsapp.whatif.turns.network import hang_together, watched

    samples = whole_number(samples, "the number of samples", least=1, most=MOST_SAMPLES)
    chance = Chance(start.game.rules, rng)
    parts = [
        _Part(_alone(start, places), places, samples, chance)
        for places in watched(hang_together(start), progress)
    ]
    return _Sample(start, parts, samples).forecast(owners, armies)


def _alone(start: Resolution, places: Sequence[int]) -> Resolution:
    """Return the battles for these territories alone, at their beginning."""
    armies = list(start.armies)
    orders = []
    for force in start.forces:
        if force.target in places:
            armies[force.home] += force.size
            orders.append(start.orders[force.order])
    return begin(start.game, start.owners, armies, orders)


class _Sample:
    """What came of the turns that were sampled."""

    def __init__(self, start: Resolution, parts: Sequence[_Part], samples: int) -> None:
        self.start, self.game, self.parts, self.samples = start, start.game, parts, samples
        self.certain = {
            place: owner
            for place, owner in enumerate(start.owners)
            if not any(place in part.places for part in parts)
        }

    def forecast(self, owners: Sequence[int], armies: Sequence[int]) -> TurnForecast:
        from oddsapp.whatif.turns.same_time import territory_forecast

        tables: list[dict[tuple[int, int], float]] = [
            {held: 1.0} for held in zip(self.start.owners, self.start.armies, strict=True)
        ]
        for part in self.parts:
            for column, place in enumerate(part.places):
                tables[place] = self._shares(part, column)
        return TurnForecast(
            game=self.game,
            orders=self.start.orders,
            territories=tuple(
                territory_forecast(self.game, place, (owners[place], armies[place]), table)
                for place, table in enumerate(tables)
            ),
            players=tuple(self._player(player) for player in range(self.game.players)),
            components=(),
            samples=self.samples,
        )

    def _shares(self, part: _Part, column: int) -> dict[tuple[int, int], float]:
        """Return how often a territory came to which owner and armies."""
        import numpy as np

        times = np.bincount(part.which, minlength=len(part.ends)).tolist()
        found: dict[tuple[int, int], int] = {}
        for end, number in zip(part.ends, times, strict=True):
            held = end.owners[column], end.armies[column]
            found[held] = found.get(held, 0) + number
        return {held: number / self.samples for held, number in found.items()}

    def _player(self, player: int) -> PlayerForecast:
        import numpy as np

        from oddsapp.whatif.turns.same_time import reinforcements_for

        game = self.game
        conquers = np.zeros(self.samples, dtype=bool)
        team = {other for other, his in enumerate(game.teams) if his == game.teams[player]}
        territories = np.full(self.samples, sum(o in team for o in self.certain.values()))
        for part in self.parts:
            conquers |= np.array([player in end.conquerors for end in part.ends])[part.which]
            counts = [sum(owner in team for owner in end.owners) for end in part.ends]
            territories += np.array(counts)[part.which]
        needed = game.rules.same_time.domination_territories or len(game.names)
        certain = frozenset(place for place, owner in self.certain.items() if owner == player)
        out, received = 0, dict[int, int]()
        for bits, times in self._held(player):
            armies = reinforcements_for(game, certain, bits)
            received[armies] = received.get(armies, 0) + times
            out += 0 if certain or bits else times
        expected, within = _mean_of(received)
        return PlayerForecast(
            player=player,
            conquers=int(conquers.sum()) / self.samples,
            eliminated=out / self.samples,
            wins=int((territories >= needed).sum()) / self.samples,
            reinforcements=expected,
            reinforcements_within=within,
        )

    def _held(self, player: int) -> list[tuple[int, int]]:
        """Return what a player came to hold, as bits of territories, and how often."""
        import numpy as np

        sums = np.zeros(self.samples, dtype=np.int64)
        holdings: list[int] = [0]
        for part in self.parts:
            kinds: dict[int, int] = {}
            where = []
            for end in part.ends:
                pairs = zip(part.places, end.owners, strict=True)
                bits = sum(1 << place for place, owner in pairs if owner == player)
                where.append(kinds.setdefault(bits, len(kinds)))
            codes = sums * len(kinds) + np.array(where)[part.which]
            kept, sums = np.unique(codes, return_inverse=True)
            added = list(kinds)
            holdings = [
                holdings[code // len(kinds)] | added[code % len(kinds)] for code in kept.tolist()
            ]
        times = np.bincount(sums, minlength=len(holdings)).tolist()
        return list(zip(holdings, times, strict=True))


def _mean_of(times: dict[int, int]) -> tuple[float, float]:
    """Return the mean of numbers that were drawn so often, and half its 95 % interval."""
    samples = sum(times.values())
    mean = sum(number * n for number, n in times.items()) / samples
    spread = sum(n * (number - mean) ** 2 for number, n in times.items()) / max(1, samples - 1)
    return mean, mean_within(sqrt(spread), samples)


def sampled_reinforcements(
    game: Game,
    certain: frozenset[int],
    fixed: int,
    perhaps: Sequence[dict[int, Any]],
    rng: np.random.Generator,
) -> tuple[float, float]:
    """Return the expected reinforcements from sampled holdings, and half their 95 % interval.

    Parameters
    ----------
    game : Game
    certain : frozenset of int
        The territories held for certain.
    fixed : int
        Others that are, as bits.
    perhaps : sequence of dict
        For each component the exact probabilities of what is held of it, as bits.
    rng : numpy.random.Generator
    """
    from oddsapp.whatif.turns.same_time import reinforcements_for

    number = numbers(rng)
    tables = [
        (list(chances), list(accumulate(map(float, chances.values())))) for chances in perhaps
    ]
    held: dict[int, int] = {}
    for _ in range(REINFORCEMENT_SAMPLES):
        check_interrupt()
        bits = fixed
        for kinds, sums in tables:
            place = bisect_right(sums, number() * sums[-1])
            bits |= kinds[min(place, len(kinds) - 1)]
        held[bits] = held.get(bits, 0) + 1
    received: dict[int, int] = {}
    for bits, times in held.items():
        armies = reinforcements_for(game, certain, bits)
        received[armies] = received.get(armies, 0) + times
    return _mean_of(received)
