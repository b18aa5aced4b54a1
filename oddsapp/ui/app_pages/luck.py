"""Luck: recorded battles and rolls against what fair dice bring."""

from html import escape

import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from oddsapp.errors import InvalidInput
from oddsapp.ui.luck.answer import Told, battles_of, judged, judged_recorded
from oddsapp.ui.luck.state import SOURCES, SPEC, TEXT, fit
from oddsapp.ui.luck.typed import BATTLES, EXAMPLE, ROLLS, with_battle
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import complaint, mark, note
from oddsapp.ui.quick import moves
from oddsapp.ui.quick.record import MOST_BATTLES, Ended
from oddsapp.ui.quick.setting import MODIFIERS, RULES, takes_modifiers
from oddsapp.ui.quick.state import rules_of
from oddsapp.wording import counted, sentence

ADD, ADD_COMPLAINT = "luck.add", "luck.add.complaint"

HALF = 0.5

APPROXIMATE = '<span class="odds-mark sampled">Normal approximation</span>'


def put(key: str, widget: str) -> None:
    """Take what was put into a widget. For its callback."""

    def take(value: object) -> None:
        before = inputs.current(SPEC)
        # Other rules begin another battle on Quick odds, where the two are the same.
        changed = moves.close(before) if key in ("rules", "q_on") else before
        changed[key] = tuple(value) if isinstance(value, list) else value
        fit(changed)
        for each in SPEC:
            inputs.put(each, changed[each])

    inputs.entered(widget, take)


def load_example(text: str) -> None:
    """Put a table to try into the field. For the callback of a button."""

    def act() -> None:
        inputs.put("lu_text", text)
        inputs.put("lu_of", "typed")

    inputs.tapped(act)


def forget() -> None:
    """Forget what was recorded before the battle of now. For the callback of a button."""
    inputs.tapped(lambda: inputs.put("q_rec", ()))


def add_typed() -> None:
    """Add the battle that was typed to the table, or say at the field why not."""

    def take(typed: str) -> None:
        if not typed.strip():
            return
        try:
            text = with_battle(inputs.current(SPEC)["lu_text"], typed)
        except InvalidInput as refusal:
            st.session_state[ADD_COMPLAINT] = (typed, str(refusal))
        else:
            inputs.put("lu_text", text)

    inputs.entered(ADD, take)


def show_source() -> None:
    """Draw where the battles come from."""
    inputs.fill("luck.of", state["lu_of"])
    st.segmented_control(
        "What to judge",
        list(SOURCES),
        format_func=SOURCES.__getitem__,
        key="luck.of",
        required=True,
        width="stretch",
        on_change=put,
        args=("lu_of", "luck.of"),
    )


def show_fields() -> DeltaGenerator:
    """Draw the fields for a table, and the rules that its battles were fought by.

    Returns the place for what is wrong with the table.
    """
    typed, reason = st.session_state.pop(ADD_COMPLAINT, ("", ""))
    inputs.fill(ADD, typed)
    st.text_input(f"Add a battle, before and after: {EXAMPLE}", key=ADD, on_change=add_typed)
    place = st.empty()
    if reason:
        place.html(complaint(reason))
    inputs.fill("luck.text", state["lu_text"])
    st.text_area(
        "Or paste a table with a header, of battles or of rolls",
        key="luck.text",
        height=180,
        on_change=put,
        args=("lu_text", "luck.text"),
        placeholder="armies,defenders,attackers left,defenders left,player\n11,7,1,4,Ann",
    )
    at_field = st.empty()
    if not TEXT.fits(state["lu_text"]):
        st.html(note(["this table is too long for a link: the address does not carry it"]))
    show_examples()
    inputs.fill("luck.rules", state["rules"])
    st.selectbox(
        "Fought by",
        list(RULES),
        format_func=RULES.__getitem__,
        key="luck.rules",
        on_change=put,
        args=("rules", "luck.rules"),
    )
    inputs.fill("luck.on", list(state["q_on"]))
    st.pills(
        "On the territory",
        list(MODIFIERS),
        format_func=MODIFIERS.__getitem__,
        selection_mode="multi",
        wrap=True,
        key="luck.on",
        disabled=not takes_modifiers(state["rules"]),
        on_change=put,
        args=("q_on", "luck.on"),
    )
    return at_field


def show_examples() -> None:
    """Draw buttons that load something to try."""
    with st.container(horizontal=True, gap="xsmall"):
        st.button("Example: battles", key="luck.battles", on_click=load_example, args=(BATTLES,))
        st.button("Example: rolls", key="luck.rolls", on_click=load_example, args=(ROLLS,))


def show_recorded() -> None:
    """Draw how many battles are recorded."""
    if not recorded:
        st.html(
            "<p>Nothing is recorded yet. On Quick odds three buttons record each roll; the battle"
            " then appears here. Or try an example:</p>"
        )
        show_examples()
        return
    st.html(
        f"<p>{counted(len(recorded), 'battle')} recorded, each under its own rules; the last"
        f" {MOST_BATTLES} are kept, in the address only.</p>"
    )
    if unfinished:
        st.html(note(["a battle of RISK II that is not over says nothing yet: it is left out"]))
    which = "Forget these battles" if now is None else "Forget the battles before this one"
    st.button(which, on_click=forget, disabled=not state["q_rec"], key="luck.forget")


def show_told(told: Told, *, several: bool) -> None:
    """Draw a report."""
    marked = mark() if told.exact else APPROXIMATE
    title = f"<h2>{escape(told.rules)}</h2>" if several else ""
    st.html(
        f'{title}<section class="odds-hero"><p role="status"><strong>{escape(told.number)}</strong>'
        f" <span>{escape(told.verdict)}</span></p></section>{marked}"
    )
    sides = "".join(
        f"<div><dt>{escape(fact.label)}</dt><dd>{escape(fact.value)}"
        f'<i class="{"low" if (fact.share or 0) < HALF else "high"}"'
        f' style="width:{fact.share or 0:.1%}"></i><small>{escape(fact.detail)}</small></dd></div>'
        for fact in told.facts
    )
    st.html(f'<dl class="odds-facts odds-sides">{sides}</dl>')
    for picture in filter(None, (told.picture, told.dice)):
        # st.html throws SVG away, markdown keeps it. Every text in it was escaped.
        st.markdown(f"<div>{picture}</div>", unsafe_allow_html=True)
    show_lines(told)
    # A number and its sign stay in one line.
    lines = (sentence(line).replace(" %", "\u00a0%") for line in told.sentences)
    words = "".join(f"<p>{escape(line)}</p>" for line in lines)
    with st.expander("In words, with all probabilities", expanded=True):
        st.html(words)
    st.download_button(
        "Table as CSV",
        told.csv,
        file_name="luck.csv",
        mime="text/csv",
        key=f"luck.csv.{told.rules}",
        on_click="ignore",
    )


def show_lines(told: Told) -> None:
    """Draw the battles, or rolls, one by one."""
    battles = any(line.left for line in told.lines)
    heads = ["Attack v defence", *(["Left"] if battles else []), "Luck"]
    heads += ["Swing"] if battles else []
    rows = ""
    for line in told.lines:
        cells = [line.left, line.percentile, line.swing] if battles else [line.percentile]
        who = f" <small>{escape(line.who)}</small>" if line.who else ""
        rows += f'<tr><th scope="row">{escape(line.what)}{who}</th>'
        rows += "".join(f"<td>{escape(cell)}</td>" for cell in cells) + "</tr>"
    head = "".join(f'<th scope="col">{name}</th>' for name in heads)
    more = f"<p>And {told.left_out:,} more: the CSV has all.</p>" if told.left_out else ""
    st.html(
        f'<table class="odds-table"><caption>Luck: better than so much of what fair dice bring the'
        f" attacker{'; swing: P(win) after minus before' if battles else ''}</caption>"
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{more}"
    )


notes = inputs.load("luck", SPEC, fit)
inputs.save(SPEC)
state = inputs.current(SPEC)
now = None if state["q_now"] is None else Ended.of(state["q_now"], rules_of(state))
recorded, unfinished = battles_of(state["q_rec"], now)
st.html(
    '<section class="odds-hero"><h1>Luck <small>against what fair dice bring</small></h1></section>'
    + note(notes)
)
left, right = st.columns(2, gap="medium")
with left:
    show_source()
    if state["lu_of"] == "recorded":
        show_recorded()
        at_field = st.empty()
    else:
        at_field = show_fields()
    place = st.empty()
reports: tuple[Told, ...] = ()
try:
    with place, st.spinner("Judging"):
        if state["lu_of"] == "recorded":
            reports = judged_recorded(recorded) if recorded else ()
        elif state["lu_text"].strip():
            reports = (judged(state["lu_text"], rules_of(state)),)
except InvalidInput as refusal:
    at_field.html(complaint(str(refusal)))
with right:
    for told in reports:
        show_told(told, several=len(reports) > 1)
