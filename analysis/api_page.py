"""The page of the public names, ``oddsapp/API.md``: each in one line, with its units.

``python -m analysis.api_page`` writes it anew. All of it comes from the names of `oddsapp`, their
signatures and the first lines of their docstrings; only the groups and the units of arguments
are said here. A test holds the page to what this writes.
"""

from __future__ import annotations

from pathlib import Path

import oddsapp

PAGE = Path(oddsapp.__file__).with_name("API.md")

# Where a name lives says what it is for; of several homes that fit, the longest counts.
GROUPS = {
    "Odds of a battle": ("odds",),
    "Attack and defence over several territories": ("odds.campaign", "odds.planning"),
    "Where a number comes from": (
        *("odds.chain", "odds.derivatives", "odds.diagnosis", "odds.explain"),
        *("odds.large", "odds.sensitivity", "pmf"),
    ),
    "Rules and dice": ("dice", "rules"),
    "Boards": ("boards",),
    "Games": ("engine",),
    "Positions": ("engine.positions",),
    "Players": ("players",),
    "Plans and forecasts": ("whatif",),
    "Luck": ("luck", "intervals"),
    "Balance": ("odds.balance",),
    "Printing": ("printing",),
    "Errors": ("errors",),
}

ARMIES, FORCE, PROBABILITY, SEAT, PLAYERS = "armies", "force", "probability", "seat", "players"

# What a number in the signature counts, by the name of the argument; "function.argument" where
# the same word means something else there.
UNITS = {
    "armies": ARMIES,
    "defenders": ARMIES,
    "then": ARMIES,
    "leave": ARMIES,
    "stacks": ARMIES,
    "targets": ARMIES,
    "enemies": ARMIES,
    "attackers": ARMIES,
    "way": ARMIES,
    "new": ARMIES,
    "stop_at": "armies, or force",
    "never_below": "armies, or force",
    "rolls": "rolls",
    "force": FORCE,
    "forces": FORCE,
    "first": FORCE,
    "second": FORCE,
    "size": FORCE,
    "spoils_of_war.players": FORCE,
    "most": "armies, the largest",
    "make_candidates.most": "plans",
    "win": PROBABILITY,
    "wins": PROBABILITY,
    "stop_odds": PROBABILITY,
    "PlanComparison.level": PROBABILITY,
    "answer": PROBABILITY,
    "cards": "cards",
    "player": SEAT,
    "Submit.player": "player, from 1",
    "players": PLAYERS,
    "Tally.wins": "games",
    "Tally.draws": "games",
    "turns": "turns of anybody",
    "rollouts": "roll-outs",
    "samples": "samples",
    "PlanComparison.samples": "",
    "seconds": "seconds",
    "spent": "seconds",
    "since": "seconds",
    "now": "seconds",
}
