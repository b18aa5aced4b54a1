"""The state of Quick odds: what stands in its address, and what the numbers mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from oddsapp.errors import InvalidInput
from oddsapp.ui.parts.urlstate import Choice, Count, Counts, Spec
from oddsapp.ui.quick.record import (
    MOST_BATTLES,
    Ended,
    EndedField,
    Rolled,
    RolledField,
    SeenField,
)
from oddsapp.ui.quick.setting import (
    MODIFIERS,
    RULES,
    is_at_once,
    may_stop,
    setting,
    takes_modifiers,
)
from oddsapp.ui.quick.typed import MOST, MOST_RANGE, MOST_TERRITORIES

COUNTED = {"armies": "All on the territory", "force": "Those that attack"}

MOST_SEEN = 5


@dataclass(frozen=True)
class Several:
    """Any of a few words, in their order, joined by ``-``."""

    key: str
    name: str
    options: tuple[str, ...]
    default: tuple[str, ...] = ()

    def read(self, text: str) -> tuple[tuple[str, ...], str | None]:
        """Return the words that are known."""
        given = text.split("-")
        found = tuple(option for option in self.options if option in given)
        if set(given) <= set(self.options):
            return found, None
        return found, f"is not all of {', '.join(self.options)}; the rest is left out"

    def write(self, value: tuple[str, ...]) -> str:
        """Return the words joined."""
        return "-".join(value)


RECORDED: Spec = {
    "q_now": RolledField("q_now", "recorded rolls"),
    "q_rec": EndedField("q_rec", "recorded battles"),
}
"""What was recorded at the table, which the page about luck has in its address too."""

BATTLE: Spec = {
    "a": Count("a", "armies", default=11, least=1, most=MOST),
    "d": Counts("d", "defenders", default=(7,), least=1, most=MOST, longest=MOST_TERRITORIES),
    "count": Choice("count", "what is counted", tuple(COUNTED)),
    "rules": Choice("rules", "rules", tuple(RULES)),
    "q_on": Several("q_on", "on the territory", tuple(MODIFIERS)),
}
"""The battle itself."""

SPEC: Spec = {
    **BATTLE,
    "q_to": Count("q_to", "defenders up to", default=0, least=0, most=MOST),
    "q_stop": Count("q_stop", "stop line", default=0, least=0, most=MOST),
    "q_next": Count("q_next", "enemy next door", default=0, least=0, most=MOST),
    **RECORDED,
    "q_last": SeenField("q_last", "last battles", MOST_SEEN, MOST, MOST_TERRITORIES),
}


def least_armies(counted: str) -> int:
    """Return the least that the first number can be: one army stays, and is counted or not."""
    return 2 if counted == "armies" else 1


def force_of(state: Mapping[str, Any]) -> int:
    """Return how many armies attack.

    >>> force_of({"a": 11, "count": "armies"}), force_of({"a": 11, "count": "force"})
    (10, 11)
    """
    armies: int = state["a"]
    return armies if state["count"] == "force" else armies - 1


def shown_armies(force: int, counted: str) -> int:
    """Return how a force is counted on the page: the inverse of `force_of`."""
    return force if counted == "force" else force + 1


def rules_of(state: Mapping[str, Any]) -> str:
    """Return what the battle is fought by, as one word."""
    return setting(state["rules"], state["q_on"])


def line_of(state: Mapping[str, Any]) -> int | None:
    """Return the force at which the attack is called off, if it is at all."""
    line: int = state["q_stop"]
    return None if not line else line - (state["count"] == "armies")


def fit(state: dict[str, Any]) -> list[str]:
    """Make the values fit each other, and return a note on each that did not.

    >>> state = {key: field.default for key, field in SPEC.items()} | {"a": 1}
    >>> fit(state), state["a"]
    (['armies: to attack, at least 2 are needed, as 1 stays; 2 is used'], 2)
    """
    notes = []
    if state["a"] < least_armies(state["count"]):
        state["a"] = least_armies(state["count"])
        notes.append("armies: to attack, at least 2 are needed, as 1 stays; 2 is used")
    if state["q_on"] and not takes_modifiers(state["rules"]):
        state["q_on"] = ()
        notes.append("on the territory: capitals and zombies mean nothing in RISK II")
    if state["q_next"] == 1:
        state["q_next"] = 2
        notes.append("enemy next door: to attack takes 2 armies at least, as 1 stays; 2 is used")
    return notes + _fit_stop(state) + _fit_range(state) + _fit_rolls(state)


def _fit_stop(state: dict[str, Any]) -> list[str]:
    if not state["q_stop"] or may_stop(state["rules"]):
        return []
    state["q_stop"] = 0
    if is_at_once(state["rules"]):
        return ["stop line: a blitz is fought at once, so it is left out"]
    return ["stop line: in RISK II there is no retreat, so it is left out"]


def _fit_range(state: dict[str, Any]) -> list[str]:
    lowest, up_to = state["d"][0], state["q_to"]
    if not up_to or (len(state["d"]) == 1 and lowest < up_to < lowest + MOST_RANGE):
        return []
    state["q_to"] = 0
    if len(state["d"]) == 1 and lowest < up_to:
        state["q_to"] = lowest + MOST_RANGE - 1
        return [f"defenders up to: at most {MOST_RANGE} values, {state['q_to']} is used"]
    return ["defenders up to: makes no range, so it is left out"]


def _fit_rolls(state: dict[str, Any]) -> list[str]:
    rolled = state["q_now"]
    if rolled is None:
        return []
    word = rules_of(state)
    try:
        if min(rolled.force, rolled.defenders) < 1 or max(rolled.force, rolled.defenders) > MOST:
            raise InvalidInput("are of no battle")
        rolled.check(word)
    except InvalidInput as refusal:
        state["q_now"] = None
        return [f"recorded rolls: {refusal}, so they are left out"]
    # A battle that is over leaves nobody to count: the numbers are those before its last roll.
    shown = rolled.undone() if rolled.is_over else rolled
    if shown.left == (force_of(state), state["d"][0]):
        return []
    state["q_now"], state["q_rec"] = None, kept(state, rolled)
    return ["recorded rolls: they led to other numbers, so that battle is ended"]


def kept(state: Mapping[str, Any], rolled: Rolled) -> tuple[Ended, ...]:
    """Return the recorded battles with one more.

    In RISK II no battle is called off (M-9): one that was not rolled to its end is no record.
    """
    before: tuple[Ended, ...] = state["q_rec"]
    if not rolled.is_over and not takes_modifiers(state["rules"]):
        return before
    return (*before, Ended.of(rolled, rules_of(state)))[-MOST_BATTLES:]
