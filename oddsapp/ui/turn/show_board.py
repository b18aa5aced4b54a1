"""Changing the board of a whole turn, and loading, saving, beginning one."""

from __future__ import annotations

from typing import Any

import streamlit as st

from oddsapp.engine.positions import Position, written_position
from oddsapp.errors import InvalidInput
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import complaint
from oddsapp.ui.turn import edit
from oddsapp.ui.turn.controls import current, heading, take
from oddsapp.ui.turn.fields import position_of, text_of
from oddsapp.ui.turn.pick import Pick
from oddsapp.ui.turn.state import MOST_ARMIES

REFUSED, REFUSED_LAND = "turn.refused", "turn.refused.land"
UPLOADS = "turn.uploads"
BEGIN, PLAYERS = "turn.begin", "turn.players"
NOTHING = "—"


def show_land(position: Position, pick: Pick) -> None:
    """Draw who holds the territory that is picked, and with how many armies."""
    heading("Change the board")
    game = position.state.game
    place, owner, number = st.columns(3, vertical_alignment="bottom")
    chosen = pick.names[0] if pick.names else NOTHING

    def pick_territory(name: str) -> None:
        take(turn_pick=() if name == NOTHING else (game.index[name],))

    with place:
        inputs.choice(
            st.selectbox,
            "Territory",
            "turn.land",
            {name: name for name in (NOTHING, *sorted(game.names))},
            chosen,
            pick_territory,
        )
    if not pick.names:
        owner.html("<p>Tap a territory, or choose it here.</p>")
        return
    holder = edit.owner_name(position, chosen)
    with owner:
        inputs.choice(
            st.selectbox,
            "Owner",
            "turn.owner",
            {name: name for name in position.owners},
            holder,
            lambda name: put_land(chosen, owner=name),
        )
    with number:
        inputs.stepper(
            f"Armies on {chosen}",
            "turn.armies",
            (1, MOST_ARMIES),
            lambda: position_of(current()["turn_p"]).state.armies_on(chosen),
            lambda number: put_land(chosen, armies=number),
        )
    if reason := st.session_state.pop(REFUSED_LAND, ""):
        st.html(complaint(reason))


def put_land(territory: str, *, owner: str | None = None, armies: int | None = None) -> None:
    """Change a territory, or say why that cannot be."""
    position = position_of(current()["turn_p"])
    try:
        changed = edit.with_land(
            position,
            territory,
            owner or edit.owner_name(position, territory),
            armies or position.state.armies_on(territory),
        )
    except InvalidInput as refusal:
        st.session_state[REFUSED_LAND] = str(refusal)
    else:
        take(turn_p=text_of(changed))


def show_files(position: Position) -> None:
    """Draw how another turn takes the place of this one, and how this one is kept."""
    refused = st.session_state.pop(REFUSED, "")
    with st.expander("Load, save, or begin another turn", expanded=bool(refused)):
        if refused:
            st.html(complaint(refused))
        left, right = st.columns(2, gap="medium")
        with left:
            show_start()
        with right:
            uploads = st.session_state.setdefault(UPLOADS, 0)
            widget = f"turn.file.{uploads}"
            st.file_uploader(
                "Load a turn: a JSON file as “oddsapp turn” reads it",
                type=["json"],
                key=widget,
                on_change=inputs.entered,
                args=(widget, take_file),
                max_upload_size=1,
            )
            st.download_button(
                "Save this turn",
                written_position(position),
                "turn.json",
                "application/json",
                key="turn.save",
                on_click="ignore",
                icon=":material/download:",
            )


def show_start() -> None:
    """Draw what a turn can begin with."""
    st.session_state.setdefault(BEGIN, "example")
    st.selectbox("Begin with", list(edit.STARTS), format_func=edit.STARTS.__getitem__, key=BEGIN)
    dealt = st.session_state[BEGIN] not in ("example", "small")
    if dealt:
        st.session_state.setdefault(PLAYERS, 4)
        st.number_input("Players", 3, len(edit.NAMES), key=PLAYERS, step=1)
    st.button(
        "Begin",
        key="turn.start",
        on_click=inputs.tap(
            lambda: begin(edit.start(st.session_state[BEGIN], st.session_state.get(PLAYERS, 4)))
        ),
    )


def begin(turn: str) -> None:
    """Put another turn in place of this one."""
    take(turn_p=turn, turn_pick=(), turn_who=1, turn_n=0)


def take_file(upload: Any) -> None:
    """Take a turn from a file, or say why not."""
    if upload is None:
        return
    try:
        begin(edit.read_upload(upload.getvalue()))
    except InvalidInput as refusal:
        st.session_state[REFUSED] = str(refusal)
    # A new widget in place of the one that holds the file: the turn goes on without it.
    st.session_state[UPLOADS] += 1
