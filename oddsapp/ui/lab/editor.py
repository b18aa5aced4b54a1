"""The editor of the Die lab: every number of the set-up that is edited."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.ui.lab.controls import (
    add,
    change,
    edited,
    field,
    option,
    place,
    put_setup,
    remove,
    setups,
)
from oddsapp.ui.lab.editing import read_faces, read_ranks, read_thresholds
from oddsapp.ui.lab.files import from_json, to_json
from oddsapp.ui.lab.setup_text import COSTS, PRESETS, READINGS, TIES, read_setup, write_setup
from oddsapp.ui.lab.setups import (
    LETTERS,
    MOST_RANK,
    MOST_SETUPS,
    MOST_THROWN,
    SetUp,
    entries_text,
    faces_text,
)
from oddsapp.ui.lab.state import SPEC
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.figures import heading
from oddsapp.ui.parts.notes import complaint
from oddsapp.ui.parts.urlstate import encode
from oddsapp.wording import sentence

REFUSED = "lab.refused"
EDITED = "As edited below"


def show_editor() -> None:
    """Draw the set-up that is edited, and everything about it that can be changed."""
    setup, letters = edited(), LETTERS[: len(setups())]
    heading("Edit a set-up")
    inputs.fill("lab.edit", letters[place()])
    st.segmented_control(
        "Set-up",
        list(letters),
        key="lab.edit",
        required=True,
        on_change=inputs.entered,
        args=("lab.edit", lambda letter: inputs.put("lab_e", LETTERS.index(letter) + 1)),
    )
    with st.container(horizontal=True, gap="small"):
        st.button(
            "Add a copy",
            key="lab.add",
            on_click=inputs.tapped,
            args=(lambda: add(edited()),),
            disabled=len(letters) == MOST_SETUPS,
        )
        st.button(
            f"Remove {letters[place()]}",
            key="lab.remove",
            on_click=inputs.tapped,
            args=(remove,),
            disabled=len(letters) == 1,
        )
    show_presets(setup)
    if setup.is_coloured:
        show_coloured(setup)
    else:
        show_ranked(setup)
    show_files()


def show_presets(setup: SetUp) -> None:
    """Draw what to start from."""
    text = write_setup(setup)
    here = next((name for name, preset in PRESETS.items() if preset == text), EDITED)
    inputs.fill("lab.preset", here)
    st.selectbox(
        "Start from",
        [*([EDITED] if here == EDITED else []), *PRESETS],
        key="lab.preset",
        on_change=inputs.entered,
        args=(
            "lab.preset",
            lambda name: put_setup(read_setup(PRESETS[name])) if name in PRESETS else None,
        ),
    )


def show_faces(setup: SetUp) -> None:
    """Draw the faces of every die."""
    for which, (name, faces) in enumerate(zip(setup.die_names, setup.dice, strict=True)):

        def make(text: str, which: int = which) -> dict[str, Any]:
            dice = list(edited().dice)
            dice[which] = read_faces(text)
            return {"dice": tuple(dice)}

        field(
            f"Faces: {name.lower()} ({len(faces)} faces, total {sum(faces)})",
            f"lab.faces.{which}",
            faces_text(faces),
            make,
        )


def show_coloured(setup: SetUp) -> None:
    """Draw one die per army: faces, thresholds, ranks, casualties."""
    dice = len(setup.dice)
    show_faces(setup)
    for role, label in (("attacker", "Attacker's dice from"), ("defender", "Defender's dice from")):
        field(
            f"{label} (armies; x for never)",
            f"lab.{role}",
            entries_text(getattr(setup, role)),
            lambda text, role=role: {role: read_thresholds(text, dice)},  # type: ignore[misc]
        )
    field(
        "Ranks, which set the casualties",
        "lab.ranks",
        faces_text(setup.ranks),
        lambda text: {"ranks": read_ranks(text, dice)},
    )
    costs = {name: sentence(words.format("a fixed number")) for name, words in COSTS.items()}
    option(st.selectbox, "A lost comparison costs", "casualties", costs)
    if setup.casualties == "fixed":
        inputs.stepper(
            "Armies a comparison",
            "lab.fixed",
            (1, MOST_RANK),
            lambda: edited().fixed,
            lambda value: put_setup(edited().changed(fixed=value)),
        )
    option(st.segmented_control, "Equal dice are won by", "ties", TIES, required=True)
    option(st.segmented_control, "Several armies against one", "reading", READINGS, required=True)


def show_ranked(setup: SetUp) -> None:
    """Draw several dice a side: how many, which, who wins ties."""
    for side, label in enumerate(("Attacker's dice, at most", "Defender's dice, at most")):

        def put(value: int, side: int = side) -> None:
            thrown = list(edited().thrown)
            thrown[side] = value
            change(f"lab.thrown.{side}", lambda _: {"thrown": tuple(thrown)}, value)

        inputs.stepper(
            label,
            f"lab.thrown.{side}",
            (1, MOST_THROWN),
            lambda side=side: edited().thrown[side],  # type: ignore[misc]
            put,
        )
    show_faces(setup)
    option(st.segmented_control, "Equal dice are won by", "ties", TIES, required=True)


def show_files() -> None:
    """Draw the file to take along, and the field for one to bring in."""
    with st.expander("Save and load"):
        address = (st.context.url or "/lab").partition("?")[0]
        query = urlencode(encode(inputs.current(SPEC), SPEC))
        st.download_button(
            "Download JSON",
            to_json(setups(), f"{address}?{query}" if query else address),
            "oddsapp-lab.json",
            "application/json",
            key="lab.download",
            on_click="ignore",
            icon=":material/download:",
        )
        st.file_uploader(
            "Load a file of the lab, or a ruleset",
            "json",
            key="lab.upload",
            max_upload_size=1,
            on_change=take_file,
        )
        if reason := st.session_state.pop(REFUSED, ""):
            st.html(complaint(reason))


def take_file() -> None:
    """Take the set-ups of a file, or say why not."""
    if (file := st.session_state["lab.upload"]) is None:
        return
    try:
        found = from_json(file.getvalue())
    except InvalidInput as refusal:
        st.session_state[REFUSED] = str(refusal)
        return

    def take() -> None:
        inputs.put("lab_s", found)
        inputs.put("lab_e", 1)

    inputs.tapped(take)
