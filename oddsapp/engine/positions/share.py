"""The share string: a whole position in one word that an address can hold.

It is the JSON form with owners and armies in the board's order, compressed, in the letters
that an address leaves alone, behind a length and a check: a string that was cut or changed on
its way is refused.
"""

from __future__ import annotations

import re
import zlib
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any

from oddsapp.engine.game import Game
from oddsapp.engine.positions.file import as_position
from oddsapp.engine.positions.holdings import Holder, Holdings, owner_names
from oddsapp.engine.positions.json_form import (
    build_position,
    player_fields,
    position_fields,
    read_table,
    written_fields,
)
from oddsapp.engine.positions.packed_board import packed_board, unpacked_board
from oddsapp.engine.positions.packed_orders import packed_order, unpacked_order
from oddsapp.engine.positions.position import Position
from oddsapp.engine.state import GameState
from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_list, as_object, parse_json

VERSION = 1
"""Raised whenever the same string would stand for another position than before."""

_FORM = re.compile(r"oddsapp([0-9]{1,6})-(.*)", re.DOTALL)
_LETTERS = re.compile(r"[A-Za-z0-9_-]*")
_CHECK, _LENGTH = 4, 3
"""Bytes of the check, and of the length of what follows."""
_LONGEST = 200_000
# What a few compressed bytes may grow to: far above any board with its rules.
_LARGEST = 2_000_000


def share_string(position: Position | GameState) -> str:
    """Return a position as one word of letters, digits, ``-`` and ``_``.

    A board of 48 territories with thousands of armies on each needs about 1,000, with a map or
    with whole rules of one's own up to 2,000. Orders of a same-time turn come along: about 10
    letters each.

    Parameters
    ----------
    position : Position or GameState
        A state alone has players without names.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> text = share_string(example_position())
    >>> text[:9], from_share_string(text) == example_position()
    ('oddsapp1-', True)
    """
    import json

    position = as_position(position)
    data = written_fields(position, {})
    for key in ("format", "version"):
        del data[key]
    if not isinstance(data["board"], str):
        data["board"] = packed_board(data["board"])
    state = position.state
    data["owners"], data["armies"] = list(state.owners), list(state.armies)
    for side, orders in zip(_sides(data["players"]), position.orders, strict=False):
        if orders:
            side["orders"] = [packed_order(state.game, order) for order in orders]
    # ASCII: JSON then escapes what UTF-8 cannot hold.
    packed = _compressed(json.dumps(data, separators=(",", ":")).encode("ascii"))
    content = len(packed).to_bytes(_LENGTH, "big") + packed
    return f"oddsapp{VERSION}-{_encoded(_check(content) + content)}"


def from_share_string(text: str) -> Position:
    """Return the position of a share string.

    Parameters
    ----------
    text : str
        Blanks and line ends, which mails put into long words, do no harm.

    Raises
    ------
    InvalidInput
        If it is no share string, was made by a newer version, or was cut or changed.

    Examples
    --------
    >>> from_share_string("oddsapp1-AAAA")
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: the share string is cut after character 13; copy all of it
    """
    if len(text) > _LONGEST:
        raise InvalidInput(f"a share string has at most {_LONGEST:,} characters")
    word = "".join(text.split())
    found = _FORM.fullmatch(word)
    if found is None:
        raise InvalidInput(f"a share string begins with oddsapp{VERSION}-, not {word[:12]!r}")
    if int(found[1]) != VERSION:
        raise InvalidInput(
            f"the share string is of version {int(found[1])}; this oddsapp reads version {VERSION}"
        )
    packed = _unpacked(found[2], len(word) - len(found[2]))
    try:
        return _position(parse_json(_decompressed(packed).decode("ascii")))
    except (zlib.error, UnicodeDecodeError):
        raise InvalidInput("the share string is damaged: what it holds is no position") from None


def _position(data: object) -> Position:
    keys = ("owners", "armies")
    given = as_object(data, "a share string", required=keys)
    fields = position_fields({key: value for key, value in given.items() if key not in keys})
    if not isinstance(fields.get("board", ""), str):
        fields["board"] = unpacked_board(fields["board"])
    game, names = read_table(fields)
    for side in player_fields(fields["players"], game.rules):
        if "orders" in side:
            given_orders = as_list(side["orders"], "the orders")
            side["orders"] = [str(unpacked_order(game, order)) for order in given_orders]
    return build_position(fields, game, names, _holdings(game, names, given))


def _sides(sides: dict[str, Any] | list[Any]) -> Iterable[dict[str, Any]]:
    return sides.values() if isinstance(sides, dict) else sides


def _holdings(game: Game, names: tuple[str, ...], given: Mapping[str, Any]) -> Holdings:
    owners, armies = (as_list(given[key], key) for key in ("owners", "armies"))
    size = len(game.names)
    if not len(owners) == len(armies) == size:
        raise InvalidInput(
            f"board {game.board.name!r} has {size} territories; the share string has"
            f" {len(owners)} owners and {len(armies)} numbers of armies"
        )
    called = owner_names(names, game.players)
    holder = Holder(game, called)
    for territory, (owner, count) in enumerate(zip(owners, armies, strict=True)):
        if isinstance(owner, bool) or not isinstance(owner, int) or owner not in called:
            raise InvalidInput(f"{game.names[territory]} has an owner who does not play")
        holder.add(territory, owner, count)
    return holder.done("a position has an owner for each territory")


# -- letters and bytes ---------------------------------------------------------------------


def _check(content: bytes) -> bytes:
    return sha256(bytes([VERSION]) + content).digest()[:_CHECK]


def _encoded(content: bytes) -> str:
    return urlsafe_b64encode(content).decode("ascii").rstrip("=")


def _unpacked(letters: str, before: int) -> bytes:
    """Return the compressed bytes that letters stand for, once the check fits."""
    usable = _LETTERS.match(letters)
    end = usable.end() if usable else 0
    if end < len(letters):
        raise InvalidInput(
            f"character {before + end + 1} of the share string is {letters[end]!r}; it has only"
            " letters, digits, - and _"
        )
    cut = InvalidInput(
        f"the share string is cut after character {before + len(letters)}; copy all of it"
    )
    if len(letters) % 4 == 1:
        raise cut
    content = urlsafe_b64decode(letters + "=" * (-len(letters) % 4))
    head = _CHECK + _LENGTH
    length = int.from_bytes(content[_CHECK:head], "big")
    if len(content) < head or len(content) - head < length:
        raise cut
    if _check(content[_CHECK:]) != content[:_CHECK] or _encoded(content) != letters:
        raise InvalidInput(
            "the share string is damaged: a character of it was changed, or some were added;"
            " copy it again"
        )
    return content[head:]


def _compressed(content: bytes) -> bytes:
    compressor = zlib.compressobj(9, zlib.DEFLATED, -15)
    return compressor.compress(content) + compressor.flush()


def _decompressed(packed: bytes) -> bytes:
    decompressor = zlib.decompressobj(-15)
    content = decompressor.decompress(packed, _LARGEST)
    if decompressor.unconsumed_tail or not decompressor.eof:
        raise zlib.error("cut, or far too large")
    return content
