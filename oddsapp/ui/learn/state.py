"""The state of Learn: the route, the step, the battle, and what is kept back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from oddsapp.odds.exercises import MOST_ARMIES
from oddsapp.ui.learn.experiment import MOST_ROLLS, ROLLS, WRONG_MODELS
from oddsapp.ui.learn.walk import LONGEST_PATH, Path, possible
from oddsapp.ui.parts.urlstate import Choice, Count, Counts, Spec

ROUTES = {"school": "School", "university": "University"}

STEPS: Mapping[str, Mapping[str, str]] = {
    "school": {
        "die": "One die each",
        "highest": "The highest of several",
        "pairs": "Two pairs in one roll",
        "dependent": "Why not multiply",
        "tree": "A battle as a tree",
        "own": "Your battle",
        "walk": "Walk through it",
        "spikes": "Why the spikes",
        "large": "Why big armies attack",
        "exercises": "Exercises",
        "experiment": "Class experiment",
    },
    "university": {
        "roll": "One roll of n-sided dice",
        "dependent": "Why not multiply",
        "chain": "The chain: Q and R",
        "fundamental": "The fundamental matrix N",
        "absorption": "Absorption: B = N R",
        "time": "How long it takes",
        "walk": "Walk through it",
        "spikes": "Why the spikes",
        "large": "Why big armies attack",
        "exercises": "Exercises",
        "experiment": "Class experiment",
    },
}
"""The steps of each route in order: a word for the address, and a title."""

_EVERY_STEP = tuple(dict.fromkeys([*STEPS["school"], *STEPS["university"]]))


@dataclass(frozen=True)
class PathField:
    """The rolls of a walk so far, ``02-11``: attackers and defenders lost in each."""

    key: str
    name: str
    default: Path = ()

    def read(self, text: str) -> tuple[Path, str | None]:
        """Return the rolls."""
        if not text:
            return (), None
        if len(text) > 3 * LONGEST_PATH or not re.fullmatch(r"[0-9]{2}(-[0-9]{2})*", text):
            return (), "is no row of rolls as 02-11, none is used"
        return tuple((int(part[0]), int(part[1])) for part in text.split("-")), None

    def write(self, value: Path) -> str:
        """Return the text that `read` turns into the rolls."""
        return "-".join(f"{a}{d}" for a, d in value)


SPEC: Spec = {
    "learn_route": Choice("learn_route", "route", tuple(ROUTES)),
    "learn_step": Choice("learn_step", "step", _EVERY_STEP),
    "learn_f": Count("learn_f", "attackers", default=3, least=1, most=MOST_ARMIES),
    "learn_d": Count("learn_d", "defenders", default=2, least=1, most=MOST_ARMIES),
    "learn_answers": Choice("learn_answers", "answers", ("shown", "hidden")),
    "learn_path": PathField("learn_path", "rolls"),
    "learn_roll": Choice("learn_roll", "roll", tuple(ROLLS)),
    "learn_wrong": Choice("learn_wrong", "wrong model", tuple(WRONG_MODELS)),
    "learn_from": Choice("learn_from", "where the counts are from", ("simulated", "typed")),
    "learn_n": Count("learn_n", "rolls", default=100, least=1, most=MOST_ROLLS),
    "learn_seed": Count("learn_seed", "seed", default=1, least=0, most=999_999),
    "learn_counts": Counts(
        "learn_counts", "counts", default=(0, 0, 0), least=0, most=MOST_ROLLS, longest=3
    ),
}


def fit(state: dict[str, Any]) -> list[str]:
    """Put right what does not go together, and return notes on it.

    Examples
    --------
    >>> state = {key: field.default for key, field in SPEC.items()}
    >>> state |= {"learn_route": "university", "learn_step": "tree", "learn_path": ((5, 5),)}
    >>> fit(state)
    ['step: tree is none of the university route, which begins here', \
'rolls: they cannot fall like that in this battle, the walk begins again']
    >>> state["learn_step"], state["learn_path"]
    ('roll', ())
    """
    notes = []
    steps = STEPS[state["learn_route"]]
    if state["learn_step"] not in steps:
        # The default step of the address is the school's first: that is said by no word.
        if state["learn_step"] != _EVERY_STEP[0]:
            notes.append(
                f"step: {state['learn_step']} is none of the {state['learn_route']} route, which"
                " begins here"
            )
        state["learn_step"] = next(iter(steps))
    if not possible(state["learn_f"], state["learn_d"], state["learn_path"]):
        notes.append("rolls: they cannot fall like that in this battle, the walk begins again")
        state["learn_path"] = ()
    counts = state["learn_counts"]
    if len(counts) != 3:
        notes.append("counts: there is one for each of the three results; none are used")
        state["learn_counts"] = (0, 0, 0)
    elif sum(counts) > MOST_ROLLS:
        notes.append(f"counts: together they may be {MOST_ROLLS} at most; none are used")
        state["learn_counts"] = (0, 0, 0)
    return notes


def is_hidden(state: Mapping[str, Any]) -> bool:
    """Tell whether answers are kept back."""
    return bool(state["learn_answers"] == "hidden")


def place_of(state: Mapping[str, Any]) -> int:
    """Return the number of the step, from 0."""
    return list(STEPS[state["learn_route"]]).index(state["learn_step"])


def step_at(state: Mapping[str, Any], place: int) -> str:
    """Return the word for a step by its number; beyond an end it is the step at that end."""
    steps = list(STEPS[state["learn_route"]])
    return steps[min(max(place, 0), len(steps) - 1)]


def changed_route(state: Mapping[str, Any], route: str) -> str:
    """Return the step to show on another route: the same if it is there, or its first."""
    step: str = state["learn_step"]
    return step if step in STEPS[route] else next(iter(STEPS[route]))
