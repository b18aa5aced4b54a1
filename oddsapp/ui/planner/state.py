"""The state of the attack planner: what stands in its address."""

from __future__ import annotations

from oddsapp.ui.parts.urlstate import Choice, Spec
from oddsapp.ui.planner.packed import DraftField, NamesField

BOARDS = {
    "classic": "Classic, 42 territories",
    "risk2": "RISK II, 48 territories",
    "risk2_97_links": "RISK II with all 97 links",
}
RULES = {
    "classic": "Classic dice",
    "blitz": "Balanced blitz (app)",
    "bunker": "+1 on the defender's highest die",
    "fortification": "+1 on all dice of the defender",
    "ammunition_shortage": "−1 on the defender's highest die",
}
TAPS = {"attack": "Plans an attack", "own": "Makes it yours or theirs"}
SECONDS = {"1": "1 second", "4": "4 seconds", "15": "15 seconds"}

SPEC: Spec = {
    "plan": DraftField("plan"),
    "plan_who": NamesField("plan_who"),
    "plan_rules": Choice("plan_rules", "rules", tuple(RULES)),
    "plan_tap": Choice("plan_tap", "what a tap does", tuple(TAPS)),
    "plan_seconds": Choice("plan_seconds", "how long to search", tuple(SECONDS)),
}
