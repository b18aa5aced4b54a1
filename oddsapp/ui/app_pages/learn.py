"""Learn: from one die to the absorbing chain, step by step, with the reader's own battle."""

from html import escape
from pathlib import Path

import streamlit as st

from oddsapp.odds.exercises import MOST_ARMIES
from oddsapp.ui.learn import recursion
from oddsapp.ui.learn.answers import table_csv
from oddsapp.ui.learn.draw import choice, follow, show_matrices, show_part
from oddsapp.ui.learn.draw_exercises import show_exercises
from oddsapp.ui.learn.draw_experiment import show_experiment
from oddsapp.ui.learn.draw_walk import show_walk
from oddsapp.ui.learn.lessons import MATRICES, lesson
from oddsapp.ui.learn.parts import versus
from oddsapp.ui.learn.state import (
    ROUTES,
    SPEC,
    STEPS,
    changed_route,
    fit,
    is_hidden,
    place_of,
    step_at,
)
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import mark, note
from oddsapp.wording import force_and_armies

QUICK = ("state.a", "state.d", "state.count")
"""Where the session has the battle of Quick odds, if that page was open."""


def put_step(step: str) -> None:
    """Go to a step."""
    inputs.put("learn_step", step)


def go(by: int) -> None:
    """Go some steps on, or back."""

    def act() -> None:
        now = inputs.current(SPEC)
        put_step(step_at(now, place_of(now) + by))

    inputs.tapped(act)


def put_battle(force: int, defenders: int) -> None:
    """Take another battle; the walk through the last one is over."""
    inputs.put("learn_f", force)
    inputs.put("learn_d", defenders)
    inputs.put("learn_path", ())


def put_route(route: str) -> None:
    """Change the route and stay at the step, if the other route has it."""
    put_step(changed_route(inputs.current(SPEC), route))
    inputs.put("learn_route", route)


def battle_of_quick_odds() -> tuple[int, int] | None:
    """Return the battle that Quick odds shows in this session, if it is one for this page."""
    if any(name not in st.session_state for name in QUICK):
        return None
    armies, defenders, count = (st.session_state[name] for name in QUICK)
    force = armies if count == "force" else armies - 1
    pair = int(force), int(defenders[0])
    fits = all(1 <= number <= MOST_ARMIES for number in pair)
    return pair if fits and len(defenders) == 1 else None


def show_battle() -> None:
    """Draw what the reader can change: the battle, and whether answers are shown."""
    state = inputs.current(SPEC)
    shown = "hidden" if is_hidden(state) else "shown"
    title = f"Your battle: {versus(state['learn_f'], state['learn_d'])}, answers {shown}"
    with st.expander(title, key="learn_settings"):
        left, right = st.columns(2, gap="medium")
        for column, label, key in ((left, "Attackers", "learn_f"), (right, "Defenders", "learn_d")):
            with column:
                inputs.stepper(
                    label,
                    f"learn.{key}",
                    (1, MOST_ARMIES),
                    lambda key=key: int(inputs.current(SPEC)[key]),  # type: ignore[misc]
                    lambda number, key=key: put_number(key, number),  # type: ignore[misc]
                )
        st.html(f"<p>{escape(force_and_armies(state['learn_f']))}.</p>")
        found = battle_of_quick_odds()
        if found and found != (state["learn_f"], state["learn_d"]):
            st.button(
                f"Take {found[0]} v {found[1]} from Quick odds",
                on_click=inputs.tapped,
                args=(lambda: put_battle(*found),),
            )
        choice(
            "Answers about your battle",
            "learn_answers",
            {"shown": "Shown", "hidden": "Hidden"},
        )
        st.html("<p>A copied link keeps the step, the battle, and whether answers are hidden.</p>")


def put_number(key: str, number: int) -> None:
    """Change a side of the battle."""
    now = inputs.current(SPEC) | {key: number}
    put_battle(now["learn_f"], now["learn_d"])


def show_way(where: str) -> None:
    """Draw the buttons to the step before and the next."""
    state = inputs.current(SPEC)
    steps = STEPS[state["learn_route"]]
    place, last = place_of(state), len(steps) - 1
    with st.container(key=f"learn_way_{where}", horizontal=True, wrap=False):
        st.button("Back", key=f"learn.back.{where}", on_click=go, args=(-1,), disabled=place == 0)
        following = steps[step_at(state, place + 1)]
        st.button(
            f"Next: {following}" if place < last else "The end",
            key=f"learn.next.{where}",
            on_click=go,
            args=(1,),
            disabled=place == last,
            type="primary",
        )


def show_steps() -> None:
    """Draw the list of steps."""
    state = inputs.current(SPEC)
    steps = STEPS[state["learn_route"]]
    numbers = {step: f"{n}. {title}" for n, (step, title) in enumerate(steps.items(), start=1)}
    inputs.fill("learn.step", state["learn_step"])
    st.selectbox(
        f"Step {place_of(state) + 1} of {len(steps)}",
        list(steps),
        format_func=numbers.__getitem__,
        key="learn.step",
        filter_mode=None,
        on_change=inputs.entered,
        args=("learn.step", put_step),
    )


st.html(Path(recursion.__file__).with_name("learn.css"))
notes = inputs.load("learn", SPEC, fit)
inputs.save(SPEC)
state = inputs.current(SPEC)
step = state["learn_step"]
TITLE = "<h1>Learn <small>where the odds come from</small></h1>"
# The experiment says at its tables what is sampled and what is not.
sure = "" if step == "experiment" else mark()
st.html(f'<section class="odds-hero learn-head">{TITLE}{sure}</section>{note(notes)}')
choice("Route", "learn_route", ROUTES, put_route)
show_battle()
with st.container(key="learn_steps"):
    show_steps()
follow(f"{state['learn_route']} {step}")
st.html(f"<h2>{escape(STEPS[state['learn_route']][step])}</h2>")
with st.container(key="learn_lesson"):
    with st.spinner("Fractions are worked out"):
        parts = lesson(
            state["learn_route"],
            step,
            state["learn_f"],
            state["learn_d"],
            hidden=is_hidden(state),
        )
    for part in parts:
        show_part(part)
    if step == "walk":
        show_walk()
    elif step == "exercises":
        show_exercises()
    elif step == "experiment":
        show_experiment()
    elif step in MATRICES and not (is_hidden(state) and step != "chain"):
        show_matrices(MATRICES[step])
    elif step == "own" and not is_hidden(state):
        st.download_button(
            "Save the table as CSV",
            table_csv(recursion.own_table(state["learn_f"], state["learn_d"], cut=False)),
            f"win-{state['learn_f']}v{state['learn_d']}.csv",
            on_click="ignore",
        )
show_way("below")
