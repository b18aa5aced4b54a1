"""How a part of a lesson is drawn, and the fields that several steps have."""

from __future__ import annotations

from html import escape
from typing import Any

import streamlit as st

from oddsapp.ui.learn import chain_steps
from oddsapp.ui.learn.parts import (
    Drawn,
    Folded,
    Formula,
    Heading,
    Part,
    Picture,
    Table,
    Written,
    table_html,
    tree_html,
)
from oddsapp.ui.learn.state import SPEC
from oddsapp.ui.parts import inputs

MOST_LETTERS = 20_000
"""A longer text is not sent to the browser only to be looked at."""


def choose(key: str, value: Any) -> None:
    """Change one value of the state."""

    def act() -> None:
        inputs.put(key, value)

    inputs.tapped(act)


def choice(label: str, key: str, options: dict[str, str], take: Any = None) -> None:
    """Draw words to choose from side by side."""
    inputs.choice(
        st.segmented_control,
        label,
        f"learn.{key}",
        options,
        inputs.current(SPEC)[key],
        take or (lambda option: inputs.put(key, option)),
        required=True,
        width="stretch",
    )


def number_field(label: str, key: str, bounds: tuple[int, int]) -> None:
    """Draw a number to type."""
    widget = f"learn.{key}"
    inputs.fill(widget, inputs.current(SPEC)[key])
    st.number_input(
        label,
        *bounds,
        step=1,
        key=widget,
        on_change=inputs.entered,
        args=(widget, lambda number: inputs.put(key, number)),
    )


def show_part(part: Part) -> None:
    """Draw one part of a lesson."""
    match part:
        case Formula():
            st.latex(part.latex)
        case Heading():
            st.html(f"<h3>{escape(part.text)}</h3>")
        case Drawn():
            st.html(tree_html(part))
        case Picture():
            # st.html throws SVG away, markdown keeps it. Every text in it was escaped.
            st.markdown(f"<div>{part.svg}</div>", unsafe_allow_html=True)
        case Table():
            st.html(table_html(part))
        case Folded():
            with st.expander(part.title):
                show_part(part.table)
        case Written():
            st.html(
                f'<p class="odds-long"><small>{escape(part.label)}</small>'
                f"<span>{escape(part.text)}</span></p>"
            )
        case str():
            st.html(f'<p class="odds-lesson">{escape(part)}</p>')


def show_matrices(names: tuple[str, ...]) -> None:
    """Offer matrices to copy and to save."""
    state = inputs.current(SPEC)
    force, defenders = state["learn_f"], state["learn_d"]
    with st.expander("Copy or save", key="learn_copy"):
        name = names[0]
        if len(names) > 1:
            name = st.segmented_control(
                "Matrix", names, default=name, required=True, key="learn.matrix"
            )
        notation = st.segmented_control(
            "Written as",
            list(chain_steps.NOTATIONS),
            format_func=chain_steps.NOTATIONS.__getitem__,
            default=next(iter(chain_steps.NOTATIONS)),
            required=True,
            key="learn.notation",
        )
        text = chain_steps.matrix_copy(force, defenders, name, notation)
        if len(text) > MOST_LETTERS:
            st.html("<p>This is too long to be shown here, but not to be saved.</p>")
        else:
            st.code(text, language=None, height=240 if text.count("\n") > 10 else "content")
        st.download_button(
            f"Save {name} as {chain_steps.NOTATIONS[notation]}",
            text,
            f"{name}-{force}v{defenders}.{chain_steps.ENDINGS[notation]}",
            on_click="ignore",
        )


_follow = st.components.v2.component(
    "odds_learn_follow",
    html="<i hidden></i>",
    js="""
let shown;
export default function({ data }) {
  // Who goes on from the foot of a step wants to read the next one from its head.
  if (shown !== undefined && shown !== data.step) {
    document.querySelector(".st-key-learn_steps")?.scrollIntoView();
  }
  shown = data.step;
}
""",
)


def follow(step: str) -> None:
    """Scroll to the head of the page when another step is shown."""
    _follow(key="learn_follow", data={"step": step}, height=1)
