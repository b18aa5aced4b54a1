"""The exact distribution of a RISK II turn's battle phase, all orders at once (M-10 to M-14).

>>> from oddsapp.engine.game import make_game
>>> from oddsapp.engine.orders import check_orders, read_orders
>>> game = make_game("risk2", players=3, board="risk2")
>>> owners, armies = [0] * 48, [1] * 48
>>> for name, owner, size in (("Brazil", 1, 8), ("Venezuela", 2, 9)):
...     owners[game.index[name]], armies[game.index[name]] = owner, size
>>> orders = [
...     *check_orders(game, owners, armies, 1, read_orders(["7 Brazil -> Venezuela"])),
...     *check_orders(game, owners, armies, 2, read_orders(["8 Venezuela -> Brazil"])),
... ]
>>> forecast = forecast_turn(game, owners, armies, orders)
>>> {who: round(p, 4) for who, p in forecast.territory("Brazil").owner.items()}
{1: 0.4237, 2: 0.5763}
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import fsum, prod
from typing import TYPE_CHECKING, Any

from oddsapp.engine.game import Game
from oddsapp.engine.income import empire_reinforcements
from oddsapp.engine.orders import CheckedOrder
from oddsapp.engine.resolution import NOWHERE, Resolution, begin
from oddsapp.errors import InvalidInput
from oddsapp.interrupts import check_interrupt
from oddsapp.pmf import Pmf
from oddsapp.whatif.forecasts.forecast_base import TerritoryForecast, pmf_of
from oddsapp.whatif.turns.first_wave import FirstWave
from oddsapp.whatif.turns.network import (
    Component,
    Node,
    Outcome,
    components,
    groups,
    solve_node,
    watched,
)
from oddsapp.whatif.turns.turn_forecast import (
    ComponentForecast,
    PlayerForecast,
    TurnForecast,
)
from oddsapp.wording import counted, listed

if TYPE_CHECKING:
    import numpy as np

    from oddsapp.interrupts import Progress

MOST_CONTESTED = 14
"""The most territories that a player may hold or not for which the expected reinforcements are
exact: they hang on all of them together."""

MOST_JOINT = 20_000
"""The most tuples of owners that the joint distribution of a component is given for."""


def forecast_turn(  # noqa: PLR0913 (a position, orders, and how; all but four by keyword)
    game: Game,
    owners: Sequence[int],
    armies: Sequence[int],
    orders: Iterable[CheckedOrder],
    *,
    exact: bool = False,
    samples: int | None = None,
    rng: np.random.Generator | None = None,
    progress: Progress | None = None,
) -> TurnForecast:
    """Return what the battles of a turn come to.

    Parameters
    ----------
    game : Game
    owners, armies : sequence of int
        Of each territory, in the board's order: a player from 0, and how many armies.
    orders : iterable of CheckedOrder
        Of all players, from `oddsapp.engine.orders.check_orders`.
    exact : bool
        Every probability as a `fractions.Fraction`: for small turns.
    samples : int, optional
        Sample so many turns instead, each resolved by the engine.
    rng : numpy.random.Generator, optional
        Needed for samples. Without them it is used only where the expected reinforcements
        are out of exact reach, more than `MOST_CONTESTED` territories being contested; they
        are marked then.
    progress : callable, optional
        Called with how many groups of territories whose battles hang together are done, and
        of how many.

    Raises
    ------
    InvalidInput
        If the rules are not of same-time turns, or battles that hang together are too large;
        the message says how large.

    Examples
    --------
    >>> from oddsapp.whatif.turns.turn_file import example_turn
    >>> turn = example_turn()
    >>> forecast_turn(turn.game, turn.owners, turn.armies, turn.orders)
    <TurnForecast: 21 contested territories in 14 components, exact>
    """
    if not game.rules.is_same_time:
        raise InvalidInput(
            f"under the rules {game.rules.name} players take turns; RISK II plays all at the"
            " same time: risk2, for instance"
        )
    _check_position(game, owners, armies)
    start = begin(game, owners, armies, orders)
    if samples is not None:
        if exact:
            raise InvalidInput("a turn is either sampled or exact; leave out exact or samples")
        from oddsapp.whatif.turns.sampled import sample_turns

        return sample_turns(start, owners, armies, samples, rng, progress)
    found = _Forecast(start, tuple(owners), tuple(armies), exact=exact, progress=progress)
    return found.forecast(rng)


def _check_position(game: Game, owners: Sequence[int], armies: Sequence[int]) -> None:
    size = len(game.names)
    if len(owners) != size or len(armies) != size:
        raise InvalidInput(
            f"board {game.board.name!r} has {size} territories; {len(owners)} owners and"
            f" {len(armies)} numbers of armies are given"
        )


@dataclass(frozen=True)
class _Held:
    """What one player holds for certain, and what he may hold, by component."""

    certain: frozenset[int]
    perhaps: list[dict[int, Any]]
    contested: tuple[int, ...]


class _Forecast:
    """The parts of a forecast, put together from the components of a turn."""

    def __init__(
        self,
        start: Resolution,
        owners: tuple[int, ...],
        armies: tuple[int, ...],
        *,
        exact: bool,
        progress: Progress | None,
    ) -> None:
        self.game, self.start, self.exact = start.game, start, exact
        self.owners, self.armies = owners, armies
        self.wave = FirstWave(start, exact=exact)
        self.nodes = [self._node(group) for group in watched(groups(start), progress)]
        try:
            self.components = components(self.wave, self.nodes)
        except InvalidInput as refusal:
            raise self._too_large([p for n in self.nodes for p in n.places], refusal) from None
        self.one: Any = Fraction(1) if exact else 1.0
        self.table: dict[int, dict[tuple[int, int], Any]] = {}
        for node in self.nodes:
            self.table.update(node.armies)

    def _node(self, places: tuple[int, ...]) -> Node:
        try:
            return solve_node(self.wave, places)
        except InvalidInput as refusal:
            raise self._too_large(places, refusal) from None

    def _too_large(self, places: Sequence[int], refusal: InvalidInput) -> InvalidInput:
        names = [self.game.names[place] for place in places]
        shown = names if len(names) < 5 else [*names[:4], f"{len(names) - 4} more"]
        forces = [force for force in self.start.forces if force.target in places]
        surges = sum(force.beyond != NOWHERE for force in forces)
        clashes = len({c for place in places for c in self.wave.near.get(place, ())})
        return InvalidInput(
            f"the battles for {listed(shown)} ({counted(len(names), 'territory', 'territories')},"
            f" {counted(len(forces), 'force')}, {counted(clashes, 'clash', 'clashes')},"
            f" {counted(surges, 'surge')}) cannot be solved together: {refusal};"
            " samples=10_000 with a generator rng samples turns instead"
        )

    def forecast(self, rng: np.random.Generator | None) -> TurnForecast:
        return TurnForecast(
            game=self.game,
            orders=self.start.orders,
            territories=tuple(self._territory(place) for place in range(len(self.owners))),
            players=tuple(self._player(player, rng) for player in range(self.game.players)),
            components=tuple(self._component(component) for component in self.components),
        )

    def _territory(self, place: int) -> TerritoryForecast:
        table = self.table.get(place)
        if table is None:
            table = {(self.owners[place], self.start.armies[place]): self.one}
        return territory_forecast(self.game, place, (self.owners[place], self.armies[place]), table)

    def _component(self, component: Component) -> ComponentForecast:
        places = component.places
        kinds = prod(len({owners for owners, _ in n.outcomes}) for n in component.nodes)
        joint: dict[tuple[int, ...], Any] | None = None
        if kinds <= MOST_JOINT:
            nobody: tuple[int, ...] = ()
            found = component.distribution(nobody, _owners, lambda before, more: before + more)
            joint = dict(sorted(found.items(), key=lambda item: -item[1]))
        return ComponentForecast(
            territories=tuple(self.game.names[place] for place in places),
            clashes=len(component.chances),
            surges=sum(force.target in places for _, force in self.wave.surges()),
            joint=joint,
        )

    # -- players ---------------------------------------------------------------------------

    def _player(self, player: int, rng: np.random.Generator | None) -> PlayerForecast:
        conquers: Any = 0 * self.one
        for component in self.components:
            found = component.distribution(
                False, lambda _, outcome: bool(outcome[1] >> player & 1), lambda a, b: a or b
            )
            yes, no = found.get(True, 0), found.get(False, 0)
            conquers = conquers * (yes + no) + (self.one - conquers) * yes
        held = self._held(player)
        eliminated: Any = 0 * self.one
        if not held.certain:
            eliminated = self.one
            for chances in held.perhaps:
                eliminated = eliminated * chances.get(0, 0)
        expected, within = self._reinforcements(held, rng)
        return PlayerForecast(
            player=player,
            conquers=_at_most(conquers, self.one),
            eliminated=_at_most(eliminated, self.one),
            wins=_at_most(self._wins(player), self.one),
            reinforcements=expected,
            reinforcements_within=within,
        )

    def _held(self, player: int) -> _Held:
        """Return what a player holds: for certain, or perhaps, as bits of territories."""
        certain = {
            place
            for place, owner in enumerate(self.owners)
            if owner == player and place not in self.table
        }
        perhaps, contested = [], set()
        for component in self.components:
            chances = component.distribution(
                0,
                lambda node, outcome: _bits(node, outcome, player),
                lambda before, more: before | more,
            )
            chances = {held: chance for held, chance in chances.items() if chance}
            perhaps.append(chances)
            for place in component.places:
                having = {held >> place & 1 for held in chances}
                if having == {0, 1}:
                    contested.add(place)
        return _Held(frozenset(certain), perhaps, tuple(sorted(contested)))

    def _reinforcements(
        self, held: _Held, rng: np.random.Generator | None
    ) -> tuple[Any, float | None]:
        """Return the expected reinforcements, and how far off they may be if sampled."""
        moving = [chances for chances in held.perhaps if len(chances) > 1]
        fixed = sum(next(iter(chances)) for chances in held.perhaps if len(chances) == 1)
        if len(held.contested) > MOST_CONTESTED:
            if rng is None:
                return None, None
            from oddsapp.whatif.turns.sampled import sampled_reinforcements

            return sampled_reinforcements(self.game, held.certain, fixed, moving, rng)
        expected: Any = 0 * self.one
        for parts in product(*(chances.items() for chances in moving)):
            check_interrupt()
            bits, chance = fixed, self.one
            for more, share in parts:
                bits |= more
                chance = chance * share
            expected = expected + chance * reinforcements_for(self.game, held.certain, bits)
        return expected, None

    def _wins(self, player: int) -> Any:
        """Return P(the player's team holds enough for domination)."""
        teams = self.game.teams
        team = {other for other, his in enumerate(teams) if his == teams[player]}
        needed = self.game.rules.same_time.domination_territories or len(self.owners)
        certain = sum(
            owner in team for place, owner in enumerate(self.owners) if place not in self.table
        )
        if certain + len(self.table) < needed:
            return 0 * self.one
        counts: dict[int, Any] = {certain: self.one}
        for component in self.components:
            found = component.distribution(
                0,
                lambda _, outcome: sum(owner in team for owner in outcome[0]),
                lambda before, more: before + more,
            )
            after: dict[int, Any] = {}
            for (before, chance), (more, share) in product(counts.items(), found.items()):
                after[before + more] = after.get(before + more, 0) + chance * share
            counts = after
        enough = [chance for count, chance in counts.items() if count >= needed]
        return sum(enough, 0 * self.one)


def _owners(_: Node, outcome: Outcome) -> tuple[int, ...]:
    return outcome[0]


def _bits(node: Node, outcome: Outcome, player: int) -> int:
    return sum(
        1 << place for place, owner in zip(node.places, outcome[0], strict=True) if owner == player
    )


def _at_most(probability: Any, one: Any) -> Any:
    # The last digit of a rounded sum must not make a probability of more than 1.
    return min(probability, one)


def reinforcements_for(game: Game, certain: frozenset[int], bits: int) -> int:
    """Return the reinforcements for what is held for certain and what the bits stand for."""
    more = [place for place in range(bits.bit_length()) if bits >> place & 1]
    owned = certain.union(more)
    return empire_reinforcements(game, owned) if owned else 0


def territory_forecast(
    game: Game, place: int, before: tuple[int, int], table: dict[tuple[int, int], Any]
) -> TerritoryForecast:
    """Return the forecast of a territory from the weights of its owner and armies.

    Parameters
    ----------
    game : Game
    place : int
    before : tuple of int
        The owner and the armies before the turn.
    table : dict
        The probability of each owner with his armies, all floats or all fractions.
    """
    by_owner: dict[int, dict[int, Any]] = {}
    for (who, armies), weight in sorted(table.items()):
        if weight:
            by_owner.setdefault(who, {})[armies] = weight
    owner: dict[int, Any] = {}
    left: dict[int, Pmf] = {}
    for who, sizes in by_owner.items():
        weights = sizes.values()
        if any(isinstance(weight, float) for weight in weights):
            owner[who] = min(1.0, fsum(weights))
        else:
            owner[who] = sum(weights, Fraction(0))
        left[who] = pmf_of(sizes)
    return TerritoryForecast(game.names[place], *before, owner, left)
