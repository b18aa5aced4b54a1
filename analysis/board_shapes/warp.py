"""The world bent into a board: Europe is magnified, oceans and the Arctic are squeezed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import shapely
from scipy.interpolate import PchipInterpolator

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray
    from shapely.geometry.base import BaseGeometry

SIZE = (1000, 640)
"""Width and height of the map, in its own units."""

# From degrees to units. Monotone in between, so that nothing is folded over.
LONGITUDES = (
    (-169, 20), (-130, 80), (-60, 302), (-35, 347), (-12, 402), (45, 592), (100, 760), (150, 892),
    (191, 978),
)  # fmt: skip
LATITUDES = (
    (-56, 632), (-35, 574), (-20, 518), (10, 400), (35, 282), (50, 194), (70, 74), (84, 3),
)  # fmt: skip


def _through(points: tuple[tuple[float, float], ...]) -> PchipInterpolator:
    degrees, units = zip(*points, strict=True)
    return PchipInterpolator(degrees, units, extrapolate=True)


_x, _y = _through(LONGITUDES), _through(LATITUDES)


def warp(shape: BaseGeometry) -> BaseGeometry:
    """Return a shape in degrees as a shape on the map."""
    # A long straight border must bend with the map: it needs points in between.
    return shapely.transform(shape.segmentize(2.0), _warp_points)


def _warp_points(points: NDArray[np.float64]) -> NDArray[np.float64]:
    import numpy as np

    return np.column_stack([_x(points[:, 0]), _y(points[:, 1])])
