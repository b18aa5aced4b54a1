"""How the odds of one of many battles look in a matrix: the ground under the number."""

from __future__ import annotations

from oddsapp.charts.style import TILES


def ground(chance: float) -> str:
    """Return the colour of the ground under a probability, as CSS writes one between two `TILES`.

    >>> ground(0.0), ground(0.875)
    ('color-mix(in srgb, #f3d3c6 0.0%, #e08a6d)', 'color-mix(in srgb, #5bb795 50.0%, #c9e6da)')
    """
    steps = len(TILES) - 1
    step = min(int(chance * steps), steps - 1)
    return f"color-mix(in srgb, {TILES[step + 1]} {chance * steps - step:.1%}, {TILES[step]})"
