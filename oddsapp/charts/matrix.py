"""How the odds of one of many battles look in a matrix: the number, and the ground under it."""

from __future__ import annotations

from oddsapp.charts.style import TILES


def cell_text(chance: float) -> str:
    """Return a probability as whole percent, never 0 if possible nor 100 if it can fail.

    >>> [cell_text(p) for p in (0.0, 0.001, 0.7998, 0.999, 1.0)]
    ['0', '<1', '80', '>99', '100']
    """
    if chance in (0, 1):
        return "100" if chance else "0"
    if chance < 0.005:
        return "<1"
    return ">99" if chance >= 0.995 else f"{chance * 100:.0f}"


def ground(chance: float) -> str:
    """Return the colour of the ground under a probability, as CSS writes one between two `TILES`.

    >>> ground(0.0), ground(0.875)
    ('color-mix(in srgb, #f3d3c6 0.0%, #e08a6d)', 'color-mix(in srgb, #5bb795 50.0%, #c9e6da)')
    """
    steps = len(TILES) - 1
    step = min(int(chance * steps), steps - 1)
    return f"color-mix(in srgb, {TILES[step + 1]} {chance * steps - step:.1%}, {TILES[step]})"
