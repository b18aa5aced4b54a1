"""When a game is won (V-1 to V-6, V-8, V-10, V-11)."""

from __future__ import annotations

from oddsapp.engine.missions import NOBODY, is_fulfilled
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
    if state.destroyed_by != (NOBODY,) * game.players:  # before that nobody is out
        living = {game.teams[owner] for owner in set(state.owners) if owner >= 0}
        if living == {game.teams[player]}:
            return won_by(state, player)
    match game.rules.victory.goal:
        case Goal.CAPITALS if game.rules.victory.capital_form is CapitalForm.HEADQUARTERS:
            return won_by(state, player) if _capitals_held(state, player) else state
        case Goal.TERRITORIES if True in state.on_target:
            target = game.rules.victory.territory_target
            marks = tuple(
                mark and _territories_held(state, other) >= target
                for other, mark in enumerate(state.on_target)
            )
            return state.evolve(on_target=marks)
        case _:
            return state


def one_team_left(state: GameState) -> GameState:
    """End a same-time game in which only one team is left: there is nobody to fight (V-1)."""
    teams = {state.game.teams[player] for player in state.living}
    return won_by(state, state.living[0]) if len(teams) == 1 else state


def after_tactical_moves(state: GameState) -> GameState:
    """End a same-time game in which the tactical moves leave somebody who has won.

    By the territories held (V-1, V-2), the capitals (V-11, V-4, V-5) or a mission. Of several
    the one with the most territories wins, then the one with the most armies; with equal
    armies it is a draw between them. What a team has counts together (V-8).
    """
    game = state.game
    teams = {game.teams[player] for player in state.living if _has_won(state, player)}
    if not teams:
        return state
    held = dict.fromkeys(teams, (0, 0))
    for owner, armies in zip(state.owners, state.armies, strict=True):
        if owner >= 0 and game.teams[owner] in held:
            territories, total = held[game.teams[owner]]
            held[game.teams[owner]] = territories + 1, total + armies
    best = max(held.values())
    winners = tuple(p for p, team in enumerate(game.teams) if held.get(team) == best)
    return state.evolve(phase=Phase.OVER, winners=winners, before=None)


def _has_won(state: GameState, player: int) -> bool:
    rules, held = state.game.rules, _territories_held(state, player)
    if held == len(state.owners):
        return True
    match rules.victory.goal:
        case Goal.DOMINATION:
            target = rules.same_time.domination_territories
            return target is not None and held >= target
        case Goal.CAPITALS:
            return _capitals_held(state, player)
        case Goal.MISSIONS:
            known = state.missions[player] >= 0  # a view does not know them all
            begun = state.round >= rules.same_time.missions_from_round
            return known and begun and is_fulfilled(state, player)
        case Goal.TERRITORIES | Goal.ROUNDS:
            return False


def mission_won(state: GameState) -> GameState:
    """End the game if a mission is fulfilled, the current player's before any other's.

    Only "destroy" can be fulfilled by somebody else's hand. A territory just conquered counts
    once armies have moved in. Where all play at the same time, `after_tactical_moves` sees who
    has won.
    """
    if state.game.rules.is_same_time:
        return state
    players = state.game.players
    for turn in range(players):
        player = (state.player + turn) % players
        known = state.missions[player] >= 0  # a view does not know them all
        if known and player in state.owners and is_fulfilled(state, player):
            return won_by(state, player)
    return state


def _team_holds(state: GameState, player: int, capital: int) -> bool:
    owner, teams = state.owners[capital], state.game.teams
    return owner >= 0 and teams[owner] == teams[player]


def _capitals_held(state: GameState, player: int) -> bool:
    """Tell whether a player holds the capitals that win, by the form that is played."""
    game, victory = state.game, state.game.rules.victory
    own = [c for p, c in enumerate(state.capitals) if game.teams[p] == game.teams[player]]
    others = [c for p, c in enumerate(state.capitals) if game.teams[p] != game.teams[player]]
    taken = sum(_team_holds(state, player, capital) for capital in others)
    kept = sum(_team_holds(state, player, capital) for capital in own)
    needed = len(others)
    match victory.capital_form:
        case CapitalForm.HEADQUARTERS if victory.short_game:  # V-4
            needed = min(needed, dict(victory.headquarters_to_take).get(game.players, needed))
        case CapitalForm.CAPITALS if victory.short_game:  # V-5: the own one and most of all
            home = _team_holds(state, player, state.capitals[player])
            return home and 2 * (taken + kept) > len(state.capitals)
        case CapitalForm.RISK2:  # V-11
            needed = min(needed, dict(victory.capitals_to_take).get(game.players, needed))
        case CapitalForm.HEADQUARTERS | CapitalForm.CAPITALS:
            pass
    return taken >= needed and kept == len(own)


def _territories_held(state: GameState, player: int) -> int:
    """Return how many territories a player's team holds."""
    teams = state.game.teams
    return sum(owner >= 0 and teams[owner] == teams[player] for owner in state.owners)


def after_turn(state: GameState) -> GameState:
    """End the game if the end of a turn wins it (V-5, V-6, V-11)."""
    victory, player = state.game.rules.victory, state.player
    match victory.goal:
        case Goal.CAPITALS if victory.capital_form is not CapitalForm.HEADQUARTERS:
            return won_by(state, player) if _capitals_held(state, player) else state
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
