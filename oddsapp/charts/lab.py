"""Set-ups of dice on shared axes, what one army more is worth, and fairness by changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from oddsapp.charts.style import GRID, SERIES, add_line, empty_figure
from oddsapp.wording import short_percent

if TYPE_CHECKING:
    import plotly.graph_objects as go

HEIGHT = 320

STEP = 5
"""At every so many points a marker tells lines apart without their colour."""


@dataclass(frozen=True)
class Curve:
    """One line of a chart.

    Parameters
    ----------
    name : str
    places, heights : tuple
        A height of None leaves a gap.
    said : tuple of str
        What the pointer says at each point.
    """

    name: str
    places: tuple[int, ...]
    heights: tuple[float | None, ...]
    said: tuple[str, ...]


def even_chart(curves: Sequence[Curve]) -> go.Figure:
    """Draw P(n v n) of several set-ups; a line marks even odds.

    Examples
    --------
    >>> figure = even_chart([Curve("A", (1, 2), (0.4, 0.5), ("", ""))])
    >>> figure.data[0].name, figure.data[0].y
    ('A', (0.4, 0.5))
    """
    figure = _curves(curves, x_title="armies on each side", percent=True)
    figure.add_hline(y=0.5, line={"color": GRID, "width": 3})
    figure.update_yaxes(rangemode="normal", nticks=6)
    return figure


def need_chart(curves: Sequence[Curve]) -> go.Figure:
    """Draw the fewest attackers that break even; a line marks as many as defenders."""
    figure = _curves(curves, x_title="defenders", y_title="attackers needed")
    most = max((place for curve in curves for place in curve.places), default=1)
    figure.add_shape(type="line", x0=0, y0=0, x1=most, y1=most, line={"color": GRID, "width": 3})
    figure.update_xaxes(rangemode="tozero")
    return figure


def steps_chart(curves: Sequence[Curve], thresholds: Sequence[Sequence[int]]) -> go.Figure:
    """Draw what one army more is worth; markers stand where it brings another die.

    Parameters
    ----------
    curves : sequence of Curve
        The places are the armies after the step.
    thresholds : sequence of sequence of int
        For each curve the places of its markers.

    Examples
    --------
    >>> figure = steps_chart([Curve("attacker", (5, 6), (0.1, 0.2), ("", ""))], [[6]])
    >>> figure.data[0].marker.size
    (0, 11)
    """
    figure = empty_figure(height=HEIGHT, percent=True, legend=True, x_title="armies after the step")
    for curve, marked, look in zip(curves, thresholds, SERIES, strict=False):
        _add(figure, curve, look_at=SERIES.index(look))
        sizes = [11 if place in marked else 0 for place in curve.places]
        figure.data[-1].update(mode="lines+markers", marker_size=sizes)
    figure.update_yaxes(rangemode="normal", nticks=6)
    figure.add_hline(y=0, line={"color": GRID, "width": 2})
    return figure


def front_chart(changes: Sequence[int], unfairness: Sequence[float]) -> go.Figure:
    """Draw how far from even the fairest rules are, by the number of changes.

    Examples
    --------
    >>> front_chart([0, 1], [0.2, 0.1]).data[0].x
    (0, 1)
    """
    figure = empty_figure(height=260, percent=True, x_title="changes")
    said = [
        f"{number} changes: {short_percent(away)} from even at the most"
        for number, away in zip(changes, unfairness, strict=True)
    ]
    add_line(figure, changes, unfairness, SERIES[0], name="distance from even", hover=said)
    figure.data[-1].update(line_shape="hv")
    figure.update_xaxes(dtick=1 if max(changes, default=0) <= 12 else 2)
    figure.update_yaxes(nticks=6)
    return figure


def _curves(
    curves: Sequence[Curve],
    *,
    x_title: str,
    y_title: str = "",
    percent: bool = False,
) -> go.Figure:
    figure = empty_figure(
        height=HEIGHT, percent=percent, legend=True, x_title=x_title, y_title=y_title
    )
    for place, curve in enumerate(curves):
        _add(figure, curve, look_at=place)
        # Not all at the same places, or those of one line would hide another's.
        marked = [n % STEP == place % STEP for n in range(len(curve.places))]
        figure.data[-1].update(mode="lines+markers", marker_size=[9 * shown for shown in marked])
    return figure


def _add(figure: go.Figure, curve: Curve, *, look_at: int) -> None:
    look = SERIES[look_at % len(SERIES)]
    add_line(figure, curve.places, curve.heights, look, name=curve.name, hover=curve.said)
    # Markers of several sizes would be drawn half transparent, and ringed.
    figure.data[-1].update(marker_opacity=1, marker_line_width=0)
