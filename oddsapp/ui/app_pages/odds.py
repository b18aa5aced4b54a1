"""Quick odds: the answer for the table, on a phone, with one thumb."""

from html import escape

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import complaint, note
from oddsapp.ui.quick.answer import Answer, answer
from oddsapp.ui.quick.state import COUNTED, RULES, SPEC, fit, force_of, least_armies
from oddsapp.ui.quick.typed import EXAMPLES, MOST, Typed, read
from oddsapp.wording import armies_and_force, force_and_armies, goal, in_turn, sentence

TEXT, COMPLAINT = "odds.text", "odds.complaint"


def text_typed() -> None:
    """Take what was typed."""
    inputs.entered(TEXT, take_text)


def take_text(text: str) -> None:
    """Take a battle as text, or say at the field why not and leave everything as it was."""
    try:
        typed = read(text, least_armies=least_armies(inputs.current(SPEC)["count"]))
    except InvalidInput as refusal:
        st.session_state[COMPLAINT] = (text, str(refusal))
    else:
        inputs.put("a", typed.armies)
        inputs.put("d", typed.defenders)


def chosen(key: str) -> None:
    """Take what was chosen, and keep the armies enough to attack with."""

    def take(option: str) -> None:
        inputs.put(key, option)
        changed = inputs.current(SPEC)
        fit(changed)
        inputs.put("a", changed["a"])

    inputs.entered(f"odds.{key}", take)


def choice(label: str, key: str, options: dict[str, str]) -> None:
    """Draw the words to choose from side by side."""
    widget = f"odds.{key}"
    inputs.fill(widget, inputs.current(SPEC)[key])
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


def put_first(number: int) -> None:
    """Change the defenders of the first territory."""
    inputs.put("d", (number, *inputs.current(SPEC)["d"][1:]))


def only_the_first() -> None:
    """Leave out all territories but the first."""
    inputs.tapped(lambda: inputs.put("d", inputs.current(SPEC)["d"][:1]))


def show_inputs() -> None:
    """Draw everything that can be changed."""
    state = inputs.current(SPEC)
    _, *rest = state["d"]
    inputs.stepper(
        "Your armies" if state["count"] == "armies" else "Your armies that attack",
        "odds.a",
        (least_armies(state["count"]), MOST),
        lambda: int(inputs.current(SPEC)["a"]),
        lambda number: inputs.put("a", number),
    )
    inputs.stepper(
        f"Defenders in the 1st of {len(state['d'])}" if rest else "Defenders",
        "odds.d",
        (1, MOST),
        lambda: int(inputs.current(SPEC)["d"][0]),
        put_first,
    )
    # What comes and goes has a place kept for it: a field that moved would lose the cursor.
    place = st.empty()
    if rest:
        place.button("Only the 1st territory", on_click=only_the_first)
    text, reason = st.session_state.pop(COMPLAINT, (str(Typed(state["a"], state["d"])), ""))
    inputs.fill(TEXT, text)
    st.text_input(f"Or type it: {EXAMPLES}", key=TEXT, max_chars=80, on_change=text_typed)
    place = st.empty()
    if reason:
        place.html(complaint(reason))
    choice("Rules", "rules", RULES)
    choice("Your armies are", "count", COUNTED)


def show_number(number: str, verdict: str) -> None:
    """Draw what the page is for, as large as it deserves."""
    state = inputs.current(SPEC)
    force = force_of(state)
    who = force_and_armies(force) if state["count"] == "force" else armies_and_force(force + 1)
    st.html(
        '<section class="odds-hero">'
        f"<h1>Quick odds <small>to take {goal(len(state['d']))}</small></h1>"
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
inputs.save(SPEC)
state = inputs.current(SPEC)
told: Answer | None = None
try:
    told = answer(force_of(state), state["d"], state["rules"])
except InvalidInput as refusal:
    show_number("–", sentence(str(refusal)))
else:
    show_number(told.win, told.verdict)
place = st.empty()
if notes:
    place.html(note(notes))
left, right = st.columns(2, gap="medium")
with left:
    show_inputs()
if told is not None:
    with right:
        show_details(told)
