"""Set-ups as a file: JSON with the rulesets, the version that wrote it, and the link."""

from __future__ import annotations

import json
from typing import Any

from oddsapp._version import __version__
from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_list, as_object, parse_json, short
from oddsapp.rules import RankedDice, Ruleset
from oddsapp.rules.json_form import ruleset_from_dict, ruleset_to_dict
from oddsapp.tables import decoded
from oddsapp.ui.lab.setups import BASES, MOST_SETUPS, SetUp, setup_of

FORMAT = "oddsapp die lab"
_KEYS = ("format", "version", "link", "setups")


def to_json(setups: tuple[SetUp, ...], link: str) -> str:
    """Return set-ups as JSON: everything is in it, nothing is left to look up.

    Examples
    --------
    >>> text = to_json((SetUp.of("classic"),), "/lab?lab_s=classic")
    >>> from_json(text.encode()) == (SetUp.of("classic"),)
    True
    """
    data = {
        "format": FORMAT,
        "version": __version__,
        "link": link,
        "setups": [{"base": s.base, "ruleset": ruleset_to_dict(s.rules)} for s in setups],
    }
    return json.dumps(data, indent=1, ensure_ascii=False) + "\n"


def from_json(content: bytes) -> tuple[SetUp, ...]:
    """Return the set-ups in a file, or the one ruleset in a file of a ruleset.

    Raises
    ------
    InvalidInput
        If it cannot be read, or has rules of dice that the lab does not edit.
    """
    try:
        data = parse_json(decoded(content, "a file of the lab"))
    except InvalidInput as refusal:
        words = str(refusal)
        raise InvalidInput(f"the file {words}" if words[:3] in ("is ", "has") else words) from None
    if isinstance(data, dict) and "format" not in data and "name" in data:
        return (_setup(data, None),)
    given = as_object(data, "a file of the lab", _KEYS, required=("format", "setups"))
    if given["format"] != FORMAT:
        raise InvalidInput(f"the format must be {FORMAT!r}, not {short(given['format'])}")
    entries = as_list(given["setups"], "the set-ups of a file")
    if not 1 <= len(entries) <= MOST_SETUPS:
        raise InvalidInput(f"a file has 1 to {MOST_SETUPS} set-ups, not {len(entries)}")
    found = []
    for entry in entries:
        setup = as_object(entry, "a set-up", ("base", "ruleset"), required=("ruleset",))
        found.append(_setup(setup["ruleset"], setup.get("base")))
    return tuple(found)


def _setup(data: object, base: Any) -> SetUp:
    rules = ruleset_from_dict(data)
    if base is None:
        kind = "classic" if isinstance(rules.combat, RankedDice) else "risk2"
        base = rules.name if rules.name in BASES else kind
    if not isinstance(base, str) or base not in BASES:
        raise InvalidInput(f"a set-up is based on one of {', '.join(BASES)}, not {short(base)}")
    setup = setup_of(rules, base)
    start = SetUp.of(base)
    if (len(setup.dice), setup.is_coloured) != (len(start.dice), start.is_coloured):
        raise InvalidInput(f"the lab edits {len(start.dice)} dice under {base}")
    setup = setup.changed()
    if _plain(setup.rules) != _plain(rules):
        raise InvalidInput(
            f"the ruleset {rules.name} has rules of dice that the lab does not edit, such as a"
            " bonus, a round table or cards"
        )
    return setup


def _plain(rules: Ruleset) -> dict[str, Any]:
    """Return the rules of dice without what they are called."""
    combat = dict(ruleset_to_dict(rules)["combat"])
    for key, value in combat.items():
        if isinstance(value, dict):
            combat[key] = {name: part for name, part in value.items() if name != "name"}
    if "dice_set" in combat:
        combat["dice_set"] = [die["faces"] for die in combat["dice_set"]["dice"]]
    return combat
