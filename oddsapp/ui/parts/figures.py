"""A chart on a page, with its words and its table beside it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import TYPE_CHECKING

import streamlit as st

from oddsapp.charts.style import CONFIG
from oddsapp.ui.parts.tables import Table

if TYPE_CHECKING:
    import plotly.graph_objects as go


def heading(text: str, below: str = "") -> None:
    """Draw the heading of a chart or a table, and a line on how to read it."""
    line = f"<p>{escape(below)}</p>" if below else ""
    st.html(f'<div class="odds-chart-head"><h2>{escape(text)}</h2>{line}</div>')


def show_facts(facts: Iterable[tuple[str, str]]) -> None:
    """Draw a few numbers in words: what each is about, and what it says."""
    rows = "".join(
        f"<div><dt>{escape(about)}</dt><dd>{escape(value)}</dd></div>" for about, value in facts
    )
    st.html(f'<dl class="odds-facts">{rows}</dl>')


def show_chart(
    figure: go.Figure,
    *,
    key: str,
    alt: str,
    table: Table,
    file_name: str,
) -> None:
    """Draw a chart; under it the table to open, and the file to take along.

    Parameters
    ----------
    figure : plotly.graph_objects.Figure
        From `oddsapp.charts`.
    key : str
        The chart's key in the session.
    alt : str
        What the chart says, for those who do not see it.
    table : Table
    file_name : str
        What the file of the table is called, ending in ``.csv``.
    """
    st.plotly_chart(
        figure,
        key=key,
        alt=alt,
        config=dict(CONFIG),
    )
    show_table(table, key=key, file_name=file_name)


def show_table(table: Table, *, key: str, file_name: str) -> None:
    """Draw a table to open, and the file to take along."""
    with st.expander("As a table"):
        st.html(table.html())
        st.download_button(
            "Download CSV",
            table.csv(),
            file_name,
            "text/csv",
            key=f"{key}.csv",
            on_click="ignore",
            icon=":material/download:",
        )
