"""A board of one's own in few letters: borders and cards by the numbers of territories."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from oddsapp.boards import CardSymbol
from oddsapp.errors import InvalidInput

_PAIRS = ("links", "one_way_links")
_CARDS = "card_symbols"
_SYMBOLS = {str(symbol): str(symbol)[0] for symbol in CardSymbol}


def packed_board(data: dict[str, Any]) -> dict[str, Any]:
    """Return the JSON form of a board with numbers in place of names.

    Examples
    --------
    >>> from oddsapp.boards import board_to_dict, find_board
    >>> data = board_to_dict(find_board("classic"))
    >>> packed = packed_board(data)
    >>> packed["links"][:4], packed["card_symbols"][:6]
    ([26, 27, 26, 28], 'icaaca')
    >>> unpacked_board(packed) == data
    True
    """
    names = _territories(data)
    number = {name: place for place, name in enumerate(names)}
    packed = dict(data)
    for key in _PAIRS:
        if key in data:
            packed[key] = [number[name] for pair in data[key] for name in pair]
    if _CARDS in data:
        packed[_CARDS] = "".join(_SYMBOLS[data[_CARDS][name]] for name in names)
    return packed


def unpacked_board(packed: Any) -> dict[str, Any]:
    """Return the JSON form of a board that `packed_board` made small.

    Raises
    ------
    InvalidInput
        If it did not.
    """
    try:
        names = _territories(packed)
        data: dict[str, Any] = dict(packed)
        for key in _PAIRS:
            if key in packed:
                ends = [names[number] for number in packed[key]]
                data[key] = [list(pair) for pair in zip(ends[::2], ends[1::2], strict=True)]
        if _CARDS in packed:
            symbols = {letter: symbol for symbol, letter in _SYMBOLS.items()}
            data[_CARDS] = {
                name: symbols[letter] for name, letter in zip(names, packed[_CARDS], strict=True)
            }
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        raise InvalidInput("the share string holds a board that is none") from None
    return data


def _territories(data: dict[str, Any]) -> Sequence[str]:
    return [name for continent in data["continents"].values() for name in continent["territories"]]
