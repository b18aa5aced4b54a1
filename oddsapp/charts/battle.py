"""One battle as charts: what is left, at least how much, and how many rolls it takes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from oddsapp.charts.bins import Bin
from oddsapp.charts.style import (
    GRID,
    LOST,
    SERIES,
    STOPPED,
    WON,
    Look,
    add_bars,
    add_line,
    empty_figure,
)
from oddsapp.wording import short_percent

if TYPE_CHECKING:
    import plotly.graph_objects as go

FEW = 9
"""Up to so many bars each has its number above it, on a phone as well."""

MOST_TICKS = 10
HEIGHT = 300
STEPS = (1, 2, 5, 10, 20, 25, 50, 100, 200, 250, 500)


def ends_chart(
    standing: Sequence[Bin], left: Sequence[Bin], *, headings: tuple[str, str]
) -> go.Figure:
    """Draw what is left on each side: the lost battles on the left, the won on the right.

    Parameters
    ----------
    standing : sequence of Bin
        Defenders left with their probabilities, battles that are lost.
    left : sequence of Bin
        Attackers left with their probabilities, battles that are won.
    headings : (str, str)
        What stands above either half.

    Returns
    -------
    plotly.graph_objects.Figure
        The defenders left count to the left from the middle, the attackers left to the right.

    Examples
    --------
    >>> figure = ends_chart([Bin(1, 1, 0.25)], [Bin(1, 1, 0.75)], headings=("Fail", "Take it"))
    >>> [(trace.x, trace.y) for trace in figure.data]
    [((-1.0,), (0.25,)), ((1.0,), (0.75,))]
    """
    figure = empty_figure(height=HEIGHT, percent=True)
    all_labelled = len(standing) + len(left) <= FEW
    sides = ((standing, -1, LOST, "defenders"), (left, 1, WON, "attackers"))
    for bins, direction, look, who in sides:
        most_likely = max(bins, key=lambda one: one.probability, default=None)
        add_bars(
            figure,
            [direction * one.centre for one in bins],
            [one.probability for one in bins],
            look,
            name=f"{who} left",
            labels=[
                short_percent(one.probability)
                if one.probability and (all_labelled or one is most_likely)
                else ""
                for one in bins
            ],
            hover=[f"{one.label} {who} left: {short_percent(one.probability)}" for one in bins],
        )
    ends = [[direction * place for one in bins for place in (one.low, one.high)]
            for bins, direction, *_ in sides]  # fmt: skip
    lowest, highest = min(ends[0], default=0), max(ends[1], default=0)
    ticks = _ticks(lowest, highest)
    figure.update_xaxes(
        tickvals=ticks,
        ticktext=[f"{abs(tick)}" for tick in ticks],
        range=[lowest - 0.6, highest + 0.6],
    )
    figure.update_yaxes(showticklabels=not all_labelled, nticks=6)
    figure.update_layout(margin_t=58, bargap=0.12)
    for text, x, anchor in zip(headings, (0, 1), ("left", "right"), strict=True):
        figure.add_annotation(
            text=text, x=x, xanchor=anchor, align=anchor, y=1, yshift=20, yanchor="bottom",
            xref="paper", yref="paper", showarrow=False,
        )  # fmt: skip
    if lowest < 0 < highest:
        figure.add_vline(x=0, line={"color": GRID, "width": 1})
    return figure


def _ticks(lowest: int, highest: int) -> list[int]:
    """Return where numbers stand below an axis on which 0 is nothing but the middle."""
    step = next(n for n in STEPS if (highest - lowest) / n <= MOST_TICKS or n == STEPS[-1])
    ticks = [n for n in range(lowest, highest + 1) if n % step == 0 and n]
    return ticks or [n for n in (lowest, highest) if n]


def at_least_chart(
    attackers: Sequence[tuple[int, float]],
    defenders: Sequence[tuple[int, float]],
) -> go.Figure:
    """Draw how probable it is that at least so many are left, for both sides.

    Parameters
    ----------
    attackers, defenders : sequence of (int, float)
        A number of armies, and P(at least so many are left).

    Examples
    --------
    >>> figure = at_least_chart([(1, 0.75)], [(1, 0.25)])
    >>> [(trace.name, trace.y) for trace in figure.data]
    [('attackers', (0.75,)), ('defenders', (0.25,))]
    """
    figure = empty_figure(
        height=HEIGHT, percent=True, legend=True, x_title="at least so many are left"
    )
    for numbers, look, who in ((attackers, WON, "attackers"), (defenders, LOST, "defenders")):
        add_line(
            figure,
            [number for number, _ in numbers],
            [chance for _, chance in numbers],
            look,
            name=who,
            hover=[f"at least {n} {who} left: {short_percent(p)}" for n, p in numbers],
        )
    figure.update_yaxes(range=[0, 1.02])
    figure.update_xaxes(rangemode="tozero", nticks=MOST_TICKS)
    return figure


def rolls_chart(rolls: Sequence[Bin], *, mean: float, range_90: tuple[int, int]) -> go.Figure:
    """Draw how many rolls a battle takes.

    Parameters
    ----------
    rolls : sequence of Bin
    mean : float
        Marked by a line.
    range_90 : (int, int)
        The bars within it are full, those outside hatched.

    Examples
    --------
    >>> bins = [Bin(1, 1, 0.5), Bin(2, 2, 0.48), Bin(3, 3, 0.02)]
    >>> figure = rolls_chart(bins, mean=1.52, range_90=(1, 2))
    >>> [trace.x for trace in figure.data]
    [(1.0, 2.0), (3.0,)]
    """
    figure = empty_figure(height=HEIGHT, percent=True, legend=True, x_title="rolls")
    low, high = range_90
    first = SERIES[0]
    inside = [one for one in rolls if one.low <= high and one.high >= low]
    outside = [one for one in rolls if one not in inside]
    all_labelled = len(rolls) <= FEW
    for bins, look, name in (
        (inside, first, f"90% range: {low} to {high}" if low < high else f"90% range: {low}"),
        (outside, Look(first.colour, "/", first.dash, first.symbol), "outside it"),
    ):
        add_bars(
            figure,
            [one.centre for one in bins],
            [one.probability for one in bins],
            look,
            name=name,
            labels=[short_percent(one.probability) if all_labelled else "" for one in bins],
            hover=[
                f"{one.label} {'roll' if one.high == 1 else 'rolls'}:"
                f" {short_percent(one.probability)}"
                for one in bins
            ],
        )
    # Over one another, for each place has a bar in one of the two only.
    figure.update_layout(barmode="overlay", margin_t=58)
    figure.update_xaxes(nticks=MOST_TICKS)
    figure.update_yaxes(showticklabels=not all_labelled, nticks=6)
    figure.add_vline(x=mean, line={"color": STOPPED, "width": 3, "dash": "dot"})
    figure.add_annotation(
        text=f"mean {mean:.1f}", x=mean, y=1, yref="paper", yanchor="bottom", showarrow=False
    )
    figure.update_layout(legend_y=1.12)
    return figure
