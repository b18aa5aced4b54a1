"""The board of What-if on the page: the map, one territory, the turn, cards, files."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import streamlit as st

from oddsapp.boards import BOARD_NAMES
from oddsapp.engine.actions import Fortify
from oddsapp.engine.game import NEUTRAL
from oddsapp.engine.positions import position_to_csv, written_position
from oddsapp.engine.positions.checks import MOST_ARMIES, PHASES
from oddsapp.engine.positions.position import NEUTRAL_NAME
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.links import show_link
from oddsapp.ui.parts.map import Arrow, MapView, risk_map
from oddsapp.ui.parts.notes import note
from oddsapp.ui.whatif import answer, edit, rolled
from oddsapp.ui.whatif.control import (
    current,
    position,
    put_position,
    refuse,
    show_refusal,
    take,
    words,
)
from oddsapp.ui.whatif.fields import LONGEST, example, example_plans
from oddsapp.ui.whatif.state import SHOWN, TAPS, number_of, plan_key, selected
from oddsapp.ui.whatif.tap import Pick, hint, legal, tapped, targets
from oddsapp.whatif.plan import FortifyRest, PlannedAttack

if TYPE_CHECKING:
    from oddsapp.ui.parts.mapview import Shade
    from oddsapp.whatif.plan import Plan
    from oddsapp.whatif.plan_forecast import PlanForecast
    from oddsapp.whatif.rollout_result import RollOutResult

_PASTED = "whatif.pasted"
_FILE = "whatif.file"
_BOARDS = {"classic": "Classic board", "risk2": "RISK II board"}


# -- the map -----------------------------------------------------------------------------


def pick_of(state: dict[str, Any]) -> Pick:
    """Return what is selected, as taps see it."""
    return Pick(state["w_tap"], selected(state), state[plan_key(state)])


def tap_map(territory: str) -> None:
    """Act on a tap on the map. For its callback."""

    def act() -> None:
        state = current()
        after = tapped(position().state, pick_of(state), territory)
        if after.said:
            refuse("map", after.said)
        take(w_at=number_of(state, after.at), **{plan_key(state): after.plan})

    inputs.tapped(act)


def show_map(found: PlanForecast | None, later: RollOutResult | None) -> None:
    """Draw the map with what it shows, and what a tap does.

    Parameters
    ----------
    found : PlanForecast, optional
        Of the plan in view, if it can be played.
    later : RollOutResult, optional
        Of the plan in view, if it was rolled out.
    """
    state = current()
    left, right = st.columns(2, gap="medium")
    with left:
        words("A tap on the map: what it is for", "w_tap", TAPS, w_at=0)
    with right:
        words("Who holds what, on the map", "w_show", SHOWN)
    if state["w_show"] == "after":
        _show_whose(state)
    if state["w_show"] == "later" and later is None:
        st.html(note(["nothing is rolled out yet: the button is further down"]))
    risk_map(_view(state, found, later), key="whatif.map", on_tap=tap_map)
    if not show_refusal("map"):
        st.html(f"<p>{escape(hint(position().state, pick_of(state)))}</p>")


def _show_whose(state: dict[str, Any]) -> None:
    here = position()
    players = {0: f"{here.name(here.state.player)} (has the turn)"}
    players |= {
        seat + 1: here.name(seat)
        for seat in range(here.state.game.players)
        if seat != here.state.player
    }
    shown = state["w_who"] if state["w_who"] in players else 0
    inputs.choice(
        st.selectbox,
        "Shaded by how probably this player holds it",
        "whatif.w_who",
        players,
        shown,
        lambda who: take(w_who=who),
    )


def _view(
    state: dict[str, Any], found: PlanForecast | None, later: RollOutResult | None
) -> MapView:
    here, pick = position(), pick_of(state)
    game = here.state.game
    names = game.names
    players = tuple(map(here.name, range(game.players)))
    if NEUTRAL in here.state.owners:
        players = (*players, NEUTRAL_NAME)
    can = legal(here.state, pick) if pick.at else None
    arrows = () if pick.mode == "board" else _arrows(state)
    says = dict.fromkeys(targets(here.state, pick), f"attack from {pick.at}")
    return MapView(
        game.board,
        armies=dict(zip(names, here.state.armies, strict=True)),
        owners=dict(zip(names, map(here.name, here.state.owners), strict=True)),
        players=players,
        origins=(pick.at,) if pick.at else (),
        legal=can,
        says=says,
        arrows=arrows,
        shades=_shades(state, found, later),
        title="The board, to change it and to plan on it",
        focus=tuple(arrow.origin for arrow in arrows[:1]),
    )


def _arrows(state: dict[str, Any]) -> tuple[Arrow, ...]:
    if answer.why_not(state["p"], state[plan_key(state)]):
        return ()
    plan: Plan = answer.plan_of(state["p"], state[plan_key(state)])
    here = position()
    who = here.name(here.state.player)
    moves = PlannedAttack | Fortify | FortifyRest
    ways = [step for step in plan.walk() if isinstance(step, moves)]
    # The same way in two branches is one arrow.
    distinct = dict.fromkeys((step.origin, step.target) for step in ways)
    return tuple(
        Arrow(origin, target, who, str(number), says=f"step {number}: {origin} to {target}")
        for number, (origin, target) in enumerate(distinct, 1)
    )


def _shades(
    state: dict[str, Any], found: PlanForecast | None, later: RollOutResult | None
) -> dict[str, Shade]:
    here = position()
    if state["w_show"] == "after" and found is not None:
        who = state["w_who"] - 1 if state["w_who"] else here.state.player
        return answer.shades(here, found, who)
    if state["w_show"] == "later" and later is not None:
        return rolled.shades(here, later)
    return {}


# -- one territory -----------------------------------------------------------------------


def show_land() -> None:
    """Draw owner and armies of one territory, to change them."""
    state, here = current(), position()
    at = selected(state)
    options = {0: "Tap the map, or choose here"} | dict(enumerate(here.state.game.names, 1))
    inputs.choice(
        st.selectbox,
        "Territory",
        "whatif.w_at",
        options,
        state["w_at"],
        lambda number: take(w_at=number),
    )
    if not at:
        return
    owners = {name: name for name in edit.owner_names(here)}
    inputs.choice(
        st.segmented_control,
        "Owner",
        "whatif.owner",
        owners,
        edit.owner_of(here, at),
        lambda owner: put_position(lambda now: edit.with_land(now, at, owner=owner), "land"),
        required=True,
        width="stretch",
    )
    inputs.stepper(
        "Armies",
        "whatif.armies",
        (1, MOST_ARMIES),
        lambda: position().state.armies_on(at),
        lambda armies: _put_armies(at, armies),
    )
    show_refusal("land")


def _put_armies(at: str, armies: int) -> None:
    put_position(lambda now: edit.with_land(now, at, armies=armies), "land")


# -- turn and cards ----------------------------------------------------------------------


def show_turn() -> None:
    """Draw whose turn it is, the phase, what is to place, and the cards."""
    here = position()
    state = here.state
    inputs.choice(
        st.segmented_control,
        "Whose turn",
        "whatif.turn",
        {seat: here.name(seat) for seat in range(state.game.players)},
        state.player,
        lambda seat: put_position(lambda now: edit.with_turn(now, player=seat), "turn"),
        required=True,
        width="stretch",
    )
    inputs.choice(
        st.segmented_control,
        "What is to be done",
        "whatif.phase",
        {phase.value: phase.value.capitalize() for phase in PHASES},
        state.phase.value,
        lambda phase: put_position(lambda now: edit.with_turn(now, phase=phase), "turn"),
        required=True,
        width="stretch",
    )
    counts = {"sets_traded": "Sets traded so far, by all", "round": "Round"}
    if state.reserves[state.player]:
        counts = {"to_place": "Armies to place", **counts}
    now = {"to_place": state.reserves[state.player], "round": state.round}
    for column, (key, label) in zip(st.columns(len(counts)), counts.items(), strict=True):
        with column:
            _number(label, key, now.get(key, state.sets_traded), int(key == "round"))
    show_refusal("turn")
    for seat in range(state.game.players):
        _show_hand(seat)
    show_refusal("cards")


def _number(label: str, key: str, value: int, least: int) -> None:
    widget = f"whatif.{key}"
    inputs.fill(widget, value)
    st.number_input(
        label,
        least,
        MOST_ARMIES,
        step=1,
        key=widget,
        on_change=inputs.entered,
        args=(
            widget,
            lambda number: put_position(lambda now: edit.with_count(now, key, number), "turn"),
        ),
    )


def _show_hand(seat: int) -> None:
    here = position()
    known, number = edit.known_cards(here, seat), len(here.state.hands[seat])
    left, right = st.columns([1, 2], vertical_alignment="bottom")
    widget = f"whatif.cards.{seat}"
    with left:
        inputs.fill(widget, number)
        st.number_input(
            f"Cards of {here.name(seat)}",
            0,
            len(here.state.game.cards),
            step=1,
            key=widget,
            on_change=inputs.entered,
            args=(
                widget,
                lambda many: put_position(
                    lambda now: edit.with_cards(now, seat, known[:many], many), "cards"
                ),
            ),
        )
    with right:
        widget = f"whatif.known.{seat}"
        inputs.fill(widget, "; ".join(known))
        st.text_input(
            f"Of these known of {here.name(seat)}",
            key=widget,
            placeholder="Brazil; Egypt; wild card",
            on_change=inputs.entered,
            args=(
                widget,
                lambda text: put_position(
                    lambda now: edit.with_cards(
                        now, seat, cards := edit.cards_in(text), max(number, len(cards))
                    ),
                    "cards",
                ),
            ),
        )


# -- files -------------------------------------------------------------------------------


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
