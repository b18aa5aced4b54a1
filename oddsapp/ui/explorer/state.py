"""The state of the Battle explorer: what stands in its address, and what the numbers mean.

Armies, defenders, rules and what stands on the territory are those of Quick odds.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddsapp.ui.parts.urlstate import Choice, Count, Spec
from oddsapp.ui.quick.setting import takes_modifiers
from oddsapp.ui.quick.state import BATTLE, least_armies
from oddsapp.ui.quick.typed import MOST

VIEWS = {
    "left": "What is left",
    "stops": "Stops",
    "rolls": "Rolls",
    "matrix": "Matrix",
    "how": "How",
}
"""The views of the page: one is drawn at a time, for a chart is heavy on a phone."""

SIZES = {"7": "7 × 7", "12": "12 × 12"}
"""How many battles the matrix shows down and across; seven thumbs fit side by side on a phone."""

LEVELS = {"school": "School", "university": "University"}

MOST_ROLLS = 99
"""The most rolls after which the page stops a battle."""


SPEC: Spec = {
    **BATTLE,
    "x_view": Choice("x_view", "view", tuple(VIEWS)),
    "x_at": Count("x_at", "stop line", default=4, least=0, most=MOST),
    "x_odds": Count("x_odds", "odds to stop under", default=50, least=1, most=99),
    "x_rolls": Count("x_rolls", "rolls to stop after", default=3, least=1, most=MOST_ROLLS),
    "x_size": Choice("x_size", "size of the matrix", tuple(SIZES)),
    "x_level": Choice("x_level", "level", tuple(LEVELS)),
}


def fit(state: dict[str, Any]) -> list[str]:
    """Make the values fit each other, and return a note on each that did not.

    >>> state = {"a": 1, "count": "armies", "x_at": 4, "q_on": (), "rules": "classic"}
    >>> fit(state), state["a"]
    (['armies: to attack, at least 2 are needed, as 1 stays; 2 is used'], 2)
    """
    notes = []
    if state["a"] < least_armies(state["count"]):
        state["a"] = least_armies(state["count"])
        notes.append("armies: to attack, at least 2 are needed, as 1 stays; 2 is used")
    if state["x_at"] < least_line(state["count"]):
        state["x_at"] = least_line(state["count"])
        notes.append("stop line: 1 army stays in any case; 1 is used")
    if state["q_on"] and not takes_modifiers(state["rules"]):
        state["q_on"] = ()
        notes.append("on the territory: capitals, walls and zombies mean nothing in RISK II")
    return notes


def least_line(counted: str) -> int:
    """Return the least line to stop at: the army that stays is counted or not."""
    return least_armies(counted) - 1


def line_of(state: Mapping[str, Any]) -> int:
    """Return the force at which the attack is called off.

    >>> line_of({"x_at": 4, "count": "armies"}), line_of({"x_at": 4, "count": "force"})
    (3, 4)
    """
    line: int = state["x_at"]
    return line - least_line(state["count"])
