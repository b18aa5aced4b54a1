"""Which dice each army rolls at each size, as names: the seam between rules and explanations.

What a die does stays in `oddsapp.combat`; these are only the labels of its rolls.
"""

from __future__ import annotations

from bisect import bisect_right

from oddsapp.combat import Battle, BattleKind, State
from oddsapp.rules import RankedDice, Role

Ladder = tuple[tuple[int, str], ...]
"""(smallest size, what an army of that size rolls), sizes growing."""


def ladders(battle: Battle) -> tuple[Ladder, ...]:
    """Return for each army which dice it rolls from which size on.

    With classic dice the name is their number, with one die per army its name.

    Examples
    --------
    >>> from oddsapp.combat import attack
    >>> from oddsapp.rules import find_ruleset
    >>> ladders(attack(12, 2, find_ruleset("classic")))
    (((1, '1'), (2, '2'), (3, '3')), ((1, '1'), (2, '2')))
    >>> ladders(attack(12, 2, find_ruleset("risk2")))[1]
    ((1, 'white'), (6, 'yellow'), (11, 'green'), (19, 'red'), (31, 'black'))
    """
    combat = battle.rules.combat
    if isinstance(combat, RankedDice):
        return tuple(
            tuple((size, str(size)) for size in range(1, most + 1))
            for most in (combat.attack_dice, combat.defence_dice)
        )
    by_role = {
        role: tuple(
            (size, combat.die(tier).name)
            for tier, size in enumerate(combat.thresholds.starts(role))
        )
        for role in Role
    }
    return tuple(by_role[role_of(battle, place)] for place in range(len(battle.armies)))


def role_of(battle: Battle, place: int) -> Role:
    """Return as whom an army rolls: in a clash and in the spoils of war all attack (M-7, M-8)."""
    contest = battle.kind in (BattleKind.BORDER_CLASH, BattleKind.SPOILS_OF_WAR)
    if contest or place < len(battle.armies) - 1:
        return Role.ATTACKER
    return Role.DEFENDER


def dice_in_play(battle: Battle, state: State) -> tuple[str | None, ...]:
    """Return what each army rolls in a state, None for an army that is gone.

    Examples
    --------
    >>> from oddsapp.combat import attack
    >>> from oddsapp.rules import find_ruleset
    >>> dice_in_play(attack(12, 2, find_ruleset("classic")), (5, 1))
    ('3', '1')
    """
    return tuple(
        ladder[bisect_right(ladder, size, key=lambda step: step[0]) - 1][1] if size else None
        for size, ladder in zip(state, ladders(battle), strict=True)
    )
