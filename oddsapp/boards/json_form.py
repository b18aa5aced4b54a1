"""The JSON form of a board: plain values in, a checked `Board` out, and back."""

from __future__ import annotations

from typing import Any

from oddsapp.boards.board import Board, CardSymbol, Continent, both_ways
from oddsapp.boards.checks import nearest
from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_list, as_object, as_text, short

_BOARD_KEYS = (
    "name",
    "title",
    "note",
    "continents",
    "links",
    "one_way_links",
    "card_symbols",
    "wild_cards",
)
_CONTINENT_KEYS = ("bonus", "bonus_classic", "territories")


def board_from_dict(data: object) -> Board:
    """Build a board from what its JSON holds.

    Parameters
    ----------
    data : dict
        ``name``; ``continents``: name -> ``{"bonus": int, "territories": [str, ...]}``;
        ``links``: pairs of territories, each a border in both directions. And if wanted
        ``title``, ``note``, ``wild_cards`` (2), ``card_symbols``: territory -> infantry,
        cavalry or artillery, ``one_way_links``: pairs from, to; and in a continent
        ``bonus_classic``.

    Raises
    ------
    InvalidInput
        If anything is missing, misspelt, of the wrong type, or makes no board.

    Examples
    --------
    >>> board = board_from_dict({
    ...     "name": "toy",
    ...     "continents": {"Land": {"bonus": 1, "territories": ["A", "B"]}},
    ...     "links": [["A", "B"]],
    ... })
    >>> board.are_adjacent("B", "A")
    True
    """
    fields = _object(data, "a board", _BOARD_KEYS, required=("name", "continents", "links"))
    mutual = _links(fields["links"], "links")
    one_way = _links(fields.get("one_way_links", []), "one_way_links")
    seen: set[tuple[str, str]] = set()
    for a, b in mutual:
        if (a, b) in seen:
            raise InvalidInput(f"link {a!r} - {b!r} is there twice; once is right")
        seen |= {(a, b), (b, a)}
    for a, b in one_way:
        if (a, b) in seen or (b, a) in seen:
            raise InvalidInput(
                f"one-way link {a!r} - {b!r} is there twice or against another link; "
                f"a border open in both directions belongs in 'links'"
            )
        seen.add((a, b))
    return Board(
        name=as_text(fields["name"], "the name of a board"),
        title=as_text(fields.get("title", ""), "'title'"),
        note=as_text(fields.get("note", ""), "'note'"),
        continents=_continents(fields["continents"]),
        links=both_ways(mutual) | frozenset(one_way),
        card_symbols=_card_symbols(fields.get("card_symbols", {})),
        wild_cards=_count(fields.get("wild_cards", 2), "'wild_cards'"),
    )


def board_to_dict(board: Board) -> dict[str, Any]:
    """Return a board as plain values for JSON, in one fixed order.

    Examples
    --------
    >>> from oddsapp.boards import find_board
    >>> data = board_to_dict(find_board("classic"))
    >>> data["links"][0]
    ['Afghanistan', 'China']
    >>> board_from_dict(data) == find_board("classic")
    True
    """
    data: dict[str, Any] = {"name": board.name}
    if board.title:
        data["title"] = board.title
    if board.note:
        data["note"] = board.note
    data["continents"] = {c.name: _continent_to_dict(c) for c in board.continents}
    data["links"] = [[a, b] for a, b in sorted(board.links) if a < b and (b, a) in board.links]
    one_way = [[a, b] for a, b in sorted(board.links) if (b, a) not in board.links]
    if one_way:
        data["one_way_links"] = one_way
    if board.card_symbols:
        data["card_symbols"] = {t: str(symbol) for t, symbol in board.card_symbols}
    data["wild_cards"] = board.wild_cards
    return data


def _continent_to_dict(continent: Continent) -> dict[str, Any]:
    data: dict[str, Any] = {"bonus": continent.bonus}
    if continent.bonus_classic is not None:
        data["bonus_classic"] = continent.bonus_classic
    data["territories"] = list(continent.territories)
    return data


# -- reading: each function takes one part of the JSON, or says what is wrong with it ------


def _object(
    value: object, what: str, known: tuple[str, ...], required: tuple[str, ...]
) -> dict[str, Any]:
    """Return a JSON object; of a field that is not known, say which was meant."""
    for key in as_object(value, what):
        if key not in known:
            raise InvalidInput(f"{what} has no field {key!r}; {nearest(key, known)}")
    return as_object(value, what, required=required)


def _continents(value: object) -> tuple[Continent, ...]:
    found = []
    for name, entry in as_object(value, "'continents'").items():
        what = f"continent {name!r}"
        fields = _object(entry, what, _CONTINENT_KEYS, required=("bonus", "territories"))
        classic = fields.get("bonus_classic")
        found.append(
            Continent(
                name=name,
                bonus=_count(fields["bonus"], f"the bonus of {what}"),
                territories=tuple(
                    as_text(territory, f"a territory of {what}")
                    for territory in as_list(fields["territories"], f"the territories of {what}")
                ),
                bonus_classic=(
                    None if classic is None else _count(classic, f"the bonus_classic of {what}")
                ),
            )
        )
    return tuple(found)


def _links(value: object, what: str) -> list[tuple[str, str]]:
    found = []
    for entry in as_list(value, f"'{what}'"):
        pair = as_list(entry, f"an entry of '{what}'")
        if len(pair) != 2:
            raise InvalidInput(
                f"an entry of '{what}' must be a pair of territories, not {short(entry)}"
            )
        a, b = (as_text(end, f"an end of an entry of '{what}'") for end in pair)
        found.append((a, b))
    return found


def _card_symbols(value: object) -> tuple[tuple[str, CardSymbol], ...]:
    found = []
    for territory, symbol in as_object(value, "'card_symbols'").items():
        try:
            found.append((territory, CardSymbol(symbol)))
        except ValueError:
            raise InvalidInput(
                f"the card symbol of {territory!r} is {short(symbol)}; it must be "
                f"infantry, cavalry or artillery"
            ) from None
    return tuple(found)


def _count(value: object, what: str) -> int:
    # bool is an int to Python, and is none to a person.
    if not isinstance(value, int) or isinstance(value, bool) or value < 0:
        raise InvalidInput(f"{what} must be a whole number, 0 or more, not {short(value)}")
    return value
