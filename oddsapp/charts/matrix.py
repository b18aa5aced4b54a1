"""The odds of many battles at once: attackers down, defenders across, a value in each cell."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from oddsapp.charts.style import CLEAR, ON_TILE, TILES, empty_figure
from oddsapp.wording import short_percent

if TYPE_CHECKING:
    import plotly.graph_objects as go

CELL = 38
"""How many pixels a row is high while there are few."""


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


def matrix_chart(
    attackers: Sequence[int],
    defenders: Sequence[int],
    wins: Sequence[Sequence[float]],
    *,
    here: tuple[int, int] | None = None,
    names: tuple[str, str] = ("attackers", "defenders"),
) -> go.Figure:
    """Draw P(taken) in percent for each pair of numbers.

    Parameters
    ----------
    attackers, defenders : sequence of int
        The numbers down and across, each without gaps.
    wins : sequence of sequence of float
        A row for each number of attackers.
    here : (int, int), optional
        Attackers and defenders of the cell to be framed.
    names : (str, str)
        What is counted down and across.

    Returns
    -------
    plotly.graph_objects.Figure
        Heatmaps report no clicks: an unseen marker lies over each cell, with attackers and
        defenders as its ``customdata``. A heavy line parts what is more likely taken than not.

    Examples
    --------
    >>> figure = matrix_chart([1, 2], [1], [[0.4167], [0.7542]], here=(2, 1))
    >>> figure.data[0].text, figure.data[1].customdata
    ((['42'], ['75']), ([1, 1], [2, 1]))
    """
    down, across = names
    figure = empty_figure(height=60 + max(340, 22 * len(attackers), CELL * len(attackers)))
    figure.add_heatmap(
        x=list(defenders),
        y=list(attackers),
        z=[list(row) for row in wins],
        zmin=0,
        zmax=1,
        colorscale=[[n / (len(TILES) - 1), tile] for n, tile in enumerate(TILES)],
        showscale=False,
        xgap=1,
        ygap=1,
        text=[[cell_text(chance) for chance in row] for row in wins],
        texttemplate="%{text}",
        textfont={"color": ON_TILE, "size": 14 if len(defenders) <= 10 else 11},
        hoverinfo="skip",
    )
    cells = [(a, d) for a in attackers for d in defenders]
    figure.add_scatter(
        x=[d for _, d in cells],
        y=[a for a, _ in cells],
        customdata=[[a, d] for a, d in cells],
        mode="markers",
        marker={"size": 30 if len(defenders) <= 10 else 16, "color": CLEAR, "symbol": "square"},
        hovertext=[
            f"{a} {down} against {d} {across}: {short_percent(chance)} taken"
            for (a, d), chance in zip(cells, (p for row in wins for p in row), strict=True)
        ],
        hoverinfo="text",
        selected={"marker": {"opacity": 0}},
        unselected={"marker": {"opacity": 0}},
    )
    figure.update_xaxes(
        side="top", dtick=1, title_text=across, range=[defenders[0] - 0.5, defenders[-1] + 0.5]
    )
    figure.update_yaxes(
        dtick=1, title_text=down, range=[attackers[-1] + 0.5, attackers[0] - 0.5], showgrid=False
    )
    figure.update_layout(margin={"t": 8, "b": 8, "pad": 0})
    if border := _even_line(attackers, defenders, wins):
        figure.add_shape(
            type="path", path=border, line={"color": ON_TILE, "width": 2.5}, fillcolor=CLEAR
        )
    if here is not None and here in cells:
        a, d = here
        figure.add_shape(
            type="rect", x0=d - 0.46, x1=d + 0.46, y0=a - 0.46, y1=a + 0.46,
            line={"color": ON_TILE, "width": 2.5, "dash": "dot"},
        )  # fmt: skip
    return figure


def _even_line(
    attackers: Sequence[int], defenders: Sequence[int], wins: Sequence[Sequence[float]]
) -> str:
    """Return the line between cells above and below even odds, as an SVG path."""
    likely = [[chance >= 0.5 for chance in row] for row in wins]
    parts = []
    for row, a in enumerate(attackers):
        for column, d in enumerate(defenders):
            if column and likely[row][column] != likely[row][column - 1]:
                parts.append(f"M{d - 0.5},{a - 0.5}L{d - 0.5},{a + 0.5}")
            if row and likely[row][column] != likely[row - 1][column]:
                parts.append(f"M{d - 0.5},{a - 0.5}L{d + 0.5},{a - 0.5}")
    return "".join(parts)
