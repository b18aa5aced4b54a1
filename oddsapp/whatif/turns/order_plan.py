"""The orders of a same-time turn on their own, apart from the board: text and JSON.

::

    Ann: 4 Brazil -> Venezuela
    Ann: 5 Brazil -> Peru -> Argentina
    Bob:
        3 North Africa -> Brazil
        2 North Africa -> Egypt; 1 Congo -> East Africa

A line without a player is of the player above. Players without names are ``player 1`` and so
on. Blank lines, and what follows a ``#``, say nothing.

>>> plan = parse_order_plan("Ann: 4 Siam -> India", ("Ann", "Bob", "Cleo"))
>>> plan.orders
((AttackOrder(armies=4, origin='Siam', target='India'),), (), ())
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.engine.orders import BattleOrder, CheckedOrder, parse_order
from oddsapp.engine.positions.file import as_position
from oddsapp.engine.positions.position import Position, check_names, find_player
from oddsapp.engine.state import GameState
from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_list, as_object, as_text, parse_json, short

FORMAT = "oddsapp orders"
"""What the JSON of an order plan says it is."""
VERSION = 1
MOST_CHARACTERS = 1_000_000
"""The most of a text: far above any turn."""

_KEYS = ("format", "version", "players")
_COMMENT = re.compile(r"(^|\s)#.*")
_BEGINS_ORDER = re.compile(r"[0-9]+\s")


@dataclass(frozen=True)
class OrderPlan:
    """What all players order in a turn, void or not.

    Parameters
    ----------
    orders : tuple of tuple of AttackOrder or SurgeOrder
        Of each player, in seat order.
    players : tuple of str, optional
        What they are called; none for players who only have numbers.

    Examples
    --------
    >>> plan = parse_order_plan("2: 4 Siam -> India", 3)
    >>> print(plan)
    player 2: 4 Siam -> India
    >>> order_plan_from_dict(plan.to_dict(), 3) == plan
    True
    """

    orders: tuple[tuple[BattleOrder, ...], ...]
    players: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        check_names(self.players, len(self.orders))

    def __str__(self) -> str:
        return "\n".join(
            f"{self._name(player)}: {order}"
            for player, orders in enumerate(self.orders)
            for order in orders
        )

    def _name(self, player: int) -> str:
        return self.players[player] if self.players else f"player {player + 1}"

    def to_dict(self) -> dict[str, Any]:
        """Return the plan as plain values for JSON."""
        lines = [[str(order) for order in orders] for orders in self.orders]
        players = dict(zip(self.players, lines, strict=True)) if self.players else lines
        return {"format": FORMAT, "version": VERSION, "players": players}

    def onto(self, position: Position | GameState) -> Position:
        """Return the position with these orders, in place of those that it may have.

        Raises
        ------
        InvalidInput
            If no attacks are planned there, an order names a territory that the board does not
            have, or another number of players plays.
        """
        return replace(as_position(position), orders=self.orders)

    def check(self, position: Position | GameState) -> tuple[CheckedOrder, ...]:
        """Return the orders as `forecast_turn` takes them, each void one with rule and reason.

        Examples
        --------
        >>> from oddsapp.whatif.turns.turn_file import example_turn
        >>> position = example_turn().position
        >>> plan = parse_order_plan("White: 99 Japan -> Kamchatka", position.players)
        >>> [checked] = plan.check(position)
        >>> checked.rule, checked.reason
        ('R-8', 'Japan has 28 left to send, not 99; one stays behind')
        """
        return self.onto(position).checked_orders()


# -- reading -----------------------------------------------------------------------------


def read_order_plan(text: str, position: Position | GameState) -> OrderPlan:
    """Return the orders that text or JSON says for a position.

    Parameters
    ----------
    text : str
        Lines such as ``Ann: 4 Brazil -> Peru``, or the JSON of `OrderPlan.to_dict`.
    position : Position or GameState
        While attacks are planned at the same time; it says what the players are called.

    Raises
    ------
    InvalidInput
        If an order cannot be read, names what is not on the board, or is of nobody; the
        message names the line. Orders against the rules are none of these: they are void.

    Examples
    --------
    >>> from oddsapp.whatif.turns.same_time import forecast_turn
    >>> from oddsapp.whatif.turns.turn_file import example_turn
    >>> position = example_turn().position
    >>> plan = read_order_plan("White: 28 Japan -> Kamchatka", position)
    >>> state = position.state
    >>> found = forecast_turn(state.game, state.owners, state.armies, plan.check(position))
    >>> [here.name for here in found.territories if here.is_contested]
    ['Kamchatka']
    """
    position = as_position(position)
    if len(text) > MOST_CHARACTERS:
        raise InvalidInput(f"the orders of a turn have at most {MOST_CHARACTERS:,} characters")
    players = position.players or position.state.game.players
    if text.lstrip("\ufeff \t\r\n").startswith(("{", "[")):
        try:
            data = parse_json(text.removeprefix("\ufeff"))
        except InvalidInput as error:
            raise InvalidInput(f"the orders cannot be read: the text {error}") from None
        plan = order_plan_from_dict(data, players)
    else:
        plan = parse_order_plan(text.removeprefix("\ufeff"), players)
    plan.onto(position)
    return plan


def parse_order_plan(text: str, players: tuple[str, ...] | int) -> OrderPlan:
    """Return the orders that lines of text say.

    Parameters
    ----------
    text : str
    players : tuple of str or int
        What the players are called in seat order, or how many there are.

    Raises
    ------
    InvalidInput
        If a line says none; the message names it.

    Examples
    --------
    >>> parse_order_plan("Ann: go to Peru", ("Ann", "Bob"))
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: line 1: 'go to Peru' is no order; one is written \
'4 Brazil -> Venezuela', or, for a surge, '5 Brazil -> Venezuela -> Central America'
    """
    names, number = _seats(players)
    orders: list[list[BattleOrder]] = [[] for _ in range(number)]
    player: int | None = None
    for line, said in enumerate(text.splitlines(), start=1):
        try:
            who, left = _addressed(said.strip(), names, number)
            player = player if who is None else who
            if not left:
                continue
            if player is None:
                raise InvalidInput(
                    f"nobody is named whose order {short(left)} is; it is written"
                    f" {_example(names)!r}"
                )
            orders[player] += (parse_order(order) for order in _split(left))
        except InvalidInput as error:
            raise InvalidInput(f"line {line}: {error}") from None
    return OrderPlan(tuple(map(tuple, orders)), names)


def order_plan_from_dict(data: object, players: tuple[str, ...] | int) -> OrderPlan:
    """Return the orders that plain values say; whoever is left out orders nothing.

    Parameters
    ----------
    data : dict
        In the form of `OrderPlan.to_dict`.
    players : tuple of str or int
        What the players are called in seat order, or how many there are.

    Raises
    ------
    InvalidInput
        If they say none; the message names the player.

    Examples
    --------
    >>> data = {"format": "oddsapp orders", "version": 1, "players": {"bob": ["1 Siam -> India"]}}
    >>> print(order_plan_from_dict(data, ("Ann", "Bob")))
    Bob: 1 Siam -> India
    """
    given = as_object(data, "the orders of a turn")
    if given.get("format") != FORMAT:
        raise InvalidInput(f"these are no orders of a turn, whose 'format' is {FORMAT!r}")
    version = given.get("version")
    if isinstance(version, bool) or version != VERSION:
        raise InvalidInput(
            f"the orders are of version {short(version)}; this oddsapp reads version {VERSION}"
        )
    sides = as_object(given, "the orders of a turn", _KEYS, required=_KEYS)["players"]
    names, number = _seats(players)
    orders: list[tuple[BattleOrder, ...] | None] = [None] * number
    for who, lines in _listed(sides):
        player = find_player(who, names, number)
        what = f"the orders of {names[player] if names else f'player {player + 1}'}"
        if orders[player] is not None:
            raise InvalidInput(f"{what} are there twice; once is right")
        texts = [as_text(line, f"one of {what}") for line in as_list(lines, what)]
        try:
            orders[player] = tuple(map(parse_order, texts))
        except InvalidInput as error:
            raise InvalidInput(f"{what}: {error}") from None
    return OrderPlan(tuple(given or () for given in orders), names)


def _listed(sides: object) -> Iterator[tuple[object, object]]:
    if isinstance(sides, dict):
        yield from sides.items()
    else:
        yield from enumerate(as_list(sides, "'players' (or an object of names)"), start=1)


def _seats(players: tuple[str, ...] | int) -> tuple[tuple[str, ...], int]:
    if isinstance(players, tuple):
        return players, len(players)
    return (), whole_number(players, "the number of players", least=2)


def _example(names: tuple[str, ...]) -> str:
    return f"{names[0] if names else 'player 1'}: 4 Brazil -> Venezuela"


def _addressed(line: str, names: tuple[str, ...], number: int) -> tuple[int | None, str]:
    """Return whose order a line begins with, None if it does not say, and the rest of it."""
    # A name may have any mark in it: the longest one that fits is meant.
    for name in sorted(names, key=len, reverse=True):
        begin = line[: len(name) + 1]
        if begin.endswith(":") and begin[:-1].casefold() == name.casefold():
            return names.index(name), _said(line[len(begin) :])
    line = _said(line)
    who, colon, rest = line.partition(":")
    if not colon or _BEGINS_ORDER.match(line):
        return None, line
    return find_player(who.strip(), names, number), rest.strip()


def _said(line: str) -> str:
    return _COMMENT.sub("", line).strip()


def _split(line: str) -> list[str]:
    """Return the orders of a line; no name has a semicolon in it."""
    return [order.strip() for order in line.split(";") if order.strip()]
