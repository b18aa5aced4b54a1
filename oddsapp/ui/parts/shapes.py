"""How a board is drawn: an outline for each territory, and a lane for each link without a border.

The shapes of the boards that come with the package are read from ``oddsapp/ui/data``;
``analysis/board_shapes`` makes those files. Any other board is laid out by `layout`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_list, as_object, as_text, parse_json

if TYPE_CHECKING:
    from oddsapp.boards import Board

FILES = ("classic", "risk2")
"""Boards that have a file of shapes; a variant of one of them is drawn with its shapes."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Label:
    """Where the name of a territory is written.

    Parameters
    ----------
    lines : tuple of str
        The name, in one line or more.
    at : (float, float)
        Where the base line of the first line is anchored.
    anchor : {"start", "middle", "end"}
        Which end of each line stands there, as SVG names them.
    """

    lines: tuple[str, ...]
    at: Point
    anchor: str = "middle"


@dataclass(frozen=True)
class Shape:
    """One territory.

    Parameters
    ----------
    path : str
        Its outline, as the ``d`` of an SVG path.
    centre : (float, float)
        Where its armies stand.
    radius : float
        How much room there is for them: that of a circle around the centre.
    label : Label
    """

    path: str
    centre: Point
    radius: float
    label: Label


@dataclass(frozen=True)
class Lane:
    """A link that is drawn because the two territories share no border.

    Parameters
    ----------
    origin, target : str
    pieces : tuple of tuple of (float, float)
        Lines through points, from origin to target. A lane across the edge of the map has
        two: from the origin to one edge, and from the other edge to the target.
    both_ways : bool
        Whether an army can come back.
    """

    origin: str
    target: str
    pieces: tuple[tuple[Point, ...], ...]
    both_ways: bool = True


@dataclass(frozen=True)
class BoardShapes:
    """A board as it is drawn.

    Parameters
    ----------
    name : str
        Tells one drawing from another.
    size : (float, float)
        Width and height; the view box starts at 0, 0.
    territories : mapping of str to Shape
        In the board's order.
    lanes : tuple of Lane
    frontiers : str
        Borders between two continents, as the ``d`` of an SVG path.

    Examples
    --------
    >>> from oddsapp.boards import find_board
    >>> drawn = shapes_of(find_board("classic"))
    >>> [lane.target for lane in drawn.lanes if lane.origin == "Alaska"]
    ['Kamchatka']
    """

    name: str
    size: Point
    territories: Mapping[str, Shape]
    lanes: tuple[Lane, ...]
    frontiers: str = ""

    def around_the_edge(self) -> dict[frozenset[str], Lane]:
        """Return the lanes that leave the map on one side and come in on the other."""
        return {
            frozenset((lane.origin, lane.target)): lane
            for lane in self.lanes
            if len(lane.pieces) == 2
        }


def shapes_of(board: Board) -> BoardShapes:
    """Return how a board is drawn.

    A board with the territories and all the land borders of a packaged one is drawn with its
    shapes, whatever its lanes are; every other gets a layout of circles and lines.

    Examples
    --------
    >>> from oddsapp.boards import find_board
    >>> shapes_of(find_board("risk2_97_links")).name
    'risk2'
    """
    # Boards hash by name and number of links, and are compared in full.
    return _shapes_of(board)


@cache
def _shapes_of(board: Board) -> BoardShapes:
    from oddsapp.ui.parts.layout import layout

    for name in FILES:
        drawn = packaged_shapes(name)
        if set(drawn.territories) == set(board.territories):
            fitted = _fitted(drawn, board, _land_borders(name))
            if fitted is not None:
                return fitted
    return layout(board)


@cache
def packaged_shapes(name: str) -> BoardShapes:
    """Return the shapes in a file of the package.

    Examples
    --------
    >>> len(packaged_shapes("classic").territories)
    42
    """
    from importlib.resources import files

    text = (files("oddsapp.ui") / "data" / f"shapes_{name}.json").read_text(encoding="utf-8")
    return shapes_from_dict(parse_json(text), name)


def shapes_from_dict(data: object, name: str) -> BoardShapes:
    """Return the shapes that a JSON object describes.

    Parameters
    ----------
    data : object
        What JSON holds: ``size``, ``territories``, ``lanes``, ``frontiers``.
    name : str

    Raises
    ------
    InvalidInput
        If it is no drawing of a board; the message says what is wrong.

    Examples
    --------
    >>> land = {"path": "M0,0L9,0L9,9Z", "centre": [6, 3], "radius": 3, "label": [6, 6, "A"]}
    >>> drawn = shapes_from_dict({"size": [20, 20], "territories": {"A": land}, "lanes": []}, "toy")
    >>> drawn.territories["A"].label
    Label(lines=('A',), at=(6.0, 6.0), anchor='middle')
    """
    fields = ("size", "territories", "lanes", "frontiers")
    parts = as_object(data, f"shapes {name!r}", fields, fields[:3])
    territories = {
        territory: _shape(value, f"the shape of {territory}")
        for territory, value in as_object(parts["territories"], "territories").items()
    }
    lanes = tuple(_lane(value, territories) for value in as_list(parts["lanes"], "lanes"))
    return BoardShapes(
        name,
        _point(parts["size"], "size"),
        territories,
        lanes,
        as_text(parts.get("frontiers", ""), "frontiers"),
    )


def _shape(value: object, what: str) -> Shape:
    fields = ("path", "centre", "radius", "label")
    parts = as_object(value, what, fields, fields)
    path = as_text(parts["path"], f"{what}: the path")
    if not path.startswith("M"):
        raise InvalidInput(f"{what}: a path begins with M, this one with {path[:10]!r}")
    x, y, *written = as_list(parts["label"], f"{what}: the label")
    anchor = written.pop() if written and written[-1] in ("start", "end") else "middle"
    lines = tuple(as_text(line, f"{what}: a line of the label") for line in written)
    return Shape(
        path,
        _point(parts["centre"], f"{what}: the centre"),
        _number(parts["radius"], f"{what}: the radius"),
        Label(lines, _point([x, y], f"{what}: the label"), anchor),
    )


def _lane(value: object, territories: Mapping[str, Shape]) -> Lane:
    origin, target, *pieces = as_list(value, "a lane")
    for end in (origin, target):
        if end not in territories:
            raise InvalidInput(f"a lane ends in {end!r}, which has no shape")
    what = f"the lane {origin}-{target}"
    if len(pieces) not in (1, 2):
        raise InvalidInput(f"{what} has {len(pieces)} pieces; it has one, or two around the edge")
    return Lane(
        origin,
        target,
        tuple(tuple(_point(point, what) for point in as_list(piece, what)) for piece in pieces),
    )


def _point(value: object, what: str) -> Point:
    pair = as_list(value, what)
    if len(pair) != 2:
        raise InvalidInput(f"{what} must be two numbers, not {pair!r}")
    return _number(pair[0], what), _number(pair[1], what)


def _number(value: object, what: str) -> float:
    if not isinstance(value, int | float) or isinstance(value, bool):
        raise InvalidInput(f"{what} must be a number, not {value!r}")
    return float(value)


def _land_borders(name: str) -> frozenset[frozenset[str]]:
    from oddsapp.boards import find_board

    links = {frozenset(link) for link in find_board(name).links}
    drawn = {frozenset((lane.origin, lane.target)) for lane in packaged_shapes(name).lanes}
    return frozenset(links - drawn)


def _fitted(
    drawn: BoardShapes, board: Board, borders: frozenset[frozenset[str]]
) -> BoardShapes | None:
    """Return the shapes with the lanes of this board, or None if it lacks a land border."""
    links = {frozenset(link) for link in board.links}
    if not borders <= {frozenset(link) for link in links if _both_ways(board, link)}:
        return None
    known = {frozenset((lane.origin, lane.target)): lane for lane in drawn.lanes}
    lanes = []
    for origin, target in sorted(board.links, key=lambda link: (board.index(link[0]), link[1])):
        link = frozenset((origin, target))
        both = _both_ways(board, link)
        if link in borders or (both and board.index(origin) > board.index(target)):
            continue
        lane = known.get(link)
        if lane is None:
            ends = (drawn.territories[origin].centre, drawn.territories[target].centre)
            lane = Lane(origin, target, (ends,))
        elif lane.origin != origin:
            lane = Lane(origin, target, _reversed(lane.pieces))
        lanes.append(Lane(lane.origin, lane.target, lane.pieces, both))
    ordered = {territory: drawn.territories[territory] for territory in board.territories}
    return BoardShapes(drawn.name, drawn.size, ordered, tuple(lanes), drawn.frontiers)


def _reversed(pieces: tuple[tuple[Point, ...], ...]) -> tuple[tuple[Point, ...], ...]:
    return tuple(piece[::-1] for piece in reversed(pieces))


def _both_ways(board: Board, link: frozenset[str]) -> bool:
    a, b = link
    return (a, b) in board.links and (b, a) in board.links
