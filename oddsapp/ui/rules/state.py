"""The state of the page of rules: which ruleset is shown."""

from __future__ import annotations

from typing import Any

from oddsapp.rules import find_ruleset, ruleset_names
from oddsapp.ui.parts.urlstate import Choice, Spec

RULESETS = {name: find_ruleset(name).title for name in ruleset_names()}
"""The title of each ruleset by its name."""

SPEC: Spec = {"set": Choice("set", "rules", tuple(RULESETS))}


def no_fit(_: dict[str, Any]) -> list[str]:
    """Put nothing right: there is but one value."""
    return []
