"""Attack planner: tap who attacks, then whom, one after the other, and see the odds."""

from collections.abc import Callable
from html import escape
from pathlib import Path

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.links import show_link
from oddsapp.ui.parts.map import risk_map
from oddsapp.ui.parts.notes import complaint, mark, note
from oddsapp.ui.planner import draft as drafts
from oddsapp.ui.planner.answer import Answer, answer
from oddsapp.ui.planner.drawing import instruction, view
from oddsapp.ui.planner.found import Found, aims, find
from oddsapp.ui.planner.odds import plan_of
from oddsapp.ui.planner.onward import whatif_query
from oddsapp.ui.planner.shared import loaded, shared
from oddsapp.ui.planner.state import BOARDS, RULES, SECONDS, SPEC, TAPS
from oddsapp.wording import sentence

BEFORE, FOUND, REFUSED = "plan.before", "plan.found", "plan.refused"
MOST_UNDONE = 100
MOST_REST = 20


def current() -> drafts.Draft:
    """Return the draft as it is now."""
    found: drafts.Draft = inputs.current(SPEC)["plan"]
    return found


def change(make: Callable[[drafts.Draft], drafts.Draft]) -> None:
    """Change the draft, and remember what it was."""
    before = current()
    after = make(before)
    if after != before:
        st.session_state[BEFORE] = [*st.session_state.get(BEFORE, []), before][-MOST_UNDONE:]
        inputs.put("plan", after)


def undo() -> None:
    """Take the last change back; after a reload, the last attack."""
    before = st.session_state.get(BEFORE, [])
    inputs.put("plan", before.pop() if before else drafts.without_last(current()))


def take_tap(territory: str) -> None:
    """Do what a tap means."""
    if inputs.current(SPEC)["plan_tap"] == "own":
        change(lambda draft: drafts.handed_over(draft, territory))
    else:
        change(lambda draft: drafts.tapped(draft, territory))


def map_tapped(territory: str) -> None:
    """Note a tap on the map."""
    inputs.tapped(lambda: take_tap(territory))


def fit(state: dict[str, object]) -> list[str]:
    """Take over the position of a share string, if the address has one."""
    st.session_state[BEFORE] = []
    text = st.query_params.get("p")
    if not text:
        return []
    try:
        found = loaded(text)
    except InvalidInput as refusal:
        return [f"the position in the address cannot be used: {refusal}"]
    state |= {"plan": found.draft, "plan_who": found.names, "plan_rules": found.rules}
    return found.notes


def choice(label: str, key: str, options: dict[str, str]) -> None:
    """Draw a select box for one value of the state."""
    widget = f"plan.{key}"
    inputs.fill(widget, inputs.current(SPEC)[key])
    st.selectbox(
        label,
        list(options),
        format_func=options.__getitem__,
        key=widget,
        on_change=inputs.entered,
        args=(widget, lambda option: inputs.put(key, option)),
    )


def show_answer(told: Answer | None, refusal: str) -> None:
    """Draw the number, and what to do next."""
    state = inputs.current(SPEC)
    draft = current()
    if told is None:
        number = f"<span>{escape(sentence(refusal))}</span>" if refusal else "<strong>–</strong>"
        heading = "Attack planner"
    else:
        number = f"<strong>{told.win}</strong> <span>{escape(told.verdict)}</span>"
        heading = f"Attack planner <small>to take {told.aim} {mark(told.samples, 'turns')}</small>"
    said = instruction(draft, own=state["plan_tap"] == "own")
    st.html(
        f'<section class="odds-hero odds-plan-hero"><h1>{heading}</h1>'
        f'<p role="status">{number}</p><p>{escape(said)}</p></section>'
    )


def show_armies() -> None:
    """Draw the armies of the territory that was tapped, and what takes the last tap back.

    Always of one height: what is tapped below must not move away under the finger.
    """
    draft, names = current(), inputs.current(SPEC)["plan_who"]
    with st.container(horizontal=True, wrap=False, vertical_alignment="bottom", gap="xsmall"):
        with st.container(key="plan_armies"):
            if name := draft.selected:
                mine = name in draft.mine
                owner = "yours" if mine else names[min(draft.owner(name), len(names) - 1)]
                inputs.stepper(
                    f"{name} ({owner})",
                    f"plan.armies.{name}",
                    (1, drafts.MOST),
                    lambda: current().armies(name),
                    lambda number: change(lambda old: drafts.with_armies(old, name, number)),
                )
            else:
                inputs.stepper(
                    "Each enemy has",
                    "plan.rest",
                    (1, MOST_REST),
                    lambda: current().rest,
                    lambda number: change(lambda old: drafts.with_rest(old, number)),
                )
        st.button(
            "Undo",
            key="plan.undo",
            on_click=inputs.tapped,
            args=(undo,),
            disabled=not st.session_state.get(BEFORE) and not draft.attacks and not draft.front,
        )


def show_buttons() -> None:
    """Draw what takes more back, and what a tap means."""
    draft = current()
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        inputs.fill("plan.tap", inputs.current(SPEC)["plan_tap"])
        st.segmented_control(
            "A tap on the map",
            list(TAPS),
            format_func=TAPS.__getitem__,
            key="plan.tap",
            required=True,
            on_change=inputs.entered,
            args=("plan.tap", lambda option: inputs.put("plan_tap", option)),
        )
        st.button(
            "Clear attacks",
            key="plan.clear",
            on_click=inputs.tapped,
            args=(lambda: change(drafts.without_attacks),),
            disabled=not draft.attacks,
        )
        st.button(
            "Start again",
            key="plan.again",
            on_click=inputs.tapped,
            args=(lambda: change(lambda old: drafts.empty(old.board)),),
            disabled=draft == drafts.empty(draft.board),
        )


def chooser(label: str, key: str, options: tuple[str, ...], take: Callable[[str], None]) -> None:
    """Draw a select box that does something with what is chosen, and is empty again."""
    widget = f"plan.{key}"
    draft = current()
    inputs.fill(widget, None)

    def chosen(name: str | None) -> None:
        if name is not None:
            take(name)

    st.selectbox(
        label,
        options,
        index=None,
        format_func=lambda name: f"{name} ({draft.armies(name)})",
        key=widget,
        placeholder="Choose" if options else "Nothing to choose",
        disabled=not options,
        on_change=inputs.entered,
        args=(widget, chosen),
    )


def show_choosers() -> None:
    """Draw the same as the map, as select boxes."""
    draft = current()
    start = draft.origins if draft.mine else draft.map.territories

    def tap(name: str) -> None:
        change(lambda old: drafts.tapped(old, name))

    here = f" (now {draft.front})" if draft.front else ""
    chooser(f"Attack from{here}", "from", start, tap)
    chooser("Attack next", "next", draft.legal if draft.front else (), tap)
    chooser(
        "Look at a territory",
        "look",
        draft.map.territories,
        lambda name: change(lambda old: drafts.looking_at(old, name)),
    )
    if draft.selected and draft.selected not in draft.targets:
        theirs = draft.selected in draft.mine
        st.button(
            f"Make {draft.selected} {'theirs' if theirs else 'yours'}",
            key="plan.hand",
            on_click=inputs.tapped,
            args=(lambda: change(lambda old: drafts.handed_over(old, old.selected)),),
        )


def show_rows(told: Answer) -> None:
    """Draw each attack with its odds, and how many stay behind."""
    draft = current()
    for place, row in enumerate(told.rows):
        attack = draft.attacks[place]
        with st.container(key=f"plan_row_{place}", horizontal=True, wrap=False, gap="small"):
            st.html(
                f'<div class="odds-attack"><b>{place + 1}. {escape(row.way)}</b>'
                f"<span>{escape(row.defenders)}; <b>{row.taken}</b> taken so far</span>"
                f"<span>{escape(row.there)}; fails here: {row.fails}</span>"
                + (complaint(row.hint) if row.hint else "")
                + "</div>"
            )
            widget = f"plan.leave.{place}"
            inputs.fill(widget, attack.leave)
            st.number_input(
                f"Stay in {attack.origin}",
                1,
                drafts.MOST,
                step=1,
                key=widget,
                width=140,
                on_change=inputs.entered,
                args=(widget, lambda number, place=place: leave(place, number)),
            )


def leave(place: int, number: int) -> None:
    """Let so many stay where an attack came from."""
    change(lambda old: drafts.with_leave(old, place, number) if place < len(old.attacks) else old)


def show_left(told: Answer) -> None:
    """Draw what is left at the end."""
    lines = "".join(
        f"<div><dt>Left in {escape(name)}</dt><dd>{escape(text)}</dd></div>"
        for name, text in told.left
    )
    st.html(f'<dl class="odds-facts">{lines}</dl>')


def show_search() -> None:
    """Draw what looks for the best plan, and what it has found."""
    draft, state = current(), inputs.current(SPEC)
    options = aims(draft)
    st.html("<h2>Plan it for me</h2>")
    with st.container(horizontal=True, vertical_alignment="bottom", gap="small"):
        aim = st.selectbox(
            "What to take",
            list(options),
            index=None,
            key="plan.aim",
            placeholder="Choose",
            width=220,
        )
        with st.container(width=150):
            choice("Search for at most", "plan_seconds", SECONDS)
        pressed = st.button(
            "Find the best plan", key="plan.find", type="primary", disabled=aim is None
        )
    found: Found | None = st.session_state.get(FOUND)
    if pressed and aim is not None:
        with st.spinner(f"Looking for the best plan, {state['plan_seconds']} s at most …"):
            try:
                found = find(draft, options[aim], state["plan_rules"], int(state["plan_seconds"]))
            except InvalidInput as refusal:
                st.session_state[REFUSED] = str(refusal)
            else:
                st.session_state[FOUND] = found
                change(lambda old: drafts.with_attacks(old, found.attacks))
        st.rerun()
    if reason := st.session_state.pop(REFUSED, ""):
        st.html(complaint(reason))
    elif found is not None and found.fits(draft, state["plan_rules"]):
        st.html(note(found.lines))


def show_onward() -> None:
    """Draw the way to What-if, where the plan can go on."""
    state = inputs.current(SPEC)
    try:
        query = whatif_query(current(), state["plan_who"], state["plan_rules"])
    except InvalidInput as refusal:
        st.html(complaint(str(refusal)))
    else:
        show_link("whatif.py", "And then? Go on with this plan in What-if", query)


def show_words() -> None:
    """Draw the plan as text to copy."""
    draft, state = current(), inputs.current(SPEC)
    box = st.expander(
        "The plan in words, for `oddsapp whatif`", key="plan.words", on_change="rerun"
    )
    # Closed it is not drawn: colouring the texts takes a browser longer than the map.
    if not box.open:
        return
    with box:
        st.code(plan_of(draft).text, language=None, wrap_lines=True)
        try:
            text = shared(draft, state["plan_who"], state["plan_rules"])
        except InvalidInput as refusal:
            st.html(complaint(str(refusal)))
        else:
            st.markdown("The position as a share string:")
            st.code(text, language=None, wrap_lines=True)


def board_chosen(board: str) -> None:
    """Go on with another board."""
    change(lambda old: drafts.on_board(old, board))


# A fragment: a tap draws this again, not the bar and the foot around it.
@st.fragment
def show_page() -> None:
    """Draw all of the page."""
    notes = inputs.load("plan", SPEC, fit)
    inputs.save(SPEC)
    told: Answer | None = None
    refused = ""
    if current().attacks:
        try:
            with st.spinner("Working out the odds …"):
                told = answer(current(), inputs.current(SPEC)["plan_rules"])
        except InvalidInput as reason:
            refused = str(reason)
    with st.container(key="plan_top"):
        left, right = st.columns([3, 2], gap="medium", vertical_alignment="bottom")
        with left:
            show_answer(told, refused)
        with right:
            show_armies()
    place = st.empty()
    if notes:
        place.html(note(notes))
    risk_map(
        view(
            current(),
            inputs.current(SPEC)["plan_who"],
            told.rows if told else (),
            own=inputs.current(SPEC)["plan_tap"] == "own",
        ),
        key=f"plan.map.{current().board}",
        on_tap=map_tapped,
    )
    show_buttons()
    left, right = st.columns(2, gap="medium")
    with left:
        if told is not None:
            show_rows(told)
            show_left(told)
            show_onward()
            show_words()
        else:
            st.html("<p>Each attack will stand here with its odds, and how many armies stay.</p>")
    with right:
        show_search()
        st.html("<h2>Without the map</h2>")
        show_choosers()
        st.html("<h2>Board and rules</h2>")
        inputs.fill("plan.board", current().board)
        st.selectbox(
            "Board",
            list(BOARDS),
            format_func=BOARDS.__getitem__,
            key="plan.board",
            on_change=inputs.entered,
            args=("plan.board", board_chosen),
        )
        choice("Rules", "plan_rules", RULES)


st.html(Path(drafts.__file__).with_name("planner.css"))
show_page()
