"""Quick odds: the answer for the table, on a phone, with one thumb."""

from html import escape

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.ui import inputs
from oddsapp.ui.quick import Answer, answer
from oddsapp.ui.quick_state import COUNTED, RULES, SPEC, fit, force_of, least_armies
from oddsapp.ui.typed import EXAMPLES, MOST, Typed, read
from oddsapp.ui.words import in_turn, sentence, who_fights

TEXT, COMPLAINT = "odds.text", "odds.complaint"


def text_typed() -> None:
    """Take what was typed, or say at the field why not and leave everything as it was."""
    text = st.session_state[TEXT]
    try:
        typed = read(text, least_armies=least_armies(inputs.current(SPEC)["count"]))
    except InvalidInput as complaint:
        st.session_state[COMPLAINT] = (text, str(complaint))
    else:
        inputs.put("a", typed.armies)
        inputs.put("d", typed.defenders)


def chosen(key: str) -> None:
    """Take what was chosen, and keep the armies enough to attack with."""
    if st.session_state[f"odds.{key}"] is not None:
        inputs.put(key, st.session_state[f"odds.{key}"])
    changed = inputs.current(SPEC)
    fit(changed)
    inputs.put("a", changed["a"])


def choice(label: str, key: str, options: dict[str, str]) -> None:
    """Draw the words to choose from side by side."""
    widget = f"odds.{key}"
    st.session_state[widget] = inputs.current(SPEC)[key]
    st.segmented_control(
        label,
        list(options),
        format_func=options.__getitem__,
        key=widget,
        required=True,
        width="stretch",
        on_change=chosen,
        args=(key,),
    )


def show_inputs() -> None:
    """Draw everything that can be changed."""
    state = inputs.current(SPEC)
    first, *rest = state["d"]
    counted = "Your armies" if state["count"] == "armies" else "Your armies that attack"
    bounds = (least_armies(state["count"]), MOST)
    inputs.stepper(counted, "odds.a", state["a"], bounds, lambda n: inputs.put("a", n))
    inputs.stepper(
        f"Defenders in the 1st of {len(state['d'])}" if rest else "Defenders",
        "odds.d",
        first,
        (1, MOST),
        lambda n: inputs.put("d", (n, *rest)),
    )
    if rest:
        st.button("Only the 1st territory", on_click=inputs.put, args=("d", (first,)))
    text, complaint = st.session_state.pop(COMPLAINT, (str(Typed(state["a"], state["d"])), ""))
    st.session_state[TEXT] = text
    st.text_input(f"Or type it: {EXAMPLES}", key=TEXT, max_chars=80, on_change=text_typed)
    if complaint:
        st.html(f'<p class="odds-complaint" role="alert">{escape(sentence(complaint))}</p>')
    choice("Rules", "rules", RULES)
    choice("Your armies are", "count", COUNTED)


def show_number(number: str, verdict: str) -> None:
    """Draw what the page is for, as large as it deserves."""
    state = inputs.current(SPEC)
    who = who_fights(force_of(state), counted_as_force=state["count"] == "force")
    goal = "the territory" if len(state["d"]) == 1 else f"all {len(state['d'])} territories"
    st.html(
        f'<section class="odds-hero"><h1>Quick odds <small>to take {goal}</small></h1>'
        f'<p role="status"><strong>{escape(number)}</strong> <span>{escape(verdict)}</span></p>'
        f"<p>{escape(who)}<br>against {escape(in_turn(state['d']))}</p></section>"
    )


def show_details(told: Answer) -> None:
    """Draw what is left, in words and as a picture."""
    lines = "".join(
        f"<div><dt>{escape(fact.label)}</dt><dd>{escape(fact.value)}"
        + (f" <small>{escape(fact.detail)}</small>" if fact.detail else "")
        + "</dd></div>"
        for fact in told.facts
    )
    st.html(f'<dl class="odds-facts">{lines}</dl>')
    # st.html throws SVG away, markdown keeps it. Every text in it was escaped.
    st.markdown(f"<div>{told.picture}</div>", unsafe_allow_html=True)


notes = inputs.load("odds", SPEC, fit)
state = inputs.current(SPEC)
told: Answer | None = None
try:
    told = answer(force_of(state), state["d"], state["rules"])
except InvalidInput as refusal:
    show_number("–", sentence(str(refusal)))
else:
    show_number(told.win, told.verdict)
for note in notes:
    st.html(f'<p class="odds-note" role="status">{escape(sentence(note))}</p>')
left, right = st.columns(2, gap="medium")
with left:
    show_inputs()
if told is not None:
    with right:
        show_details(told)
inputs.save(SPEC)
