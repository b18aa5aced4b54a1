"""The frame of a turn: its begin, its end, and whose is the next (T-1, T-2, T-7)."""

from __future__ import annotations

from oddsapp.engine.game import Game
from oddsapp.engine.scoring import final_score
from oddsapp.engine.state import GameState, Phase, changed
from oddsapp.engine.victory import after_turn, hold_completed
from oddsapp.rules import CardDraw


def territory_armies(game: Game, territories: int) -> int:
    """Return the armies for so many territories, continents aside (T-2).

    Examples
    --------
    >>> from oddsapp.engine.game import make_game
    >>> game = make_game("classic", players=3)
    >>> [territory_armies(game, count) for count in (1, 11, 14, 17)]
    [3, 3, 4, 5]
    """
    turn = game.rules.turn
    return max(turn.least_reinforcements, territories // turn.territories_per_army)


def reinforcements(state: GameState, player: int) -> int:
    """Return what a player gets at the start of a turn: territories and continents (T-2, T-3)."""
    armies = territory_armies(state.game, state.owners.count(player))
    return armies + continent_armies(state, player)


def continent_armies(state: GameState, player: int) -> int:
    """Return the bonuses of the continents that a player holds whole (T-3)."""
    owners = state.owners
    armies = 0
    for bonus, territories in state.game.continents:
        for territory in territories:
            if owners[territory] != player:
                break
        else:
            armies += bonus
    return armies


def begin_turn(state: GameState, player: int) -> GameState:
    """Begin a player's turn: count the reinforcements."""
    state = state.evolve(
        phase=Phase.REINFORCE,
        player=player,
        reserves=changed(state.reserves, player, reinforcements(state, player)),
        conquered=False,
        eliminated=False,
        bonus_given=False,
        commander_used=False,
        shown=(),
        shown_for=-1,
        moves=0,
        arrived=(),
        time_up=False,
        assault=None,
        before=None,
    )
    return hold_completed(state)


def end_attack(state: GameState) -> GameState:
    """Leave the attack phase: for the card, where it comes now, or the fortification."""
    state = state.evolve(assault=None, shown=(), shown_for=-1)
    if state.game.rules.cards.draw is CardDraw.BEFORE_FORTIFICATION and _card_is_due(state):
        return state.evolve(phase=Phase.DRAW)
    return state.evolve(phase=Phase.FORTIFY)


def end_fortification(state: GameState) -> GameState:
    """Leave the fortification: for the card, where it comes now, or the next player's turn."""
    if state.game.rules.cards.draw is CardDraw.AFTER_FORTIFICATION and _card_is_due(state):
        return state.evolve(phase=Phase.DRAW)
    return next_turn(state)


def after_draw(state: GameState) -> GameState:
    """Go on after the card was drawn."""
    if state.game.rules.cards.draw is CardDraw.BEFORE_FORTIFICATION:
        return state.evolve(phase=Phase.FORTIFY)
    return next_turn(state)


def _card_is_due(state: GameState) -> bool:
    """Tell whether a card is drawn: after a conquest, if there is one (T-7, K-12)."""
    return state.conquered and bool(state.pile or state.discards)


def next_turn(state: GameState) -> GameState:
    """End the turn and begin that of the next player who is still in the game."""
    state = after_turn(state)
    if state.phase is Phase.OVER:
        return state
    players, player = state.game.players, state.next_player
    # Seats are counted from whoever had the first turn: passing it begins a round.
    passed = (player - state.first) % players <= (state.player - state.first) % players
    if not passed:
        return begin_turn(state, player)
    if state.last_round and state.round >= state.last_round:
        state = final_score(state)
        if state.phase is Phase.OVER:
            return state
    return begin_turn(state.evolve(round=state.round + 1), player)
