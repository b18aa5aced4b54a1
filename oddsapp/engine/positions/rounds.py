"""All of a same-time position but who holds what: the round, and what each player orders."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.engine.income import same_time_reinforcements
from oddsapp.engine.missions import NOBODY, mission_deck
from oddsapp.engine.orders import BattleOrder, parse_order
from oddsapp.engine.positions.checks import PLANNED
from oddsapp.engine.positions.holdings import place
from oddsapp.engine.positions.position import Position
from oddsapp.engine.positions.seats import (
    COUNTS,
    MOST,
    Finder,
    Namer,
    finder,
    namer,
    read_cards,
    read_counts,
    read_seats,
    written_counts,
    written_seat,
)
from oddsapp.engine.state import HIDDEN, GameState, Pact, Phase
from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_list, as_object, as_text, short
from oddsapp.rules import Diplomacy

FIELDS = (
    *("phase", "round", "first", "last_round", "sets_traded", "discards"),
    *("bonus_to", "drawers", "pacts", "view"),
)
"""What a same-time position may say besides who holds what."""
SEAT_FIELDS = (
    *("to_place", "cards", "mission", "target", "capital", "destroyed_by", "destroyers"),
    "orders",
)
"""What it may say of a player besides territories."""

_PACT = ("players", "until", "broken_in", "broken_by")
_BEFORE_ORDERS = (Phase.DIPLOMACY, Phase.TRADES, Phase.REINFORCEMENTS)

# -- reading -----------------------------------------------------------------------------


def read_round(
    state: GameState,
    fields: Mapping[str, Any],
    sides: Sequence[Mapping[str, Any]],
    names: tuple[str, ...],
) -> GameState:
    """Return the state with what is said of the round, and of each player but the orders.

    Parameters
    ----------
    state : GameState
        With the owners and armies of the position; all else as a game begins.
    fields, sides : mapping, sequence of mapping
        What is said in all, and of each player.
    names : tuple of str
    """
    find = finder(names, state.game.players)
    first = find(fields.get("first", 1), "first")
    destroyers = tuple(
        tuple(sorted(_players(side.get("destroyers", []), "destroyers", find))) for side in sides
    )
    state = state.evolve(
        phase=_phase(fields.get("phase", PLANNED[Phase.ORDERS])),
        first=first,
        player=first,
        destroyers=destroyers,
        pacts=_pacts(state, fields.get("pacts", []), find),
        bonus_to=_players(fields.get("bonus_to", []), "bonus_to", find),
        **read_counts(fields, COUNTS),
    )
    drawers = _players(fields.get("drawers", []), "drawers", find)
    state = read_seats(state.evolve(drawers=_seated(state, drawers)), sides, find)
    state = state.evolve(targets=_targets(state, sides, find))
    state = read_cards(state, fields, sides, names)
    reserves = tuple(
        whole_number(side["to_place"], "'to_place'", least=0, most=MOST)
        if "to_place" in side
        else _usual_reserve(state, player)
        for player, side in enumerate(sides)
    )
    return state.evolve(reserves=(*reserves, 0))


def _phase(value: object) -> Phase:
    for phase, name in PLANNED.items():
        if value == name:
            return phase
    known = [*PLANNED.values()]
    raise InvalidInput(f"the phase is {', '.join(known[:-1])} or {known[-1]}, not {short(value)}")


def _players(value: object, key: str, find: Finder) -> tuple[int, ...]:
    found: list[int] = []
    for who in as_list(value, f"'{key}'"):
        player = find(who, key)
        if player in found:
            raise InvalidInput(f"'{key}': {short(who)} is there twice; once is right")
        found.append(player)
    return tuple(found)


def _seated(state: GameState, players: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(player for player in state.seats if player in players)


def _usual_reserve(state: GameState, player: int) -> int:
    """Return how many armies a player has to place, as long as nobody has traded."""
    if state.phase not in _BEFORE_ORDERS or player not in state.owners:
        return 0
    return same_time_reinforcements(state, player)


def _pacts(state: GameState, value: object, find: Finder) -> tuple[Pact, ...]:
    entries = as_list(value, "'pacts'")
    if entries and state.game.rules.same_time.diplomacy is Diplomacy.OFF:
        raise InvalidInput("these rules have no pacts; those whose diplomacy is not off have")
    return tuple(_pact(entry, find) for entry in entries)


def _pact(entry: object, find: Finder) -> Pact:
    said = as_object(entry, "a pact", _PACT, required=("players", "until"))
    players = _players(said["players"], "players", find)
    if len(players) != 2:
        raise InvalidInput(f"a pact is one of two players, not of {len(players)}")
    until = whole_number(said["until"], "'until'", least=0, most=2 * MOST)
    broken_in = whole_number(said.get("broken_in", 0), "'broken_in'", least=0, most=MOST)
    broken_by = _players(said.get("broken_by", []), "broken_by", find)
    if bool(broken_in) != bool(broken_by) or not set(broken_by) <= set(players):
        raise InvalidInput(
            "a pact that was broken says in which round, 'broken_in', and which of its players"
            " did it, 'broken_by'"
        )
    return Pact((min(players), max(players)), until, broken_in, broken_by)


def _targets(state: GameState, sides: Sequence[Mapping[str, Any]], find: Finder) -> tuple[int, ...]:
    """Return whom missions about the owner of a territory are about: who owns it, if not said."""
    found = []
    for player, side in enumerate(sides):
        usual = usual_target(state, player)
        if "target" not in side:
            found.append(NOBODY if usual is None else usual)
            continue
        if usual is None:
            raise InvalidInput(
                "'target' is for a mission about the owner of a territory; others have none"
            )
        who = side["target"]
        found.append(NOBODY if who is None else find(who, "target"))
    return tuple(found)


def usual_target(state: GameState, player: int) -> int | None:
    """Return who owns the territory that a mission is about, or None if it is about none."""
    if not state.missions or state.missions[player] == HIDDEN:
        return None
    game = state.game
    name = mission_deck(game)[state.missions[player]].owner_of
    if name is None:
        return None
    owner = state.owners[game.index[name]]
    return NOBODY if owner < 0 or game.teams[owner] == game.teams[player] else owner


def read_side_orders(
    sides: Sequence[Mapping[str, Any]], names: Sequence[str]
) -> tuple[tuple[BattleOrder, ...], ...]:
    """Return the orders of each player, which stand as lines of text under ``orders``."""
    found = []
    for name, side in zip(names, sides, strict=True):
        lines = as_list(side.get("orders", []), f"the orders of {name}")
        with place(f"the orders of {name}"):
            found.append(tuple(parse_order(as_text(line, "an order")) for line in lines))
    return tuple(found)


# -- writing -----------------------------------------------------------------------------


def written_round(position: Position) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """Return what is to be said in all, and of each player: what is as usual is left out."""
    state, called = position.state, namer(position)
    data: dict[str, Any] = {
        "phase": PLANNED[state.phase],
        "round": state.round,
        **written_counts(state),
    }
    if state.first:
        data["first"] = called(state.first)
    data |= {
        key: [called(player) for player in getattr(state, key)]
        for key in ("bonus_to", "drawers")
        if getattr(state, key)
    }
    if state.pacts:
        data["pacts"] = [_written_pact(pact, called) for pact in state.pacts]
    if state.viewer is not None:
        data["view"] = called(state.viewer)
    return data, [_written_side(position, player, called) for player in range(state.game.players)]


def _written_pact(pact: Pact, called: Namer) -> dict[str, Any]:
    data: dict[str, Any] = {"players": [called(player) for player in pact.players]}
    data["until"] = pact.until
    if pact.broken_in:
        data["broken_in"] = pact.broken_in
        data["broken_by"] = [called(player) for player in pact.broken_by]
    return data


def _written_side(position: Position, player: int, called: Namer) -> dict[str, Any]:
    state = position.state
    data = written_seat(state, player, called)
    if state.reserves[player] != _usual_reserve(state, player):
        data["to_place"] = state.reserves[player]
    usual = usual_target(state, player)
    if usual is not None and state.targets and state.targets[player] != usual:
        target = state.targets[player]
        data["target"] = None if target == NOBODY else called(target)
    if state.destroyers[player]:
        data["destroyers"] = [called(other) for other in state.destroyers[player]]
    if position.orders and position.orders[player]:
        data["orders"] = [str(order) for order in position.orders[player]]
    return data
