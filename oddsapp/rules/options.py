"""The choices that a ruleset makes, each an enumeration of its possible answers."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, TypeVar

from oddsapp.errors import InvalidInput

Option = TypeVar("Option", bound=StrEnum)


class Ties(StrEnum):
    """Who wins a comparison of two equal dice (C-4, M-5)."""

    ATTACKER = "attacker"
    DEFENDER = "defender"
    NOBODY = "nobody"


class CasualtyRule(StrEnum):
    """What one lost comparison costs (M-4).

    LOWEST and HIGHEST take the rank of the lowest or highest die in the battle at this
    roll; OWN takes the rank of the losing army's own die; FIXED is a number.
    """

    LOWEST = "lowest"
    HIGHEST = "highest"
    OWN = "own"
    FIXED = "fixed"


class MassReading(StrEnum):
    """What a mass invasion costs (M-6).

    PROTECTED: unless the defender's die beats all, no attacker loses anything.
    INDIVIDUAL: every comparison costs its loser.
    """

    PROTECTED = "protected"
    INDIVIDUAL = "individual"


class SpoilsReading(StrEnum):
    """What a roll in the spoils of war costs (M-8).

    TOP_ROLL: the players that show the highest roll are safe; every army of the others
    loses the casualties once for each die of those players that beats it.
    PAIRWISE: every army is compared with every army of every other player.
    """

    TOP_ROLL = "top_roll"
    PAIRWISE = "pairwise"


class Role(StrEnum):
    """As whom an army rolls: thresholds may differ (M-2, M-3)."""

    ATTACKER = "attacker"
    DEFENDER = "defender"


class DefenceTiming(StrEnum):
    """When the defender says with how many dice to roll (C-3).

    AT_ONCE: both sides announce together, before they roll.
    ATTACKER_FIRST: the defender answers the attacker's number.
    AFTER_ROLL: the defender has seen what the attacker rolled; a house rule.
    """

    AT_ONCE = "at_once"
    ATTACKER_FIRST = "attacker_first"
    AFTER_ROLL = "after_roll"


class CardReroll(StrEnum):
    """Which die the attacker may roll again by showing a card (C-7, expert variant).

    OFF: cards are not used so. OWN: one of the attacker's. ANY: any die on the table.
    """

    OFF = "off"
    OWN = "own"
    ANY = "any"


class CardLimit(StrEnum):
    """How often a shown card may be used in the attack on one territory (C-7).

    ROLL: at each roll, one die. TERRITORY: once in all. CARD: once for each card that
    names one of the two territories, not two at one roll.
    """

    ROLL = "roll"
    TERRITORY = "territory"
    CARD = "card"


def option(kind: type[Option], key: str, value: Any) -> Option:
    """Return a member of an enumeration, given itself or by its name.

    Raises
    ------
    InvalidInput
        If there is none of that name; the message lists those there are.

    Examples
    --------
    >>> option(Ties, "ties", "defender")
    <Ties.DEFENDER: 'defender'>
    """
    if not isinstance(value, str) or value not in list(kind):
        raise InvalidInput(f"{key} cannot be {value!r}; it can be {', '.join(kind)}")
    return kind(value)
