"""The views of the Die lab, one of which is drawn at a time."""

from __future__ import annotations

from contextlib import nullcontext
from html import escape

import streamlit as st

from oddsapp.charts.lab import even_chart, need_chart, steps_chart
from oddsapp.ui.lab import beats, compare, exploits
from oddsapp.ui.lab.controls import edited, label, number, setups, show_csv
from oddsapp.ui.lab.state import MOST_N, SPEC
from oddsapp.ui.lab.steps import steps
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.figures import heading, show_chart, show_facts, show_table

MANY = 30
"""Battles of more armies may take a moment to follow through."""


def show_even() -> None:
    """Draw the odds of equal armies."""
    told = compare.equal_armies(setups())
    heading("Equal armies", "How often the attackers win; the thick line is even odds.")
    show_chart(
        even_chart(told.curves),
        key="lab.even",
        alt="; ".join(f"{name}: {words}" for name, words in told.facts),
        table=told.table,
        file_name="oddsapp-lab-equal-armies.csv",
    )
    show_facts(told.facts)


def show_need() -> None:
    """Draw the fewest attackers that break even."""
    told = compare.break_even_points(setups())
    heading(
        "Break-even",
        "The fewest attackers that win at least every other battle; the thick line is as many"
        " as defend.",
    )
    show_chart(
        need_chart(told.curves),
        key="lab.need",
        alt="; ".join(f"{name}: {words}" for name, words in told.facts),
        table=told.table,
        file_name="oddsapp-lab-break-even.csv",
    )
    show_facts(told.facts)


def show_tiles(tiles: beats.Tiles, key: str) -> None:
    """Draw a table of chances."""
    heading(tiles.heading, tiles.below)
    st.html(tiles.html())
    show_table(tiles.table(), key=f"lab.{key}", file_name=f"oddsapp-lab-{key}.csv")


def show_beats() -> None:
    """Draw dice against dice, and set-ups against each other."""
    setup, size = edited(), int(inputs.current(SPEC)["lab_n"])
    number("Armies on each side", "lab_n", (1, MOST_N))
    if (tiles := beats.setups_against_setups(setups(), size)) is not None:
        show_tiles(tiles, "setups")
    if not setup.is_coloured:
        st.html(
            f"<p>{escape(label())} has one kind of dice for each side: choose"
            " a set-up of RISK II to see its dice against each other.</p>"
        )
        return
    st.html(f"<p><strong>The dice of {escape(label())}</strong></p>")
    show_tiles(beats.dice_in_one_roll(setup), "one-roll")
    show_tiles(beats.dice_to_the_end(setup, size), "to-the-end")


def show_steps() -> None:
    """Draw what thresholds do."""
    told = steps(edited())
    heading(
        f"One army more: {label()}",
        "What it adds to the chance of winning, against as many as before. The markers stand"
        " where it brings a stronger die; losing it again costs as much."
        if edited().is_coloured
        else "What it adds to the chance of winning, against as many as before.",
    )
    show_chart(
        steps_chart(told.curves, told.marked),
        key="lab.steps",
        alt="What one army more adds to the chance of winning, for attacker and defender",
        table=told.table,
        file_name="oddsapp-lab-steps.csv",
    )
    if told.jumps is not None:
        heading("Thresholds")
        st.html(told.jumps.html())
        show_csv(told.jumps.csv(), "thresholds")


def show_feel() -> None:
    """Draw how battles feel."""
    number("Armies on each side", "lab_n", (1, MOST_N))
    size = int(inputs.current(SPEC)["lab_n"])
    with st.spinner("Following every battle…") if size > MANY else nullcontext():
        table = compare.feels(setups(), size)
    heading(
        "How it feels",
        "Comeback from half: how often the side wins that was the first down to half of its"
        " armies. Attackers for 10% and 90%: the fewest that win so often.",
    )
    st.html(table.html())
    show_csv(table.csv(), "feel")


def show_exploits() -> None:
    """Draw where more is less."""
    setup = edited()
    heading(
        f"Exploits: {label()}",
        f"Where what should help lowers the chance of its owner, armies up to {exploits.MOST}.",
    )
    bar = None if exploits.is_known(setup) else st.progress(0.0, "Trying all battles…")

    def told_so_far(done: int, total: int) -> None:
        if bar is not None and done % 10 == 0:
            bar.progress(done / total, "Trying all battles…")

    found = exploits.exploits(setup, told_so_far)
    if bar is not None:
        bar.empty()
    for which, told in enumerate(found):
        heading(f"{told.heading}: {told.count}", told.why)
        if told.table is not None:
            st.html(told.table.html())
            show_csv(told.table.csv(), f"exploits-{which}")
