"""What comes beside and after one classic battle: stop rules, campaigns, take and hold.

Plain recursion over what can happen next, in fractions; forces throughout.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from fractions import Fraction
from typing import Unpack

from tests.reference.classic_twin import Options, end_states, round_losses

SIX = (1, 2, 3, 4, 5, 6)


def one_roll(
    force: int, defenders: int, attack_dice: int = 3, defence_dice: int = 2
) -> dict[tuple[int, int], Fraction]:
    """Chances of the losses of one roll with full dice."""
    return round_losses(
        [SIX] * min(force, attack_dice), [SIX] * min(defenders, defence_dice), "defender"
    )


def wins(force: int, defenders: int) -> Fraction:
    """Chance that the battle, fought to the end, is won."""
    return sum(
        (p for (left, _), p in end_states(force, defenders).items() if left), start=Fraction(0)
    )


def stopped(
    force: int,
    defenders: int,
    *,
    at: int = 0,
    reserve: int = 0,
    odds: Fraction | None = None,
    rolls: int | None = None,
) -> dict[tuple[int, int], Fraction]:
    """Chance of every state in which nobody rolls any more."""
    ended: dict[tuple[int, int], Fraction] = defaultdict(Fraction)

    def go_on(left: int, against: int, thrown: int, chance: Fraction) -> None:
        over = (
            against == 0
            or left <= max(at, reserve)
            or (odds is not None and wins(left, against) < odds)
            or (rolls is not None and thrown >= rolls)
        )
        if over:
            ended[left, against] += chance
            return
        # The reserve takes no part: it lends no dice.
        for (fallen, hit), p in one_roll(left - reserve, against).items():
            if p:
                go_on(left - fallen, against - hit, thrown + 1, chance * p)

    go_on(force, defenders, 0, Fraction(1))
    return dict(ended)


def campaign(
    armies: int,
    row: Sequence[int],
    leave: Sequence[int],
    options: Sequence[Options] | None = None,
) -> dict[tuple[int, int, int], Fraction]:
    """Chance of each end: territories taken, armies in front, defenders in the next one."""
    ended: dict[tuple[int, int, int], Fraction] = defaultdict(Fraction)

    def attack(step: int, front: int, chance: Fraction) -> None:
        if step == len(row):
            ended[step, front, 0] += chance
            return
        if front < 2:
            ended[step, front, row[step]] += chance
            return
        own: Options = options[step] if options else {}
        for (left, against), p in end_states(front - 1, row[step], **own).items():
            if against:
                ended[step, 1, against] += chance * p
                continue
            # The last roll was made with as many dice as are left, three at most.
            least = min(left, own.get("attack_dice", 3))
            attack(step + 1, max(least, left + 1 - leave[step]), chance * p)

    attack(0, armies, Fraction(1))
    return dict(ended)


def outlasts(garrison: int, enemies: Sequence[int], **own: Unpack[Options]) -> Fraction:
    """Chance that a garrison outlasts the attacks of enemy stacks, given in armies."""
    if not enemies:
        return Fraction(1)
    first, *others = enemies
    return sum(
        (
            p * outlasts(left, others, **own)
            for (_, left), p in end_states(first - 1, garrison, **own).items()
            if left
        ),
        start=Fraction(0),
    )
