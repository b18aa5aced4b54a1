"""Turns sampled: the engine resolves them, with battles drawn from their distributions.

A battle that is met for the first times is rolled out; one that is met again and again is
drawn whole from its exact distribution, which pays only then.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import accumulate
from math import sqrt
from typing import TYPE_CHECKING, Any

from oddsapp.combat.battle import Battle, BattleKind, State
from oddsapp.dice import whole_number
from oddsapp.engine.empire import empire_reinforcements
from oddsapp.engine.game import Game
from oddsapp.engine.resolution import Resolution, settle_stage
from oddsapp.errors import InvalidInput
from oddsapp.odds.solve import solve
from oddsapp.rules import ColouredDice, Role, Ruleset
from oddsapp.whatif.turn_forecast import NORMAL, PlayerForecast, TurnForecast

if TYPE_CHECKING:
    import numpy as np

MOST_SAMPLES = 100_000_000
"""The most turns that are sampled."""

REINFORCEMENT_SAMPLES = 10_000
"""How often owners are drawn for reinforcements that are out of exact reach."""

_OFTEN = 20
"""How often a battle is rolled out before its distribution is worth while."""

_AT_ONCE = 8_192


def sample_turns(
    start: Resolution,
    owners: Sequence[int],
    armies: Sequence[int],
    samples: int,
    rng: np.random.Generator | None,
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

    Raises
    ------
    InvalidInput
        If there is no generator, or nothing to sample.
    """
    samples = whole_number(samples, "the number of samples", least=1, most=MOST_SAMPLES)
    chance = Chance(start.game.rules, _numbers(rng))
    count = _Count(start.game)
    for _ in range(samples):
        count.add(chance.resolved(start))
    return count.forecast(start, owners, armies, samples)


def _numbers(rng: Any) -> Callable[[], float]:
    """Return a source of random numbers that draws many at a time."""
    if rng is None or not hasattr(rng, "random"):
        raise InvalidInput(
            "sampled turns need a generator of numpy: rng=numpy.random.default_rng(seed)"
        )

    def draw() -> Iterator[float]:
        from oddsapp.pmf import uniform

        while True:
            yield from uniform(rng, _AT_ONCE).tolist()

    return partial(next, draw())


class Chance:
    """Decides battles under one set of rules.

    Parameters
    ----------
    rules : Ruleset
    number : callable
        Returns a random number from [0, 1).
    """

    def __init__(self, rules: Ruleset, number: Callable[[], float]) -> None:
        assert isinstance(rules.combat, ColouredDice)
        self._number, self._combat = number, rules.combat
        self._met: dict[Any, int] = {}
        self._whole: dict[Any, tuple[list[State], list[float]]] = {}
        self._rolls: dict[Any, tuple[list[State], list[float]]] = {}
        self._digits: dict[Role, list[int]] = {Role.ATTACKER: [-1], Role.DEFENDER: [-1]}

    def resolved(self, state: Resolution) -> Resolution:
        """Return a turn with all its battles fought."""
        while not state.is_over:
            state = settle_stage(state, [self.ends(fight.battle) for fight in state.pending])
        return state

    def ends(self, battle: Battle) -> State:
        """Return how a battle ends."""
        # The rules are always the same here: without them a key is quick.
        key = battle.kind, battle.armies, battle.owners
        table = self._whole.get(key)
        if table is None:
            met = self._met[key] = self._met.get(key, 0) + 1
            if met != _OFTEN:
                return self._rolled_out(battle)
            try:
                found = list(solve(battle).items())
            except InvalidInput:
                return self._rolled_out(battle)  # too large to know: rolled out for ever
            sums = list(accumulate(chance for _, chance in found))
            table = self._whole[key] = [state for state, _ in found], sums
        return _drawn(*table, self._number())

    def _rolled_out(self, battle: Battle) -> State:
        """Roll a battle out; a roll that changes nothing is left out."""
        state, number, rolls = battle.armies, self._number, self._rolls
        last = len(state) - 1 if battle.kind is BattleKind.MASS_INVASION else -1
        fight = battle.kind, battle.owners
        roles = [Role.DEFENDER if n == last else Role.ATTACKER for n in range(len(state))]
        digits = [self._dice(role, size) for role, size in zip(roles, state, strict=True)]
        while True:
            dice = tuple([digit[size] for digit, size in zip(digits, state, strict=True)])
            table = rolls.get((fight, dice))
            if table is None:
                table = rolls[fight, dice] = _changing(battle, state)
            if not table[0]:
                return state
            losses = _drawn(*table, number())
            state = tuple(
                [
                    left - lost if left > lost else 0
                    for left, lost in zip(state, losses, strict=True)
                ]
            )

    def _dice(self, role: Role, largest: int) -> list[int]:
        """Return the place of the die that an army of each size rolls; -1 for none."""
        digits = self._digits[role]
        digits += [self._combat.tier(size, role) for size in range(len(digits), largest + 1)]
        return digits


def _changing(battle: Battle, state: State) -> tuple[list[State], list[float]]:
    """Return the losses of each army by the next roll that changes anything, and their chances.

    Both are empty where the battle is over.
    """
    if battle.is_over(state):
        return [], []
    roll = battle.round(state).changing
    living = [place for place, size in enumerate(state) if size]
    losses, chances = [], []
    for lost, weight in roll.outcomes:
        of_all = [0] * len(state)
        for place, number in zip(living, lost, strict=True):
            of_all[place] = number
        losses.append(tuple(of_all))
        chances.append(weight / roll.total)
    return losses, list(accumulate(chances))


def _drawn(states: list[State], sums: list[float], number: float) -> State:
    # Sums of floats need not reach 1 exactly: what lies beyond the last is the last.
    return states[min(bisect_right(sums, number * sums[-1]), len(states) - 1)]


class _Count:
    """What came of the turns that were sampled."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.held: list[dict[tuple[int, int], int]] = [{} for _ in game.names]
        self.owners: dict[tuple[int, ...], int] = {}
        self.conquerors = [0] * game.players

    def add(self, end: Resolution) -> None:
        for table, held in zip(self.held, zip(end.owners, end.armies, strict=True), strict=True):
            table[held] = table.get(held, 0) + 1
        self.owners[end.owners] = self.owners.get(end.owners, 0) + 1
        for player in {player for conquest in end.conquests for player in conquest.conquerors}:
            self.conquerors[player] += 1

    def forecast(
        self, start: Resolution, owners: Sequence[int], armies: Sequence[int], samples: int
    ) -> TurnForecast:
        from oddsapp.whatif.same_time import territory_forecast

        tables = [{held: times / samples for held, times in table.items()} for table in self.held]
        return TurnForecast(
            game=self.game,
            orders=start.orders,
            territories=tuple(
                territory_forecast(self.game, place, (owners[place], armies[place]), table)
                for place, table in enumerate(tables)
            ),
            players=tuple(self._player(player, samples) for player in range(self.game.players)),
            components=(),
            samples=samples,
        )

    def _player(self, player: int, samples: int) -> PlayerForecast:
        game = self.game
        needed = game.rules.same_time.domination_territories or len(game.names)
        team = {other for other, his in enumerate(game.teams) if his == game.teams[player]}
        out = wins = 0
        received: dict[int, int] = {}
        holdings: dict[frozenset[int], int] = {}
        for owners, times in self.owners.items():
            owned = frozenset(n for n, owner in enumerate(owners) if owner == player)
            holdings[owned] = holdings.get(owned, 0) + times
            out += 0 if owned else times
            wins += times * (sum(owner in team for owner in owners) >= needed)
        for owned, times in holdings.items():
            number = empire_reinforcements(game, owned) if owned else 0
            received[number] = received.get(number, 0) + times
        expected, within = mean_within(received)
        return PlayerForecast(
            player=player,
            conquers=self.conquerors[player] / samples,
            eliminated=out / samples,
            wins=wins / samples,
            reinforcements=expected,
            reinforcements_within=within,
        )


def mean_within(times: dict[int, int]) -> tuple[float, float]:
    """Return the mean of numbers that were drawn so often, and half its 95 % interval."""
    samples = sum(times.values())
    mean = sum(number * n for number, n in times.items()) / samples
    spread = sum(n * (number - mean) ** 2 for number, n in times.items()) / max(1, samples - 1)
    return mean, NORMAL * sqrt(spread / samples)


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
    from oddsapp.whatif.same_time import reinforcements_for

    number = _numbers(rng)
    tables = [
        (list(chances), list(accumulate(map(float, chances.values())))) for chances in perhaps
    ]
    held: dict[int, int] = {}
    for _ in range(REINFORCEMENT_SAMPLES):
        bits = fixed
        for kinds, sums in tables:
            place = bisect_right(sums, number() * sums[-1])
            bits |= kinds[min(place, len(kinds) - 1)]
        held[bits] = held.get(bits, 0) + 1
    received: dict[int, int] = {}
    for bits, times in held.items():
        armies = reinforcements_for(game, certain, bits)
        received[armies] = received.get(armies, 0) + times
    return mean_within(received)
