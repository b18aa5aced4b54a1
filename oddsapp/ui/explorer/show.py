"""The views of the Battle explorer: numbers in words, charts, and the tables behind them."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import streamlit as st

from oddsapp.charts.battle import at_least_chart, ends_chart, rolls_chart
from oddsapp.charts.stops import left_at_stop_chart, stops_chart
from oddsapp.ui.explorer import rolls, stops
from oddsapp.ui.explorer.controls import number
from oddsapp.ui.explorer.left import Left
from oddsapp.ui.explorer.state import MOST_ROLLS, SPEC, least_line, line_of
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.figures import heading, show_chart, show_facts
from oddsapp.ui.parts.notes import complaint
from oddsapp.ui.quick.setting import ruleset_of
from oddsapp.ui.quick.state import force_of, rules_of
from oddsapp.ui.quick.typed import MOST


def file_name(what: str) -> str:
    """Return what a file about this battle is called."""
    state = inputs.current(SPEC)
    return f"oddsapp-{rules_of(state)}-{force_of(state)}v{state['d'][0]}-{what}"


def patience(states: int, slow: int, doing: str) -> Any:
    """Return a context that says what takes so long, where it may."""
    return st.spinner(f"{doing} {states:,} states…") if states >= slow else nullcontext()


def show_left(told: Left) -> None:
    """Draw what is left."""
    show_facts(told.facts)
    alt = (
        f"What is left: not taken in {told.lose}, with defenders left; taken in {told.win},"
        " with attackers left"
    )
    heading("What is left", told.drawn)
    show_chart(
        ends_chart(
            told.standing,
            told.left,
            headings=(
                f"Fail {told.lose}<br>defenders left",
                f"Take it {told.win}<br>attackers left",
            ),
        ),
        key="explorer.ends",
        alt=alt,
        table=told.ends,
        file_name=file_name("ends.csv"),
    )
    heading("At least so many left", "The attackers' line starts at the odds of taking it.")
    show_chart(
        at_least_chart(told.attackers, told.defenders),
        key="explorer.least",
        alt="How probable it is that at least so many attackers or defenders are left",
        table=told.at_least,
        file_name=file_name("at-least.csv"),
    )


def show_stops() -> None:
    """Draw the stop rules side by side."""
    state = inputs.current(SPEC)
    what = "armies" if state["count"] == "armies" else "attackers"
    number(f"Stop line: {what}", "x_at", (least_line(state["count"]), MOST))
    with st.expander("Other rules to compare"):
        number("Stop under odds of (%)", "x_odds", (1, 99))
        number("Stop after rolls", "x_rolls", (1, MOST_ROLLS))
    force, defenders = force_of(state), state["d"][0]
    lines = stops.Lines(line_of(state), state["x_at"], state["x_odds"], state["x_rolls"])
    with patience(force * defenders, stops.SLOW_STATES, "Working out"):
        told = stops.stop_rules(force, defenders, ruleset_of(rules_of(state)), lines)
    heading(
        "Stop rules side by side",
        f"Stop at: after a roll that leaves so many {what} or fewer. Never below: the last"
        f" {state['x_at']:,} take no part. Under: when the odds fall under that.",
    )
    if told.refusal:
        st.html(complaint(told.refusal))
    show_chart(
        stops_chart(told.chances),
        key="explorer.stops",
        alt="How probable it is under each stop rule to take, to stop and to be wiped out",
        table=told.table,
        file_name=file_name("stop-rules.csv"),
    )
    rule = told.chances[1].rule
    heading(f"What is left: {rule[:1].lower()}{rule[1:]}", "Attackers, without the one that stays.")
    show_chart(
        left_at_stop_chart(told.taken, told.stopped),
        key="explorer.at_stop",
        alt=f"How many attackers are left where the rule is: {rule}",
        table=told.left,
        file_name=file_name("left-at-stop.csv"),
    )


def show_rolls() -> None:
    """Draw how many rolls it takes."""
    state = inputs.current(SPEC)
    force, defenders = force_of(state), state["d"][0]
    with patience(force * defenders, rolls.SLOW_STATES, "Following the rolls through"):
        told = rolls.rolls_needed(force, defenders, ruleset_of(rules_of(state)))
    heading("How many rolls it takes")
    show_facts(told.facts)
    low, high = told.range_90
    show_chart(
        rolls_chart(told.bins, mean=told.mean, range_90=told.range_90),
        key="explorer.rolls",
        alt=f"Number of rolls: {told.mean:.1f} on average, {low} to {high} in 90% of battles",
        table=told.table,
        file_name=file_name("rolls.csv"),
    )
