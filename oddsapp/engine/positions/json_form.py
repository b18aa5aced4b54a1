"""The JSON form of a position: plain values in, a checked `Position` out, and back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddsapp.boards import BOARD_NAMES, Board, board_from_dict, board_to_dict, find_board
from oddsapp.engine.game import NEUTRAL, UNCLAIMED, Game
from oddsapp.engine.positions.details import read_details, written_details
from oddsapp.engine.positions.holdings import (
    Holdings,
    owner_names,
    place,
    read_holdings,
    write_holdings,
)
from oddsapp.engine.positions.position import Position, check_names, find_owner
from oddsapp.engine.setup import new_game
from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_list, as_object, as_text, short
from oddsapp.rules import Ruleset, find_ruleset, ruleset_names
from oddsapp.rules.json_form import ruleset_from_dict, ruleset_to_dict

FORMAT = "oddsapp position"
"""What a position says it is."""
VERSION = 1
"""Raised whenever what is written now would mean something else than before."""

_TABLE = ("board", "rules", "changes", "players", "neutral", "rest")
_TURN = ("turn", "phase", "to_place", "round", "first", "last_round", "sets_traded", "discards")
_IN_TURN = (
    *("conquered", "eliminated", "bonus_given", "commander_used", "time_up"),
    *("moves", "arrived", "shown", "view"),
)
KEYS = ("format", "version", "title", *_TABLE, *_TURN, *_IN_TURN)
"""All that a position may say."""
PLAYER_KEYS = ("territories", "cards", "mission", "capital", "destroyed_by", "on_target")
"""All that it may say of a player."""


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
    sides = player_fields(fields["players"])
    called = owner_names(names or [f"player {number + 1}" for number in range(game.players)])
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
    return as_object(fields, "a position", KEYS, required=("players",))


def read_table(fields: Mapping[str, Any]) -> tuple[Game, tuple[str, ...]]:
    """Return the board, the rules and the number of players, and the players' names."""
    sides = fields["players"]
    names = tuple(sides) if isinstance(sides, dict) else ()
    with place("'rules'"):
        rules = played_in_turns(_rules(fields))
    game = Game(board=_board(fields), rules=rules, players=len(player_fields(sides)))
    check_names(names, game.players)
    return game, names


def player_fields(sides: object) -> list[dict[str, Any]]:
    """Return what is said of each player, in seat order."""
    if isinstance(sides, dict):
        entries = [(f"player {short(name)}", side) for name, side in sides.items()]
    else:
        listed = as_list(sides, "'players' (or an object of names)")
        entries = [(f"player {number}", side) for number, side in enumerate(listed, start=1)]
    return [as_object(side, what, PLAYER_KEYS) for what, side in entries]


def _board(fields: Mapping[str, Any]) -> Board:
    given = fields.get("board", "classic")
    with place("'board'"):
        return find_board(given) if isinstance(given, str) else board_from_dict(given)


def played_in_turns(rules: Ruleset) -> Ruleset:
    """Return the rules, unless all play at the same time."""
    if rules.is_same_time:
        raise InvalidInput(
            f"the rules {rules.name} are not played in turns; a turn of RISK II has a file of its"
            " own, for oddsapp turn"
        )
    return rules


def _rules(fields: Mapping[str, Any]) -> Ruleset:
    given = fields.get("rules", "classic")
    rules = find_ruleset(given) if isinstance(given, str) else ruleset_from_dict(given)
    changes = as_object(fields.get("changes", {}), "'changes'")
    return rules.replace(**changes) if changes else rules


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
    begun = new_game(game.rules, players=game.players, board=game.board)
    state = begun.evolve(contenders=(), undealt=(), owners=owners, armies=armies)
    state = read_details(state, fields, player_fields(fields["players"]), names)
    title = fields.get("title", "")
    return Position(state, names, as_text(title, "the title of a position"))


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
    return _in_order(data)


def written_fields(position: Position, held: Mapping[int, Any]) -> dict[str, Any]:
    """Return all fields but the neutral side's; of the players only the territories given."""
    state = position.state
    data: dict[str, Any] = {"format": FORMAT, "version": VERSION}
    if position.title:
        data["title"] = position.title
    data.update(_written_table(state.game))
    more, of_players = written_details(position)
    data.update(more)
    sides = []
    for player, details in enumerate(of_players):
        sides.append({"territories": held[player], **details} if player in held else details)
    data["players"] = dict(zip(position.players, sides, strict=True)) if position.players else sides
    return data


def _written_table(game: Game) -> dict[str, Any]:
    """Return board and rules: by name where they are the package's own, else whole."""
    board, rules = game.board, game.rules
    is_known = board.name in BOARD_NAMES and board == find_board(board.name)
    data: dict[str, Any] = {"board": board.name if is_known else board_to_dict(board)}
    whole = ruleset_to_dict(rules)
    if rules.name in ruleset_names():
        preset = find_ruleset(rules.name)
        if preset == rules:
            return {**data, "rules": rules.name}
        groups = [group for group in whole.values() if isinstance(group, dict)]
        changes = {
            key: group[key] for key, _ in rules.variations for group in groups[:-1] if key in group
        }
        if _is_changed(preset, changes, rules):
            return {**data, "rules": rules.name, "changes": changes}
    return {**data, "rules": whole}


def _is_changed(preset: Ruleset, changes: Mapping[str, Any], rules: Ruleset) -> bool:
    try:
        return preset.replace(**changes) == rules
    except InvalidInput:  # rules that have no plain value, such as dice
        return False


def _in_order(data: dict[str, Any]) -> dict[str, Any]:
    return {key: data[key] for key in KEYS if key in data}
