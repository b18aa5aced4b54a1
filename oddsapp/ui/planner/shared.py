"""A position that another page, or another person, has put into a share string."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from oddsapp.boards import BOARD_NAMES, find_board
from oddsapp.engine import NEUTRAL
from oddsapp.engine.positions import Position, from_share_string, share_string
from oddsapp.errors import InvalidInput
from oddsapp.ui.planner.draft import MINE, MOST, Draft, Held
from oddsapp.ui.planner.odds import state_of
from oddsapp.ui.planner.state import RULES

MOST_SEATS = 6


class Loaded(NamedTuple):
    """What a share string comes to here."""

    draft: Draft
    names: tuple[str, ...]
    rules: str
    notes: list[str]


def loaded(text: str) -> Loaded:
    """Return the draft of a position: whose turn it is comes first, as oneself.

    Raises
    ------
    InvalidInput
        If it is no share string, or its board is none of those that come with the package.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> found = loaded(share_string(example_position()))
    >>> found.names, found.draft.armies("Brazil"), found.rules
    (('Ann', 'Bob', 'Cleo'), 12, 'classic')
    """
    position = from_share_string(text)
    state, game = position.state, position.state.game
    board = game.board.name
    if board not in BOARD_NAMES or find_board(board).territories != game.board.territories:
        raise InvalidInput(
            f"the position is on the board {board}, which is none of {', '.join(BOARD_NAMES)}"
        )
    notes = []
    rules = game.rules.name
    if rules not in RULES:
        notes.append(f"the position has the rules {rules}; attacks are planned under classic dice")
        rules = "classic"
    me = max(0, state.player)
    seats = [me, *(seat for seat in range(game.players) if seat != me)]
    if NEUTRAL in state.owners:
        seats.append(NEUTRAL)
    place = {seat: number for number, seat in enumerate(seats)}
    if max(state.armies) > MOST:
        notes.append(f"more than {MOST} armies stand on a territory; {MOST} are used")
    held = tuple(
        Held(place[owner], min(MOST, armies))
        for owner, armies in zip(state.owners, state.armies, strict=True)
    )
    draft = Draft(board, held)
    largest = max(draft.mine, key=draft.armies, default="")
    names = tuple(map(position.name, seats))
    return Loaded(replace(draft, selected=largest), names, rules, notes)


def shared(draft: Draft, names: tuple[str, ...], rules: str) -> str:
    """Return the position of a draft as a share string.

    Raises
    ------
    InvalidInput
        If it makes no position: nothing is one's own, or there are too many players.
    """
    if MINE not in {held.owner for held in draft.held}:
        raise InvalidInput("nothing is yours yet")
    players = min(len(names), MOST_SEATS)
    state = state_of(draft, rules, players)
    return share_string(Position(state, tuple(_seat_name(name) for name in names[:players])))


def _seat_name(name: str) -> str:
    return "Nobody" if name == "neutral" else name
