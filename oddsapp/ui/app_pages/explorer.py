"""Battle explorer: everything about one battle, as charts with their tables."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from html import escape
from typing import Any

import streamlit as st

from oddsapp.charts.battle import at_least_chart, ends_chart, rolls_chart
from oddsapp.charts.matrix import matrix_chart
from oddsapp.charts.stops import left_at_stop_chart, stops_chart
from oddsapp.errors import InvalidInput
from oddsapp.odds.written import Formula, Section
from oddsapp.ui.explorer import exactly, matrix, rolls, stops
from oddsapp.ui.explorer.left import Left, what_is_left
from oddsapp.ui.explorer.state import (
    LEVELS,
    MOST_ROLLS,
    SIZES,
    SPEC,
    VIEWS,
    fit,
    least_line,
    line_of,
)
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.figures import show_chart, show_table
from oddsapp.ui.parts.notes import complaint, mark, note
from oddsapp.ui.quick.setting import MODIFIERS, RULES, in_words, ruleset_of, takes_modifiers
from oddsapp.ui.quick.state import COUNTED, force_of, least_armies, rules_of
from oddsapp.ui.quick.typed import MOST
from oddsapp.wording import armies_and_force, counted, force_and_armies, sentence

MATRIX = "explorer.matrix"


def take(key: str, value: Any) -> None:
    """Change one value, and keep all of them fitting each other."""
    inputs.put(key, value)
    changed = inputs.current(SPEC)
    fit(changed)
    for name, fitting in changed.items():
        inputs.put(name, fitting)


def put_defenders(number: int) -> None:
    """Change the defenders; further territories, which Quick odds knows, stay."""
    inputs.put("d", (number, *inputs.current(SPEC)["d"][1:]))


def choice(
    draw: Callable[..., Any], label: str, key: str, options: dict[str, str], **settings: Any
) -> None:
    """Draw words to choose from."""
    value = inputs.current(SPEC)[key]
    inputs.choice(
        draw, label, f"explorer.{key}", options, value, lambda option: take(key, option), **settings
    )


def number(label: str, key: str, bounds: tuple[int, int]) -> None:
    """Draw a number with its steppers."""
    inputs.stepper(
        label,
        f"explorer.{key}",
        bounds,
        lambda: int(inputs.current(SPEC)[key]),
        lambda value: take(key, value),
    )


def show_inputs() -> None:
    """Draw what the battle is."""
    state = inputs.current(SPEC)
    number(
        "Your armies" if state["count"] == "armies" else "Your armies that attack",
        "a",
        (least_armies(state["count"]), MOST),
    )
    inputs.stepper(
        "Defenders",
        "explorer.d",
        (1, MOST),
        lambda: int(inputs.current(SPEC)["d"][0]),
        put_defenders,
    )
    choice(st.selectbox, "Rules", "rules", RULES)
    with st.expander("How armies are counted, capitals, zombies"):
        show_details()


def show_details() -> None:
    """Draw what seldom changes."""
    state = inputs.current(SPEC)
    choice(
        st.segmented_control, "Your armies are", "count", COUNTED, required=True, width="stretch"
    )
    if takes_modifiers(state["rules"]):
        widget = "explorer.q_on"
        inputs.fill(widget, list(state["q_on"]))
        st.pills(
            "On the territory",
            list(MODIFIERS),
            format_func=MODIFIERS.__getitem__,
            selection_mode="multi",
            key=widget,
            on_change=inputs.entered,
            args=(
                widget,
                lambda chosen: take("q_on", tuple(name for name in MODIFIERS if name in chosen)),
            ),
        )


def show_number(told: Left | None) -> None:
    """Draw which battle it is, and its number."""
    state = inputs.current(SPEC)
    force = force_of(state)
    who = force_and_armies(force) if state["count"] == "force" else armies_and_force(force + 1)
    win, verdict = (told.win, told.verdict) if told else ("–", "")
    rules = f" <small>{escape(in_words(rules_of(state)))}</small>" if state["q_on"] else ""
    others = len(state["d"]) - 1
    more = f"<br>the 1st of {others + 1} territories only" if others else ""
    st.html(
        '<section class="odds-hero"><h1>Battle explorer</h1>'
        f'<p role="status"><strong>{escape(win)}</strong> <span>{escape(verdict)}</span></p>'
        f"<p>{escape(who)}<br>against {escape(counted(state['d'][0], 'defender'))}{rules}{more}</p>"
        f"</section><p>{mark()}</p>"
    )


def heading(text: str, below: str = "") -> None:
    """Draw the heading of a chart, and a line on how to read it."""
    line = f"<p>{escape(below)}</p>" if below else ""
    st.html(f'<div class="odds-chart-head"><h2>{escape(text)}</h2>{line}</div>')


def facts(lines: tuple[tuple[str, str], ...]) -> None:
    """Draw a few numbers in words."""
    rows = "".join(
        f"<div><dt>{escape(label)}</dt><dd>{escape(value)}</dd></div>" for label, value in lines
    )
    st.html(f'<dl class="odds-facts">{rows}</dl>')


def file_name(what: str) -> str:
    """Return what a file about this battle is called."""
    state = inputs.current(SPEC)
    return f"oddsapp-{rules_of(state)}-{force_of(state)}v{state['d'][0]}-{what}"


def patience(states: int, slow: int, doing: str) -> Any:
    """Return a context that says what takes so long, where it may."""
    return st.spinner(f"{doing} {states:,} states…") if states >= slow else nullcontext()


def show_left(told: Left) -> None:
    """Draw what is left."""
    facts(told.facts)
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
    facts(told.facts)
    low, high = told.range_90
    show_chart(
        rolls_chart(told.bins, mean=told.mean, range_90=told.range_90),
        key="explorer.rolls",
        alt=f"Number of rolls: {told.mean:.1f} on average, {low} to {high} in 90% of battles",
        table=told.table,
        file_name=file_name("rolls.csv"),
    )


def show_matrix() -> None:
    """Draw the odds of the battles around this one."""
    state = inputs.current(SPEC)
    force, defenders = force_of(state), state["d"][0]
    home = least_line(state["count"])
    view = matrix.window(force, defenders, int(state["x_size"]))
    states = view.forces[-1] * view.against[-1]
    with patience(states, matrix.SLOW_STATES, "Working out"):
        wins = matrix.odds_in(view, ruleset_of(rules_of(state)))
    what = "armies" if home else "attackers"
    heading(
        "Odds of taking it, in percent",
        f"Your {what} down, defenders across. The heavy line parts more than even odds from less;"
        " a click on a cell takes that battle.",
    )
    choice(
        st.segmented_control, "Cells", "x_size", SIZES, required=True, label_visibility="collapsed"
    )
    # A key of its own for each battle: the click that led here is not selected any more.
    key = f"{MATRIX}.{force + home}.{defenders}.{rules_of(state)}.{state['count']}"

    def pick() -> None:
        cell = matrix.clicked(st.session_state.get(key))
        if cell is not None:
            attackers, against = cell

            def take_both() -> None:
                take("a", attackers)
                put_defenders(against)

            inputs.tapped(take_both)

    show_chart(
        matrix_chart(
            [n + home for n in view.forces],
            list(view.against),
            wins,
            here=(force + home, defenders),
            names=(what, "defenders"),
        ),
        key=key,
        alt=f"Odds of {view.size} times {view.size} battles, in percent",
        table=matrix.matrix_table(view, wins, home),
        file_name=file_name("matrix.csv"),
        on_select=pick,
    )


def show_how() -> None:
    """Draw the exact fraction, and the steps to the number."""
    state = inputs.current(SPEC)
    force, defenders, rules = force_of(state), state["d"][0], ruleset_of(rules_of(state))
    heading("As a fraction")
    try:
        told = exactly.exact_fractions(force, defenders, rules)
    except InvalidInput as refusal:
        st.html(complaint(str(refusal)))
    else:
        st.html(f"<p>P(taken), {escape(told.decimals)}:</p>")
        st.code(told.win, language=None, wrap_lines=True)
        show_table(told.table, key="explorer.exact", file_name=file_name("fractions.csv"))
    heading("The steps to it")
    choice(st.segmented_control, "Level", "x_level", LEVELS, required=True)
    way = exactly.steps(force, defenders, rules, state["x_level"])
    for place, section in enumerate(way.sections, start=1):
        show_section(f"{place}. {section.title}", section)
    with st.container(horizontal=True):
        for label, content, ending in (("Text", way.text, "txt"), ("LaTeX", way.latex, "tex")):
            st.download_button(
                f"Download {label}",
                content,
                file_name(f"steps.{ending}"),
                "text/plain",
                key=f"explorer.steps.{ending}",
                on_click="ignore",
                icon=":material/download:",
            )


def show_section(title: str, section: Section) -> None:
    """Draw one step of an explanation."""
    words = [f"<h3>{escape(title)}</h3>"]
    with st.container(key=f"explorer_step_{title.partition('.')[0]}", gap="xsmall"):
        for part in section.parts:
            if isinstance(part, str):
                words.append(f"<p>{escape(part)}</p>")
                continue
            if words:
                st.html("".join(words))
                words = []
            if isinstance(part, Formula):
                st.latex(part.latex)
            else:
                st.code("\n".join(part), language=None, wrap_lines=True)
        if words:
            st.html("".join(words))


notes = inputs.load("explorer", SPEC, fit)
inputs.save(SPEC)
state = inputs.current(SPEC)
told: Left | None = None
reason = ""
try:
    told = what_is_left(force_of(state), state["d"][0], ruleset_of(rules_of(state)))
except InvalidInput as refusal:
    reason = str(refusal)
left, right = st.columns([2, 3], gap="medium")
with left:
    show_number(told)
    place = st.empty()
    if notes:
        place.html(note(notes))
    show_inputs()
with right:
    choice(st.segmented_control, "View", "x_view", VIEWS, required=True)
    if told is None:
        st.html(complaint(reason))
    else:
        try:
            match state["x_view"]:
                case "left":
                    show_left(told)
                case "stops":
                    show_stops()
                case "rolls":
                    show_rolls()
                case "matrix":
                    show_matrix()
                case _:
                    show_how()
        except InvalidInput as refusal:
            st.html(complaint(sentence(str(refusal))))
