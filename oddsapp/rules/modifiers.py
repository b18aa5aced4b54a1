"""What stands on a territory and changes its dice: capitals, walls and zombies."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from enum import StrEnum

from oddsapp.errors import InvalidInput
from oddsapp.rules.options import Ties
from oddsapp.rules.ruleset import RankedDice, Ruleset

_KEY = "modifiers"


class Modifier(StrEnum):
    """What changes the dice of one battle in RISK: Global Domination; they add up.

    CAPITAL, WALL: the defender's most dice are one more. ZOMBIE_ATTACKER: the attacker's
    most dice are one less, but at least one. ZOMBIE_DEFENDER: ties go to the attacker.
    Nobody rolls more dice than armies.
    """

    CAPITAL = "capital"
    WALL = "wall"
    ZOMBIE_ATTACKER = "zombie_attacker"
    ZOMBIE_DEFENDER = "zombie_defender"


def modified(rules: Ruleset, modifiers: Iterable[str]) -> Ruleset:
    """Return the rules of a battle with these modifiers.

    They change what the rules have: make other changes to numbers of dice and ties before.

    Parameters
    ----------
    rules : Ruleset
    modifiers : iterable of str
        ``"capital"``, ``"wall"``, ``"zombie_attacker"``, ``"zombie_defender"``.

    Raises
    ------
    InvalidInput
        If a modifier is not known, stands there already, or the rules have one die an army.

    Examples
    --------
    A zombie over a wall, 2 dice against 3:

    >>> from oddsapp.rules import find_ruleset
    >>> rules = modified(find_ruleset("blitz"), ["zombie_attacker", "wall"])
    >>> rules.combat.attack_dice, rules.combat.defence_dice, str(rules)
    (2, 3, 'blitz, modifiers=wall+zombie_attacker')
    """
    variations = dict(rules.variations)
    names = [name for name in variations.get(_KEY, "").split("+") if name]
    combat = rules.combat
    if not isinstance(combat, RankedDice):
        raise InvalidInput(
            f"capitals, walls and zombies mean nothing under the rules {rules.name};"
            " rules with dice compared by rank have them: blitz or classic, for instance"
        )
    attack, defence, ties = combat.attack_dice, combat.defence_dice, combat.ties
    for name in modifiers:
        if name not in list(Modifier):
            raise InvalidInput(f"no modifier is called {name!r}; there are {', '.join(Modifier)}")
        modifier = Modifier(name)
        if modifier in names:
            raise InvalidInput(f"a territory has at most one {modifier}")
        names.append(modifier)
        match modifier:
            case Modifier.CAPITAL | Modifier.WALL:
                defence += 1
            case Modifier.ZOMBIE_ATTACKER:
                attack = max(1, attack - 1)
            case Modifier.ZOMBIE_DEFENDER:
                ties = Ties.ATTACKER
    if not names:
        return rules
    changed = rules.replace(attack_dice=attack, defence_dice=defence, ties=ties)
    # Their names say what the numbers of dice would only hint at.
    variations[_KEY] = "+".join(sorted(names))
    return replace(changed, variations=tuple(sorted(variations.items())))
