"""What a position is played with: the board, the rules and how many play."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddsapp.boards import BOARD_NAMES, Board, board_from_dict, board_to_dict, find_board
from oddsapp.engine.game import Game, make_game
from oddsapp.engine.positions.holdings import place
from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_object
from oddsapp.rules import Ruleset, find_ruleset, ruleset_names
from oddsapp.rules.json_form import ruleset_from_dict, ruleset_to_dict

# -- reading -----------------------------------------------------------------------------


def read_rules(fields: Mapping[str, Any]) -> Ruleset:
    """Return the rules, classic if not said, with what is changed."""
    given = fields.get("rules", "classic")
    with place("'rules'"):
        rules = find_ruleset(given) if isinstance(given, str) else ruleset_from_dict(given)
        changes = as_object(fields.get("changes", {}), "'changes'")
        return rules.replace(**changes) if changes else rules


def read_board(fields: Mapping[str, Any]) -> Board | None:
    """Return the board, None if it is not said."""
    given = fields.get("board")
    if given is None and "board" not in fields:
        return None
    with place("'board'"):
        return find_board(given) if isinstance(given, str) else board_from_dict(given)


def agreed_game(rules: Ruleset, players: int, board: str | Board | None) -> Game:
    """Return the game that goes on from a position; without a board on that of the rules.

    Same-time rules say with how many armies a few players begin on a board of the usual size.
    Here nobody begins: on a larger board they begin with as many as that takes.
    """
    if rules.is_same_time and players > 1:
        board = find_board(board or "risk2") if not isinstance(board, Board) else board
        setup = rules.setup
        least = min((number for number, _ in setup.starting_armies), default=2)
        if players < least:
            # The rules hang on how many began, which is not how many are left.
            raise InvalidInput(
                f"the rules {rules.name} are for {least} players or more, not {players}; list"
                ' those who are out, too, with "territories": {}'
            )
        needed = -(-len(board.territories) // players)
        if 0 < setup.armies_for(players) < needed:
            rules = rules.replace(starting_armies={players: needed})
    return make_game(rules, players=players, board=board)


# -- writing -----------------------------------------------------------------------------


def written_agreed(game: Game) -> dict[str, Any]:
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
