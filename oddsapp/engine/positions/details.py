"""All of a position but who holds what: the turn, cards, missions, capitals, counts."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from oddsapp.dice import whole_number
from oddsapp.engine.game import Game
from oddsapp.engine.missions import mission_deck
from oddsapp.engine.positions.cards import Deck, check_cards, written_cards
from oddsapp.engine.positions.holdings import place
from oddsapp.engine.positions.position import PHASES, Position, find_player
from oddsapp.engine.state import HIDDEN, GameState, Phase
from oddsapp.engine.turn import reinforcements
from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_object, as_text, short

_FLAGS = ("conquered", "eliminated", "bonus_given", "commander_used", "time_up")
_COUNTS = {"round": 1, "last_round": 0, "sets_traded": 0, "moves": 0}
"""Plain numbers of the state, and the least that each can be."""
_MOST = 1_000_000
_NOBODY = -1


def read_details(
    state: GameState,
    fields: Mapping[str, Any],
    sides: Sequence[Mapping[str, Any]],
    names: tuple[str, ...],
) -> GameState:
    """Return the state with what is said of the turn, and what is said of each player.

    Parameters
    ----------
    state : GameState
        With the owners and armies of the position; all else as a game begins.
    fields, sides : mapping, sequence of mapping
        What is said in all, and of each player.
    names : tuple of str
    """
    game = state.game

    def player(who: object, key: str) -> int:
        with place(f"'{key}'"):
            return find_player(who, names, game.players)

    first = player(fields.get("first", 1), "first")
    changes: dict[str, Any] = {
        "phase": _phase(fields.get("phase", str(PHASES[0]))),
        "first": first,
        "player": player(fields.get("turn", first + 1), "turn"),
    }
    for key, least in _COUNTS.items():
        if key in fields:
            changes[key] = whole_number(fields[key], f"'{key}'", least=least, most=_MOST)
    for key in _FLAGS:
        changes[key] = _flag(fields.get(key, False), f"'{key}'")
    changes["missions"] = _missions(game, sides)
    changes["capitals"] = _capitals(game, sides)
    changes["destroyed_by"] = tuple(
        _presumed_destroyer(state, number)
        if "destroyed_by" not in side
        else _NOBODY
        if side["destroyed_by"] is None
        else player(side["destroyed_by"], "destroyed_by")
        for number, side in enumerate(sides)
    )
    changes["on_target"] = tuple(
        _flag(side.get("on_target", False), "'on_target'") for side in sides
    )
    arrived = as_object(fields.get("arrived", {}), "'arrived'")
    changes["arrived"] = tuple(
        sorted(
            (game.territory(name), whole_number(armies, "'arrived'", least=1, most=_MOST))
            for name, armies in arrived.items()
        )
    )
    state = state.evolve(**changes)
    state = _with_cards(state, fields, sides, names)
    return state.evolve(reserves=_reserves(state, fields.get("to_place")))


def _phase(value: object) -> Phase:
    for phase in PHASES:
        if value == phase.value:
            return phase
    raise InvalidInput(f"the phase is {', '.join(PHASES[:-1])} or {PHASES[-1]}, not {short(value)}")


def _flag(value: object, what: str) -> bool:
    if not isinstance(value, bool):
        raise InvalidInput(f"{what} is true or false, not {short(value)}")
    return value


def _reserves(state: GameState, to_place: object) -> tuple[int, ...]:
    number = 0
    if to_place is not None:
        number = whole_number(to_place, "'to_place'", least=0, most=_MOST)
    elif state.phase is Phase.REINFORCE:
        number = reinforcements(state, state.player)
    reserves = [0] * (state.game.players + 1)
    reserves[state.player] = number
    return tuple(reserves)


# -- missions and capitals -----------------------------------------------------------------


def _missions(game: Game, sides: Sequence[Mapping[str, Any]]) -> tuple[int, ...]:
    deck = [str(mission) for mission in mission_deck(game)]
    if not deck:
        if any("mission" in side for side in sides):
            raise InvalidInput("these rules have no missions; those whose goal is missions have")
        return ()
    missions = tuple(_mission(deck, side.get("mission")) for side in sides)
    known = [mission for mission in missions if mission != HIDDEN]
    for mission in known:
        if known.count(mission) > 1:
            raise InvalidInput(f"two players have the mission to {deck[mission]}; there is one")
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
    it and is still playing.
    """
    return _NOBODY if player in state.owners else player


# -- cards -------------------------------------------------------------------------------


def _with_cards(
    state: GameState,
    fields: Mapping[str, Any],
    sides: Sequence[Mapping[str, Any]],
    names: tuple[str, ...],
) -> GameState:
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
    state = state.evolve(hands=tuple(hands), discards=discards, pile=pile, viewer=viewer)
    if "shown" in fields:
        state = _with_shown(state, fields["shown"])
    return state


def _with_shown(state: GameState, value: object) -> GameState:
    """Return the state with the cards that lie open while an attack lasts (C-7)."""
    keys = ("cards", "for")
    given = as_object(value, "'shown'", keys, required=keys)
    with place("'shown'"):
        cards = Deck(state.game, ()).take(given["cards"])
        for card in cards:
            if card not in state.hands[state.player]:
                raise InvalidInput("only cards in the hand of whoever has the turn are shown")
        target = state.game.territory(as_text(given["for"], "the territory attacked"))
    return state.evolve(shown=cards, shown_for=target)


# -- writing -----------------------------------------------------------------------------


def written_details(position: Position) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return what is to be said in all, and of each player: what is as usual is left out."""
    state = position.state
    game = state.game
    check_cards(state)

    def called(player: int) -> str | int:
        return position.players[player] if position.players else player + 1

    data: dict[str, Any] = {
        "turn": called(state.player),
        "phase": str(state.phase),
        "round": state.round,
    }
    if state.phase is Phase.REINFORCE:
        data["to_place"] = state.reserves[state.player]
    if state.first:
        data["first"] = called(state.first)
    usual_end = game.rules.victory.rounds if game.rules.victory.goal == "rounds" else 0
    if state.last_round != usual_end:
        data["last_round"] = state.last_round
    data |= {key: getattr(state, key) for key in ("sets_traded", "moves") if getattr(state, key)}
    data |= {key: True for key in _FLAGS if getattr(state, key)}
    if state.arrived:
        data["arrived"] = {game.names[target]: armies for target, armies in state.arrived}
    if state.discards:
        data["discards"] = written_cards(game, state.discards)
    if state.shown_for >= 0:
        shown = written_cards(game, state.shown)
        data["shown"] = {"cards": shown, "for": game.names[state.shown_for]}
    if state.viewer is not None:
        data["view"] = called(state.viewer)
    return data, [_written_player(position, player, called) for player in range(game.players)]


def _written_player(position: Position, player: int, called: Any) -> dict[str, Any]:
    state = position.state
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
        data["destroyed_by"] = None if destroyer == _NOBODY else called(destroyer)
    if state.on_target[player]:
        data["on_target"] = True
    return data
