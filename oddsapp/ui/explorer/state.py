"""The state of the Battle explorer: what stands in its address, and what the numbers mean.

Armies, defenders, rules and what stands on the territory are those of Quick odds.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from oddsapp.rules import RankedDice, Ruleset, find_ruleset, modified, ruleset_names
from oddsapp.rules.modifiers import Modifier
from oddsapp.ui.parts.urlstate import Choice, Count, Spec
from oddsapp.ui.quick.state import SPEC as QUICK
from oddsapp.ui.quick.state import least_armies
from oddsapp.ui.quick.typed import MOST

RULES = {
    "classic": "Classic",
    "blitz": "Balanced blitz",
    "risk2": "RISK II invasion",
    "parker1993": "Parker 1993",
    "risk2_shipped_game": "RISK II, PC game",
    "risk2_manual": "RISK II, PC manual",
    "bunker": "Bunker: +1 on the highest die",
    "fortification": "Fortification: +1 on all dice",
    "ammunition_shortage": "Short of ammunition: −1",
}
assert set(RULES) == set(ruleset_names())

MODIFIERS = {
    Modifier.CAPITAL.value: "Capital",
    Modifier.WALL.value: "Wall",
    Modifier.ZOMBIE_ATTACKER.value: "Zombies attack",
    Modifier.ZOMBIE_DEFENDER.value: "Zombies defend",
}

VIEWS = {
    "left": "What is left",
    "stops": "Stop rules",
    "rolls": "Rolls",
    "matrix": "Odds matrix",
    "how": "Exactly, and how",
}
"""The views of the page: one is drawn at a time, for a chart is heavy on a phone."""

SIZES = {"8": "8 × 8", "12": "12 × 12", "20": "20 × 20"}
LEVELS = {"school": "School", "university": "University"}

MOST_ROLLS = 99
"""The most rolls after which the page stops a battle."""


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


SPEC: Spec = {
    **{key: QUICK[key] for key in ("a", "d", "count")},
    "rules": Choice("rules", "rules", tuple(RULES)),
    "q_on": Several("q_on", "on the territory", tuple(MODIFIERS)),
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


def takes_modifiers(rules: str) -> bool:
    """Tell whether capitals and zombies mean anything under a ruleset."""
    return isinstance(find_ruleset(rules).combat, RankedDice)


@cache
def ruleset(name: str, on_territory: tuple[str, ...]) -> Ruleset:
    """Return a ruleset with what stands on the territory.

    >>> ruleset("classic", ("capital",)).combat.defence_dice
    3
    """
    return modified(find_ruleset(name), on_territory)


def ruleset_of(state: Mapping[str, Any]) -> Ruleset:
    """Return what the battle is fought by."""
    return ruleset(state["rules"], state["q_on"])


def line_of(state: Mapping[str, Any]) -> int:
    """Return the force at which the attack is called off.

    >>> line_of({"x_at": 4, "count": "armies"}), line_of({"x_at": 4, "count": "force"})
    (3, 4)
    """
    line: int = state["x_at"]
    return line - least_line(state["count"])
