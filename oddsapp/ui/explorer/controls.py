"""What can be changed on the Battle explorer, and what a change does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import streamlit as st

from oddsapp.ui.explorer.state import SPEC, fit
from oddsapp.ui.parts import inputs
from oddsapp.ui.quick.setting import MODIFIERS, RULES, takes_modifiers
from oddsapp.ui.quick.state import COUNTED, least_armies
from oddsapp.ui.quick.typed import MOST


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
