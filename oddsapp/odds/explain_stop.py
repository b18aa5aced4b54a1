"""Stop rules in explanations: what is fought, where it is called off, and that in words."""

from __future__ import annotations

from oddsapp.combat import Battle, State, StopRule, attack
from oddsapp.errors import InvalidInput
from oddsapp.odds.stopping import StoppedOutcome


def fought(outcome: StoppedOutcome, player: int) -> tuple[Battle, frozenset[State]]:
    """Return the battle without the reserve, and the states in which it is called off.

    Raises
    ------
    InvalidInput
        If the chain of states does not tell when it is called off, or not a roll is made, or
        another chance than that to take the territory is asked for.
    """
    if player:
        raise InvalidInput(
            "of a battle that may be called off the attacker's chance is explained: player 0"
        )
    if outcome.stop.rolls is not None:
        raise InvalidInput(
            "a battle of a limited number of rolls is no chain of its states, which is what is"
            " explained: leave the limit of rolls out"
        )
    force, defenders = outcome.battle.armies
    reserve = outcome.stop.reserve
    called_off = {
        (attackers - reserve, left)
        for (attackers, left), _ in outcome.items()
        if left and attackers > reserve
    }
    start = force - reserve, defenders
    if start[0] <= 0 or start in called_off:
        raise InvalidInput("this attack is called off before the first roll: nothing to explain")
    return attack(*start, outcome.battle.rules), frozenset(called_off)


def in_words(stop: StopRule) -> tuple[str, ...]:
    """Return when the battle ends, a sentence each; forces without the reserve.

    Examples
    --------
    >>> in_words(StopRule(at=3, reserve=1))[0]
    'A reserve of 1 takes no part and is not counted here.'
    """
    sentences = []
    if stop.reserve:
        sentences.append(f"A reserve of {stop.reserve:,} takes no part and is not counted here.")
    if stop.at is not None:
        line = max(0, stop.at - stop.reserve)
        sentences.append(
            f"The attack is called off as soon as a force of {line:,} or less is left."
        )
    if stop.odds is not None:
        sentences.append(
            "The attack is called off as soon as the chance to win the battle to its end is less"
            f" than {stop.odds}."
        )
    return (*sentences, "Otherwise it goes on until one side has no army left.")
