"""Outlines as SVG paths, lanes where two linked territories share no border, and frontiers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import shapely
from shapely.geometry import LineString, MultiPolygon, Point, Polygon, box
from shapely.ops import linemerge, nearest_points

from analysis.board_shapes.labels import place_labels
from analysis.board_shapes.warp import SIZE, warp
from oddsapp.boards import Board

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

SMALLEST_ISLAND = 24.0
"""Square units; a smaller island of a territory is left out, unless it is all there is."""

TOLERANCE = 1.5
BORDER = 5.0
"""Units of common border from which a link is seen without a lane."""

APART = 3.0
"""Units that lie at least between two territories without a link."""

INLAND = 6.0
SHORTEST = 18.0
"""How far a lane reaches into the two territories, and how long it is at least: so that it is
seen across a narrow strait as well."""

# Lanes that would cross a third territory go round it: in degrees, from the first one named.
ROUNDABOUT = {
    ("Greenland", "Ontario"): ((-60.0, 60.8), (-72.0, 63.4), (-79.5, 63.0), (-84.0, 60.0)),
    ("Greenland", "Northwest Territory"): ((-62.0, 73.2), (-80.0, 74.1), (-93.0, 74.1)),
    ("Greenland", "Oikiqtaluk"): ((-60.0, 69.5),),
    ("Ontario", "Oikiqtaluk"): ((-84.5, 62.0),),
    # Not by the narrowest strait, where they all but touch, but where there is sea to see.
    ("East Africa", "Middle East"): ((47.5, 12.3),),
    ("Siam", "Indonesia"): ((107.0, 5.5),),
    ("Japan", "Kamchatka"): ((153.5, 47.8),),
    ("Northern Europe", "Scandinavia"): ((16.5, 55.4),),
}

# Lanes across the edge of the map, the western end first.
AROUND = {("Alaska", "Kamchatka"), ("Hawaii", "Japan"), ("Argentina", "New Zealand")}

# Islands that their armies would hide stand on a round of land of this radius.
PADS = {"Falkland Islands": 15.0, "Hawaii": 15.0, "New Zealand": 13.0, "Philippines": 13.0}

Polygons = dict[str, MultiPolygon]


def drawing(board: Board, shapes: dict[str, BaseGeometry], extra: Board) -> dict[str, Any]:
    """Return all that is drawn of a board, as JSON takes it.

    Parameters
    ----------
    board : Board
    shapes : dict of str to shapely geometry
        In degrees.
    extra : Board
        A variant of the board: its further links get lanes as well.
    """
    polygons = apart(board, outlines({name: shapes[name] for name in board.territories}))
    lanes = {link: lane(polygons, *link) for link in lanes_needed(extra, polygons)}
    centres = {name: centre(polygon) for name, polygon in polygons.items()}
    labels = place_labels(
        {name: (x, y) for name, (x, y, _) in centres.items()},
        [LineString(piece) for pieces in lanes.values() for piece in pieces],
        SIZE,
    )
    return {
        "size": list(SIZE),
        "territories": {
            name: {
                "path": svg_path(polygon),
                "centre": list(centres[name][:2]),
                "radius": centres[name][2],
                "label": labels[name],
            }
            for name, polygon in polygons.items()
        },
        "lanes": [[*link, *pieces] for link, pieces in lanes.items()],
        "frontiers": frontiers(board, polygons),
    }


def outlines(shapes: dict[str, BaseGeometry]) -> Polygons:
    """Return shapes on the map, with fewer points; common borders stay common."""
    whole = [
        _without_crumbs(_padded(warp(shape), PADS.get(name, 0.0)), SMALLEST_ISLAND)
        for name, shape in shapes.items()
    ]
    simple = shapely.coverage_simplify(whole, TOLERANCE)
    frame = box(1, 1, SIZE[0] - 1, SIZE[1] - 1)
    inside = [shapely.set_precision(shape.intersection(frame), 1.0) for shape in simple]
    return {
        name: _without_crumbs(shape, SMALLEST_ISLAND * 0.7)
        for name, shape in zip(shapes, inside, strict=True)
    }


def apart(board: Board, polygons: Polygons) -> Polygons:
    """Cut a strip of sea where two territories without a link would touch."""
    names = board.territories
    for place, a in enumerate(names):
        for b in names[place + 1 :]:
            if board.are_adjacent(a, b) or polygons[a].distance(polygons[b]) >= APART:
                continue
            large, small = sorted((a, b), key=lambda name: -polygons[name].area)
            print(f"cut: {large} is cut away from {small}")
            cut = polygons[large].difference(polygons[small].buffer(APART + 1, quad_segs=2))
            polygons[large] = _without_crumbs(
                shapely.set_precision(cut, 1.0), SMALLEST_ISLAND * 0.7
            )
    return polygons


def lanes_needed(board: Board, polygons: Polygons) -> list[tuple[str, str]]:
    """Return the links that no border shows, in the order of the board."""
    return [
        (a, b)
        for a in board.territories
        for b in board.neighbours(a)
        if board.index(a) < board.index(b) and _common(polygons[a], polygons[b]) < BORDER
    ]


def lane(polygons: Polygons, origin: str, target: str) -> list[list[list[float]]]:
    """Return the lines of a lane: one, or two if it goes around the edge of the map."""
    if (origin, target) in AROUND or (target, origin) in AROUND:
        return _around(polygons, origin, target)
    points = [warp(Point(*point)) for point in ROUNDABOUT.get((origin, target), ())]
    if not points:
        points = [warp(Point(*point)) for point in reversed(ROUNDABOUT.get((target, origin), ()))]
    if points:
        first, last = (
            nearest_points(polygons[origin], points[0])[0],
            nearest_points(polygons[target], points[-1])[0],
        )
    else:
        first, last = nearest_points(polygons[origin], polygons[target])
    line = [first, *points, last]
    reach = max(INLAND, (SHORTEST - LineString(line).length) / 2)
    starts, ends = polygons[origin], polygons[target]
    line[0], line[-1] = (
        _inland(starts, line[1], line[0], reach),
        _inland(ends, line[-2], line[-1], reach),
    )
    return [[_rounded(point) for point in line]]


def _around(polygons: Polygons, origin: str, target: str) -> list[list[list[float]]]:
    west_first = (origin, target) in AROUND
    west, east = (origin, target) if west_first else (target, origin)
    height = (centre(polygons[west])[1] + centre(polygons[east])[1]) / 2
    left = _to_edge(polygons[west], Point(0, height))
    right = _to_edge(polygons[east], Point(SIZE[0], height))
    if west_first:
        return [left, right[::-1]]
    return [right, left[::-1]]


def _to_edge(polygon: MultiPolygon, edge: Point) -> list[list[float]]:
    coast = nearest_points(polygon, edge)[0]
    return [_rounded(_further(edge, coast, INLAND)), _rounded(edge)]


def _inland(polygon: MultiPolygon, start: Point, coast: Point, reach: float) -> Point:
    """Go on beyond the coast, but on a narrow island not into the sea behind it."""
    tried = (_further(start, coast, reach * share) for share in (1.0, 0.75, 0.5, 0.25))
    return next((end for end in tried if polygon.distance(end) < 0.5), coast)


def _further(start: Point, end: Point, reach: float) -> Point:
    """Go on beyond the end, in the same direction."""
    share = 1 + reach / max(start.distance(end), 1e-9)
    return Point(start.x + (end.x - start.x) * share, start.y + (end.y - start.y) * share)


def frontiers(board: Board, polygons: Polygons) -> str:
    """Return the borders between two continents."""
    lines = []
    for place, a in enumerate(board.territories):
        for b in board.territories[place + 1 :]:
            if board.continent_of(a) != board.continent_of(b):
                common = polygons[a].boundary.intersection(polygons[b].boundary)
                lines += [part for part in _parts(common) if part.length]
    if not lines:
        return ""
    return "".join(_points(line.coords) for line in _parts(linemerge(lines)))


def centre(polygon: MultiPolygon) -> tuple[float, float, float]:
    """Return the middle of the largest circle in a territory, and its radius."""
    largest = max(polygon.geoms, key=lambda part: part.area)
    circle = shapely.maximum_inscribed_circle(largest, tolerance=0.5)
    (x, y), _ = circle.coords
    # Room for the armies within the map.
    x = min(max(x, 22), SIZE[0] - 22)
    return round(x, 1), round(y, 1), round(circle.length, 1)


def svg_path(polygon: MultiPolygon) -> str:
    """Return a territory as the ``d`` of an SVG path, in whole units."""
    return "".join(f"{_points(part.exterior.coords[:-1])}Z" for part in polygon.geoms)


def _padded(shape: BaseGeometry, radius: float) -> BaseGeometry:
    if not radius:
        return shape
    largest = max(_parts(shape), key=lambda part: part.area)
    return shape.union(largest.centroid.buffer(radius, quad_segs=6))


def _points(points: Any) -> str:
    return "M" + "L".join(f"{x:.0f},{y:.0f}" for x, y in points)


def _common(a: BaseGeometry, b: BaseGeometry) -> float:
    return float(a.boundary.intersection(b.buffer(0.6)).length)


def _without_crumbs(shape: BaseGeometry, least: float) -> MultiPolygon:
    """Keep the largest part and what is not much smaller, without holes."""
    parts = [
        Polygon(part.exterior)
        for part in _parts(shapely.make_valid(shape))
        if part.geom_type == "Polygon" and part.area > 0
    ]
    parts.sort(key=lambda part: -part.area)
    return MultiPolygon(parts[:1] + [part for part in parts[1:] if part.area > least])


def _parts(shape: BaseGeometry) -> list[Any]:
    return list(getattr(shape, "geoms", [shape]))


def _rounded(point: Point) -> list[float]:
    return [round(point.x, 1), round(point.y, 1)]
