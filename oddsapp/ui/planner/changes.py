"""What the planner's controls do to the draft, and how it is taken back."""

from collections.abc import Callable

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.ui.parts import inputs
from oddsapp.ui.planner import draft as drafts
from oddsapp.ui.planner.shared import loaded
from oddsapp.ui.planner.state import SPEC

BEFORE = "plan.before"
MOST_UNDONE = 100


def current() -> drafts.Draft:
    """Return the draft as it is now."""
    found: drafts.Draft = inputs.current(SPEC)["plan"]
    return found


def change(make: Callable[[drafts.Draft], drafts.Draft]) -> None:
    """Change the draft, and remember what it was."""
    before = current()
    after = make(before)
    if after != before:
        st.session_state[BEFORE] = [*st.session_state.get(BEFORE, []), before][-MOST_UNDONE:]
        inputs.put("plan", after)


def undo() -> None:
    """Take the last change back; after a reload, the last attack."""
    before = st.session_state.get(BEFORE, [])
    inputs.put("plan", before.pop() if before else drafts.without_last(current()))


def take_tap(territory: str) -> None:
    """Do what a tap means."""
    if inputs.current(SPEC)["plan_tap"] == "own":
        change(lambda draft: drafts.handed_over(draft, territory))
    else:
        change(lambda draft: drafts.tapped(draft, territory))


def map_tapped(territory: str) -> None:
    """Note a tap on the map."""
    inputs.tapped(lambda: take_tap(territory))


def fit(state: dict[str, object]) -> list[str]:
    """Take over the position of a share string, if the address has one."""
    st.session_state[BEFORE] = []
    text = st.query_params.get("p")
    if not text:
        return []
    try:
        found = loaded(text)
    except InvalidInput as refusal:
        return [f"the position in the address cannot be used: {refusal}"]
    state |= {"plan": found.draft, "plan_who": found.names, "plan_rules": found.rules}
    return found.notes


def leave(place: int, number: int) -> None:
    """Let so many stay where an attack came from."""
    change(lambda old: drafts.with_leave(old, place, number) if place < len(old.attacks) else old)


def board_chosen(board: str) -> None:
    """Go on with another board."""
    change(lambda old: drafts.on_board(old, board))
