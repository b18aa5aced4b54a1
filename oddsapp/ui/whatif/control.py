"""What all parts of the page use to change its state."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from html import escape
from typing import Any

import streamlit as st

from oddsapp.engine.positions import Position, share_string
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import complaint
from oddsapp.ui.parts.tables import Table
from oddsapp.ui.whatif.fields import at_once, position_of
from oddsapp.ui.whatif.state import SPEC, fit

ELSEWHERE = "whatif.elsewhere"
"""The key of the session for a position that belongs on the RISK II turn page."""


def current() -> dict[str, Any]:
    """Return the state of the page."""
    return inputs.current(SPEC)


def take(**changes: Any) -> None:
    """Change some values, and keep all of them fitting each other."""
    changed = {**current(), **changes}
    fit(changed)
    for key, value in changed.items():
        inputs.put(key, value)


def position() -> Position:
    """Return the position on the board."""
    return position_of(st.session_state[inputs.name("p")])


def put_position(change: Callable[[Position], Position], field: str) -> bool:
    """Change the position, or note at a field why it cannot be changed so."""
    try:
        found = change(position())
        text = share_string(found)
    except IllegalMove as refusal:
        refuse(field, refusal.reason)
        return False
    except InvalidInput as refusal:
        refuse(field, str(refusal))
        return False
    if at_once(text):
        st.session_state[ELSEWHERE] = text
        return False
    take(p=text)
    return True


def refuse(field: str, reason: str) -> None:
    """Note what is wrong at a field, for the run that comes."""
    st.session_state[f"whatif.refused.{field}"] = reason


def show_refusal(field: str) -> bool:
    """Draw what is wrong at a field, once; tell whether anything is."""
    reason = st.session_state.pop(f"whatif.refused.{field}", "")
    if reason:
        st.html(complaint(reason))
    return bool(reason)


def words(label: str, key: str, options: Mapping[str, str], **changes: Any) -> None:
    """Draw a value of the state as words side by side; choosing changes these others too."""
    inputs.choice(
        st.segmented_control,
        label,
        f"whatif.{key}",
        options,
        st.session_state[inputs.name(key)],
        lambda option: take(**{key: option}, **changes),
        required=True,
        width="stretch",
    )


def heading(text: str, small: str = "") -> None:
    """Draw the heading of a section."""
    more = f" <small>{escape(small)}</small>" if small else ""
    st.html(f'<h2 class="whatif-heading">{escape(text)}{more}</h2>')


def show_table(title: str, table: Table, name: str, *, opened: bool = False) -> None:
    """Draw a table to open, and the file to take along: a closed one has nothing to draw."""
    box = st.expander(title, expanded=opened, key=f"whatif.{name}.open", on_change="rerun")
    if not box.open:
        return
    with box:
        st.html(table.html())
        st.download_button(
            "Download CSV",
            table.csv,
            f"{name}.csv",
            "text/csv",
            key=f"whatif.{name}.csv",
            on_click="ignore",
            icon=":material/download:",
        )
