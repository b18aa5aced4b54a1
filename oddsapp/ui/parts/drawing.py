"""From a `MapView` to plain numbers and texts: what the browser draws, and what print draws."""

from __future__ import annotations

import math
from collections import Counter
from typing import TYPE_CHECKING, Any

from oddsapp.ui.parts.mapview import NOBODY, Arrow, MapView, colours, letters
from oddsapp.ui.parts.shapes import BoardShapes, Lane, Point, Shape, shapes_of
from oddsapp.wording import counted

if TYPE_CHECKING:
    from oddsapp.boards import Continent

SHORT_OF = 15.0
"""How far from the centre of a territory an arrow begins and ends: outside its armies."""

BEND = 0.1
"""How much an arrow is bent, so that one back again does not lie on it."""

HEAD = 13.0


def payload(view: MapView) -> dict[str, Any]:
    """Return a view as plain values for the browser.

    Examples
    --------
    >>> from oddsapp.boards import find_board
    >>> sent = payload(MapView(find_board("classic"), armies={"Alaska": 3}))
    >>> sent["territories"]["Alaska"]["says"], sent["territories"]["Alaska"]["armies"]
    ('Alaska, 3 armies', '3')
    """
    shapes = shapes_of(view.board)
    players = view.everyone()
    number = {player: place for place, player in enumerate(players)}
    initials, colour = letters(players), colours(players)
    return {
        "shapes": _shapes(shapes, view),
        "title": view.title,
        "players": [
            {
                "name": player,
                "letter": initials[player],
                "colour": colour[player],
                "says": _holding(view, player),
            }
            for player in players
        ],
        "territories": {
            territory: _territory(view, territory, number) for territory in view.board.territories
        },
        "arrows": [
            drawn
            for arrow in view.arrows
            for drawn in [arrow_lines(arrow, shapes, number.get(arrow.player, -1))]
        ],
        "continents": [_continent(view, continent) for continent in view.board.continents],
        "legend": view.legend,
        "focus": _focus(view),
    }


def _shapes(shapes: BoardShapes, view: MapView) -> dict[str, Any]:
    continent = {
        territory: place
        for place, part in enumerate(view.board.continents)
        for territory in part.territories
    }
    return {
        "name": f"{shapes.name}/{view.board.name}/{len(view.board.links)}",
        "size": shapes.size,
        "territories": {
            territory: _shape(shape, continent[territory])
            for territory, shape in shapes.territories.items()
        },
        "lanes": [{"pieces": lane.pieces, "one_way": not lane.both_ways} for lane in shapes.lanes],
        "frontiers": shapes.frontiers,
    }


def _shape(shape: Shape, continent: int) -> dict[str, Any]:
    return {
        "path": shape.path,
        "centre": shape.centre,
        "lines": shape.label.lines,
        "at": shape.label.at,
        "anchor": shape.label.anchor,
        "continent": continent,
    }


def _territory(view: MapView, territory: str, number: dict[str, int]) -> dict[str, Any]:
    owner = number.get(view.owners.get(territory, NOBODY), -1)
    shade = view.shades.get(territory)
    drawn: dict[str, Any] = {
        "owner": owner,
        "armies": f"{view.armies[territory]}" if territory in view.armies else "",
        "role": view.role(territory),
        "says": view.describe(territory),
    }
    if shade is not None:
        drawn["shade"] = round(shade.value, 3)
        drawn["text"] = shade.text
        drawn["shader"] = number.get(shade.player, owner)
    return drawn


def _holding(view: MapView, player: str) -> str:
    held = [territory for territory, owner in view.owners.items() if owner == player]
    if not held:
        return ""
    told = counted(len(held), "territory", "territories")
    if not view.armies:
        return told
    armies = sum(view.armies.get(territory, 0) for territory in held)
    return f"{told}, {counted(armies, 'army', 'armies')}"


def _continent(view: MapView, continent: Continent) -> dict[str, Any]:
    owners = Counter(view.owners.get(territory, NOBODY) for territory in continent.territories)
    holder = next(iter(owners)) if len(owners) == 1 else NOBODY
    return {"name": continent.name, "bonus": continent.bonus, "holder": holder}


def _focus(view: MapView) -> list[str]:
    """Return the territories that should be in sight: the newest of the selection first."""
    if view.origins or view.targets:
        return [*view.targets[-1:], *view.origins[-1:]]
    if view.legal and not view.focus:
        return sorted(view.legal, key=view.board.index)[:1]
    return list(view.focus)


# -- arrows ------------------------------------------------------------------------------


def arrow_lines(arrow: Arrow, shapes: BoardShapes, player: int) -> dict[str, Any]:
    """Return an arrow as paths: its lines, its head, and where its label stands.

    Parameters
    ----------
    arrow : Arrow
    shapes : BoardShapes
    player : int
        Number of the player whose colour it has; -1 for none.

    Examples
    --------
    >>> from oddsapp.boards import find_board
    >>> around = Arrow("Alaska", "Kamchatka", label="5")
    >>> drawn = arrow_lines(around, shapes_of(find_board("classic")), 0)
    >>> drawn["line"].count("M"), drawn["says"]
    (2, 'Alaska to Kamchatka, 5')
    """
    start = shapes.territories[arrow.origin].centre
    end = shapes.territories[arrow.target].centre
    lane = shapes.around_the_edge().get(frozenset((arrow.origin, arrow.target)))
    if lane is not None:
        leaves, enters = _edges(lane, arrow.origin)
        out = _straight(_towards(start, leaves, SHORT_OF), leaves)
        line, tip, before = _into(enters, end)
        line = f"{out}{line}"
        # Where the longer part is seen, away from the armies and the head.
        longer = max((start, leaves), (end, enters), key=lambda piece: math.dist(*piece))
        label = _towards(*longer, math.dist(*longer) * 0.65)
    else:
        line, tip, before, label = _bent(start, end)
    words = f"{arrow.origin} to {arrow.target}"
    return {
        "line": line,
        "head": _head(tip, before),
        "label": arrow.label,
        "at": [round(label[0], 1), round(label[1], 1)],
        "player": player,
        "void": arrow.void,
        "says": arrow.says or ", ".join(filter(None, (words, arrow.label, arrow.void * "void"))),
    }


def _bent(start: Point, end: Point) -> tuple[str, Point, Point, Point]:
    """Return a curve between two centres, its tip, where it comes from, and its middle."""
    length = math.dist(start, end) or 1.0
    across = ((start[1] - end[1]) / length, (end[0] - start[0]) / length)
    bend = BEND * min(length, 200.0)
    knee = (
        (start[0] + end[0]) / 2 + bend * 2 * across[0],
        (start[1] + end[1]) / 2 + bend * 2 * across[1],
    )
    room = min(SHORT_OF, length / 4)
    first, tip = _towards(start, knee, room), _towards(end, knee, room)
    neck = _towards(tip, knee, HEAD * 0.6)
    middle = ((start[0] + 2 * knee[0] + end[0]) / 4, (start[1] + 2 * knee[1] + end[1]) / 4)
    line = f"M{_at(first)}Q{_at(knee)} {_at(neck)}"
    return line, tip, knee, middle


def _into(edge: Point, end: Point) -> tuple[str, Point, Point]:
    tip = _towards(end, edge, SHORT_OF)
    return _straight(edge, _towards(tip, edge, HEAD * 0.6)), tip, edge


def _edges(lane: Lane, origin: str) -> tuple[Point, Point]:
    first, second = lane.pieces
    return (first[-1], second[0]) if lane.origin == origin else (second[0], first[-1])


def _head(tip: Point, before: Point) -> str:
    back = _towards(tip, before, HEAD)
    dx, dy = (tip[0] - back[0]) * 0.55, (tip[1] - back[1]) * 0.55
    left, right = (back[0] - dy, back[1] + dx), (back[0] + dy, back[1] - dx)
    return f"M{_at(tip)}L{_at(left)}L{_at(right)}Z"


def _straight(start: Point, end: Point) -> str:
    return f"M{_at(start)}L{_at(end)}"


def _towards(start: Point, end: Point, distance: float) -> Point:
    length = math.dist(start, end) or 1.0
    share = distance / length
    return start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share


def _at(point: Point) -> str:
    return f"{point[0]:.1f},{point[1]:.1f}"
