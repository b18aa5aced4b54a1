"""The steps of a plan in which nothing is divided beforehand."""

from __future__ import annotations

from oddsapp.odds.planning.joint import Joint, Situation
from oddsapp.odds.planning.step import Step, make_step


def steps(joint: Joint) -> tuple[Step, ...]:
    """Return the steps of the best plan, as long as every attack succeeds.

    Parts of the board that do not touch are played one after the other.
    """
    situation = joint.start()
    found = []
    while (attack := _best_attack(joint, situation)) is not None:
        origin, target = attack
        step = _step(joint, situation, origin, target)
        found.append(step)
        others = joint.others(situation, origin, target)
        situation = joint.conquered(others, step.left, step.moved)
    return tuple(found)


def _best_attack(joint: Joint, situation: Situation) -> tuple[int, int] | None:
    for part in joint.parts(situation) or []:
        attacks = joint.attacks(part)
        if attacks:
            origin, target, worth = max(attacks, key=lambda attack: attack[2])
            if worth:
                return origin, target
    return None


def _step(joint: Joint, situation: Situation, origin: int, target: int) -> Step:
    others = joint.others(situation, origin, target)
    own, enemy = (dict(side) for side in situation)

    def after(left: int, dice: int) -> tuple[object, int]:
        best = joint.after(others, left, min(dice, left - 1))
        return best.worth, best.moved

    return make_step(
        joint.problem,
        joint.dice,
        (origin, target, own[origin], enemy[target]),
        after,
        lambda left: joint.beaten(others, left),
    )
