"""The slow way: every battle of a turn expanded in fractions, by the engine's own resolution."""

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Any, NamedTuple

from oddsapp.combat import Battle
from oddsapp.combat.battle import State
from oddsapp.engine.game import Game
from oddsapp.engine.income import empire_reinforcements
from oddsapp.engine.orders import CheckedOrder
from oddsapp.engine.resolution import Resolution, begin, settle
from oddsapp.odds.solve import solve


class End(NamedTuple):
    """A turn resolved: who owns what, with how many armies, and who has conquered."""

    owners: tuple[int, ...]
    armies: tuple[int, ...]
    conquerors: frozenset[int]


@cache
def _ends(battle: Battle) -> tuple[tuple[State, Fraction], ...]:
    return tuple(solve(battle, exact=True).items())


def expand(
    game: Game, owners: Sequence[int], armies: Sequence[int], orders: Sequence[CheckedOrder]
) -> dict[End, Fraction]:
    """Return the probability of every end of a turn."""
    states: dict[Resolution, Fraction] = {begin(game, owners, armies, orders): Fraction(1)}
    ends: dict[End, Fraction] = defaultdict(Fraction)
    while states:
        after: dict[Resolution, Fraction] = defaultdict(Fraction)
        for state, weight in states.items():
            if state.is_over:
                conquerors = frozenset(p for c in state.conquests for p in c.conquerors)
                ends[End(state.owners, state.armies, conquerors)] += weight
                continue
            for survivors, chance in _ends(state.pending[0].battle):
                # Who met whom matters no more: without it more states are one.
                after[_forget(settle(state, 0, survivors))] += weight * chance
        states = after
    assert sum(ends.values()) == 1
    return dict(ends)


def _forget(state: Resolution) -> Resolution:
    from dataclasses import replace

    players = sorted({p for c in state.conquests for p in c.conquerors})
    kept = tuple(
        state.conquests[0]._replace(conquerors=(p,), loser=0, territory=0) for p in players
    )
    return replace(state, meetings=(), conquests=kept)


def marginal(ends: dict[End, Fraction], what: Any) -> dict[Any, Fraction]:
    """Return the distribution of a function of the end."""
    found: dict[Any, Fraction] = defaultdict(Fraction)
    for end, weight in ends.items():
        found[what(end)] += weight
    return dict(found)


def expected_reinforcements(game: Game, ends: dict[End, Fraction], player: int) -> Fraction:
    """Return the expected reinforcements of a player; who is out gets none."""
    total = Fraction(0)
    for owners, weight in marginal(ends, lambda end: end.owners).items():
        owned = {place for place, owner in enumerate(owners) if owner == player}
        total += weight * (empire_reinforcements(game, owned) if owned else 0)
    return total
