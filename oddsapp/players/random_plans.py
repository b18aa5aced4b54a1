"""Plans of a same-time turn drawn at random: several orders each, and all of them count."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from oddsapp.engine.actions import Submit
from oddsapp.engine.income import most_received
from oddsapp.engine.orders import AttackOrder, SurgeOrder
from oddsapp.engine.plans import MoveOrder, PactOrder, PlaceOrder
from oddsapp.engine.state import GameState, Phase
from oddsapp.players.evaluation import enemy_owners
from oddsapp.pmf import Generator

SENT = 0.5
"""How likely an army that can attack does, or a neighbour gets armies in a tactical move."""
SURGES = 0.15
"""How likely an attack that can go on is a surge, as long as the player has none."""
PACTS = 0.3
"""How likely each partner is offered a pact."""
LONGEST_PACT = 3


def random_plan(view: GameState, rng: Generator) -> Submit | None:
    """Return a plan of several orders, None in a phase whose plans are not drawn so.

    Parameters
    ----------
    view : GameState
        Of whoever is to plan.
    rng : numpy.random.Generator or random.Random

    Examples
    --------
    >>> from random import Random
    >>> from oddsapp.engine import new_game
    >>> random_plan(new_game("risk2", players=3), Random(7)) is None
    True
    """
    draw = _DRAWN.get(view.phase)
    return None if draw is None else Submit(view.player + 1, tuple(draw(view, rng)))


def _up_to(most: int, rng: Generator) -> int:
    """Return a number from 1 to the most."""
    return 1 + int(most * rng.random())


def _one_of(choices: Sequence[int], rng: Generator) -> int:
    return choices[int(len(choices) * rng.random())]


def _pacts(view: GameState, rng: Generator) -> list[str]:
    others = [player for player in view.living if player != view.player]
    return [
        str(PactOrder(other + 1, _up_to(LONGEST_PACT, rng)))
        for other in others
        if rng.random() < PACTS
    ]


def _places(view: GameState, rng: Generator) -> list[str]:
    """Place all armies, some here and some there, as far as there is room (R-4)."""
    left, names = view.reserves[view.player], view.game.names
    open_to = view.territories(view.player)
    limited = view.game.rules.same_time.restricted_reinforcement
    plan = []
    while left and open_to:
        place = _one_of(open_to, rng)
        armies = _up_to(min(left, most_received(view, place)) if limited else left, rng)
        if limited:
            open_to.remove(place)
        left -= armies
        plan.append(str(PlaceOrder(armies, names[place])))
    return plan


def _attacks(view: GameState, rng: Generator) -> list[str]:
    owners, armies, names = view.owners, view.armies, view.game.names
    neighbours, player = view.game.neighbours, view.player
    enemies = enemy_owners(view, player)
    has_surge = False
    plan = []
    for home, owner in enumerate(owners):
        if owner != player or armies[home] < 2 or rng.random() >= SENT:
            continue
        targets = [place for place in neighbours[home] if owners[place] in enemies]
        if not targets:
            continue
        target = _one_of(targets, rng)
        sent = _up_to(armies[home] - 1, rng)
        if not has_surge and rng.random() < SURGES:
            beyond = [place for place in neighbours[target] if owners[place] in enemies]
            if beyond:
                has_surge = True
                last = names[_one_of(beyond, rng)]
                plan.append(str(SurgeOrder(sent, names[home], names[target], last)))
                continue
        plan.append(str(AttackOrder(sent, names[home], names[target])))
    return plan


def _moves(view: GameState, rng: Generator) -> list[str]:
    """Move armies from one territory to some of its neighbours (R-5)."""
    owners, armies, names = view.owners, view.armies, view.game.names
    neighbours, player = view.game.neighbours, view.player
    able = [
        place
        for place, owner in enumerate(owners)
        if owner == player
        and armies[place] > 1
        and any(owners[other] == player for other in neighbours[place])
    ]
    if not able:
        return []
    source = _one_of(able, rng)
    left = armies[source] - 1
    plan = []
    for target in neighbours[source]:
        if owners[target] == player and left and rng.random() < SENT:
            moved = _up_to(min(left, most_received(view, target)), rng)
            left -= moved
            plan.append(str(MoveOrder(moved, names[source], names[target])))
    return plan


_DRAWN: dict[Phase, Callable[[GameState, Generator], list[str]]] = {
    Phase.DIPLOMACY: _pacts,
    Phase.REINFORCEMENTS: _places,
    Phase.CONQUEST_REINFORCEMENTS: _places,
    Phase.ORDERS: _attacks,
    Phase.TACTICAL: _moves,
}
"""Trades are not among them: which sets there are is listed with the legal actions."""
