"""How every chart looks: colours that a pattern, a dash or a word repeats, on any ground.

Figures are transparent and set no colour of text: the page they stand on gives both, in the
light and in the dark. All colours that mean something keep 3:1 on both grounds.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import plotly.graph_objects as go

WIN, LOSE, STOPPED = "#2a8c6f", "#c8553d", "#7c8087"
"""Taken and failed as in ``style.css``, and what is neither."""

ON_TILE = "#111111"
"""Text on tiles, which bring their own ground along."""

TILES = ("#e08a6d", "#f3d3c6", "#f4f1ec", "#c9e6da", "#5bb795")
"""The ground of tiles from surely lost over even to surely won; `ON_TILE` is read on each."""

GRID = "rgba(128,128,128,0.3)"
CLEAR = "rgba(0,0,0,0)"

PHONE_HEIGHT = 280
"""A height in pixels at which a chart and its heading fit into a phone's window together."""


@dataclass(frozen=True)
class Look:
    """What tells one kind of bars or one line from the others, in three ways at once.

    Parameters
    ----------
    colour : str
    pattern : str
        The filling of bars, as plotly writes it; empty for a full one.
    dash : str
        The dash of a line.
    symbol : str
        The marker on a line.
    """

    colour: str
    pattern: str
    dash: str
    symbol: str


WON = Look(WIN, "", "solid", "circle")
LOST = Look(LOSE, "/", "dash", "diamond")
CALLED_OFF = Look(STOPPED, ".", "dot", "square")

SERIES = (
    Look("#3b7dd1", "", "solid", "circle"),
    Look("#b7791f", "/", "dash", "diamond"),
    Look("#9a6fce", ".", "dot", "square"),
    Look("#d0568f", "x", "dashdot", "triangle-up"),
    Look("#0f8bb0", "-", "longdash", "cross"),
)
"""Looks for what is compared and neither good nor bad, in this order."""

CONFIG: Mapping[str, Any] = {
    "displayModeBar": False,
    "displaylogo": False,
    # A finger that scrolls the page over a chart must not zoom into it.
    "scrollZoom": False,
    "doubleClick": False,
    "showAxisDragHandles": False,
    "showTips": False,
}
"""The ``config`` with which a page shows every figure."""


def empty_figure(
    *,
    height: int = PHONE_HEIGHT,
    x_title: str = "",
    y_title: str = "",
    percent: bool = False,
    legend: bool = False,
) -> go.Figure:
    """Return a figure in the style of all, to which traces are added.

    Parameters
    ----------
    height : int
        In pixels.
    x_title, y_title : str
        What the axes count.
    percent : bool
        Whether the upright axis is a probability, 0 to 1.
    legend : bool
        Whether the traces have names to show, in a row above the chart.

    Returns
    -------
    plotly.graph_objects.Figure

    Examples
    --------
    >>> figure = empty_figure(x_title="attackers left", percent=True)
    >>> figure.layout.xaxis.title.text, figure.layout.yaxis.tickformat
    ('attackers left', '.0%')
    """
    import plotly.graph_objects as go

    axis = {
        "fixedrange": True,
        "gridcolor": GRID,
        "zeroline": False,
        "automargin": True,
        "title": {"standoff": 8},
    }
    figure = go.Figure()
    figure.update_layout(
        # plotly's own template is most of a small figure, and pins it to a light ground.
        template=go.layout.Template(),
        paper_bgcolor=CLEAR,
        plot_bgcolor=CLEAR,
        height=height,
        margin={"l": 8, "r": 8, "t": 34 if legend else 12, "b": 8, "pad": 2},
        font={"size": 13},
        showlegend=legend,
        legend={"orientation": "h", "x": 0, "y": 1.02, "yanchor": "bottom", "itemclick": False},
        bargap=0.12,
        dragmode=False,
        hovermode="closest",
        xaxis={**axis, "showgrid": False},
        yaxis={**axis, "rangemode": "tozero"},
    )
    figure.update_layout(legend_itemdoubleclick=False)
    figure.update_xaxes(title_text=x_title or None)
    figure.update_yaxes(title_text=y_title or None)
    if percent:
        figure.update_yaxes(tickformat=".0%")
    return figure


def add_bars(
    figure: go.Figure,
    places: Sequence[Any],
    heights: Sequence[float],
    look: Look,
    *,
    name: str,
    labels: Sequence[str] | None = None,
    hover: Sequence[str] | None = None,
) -> None:
    """Add bars of one look.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
    places : sequence
        Where each bar stands.
    heights : sequence of float
    look : Look
    name : str
        What the bars are, for the legend and the pointer.
    labels : sequence of str, optional
        What stands above each bar; empty for none.
    hover : sequence of str, optional
        What the pointer says at each bar.

    Examples
    --------
    >>> figure = empty_figure()
    >>> add_bars(figure, [1, 2], [0.25, 0.75], WON, name="taken")
    >>> figure.data[0].y, figure.data[0].marker.color
    ((0.25, 0.75), '#2a8c6f')
    """
    figure.add_bar(
        x=list(places),
        y=list(heights),
        name=name,
        text=None if labels is None else list(labels),
        textposition="outside",
        textangle=0,
        # plotly would shrink a number until it is no wider than its bar.
        constraintext="none",
        textfont={"size": 12},
        cliponaxis=False,
        hovertext=None if hover is None else list(hover),
        hoverinfo=None if hover is None else "text",
        marker={
            "color": look.colour,
            "line": {"color": look.colour, "width": 1},
            "pattern": {
                "shape": look.pattern,
                "fillmode": "replace",
                "fgcolor": look.colour,
                "bgcolor": CLEAR,
                "size": 6,
                "solidity": 0.45,
            },
        },
    )


def add_line(
    figure: go.Figure,
    places: Sequence[Any],
    heights: Sequence[float | None],
    look: Look,
    *,
    name: str,
    hover: Sequence[str] | None = None,
) -> None:
    """Add a line of one look, with a marker on each point while there are few.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
    places : sequence
    heights : sequence of (float or None)
        None leaves a gap.
    look : Look
    name : str
        What the line is, for the legend and the pointer.
    hover : sequence of str, optional
        What the pointer says at each point.

    Examples
    --------
    >>> figure = empty_figure()
    >>> add_line(figure, [1, 2], [0.25, 0.75], SERIES[1], name="RISK II")
    >>> figure.data[0].line.dash, figure.data[0].mode
    ('dash', 'lines+markers')
    """
    few = len(places) <= 30
    figure.add_scatter(
        x=list(places),
        y=list(heights),
        name=name,
        mode="lines+markers" if few else "lines",
        line={"color": look.colour, "dash": look.dash, "width": 2.5},
        marker={"symbol": look.symbol, "size": 7, "color": look.colour},
        hovertext=None if hover is None else list(hover),
        hoverinfo=None if hover is None else "text",
        cliponaxis=False,
    )
