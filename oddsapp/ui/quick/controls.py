"""What can be touched on Quick odds. What a touch does is said by `oddsapp.ui.quick.moves`."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from time import monotonic
from typing import Any

import streamlit as st

from oddsapp.errors import InvalidInput
from oddsapp.ui.parts import inputs
from oddsapp.ui.parts.notes import complaint
from oddsapp.ui.quick import moves
from oddsapp.ui.quick.record import Losses, losses_in_words
from oddsapp.ui.quick.setting import (
    MODIFIERS,
    RULES,
    USUAL,
    in_words,
    is_at_once,
    may_stop,
    takes_modifiers,
)
from oddsapp.ui.quick.state import COUNTED, SPEC, fit, least_armies, rules_of, shown_armies
from oddsapp.ui.quick.typed import EXAMPLES, MOST, Typed, read
from oddsapp.wording import counted

TEXT, COMPLAINT, NOTES = "odds.text", "odds.complaint", "odds.notes"

LOOKED_AT = 8.0
"""For how many seconds a battle must have stood there to be one that was looked at."""

MOST_IN_WORDS = 3
"""So many results of a roll fit side by side on a phone in words."""

_SHOWN = "odds.shown"

Move = Callable[[Mapping[str, Any]], moves.State]


def applied(move: Move) -> Callable[[], None]:
    """Return what carries a move out, on the state as it is then."""

    def act() -> None:
        changed = move(inputs.current(SPEC))
        st.session_state[NOTES] = fit(changed)
        for key in SPEC:
            inputs.put(key, changed[key])

    return act


def tap(move: Move) -> None:
    """Carry a move out when a button was tapped. For its callback."""
    inputs.tapped(applied(move))


def by_hand(move: Move) -> None:
    """Carry a change of one number out, and keep the battle of before if it was looked at."""

    def kept(state: Mapping[str, Any]) -> moves.State:
        _, since = st.session_state.get(_SHOWN, (None, monotonic()))
        looked_at = monotonic() - since >= LOOKED_AT
        return move(moves.remember(state) if looked_at else state)

    applied(kept)()


def note_what_is_shown() -> None:
    """Note since when the battle of now stands there."""
    state = inputs.current(SPEC)
    battle = (state["a"], state["d"], state["count"], rules_of(state))
    if st.session_state.get(_SHOWN, (None, 0.0))[0] != battle:
        st.session_state[_SHOWN] = (battle, monotonic())


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
        applied(lambda state: moves.take_typed(state, typed))()


def entered(widget: str, key: str) -> None:
    """Take what was put into a widget as a value of the state. For its callback."""

    def take(value: Any) -> None:
        told = tuple(value) if isinstance(value, list) else value
        closes = key in ("rules", "count", "q_on")
        applied(lambda state: (moves.close(state) if closes else dict(state)) | {key: told})()

    inputs.entered(widget, take)


def show_counts() -> None:
    """Draw the armies of both sides."""
    state = inputs.current(SPEC)
    several, up_to = len(state["d"]) > 1, state["q_to"]
    inputs.stepper(
        "Your armies" if state["count"] == "armies" else "Your armies that attack",
        "odds.a",
        (least_armies(state["count"]), MOST),
        lambda: int(inputs.current(SPEC)["a"]),
        lambda number: by_hand(lambda state: moves.put_armies(state, number)),
    )
    label = "Defenders"
    if several:
        label = f"Defenders in the 1st of {len(state['d'])}"
    elif up_to:
        label = f"Defenders, at least (up to {up_to})"
    inputs.stepper(
        label,
        "odds.d",
        (1, MOST),
        lambda: int(inputs.current(SPEC)["d"][0]),
        lambda number: by_hand(lambda state: moves.put_defenders(state, number)),
    )
    # What comes and goes has a place kept for it: a field that moved would lose the cursor.
    place = st.empty()
    if several or up_to:
        place.button(
            "Only the 1st territory" if several else f"Just {state['d'][0]}",
            on_click=tap,
            args=(moves.only_the_first,),
        )


def show_rolls() -> None:
    """Draw the buttons that record a roll, and what ends or takes back a record."""
    state = inputs.current(SPEC)
    battle = moves.battle_of(state)
    if state["q_to"]:
        return  # whoever does not know how many defend sees no dice either
    rolls = moves.next_rolls(state)
    short = len(rolls) > MOST_IN_WORDS
    label = _rolled_so_far(state) + (" (I lost : they lost)" if short else "")
    with st.container(key="odds_rolls", gap="xsmall"):
        st.html(f'<p class="odds-label-line">{label}</p>')
        with st.container(horizontal=True, wrap=False, gap="xsmall"):
            for losses in rolls:
                st.button(
                    f"{losses[0]} : {losses[1]}" if short else losses_in_words(losses),
                    key=f"odds.roll.{losses[0]}.{losses[1]}",
                    width="stretch",
                    on_click=tap,
                    args=(_recording(losses),),
                )
            if battle.is_over:
                _show_end(state)
            st.button(
                "Undo",
                key="odds.undo",
                on_click=tap,
                args=(moves.undo,),
                disabled=not battle.rolls,
            )


def _recording(losses: Losses) -> Move:
    return lambda state: moves.record(state, losses)


def _rolled_so_far(state: Mapping[str, Any]) -> str:
    battle = moves.battle_of(state)
    if not battle.rolls:
        return "Record a roll by hand" if is_at_once(state["rules"]) else "Record a roll"
    lost, killed = battle.lost
    return f"{counted(len(battle.rolls), 'roll')} recorded: I lost {lost}, they lost {killed}"


def _show_end(state: Mapping[str, Any]) -> None:
    armies = moves.armies_on(state)
    if armies:
        _next_battle(state, armies, "primary")
    else:
        st.button("Again", key="odds.again", width="stretch", on_click=tap, args=(moves.again,))


def _next_battle(state: Mapping[str, Any], armies: int, kind: Any) -> None:
    shown = max(0, shown_armies(armies - 1, state["count"]))
    over = kind == "primary"
    st.button(
        f"Next battle with {shown}" if over else f"If taken, on with {shown}",
        key="odds.next",
        type=kind,
        width="stretch",
        disabled=armies < 2,
        on_click=tap,
        args=(lambda state: moves.next_battle(state, armies),),
        help="One army alone cannot attack on." if armies < 2 else None,
    )


def show_turns() -> None:
    """Draw what turns the battle round, and what goes on after it."""
    state = inputs.current(SPEC)
    if moves.is_over(state) or state["q_to"]:
        return
    with st.container(key="odds_turns", horizontal=True, wrap=False, gap="xsmall"):
        st.button(
            "Swap sides",
            key="odds.swap",
            width="stretch",
            on_click=tap,
            args=(moves.swap,),
            disabled=not moves.can_swap(state),
        )
        _next_battle(state, moves.armies_on(state), "secondary")


def show_text() -> None:
    """Draw the one field for everything."""
    state = inputs.current(SPEC)
    typed = str(Typed(state["a"], state["d"], state["q_to"]))
    text, reason = st.session_state.pop(COMPLAINT, (typed, ""))
    inputs.fill(TEXT, text)
    st.text_input(f"Or type it: {EXAMPLES}", key=TEXT, max_chars=80, on_change=text_typed)
    place = st.empty()
    if reason:
        place.html(complaint(reason))


def show_rules() -> None:
    """Draw the usual rules side by side."""
    state = inputs.current(SPEC)
    options = USUAL | {state["rules"]: USUAL.get(state["rules"], RULES[state["rules"]])}
    _choice("Rules", "rules", options)


def _choice(label: str, key: str, options: Mapping[str, str]) -> None:
    widget = f"odds.{key}"
    inputs.fill(widget, inputs.current(SPEC)[key])
    st.segmented_control(
        label,
        list(options),
        format_func=dict(options).__getitem__,
        key=widget,
        required=True,
        width="stretch",
        on_change=entered,
        args=(widget, key),
    )


def show_more() -> None:
    """Draw what few need, folded away."""
    state = inputs.current(SPEC)
    with st.expander("More: stop line, next door, capitals"):
        _number("Stop at so many left (0: never)", "q_stop", enabled=may_stop(state["rules"]))
        _number("Enemy next door, armies (0: none)", "q_next", enabled=True)
        _show_modifiers(state)
        _choice("Your armies are", "count", COUNTED)
        inputs.fill("odds.every", state["rules"])
        st.selectbox(
            "All rules",
            list(RULES),
            format_func=RULES.__getitem__,
            key="odds.every",
            on_change=entered,
            args=("odds.every", "rules"),
        )


def _number(label: str, key: str, *, enabled: bool) -> None:
    widget = f"odds.{key}"
    inputs.fill(widget, inputs.current(SPEC)[key])
    st.number_input(
        label,
        0,
        MOST,
        step=1,
        key=widget,
        disabled=not enabled,
        on_change=entered,
        args=(widget, key),
    )


def _show_modifiers(state: Mapping[str, Any]) -> None:
    widget = "odds.q_on"
    inputs.fill(widget, list(state["q_on"]))
    st.pills(
        "On the territory",
        list(MODIFIERS),
        format_func=MODIFIERS.__getitem__,
        selection_mode="multi",
        wrap=True,
        key=widget,
        disabled=not takes_modifiers(state["rules"]),
        on_change=entered,
        args=(widget, "q_on"),
    )


def show_last() -> None:
    """Draw the last battles; a tap comes back to one."""
    state = inputs.current(SPEC)
    current = moves.remember(state)["q_last"][0]
    others = [seen for seen in state["q_last"] if seen != current]
    if not others:
        return
    with st.container(key="odds_last", gap="xsmall"):
        st.html('<p class="odds-label-line">Last battles</p>')
        with st.container(horizontal=True, gap="xsmall"):
            for place, seen in enumerate(others):
                armies = min(MOST, shown_armies(seen.force, state["count"]))
                same = "" if seen.rules == current.rules else f" · {in_words(seen.rules)}"
                st.button(
                    f"{Typed(armies, seen.garrisons, seen.up_to)}{same}",
                    key=f"odds.last.{place}",
                    on_click=tap,
                    args=(lambda state, seen=seen: moves.come_back(state, seen),),
                )
