"""Quick odds: the answer for the table, on a phone, with one thumb."""

from collections.abc import Sequence
from html import escape

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import mark, note
from oddsapp.ui.quick import controls, moves
from oddsapp.ui.quick.answer import Answer, Fact, answer
from oddsapp.ui.quick.extras import blitz_or_roll, held, needed
from oddsapp.ui.quick.setting import in_words
from oddsapp.ui.quick.state import SPEC, fit, force_of, line_of, rules_of
from oddsapp.wording import (
    all_territories,
    armies_and_force,
    counted,
    force_and_armies,
    in_turn,
    sentence,
)

MOST_LARGE = 9
"""So many characters stand in one line of a phone at full size."""


def show_number(state: moves.State, number: str, verdict: str, marked: str = "") -> None:
    """Draw what the page is for, as large as it deserves, and whether it is exact."""
    force = force_of(state)
    who = force_and_armies(force) if state["count"] == "force" else armies_and_force(force + 1)
    against = in_turn(state["d"])
    if state["q_to"]:
        against = f"{state['d'][0]} to {counted(state['q_to'], 'defender')}"
    # What is set where the fold may hide it.
    terms = [in_words(rules_of(state))] if state["q_on"] else []
    terms += [f"stops at {state['q_stop']:,} or fewer"] if state["q_stop"] else []
    said = f" <small>{escape('; '.join(terms))}</small>" if terms else ""
    size = ' class="odds-long"' if len(number) > MOST_LARGE else ""
    st.html(
        '<section class="odds-hero">'
        f"<h1>Quick odds <small>to take {all_territories(len(state['d']))}</small></h1>"
        f'<p role="status"><strong{size}>{escape(number)}</strong>'
        f" <span>{escape(verdict)}</span></p>"
        f"<p>{escape(who)}<br>against {escape(against)}{said} {marked}</p></section>"
    )


def show_end(state: moves.State) -> None:
    """Draw how the battle that was recorded ended."""
    attackers, defenders = moves.battle_of(state).left
    left = counted(attackers, "attacker") if attackers else counted(defenders, "defender")
    st.html(
        '<section class="odds-hero">'
        f"<h1>Quick odds <small>the recorded battle is over</small></h1>"
        f'<p role="status"><strong>{"Taken" if attackers else "Lost"}</strong>'
        f" <span>{left} left</span></p>"
        "<p>How lucky was that? Luck, above, has it.</p></section>"
    )


def show_facts(facts: Sequence[Fact]) -> None:
    """Draw facts in words."""
    lines = "".join(
        f"<div><dt>{escape(fact.label)}</dt><dd>{escape(fact.value)}"
        + (f" <small>{escape(fact.detail)}</small>" if fact.detail else "")
        + ("" if fact.share is None else f'<i style="width:{fact.share:.1%}"></i>')
        + "</dd></div>"
        for fact in facts
    )
    st.html(f'<dl class="odds-facts">{lines}</dl>' if lines else "<!-- nothing -->")


def show_details(state: moves.State, told: Answer) -> None:
    """Draw what is left, in words and as a picture, and what follows from it."""
    force, garrisons, rules = force_of(state), state["d"], rules_of(state)
    one = len(garrisons) == 1 and not state["q_to"]
    show_facts([*(blitz_or_roll(force, garrisons[0], rules) if one else ()), *told.facts])
    place = st.container()
    if told.picture:
        # st.html throws SVG away, markdown keeps it. Every text in it was escaped.
        st.markdown(f"<div>{told.picture}</div>", unsafe_allow_html=True)
    further = []
    if state["q_next"] and not state["q_to"]:
        stops = line_of(state) is not None
        further.append(held(force, garrisons, state["q_next"], rules, stops=stops))
    if one and (need := needed(garrisons[0], rules, state["count"])) is not None:
        further.append(need)
    with place:
        show_facts(further)


# A fragment: a change draws this again, not the bar and the foot around it. With a class on
# one server that is what everybody waits for.
@st.fragment
def show_page() -> None:
    """Draw all of the page."""
    notes = inputs.load("odds", SPEC, fit) + st.session_state.pop(controls.NOTES, [])
    inputs.save(SPEC)
    controls.note_what_is_shown()
    state = inputs.current(SPEC)
    told: Answer | None = None
    # Containers, not empty places: those would blank out for a moment at every change.
    hero = st.container()
    place = st.empty()
    over = moves.is_over(state)
    try:
        # The wheel appears only where it takes long enough to wonder.
        with place, st.spinner("Working it out"):
            told = answer(
                force_of(state), state["d"], rules_of(state), state["q_to"], line_of(state)
            )
    except InvalidInput as refusal:
        with hero:
            show_number(state, "–", sentence(str(refusal)))
    else:
        with hero:
            if over:
                show_end(state)
            else:
                show_number(state, told.win, told.verdict, mark())
    if notes:
        place.html(note(notes))
    left, right = st.columns(2, gap="medium")
    with left:
        controls.show_counts()
        controls.show_rolls()
        controls.show_turns()
        controls.show_text()
        controls.show_rules()
        controls.show_more()
    with right:
        if told is not None and not over:
            show_details(state, told)
        controls.show_last()


show_page()
