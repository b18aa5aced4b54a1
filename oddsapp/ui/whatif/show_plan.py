"""The plan on the page: its text, the buttons that write lines, and its forecast."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

import streamlit as st

from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import complaint, mark, note, plain
from oddsapp.ui.whatif import answer
from oddsapp.ui.whatif.control import (
    current,
    heading,
    position,
    show_table,
    take,
    words,
)
from oddsapp.ui.whatif.state import COUNTED, SPEC, WHICH, plan_key, plan_texts, selected
from oddsapp.ui.whatif.tap import own_by_then, with_first, without_last
from oddsapp.wording import sentence

if TYPE_CHECKING:
    from oddsapp.whatif.forecasts.plan_forecast import PlanForecast

HELP = """\
One step a line, in this order:

```
trade the best set
place 5 armies on Brazil
place all armies on Peru
attack Brazil -> North Africa until 5 armies are left
attack North Africa -> Egypt, leave 2 armies
fortify all but 1 army Peru -> Brazil
```

An attack can say when to stop: `until 5 armies are left`, `until the odds are under 0.4`,
`until 3 rolls are made`, joined by `or`. Under an attack, indented, can follow `if taken:`, `else:`
or `if a player is eliminated:` with steps of their own, indented more. What follows a `#` is a
remark. A step that cannot be done when it comes is skipped.
"""


def show_plan() -> None:
    """Draw the text of the plan in view, what is wrong with it, and what writes lines."""
    state = current()
    words("Plans", "w_two", COUNTED)
    if state["w_two"] == "two":
        words("In view", "w_which", WHICH)
    key = plan_key(state)
    widget = f"whatif.{key}"
    inputs.fill(widget, state[key])
    st.text_area(
        "The plan for this turn, a step a line" if key == "w_plan" else "The second plan",
        key=widget,
        height=290,
        on_change=inputs.entered,
        args=(widget, lambda text: take(**{key: text})),
        placeholder="attack Brazil -> North Africa",
    )
    if why := answer.why_not(state["p"], state[key]):
        st.html(complaint(f"{why}{_quoted(why, state[key])}"))
    if not SPEC[key].fits(state[key]):  # type: ignore[attr-defined]
        st.html(note(["this plan is too long for a link: the address does not carry it"]))
    _show_buttons(state, key)
    box = st.expander("How to write a plan", key="whatif.help", on_change="rerun")
    if box.open:
        box.markdown(HELP)


def _quoted(why: str, text: str) -> str:
    """Return the line that a message is about."""
    number = why.removeprefix("line ").partition(":")[0]
    lines = text.splitlines()
    if not (why.startswith("line ") and number.isdigit() and 0 < int(number) <= len(lines)):
        return ""
    line = lines[int(number) - 1].strip()
    return f" — in “{line[:80]}”" if line else ""


def _show_buttons(state: dict[str, Any], key: str) -> None:
    def put(text: str) -> None:
        take(**{key: text})

    at = selected(state)
    own = own_by_then(position().state, "")
    where = at if at in own else ""
    place = f"place all armies on {where}"
    with st.container(horizontal=True, gap="xsmall"):
        st.button(
            "Trade a set",
            key="whatif.trade",
            on_click=inputs.tap(lambda: put(with_first(current()[key], "trade the best set"))),
        )
        st.button(
            plain(f"Place on {where}") if where else "Place: tap where first",
            key="whatif.place",
            disabled=not where,
            on_click=inputs.tap(lambda: put(with_first(current()[key], place))),
        )
        st.button(
            "Take back a line",
            key="whatif.undo",
            disabled=not state[key].strip(),
            on_click=inputs.tap(lambda: put(without_last(current()[key]))),
        )
        st.button(
            "Clear",
            key="whatif.clear",
            disabled=not state[key].strip(),
            on_click=inputs.tap(lambda: put("")),
        )


def forecast_in_view() -> PlanForecast | None:
    """Return what the plan in view comes to; None if it cannot be played."""
    state = current()
    text = state[plan_key(state)]
    if answer.why_not(state["p"], text):
        return None
    return answer.forecast(state["p"], text)


def show_goal() -> None:
    """Draw what the plan is for."""
    game = position().state.game
    goals = {"win": "Win the game", "survive": "Stay in the game"}
    goals |= {f"take {land.name}": f"Hold {land.name}" for land in game.board.continents}
    goals |= {f"take {name}": f"Hold {name}" for name in game.names}
    inputs.choice(
        st.selectbox,
        "What for",
        "whatif.w_goal",
        goals,
        current()["w_goal"],
        lambda goal: take(w_goal=goal),
    )


def show_headline(found: PlanForecast | None) -> None:
    """Draw the number that the plan in view comes to."""
    from oddsapp.whatif.goals import parse_goal

    state, here = current(), position()
    if found is None:
        st.html('<p role="status">The plan cannot be played: its field says why.</p>')
        return
    told = answer.headline(here, found, parse_goal(state["w_goal"]))
    st.html(
        f'<section class="odds-hero"><p role="status"><strong>{escape(told.number)}</strong>'
        f" <span>{escape(told.words)}</span></p></section>{mark(found.samples)}"
    )
    _show_other(state)


def show_forecast(found: PlanForecast | None) -> None:
    """Draw all that the plan in view comes to by the end of the turn."""
    here = position()
    if found is None:
        st.html("<p>What becomes of each step appears when the plan can be played.</p>")
        return
    _show_steps(found)
    st.html(f"<p>A card is drawn: {answer.chance(found, found.card_drawn)}</p>")
    for table, name in (
        (answer.player_table(here, found), "Players"),
        (answer.continent_table(here, found), "Continents"),
        (answer.land_table(here, found), "Territories"),
    ):
        show_table(name, table, name.casefold(), opened=name == "Players")


def _show_other(state: dict[str, Any]) -> None:
    """Draw the number of the plan that is not in view, where two are compared."""
    from oddsapp.whatif.goals import parse_goal

    if state["w_two"] != "two":
        return
    parts = []
    for place, text in enumerate(plan_texts(state), 1):
        if answer.why_not(state["p"], text):
            parts.append(f"plan {place} cannot be played")
            continue
        found = answer.forecast(state["p"], text)
        told = answer.headline(position(), found, parse_goal(state["w_goal"]))
        parts.append(f"plan {place}: {told.number}")
    st.html(f"<p>{escape(sentence('; '.join(parts)))}</p>")


def _show_steps(found: PlanForecast) -> None:
    if not found.steps:
        st.html("<p>The plan has no steps: the turn ends at once.</p>")
        return
    items = ""
    for line in answer.step_lines(found):
        reached = f"<b>{escape(line.reached)}</b>" if line.reached else ""
        came_to = f"<small>{escape(line.came_to)}</small>" if line.came_to else ""
        items += (
            f'<li style="padding-left:{line.depth * 0.9}rem"><span>{escape(line.text)}</span>'
            f"{reached}{came_to}</li>"
        )
    heading("Step by step", "how probably each is reached")
    st.html(f'<ol class="whatif-steps">{items}</ol>')
