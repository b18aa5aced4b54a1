"""The ``.map`` text form of the open-source game Domination, in which people share maps.

    ; a comment
    name Two Lands
    ver 1

    [files]
    pic two_lands.png
    crd two_lands.cards

    [continents]
    Old_Land 2 yellow
    New_Land 1 #ff8000

    [countries]
    1 West_Coast 1 40 80
    2 East_Coast 1 90 80
    3 Island 2 200 90

    [borders]
    1 2
    2 1 3
    3 2

A country's line has its number, its name, the number of its continent (they are counted in
the order they stand in) and where it lies on the picture. A line of borders has a country
and those that an army can go to from there: borders are one-way, and some maps use that.

What the game needs only to draw a map is not kept: ``[files]``, colours, places. Its cards
and missions are in a second file, so a board read here comes without card symbols.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from oddsapp.boards.board import Board, Continent
from oddsapp.boards.checks import check_name, first_apart, folded, nearest
from oddsapp.errors import InvalidInput

_NEEDED = ("continents", "countries", "borders")
_SECTIONS = ("files", *_NEEDED)
# Those of the game Conquest, whose maps end in .map as well.
_SECTIONS_OF_CONQUEST = ("map", "territories")

_BLANKS = re.compile(r"[ \t\f\v]+")
_BLANKS_IN_NAMES = re.compile(r"[-_\s]+")
_WHOLE_NUMBER = re.compile(r"[+-]?[0-9]{1,9}")

_CONTINENT_LINE = (
    "a continent's name, its bonus and its colour, as in 'North_America 5 yellow', "
    "with - or _ for a blank in the name"
)
_COUNTRY_LINE = (
    "a country's number, its name, the number of its continent, x and y, as in "
    "'4 New_Guinea 1 607 290', with - or _ for a blank in the name"
)


class _Line(NamedTuple):
    number: int
    text: str

    @property
    def words(self) -> list[str]:
        return _BLANKS.split(self.text)

    def wrong(self, reason: str) -> InvalidInput:
        return InvalidInput(f"line {self.number}: {reason}")


class _Named(NamedTuple):
    """A continent or a country, and the line it stands in."""

    name: str
    line: _Line
    bonus: int = 0
    continent: int = 0


def board_from_map(text: str, name: str = "map") -> Board:
    """Build a board from the text of a map of the game Domination.

    Parameters
    ----------
    text : str
        With lines that end in any of the usual ways.
    name : str, optional
        The name of the board where the text has no line ``name``.

    Raises
    ------
    InvalidInput
        If the text is no such map; the message begins with the line that is wrong.

    Notes
    -----
    As in the game, lines before the first section may say anything, and no section but
    ``[files]``, ``[continents]``, ``[countries]`` and ``[borders]`` is known. ``[files]`` may
    be missing. Every country needs a line of borders, with its number alone if none leads
    out of it: a file that was cut off would else load as a map of one-way borders.

    Examples
    --------
    >>> board = board_from_map('''
    ... name Two Lands
    ... [continents]
    ... Old_Land 2 yellow
    ... New_Land 1 #ff8000
    ... [countries]
    ... 1 West_Coast 1 40 80
    ... 2 East_Coast 1 90 80
    ... 3 Island 2 200 90
    ... [borders]
    ... 1 2
    ... 2 1 3
    ... 3
    ... ''')
    >>> board.name, board.territories
    ('Two Lands', ('West Coast', 'East Coast', 'Island'))
    >>> board.are_adjacent("East Coast", "Island"), board.are_adjacent("Island", "East Coast")
    (True, False)
    """
    header, sections = _split(text)
    title = _read_name(header, name)
    continents = _read_continents(sections["continents"])
    countries = _read_countries(sections["countries"], continents)
    links = _read_borders(sections["borders"], countries)
    members: list[list[str]] = [[] for _ in continents]
    for country in countries:
        members[country.continent - 1].append(country.name)
    for continent, territories in zip(continents, members, strict=True):
        if not territories:
            raise continent.line.wrong(
                f"continent {continent.name!r} has no countries; it needs at least one"
            )
    _check_connected(countries, links)
    return Board(
        name=title,
        continents=tuple(
            Continent(continent.name, continent.bonus, tuple(territories))
            for continent, territories in zip(continents, members, strict=True)
        ),
        links=links,
    )


# -- lines and sections --------------------------------------------------------------------


def _lines(text: str) -> Iterator[_Line]:
    # Not splitlines: it also breaks at characters that no editor counts as a line's end.
    for number, line in enumerate(re.split("\r\n|\r|\n", text), start=1):
        yield _Line(number, line.strip())


def _split(text: str) -> tuple[list[_Line], dict[str, list[_Line]]]:
    """Return the lines before the first section, and those of each section."""
    header: list[_Line] = []
    sections: dict[str, list[_Line]] = {}
    current, last = header, _Line(1, "")
    for line in _lines(text):
        if not line.text or line.text.startswith(";"):
            continue
        last = line
        if line.text.startswith("["):
            current = sections.setdefault(_section(line, sections), [])
        else:
            current.append(line)
    for section in _NEEDED:
        if section not in sections:
            raise last.wrong(
                f"the file ends without [{section}]; a map has [continents], [countries] "
                f"and [borders]"
            )
        if not sections[section]:
            raise last.wrong(f"[{section}] has no lines; it needs at least one")
    return header, sections


def _section(line: _Line, known: dict[str, list[_Line]]) -> str:
    if not line.text.endswith("]"):
        raise line.wrong(
            f"{_short(line.text)} is not the name of a section alone in its line, like [borders]"
        )
    section = line.text[1:-1].strip().casefold()
    if section in known:
        raise line.wrong(f"section [{section}] is there twice; once is right")
    if section in _SECTIONS_OF_CONQUEST:
        raise line.wrong(
            f"[{section}] is a section of the game Conquest; only maps of Domination can be "
            f"read, which have [continents], [countries] and [borders]"
        )
    if section not in _SECTIONS:
        raise line.wrong(f"no section is named {_short(section)}; {nearest(section, _SECTIONS)}")
    return section


def _read_name(header: list[_Line], otherwise: str) -> str:
    found = None
    for line in header:
        key, *words = line.words
        if key != "name":
            continue
        if found is not None:
            raise line.wrong("the map has a second name; one is right")
        found = " ".join(words)
        _check_name(line, found, "the map's name")
    return otherwise if found is None else found


# -- sections ------------------------------------------------------------------------------


def _read_continents(lines: list[_Line]) -> list[_Named]:
    found: list[_Named] = []
    seen: dict[str, _Named] = {}
    for line in lines:
        # Maps made for other programs that read this form leave out the colour.
        words = line.words
        if len(words) not in (2, 3):
            raise line.wrong(f"{_short(line.text)} must be {_CONTINENT_LINE}")
        word, bonus = words[:2]
        armies = _whole_number(line, bonus, f"the bonus of {word!r}")
        if armies < 0:
            raise line.wrong(f"the bonus of {word!r} is {armies}; it must be 0 or more armies")
        continent = _Named(_name(line, word, "a continent's name"), line, bonus=armies)
        _check_new(continent, "continent", seen)
        found.append(continent)
    return found


def _read_countries(lines: list[_Line], continents: list[_Named]) -> list[_Named]:
    found: list[_Named] = []
    seen: dict[str, _Named] = {}
    for line in lines:
        words = line.words
        if len(words) != 5:
            raise line.wrong(f"{_short(line.text)} must be {_COUNTRY_LINE}")
        number, word, home, x, y = words
        _check_number(line, _whole_number(line, number, "the number of a country"), len(found) + 1)
        continent = _whole_number(line, home, f"the continent of {word!r}")
        if not 1 <= continent <= len(continents):
            raise line.wrong(
                f"{word!r} is in continent {continent}; there are continents 1 to {len(continents)}"
            )
        for place, axis in ((x, "x"), (y, "y")):
            _whole_number(line, place, f"the {axis} of {word!r}")
        country = _Named(_name(line, word, "a country's name"), line, continent=continent)
        _check_new(country, "country", seen)
        found.append(country)
    return found


def _check_number(line: _Line, number: int, expected: int) -> None:
    if 1 <= number < expected:
        raise line.wrong(f"country {number} is there twice; the next number is {expected}")
    if number != expected:
        raise line.wrong(
            f"the number of the country is {number}; countries are numbered 1, 2, 3 … "
            f"in their order, so it must be {expected}"
        )


def _read_borders(lines: list[_Line], countries: list[_Named]) -> frozenset[tuple[str, str]]:
    links: set[tuple[str, str]] = set()
    first_lines: dict[str, int] = {}
    for line in lines:
        origin, *targets = (_border_end(line, word, countries) for word in line.words)
        if origin in first_lines:
            raise line.wrong(
                f"the borders of {origin!r} are in line {first_lines[origin]} already; "
                f"each country has one line"
            )
        first_lines[origin] = line.number
        for target in targets:
            if target == origin:
                raise line.wrong(f"{origin!r} borders itself; a border joins two countries")
            if (origin, target) in links:
                raise line.wrong(f"{origin!r} borders {target!r} twice; once is right")
            links.add((origin, target))
    for number, country in enumerate(countries, start=1):
        if country.name not in first_lines:
            raise country.line.wrong(
                f"{country.name!r} has no line in [borders]; it needs one, with its number "
                f"{number} alone if no border leads out of it"
            )
    return frozenset(links)


def _border_end(line: _Line, word: str, countries: list[_Named]) -> str:
    number = _whole_number(line, word, "a country in [borders]")
    if not 1 <= number <= len(countries):
        raise line.wrong(f"no country has the number {number}; there are 1 to {len(countries)}")
    return countries[number - 1].name


def _check_connected(countries: list[_Named], links: frozenset[tuple[str, str]]) -> None:
    apart = first_apart([country.name for country in countries], links)
    for country in countries:
        if country.name == apart:
            raise country.line.wrong(
                f"no chain of borders joins {apart!r} to {countries[0].name!r}; "
                f"a map must be connected"
            )


# -- words ---------------------------------------------------------------------------------


def _name(line: _Line, word: str, what: str) -> str:
    name = _BLANKS_IN_NAMES.sub(" ", word).strip()
    _check_name(line, name, what)
    return name


def _check_name(line: _Line, name: str, what: str) -> None:
    try:
        check_name(name, what)
    except InvalidInput as error:
        raise line.wrong(str(error)) from None


def _check_new(named: _Named, what: str, seen: dict[str, _Named]) -> None:
    other = seen.setdefault(folded(named.name), named)
    if other is not named:
        raise named.line.wrong(
            f"{what} {named.name!r} has the name of the one in line {other.line.number}; "
            f"names must differ by more than case, blanks, - and _"
        )


def _whole_number(line: _Line, word: str, what: str) -> int:
    if not _WHOLE_NUMBER.fullmatch(word):
        raise line.wrong(f"{what} must be a whole number, not {_short(word)}")
    return int(word)


def _short(text: str) -> str:
    return repr(text) if len(text) <= 60 else repr(f"{text[:57]}...")
