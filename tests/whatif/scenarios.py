"""Positions of the classic board to plan from, large enough to need more than patience."""

from __future__ import annotations

from oddsapp.engine import GameState
from oddsapp.whatif.plans.plan_text import parse_plan
from tests.engine.positions import position

ASIA = dict.fromkeys(
    (
        "Ural",
        "Siberia",
        "Yakutsk",
        "Kamchatka",
        "Mongolia",
        "China",
        "Siam",
        "India",
        "Afghanistan",
        "Middle East",
    ),
    3,
)

MANY_STACKS = parse_plan("""
attack Ukraine -> Ural
attack Alaska -> Kamchatka
attack Egypt -> Middle East
attack Indonesia -> Siam
attack Ural -> Siberia, leave 3 armies
attack Kamchatka -> Yakutsk, leave 3 armies
attack Middle East -> India, leave 3 armies
attack Siam -> China, leave 3 armies
attack Siberia -> Mongolia
attack Ural -> Afghanistan
""")
"""Four stacks that are all needed again: too many board states to tell apart."""


def four_stacks() -> GameState:
    """Return a position with four stacks around Asia."""
    stacks = {"Ukraine": 40, "Alaska": 30, "Egypt": 30, "Indonesia": 30}
    return position({0: stacks, 1: ASIA}, rest=2)
