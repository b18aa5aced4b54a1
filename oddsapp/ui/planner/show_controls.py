"""The planner's controls: armies, what a tap means, the map as select boxes."""

from collections.abc import Callable

import streamlit as st

from oddsapp.ui.parts import inputs
from oddsapp.ui.planner import draft as drafts
from oddsapp.ui.planner.changes import BEFORE, change, current, undo
from oddsapp.ui.planner.state import SPEC, TAPS

MOST_REST = 20


def choice(label: str, key: str, options: dict[str, str]) -> None:
    """Draw a select box for one value of the state."""
    inputs.choice(
        st.selectbox,
        label,
        f"plan.{key}",
        options,
        inputs.current(SPEC)[key],
        lambda option: inputs.put(key, option),
    )


def show_armies() -> None:
    """Draw the armies of the territory that was tapped, and what takes the last tap back.

    Always of one height: what is tapped below must not move away under the finger.
    """
    draft, names = current(), inputs.current(SPEC)["plan_who"]
    with st.container(horizontal=True, wrap=False, vertical_alignment="bottom", gap="xsmall"):
        with st.container(key="plan_armies"):
            if name := draft.selected:
                mine = name in draft.mine
                owner = "yours" if mine else names[min(draft.owner(name), len(names) - 1)]
                inputs.stepper(
                    f"{name} ({owner})",
                    f"plan.armies.{name}",
                    (1, drafts.MOST),
                    lambda: current().armies(name),
                    lambda number: change(lambda old: drafts.with_armies(old, name, number)),
                )
            else:
                inputs.stepper(
                    "Each enemy has",
                    "plan.rest",
                    (1, MOST_REST),
                    lambda: current().rest,
                    lambda number: change(lambda old: drafts.with_rest(old, number)),
                )
        st.button(
            "Undo",
            key="plan.undo",
            on_click=inputs.tapped,
            args=(undo,),
            disabled=not st.session_state.get(BEFORE) and not draft.attacks and not draft.front,
        )


def show_buttons() -> None:
    """Draw what takes more back, and what a tap means."""
    draft = current()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        inputs.fill("plan.tap", inputs.current(SPEC)["plan_tap"])
        st.segmented_control(
            "A tap on the map",
            list(TAPS),
            format_func=TAPS.__getitem__,
            key="plan.tap",
            required=True,
            on_change=inputs.entered,
            args=("plan.tap", lambda option: inputs.put("plan_tap", option)),
        )
        st.button(
            "Clear attacks",
            key="plan.clear",
            on_click=inputs.tapped,
            args=(lambda: change(drafts.without_attacks),),
            disabled=not draft.attacks,
        )
        st.button(
            "Start again",
            key="plan.again",
            on_click=inputs.tapped,
            args=(lambda: change(lambda old: drafts.empty(old.board)),),
            disabled=draft == drafts.empty(draft.board),
        )


def chooser(label: str, key: str, options: tuple[str, ...], take: Callable[[str], None]) -> None:
    """Draw a select box that does something with what is chosen, and is empty again."""
    widget = f"plan.{key}"
    draft = current()
    inputs.fill(widget, None)

    def chosen(name: str | None) -> None:
        if name is not None:
            take(name)

    st.selectbox(
        label,
        options,
        index=None,
        format_func=lambda name: f"{name} ({draft.armies(name)})",
        key=widget,
        placeholder="Choose" if options else "Nothing to choose",
        disabled=not options,
        on_change=inputs.entered,
        args=(widget, chosen),
    )


def show_choosers() -> None:
    """Draw the same as the map, as select boxes."""
    draft = current()
    start = draft.origins if draft.mine else draft.map.territories

    def tap(name: str) -> None:
        change(lambda old: drafts.tapped(old, name))

    here = f" (now {draft.front})" if draft.front else ""
    chooser(f"Attack from{here}", "from", start, tap)
    chooser("Attack next", "next", draft.legal if draft.front else (), tap)
    chooser(
        "Look at a territory",
        "look",
        draft.map.territories,
        lambda name: change(lambda old: drafts.looking_at(old, name)),
    )
    if draft.selected and draft.selected not in draft.targets:
        theirs = draft.selected in draft.mine
        st.button(
            f"Make {draft.selected} {'theirs' if theirs else 'yours'}",
            key="plan.hand",
            on_click=inputs.tapped,
            args=(lambda: change(lambda old: drafts.handed_over(old, old.selected)),),
        )
