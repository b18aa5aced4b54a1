"""Battles in two dimensions: invasions, protected mass invasions and border clashes.

Under the protected rule all attackers lose together or not at all (M-6), so a state is how
much each attacker has lost so far, and how many defenders are left, for any number of
attackers. A border clash is the same with one attacker, a tie changing nothing (M-7). The
dice depend on sizes only through their tiers (M-2), so within a segment of defenders that
roll one die a row of states is a linear recurrence with constant coefficients.

Cost: (largest force) x (defenders) states, memory for a few rows of defenders.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from math import gcd
from typing import Any, NamedTuple

from oddsapp.combat import Battle, BattleKind
from oddsapp.combat.roll import Winner, casualties, mass_losses
from oddsapp.combat.round import NEVER_ENDS, Round, attack_costs, count_winners, rival_round
from oddsapp.errors import InvalidInput
from oddsapp.interrupts import check_interrupt
from oddsapp.odds.arithmetic import Numbers, clearing_base
from oddsapp.rules import CasualtyRule, ColouredDice, MassReading, Role

Line = list[Any]


class Duel(NamedTuple):
    """One roll in lockstep, given that somebody loses something.

    Parameters
    ----------
    attackers_lose : int
        What every attacker loses when all are beaten.
    beaten : int
        The weight of that.
    defender_loses : int
        What the defender loses for each attacker that wins.
    hits : tuple of int
        The weights that 1, 2, … attackers win.
    total : int
        The sum of all weights; 0 if no roll ever costs anybody anything.
    """

    attackers_lose: int
    beaten: int
    defender_loses: int
    hits: tuple[int, ...]
    total: int


def is_lockstep(battle: Battle) -> bool:
    """Tell whether this battle can be solved here: its attackers always lose alike."""
    combat = battle.rules.combat
    if not isinstance(combat, ColouredDice):
        return False
    if battle.kind is BattleKind.BORDER_CLASH:
        return True
    if battle.kind is not BattleKind.MASS_INVASION:
        return False
    alone = len(battle.armies) == 2
    alike = combat.casualties is not CasualtyRule.OWN
    return alone or (alike and combat.mass_reading is MassReading.PROTECTED)


def end_weights(battle: Battle, numbers: Numbers) -> tuple[Line, Line]:
    """Return the weights of all end states.

    Returns
    -------
    attackers_lost : list
        For 0, 1, … armies lost by every attacker: that the defender is gone.
    defenders_lost : list
        For 0, 1, … armies lost by the defender: that the attackers are gone.

    Raises
    ------
    InvalidInput
        If the battle may go on for ever.
    """
    combat = battle.rules.combat
    assert isinstance(combat, ColouredDice)
    *forces, defenders = battle.armies
    largest = max(forces)
    rows: dict[int, Line] = {0: [numbers.one] + [numbers.zero] * (defenders - 1)}
    attackers_lost = [numbers.zero] * (largest + 1)
    defenders_lost = [numbers.zero] * (defenders + 1)
    for lost in range(largest):
        check_interrupt()
        row = rows.pop(lost, None)
        if row is None:
            continue
        for begin, end, duel in _segments(battle, combat, lost):
            if not any(row[begin:end]):
                continue
            if not duel.total:
                raise InvalidInput(NEVER_ENDS)
            after = min(lost + duel.attackers_lose, largest)
            if after < largest and after not in rows:
                rows[after] = [numbers.zero] * defenders
            below = rows[after] if after < largest else defenders_lost
            beaten = numbers.coefficient(duel.beaten, duel.total, after - lost)
            attackers_lost[lost] += _fight_segment(row, begin, end, duel, beaten, below, numbers)
    return attackers_lost, defenders_lost


def count_states(battle: Battle) -> int:
    """Return about how many states are met, known before any of them is visited.

    Where the lowest die sets the casualties, two armies of rank r meet one state in r * r.
    """
    combat = battle.rules.combat
    assert isinstance(combat, ColouredDice)
    *forces, defenders = battle.armies
    smaller, larger = sorted((max(forces), defenders))
    if combat.casualties is not CasualtyRule.LOWEST:
        return smaller * larger
    is_defender = battle.kind is BattleKind.MASS_INVASION and smaller == defenders
    starts = combat.thresholds.starts(Role.DEFENDER if is_defender else Role.ATTACKER)
    states = 0
    for rank, start, following in zip(
        combat.ranks, starts, (*starts[1:], smaller + 1), strict=False
    ):
        states += max(0, min(following, smaller + 1) - start) * larger // (rank * rank)
    return states


def exact_base(battle: Battle) -> int:
    """Return the base of `Integers` that clears the denominators of this battle.

    An attacker's loss counts once, for all attackers fall in lockstep.
    """
    combat = battle.rules.combat
    assert isinstance(combat, ColouredDice)
    duels = {
        duel
        for lost in range(max(battle.armies[:-1]))
        for _, _, duel in _segments(battle, combat, lost)
        if duel.total
    }
    # A loss may be cut short by what is there: one army can be all that a roll costs.
    return clearing_base(Round((((1,), duel.total),)) for duel in duels)


def _segments(battle: Battle, combat: ColouredDice, lost: int) -> Iterator[tuple[int, int, Duel]]:
    """Yield the ranges of defenders lost in which the dice stay the same, with their roll."""
    *forces, defenders = battle.armies
    clash = battle.kind is BattleKind.BORDER_CLASH
    tiers = tuple(
        sorted(combat.tier(force - lost, Role.ATTACKER) for force in forces if force > lost)
    )
    starts = combat.thresholds.starts(Role.ATTACKER if clash else Role.DEFENDER)
    end = 0
    for tier in range(len(starts) - 1, -1, -1):
        begin, end = end, max(end, defenders - starts[tier] + 1)
        if begin < end:
            yield begin, end, (_clash if clash else invasion_duel)(combat, tiers, tier)


@lru_cache(maxsize=4096)
def invasion_duel(combat: ColouredDice, tiers: tuple[int, ...], defence: int) -> Duel:
    """Return the roll of attackers of these tiers against a defender."""
    costs = attack_costs(combat, tiers, defence)
    none, *some = [
        mass_losses(
            [Winner.ATTACKER] * winners + [Winner.DEFENDER] * (len(tiers) - winners),
            costs,
            combat.mass_reading,
        )
        for winners in range(len(tiers) + 1)
    ]
    beaten, hits = count_winners(combat, tiers, defence)
    common = gcd(beaten, *hits) or 1
    return Duel(
        attackers_lose=none[0],
        beaten=beaten // common,
        defender_loses=some[0][-1],
        hits=tuple(weight // common for weight in hits),
        total=(beaten + sum(hits)) // common,
    )


@lru_cache(maxsize=4096)
def _clash(combat: ColouredDice, tiers: tuple[int, ...], rival: int) -> Duel:
    """Return the roll of two armies that clash."""
    dice = (*tiers, rival)
    ranks = [combat.ranks[tier] for tier in dice]
    first_loses, second_loses = casualties(combat.casualties, combat.fixed_casualties, ranks)
    # Dice of one's own may be such that one side, or both, never loses.
    weights = dict(rival_round(combat, dice, (0, 1)).outcomes)
    beaten, hit = weights.get((first_loses, 0), 0), weights.get((0, second_loses), 0)
    common = gcd(beaten, hit) or 1
    return Duel(
        first_loses, beaten // common, second_loses, (hit // common,), (beaten + hit) // common
    )


def _fight_segment(
    row: Line, begin: int, end: int, duel: Duel, beaten: Any, below: Line, numbers: Numbers
) -> Any:
    """Fight down the states ``begin`` to ``end`` of one row, in which the dice are the same.

    Weight moves on within the row when attackers win, and to the row ``below``, by the
    coefficient ``beaten``, when they lose. Returns the weight that leaves no defender.
    """
    step, defenders = duel.defender_loses, len(row)
    pushes = [
        (step * winners, numbers.coefficient(weight, duel.total, step * winners))
        for winners, weight in enumerate(duel.hits, start=1)
    ]
    # Big dice cost several armies at a time, so most states are never met: skip them.
    free = max(begin, min(end, defenders - pushes[-1][0]))
    for place in range(begin, free):
        weight = row[place]
        if weight:
            below[place] += beaten * weight
            for loss, coefficient in pushes:
                row[place + loss] += coefficient * weight
    # From here on a roll may cost more than there is, which is not carried on (M-4).
    gone = numbers.zero
    for place in range(free, end):
        weight = row[place]
        below[place] += beaten * weight
        left = defenders - place
        for chance, (loss, coefficient) in zip(duel.hits, pushes, strict=True):
            if loss < left:
                row[place + loss] += coefficient * weight
            else:
                gone += numbers.coefficient(chance, duel.total, left) * weight
    return gone
