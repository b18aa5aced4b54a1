"""How a turn may begin: which sets are traded, and where all armies are placed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from oddsapp.engine.actions import Place
from oddsapp.engine.cards import must_trade, trades
from oddsapp.engine.reinforce import can_place, room_on
from oddsapp.engine.state import GameState, Phase
from oddsapp.players.evaluation import borders, enemy_owners, threat_to
from oddsapp.whatif.plans.moves import do_step, to_attack
from oddsapp.whatif.plans.plan import PlaceRest, Step, TradeBest

PLACING = (Phase.REINFORCE, Phase.SPOILS)
"""The phases in which armies are placed."""

MOST_SHARES = 500
"""In about so many parts armies are levelled out, where there are more of them."""

Share = tuple[int, int]
"""A territory by number, and how many armies are placed there."""


class Opening(NamedTuple):
    """The first steps of a plan, all of them certain, and the state they lead to."""

    steps: tuple[Step, ...]
    state: GameState

    def after(self, step: Step) -> Opening:
        """Return the opening with one more step."""
        return Opening((*self.steps, step), do_step(self.state, step).state)


def trade_choices(state: GameState) -> list[Opening]:
    """Return the turn begun with every set traded, and with none but what must be.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> state = example_position().state
    >>> [opening.state.reserves[0] for opening in trade_choices(state)]
    [11, 5]
    """
    fewest = Opening((), state)
    while fewest.state.phase in PLACING and must_trade(fewest.state):
        fewest = fewest.after(TradeBest())
    found, most = [fewest], fewest
    while most.state.phase is Phase.REINFORCE and next(trades(most.state), None):
        most = most.after(TradeBest())
        found.insert(0, most)
    return found


def placed(opening: Opening, shares: Iterable[Share]) -> Opening:
    """Return the opening with its armies placed so, and ready to attack.

    What a share has no room for, and what is in no share, goes where it is needed most.
    """
    for place, armies in shares:
        opening = _on(opening, place, armies)
    while opening.state.phase in PLACING and can_place(opening.state):
        state = opening.state
        place = next(place for place in by_danger(state) if room_on(state, place))
        opening = _on(opening, place, state.reserves[state.player])
    return Opening(opening.steps, to_attack(opening.state))


def _on(opening: Opening, place: int, armies: int) -> Opening:
    state = opening.state
    if state.phase not in PLACING or not can_place(state):
        return opening
    reserve, name = state.reserves[state.player], state.game.names[place]
    fits = min(armies, reserve, room_on(state, place))
    if fits < 1:
        return opening
    return opening.after(PlaceRest(name) if fits == reserve else Place(fits, name))


def by_danger(state: GameState) -> list[int]:
    """Return a player's territories, first where an attack has most more armies than there are.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> state = example_position().state
    >>> [state.game.names[place] for place in by_danger(state)][:2]
    ['Northwest Territory', 'Alaska']
    """
    enemies = enemy_owners(state, state.player)
    front = set(borders(state, state.player))
    return sorted(
        state.territories(state.player),
        key=lambda place: (
            place not in front,
            state.armies[place] - threat_to(state, place, enemies),
            place,
        ),
    )


def levelled(state: GameState, reserve: int) -> list[Share]:
    """Return the shares that place one army after the other where it is needed most."""
    added: dict[int, int] = {}
    armies = list(state.armies)
    enemies = enemy_owners(state, state.player)
    front = borders(state, state.player)
    if not front:
        return []
    threats = {place: threat_to(state, place, enemies) for place in front}
    threatened = [place for place in front if threats[place]] or front
    at_once = max(1, reserve // MOST_SHARES)
    while reserve > 0:
        place = min(threatened, key=lambda place: (armies[place] - threats[place], place))
        more = min(at_once, reserve)
        added[place] = added.get(place, 0) + more
        armies[place] += more
        reserve -= more
    return sorted(added.items())


def fronts(state: GameState, targets: Iterable[int]) -> list[int]:
    """Return from which own territories targets can be attacked, the largest stacks first."""
    wanted = set(targets)
    near = [
        place
        for place in state.territories(state.player)
        if wanted.intersection(state.game.neighbours[place])
    ]
    return sorted(near, key=lambda place: (-state.armies[place], place))
