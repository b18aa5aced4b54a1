"""Positions in and out: JSON that people write, a share string, a table for spreadsheets.

>>> from oddsapp.engine.positions import example_position, from_share_string, share_string
>>> position = example_position()
>>> from_share_string(share_string(position)) == position
True
"""

from oddsapp.engine.positions.file import (
    example_position,
    example_text,
    load_position,
    read_position,
    save_position,
    written_position,
)
from oddsapp.engine.positions.json_form import position_from_dict, position_to_dict
from oddsapp.engine.positions.position import Position
from oddsapp.engine.positions.share import from_share_string, share_string
from oddsapp.engine.positions.table import position_from_csv, position_to_csv
from oddsapp.engine.positions.unknown import with_unknown_dealt

__all__ = [
    "Position",
    "example_position",
    "example_text",
    "from_share_string",
    "load_position",
    "position_from_csv",
    "position_from_dict",
    "position_to_csv",
    "position_to_dict",
    "read_position",
    "save_position",
    "share_string",
    "with_unknown_dealt",
    "written_position",
]
