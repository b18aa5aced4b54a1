"""Play a battle to its end, following every course it can take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TypeVar

State = TypeVar("State")


def walk(
    start: State,
    one_roll: Callable[[State], Mapping[State, Fraction] | None],
    size: Callable[[State], int],
) -> tuple[dict[State, Fraction], Fraction]:
    """Chance of every end of the battle, and the expected number of rolls.

    ``one_roll`` gives the chance of each state after one roll, or None where the
    battle is over. ``size`` counts the armies on the table. Armies only ever leave
    it, so if we always take up the largest state that still waits, nothing can come
    back to a state that has been dealt with.

    A roll may change nothing. It is then thrown again, so the chances of the states
    that follow are those given that something changed, and on average
    1 / (chance of a change) rolls are made before the state is left.
    """
    waiting = {start: Fraction(1)}
    ended: dict[State, Fraction] = {}
    expected_rolls = Fraction(0)
    while waiting:
        state = max(waiting, key=size)
        chance = waiting.pop(state)
        after = one_roll(state)
        if after is None:
            ended[state] = chance
            continue
        change = 1 - after.get(state, Fraction(0))
        if change == 0:
            raise ValueError(f"no roll ever changes anything in {state!r}")
        expected_rolls += chance / change
        for new, part in after.items():
            if new != state and part:
                assert size(new) < size(state)
                waiting[new] = waiting.get(new, Fraction(0)) + chance * part / change
    return ended, expected_rolls
