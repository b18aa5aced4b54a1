"""When a game is won (V-1, V-3 to V-6, V-8, V-10)."""

from __future__ import annotations

from oddsapp.engine.missions import is_fulfilled
from oddsapp.engine.state import GameState, Phase
from oddsapp.rules import CapitalForm, Goal


def won_by(state: GameState, player: int) -> GameState:
    """End the game: a player's whole team has won."""
    teams = state.game.teams
    winners = tuple(other for other, team in enumerate(teams) if team == teams[player])
    return state.evolve(phase=Phase.OVER, winners=winners, assault=None, before=None)


def after_conquest(state: GameState) -> GameState:
    """End the game if a conquest has won it.

    Once all opponents are out, the neutral side aside (V-1, S-4); headquarters win at once
    too (V-4). Whoever was to hold a number of territories and has lost one too many starts
    anew (V-6).
    """
    game, player = state.game, state.player
    if state.destroyed_by != (-1,) * game.players:  # before that nobody is out
        living = {game.teams[owner] for owner in set(state.owners) if owner >= 0}
        if living == {game.teams[player]}:
            return won_by(state, player)
    match game.rules.victory.goal:
        case Goal.CAPITALS if game.rules.victory.capital_form is CapitalForm.HEADQUARTERS:
            return won_by(state, player) if _headquarters_won(state) else state
        case Goal.TERRITORIES if True in state.on_target:
            target = game.rules.victory.territory_target
            marks = tuple(
                mark and _territories_held(state, other) >= target
                for other, mark in enumerate(state.on_target)
            )
            return state.evolve(on_target=marks)
        case _:
            return state


def mission_won(state: GameState) -> GameState:
    """End the game if a mission is fulfilled, the current player's before any other's.

    Only "destroy" can be fulfilled by somebody else's hand. A territory just conquered counts
    once armies have moved in.
    """
    players = state.game.players
    for turn in range(players):
        player = (state.player + turn) % players
        known = state.missions[player] >= 0  # a view does not know them all
        if known and player in state.owners and is_fulfilled(state, player):
            return won_by(state, player)
    return state


def _team_holds(state: GameState, capital: int) -> bool:
    owner, teams = state.owners[capital], state.game.teams
    return owner >= 0 and teams[owner] == teams[state.player]


def _headquarters_won(state: GameState) -> bool:
    """Tell whether the player holds enough opposing headquarters, and the own one (V-4)."""
    game, victory = state.game, state.game.rules.victory
    teams = game.teams
    own = [c for player, c in enumerate(state.capitals) if teams[player] == teams[state.player]]
    others = [c for player, c in enumerate(state.capitals) if teams[player] != teams[state.player]]
    needed = len(others)
    if victory.short_game:
        needed = min(needed, dict(victory.headquarters_to_take).get(game.players, needed))
    taken = sum(_team_holds(state, capital) for capital in others)
    return taken >= needed and all(_team_holds(state, capital) for capital in own)


def _capitals_won(state: GameState) -> bool:
    """Tell whether the player ends the turn with all capitals, or own and most (V-5)."""
    held = sum(_team_holds(state, capital) for capital in state.capitals)
    if not state.game.rules.victory.short_game:
        return held == len(state.capitals)
    return _team_holds(state, state.capitals[state.player]) and 2 * held > len(state.capitals)


def _territories_held(state: GameState, player: int) -> int:
    """Return how many territories a player's team holds."""
    teams = state.game.teams
    return sum(owner >= 0 and teams[owner] == teams[player] for owner in state.owners)


def after_turn(state: GameState) -> GameState:
    """End the game if the end of a turn wins it (V-5, V-6)."""
    victory, player = state.game.rules.victory, state.player
    match victory.goal:
        case Goal.CAPITALS if victory.capital_form is CapitalForm.CAPITALS:
            return won_by(state, player) if _capitals_won(state) else state
        case Goal.TERRITORIES:
            reached = _territories_held(state, player) >= victory.territory_target
            if reached and not victory.hold_target:
                return won_by(state, player)
            marks = list(state.on_target)
            marks[player] = reached
            return state.evolve(on_target=tuple(marks))
        case _:
            return state


def hold_completed(state: GameState) -> GameState:
    """End the game if the player whose turn begins has held the target since the last (V-6)."""
    return won_by(state, state.player) if state.on_target[state.player] else state
