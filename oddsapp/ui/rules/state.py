"""The state of the page of rules: which ruleset is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddsapp.rules import find_ruleset, ruleset_names
from oddsapp.ui.parts.inputs import name
from oddsapp.ui.parts.urlstate import Choice, Spec
from oddsapp.ui.turn.fields import position_of as turn_position
from oddsapp.ui.whatif.fields import position_of as whatif_position

RULESETS = {name: find_ruleset(name).title for name in ruleset_names()}
"""The title of each ruleset by its name."""

SPEC: Spec = {"set": Choice("set", "rules", tuple(RULESETS))}

CHOSEN_AT = {"odds": "rules", "luck": "rules", "explorer": "rules", "plan": "plan_rules"}
"""Pages where a ruleset is chosen, with the key of their state that holds it."""

PLAYED_AT = {"turn": ("turn_p", turn_position), "whatif": ("p", whatif_position)}
"""Pages with a position, with the key of their state that holds it, and how it is read."""

ALWAYS = {"learn": "classic"}
"""Pages that are about one ruleset."""


def in_force(page: str | None, session: Mapping[Any, Any]) -> str | None:
    """Return the ruleset of the page that somebody comes from, if it has one.

    Examples
    --------
    >>> in_force("plan", {"state.plan_rules": "blitz"}), in_force("lab", {})
    ('blitz', None)
    """
    if page in ALWAYS:
        return ALWAYS[page]
    ruleset = None
    if page in CHOSEN_AT:
        ruleset = session.get(name(CHOSEN_AT[page]))
    elif page in PLAYED_AT:
        key, position = PLAYED_AT[page]
        text = session.get(name(key))
        ruleset = None if text is None else position(text).state.game.rules.name
    return ruleset if ruleset in RULESETS else None


def no_fit(_: dict[str, Any]) -> list[str]:
    """Put nothing right: there is but one value."""
    return []
