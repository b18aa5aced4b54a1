"""Plain geometry for the tests of the map: outlines as points, how far apart, what is inside."""

from __future__ import annotations

import re

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]


def rings(path: str) -> list[Points]:
    """Return the closed rings of an SVG path that only moves and draws straight lines."""
    return [
        np.array([pair.split(",") for pair in re.split("[ML]", ring)[1:]], dtype=float)
        for ring in path.split("Z")[:-1]
    ]


def outline(path: str, step: float) -> Points:
    """Return points along all rings of a path, at most a step apart."""
    found = []
    for ring in rings(path):
        for a, b in zip(ring, np.roll(ring, -1, axis=0), strict=True):
            found.append(along(a, b, step))
    return np.concatenate(found)


def along(a: Points, b: Points, step: float) -> Points:
    number = max(1, int(np.ceil(np.hypot(*(b - a)) / step)))
    return a + (b - a) * np.linspace(0, 1, number, endpoint=False)[:, None]


def distances(points: Points, path: str) -> Points:
    """Return how far each point is from the border of a territory."""
    least = np.full(len(points), np.inf)
    for ring in rings(path):
        start, way = ring, np.roll(ring, -1, axis=0) - ring
        long = np.maximum((way**2).sum(axis=1), 1e-12)
        share = (((points[:, None] - start) * way).sum(axis=2) / long).clip(0, 1)
        nearest = start + share[..., None] * way
        away = np.linalg.norm(points[:, None] - nearest, axis=2).min(axis=1)
        least = np.minimum(least, away)
    return least


def inside(points: Points, path: str) -> NDArray[np.bool_]:
    """Return which points lie within a territory: a ray to the right leaves it once more."""
    crossings = np.zeros(len(points), dtype=int)
    for ring in rings(path):
        x1, y1 = ring.T
        x2, y2 = np.roll(ring, -1, axis=0).T
        x, y = points[:, :1], points[:, 1:]
        with np.errstate(divide="ignore", invalid="ignore"):
            crosses = ((y1 > y) != (y2 > y)) & (x < (x2 - x1) * (y - y1) / (y2 - y1) + x1)
        crossings += crosses.sum(axis=1)
    within: NDArray[np.bool_] = crossings % 2 == 1
    return within
