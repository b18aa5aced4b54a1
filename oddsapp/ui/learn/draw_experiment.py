"""The class experiment: where the counts come from, and what they say."""

from __future__ import annotations

from html import escape

import streamlit as st

from oddsapp.ui.learn import experiment
from oddsapp.ui.learn.draw import choice, choose, number_field, show_part
from oddsapp.ui.learn.state import SPEC
from oddsapp.ui.learn.walk import told
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import complaint, mark

SUMMED = "Every way to count the rolls is summed over"


def show_experiment() -> None:
    """Draw the class experiment."""
    state = inputs.current(SPEC)
    choice("Roll", "learn_roll", {"3v2": "3 dice v 2", "2v2": "2 dice v 2"})
    choice("The wrong model", "learn_wrong", experiment.WRONG_MODELS)
    choice("The counts are", "learn_from", {"simulated": "Simulated here", "typed": "Typed in"})
    roll, wrong = state["learn_roll"], state["learn_wrong"]
    if state["learn_from"] == "simulated":
        for label, key, least, most in (
            ("Rolls", "learn_n", 1, experiment.MOST_ROLLS),
            ("Seed (the same seed gives the same dice)", "learn_seed", 0, 999_999),
        ):
            number_field(label, key, (least, most))
        st.button(
            "Other dice",
            key="learn.other",
            on_click=choose,
            args=("learn_seed", (state["learn_seed"] + 1) % 1_000_000),
        )
        counts = experiment.simulated(roll, state["learn_n"], state["learn_seed"])
    else:
        show_counts(roll)
        counts = state["learn_counts"]
    if not sum(counts):
        st.html("<p>Type in how often each result was seen.</p>")
    elif sum(counts) > experiment.MOST_ROLLS:
        st.html(
            complaint(f"these are {sum(counts)} rolls; up to {experiment.MOST_ROLLS} are judged")
        )
    else:
        with st.spinner(SUMMED):
            found = experiment.comparison(roll, wrong, counts)
        css = "odds-right" if found.p_values[0] > experiment.LEVEL else "odds-complaint"
        st.html(f'<p class="{css}" role="status">{escape(experiment.verdict(found))}</p>')
        if odd := experiment.dice_check(found):
            show_part(odd)
        if state["learn_from"] == "simulated":
            st.html('<span class="odds-mark sampled">Counts simulated here</span>')
        show_part(experiment.counts_table(roll, wrong, counts))
        show_part(experiment.ratio_in_words(found))
        show_part(experiment.tests_table(found))
        st.html(mark())
    st.html("<h3>How many rolls are enough?</h3>")
    with st.spinner(SUMMED):
        plan = experiment.planned(roll, wrong)
    show_part(experiment.plan_in_words(plan))
    show_part(experiment.power_table(plan))
    st.html(mark())


def show_counts(roll: str) -> None:
    """Draw the fields for the counts of a class."""
    for place, losses in enumerate(experiment.results(roll)):
        widget = f"learn.count.{place}"
        inputs.fill(widget, inputs.current(SPEC)["learn_counts"][place])
        st.number_input(
            f"How often: {told(losses)}",
            0,
            experiment.MOST_ROLLS,
            step=1,
            key=widget,
            on_change=inputs.entered,
            args=(widget, lambda count, place=place: put_count(place, count)),
        )


def put_count(place: int, count: int) -> None:
    """Change one of the counts."""
    counts = list(inputs.current(SPEC)["learn_counts"])
    counts[place] = count
    inputs.put("learn_counts", tuple(counts))
