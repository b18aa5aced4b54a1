"""Starting armies, placed in turn a step at a time (S-2, S-4): how many, where, on whose land.

When they begin and end is in `oddsapp.engine.setup`.
"""

from __future__ import annotations

from oddsapp.engine.actions import ActionRange, Place
from oddsapp.engine.game import NEUTRAL
from oddsapp.engine.state import GameState, changed
from oddsapp.errors import IllegalMove

OWN_PER_STEP, NEUTRAL_PER_STEP = 2, 1
"""What each of two players places in turn where there is a neutral side (S-4)."""


def with_next_step(state: GameState) -> GameState | None:
    """Hand over to the next player with armies left; None when none has."""
    reserves, players = state.reserves, state.game.players
    for turn in range(1, players + 1):
        player = (state.player + turn) % players
        own, neutral = reserves[player], reserves[NEUTRAL]
        if own or neutral:
            step = (
                (min(own, OWN_PER_STEP), min(neutral, NEUTRAL_PER_STEP))
                if state.game.has_neutral
                else (1, 0)
            )
            if any(step) and (own or state.game.has_neutral):
                return state.evolve(player=player, step=step)
    return None


def room_to_place(state: GameState, territory: int) -> int:
    """Return how many starting armies may go on a territory now."""
    owner = state.owners[territory]
    if owner == state.player:
        return state.step[0]
    return state.step[1] if owner == NEUTRAL else 0


def check_starting_place(state: GameState, action: Place) -> None:
    """Raise `IllegalMove` unless these starting armies may go there now."""
    territory = state.game.territory(action.territory)
    if state.owners[territory] not in (state.player, NEUTRAL):
        raise IllegalMove(
            "S-2", f"{action.territory} is another player's; place on a territory of your own"
        )
    room = room_to_place(state, territory)
    if not 1 <= action.armies <= room:
        whose = "neutral armies" if state.owners[territory] == NEUTRAL else "armies"
        raise IllegalMove(
            "S-4" if state.game.has_neutral else "S-2",
            f"{action.armies} {whose} cannot be placed at this step, which has {room} left",
        )


def starting_places(state: GameState) -> list[ActionRange]:
    """Return where starting armies may go, and how many."""
    names = state.game.names
    return [
        ActionRange(Place(1, names[number]), room)
        for number in range(len(names))
        if (room := room_to_place(state, number))
    ]


def with_armies_placed(state: GameState, action: Place) -> GameState:
    """Put armies where they are placed, and count them off this step."""
    territory = state.game.index[action.territory]
    owner = state.owners[territory]
    own, neutral = state.step
    if owner == NEUTRAL:
        neutral -= action.armies
    else:
        own -= action.armies
    return state.evolve(
        armies=changed(state.armies, territory, state.armies[territory] + action.armies),
        reserves=changed(state.reserves, owner, state.reserves[owner] - action.armies),
        step=(own, neutral),
    )
