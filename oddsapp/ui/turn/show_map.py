"""The whole same-time turn, drawn: the map, and what comes of the orders."""

from __future__ import annotations

from html import escape

import streamlit as st

from oddsapp.engine.positions import Position
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.map import risk_map
from oddsapp.ui.parts.notes import complaint, mark, note
from oddsapp.ui.turn import html, told
from oddsapp.ui.turn.answers import Asked, Found, ask, show_waiting
from oddsapp.ui.turn.controls import current, heading, words
from oddsapp.ui.turn.fields import position_of
from oddsapp.ui.turn.show_board import show_files, show_land
from oddsapp.ui.turn.show_order import SAID, picked, planned_order, show_order, show_orders, tapped
from oddsapp.ui.turn.state import SHOWN, TAPS
from oddsapp.ui.turn.view import map_view
from oddsapp.whatif.turns.turn_forecast import TurnForecast
from oddsapp.wording import counted


def show_map() -> None:
    """Draw the part about the whole turn."""
    state = current()
    turn = state["turn_p"]
    position = position_of(turn)
    pick = picked(state)
    answer = ask("turn", ("turn", turn), lambda tell: told.forecast(turn, tell))
    known = answer.value if isinstance(answer, Found) else None
    st.html(_summary(position, known))
    if isinstance(answer, Asked):
        show_waiting("turn", answer, "The forecast")
    elif answer.refusal:
        st.html(complaint(f"There is no forecast: {answer.refusal}"))
    words("A tap on the map", "turn_tap", TAPS, labelled=False, turn_pick=())
    editing = state["turn_tap"] == "land"
    planned = None if editing else planned_order(turn, pick, state["turn_n"])
    shown = state["turn_show"]
    risk_map(
        map_view(
            turn,
            pick,
            None if shown == "orders" or known is None else known.found,
            orders=shown != "forecast",
            planned=planned,
            editing=editing,
        ),
        key="turn_map",
        on_tap=lambda territory: inputs.tapped(lambda: tapped(territory)),
    )
    if said := st.session_state.pop(SAID, ""):
        st.html(complaint(said))
    if editing:
        show_land(position, pick)
    else:
        show_order(turn, position, pick, planned)
    words("What the map shows", "turn_show", SHOWN)
    left, right = st.columns([2, 3], gap="medium")
    with left:
        show_orders(position, pick)
    with right:
        if known is not None:
            show_forecast(position, known.found)
    show_words(position)
    show_files(position)


def _summary(position: Position, known: told.Forecast | None) -> str:
    orders = position.checked_orders()
    void = len(told.void_orders(position))
    words = f"{counted(len(orders) - void, 'order')} played, {void} void"
    title = f"{escape(position.title)}<br>" if position.title else ""
    marked, why = "", ""
    if known is not None:
        contested = counted(len(told.contested(known.found)), "territory", "territories")
        words += f"; {contested} contested"
        marked = f" {mark(known.found.samples)}"
        why = note([f"sampled, as {known.refused}"]) if known.refused else ""
    return f'<p class="turn-summary">{title}<b>{words}.</b>{marked}</p>{why}'


# -- what comes of them ------------------------------------------------------------------


def show_forecast(position: Position, found: TurnForecast) -> None:
    """Draw what the turn comes to."""
    heading("What comes of it")
    players = told.player_table(position, found)
    st.html(players.html())
    lands = told.territory_table(position, found)
    if not lands.shown:
        st.html("<p>No territory is contested: none is attacked.</p>")
        return
    st.html(lands.html())
    with st.container(horizontal=True, gap="xsmall"):
        for name, table in (("Territories", lands), ("Players", players)):
            st.download_button(
                f"{name} as CSV",
                table.csv(),
                f"turn-{name.lower()}.csv",
                "text/csv",
                key=f"turn.csv.{name}",
                on_click="ignore",
                icon=":material/download:",
            )


def show_words(position: Position) -> None:
    """Draw who meets whom, in words."""
    battles = told.battles_in_words(position)
    if battles:
        heading("Clashes, joint invasions and surges in words")
        st.html(html.told(battles))
