"""Diplomacy: pacts that are declared, kept or broken (R-6).

Talk is for the table; the engine keeps what came of it. A pact of two players holds once both
have declared it in the same phase, for the shorter of the two lengths they named; a new one
takes the place of one that holds. Nothing keeps a player from attacking a partner: an order to
do so is played, and the pact is broken by it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from oddsapp.engine.orders import CheckedOrder, SurgeOrder
from oddsapp.engine.plans import PactOrder
from oddsapp.engine.state import GameState, Pact
from oddsapp.errors import IllegalMove


def check_pacts(state: GameState, player: int, orders: Sequence[PactOrder]) -> None:
    """Raise `IllegalMove` unless a player may declare these pacts."""
    named: set[int] = set()
    for order in orders:
        partner = order.partner - 1
        if partner == player or partner not in state.living:
            raise IllegalMove(
                "R-6", f"player {order.partner} is no partner; another player in the game is"
            )
        if partner in named:
            raise IllegalMove("R-6", f"two pacts with player {order.partner}; declare one")
        if order.rounds < 1:
            raise IllegalMove("R-6", f"a pact lasts 1 round or more, not {order.rounds}")
        named.add(partner)


def make_pacts(state: GameState, declared: Sequence[Iterable[PactOrder]]) -> GameState:
    """Make the pacts that both partners have declared, by player what each declared."""
    lengths = {
        (player, order.partner - 1): order.rounds
        for player, orders in enumerate(declared)
        for order in orders
    }
    made = [
        Pact((player, partner), state.round + min(rounds, lengths[partner, player]) - 1)
        for (player, partner), rounds in lengths.items()
        if player < partner and (partner, player) in lengths
    ]
    renewed = {pact.players for pact in made}
    kept = [
        pact._replace(until=state.round - 1)
        if pact.players in renewed and pact.holds(state.round)
        else pact
        for pact in state.pacts
    ]
    return state.evolve(pacts=(*kept, *made))


def with_broken_pacts(state: GameState, orders: Iterable[CheckedOrder]) -> GameState:
    """Note which pacts the orders of this turn break: those played, against a partner."""
    if not any(pact.holds(state.round) for pact in state.pacts):
        return state
    attacks = {
        (checked.player, state.owner_of(target))
        for checked in orders
        if checked.played
        for target in _targets(checked)
    }
    return state.evolve(pacts=tuple(_judged(pact, attacks, state.round) for pact in state.pacts))


def _targets(checked: CheckedOrder) -> tuple[str, ...]:
    order = checked.order
    if isinstance(order, SurgeOrder):
        return (order.through, order.target)
    return (order.target,)


def _judged(pact: Pact, attacks: set[tuple[int, int]], round_number: int) -> Pact:
    first, second = pact.players
    breakers = tuple(
        player
        for player, partner in ((first, second), (second, first))
        if (player, partner) in attacks
    )
    if not breakers or not pact.holds(round_number):
        return pact
    return pact._replace(broken_in=round_number, broken_by=breakers)
