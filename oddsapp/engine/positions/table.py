"""A position's territories as a table for spreadsheets: territory, owner and armies."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import Any

from oddsapp.boards import Board
from oddsapp.engine.game import NEUTRAL, Game
from oddsapp.engine.positions.agreed import agreed_game
from oddsapp.engine.positions.file import as_position
from oddsapp.engine.positions.holdings import Holder, Holdings, owner_names
from oddsapp.engine.positions.json_form import build_position, known_fields
from oddsapp.engine.positions.position import NEUTRAL_NAME, Position, check_names, find_owner
from oddsapp.engine.state import GameState
from oddsapp.errors import InvalidInput
from oddsapp.files import read_file
from oddsapp.json_values import as_object
from oddsapp.rules import Ruleset, as_ruleset
from oddsapp.tables import (
    MOST_CHARACTERS,
    at_line,
    cell_name,
    cell_number,
    column_names,
    decoded,
    named_cells,
    table_rows,
)

COLUMNS = ("territory", "owner", "armies")
"""The columns of the table; it may have others, which are not read."""
SEPARATORS = (",", ";", "\t")
"""What may stand between them."""

_Row = tuple[int, str, str, int]
"""A line, and the territory, the owner and the armies in it."""


def is_table(text: str) -> bool:
    """Tell whether the first line of a text is the header of a table of territories.

    JSON in one line names territories too.

    >>> is_table("territory;owner;armies"), is_table('{"Northwest Territory": 3}')
    (True, False)
    """
    head = text.partition("\n")[0].lower()
    return "territory" in head and not head.startswith(("{", "["))


def position_to_csv(position: Position | GameState, separator: str = ",") -> str:
    r"""Return who holds what as a table, in the board's order.

    Parameters
    ----------
    position : Position or GameState
    separator : {",", ";", "\t"}
        Spreadsheets of countries with a decimal comma want a semicolon.

    Returns
    -------
    str
        With line ends as spreadsheets have them. Write it in ``utf-8-sig``: some read other
        letters than English ones only after its mark.

    Raises
    ------
    InvalidInput
        If it is no position, or the separator another one.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> position_to_csv(example_position()).splitlines()[:2]
    ['territory,owner,armies', 'Alaska,Ann,1']
    """
    if separator not in SEPARATORS:
        raise InvalidInput(f"the separator is a comma, a semicolon or a tab, not {separator!r}")
    position = as_position(position)
    state = position.state
    text = io.StringIO()
    writer = csv.writer(text, delimiter=separator, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    for name, owner, armies in zip(state.game.names, state.owners, state.armies, strict=True):
        # Players without names are written as numbers.
        known = position.players or owner == NEUTRAL
        writer.writerow((name, position.name(owner) if known else owner + 1, armies))
    return text.getvalue()


def position_from_csv(
    source: str | Path,
    onto: Position | GameState | None = None,
    *,
    board: str | Board | None = None,
    rules: str | Ruleset = "classic",
    players: int | tuple[str, ...] | None = None,
    **fields: Any,
) -> Position:
    r"""Return the position whose owners and armies a table has.

    Parameters
    ----------
    source : str or Path
        The table itself as text, or the path of its file: columns separated by commas,
        semicolons or tabs, with a header that names ``territory``, ``owner`` and ``armies``.
        An owner is a player's name, a number from 1, or ``neutral``. Every territory of the
        board has a row.
    onto : Position or GameState, optional
        The position of which only owners and armies are replaced; armies to place stay, too.
    board, rules : optional
        Without `onto`: what is played; without a board, on that of the rules.
    players : int or tuple of str, optional
        How many, or their names in seat order. If not said, they are seated as they appear in
        the table; numbers go up to the highest.
    **fields
        All else that the JSON form may say: ``turn``, ``phase``, ``round``, for instance.

    Raises
    ------
    InvalidInput
        For a row that makes no sense: its line and the reason. Nothing is kept then.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> table = position_to_csv(example_position()).replace("Brazil,Ann,12", "Brazil,Ann,20")
    >>> position_from_csv(table, example_position()).state.armies_on("Brazil")
    20
    """
    rows = _rows(source)
    if onto is not None:
        if fields or players is not None:
            raise InvalidInput("what is read onto a position keeps its players, turn and rules")
        old = as_position(onto)
        holdings = _holdings(rows, old.state.game, old.players)
        state = old.state.evolve(owners=holdings[0], armies=holdings[1], before=None)
        return Position(state, old.players, old.title, old.orders)
    if players is None:
        players = _seated(rows)
    names = () if isinstance(players, int) else tuple(players)
    number = players if isinstance(players, int) else len(names)
    agreed = as_ruleset(rules)
    as_object(fields, "a position", known_fields(agreed))
    game = agreed_game(agreed, number, board)
    check_names(names, number)
    said = {**fields, "players": [{}] * number}
    return build_position(said, game, names, _holdings(rows, game, names))


def _rows(source: str | Path) -> list[_Row]:
    if isinstance(source, Path):
        text = decoded(
            read_file(source, most=MOST_CHARACTERS, beyond="no position has so many"), "a position"
        )
    else:
        text = source
    if len(text) > MOST_CHARACTERS:
        raise InvalidInput(f"a position has at most {MOST_CHARACTERS:,} characters")
    lines = table_rows(text)
    header_line, header = next(lines, (1, []))
    columns = column_names(header, header_line)
    for name in COLUMNS:
        if name not in columns:
            raise InvalidInput(
                f"line {header_line}: the header must name {', '.join(COLUMNS[:-1])} and armies;"
                f" {name} is not there"
            )
    rows = []
    for line, cells in lines:
        with at_line(line):
            named = named_cells(columns, cells)
            armies = cell_number(named["armies"], "the armies")
            owner = cell_name(named["owner"], "owner")
            if not owner:
                raise InvalidInput(
                    f"the owner is missing; a player or {NEUTRAL_NAME} holds each territory"
                )
            rows.append((line, named["territory"], owner, armies))
    return rows


def _seated(rows: list[_Row]) -> int | tuple[str, ...]:
    """Return the players as the table has them: how many, or their names."""
    owners = dict.fromkeys(owner for _, _, owner, _ in rows if owner.casefold() != NEUTRAL_NAME)
    numbers = [int(owner) for owner in owners if owner.isdecimal()]
    if numbers and len(numbers) == len(owners):
        return max(numbers)
    by_folded: dict[str, str] = {}
    for owner in owners:
        by_folded.setdefault(owner.casefold(), owner)
    return tuple(by_folded.values())


def _holdings(rows: list[_Row], game: Game, names: tuple[str, ...]) -> Holdings:
    called = owner_names(names, game.players)
    holder = Holder(game, called)
    for line, territory, owner, armies in rows:
        with at_line(line):
            number = find_owner(owner, names, game.players)
            holder.add(game.territory(territory), number, armies)
    return holder.done("every territory has a row")
