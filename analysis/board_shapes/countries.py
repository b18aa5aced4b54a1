"""Countries as shapely shapes, from a TopoJSON file."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import shapely
from shapely import affinity
from shapely.geometry import Polygon, box

from oddsapp.json_values import parse_json

if TYPE_CHECKING:
    from shapely.geometry.base import BaseGeometry

EDGE = -169.0
"""Longitude where the map is cut open: in the Bering Strait."""

Ring = list[tuple[float, float]]


def read_countries(path: Path) -> dict[str, BaseGeometry]:
    """Return each country by its name, in degrees; what lies west of the edge stands in the east.

    Parameters
    ----------
    path : Path
        ``countries-110m.json`` of the npm package world-atlas.
    """
    source = parse_json(path.read_text(encoding="utf-8"))
    arcs = _arcs(source)
    return {
        shape["properties"]["name"]: _cut_open(_geometry(shape, arcs))
        for shape in source["objects"]["countries"]["geometries"]
        if shape.get("arcs")
    }


def _arcs(source: dict[str, Any]) -> list[Ring]:
    """Return the lines that countries share; TopoJSON writes each point as a step."""
    (sx, sy), (tx, ty) = source["transform"]["scale"], source["transform"]["translate"]
    arcs = []
    for steps in source["arcs"]:
        x = y = 0
        arc = []
        for dx, dy in steps:
            x, y = x + dx, y + dy
            arc.append((x * sx + tx, y * sy + ty))
        arcs.append(arc)
    return arcs


def _geometry(shape: dict[str, Any], arcs: list[Ring]) -> BaseGeometry:
    polygons = [shape["arcs"]] if shape["type"] == "Polygon" else shape["arcs"]
    parts = []
    for outline, *holes in polygons:
        rings = [_ring(numbers, arcs) for numbers in (outline, *holes)]
        parts.append(shapely.make_valid(Polygon(rings[0], rings[1:])))
    return shapely.unary_union(parts)


def _ring(numbers: list[int], arcs: list[Ring]) -> Ring:
    """Join arcs; a negative number is one walked backwards."""
    points: Ring = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        points += arc[1:] if points else arc
    return _unwrapped(points)


def _unwrapped(points: Ring) -> Ring:
    """Go on beyond 180 degrees instead of jumping to the other side of the world."""
    turns, shift = [0.0], 0.0
    for (before, _), (after, _) in pairwise(points):
        shift += 360 * ((after - before < -180) - (after - before > 180))
        turns.append(shift)
    return [(x + turn, y) for (x, y), turn in zip(points, turns, strict=True)]


def _cut_open(shape: BaseGeometry) -> BaseGeometry:
    west = shape.intersection(box(EDGE - 200, -90, EDGE, 90))
    if west.is_empty:
        return shape
    east = shape.intersection(box(EDGE, -90, 200, 90))
    # The two parts of Chukotka meet on the 180th meridian: the buffers close the seam.
    return shapely.unary_union([east, affinity.translate(west, 360)]).buffer(0.01).buffer(-0.01)
