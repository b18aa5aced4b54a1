"""States to test rules on: positions set up by hand, and games brought to where they begin."""

from collections.abc import Iterable, Mapping
from typing import Any

import pytest

from oddsapp.boards import find_board
from oddsapp.engine import (
    CHANCE,
    NEUTRAL,
    Action,
    ChanceEvent,
    GameState,
    Phase,
    apply_action,
    chance_outcomes,
    current_player,
    legal_actions,
    new_game,
    parse_action,
)
from oddsapp.engine.events import FirstRoll, parse_event
from oddsapp.engine.game import WILD
from oddsapp.engine.turn import begin_turn
from oddsapp.errors import IllegalMove

CLASSIC = find_board("classic")
WILD_1, WILD_2 = 42, 43
"""The numbers of the two wild cards of the classic board."""


def position(
    held: Mapping[int, Iterable[str]],
    *,
    rules: str = "classic",
    players: int = 3,
    player: int = 0,
    rest: int = NEUTRAL,
    armies: Mapping[str, int] | None = None,
    hands: Iterable[Iterable[str]] = (),
    phase: Phase = Phase.ATTACK,
    **changes: Any,
) -> GameState:
    """Return a classic game in the middle: who holds what; `rest` holds all other territories.

    Territories have 1 army but for those in `armies`. Cards that nobody holds are in the pile.
    Rules that are different follow, as in `new_game`.
    """
    state = new_game(rules, players=players, first_player="seat", **changes)
    owners = [rest] * len(CLASSIC.territories)
    counts = [1] * len(owners)
    for owner, names in held.items():
        for name in names:
            owners[CLASSIC.index(name)] = owner
    for name, number in (armies or {}).items():
        counts[CLASSIC.index(name)] = number
    state = state.evolve(
        phase=phase,
        player=player,
        owners=tuple(owners),
        armies=tuple(counts),
        reserves=(0,) * (players + 1),
        undealt=(),
        contenders=(),
    )
    return with_hands(state, *hands)


def with_hands(state: GameState, *hands: Iterable[str]) -> GameState:
    """Return a state with these cards in hand, and all others in the pile."""
    pile = list(range(len(state.game.cards)))
    dealt = []
    for names in hands:
        cards = []
        for name in names:
            card = next(number for number in pile if state.game.cards[number] == name)
            pile.remove(card)
            cards.append(card)
        dealt.append(tuple(sorted(cards)))
    dealt += [()] * (state.game.players - len(dealt))
    return state.evolve(hands=tuple(dealt), pile=tuple(pile), discards=())


def at_turn(state: GameState, player: int = 0) -> GameState:
    """Return a state as a player's turn begins."""
    return begin_turn(state, player)


def play(state: GameState, *lines: str) -> GameState:
    """Apply actions and events, each written as a line of text."""
    for line in lines:
        chance = current_player(state) == CHANCE
        move: Action | ChanceEvent = parse_event(line) if chance else parse_action(line)
        state = apply_action(state, move)
    return state


def first_moves(state: GameState, until: Phase) -> GameState:
    """Go on with the first thing that may happen, until a phase begins; seat 1 starts."""
    while state.phase is not until:
        if state.phase is Phase.FIRST_PLAYER:  # the first roll listed is a tie for ever
            state = apply_action(state, FirstRoll((2, *[1] * (len(state.contenders) - 1))))
        elif current_player(state) == CHANCE:
            state = apply_action(state, next(iter(chance_outcomes(state)))[0])
        else:
            state = apply_action(state, next(iter(legal_actions(state))).action)
    return state


def listed(state: GameState) -> set[str]:
    """Return every legal action, amounts one by one, as text."""
    return {str(action) for actions in legal_actions(state) for action in actions}


def hand_of(state: GameState, player: int) -> list[str]:
    """Return the cards of a player, by name."""
    return [WILD if card >= WILD_1 else state.game.cards[card] for card in state.hands[player]]


def refused(state: GameState, line: str, rule: str, reason: str) -> None:
    """Check that a line is illegal by this rule and for this reason, and not offered."""
    with pytest.raises(IllegalMove, match=reason) as caught:
        play(state, line)
    assert caught.value.rule == rule
    assert line not in listed(state)
