"""The state of a page in Streamlit's session, its address, and the widgets that change it.

The state lives under names of its own, never under the key of a widget: Streamlit forgets
the latter when a widget is not drawn. A widget is filled from the state before it is drawn
and writes back when it is used, so that address, text field and steppers cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any, NamedTuple

import streamlit as st

from oddsapp.ui.parts.notes import plain
from oddsapp.ui.parts.urlstate import Spec, decode, encode

ECHO = 2.0
"""For how many seconds a browser may not have drawn yet what it was sent."""

_ADDRESS, _CLAIMS = "address", "claims"

PAGE = "page"
"""Where the session has the name of the page that was drawn last."""


class _Claim(NamedTuple):
    """What the browser says was done: a widget changed, or, without one, a button tapped."""

    widget: str | None
    act: Callable[[], object]


def load(page: str, spec: Spec, fit: Callable[[dict[str, Any]], list[str]]) -> list[str]:
    """Read the address if it says something new, and return notes on what was put right.

    It does on the first view, after "back" and "forward", and when a link leads here.
    Call this before any widget, and `save` right after it. ``fit`` makes values that were
    read one by one fit each other.
    """
    # Who taps faster than the page answers sends the address of before along: what was
    # tapped counts, not that.
    used = _settle()
    query = st.query_params.to_dict()
    arrived = st.session_state.get(PAGE) != page
    st.session_state[PAGE] = page
    known = all(name(key) in st.session_state for key in spec)
    # So does going on here, on a page that is at its address.
    if known and not arrived and (used or query == st.session_state.get(_ADDRESS)):
        return []
    state, notes = decode(query, spec)
    if arrived and (not query or used):
        # A link between the pages has a bare address and keeps what they share.
        shared = [key for key in spec if name(key) in st.session_state]
        state |= {key: st.session_state[name(key)] for key in shared}
        notes = []
    notes += fit(state)
    for key, value in state.items():
        st.session_state[name(key)] = value
    st.session_state[_ADDRESS] = query
    return notes


def save(spec: Spec) -> None:
    """Write the state into the address, if it is not there already."""
    query = encode(current(spec), spec)
    st.session_state[_ADDRESS] = query
    if st.query_params.to_dict() != query:
        st.query_params.from_dict(query)


def name(key: str) -> str:
    """Return what a value of the state is called in the session."""
    return f"state.{key}"


def current(spec: Spec) -> dict[str, Any]:
    """Return the state."""
    return {key: st.session_state[name(key)] for key in spec}


def put(key: str, value: Any) -> None:
    """Change one value of the state."""
    st.session_state[name(key)] = value


def fill(widget: str, value: Any) -> None:
    """Put a value into a widget that is drawn next, unless it is there already."""
    shown = st.session_state.get(widget)
    if shown != value:
        st.session_state[f"{widget}.before"] = (shown, monotonic())
        st.session_state[widget] = value


def entered(widget: str, take: Callable[[Any], object]) -> None:
    """Note what a visitor put into a widget. For its callback; `load` acts on it."""
    value = st.session_state[widget]
    _claim(_Claim(widget, lambda: take(value)))


def tapped(act: Callable[[], object]) -> None:
    """Note that a button was tapped. For its callback; `load` acts on it."""
    _claim(_Claim(None, act))


def _claim(claim: _Claim) -> None:
    st.session_state.setdefault(_CLAIMS, []).append(claim)


def _settle() -> bool:
    """Act on what was done since the last run, and tell whether anything was, echoes aside.

    A tap sends the values of all widgets along. When it comes before the browser has drawn
    what `fill` put into another one, that other one seems to be changed back. Nobody changes
    two widgets at once, so what returns to its value of before beside something else is such
    an echo; alone it is one if it comes too soon for somebody to have typed it.
    """
    claims: list[_Claim] = st.session_state.pop(_CLAIMS, [])
    alone = len(claims) == 1
    done = [
        claim for claim in claims if not claim.widget or not _is_echo(claim.widget, alone=alone)
    ]
    for claim in sorted(done, key=lambda claim: claim.widget is None):
        claim.act()  # what was typed comes first, for a tap adds to it
    return bool(done)


def _is_echo(widget: str, *, alone: bool) -> bool:
    before, when = st.session_state.get(f"{widget}.before", (None, 0.0))
    soon = monotonic() - when < ECHO
    return st.session_state[widget] == before and (soon or not alone)


def tap(act: Callable[[], object]) -> Callable[[], None]:
    """Return the callback of a button that does this."""
    return lambda: tapped(act)


def choice(
    draw: Callable[..., Any],
    label: str,
    widget: str,
    options: Mapping[Any, str],
    value: Any,
    put: Callable[[Any], object],
    **settings: Any,
) -> None:
    """Draw words to choose from.

    Parameters
    ----------
    draw : callable
        ``st.selectbox`` or ``st.segmented_control``.
    label, widget : str
    options : mapping
        Values, each with its words.
    value
        The one that is chosen.
    put : callable
        Called with the one that is chosen next.
    **settings
        Further arguments of the widget.
    """
    # The words of a select box are shown as they are, those of all others are markdown.
    shown = str if draw is st.selectbox else plain
    fill(widget, value)
    draw(
        plain(label),
        list(options),
        format_func=lambda option: shown(options.get(option, str(option))),
        key=widget,
        on_change=entered,
        args=(widget, put),
        **settings,
    )


def stepper(
    label: str,
    widget: str,
    bounds: tuple[int, int],
    get_number: Callable[[], int],
    put_number: Callable[[int], None],
) -> None:
    """Draw a number with its steppers, and buttons for five at a time beside them."""
    least, most = bounds

    def typed() -> None:
        entered(widget, put_number)

    def step(by: int) -> None:
        # Asked for when it is tapped: by then the number may not be the one that was drawn.
        tapped(lambda: put_number(min(most, max(least, get_number() + by))))

    number = get_number()
    # The first number goes along as the default: set, the least would flash up before it.
    if drawn := widget in st.session_state:
        fill(widget, number)
    with st.container(horizontal=True, wrap=False, vertical_alignment="bottom", gap="xsmall"):
        st.button("−5", key=f"{widget}.less", on_click=step, args=(-5,), disabled=number <= least)
        st.number_input(
            plain(label),
            least,
            most,
            "min" if drawn else number,
            step=1,
            key=widget,
            on_change=typed,
        )
        st.button("+5", key=f"{widget}.more", on_click=step, args=(5,), disabled=number >= most)
