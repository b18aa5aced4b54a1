"""Changes to a position, and positions from outside. Pure functions of positions and texts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from oddsapp.boards import find_board
from oddsapp.engine.game import NEUTRAL
from oddsapp.engine.positions import (
    Position,
    from_share_string,
    position_from_csv,
    position_from_dict,
    position_to_dict,
    read_position,
)
from oddsapp.engine.positions.cards import UNKNOWN, card_name
from oddsapp.engine.positions.position import NEUTRAL_NAME
from oddsapp.engine.positions.table import is_table
from oddsapp.engine.state import HIDDEN, Phase, changed
from oddsapp.engine.turn import reinforcements
from oddsapp.errors import InvalidInput

MOST_BYTES = 1_000_000
NAMES = ("Ann", "Bob", "Cleo", "Dan", "Eva", "Fay")
"""What the players of a new board are called."""

_SHARED = "oddsapp"


# -- who holds what ----------------------------------------------------------------------


def owner_of(position: Position, territory: str) -> str:
    """Return what the owner of a territory is called."""
    return position.name(position.state.owner_of(territory))


def with_land(
    position: Position, territory: str, *, owner: str | None = None, armies: int | None = None
) -> Position:
    """Return the position with another owner, or number of armies, of one territory.

    Armies to place that the board gives are counted anew.

    Raises
    ------
    InvalidInput
        If that makes no position.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> after = with_land(example_position(), "North Africa", owner="Ann", armies=3)
    >>> after.state.armies_on("North Africa"), owner_of(after, "North Africa")
    (3, 'Ann')
    """
    state = position.state
    place = state.game.territory(territory)
    owners, numbers = state.owners, state.armies
    if owner is not None:
        who = NEUTRAL if owner == NEUTRAL_NAME else position.player(owner)
        owners = changed(owners, place, who)
    if armies is not None:
        numbers = changed(numbers, place, armies)
    return _recounted(
        position, replace(position, state=state.evolve(owners=owners, armies=numbers))
    )


def with_table(position: Position, text: str) -> Position:
    """Return the position with owners and armies as a table says.

    Raises
    ------
    InvalidInput
        If a row makes no sense; the message names its line.
    """
    return _recounted(position, position_from_csv(text, position))


def _recounted(before: Position, after: Position) -> Position:
    """Return the position with its armies to place counted, if they were as counted before."""
    old, new = before.state, after.state
    player = old.player
    usual = old.phase is Phase.REINFORCE and old.reserves[player] == reinforcements(old, player)
    if not usual or old.owners == new.owners:
        return after
    reserves = changed(new.reserves, player, reinforcements(new, player))
    return replace(after, state=new.evolve(reserves=reserves))


# -- the turn ----------------------------------------------------------------------------


def with_turn(position: Position, *, player: int | None = None, phase: str = "") -> Position:
    """Return the position at the same phase of another player's turn, or another phase.

    What was done in the turn so far, conquests and moves, is forgotten.

    >>> from oddsapp.engine.positions import example_position
    >>> after = with_turn(example_position(), player=1)
    >>> after.state.player, after.state.reserves
    (1, (0, 6, 0, 0))
    """
    data = position_to_dict(position)
    for key in ("to_place", "moves", "arrived", "conquered", "eliminated", "bonus_given"):
        data.pop(key, None)
    if player is not None:
        data["turn"] = player + 1
    if phase:
        data["phase"] = phase
    return position_from_dict(data)


def with_count(position: Position, key: str, number: int) -> Position:
    """Return the position with another number of ``to_place``, ``sets_traded`` or ``round``."""
    return position_from_dict({**position_to_dict(position), key: number})


# -- cards -------------------------------------------------------------------------------


def cards_in(text: str) -> list[str]:
    """Return the cards that a text names.

    >>> cards_in(" Brazil; wild card ;")
    ['Brazil', 'wild card']
    """
    return [name for part in text.split(";") if (name := " ".join(part.split()))]


def known_cards(position: Position, player: int) -> list[str]:
    """Return the cards of a player that are known."""
    state = position.state
    return [card_name(state.game, card) for card in state.hands[player] if card != HIDDEN]


def with_cards(position: Position, player: int, known: Sequence[str], number: int) -> Position:
    """Return the position with so many cards in a hand, of which these are known.

    Raises
    ------
    InvalidInput
        If somebody else has one of them, or there are fewer than are known.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> after = with_cards(example_position(), 1, ["Siam"], 3)
    >>> known_cards(after, 1), len(after.state.hands[1])
    (['Siam'], 3)
    """
    if number < len(known):
        raise InvalidInput(f"{len(known)} cards are known, so there cannot be {number} in all")
    data = position_to_dict(position)
    sides: Any = data["players"]
    side = list(sides.values())[player] if isinstance(sides, dict) else sides[player]
    side["cards"] = [*known, *[UNKNOWN] * (number - len(known))]
    return position_from_dict(data)


# -- from outside ------------------------------------------------------------------------


def read_any(content: str | bytes, onto: Position) -> Position:
    """Return the position of a file, or of a text that was pasted.

    Parameters
    ----------
    content : str or bytes
        JSON, a share string, or a table of territories.
    onto : Position
        Whose players, turn and rules a table keeps, if all its owners are among them.

    Raises
    ------
    InvalidInput
        If it is none of them; the message says what is wrong, and where.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position, written_position
    >>> read_any(written_position(example_position()), example_position()).title
    'Ann looks towards Africa'
    """
    if len(content) > MOST_BYTES:
        raise InvalidInput(f"a position has at most {MOST_BYTES:,} characters; this has more")
    if isinstance(content, bytes):
        from oddsapp.tables import decoded

        content = decoded(content, "a position")
    text = content.lstrip("\ufeff \t\r\n")
    if not text:
        raise InvalidInput("nothing is there; a position is JSON, a table or a share string")
    if text.startswith(_SHARED):
        return from_share_string(text)
    if not is_table(text):
        return read_position(text)
    try:
        return with_table(onto, text)
    except InvalidInput as refusal:
        try:
            return position_from_csv(text)
        except InvalidInput:
            raise refusal from None


def new_board(board: str, players: int) -> Position:
    """Return a board to begin with: territories dealt in turn, three armies on each.

    >>> new_board("classic", 3).players
    ('Ann', 'Bob', 'Cleo')
    """
    territories = find_board(board).territories
    lands = {
        name: {"territories": dict.fromkeys(territories[number::players], 3)}
        for number, name in enumerate(NAMES[:players])
    }
    return position_from_dict({"board": board, "rules": "classic", "players": lands})
