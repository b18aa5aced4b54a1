"""The few kinds of figures that studies draw: lines, bars and a table of shaded numbers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from oddsapp.charts.style import ON_TILE, TILES

if TYPE_CHECKING:
    import plotly.graph_objects as go

COLOURS = ("#3b7dd1", "#b7791f", "#9a6fce", "#d0568f", "#0f8bb0", "#2a8c6f", "#c8553d")
DASHES = ("solid", "dash", "dot", "dashdot", "longdash")


def lines(
    title: str,
    across: str,
    up: str,
    series: Mapping[str, tuple[Sequence[Any], Sequence[Any]]],
    *,
    level: float | None = None,
) -> go.Figure:
    """Return one line for each name: what it runs over, and its values.

    Parameters
    ----------
    title, across, up : str
        Of the figure and its axes.
    series : mapping of str to (sequence, sequence)
    level : float, optional
        A thin line across, such as an even chance.
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    for place, (name, (xs, ys)) in enumerate(series.items()):
        line = {"color": COLOURS[place % len(COLOURS)], "dash": DASHES[place % len(DASHES)]}
        figure.add_scatter(x=list(xs), y=list(map(_float, ys)), name=name, line=line)
    if level is not None:
        figure.add_hline(level, line_width=1, line_dash="dot")
    return _dressed(figure, title, across, up)


def bars(
    title: str,
    across: str,
    up: str,
    series: Mapping[str, tuple[Sequence[Any], Sequence[Any]]],
    *,
    ranges: Mapping[str, Sequence[tuple[float, float]]] | None = None,
) -> go.Figure:
    """Return groups of bars, one of each name at every place.

    Parameters
    ----------
    title, across, up : str
        Of the figure and its axes.
    series : mapping of str to (sequence, sequence)
    ranges : mapping of str to sequence of (float, float), optional
        The interval of each value of a name, drawn as a whisker.
    """
    import plotly.graph_objects as go

    figure = go.Figure()
    for place, (name, (xs, ys)) in enumerate(series.items()):
        colour = COLOURS[place % len(COLOURS)]
        heights = list(map(_float, ys))
        figure.add_bar(
            x=list(xs),
            y=heights,
            name=name,
            marker_color=colour,
            error_y=_whiskers(heights, (ranges or {}).get(name)),
        )
    return _dressed(figure, title, across, up)


def shaded(
    title: str,
    across: str,
    down: str,
    columns: Sequence[Any],
    rows: Sequence[Any],
    values: Sequence[Sequence[Any]],
) -> go.Figure:
    """Return a table of probabilities, each written into its cell and shaded around a half."""
    import plotly.graph_objects as go

    numbers = [[_float(value) for value in row] for row in values]
    figure = go.Figure(
        go.Heatmap(
            x=[str(name) for name in columns],
            y=[str(name) for name in rows],
            z=numbers,
            zmin=0,
            zmax=1,
            colorscale=[(place / (len(TILES) - 1), shade) for place, shade in enumerate(TILES)],
            texttemplate="%{z:.1%}",
            textfont={"color": ON_TILE},
            showscale=False,
        )
    )
    figure.update_yaxes(autorange="reversed", type="category")
    figure.update_xaxes(type="category")
    return _dressed(figure, title, across, down)


def _whiskers(
    heights: Sequence[float | None], ranges: Sequence[tuple[float, float]] | None
) -> dict[str, Any]:
    if ranges is None:
        return {"visible": False}
    both = [(height or 0.0, low, high) for height, (low, high) in zip(heights, ranges, strict=True)]
    return {
        "type": "data",
        "symmetric": False,
        "array": [high - height for height, _, high in both],
        "arrayminus": [height - low for height, low, _ in both],
    }


def _dressed(figure: go.Figure, title: str, across: str, up: str) -> go.Figure:
    figure.update_layout(
        title=title,
        xaxis_title=across,
        yaxis_title=up,
        template="plotly_white",
        legend={"orientation": "h", "y": -0.2},
        margin={"l": 70, "r": 20, "t": 60, "b": 60},
    )
    return figure


def _float(value: Any) -> float | None:
    return None if value is None else float(value)
