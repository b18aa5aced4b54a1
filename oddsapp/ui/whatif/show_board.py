"""The board of What-if on the page: the map, and one territory to change."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import streamlit as st

from oddsapp.engine.actions import Fortify
from oddsapp.engine.game import NEUTRAL
from oddsapp.engine.positions.checks import MOST_ARMIES
from oddsapp.engine.positions.position import NEUTRAL_NAME
from oddsapp.ui.parts import inputs
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
from oddsapp.ui.whatif.state import SHOWN, TAPS, number_of, plan_key, selected
from oddsapp.ui.whatif.tap import Pick, hint, legal, tapped, targets
from oddsapp.whatif.plans.plan import FortifyRest, PlannedAttack

if TYPE_CHECKING:
    from oddsapp.ui.parts.mapview import Shade
    from oddsapp.whatif.forecasts.plan_forecast import PlanForecast
    from oddsapp.whatif.plans.plan import Plan
    from oddsapp.whatif.rollouts.rollout_result import RollOutResult

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
    owners = {name: name for name in here.owners}
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
