"""All of a position in turns but who holds what: whose turn it is, and how far it has come."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.engine.positions.cards import Deck, written_cards
from oddsapp.engine.positions.checks import PHASES
from oddsapp.engine.positions.holdings import place
from oddsapp.engine.positions.position import Position
from oddsapp.engine.positions.seats import (
    COUNTS,
    MOST,
    finder,
    namer,
    read_cards,
    read_counts,
    read_seats,
    written_counts,
    written_seat,
)
from oddsapp.engine.state import GameState, Phase
from oddsapp.engine.turn import reinforcements
from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_object, as_text, short

_FLAGS = ("conquered", "eliminated", "bonus_given", "commander_used", "time_up")
FIELDS = (
    *("turn", "phase", "to_place", "round", "first", "last_round", "sets_traded", "discards"),
    *_FLAGS,
    *("moves", "arrived", "shown", "view"),
)
"""What a position in turns may say besides who holds what."""
SEAT_FIELDS = ("cards", "mission", "capital", "destroyed_by", "on_target")
"""What it may say of a player besides territories."""


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
    find = finder(names, game.players)
    first = find(fields.get("first", 1), "first")
    arrived = as_object(fields.get("arrived", {}), "'arrived'")
    state = state.evolve(
        phase=_phase(fields.get("phase", str(PHASES[0]))),
        first=first,
        player=find(fields.get("turn", first + 1), "turn"),
        **read_counts(fields, {**COUNTS, "moves": 0}),
        **{key: _flag(fields.get(key, False), f"'{key}'") for key in _FLAGS},
        on_target=tuple(_flag(side.get("on_target", False), "'on_target'") for side in sides),
        arrived=tuple(
            sorted(
                (game.territory(name), whole_number(armies, "'arrived'", least=1, most=MOST))
                for name, armies in arrived.items()
            )
        ),
    )
    state = read_cards(read_seats(state, sides, find), fields, sides, names)
    if "shown" in fields:
        state = _with_shown(state, fields["shown"])
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
        number = whole_number(to_place, "'to_place'", least=0, most=MOST)
    elif state.phase is Phase.REINFORCE:
        number = reinforcements(state, state.player)
    reserves = [0] * (state.game.players + 1)
    reserves[state.player] = number
    return tuple(reserves)


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


def written_details(position: Position) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return what is to be said in all, and of each player: what is as usual is left out."""
    state = position.state
    game, called = state.game, namer(position)
    data: dict[str, Any] = {
        "turn": called(state.player),
        "phase": str(state.phase),
        "round": state.round,
        **written_counts(state),
    }
    if state.phase is Phase.REINFORCE:
        data["to_place"] = state.reserves[state.player]
    if state.first:
        data["first"] = called(state.first)
    if state.moves:
        data["moves"] = state.moves
    data |= {key: True for key in _FLAGS if getattr(state, key)}
    if state.arrived:
        data["arrived"] = {game.names[target]: armies for target, armies in state.arrived}
    if state.shown_for >= 0:
        shown = written_cards(game, state.shown)
        data["shown"] = {"cards": shown, "for": game.names[state.shown_for]}
    if state.viewer is not None:
        data["view"] = called(state.viewer)
    marks = [{"on_target": True} if mark else {} for mark in state.on_target]
    return data, [
        {**written_seat(state, player, called), **mark} for player, mark in enumerate(marks)
    ]
