"""The position as a whole on the page: loaded, saved, begun anew, and as a table."""

from __future__ import annotations

import streamlit as st

from oddsapp.boards import BOARD_NAMES
from oddsapp.engine.positions import position_to_csv, written_position
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.links import show_link
from oddsapp.ui.parts.notes import note
from oddsapp.ui.whatif import edit
from oddsapp.ui.whatif.control import current, position, put_position, show_refusal, take
from oddsapp.ui.whatif.fields import LONGEST, example, example_plans

_PASTED = "whatif.pasted"
_FILE = "whatif.file"
_BOARDS = {"classic": "Classic board", "risk2": "RISK II board"}


def show_files() -> None:
    """Draw loading and saving."""
    here, text = position(), current()["p"]
    with st.container(horizontal=True, gap="xsmall"):
        for label, content, name, kind in (
            ("Save as JSON", written_position(here), "position.json", "application/json"),
            ("Save as CSV", position_to_csv(here).encode("utf-8-sig"), "position.csv", "text/csv"),
        ):
            st.download_button(label, content, name, kind, key=f"whatif.{name}", on_click="ignore")
    if len(text) > LONGEST:
        st.html(note(["this position is too long for a link: save it as JSON"]))
    st.file_uploader(
        "Load JSON or CSV",
        ["json", "csv", "txt"],
        key=_FILE,
        on_change=_uploaded,
        max_upload_size=1,
    )
    show_refusal("file")
    inputs.fill(_PASTED, "")
    st.text_area(
        "Or paste JSON, a table, or a share string",
        key=_PASTED,
        height=100,
        on_change=inputs.entered,
        args=(_PASTED, _pasted),
    )
    show_refusal("paste")
    if here.state.game.board.name in BOARD_NAMES:
        show_link("plan.py", "Tap attacks on this board in the Attack planner", {"p": text})
    st.html('<p class="odds-label-line">Or begin with</p>')
    with st.container(horizontal=True, gap="xsmall"):
        st.button("The example", key="whatif.example", on_click=inputs.tap(_back_to_example))
        for board, called in _BOARDS.items():
            for players in (3, 6):
                st.button(
                    f"{called}, {players} players",
                    key=f"whatif.new.{board}.{players}",
                    on_click=_begin,
                    args=(board, players),
                )


def show_list() -> None:
    """Draw the board as a table to change."""
    widget = "whatif.table"
    inputs.fill(widget, position_to_csv(position()).replace("\r\n", "\n"))
    st.text_area(
        "Territory, owner and armies, a line each",
        key=widget,
        height=300,
        on_change=inputs.entered,
        args=(
            widget,
            lambda text: put_position(lambda now: edit.with_table(now, text), "table"),
        ),
    )
    show_refusal("table")


def _load(content: str | bytes, field: str) -> None:
    before = current()["p"]
    if not put_position(lambda now: edit.read_any(content, now), field):
        return
    if current()["p"] != before:
        take(w_at=0)


def _uploaded() -> None:
    file = st.session_state[_FILE]
    if file is not None:
        content = file.getvalue()
        inputs.tapped(lambda: _load(content, "file"))


def _pasted(text: str) -> None:
    if text.strip():
        _load(text, "paste")


def _begin(board: str, players: int) -> None:
    def act() -> None:
        if put_position(lambda _: edit.new_board(board, players), "file"):
            take(w_plan="", w_plan2="", w_at=0, w_tap="board", w_show="now")

    inputs.tapped(act)


def _back_to_example() -> None:
    first, second = example_plans()
    take(p=example(), w_plan=first, w_plan2=second, w_at=0)
