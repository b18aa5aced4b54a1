"""Boards: territories, the continents they form, and who borders whom.

A board that exists is a valid one: `Board` checks itself when it is built, whatever it is
built from. The boards that come with the package are read when `find_board` is called,
never on import.

A file format has a module of its own: `json_form`, and `map_form` for the maps of the game
Domination. Another one needs a function from its text to a `Board` and a line in
`load_board`; nothing else has to change, since `Board` keeps every border in one direction.

Examples
--------
>>> from oddsapp.boards import find_board
>>> board = find_board("classic")
>>> board.neighbours("Greenland")
('Northwest Territory', 'Ontario', 'Quebec', 'Iceland')
"""

from oddsapp.boards.board import Board, CardSymbol, Continent, both_ways
from oddsapp.boards.json_form import board_from_dict, board_to_dict
from oddsapp.boards.loading import BOARD_NAMES, find_board, load_board
from oddsapp.boards.map_form import board_from_map

__all__ = [
    "BOARD_NAMES",
    "Board",
    "CardSymbol",
    "Continent",
    "board_from_dict",
    "board_from_map",
    "board_to_dict",
    "both_ways",
    "find_board",
    "load_board",
]
