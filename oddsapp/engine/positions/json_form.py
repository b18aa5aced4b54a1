"""The JSON form of a position: plain values in, a checked `Position` out, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddsapp.engine.game import NEUTRAL, UNCLAIMED, Game
from oddsapp.engine.positions import details, rounds
from oddsapp.engine.positions.agreed import agreed_game, read_board, read_rules, written_agreed
from oddsapp.engine.positions.holdings import (
    Holdings,
    owner_names,
    place,
    read_holdings,
    write_holdings,
)
from oddsapp.engine.positions.position import Position, check_names, find_owner
from oddsapp.engine.setup import blank_state
from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_list, as_object, as_text, short
from oddsapp.rules import Ruleset

FORMAT = "oddsapp position"
"""What a position says it is."""
VERSION = 1
"""Raised whenever what is written now would mean something else than before."""

_HEAD = ("format", "version", "title", "board", "rules", "changes", "players", "neutral", "rest")


def position_from_dict(data: object) -> Position:
    """Build a position from what its JSON holds.

    Parameters
    ----------
    data : dict
        ``players``: for each name, or in a list for players without names, an object with
        ``territories``, their armies by name, or a list of those with 1 army; a continent
        stands for all its territories but those that are listed. All else may be left out:
        ``neutral``, territories of the neutral side; ``rest``, who has all other territories,
        as ``"Bob"`` with 1 army on each or ``{"Bob": 2}``; ``board`` and ``rules`` by name or
        whole, classic if not said, and ``changes`` to the rules. Whose ``turn`` it is, by name
        or number from 1, and the ``phase``: reinforce, attack or fortify; how many armies are
        ``to_place``, counted if not said. ``round``, ``first`` (player), ``sets_traded``,
        ``discards``. And of a player: ``cards``, a list of names or how many; ``mission``, in
        words or by number; ``capital``.

        Under rules in which all play at the same time, such as ``risk2``, the ``phase`` is
        pacts, trades, reinforcements, orders (if not said), conquest trades, conquest
        reinforcements or moves. Nobody has the turn; ``to_place`` is said of each player, and
        so are ``orders``, lines of text, in that phase. ``destroyers`` of who is out, the
        ``target`` of a mission about an owner, ``pacts``, ``drawers`` (of cards, at the end of
        the round) and ``bonus_to`` (who has had the armies for an own card in this round) may be
        said where they matter.

    Raises
    ------
    InvalidInput
        If anything is missing, misspelt, of the wrong type, or makes no position.

    Examples
    --------
    >>> position = position_from_dict({
    ...     "players": {
    ...         "Ann": {"territories": {"South America": 2, "Brazil": 12}, "cards": 3},
    ...         "Bob": {"territories": {"Africa": 1}},
    ...     },
    ...     "rest": "neutral",
    ... })
    >>> position.state.armies_on("Brazil"), position.state.reserves[0]
    (12, 5)
    """
    fields = position_fields(data)
    game, names = read_table(fields)
    sides = player_fields(fields["players"], game.rules)
    called = owner_names(names, game.players)
    held: dict[int, object] = {
        number: side.get("territories", {}) for number, side in enumerate(sides)
    }
    held[NEUTRAL] = fields.get("neutral", {})
    rest = _rest(fields.get("rest"), names, game.players)
    return build_position(fields, game, names, read_holdings(game, called, held, rest))


def position_fields(data: object) -> dict[str, Any]:
    """Return the fields of a position, of a version that is read here."""
    fields = as_object(data, "a position")
    if fields.get("format", FORMAT) != FORMAT:
        raise InvalidInput(
            f"this is no position, whose 'format' is {FORMAT!r}, but {short(fields['format'])}"
        )
    version = fields.get("version", VERSION)
    if isinstance(version, bool) or version != VERSION:
        raise InvalidInput(
            f"the position is of version {short(version)}; this oddsapp reads version {VERSION}"
        )
    return as_object(fields, "a position", required=("players",))


def known_fields(rules: Ruleset) -> tuple[str, ...]:
    """Return all that a position under these rules may say."""
    return (*_HEAD, *(rounds.FIELDS if rules.is_same_time else details.FIELDS))


def read_table(fields: Mapping[str, Any]) -> tuple[Game, tuple[str, ...]]:
    """Return the board, the rules and the number of players, and the players' names."""
    sides = fields["players"]
    names = tuple(sides) if isinstance(sides, dict) else ()
    rules = read_rules(fields)
    as_object(fields, "a position", known_fields(rules))
    players = len(_sides(sides))
    game = agreed_game(rules, players, read_board(fields))
    check_names(names, game.players)
    return game, names


def _sides(sides: object) -> list[tuple[str, object]]:
    if isinstance(sides, dict):
        return [(f"player {short(name)}", side) for name, side in sides.items()]
    listed = as_list(sides, "'players' (or an object of names)")
    return [(f"player {number}", side) for number, side in enumerate(listed, start=1)]


def player_fields(sides: object, rules: Ruleset) -> list[dict[str, Any]]:
    """Return what is said of each player, in seat order."""
    more = rounds.SEAT_FIELDS if rules.is_same_time else details.SEAT_FIELDS
    return [as_object(side, what, ("territories", *more)) for what, side in _sides(sides)]


def _rest(value: object, names: tuple[str, ...], players: int) -> tuple[int, object]:
    if value is None:
        return UNCLAIMED, 1
    armies: object = 1
    if isinstance(value, dict):
        if len(value) != 1:
            raise InvalidInput('\'rest\' has one owner: "rest": {"Bob": 2}')
        ((value, armies),) = value.items()
    with place("'rest'"):
        return find_owner(value, names, players), armies


def build_position(
    fields: Mapping[str, Any], game: Game, names: tuple[str, ...], holdings: Holdings
) -> Position:
    """Return the position of these holdings, with all else that the fields say."""
    owners, armies = holdings
    state = blank_state(game).evolve(contenders=(), owners=owners, armies=armies)
    sides = player_fields(fields["players"], game.rules)
    title = as_text(fields.get("title", ""), "the title of a position")
    if not game.rules.is_same_time:
        return Position(details.read_details(state, fields, sides, names), names, title)
    called = names or tuple(f"player {number + 1}" for number in range(game.players))
    state = rounds.read_round(state, fields, sides, names)
    return Position(state, names, title, rounds.read_side_orders(sides, called))


# -- writing -----------------------------------------------------------------------------


def position_to_dict(position: Position) -> dict[str, Any]:
    """Return a position as plain values for JSON: what is as usual is left out.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> data = position_to_dict(example_position())
    >>> data["turn"], data["to_place"], data["players"]["Ann"]["territories"]["Brazil"]
    ('Ann', 5, 12)
    >>> position_from_dict(data) == example_position()
    True
    """
    state = position.state
    held = write_holdings(state.game, state.owners, state.armies)
    data = written_fields(position, {owner: held.get(owner, {}) for owner in held})
    if NEUTRAL in held:
        data["neutral"] = held[NEUTRAL]
    known = known_fields(state.game.rules)
    return {key: data[key] for key in known if key in data}


def written_fields(position: Position, held: Mapping[int, Any]) -> dict[str, Any]:
    """Return all fields but the neutral side's; of the players only the territories given."""
    state = position.state
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    if position.title:
        data["title"] = position.title
    data.update(written_agreed(state.game))
    is_same_time = state.game.rules.is_same_time
    write = rounds.written_round if is_same_time else details.written_details
    more, of_players = write(position)
    data.update(more)
    sides = []
    for player, said in enumerate(of_players):
        sides.append({"territories": held[player], **said} if player in held else said)
    data["players"] = dict(zip(position.players, sides, strict=True)) if position.players else sides
    return data
