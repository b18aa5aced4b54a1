"""The state of Quick odds: what stands in its address, and what the numbers mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddsapp.ui.parts.urlstate import Choice, Count, Counts, Spec
from oddsapp.ui.quick.typed import MOST, MOST_TERRITORIES

RULES = {"classic": "Classic", "risk2": "RISK II invasion"}
COUNTED = {"armies": "All on the territory", "force": "Those that attack"}

SPEC: Spec = {
    "a": Count("a", "armies", default=11, least=1, most=MOST),
    "d": Counts("d", "defenders", default=(7,), least=1, most=MOST, longest=MOST_TERRITORIES),
    "count": Choice("count", "what is counted", tuple(COUNTED)),
    "rules": Choice("rules", "rules", tuple(RULES)),
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


def fit(state: dict[str, Any]) -> list[str]:
    """Raise the armies to the least that can attack, and return a note if that was needed.

    >>> state = {"a": 1, "count": "armies"}
    >>> fit(state), state["a"]
    (['armies: to attack, at least 2 are needed, as 1 stays; 2 is used'], 2)
    """
    if state["a"] >= least_armies(state["count"]):
        return []
    state["a"] = least_armies(state["count"])
    return ["armies: to attack, at least 2 are needed, as 1 stays; 2 is used"]
