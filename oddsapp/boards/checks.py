"""What makes a board valid, each breach told in one sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from oddsapp.arguments import shortened
from oddsapp.errors import InvalidInput

if TYPE_CHECKING:
    from oddsapp.boards.board import Board

MOST_TERRITORIES = 20_000
"""The most territories of a board; the largest maps that people draw have a few hundred."""

MOST_BONUS = 1_000
"""The most armies that a continent earns."""


def nearest(wrong: object, known: Sequence[str]) -> str:
    """Return the half of an error message that says what would have been right.

    Examples
    --------
    >>> nearest("kamtchatka", ["Alaska", "Kamchatka"])
    "did you mean 'Kamchatka'?"
    >>> nearest("xyz", ["Alaska", "Kamchatka"])
    'known: Alaska, Kamchatka'
    """
    # Only wanted once something went wrong, and slow to import.
    import difflib

    by_folded = {name.casefold(): name for name in known}
    folded = str(wrong).casefold()
    if folded in by_folded:
        return f"did you mean {by_folded[folded]!r}?"
    close = difflib.get_close_matches(folded, by_folded, n=3, cutoff=0.6)
    if close:
        return f"did you mean {' or '.join(repr(by_folded[name]) for name in close)}?"
    return f"known: {', '.join(known)}"


def folded(name: str) -> str:
    """Return what is left of a name for whoever types it in any case, with any blanks.

    Examples
    --------
    >>> folded("New Guinea") == folded("NEW  guinea") == folded("newguinea")
    True
    """
    return "".join(name.casefold().split())


def check_board(board: Board) -> None:
    """Raise `InvalidInput` for the first thing that keeps this from being a board."""
    check_name(board.name, "a board's name")
    _check_size(board)
    _check_continents(board)
    _check_links(board)
    _check_connected(board)
    _check_cards(board)


def check_name(name: str, what: str) -> None:
    """Raise `InvalidInput` if a name cannot stand in a line of text and be read again."""
    # Names stand in lines of text such as "attack A -> B", so they must fit in one.
    # Lists of names are separated by semicolons.
    marks = "->" in name or ";" in name
    if not name or name != name.strip() or not name.isprintable() or marks:
        raise InvalidInput(
            f"{what} is {name!r}; it must be one line of text, without '->', ';' and "
            f"without blanks at its ends"
        )


def _check_size(board: Board) -> None:
    size = sum(len(continent.territories) for continent in board.continents)
    if size > MOST_TERRITORIES:
        raise InvalidInput(
            f"board {board.name!r} has {size:,} territories; the most are {MOST_TERRITORIES:,}"
        )


def _check_continents(board: Board) -> None:
    if not board.continents:
        raise InvalidInput(f"board {board.name!r} has no continents; it needs at least one")
    home: dict[str, str] = {}
    names: set[str] = set()
    for continent in board.continents:
        check_name(continent.name, "a continent's name")
        if continent.name in names:
            raise InvalidInput(f"continent {continent.name!r} is there twice; once is right")
        names.add(continent.name)
        if not continent.territories:
            raise InvalidInput(
                f"continent {continent.name!r} has no territories; it needs at least one"
            )
        for bonus in (continent.bonus, continent.bonus_classic):
            if bonus is not None and not 0 <= bonus <= MOST_BONUS:
                raise InvalidInput(
                    f"continent {continent.name!r} has the bonus {shortened(bonus)}; "
                    f"it must be 0 or more armies, and {MOST_BONUS:,} at most"
                )
        for territory in continent.territories:
            check_name(territory, "a territory's name")
            if home.get(territory) == continent.name:
                raise InvalidInput(
                    f"territory {territory!r} is listed twice in {continent.name!r}; once is right"
                )
            if territory in home:
                raise InvalidInput(
                    f"territory {territory!r} is in both {home[territory]!r} and "
                    f"{continent.name!r}; it must be in one continent"
                )
            home[territory] = continent.name
    _check_alike("continents", [continent.name for continent in board.continents])
    _check_alike("territories", board.territories)


def _check_alike(what: str, names: Sequence[str]) -> None:
    # People type names in any case, and must get the one they mean. A continent may have
    # the name of a territory: maps have that, and a territory is looked for first.
    seen: dict[str, str] = {}
    for name in names:
        other = seen.setdefault(folded(name), name)
        if other != name:
            raise InvalidInput(
                f"{what} {other!r} and {name!r} differ only by case or blanks; "
                f"names must differ by more"
            )


def _check_links(board: Board) -> None:
    known = set(board.territories)
    # Sorted, so that the same board always gives the same message.
    for origin, target in sorted(board.links):
        for territory in (origin, target):
            if territory not in known:
                raise InvalidInput(
                    f"link {origin!r} - {target!r} names {territory!r}, which is in no "
                    f"continent; {nearest(territory, board.territories)}"
                )
        if origin == target:
            raise InvalidInput(
                f"territory {origin!r} is linked to itself; a link joins two territories"
            )


def _check_connected(board: Board) -> None:
    lonely = first_apart(board.territories, board.links)
    if lonely is not None:
        raise InvalidInput(
            f"no chain of links joins {lonely!r} to {board.territories[0]!r}; "
            f"a board must be connected"
        )


def first_apart(territories: Sequence[str], links: Iterable[tuple[str, str]]) -> str | None:
    """Return the first territory that no chain of links joins to the first of all.

    A one-way border joins too: what counts is that no part of the map lies apart.

    Examples
    --------
    >>> first_apart(["A", "B", "C"], [("B", "A")])
    'C'
    """
    joined = _joined(territories[0], links)
    return next((territory for territory in territories if territory not in joined), None)


def _joined(start: str, links: Iterable[tuple[str, str]]) -> set[str]:
    beside: dict[str, set[str]] = {}
    for a, b in links:
        beside.setdefault(a, set()).add(b)
        beside.setdefault(b, set()).add(a)
    seen, frontier = {start}, [start]
    while frontier:
        new = beside.get(frontier.pop(), set()) - seen
        seen |= new
        frontier.extend(new)
    return seen


def _check_cards(board: Board) -> None:
    if board.wild_cards < 0:
        raise InvalidInput(
            f"board {board.name!r} has {board.wild_cards} wild cards; it must be 0 or more"
        )
    seen: set[str] = set()
    for territory, _ in board.card_symbols:
        if territory not in board.territories:
            raise InvalidInput(
                f"there is a card symbol for {territory!r}, which is in no continent; "
                f"{nearest(territory, board.territories)}"
            )
        if territory in seen:
            raise InvalidInput(f"territory {territory!r} has two card symbols; one is right")
        seen.add(territory)
    # None at all is a map without cards; some is an oversight.
    missing = [territory for territory in board.territories if territory not in seen]
    if seen and missing:
        raise InvalidInput(
            f"territory {missing[0]!r} has no card symbol; it must be infantry, cavalry "
            f"or artillery"
        )
