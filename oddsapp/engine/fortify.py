"""The end of a turn: moving armies between own territories, in four forms (T-6)."""

from __future__ import annotations

from collections.abc import Iterator

from oddsapp.engine.actions import ActionRange, EndTurn, Fortify
from oddsapp.engine.state import GameState
from oddsapp.engine.turn import end_fortification
from oddsapp.errors import IllegalMove
from oddsapp.rules import Fortification


def reachable(state: GameState, origin: int) -> set[int]:
    """Return where an army can go over own territories, the start itself not included."""
    owners, neighbours, player = state.owners, state.game.neighbours, state.player
    seen, frontier = {origin}, [origin]
    while frontier:
        for other in neighbours[frontier.pop()]:
            if owners[other] == player and other not in seen:
                seen.add(other)
                frontier.append(other)
    seen.discard(origin)
    return seen


def destinations(state: GameState, origin: int) -> set[int]:
    """Return where armies of a territory may go under the form that is played."""
    if state.game.rules.turn.fortify is Fortification.ADJACENT:
        owners, player = state.owners, state.player
        return {other for other in state.game.neighbours[origin] if owners[other] == player}
    return reachable(state, origin)


def movable(state: GameState, origin: int) -> int:
    """Return how many armies may leave: one stays, and who has moved moves no more."""
    moved = dict(state.arrived).get(origin, 0)
    return min(state.armies[origin] - 1, state.armies[origin] - moved)


def room(state: GameState, target: int) -> int:
    """Return how many armies the stack limit lets arrive (T-5)."""
    limit = state.game.rules.turn.stack_limit
    return sum(state.armies) if limit is None else max(0, limit - state.armies[target])


def check_fortify(state: GameState, action: Fortify) -> None:
    """Raise `IllegalMove` unless these armies may make this move."""
    game = state.game
    origin, target = game.territory(action.origin), game.territory(action.target)
    for place, name in ((origin, action.origin), (target, action.target)):
        if state.owners[place] != state.player:
            raise IllegalMove("T-6", f"{name} is not your own; armies move between your own")
    if target not in destinations(state, origin):
        adjacent = game.rules.turn.fortify is Fortification.ADJACENT
        way = "a border" if adjacent else "a path of your own territories"
        raise IllegalMove("T-6", f"no {way[2:]} leads from {action.origin} to {action.target}")
    most = movable(state, origin)
    if not 1 <= action.armies <= most:
        raise IllegalMove(
            "T-6",
            f"{max(most, 0)} armies may leave {action.origin}, not {action.armies}; one stays,"
            " and an army moves once",
        )
    if action.armies > room(state, target):
        raise IllegalMove(
            "T-5", f"{action.target} has room for {room(state, target)} more, not {action.armies}"
        )


def fortifications(state: GameState) -> Iterator[ActionRange]:
    """Yield every move, with up to how many armies, and the end of the turn."""
    names = state.game.names
    for origin in state.territories(state.player):
        leave = movable(state, origin)
        if leave > 0:
            for target in sorted(destinations(state, origin)):
                most = min(leave, room(state, target))
                if most > 0:
                    yield ActionRange(Fortify(1, names[origin], names[target]), most)
    yield ActionRange(EndTurn())


def apply_fortify(state: GameState, action: Fortify) -> GameState:
    """Move armies; the turn ends with the last move that is allowed."""
    index, turn = state.game.index, state.game.rules.turn
    origin, target = index[action.origin], index[action.target]
    armies = list(state.armies)
    armies[origin] -= action.armies
    armies[target] += action.armies
    moved = dict(state.arrived)
    moved[target] = moved.get(target, 0) + action.armies
    state = state.evolve(
        armies=tuple(armies), moves=state.moves + 1, arrived=tuple(sorted(moved.items()))
    )
    match turn.fortify:
        case Fortification.FREE:
            return state
        case Fortification.SEVERAL if state.moves < turn.fortify_moves:
            return state
        case _:
            return end_fortification(state)
