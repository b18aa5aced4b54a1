"""Stop rules side by side, as a chart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from oddsapp.charts.bins import Bin
from oddsapp.charts.style import CALLED_OFF, LOST, WON, add_bars, empty_figure
from oddsapp.wording import short_percent

if TYPE_CHECKING:
    import plotly.graph_objects as go

PER_RULE = 74
"""How many pixels the three bars of a rule take."""


@dataclass(frozen=True)
class Chances:
    """How an attack under one rule ends, and how probable each end is.

    Parameters
    ----------
    rule : str
    taken, stopped, wiped_out : float
    """

    rule: str
    taken: float
    stopped: float
    wiped_out: float


def stops_chart(rules: Sequence[Chances]) -> go.Figure:
    """Draw for each rule how probable it is to take, to stop, and to be wiped out.

    Parameters
    ----------
    rules : sequence of Chances
        From top to bottom.

    Examples
    --------
    >>> figure = stops_chart([Chances("To the end", 0.8, 0.0, 0.2)])
    >>> [(trace.name, trace.x[0], trace.text[0]) for trace in figure.data]
    [('Taken', 0.8, '80.0%'), ('Stopped', 0.0, '0%'), ('Wiped out', 0.2, '20.0%')]
    """
    figure = empty_figure(height=48 + PER_RULE * len(rules), legend=True)
    names = [chances.rule for chances in rules]
    for name, look, values in (
        ("Taken", WON, [chances.taken for chances in rules]),
        ("Stopped", CALLED_OFF, [chances.stopped for chances in rules]),
        ("Wiped out", LOST, [chances.wiped_out for chances in rules]),
    ):
        labels = [short_percent(value) for value in values]
        add_bars(
            figure,
            values,
            list(range(len(rules))),
            look,
            name=name,
            labels=labels,
            hover=[
                f"{rule}: {name.lower()} {told}" for rule, told in zip(names, labels, strict=True)
            ],
        )
    figure.update_traces(orientation="h")
    figure.update_layout(bargap=0.3, bargroupgap=0.08, legend_traceorder="normal")
    # Room for the number behind a bar that goes all the way.
    figure.update_xaxes(range=[0, 1.22], visible=False)
    figure.update_yaxes(
        tickvals=list(range(len(rules))), ticktext=names, autorange="reversed", showgrid=False
    )
    return figure


def left_at_stop_chart(taken: Sequence[Bin], stopped: Sequence[Bin]) -> go.Figure:
    """Draw the force that is left where the territory is taken and where the attack stops.

    Parameters
    ----------
    taken, stopped : sequence of Bin
        Attackers left with their probabilities, on the same bars.

    Examples
    --------
    >>> figure = left_at_stop_chart([Bin(3, 3, 0.5)], [Bin(3, 3, 0.25)])
    >>> [(trace.name, trace.y) for trace in figure.data], figure.layout.barmode
    ([('Taken', (0.5,)), ('Stopped', (0.25,))], 'stack')
    """
    figure = empty_figure(percent=True, legend=True, x_title="attackers left")
    for name, look, bins in (("Taken", WON, taken), ("Stopped", CALLED_OFF, stopped)):
        add_bars(
            figure,
            [one.centre for one in bins],
            [one.probability for one in bins],
            look,
            name=name,
            hover=[
                f"{name.lower()} with {one.label} left: {short_percent(one.probability)}"
                for one in bins
            ],
        )
    figure.update_layout(barmode="stack", legend_traceorder="normal")
    figure.update_xaxes(nticks=10)
    return figure
