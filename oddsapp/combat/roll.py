"""The one description of a roll: who is compared with whom, and who loses what.

Everything else follows from these functions: the exact distribution of a round is their
sum over all faces (`oddsapp.combat.round`), the engine applies them to the faces rolled,
and the explanations walk through them.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from oddsapp.dice import Die
from oddsapp.rules import (
    Bonus,
    CasualtyRule,
    MassReading,
    RankedDice,
    SpoilsReading,
    Ties,
)


class Winner(Enum):
    """Who wins one comparison of two dice.

    Examples
    --------
    >>> [winner.name for winner in Winner]
    ['ATTACKER', 'NOBODY', 'DEFENDER']
    """

    ATTACKER = 1
    NOBODY = 0
    DEFENDER = -1


_TIES = {
    Ties.ATTACKER: Winner.ATTACKER,
    Ties.DEFENDER: Winner.DEFENDER,
    Ties.NOBODY: Winner.NOBODY,
}


def comparison(attack: int, defence: int, ties: Ties) -> Winner:
    """Compare one die with one die: the higher wins, equal dice as ``ties`` says.

    Examples
    --------
    >>> comparison(4, 4, Ties.DEFENDER)
    <Winner.DEFENDER: -1>
    """
    if attack > defence:
        return Winner.ATTACKER
    if attack < defence:
        return Winner.DEFENDER
    return _TIES[ties]


def ranked_losses(attack: Sequence[int], defence: Sequence[int], ties: Ties) -> tuple[int, int]:
    """Return what attacker and defender lose in a classic roll (C-4).

    Highest die against highest, second against second, as far as both sides have dice; the
    loser of each comparison loses one army.

    Examples
    --------
    >>> ranked_losses([6, 1, 3], [3, 2], Ties.DEFENDER)
    (0, 2)
    >>> ranked_losses([6, 1, 3], [6, 2], Ties.DEFENDER)
    (1, 1)
    """
    attack_lost = defence_lost = 0
    for a, d in zip(sorted(attack, reverse=True), sorted(defence, reverse=True), strict=False):
        winner = comparison(a, d, ties)
        attack_lost += winner is Winner.DEFENDER
        defence_lost += winner is Winner.ATTACKER
    return attack_lost, defence_lost


def with_bonus(faces: Sequence[int], bonus: Bonus, die: Die) -> list[int]:
    """Return what the dice of one side count after its bonus, sorted high to low.

    All dice thrown are needed, not only those that will be compared: with less on the
    highest another one may be the highest, and the lowest may be none of the compared.

    Examples
    --------
    >>> from oddsapp.dice import SIX_SIDED
    >>> with_bonus([2, 6], Bonus(every=1), SIX_SIDED)
    [6, 3]
    >>> with_bonus([5, 5, 1], Bonus(highest=-1, lowest=-1, capped=False), SIX_SIDED)
    [5, 4, 0]
    """
    dice = [face + bonus.every for face in sorted(faces, reverse=True)]
    dice[0] += bonus.highest
    dice[-1] += bonus.lowest
    if bonus and bonus.capped:
        dice = [min(max(number, die.faces[0]), die.faces[-1]) for number in dice]
    return sorted(dice, reverse=True)


def dice_losses(
    rules: RankedDice, attack: Sequence[int], defence: Sequence[int]
) -> tuple[int, int]:
    """Return what attacker and defender lose when these faces lie on the table.

    `with_bonus` on each side, then `ranked_losses`.

    Examples
    --------
    A bunker turns the defender's 5 into a 6, and ties are won by the defender:

    >>> dice_losses(RankedDice(defence_bonus=Bonus(highest=1)), [6, 3, 2], [5, 3])
    (2, 0)
    """
    if not (rules.attack_bonus or rules.defence_bonus):
        return ranked_losses(attack, defence, rules.ties)  # nearly always, and much faster
    return ranked_losses(
        with_bonus(attack, rules.attack_bonus, rules.attack_die),
        with_bonus(defence, rules.defence_bonus, rules.defence_die),
        rules.ties,
    )


def casualties(rule: CasualtyRule, fixed: int, ranks: Sequence[int]) -> tuple[int, ...]:
    """Return, for each army in the battle, what losing one comparison costs it (M-4).

    Parameters
    ----------
    rule : CasualtyRule
    fixed : int
        The number that `CasualtyRule.FIXED` stands for.
    ranks : sequence of int
        The rank of the die that each army rolls now, attackers and defender alike.

    Examples
    --------
    >>> casualties(CasualtyRule.LOWEST, 1, [3, 3, 4])
    (3, 3, 3)
    >>> casualties(CasualtyRule.OWN, 1, [3, 3, 4])
    (3, 3, 4)
    """
    match rule:
        case CasualtyRule.LOWEST:
            return (min(ranks),) * len(ranks)
        case CasualtyRule.HIGHEST:
            return (max(ranks),) * len(ranks)
        case CasualtyRule.OWN:
            return tuple(ranks)
        case CasualtyRule.FIXED:
            return (fixed,) * len(ranks)


def mass_losses(
    winners: Sequence[Winner], costs: Sequence[int], reading: MassReading
) -> tuple[int, ...]:
    """Return what each attacker and, last, the defender lose in an invasion (M-5, M-6).

    Parameters
    ----------
    winners : sequence of Winner
        The comparison of each attacking army's die with the defender's.
    costs : sequence of int
        The `casualties` of each attacker and, last, of the defender.
    reading : MassReading

    Examples
    --------
    Three White dice against a White one, two of them higher:

    >>> mass_losses([Winner.ATTACKER, Winner.ATTACKER, Winner.DEFENDER], [1] * 4,
    ...             MassReading.PROTECTED)
    (0, 0, 0, 2)
    """
    successes = sum(winner is Winner.ATTACKER for winner in winners)
    # Only a defender's die that is higher than all hurts: a tied attacker saves the others.
    all_beaten = all(winner is Winner.DEFENDER for winner in winners)
    protected = reading is MassReading.PROTECTED and not all_beaten
    attackers = (
        0 if protected or winner is not Winner.DEFENDER else cost
        for winner, cost in zip(winners, costs, strict=False)
    )
    return (*attackers, successes * costs[-1])


def rival_losses(
    rolls: Sequence[int], owners: Sequence[int], costs: Sequence[int], reading: SpoilsReading
) -> tuple[int, ...]:
    """Return what each army loses when attackers fight each other (M-7, M-8).

    Parameters
    ----------
    rolls : sequence of int
        What each army rolled.
    owners : sequence of int
        Whose army it is; armies of one owner never hurt each other.
    costs : sequence of int
        The `casualties` of each army.
    reading : SpoilsReading
        For two armies, a border clash, both readings are the same.

    Examples
    --------
    >>> rival_losses([6, 5, 2], [0, 1, 2], [1, 1, 1], SpoilsReading.TOP_ROLL)
    (0, 1, 1)
    >>> rival_losses([6, 5, 2], [0, 1, 2], [1, 1, 1], SpoilsReading.PAIRWISE)
    (0, 1, 2)
    """
    if reading is SpoilsReading.TOP_ROLL:
        top = max(rolls)
        safe = {owner for roll, owner in zip(rolls, owners, strict=True) if roll == top}
        hitting = [roll for roll, owner in zip(rolls, owners, strict=True) if owner in safe]
        return tuple(
            0 if owner in safe else cost * sum(other > roll for other in hitting)
            for roll, owner, cost in zip(rolls, owners, costs, strict=True)
        )
    armies = list(zip(rolls, owners, strict=True))
    return tuple(
        cost * sum(other > roll and rival != owner for other, rival in armies)
        for (roll, owner), cost in zip(armies, costs, strict=True)
    )
