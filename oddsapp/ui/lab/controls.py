"""What the parts of the Die lab share: the set-ups in the session, and widgets that change them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.ui.lab.setups import MOST_SETUPS, SetUp
from oddsapp.ui.lab.state import SPEC, labels
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import complaint


def setups() -> tuple[SetUp, ...]:
    """Return the set-ups that are compared."""
    found: tuple[SetUp, ...] = inputs.current(SPEC)["lab_s"]
    return found


def place() -> int:
    """Return the place of the set-up that is edited, from 0."""
    return int(inputs.current(SPEC)["lab_e"]) - 1


def edited() -> SetUp:
    """Return the set-up that is edited."""
    return setups()[place()]


def put_setup(setup: SetUp) -> None:
    """Change the set-up that is edited."""
    others = setups()
    inputs.put("lab_s", (*others[: place()], setup, *others[place() + 1 :]))


def add(setup: SetUp) -> None:
    """Add a set-up, and edit it from now on."""
    if len(setups()) < MOST_SETUPS:
        inputs.put("lab_s", (*setups(), setup))
        inputs.put("lab_e", len(setups()))


def remove() -> None:
    """Take the set-up that is edited away."""
    if len(setups()) > 1:
        inputs.put("lab_s", (*setups()[: place()], *setups()[place() + 1 :]))
        inputs.put("lab_e", max(1, place()))


def change(widget: str, make: Callable[[Any], dict[str, Any]], value: Any) -> None:
    """Change numbers of the set-up, or say at the field why not and leave all as it was."""
    try:
        put_setup(edited().changed(**make(value)))
    except InvalidInput as refusal:
        st.session_state[f"{widget}.refused"] = (value, str(refusal))


def label() -> str:
    """Return what the set-up that is edited is called."""
    return labels(setups())[place()]


def choice(
    draw: Callable[..., Any], label: str, key: str, options: dict[str, str], **settings: Any
) -> None:
    """Draw words to choose from, for one value of the state."""
    value = inputs.current(SPEC)[key]
    inputs.choice(
        draw,
        label,
        f"lab.{key}",
        options,
        value,
        lambda option: inputs.put(key, option),
        **settings,
    )


def number(label: str, key: str, bounds: tuple[int, int]) -> None:
    """Draw a number of the state with its steppers."""
    inputs.stepper(
        label,
        f"lab.{key}",
        bounds,
        lambda: int(inputs.current(SPEC)[key]),
        lambda value: inputs.put(key, value),
    )


def field(label: str, widget: str, shown: str, make: Callable[[str], dict[str, Any]]) -> None:
    """Draw numbers of the set-up as text, with what was wrong below it."""
    text, reason = st.session_state.pop(f"{widget}.refused", (shown, ""))
    inputs.fill(widget, text)
    st.text_input(
        label,
        key=widget,
        max_chars=120,
        on_change=inputs.entered,
        args=(widget, lambda typed: change(widget, make, typed)),
    )
    if reason:
        st.html(complaint(reason))


def option(
    draw: Callable[..., Any], label: str, key: str, options: dict[str, str], **settings: Any
) -> None:
    """Draw words to choose from, for one rule of the set-up."""
    widget = f"lab.set.{key}"
    _, reason = st.session_state.pop(f"{widget}.refused", ("", ""))
    inputs.fill(widget, getattr(edited(), key))
    draw(
        label,
        list(options),
        format_func=options.__getitem__,
        key=widget,
        on_change=inputs.entered,
        args=(widget, lambda value: change(widget, lambda name: {key: name}, value)),
        **settings,
    )
    if reason:
        st.html(complaint(reason))


def show_csv(content: str, what: str) -> None:
    """Draw the button for the file of a table."""
    st.download_button(
        "Download CSV",
        content,
        f"oddsapp-lab-{what}.csv",
        "text/csv",
        key=f"lab.{what}.csv",
        on_click="ignore",
        icon=":material/download:",
    )
