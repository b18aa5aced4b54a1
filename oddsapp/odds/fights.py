"""One attack fought to its end from several states at once, each with a weight of its own.

A battle is linear in the weights that it starts from, so one pass over its states is enough,
except for a balanced blitz.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import prod
from typing import Any

from oddsapp.arguments import shortened
from oddsapp.combat import State, attack
from oddsapp.errors import InvalidInput
from oddsapp.odds import classic
from oddsapp.odds.arithmetic import Fractions, Numbers
from oddsapp.odds.wins import Moves
from oddsapp.rules import RankedDice, Ruleset

MOST_STATES = 4_000_000
"""The most states of a territory."""

MOST_EXACT_WORK = 20_000_000
"""The most states times armies in fractions, whose digits grow with the armies."""

MOST_BLITZ_STATES = 20_000_000
"""The most states of all the battles together that a balanced blitz of a territory may be."""


def fight_from_all(
    rules: Ruleset, start: Mapping[State, Any], numbers: Numbers
) -> tuple[list[Any], list[Any]]:
    """Return the weights of the ends by attackers lost, and by defenders lost, of the largest.

    Parameters
    ----------
    rules : Ruleset
    start : mapping
        The weight of each state (force, defenders) that is fought from.
    numbers : Numbers

    Raises
    ------
    InvalidInput
        If there are too many states.
    """
    force, defenders = (max(sizes) for sizes in zip(*start, strict=True))
    states = force * defenders
    if states > MOST_STATES:
        raise InvalidInput(
            f"a territory of this campaign has {states:,} states to visit;"
            f" the limit is {MOST_STATES:,}"
        )
    exact = isinstance(numbers, Fractions)
    work = states * (force + defenders)
    if exact and work > MOST_EXACT_WORK:
        raise InvalidInput(
            f"fractions for a territory of this campaign with {states:,} states, times the"
            f" {force + defenders:,} armies that their digits grow with, are {shortened(work)};"
            f" the limit is {MOST_EXACT_WORK:,}, so ask without exact fractions"
        )
    combat = rules.combat
    if not isinstance(combat, RankedDice):
        return _by_states(rules, start, numbers)
    if combat.balance is None:
        return classic.Fight(combat, numbers, force, defenders).row_by_row(start)
    return _one_by_one(rules, start, exact=exact)


def _by_states(
    rules: Ruleset, start: Mapping[State, Any], numbers: Numbers
) -> tuple[list[Any], list[Any]]:
    """Visit every state once, where dice depend on the sizes of the armies (M-2)."""
    force, defenders = (max(sizes) for sizes in zip(*start, strict=True))
    moves = Moves(rules, numbers)
    lines = {left: [numbers.zero] * (defenders + 1) for left in range(force + 1)}
    for (size, against), weight in start.items():
        lines[size][against] += weight
    attackers_lost = [numbers.zero] * (force + 1)
    for left in range(force, 0, -1):
        here = lines.pop(left)
        for against in range(defenders, 0, -1):
            weight = here[against]
            if not weight:
                continue
            for lost, hit, coefficient in moves.of(left, against):
                target = lines[max(0, left - lost)] if lost else here
                target[max(0, against - hit)] += coefficient * weight
        attackers_lost[force - left] = here[0]
    return attackers_lost, [*reversed(lines[0][1:]), numbers.zero]


def _one_by_one(
    rules: Ruleset, start: Mapping[State, Any], *, exact: bool
) -> tuple[list[Any], list[Any]]:
    """Fight from each state on its own: a balanced blitz bends the odds of each start."""
    from oddsapp.odds.solve import battle

    force, defenders = (max(sizes) for sizes in zip(*start, strict=True))
    linear = classic.is_linear(attack(force, defenders, rules))
    work = sum(classic.STATES_PER_ARMY * sum(state) if linear else prod(state) for state in start)
    if work > MOST_BLITZ_STATES:
        raise InvalidInput(
            f"a territory of this campaign is blitzed from {len(start):,} different forces, with"
            f" about {work:,} states in all; the limit is {MOST_BLITZ_STATES:,}"
        )
    attackers_lost = [0.0] * (force + 1)
    defenders_lost = [0.0] * (defenders + 1)
    for (size, against), weight in start.items():
        odds = battle(force=size, defenders=against, rules=rules, exact=exact)
        for (left, standing), probability in odds.items():
            if left:
                attackers_lost[force - left] += weight * probability
            else:
                defenders_lost[defenders - standing] += weight * probability
    return attackers_lost, defenders_lost
