"""What a battle on the page is fought by: a ruleset, and what stands on the territory.

Both together are one short word, which an address can carry: ``classic-capital``.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from oddsapp.arguments import named
from oddsapp.errors import InvalidInput
from oddsapp.rules import RankedDice, Ruleset, find_ruleset, modified
from oddsapp.rules.modifiers import Modifier

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
"""The rulesets of the page by what they are called there."""

USUAL = {"classic": "Classic", "blitz": "Blitz", "risk2": "RISK II"}
"""Those that need one tap only."""

MODIFIERS = {
    Modifier.CAPITAL.value: "Capital",
    Modifier.WALL.value: "Wall",
    Modifier.ZOMBIE_ATTACKER.value: "Zombies attack",
    Modifier.ZOMBIE_DEFENDER.value: "Zombies defend",
}
"""What can stand on the territory, where dice are compared by rank."""


def setting(rules: str, modifiers: Sequence[str] = ()) -> str:
    """Return the one word for a ruleset and what stands on the territory.

    >>> setting("classic", ["zombie_attacker", "capital"])
    'classic-capital-zombie_attacker'
    """
    return "-".join([rules, *(name for name in MODIFIERS if name in modifiers)])


def parts_of(word: str) -> tuple[str, tuple[str, ...]]:
    """Return the ruleset and the modifiers that a word stands for.

    Raises
    ------
    InvalidInput
        If it stands for none.

    Examples
    --------
    >>> parts_of("classic-capital")
    ('classic', ('capital',))
    """
    rules, *modifiers = word.split("-")
    named(rules, RULES, "ruleset")
    for name in modifiers:
        named(name, MODIFIERS, "modifier")
    if setting(rules, modifiers) != word or (modifiers and not takes_modifiers(rules)):
        raise InvalidInput(f"{word[:40]!r} are no rules of this page")
    return rules, tuple(modifiers)


@cache
def ruleset_of(word: str) -> Ruleset:
    """Return the ruleset of a word.

    >>> ruleset_of("classic-capital").combat.defence_dice
    3
    """
    rules, modifiers = parts_of(word)
    return modified(find_ruleset(rules), modifiers) if modifiers else find_ruleset(rules)


def takes_modifiers(rules: str) -> bool:
    """Tell whether capitals and zombies mean anything under a ruleset."""
    return isinstance(find_ruleset(rules).combat, RankedDice)


def is_at_once(rules: str) -> bool:
    """Tell whether a battle is fought at once, with balanced odds."""
    combat = find_ruleset(rules).combat
    return isinstance(combat, RankedDice) and combat.balance is not None


def may_stop(rules: str) -> bool:
    """Tell whether an attack can be called off after a roll."""
    return takes_modifiers(rules) and not is_at_once(rules)


def by_hand(word: str) -> str:
    """Return the word for the same battle rolled by hand: a blitz has no rolls.

    >>> by_hand("blitz-capital"), by_hand("risk2")
    ('classic-capital', 'risk2')
    """
    rules, modifiers = parts_of(word)
    return setting("classic" if is_at_once(rules) else rules, modifiers)


def in_words(word: str) -> str:
    """Return what rules are called on the page.

    >>> in_words("classic-capital"), in_words("risk2")
    ('Classic, capital', 'RISK II invasion')
    """
    rules, modifiers = parts_of(word)
    return ", ".join([RULES[rules], *(MODIFIERS[name].lower() for name in modifiers)])
