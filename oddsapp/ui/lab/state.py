"""The state of the Die lab: what stands in its address."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from oddsapp.errors import InvalidInput
from oddsapp.ui.lab.setup_text import read_setup, write_setup
from oddsapp.ui.lab.setups import LETTERS, MOST_SETUPS, SetUp
from oddsapp.ui.parts.urlstate import Choice, Count, Spec

VIEWS = {
    "even": "Equal armies",
    "need": "Break-even",
    "beats": "Who beats whom",
    "steps": "Thresholds",
    "feel": "Feel",
    "exploits": "Exploits",
    "fairer": "Fairer set",
}
"""The views of the page: one is drawn at a time, for a chart is heavy on a phone."""

MOST_N = 60
"""The largest armies that the page compares."""

JOINT = "~"


@dataclass(frozen=True)
class SetUps:
    """One set-up or several, joined by ``~``."""

    key: str
    name: str
    default: tuple[SetUp, ...]

    def read(self, text: str) -> tuple[tuple[SetUp, ...], str | None]:
        """Return the set-ups that can be read, and what was wrong with the others.

        >>> field = SetUps("s", "set-ups", (SetUp.of("risk2"),))
        >>> found, complaint = field.read("classic~risk2.z9")
        >>> len(found), complaint
        (1, 'is not all used: set-up 2, “z9” says nothing about a set-up')
        """
        found, complaints = [], []
        for place, part in enumerate(text[:4000].split(JOINT), start=1):
            try:
                found.append(read_setup(part))
            except InvalidInput as refusal:
                complaints.append(f"set-up {place}, {refusal}")
        if len(found) > MOST_SETUPS:
            complaints.append(f"there may be {MOST_SETUPS} set-ups at most")
        used = tuple(found[:MOST_SETUPS]) or self.default
        return used, f"is not all used: {'; '.join(complaints)}" if complaints else None

    def write(self, value: tuple[SetUp, ...]) -> str:
        """Return the set-ups joined."""
        return JOINT.join(map(write_setup, value))


SPEC: Spec = {
    "lab_s": SetUps("lab_s", "set-ups", (SetUp.of("risk2"), SetUp.of("risk2_manual"))),
    "lab_e": Count("lab_e", "set-up to edit", default=1, least=1, most=MOST_SETUPS),
    "lab_v": Choice("lab_v", "view", tuple(VIEWS)),
    "lab_n": Count("lab_n", "armies of each side", default=15, least=1, most=MOST_N),
    "lab_k": Choice("lab_k", "changes", ("2", "1", "3")),
    "lab_x": Count("lab_x", "further changes", default=8, least=0, most=20),
}


def fit(state: dict[str, Any]) -> list[str]:
    """Let the set-up to edit be one of those there are, and return a note if it was not.

    >>> state = {"lab_s": (SetUp.of("risk2"),), "lab_e": 3}
    >>> fit(state), state["lab_e"]
    (['set-up to edit: there is no set-up C, A is used'], 1)
    """
    if state["lab_e"] <= len(state["lab_s"]):
        return []
    missing = LETTERS[state["lab_e"] - 1]
    state["lab_e"] = 1
    return [f"set-up to edit: there is no set-up {missing}, A is used"]


def labels(setups: tuple[SetUp, ...]) -> list[str]:
    """Return what to call each of the set-ups that are compared.

    >>> labels((SetUp.of("risk2"), SetUp.of("risk2").changed(ties="defender")))
    ['A: RISK II', 'B: RISK II, changed']
    """
    return [f"{letter}: {setup.name}" for letter, setup in zip(LETTERS, setups, strict=False)]
