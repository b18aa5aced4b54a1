"""Orders of a whole turn, drawn: the one that is put together, those given, all as text."""

from __future__ import annotations

from dataclasses import replace
from functools import partial
from html import escape
from typing import Any

import streamlit as st

from oddsapp.engine.orders import BattleOrder
from oddsapp.engine.positions import Position
from oddsapp.errors import InvalidInput
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import complaint, plain
from oddsapp.ui.turn import edit, html, told
from oddsapp.ui.turn.controls import current, heading, take
from oddsapp.ui.turn.fields import MOST_FORCE, position_of, text_of
from oddsapp.ui.turn.pick import Pick, next_names, tapped_for_land, tapped_for_order, ways
from oddsapp.ui.turn.state import SURGES

SAID = "turn.said"
TEXT, COMPLAINT = "turn.text", "turn.complaint"
NOTHING = "—"

# -- what is selected --------------------------------------------------------------------


def picked(state: dict[str, Any]) -> Pick:
    """Return what is selected."""
    names = position_of(state["turn_p"]).state.game.names
    return Pick(
        state["turn_who"] - 1,
        tuple(names[place] for place in state["turn_pick"]),
        surge=state["turn_surge"] == "yes",
    )


def select(pick: Pick) -> None:
    """Make this the selection."""
    state = current()
    index = position_of(state["turn_p"]).state.game.index
    st.session_state[SAID] = pick.said
    take(
        turn_who=pick.player + 1,
        turn_pick=tuple(index[name] for name in pick.names),
        turn_surge="yes" if pick.surge else "no",
        turn_n=0,
    )


def tapped(territory: str) -> None:
    """Take a tap on the map."""
    state = current()
    pick = picked(state)
    if state["turn_tap"] == "land":
        select(tapped_for_land(pick, territory))
    else:
        select(tapped_for_order(state["turn_p"], pick, territory))


def planned_order(turn: str, pick: Pick, armies: int) -> BattleOrder | None:
    """Return the order that is being put together, None while it leads nowhere."""
    if len(pick.names) < 2 or (pick.surge and len(pick.names) < 3):
        return None
    if not armies:
        most = ways(turn, pick.player).most.get(pick.names[0], 1)
        armies = edit.most_left(position_of(turn), pick.player, pick.names, most) or 1
    return edit.order_of(pick.names, armies)


# -- an order ----------------------------------------------------------------------------


def show_order(turn: str, position: Position, pick: Pick, planned: BattleOrder | None) -> None:
    """Draw the order that is being put together: the same as by taps, in select boxes."""
    players = {number: position.name(number) for number in range(position.state.game.players)}
    show_next(position, pick, planned)
    columns = st.columns(3 + pick.surge)
    with columns[0]:
        inputs.choice(
            st.selectbox,
            "Player",
            "turn.who",
            players,
            pick.player,
            lambda player: select(replace(picked(current()), player=player, names=())),
        )
    with columns[1]:
        _territory("From", "turn.from", pick, 0, list(ways(turn, pick.player).targets))
    with columns[2]:
        first = replace(pick, names=pick.names[:1], surge=False)
        options = next_names(turn, first) if pick.names else []
        _territory("Through" if pick.surge else "To", "turn.to", pick, 1, options)
    if pick.surge:
        with columns[3]:
            second = replace(pick, names=pick.names[:2])
            options = next_names(turn, second) if len(pick.names) > 1 else []
            _territory("To", "turn.beyond", pick, 2, options)


def show_next(position: Position, pick: Pick, planned: BattleOrder | None) -> None:
    """Draw what is to be done next, right below the map."""
    left, right = st.columns(2, gap="medium", vertical_alignment="bottom")
    with left:
        if planned is None:
            st.html(f'<p role="status"><b>{escape(_next_step(position, pick))}</b></p>')
        else:
            show_number(position, pick, planned)
    with right:
        inputs.choice(
            st.segmented_control,
            "How far an order goes",
            "turn.surge",
            SURGES,
            "yes" if pick.surge else "no",
            put_surge,
            required=True,
            width="stretch",
        )


def put_surge(far: str) -> None:
    """Let an order go into one territory, or through it into a second."""
    now = picked(current())
    select(replace(now, surge=far == "yes", names=now.names[:2]))


def _next_step(position: Position, pick: Pick) -> str:
    who = position.name(pick.player)
    if not pick.names:
        return f"Tap a territory of {who}, or of anybody else: the order sets out there."
    if len(pick.names) == 1:
        return f"Tap what {pick.names[0]} attacks."
    return f"Tap what lies beyond {pick.names[1]}."


def _territory(label: str, widget: str, pick: Pick, place: int, options: list[str]) -> None:
    """Draw a select box for one stop of the order."""
    chosen = pick.names[place] if len(pick.names) > place else NOTHING
    if chosen != NOTHING and chosen not in options:
        options = [*options, chosen]

    def put(name: str) -> None:
        now = picked(current())
        kept = now.names[:place]
        select(replace(now, names=kept if name == NOTHING else (*kept, name)))

    inputs.choice(
        st.selectbox,
        label,
        widget,
        {name: name for name in (NOTHING, *options)},
        chosen,
        put,
        disabled=not options,
    )


def show_number(position: Position, pick: Pick, planned: BattleOrder) -> None:
    """Draw how many armies go, whether the order would count, and the button that gives it."""
    inputs.stepper(
        f"Armies from {pick.names[0]}",
        "turn.n",
        (1, MOST_FORCE),
        lambda: planned.armies,
        lambda number: take(turn_n=number),
    )
    why = edit.why_void(position, pick.player, planned)
    st.html(f"<p><b>{escape(str(planned))}</b></p>")
    if why:
        st.html(complaint(f"As the next order it is void: {why}"))
    st.button(
        "Add the order, though void" if why else "Add the order",
        key="turn.give",
        type="primary",
        width="stretch",
        on_click=inputs.tap(lambda: give(pick.player, planned)),
    )


def give(player: int, order: BattleOrder) -> None:
    """Give an order, and select nothing."""
    change(lambda position: edit.with_order(position, player, order))


def change(how: Any) -> None:
    """Put a changed turn in place of this one, or say why that cannot be."""
    try:
        changed = how(position_of(current()["turn_p"]))
    except InvalidInput as refusal:
        st.session_state[SAID] = str(refusal)
    else:
        take(turn_p=text_of(changed), turn_pick=(), turn_n=0)


# -- all orders --------------------------------------------------------------------------


def show_orders(position: Position, pick: Pick) -> None:
    """Draw the player's orders, all void ones, and the text of all."""
    who = pick.player
    heading(f"Orders of {position.name(who)}")
    given = [order for order in position.checked_orders() if order.player == who]
    with st.container(key="turn_orders", gap="xsmall"):
        for place, checked in enumerate(given):
            void = "" if checked.played else " — void"
            st.button(
                plain(f"Remove {checked.order}{void}"),
                key=f"turn.drop.{place}",
                icon=":material/close:",
                width="stretch",
                on_click=inputs.tap(partial(drop, who, place)),
            )
        if not given:
            st.html("<p>None yet.</p>")
    void_orders = told.void_orders(position)
    if void_orders:
        heading(f"Void orders ({len(void_orders)}): these armies stay")
        st.html(
            html.void(
                [
                    (name, str(order.order), f"{order.reason} (rule {order.rule})")
                    for name, order in void_orders
                ]
            )
        )
    show_text(position)


def drop(player: int, place: int) -> None:
    """Take an order back."""
    change(lambda position: edit.without_order(position, player, place))


def show_text(position: Position) -> None:
    """Draw the orders of all as text that can be changed."""
    text, reason = st.session_state.pop(COMPLAINT, (edit.orders_as_text(position), ""))
    with st.expander("All orders as text", expanded=bool(reason)):
        inputs.fill(TEXT, text)
        st.text_area(
            "A line for each order; of several of one territory the last are void first",
            key=TEXT,
            height=220,
            max_chars=20_000,
            on_change=inputs.entered,
            args=(TEXT, take_text),
        )
        if reason:
            st.html(complaint(reason))
        st.button(
            "Remove all orders",
            key="turn.none",
            disabled=not position.orders,
            on_click=inputs.tap(lambda: change(edit.without_orders)),
        )


def take_text(text: str) -> None:
    """Take the orders of a text, or say at the field why not."""
    try:
        changed = edit.with_text(position_of(current()["turn_p"]), text)
    except InvalidInput as refusal:
        st.session_state[COMPLAINT] = (text, str(refusal))
    else:
        take(turn_p=text_of(changed), turn_pick=(), turn_n=0)
