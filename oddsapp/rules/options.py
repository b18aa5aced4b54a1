"""The choices that a ruleset makes, each an enumeration of its possible answers."""

from __future__ import annotations

from enum import StrEnum


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
