"""What is said of each player, whatever the turns are like: cards, mission, capital, end."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.engine.game import Game
from oddsapp.engine.missions import NOBODY, mission_cards, mission_deck
from oddsapp.engine.positions.cards import Deck, check_cards, written_cards
from oddsapp.engine.positions.holdings import place
from oddsapp.engine.positions.position import Position, find_player
from oddsapp.engine.state import HIDDEN, GameState
from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_text, short

MOST = 1_000_000
"""The most of anything that is counted in a position."""

COUNTS = {"round": 1, "last_round": 0, "sets_traded": 0}
"""Plain numbers of the state, and the least that each can be."""

Finder = Callable[[object, str], int]
"""The number, from 0, of a player said in a field, by name or by a number from 1."""
Namer = Callable[[int], "str | int"]
"""What a player is called in a field."""

# -- reading -----------------------------------------------------------------------------


def finder(names: tuple[str, ...], players: int) -> Finder:
    """Return how to find a player who is said in a field."""

    def find(who: object, key: str) -> int:
        with place(f"'{key}'"):
            return find_player(who, names, players)

    return find


def read_counts(fields: Mapping[str, Any], counts: Mapping[str, int]) -> dict[str, int]:
    """Return the plain numbers that are said."""
    return {
        key: whole_number(fields[key], f"'{key}'", least=least, most=MOST)
        for key, least in counts.items()
        if key in fields
    }


def read_seats(state: GameState, sides: Sequence[Mapping[str, Any]], find: Finder) -> GameState:
    """Return the state with missions, capitals, and by whom players were destroyed."""
    destroyed_by = tuple(
        _presumed_destroyer(state, number)
        if "destroyed_by" not in side
        else NOBODY
        if side["destroyed_by"] is None
        else find(side["destroyed_by"], "destroyed_by")
        for number, side in enumerate(sides)
    )
    return state.evolve(
        missions=_missions(state, sides),
        capitals=_capitals(state.game, sides),
        destroyed_by=destroyed_by,
    )


def _missions(state: GameState, sides: Sequence[Mapping[str, Any]]) -> tuple[int, ...]:
    """Return the missions, hidden ones where none is said."""
    game = state.game
    if not state.missions:
        if any("mission" in side for side in sides):
            raise InvalidInput("these rules have no missions; those whose goal is missions have")
        return ()
    if game.rules.is_same_time and not any("mission" in side for side in sides):
        return state.missions  # what a turn comes to can be told on boards that have none
    deck = mission_deck(game)
    texts = [str(mission) for mission in deck]
    missions = tuple(_mission(texts, side.get("mission")) for side in sides)
    for mission in set(missions) - {HIDDEN}:
        cards = [card for card in mission_cards(game) if mission in card.missions]
        copies = 1 if any(card.differs for card in cards) else len(cards)
        if missions.count(mission) > copies:
            many = "two" if copies == 1 else f"{copies + 1}"
            there = "there is one" if copies == 1 else f"there are {copies}"
            raise InvalidInput(f"{many} players have the mission to {deck[mission]}; {there}")
    return missions


def _mission(deck: Sequence[str], value: object) -> int:
    if value is None:
        return HIDDEN
    if isinstance(value, str):
        if value in deck:
            return deck.index(value)
        raise InvalidInput(f"there is no mission {short(value)}; there are: {'; '.join(deck)}")
    return whole_number(value, "the number of a mission", least=1, most=len(deck)) - 1


def _capitals(game: Game, sides: Sequence[Mapping[str, Any]]) -> tuple[int, ...]:
    if game.rules.victory.goal != "capitals":
        if any("capital" in side for side in sides):
            raise InvalidInput("these rules have no capitals; those whose goal is capitals have")
        return ()
    capitals = []
    for number, side in enumerate(sides, start=1):
        if "capital" not in side:
            raise InvalidInput(f"player {number} needs a 'capital', for these rules are about them")
        capital = game.territory(as_text(side["capital"], "a capital"))
        if capital in capitals:
            raise InvalidInput(f"{game.names[capital]} cannot be the capital of two players")
        capitals.append(capital)
    return tuple(capitals)


def _presumed_destroyer(state: GameState, player: int) -> int:
    """Return nobody, or for a player who is out the player: as if by concession (V-9).

    Then a mission to destroy that player is replaced, which is right for whoever has not done
    it and is still playing. Who is known to have taken the last territories goes before that.
    """
    if state.destroyers and state.destroyers[player]:
        return state.destroyers[player][0]
    return NOBODY if player in state.owners else player


def read_cards(
    state: GameState,
    fields: Mapping[str, Any],
    sides: Sequence[Mapping[str, Any]],
    names: tuple[str, ...],
) -> GameState:
    """Return the state with hands, discards and pile, and whose view it is."""
    deck = Deck(state.game, state.capitals)
    called = names or [f"player {number + 1}" for number in range(len(sides))]
    hands = []
    for name, side in zip(called, sides, strict=True):
        with place(f"the cards of {name}"):
            hands.append(deck.take(side.get("cards", 0)))
    with place("'discards'"):
        discards = deck.take(fields.get("discards", 0))
    viewer = None
    if "view" in fields:
        with place("'view'"):
            viewer = find_player(fields["view"], names, state.game.players)
    elif any(HIDDEN in cards for cards in (*hands, discards)):
        viewer = state.player
    pile = deck.pile((*hands, discards), seen=viewer is None)
    return state.evolve(hands=tuple(hands), discards=discards, pile=pile, viewer=viewer)


# -- writing -----------------------------------------------------------------------------


def namer(position: Position) -> Namer:
    """Return how players are called in the fields of a position."""
    players = position.players
    return lambda player: players[player] if players else player + 1


def written_counts(state: GameState) -> dict[str, Any]:
    """Return what was counted, discards, and whose view it is, as far as it is not as usual."""
    check_cards(state)
    data: dict[str, Any] = {}
    victory = state.game.rules.victory
    if state.last_round != (victory.rounds if victory.goal == "rounds" else 0):
        data["last_round"] = state.last_round
    if state.sets_traded:
        data["sets_traded"] = state.sets_traded
    if state.discards:
        data["discards"] = written_cards(state.game, state.discards)
    return data


def written_seat(state: GameState, player: int, called: Namer) -> dict[str, Any]:
    """Return what is to be said of a player."""
    game = state.game
    data: dict[str, Any] = {}
    if state.hands[player]:
        data["cards"] = written_cards(game, state.hands[player])
    if state.missions and state.missions[player] != HIDDEN:
        data["mission"] = str(mission_deck(game)[state.missions[player]])
    if state.capitals:
        data["capital"] = game.names[state.capitals[player]]
    destroyer = state.destroyed_by[player]
    if destroyer != _presumed_destroyer(state, player):
        data["destroyed_by"] = None if destroyer == NOBODY else called(destroyer)
    return data
