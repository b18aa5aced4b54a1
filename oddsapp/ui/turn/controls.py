"""What both parts of the RISK II turn use to change their state."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import Any

import streamlit as st

from oddsapp.ui.parts import inputs
from oddsapp.ui.turn.state import SPEC, fit


def current() -> dict[str, Any]:
    """Return the state of the page."""
    return inputs.current(SPEC)


def take(**changes: Any) -> None:
    """Change some values, and keep all of them fitting each other."""
    changed = {**current(), **changes}
    fit(changed)
    for key, value in changed.items():
        inputs.put(key, value)


def words(
    label: str, key: str, options: Mapping[str, str], *, labelled: bool = True, **changes: Any
) -> None:
    """Draw a value of the state as words side by side; choosing changes these others too."""
    inputs.choice(
        st.segmented_control,
        label,
        f"turn.{key}",
        options,
        current()[key],
        lambda option: take(**{key: option}, **changes),
        required=True,
        width="stretch",
        label_visibility="visible" if labelled else "collapsed",
    )


def heading(text: str) -> None:
    """Draw the heading of a section."""
    st.html(f'<h2 class="turn-heading">{escape(text)}</h2>')
