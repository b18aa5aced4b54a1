"""A same-time turn as a JSON file: board, rules, and each player's armies and orders.

>>> turn = example_turn()
>>> turn.players, len(turn.orders)
(('White', 'Yellow', 'Green', 'Red', 'Black', 'Blue'), 30)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from oddsapp.boards import Board, board_from_dict, find_board
from oddsapp.dice import whole_number
from oddsapp.engine.game import NEUTRAL, Game
from oddsapp.engine.orders import BattleOrder, CheckedOrder, check_orders, parse_order
from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_list, as_object, as_text, parse_json, short
from oddsapp.rules import Ruleset, find_ruleset
from oddsapp.rules.json_form import ruleset_from_dict

MOST_ARMIES = 100_000
"""The most armies of a territory in a file."""

_KEYS = ("title", "board", "rules", "changes", "players", "neutral")
_PLAYER = ("territories", "orders")


@dataclass(frozen=True)
class TurnFile:
    """A turn that was read: what `oddsapp.forecast_turn` takes.

    Parameters
    ----------
    title : str
    game : Game
    players : tuple of str
        What each player is called.
    owners, armies : tuple of int
        Of each territory.
    orders : tuple of CheckedOrder
        Of all players, void ones too.
    """

    title: str
    game: Game
    players: tuple[str, ...]
    owners: tuple[int, ...]
    armies: tuple[int, ...]
    orders: tuple[CheckedOrder, ...]


def read_turn(text: str) -> TurnFile:
    """Read a turn from JSON text.

    Parameters
    ----------
    text : str
        An object with ``players``: for each name ``territories``, their armies, and
        ``orders``, a list of text. It may say ``board``, ``risk2`` if it does not; ``rules``,
        the same, and ``changes`` to them; ``neutral``, territories that are nobody's; and a
        ``title``.

    Raises
    ------
    InvalidInput
        If it is no turn; the message says what is wrong.

    Examples
    --------
    >>> read_turn('{"players": {"Ann": {"territories": {"Atlantis": 3}}}}')
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: a turn needs 2 players or more, not 1
    """
    data = as_object(_parsed(text), "a turn", _KEYS, ("players",))
    players = as_object(data["players"], "'players'")
    if len(players) < 2:
        raise InvalidInput(f"a turn needs 2 players or more, not {len(players)}")
    sides = {
        name: as_object(side, f"player {short(name)}", _PLAYER, ("territories",))
        for name, side in players.items()
    }
    game = _game(data, len(players))
    if not game.rules.is_same_time:
        raise InvalidInput(
            f"under the rules {game.rules.name} players take turns; a turn of all at the same"
            " time has rules of RISK II: risk2, for instance"
        )
    held = {name: side["territories"] for name, side in sides.items()}
    owners, armies = _position(game.board, held, data.get("neutral", {}))
    orders: list[CheckedOrder] = []
    for player, (name, side) in enumerate(sides.items()):
        read = _orders(name, side.get("orders", []))
        try:
            orders += check_orders(game, owners, armies, player, read)
        except InvalidInput as error:
            raise InvalidInput(f"an order of {name}: {error}") from None
    title = as_text(data.get("title", ""), "the title of a turn")
    return TurnFile(title, game, tuple(players), owners, armies, tuple(orders))


def example_text() -> str:
    """Return the JSON text of the turn that comes with the package.

    48 territories, 6 players, 30 orders with 5 border clashes, 3 invasions by several players
    and 2 surges.
    """
    from importlib.resources import files

    return (files("oddsapp.whatif") / "data" / "turn.json").read_text(encoding="utf-8")


def example_turn() -> TurnFile:
    """Return the turn that comes with the package."""
    return read_turn(example_text())


def _parsed(text: str) -> Any:
    try:
        return parse_json(text)
    except InvalidInput as error:
        raise InvalidInput(f"the turn cannot be read: it {error}") from None


def _game(data: Mapping[str, Any], players: int) -> Game:
    board, rules = _board(data), _rules(data)
    least = min((number for number, _ in rules.setup.starting_armies), default=2)
    if players < least and rules.is_same_time:
        # The rules hang on how many began, which is not how many are left.
        raise InvalidInput(
            f"the rules {rules.name} are for {least} players or more, not {players}; list those"
            ' who are out, too, with "territories": {}'
        )
    needed = -(-len(board.territories) // players)
    if rules.is_same_time and 0 < rules.setup.armies_for(players) < needed:
        # A turn is not set up: how many armies that would take on a large board is no matter.
        rules = rules.replace(starting_armies={players: needed})
    return Game(board=board, rules=rules, players=players)


def _board(data: Mapping[str, Any]) -> Board:
    given = data.get("board", "risk2")
    return find_board(given) if isinstance(given, str) else board_from_dict(given)


def _rules(data: Mapping[str, Any]) -> Ruleset:
    given = data.get("rules", "risk2")
    rules = find_ruleset(given) if isinstance(given, str) else ruleset_from_dict(given)
    changes = as_object(data.get("changes", {}), "'changes'")
    return rules.replace(**changes) if changes else rules


def _position(
    board: Board, held: Mapping[str, Any], neutral: Any
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the owner and the armies of every territory."""
    owners: dict[int, int] = {}
    armies: dict[int, int] = {}
    sides = [*enumerate(held.items()), (NEUTRAL, ("'neutral'", neutral))]
    for player, (name, territories) in sides:
        for territory, size in as_object(territories, f"the territories of {name}").items():
            place = board.index(territory)
            if place in owners:
                raise InvalidInput(f"{territory} is held twice; a territory has one owner")
            owners[place] = player
            armies[place] = whole_number(
                size, f"the armies of {territory}", least=1, most=MOST_ARMIES
            )
    missing = [name for place, name in enumerate(board.territories) if place not in owners]
    if missing:
        more = f" and {len(missing) - 3} more" if len(missing) > 3 else ""
        raise InvalidInput(
            f"nobody holds {', '.join(missing[:3])}{more}; every territory of board"
            f" {board.name!r} needs an owner, or is listed under 'neutral'"
        )
    places = range(len(board.territories))
    return tuple(owners[place] for place in places), tuple(armies[place] for place in places)


def _orders(name: str, given: Any) -> list[BattleOrder]:
    lines = as_list(given, f"the orders of {name}")
    texts = [as_text(line, f"an order of {name}") for line in lines]
    try:
        return [parse_order(line) for line in texts]
    except InvalidInput as error:
        raise InvalidInput(f"the orders of {name}: {error}") from None
