"""The state of the page of rules: which ruleset is shown."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from oddsapp.rules import find_ruleset, ruleset_names
from oddsapp.ui.parts.inputs import name
from oddsapp.ui.parts.urlstate import Choice, Spec

RULESETS = {name: find_ruleset(name).title for name in ruleset_names()}
"""The title of each ruleset by its name."""

SPEC: Spec = {"set": Choice("set", "rules", tuple(RULESETS))}

CHOSEN_AT = {"odds": "rules", "explorer": "rules", "plan": "plan_rules"}
"""Pages where a ruleset is chosen, with the key of their state that holds it."""

ALWAYS = {"turn": "risk2", "learn": "classic"}
"""Pages that are about one ruleset."""


def in_force(page: str | None, session: Mapping[Any, Any]) -> str | None:
    """Return the ruleset of the page that somebody comes from, if it has one.

    Examples
    --------
    >>> in_force("plan", {"state.plan_rules": "blitz"}), in_force("luck", {})
    ('blitz', None)
    """
    if page in ALWAYS:
        return ALWAYS[page]
    ruleset = session.get(name(CHOSEN_AT[page])) if page in CHOSEN_AT else None
    return ruleset if ruleset in RULESETS else None


def no_fit(_: dict[str, Any]) -> list[str]:
    """Put nothing right: there is but one value."""
    return []
