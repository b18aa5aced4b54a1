"""The battles of a same-time turn as chance nodes: settled whole, or rolled die by die.

One battle at a time is fought, the first of those pending; those of one stage share no army, so
their order does not matter. A roll that changes nothing is rolled again, so the node of a roll
is conditioned on something happening.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import prod

from oddsapp.combat.battle import Battle, State
from oddsapp.combat.round import NEVER_ENDS
from oddsapp.engine.events import Settled, Thrown
from oddsapp.engine.resolution import Fight, Resolution, settle
from oddsapp.engine.state import GameState
from oddsapp.errors import InvalidInput

_TRIES = 500
"""After so many rolls that change nothing it is worth asking whether any can."""


def resolution_of(state: GameState) -> Resolution:
    """Return the battles that are fought now."""
    assert state.resolution is not None  # in this phase there are some
    return state.resolution


def pending_fight(state: GameState) -> Fight:
    """Return the battle that is fought now."""
    return resolution_of(state).pending[0]


def sizes_now(state: GameState) -> State:
    """Return what is left of each army in it."""
    return state.rolled or pending_fight(state).battle.armies


def place_name(state: GameState) -> str:
    """Return the territory that it is fought over."""
    return state.game.names[pending_fight(state).place]


def pending_same_time_battle(state: GameState) -> Battle:
    """Return the battle from here on, between the armies that are left."""
    battle, sizes = pending_fight(state).battle, sizes_now(state)
    if sizes == battle.armies:
        return battle
    living = [(size, owner) for size, owner in zip(sizes, battle.owners, strict=True) if size]
    seats = {owner: seat for seat, owner in enumerate(dict.fromkeys(o for _, o in living))}
    return replace(
        battle,
        armies=tuple(size for size, _ in living),
        owners=tuple(seats[owner] for _, owner in living),
    )


# -- what can come -----------------------------------------------------------------------


def settlements(
    state: GameState, ends: Iterable[tuple[State, Fraction | float]]
) -> Iterator[tuple[Settled, Fraction | float]]:
    """Yield how the battle can end, from the ends of what is left of it."""
    name = place_name(state)
    for living, probability in ends:
        yield Settled(with_the_dead(state, living), name), probability


def with_the_dead(state: GameState, living: Sequence[int]) -> State:
    """Return the sizes of all armies, from those of the armies that are left now."""
    left = iter(living)
    return tuple(next(left) if size else 0 for size in sizes_now(state))


def throws_that_count(state: GameState) -> Iterator[tuple[Thrown, Fraction]]:
    """Yield every roll that changes something, given that the roll does."""
    battle, sizes, name = pending_fight(state).battle, sizes_now(state), place_name(state)
    dice = battle.dice(sizes)
    something = _chance_of_something(battle, sizes) * prod(die.sides for die in dice)
    for faces in product(*(die.counts for die in dice)):
        if battle.after(sizes, faces) != sizes:
            ways = prod(die.counts[face] for die, face in zip(dice, faces, strict=True))
            yield Thrown(faces, name), ways / something


def _chance_of_something(battle: Battle, sizes: State) -> Fraction:
    """Return the probability that a roll costs somebody something.

    Raises
    ------
    InvalidInput
        If no roll ever does.
    """
    roll = battle.round(sizes)
    changing = sum(weight for losses, weight in roll.outcomes if any(losses))
    if not changing:
        raise InvalidInput(NEVER_ENDS)
    return Fraction(changing, roll.total)


def throw(state: GameState, random: Callable[[], float]) -> Thrown:
    """Return a roll that changes something, thrown with a source of randomness."""
    battle, sizes = pending_fight(state).battle, sizes_now(state)
    dice = battle.dice(sizes)
    for _ in range(_TRIES):
        faces = tuple(die.faces[int(die.sides * random())] for die in dice)
        if battle.after(sizes, faces) != sizes:
            return Thrown(faces, place_name(state))
    _chance_of_something(battle, sizes)
    return throw(state, random)


# -- whether it can have come -----------------------------------------------------------------


def _check_place(state: GameState, territory: str) -> None:
    if territory != place_name(state):
        raise InvalidInput(f"the battle for {place_name(state)} is fought now, not {territory}")


def check_thrown(state: GameState, event: Thrown) -> None:
    """Raise `InvalidInput` unless the dice of the armies left can fall so."""
    _check_place(state, event.territory)
    battle, sizes = pending_fight(state).battle, sizes_now(state)
    dice = battle.dice(sizes)
    if len(event.faces) != len(dice):
        raise InvalidInput(
            f"{len(dice)} armies roll a die each for {event.territory}, not {len(event.faces)}"
        )
    for die, face in zip(dice, event.faces, strict=True):
        if face not in die.counts:
            raise InvalidInput(f"no {die.name} die shows {face}; it has the faces {die.faces}")


def check_settled(state: GameState, event: Settled) -> None:
    """Raise `InvalidInput` unless the battle can end so."""
    _check_place(state, event.territory)
    fight, sizes = pending_fight(state), sizes_now(state)
    left = event.sizes
    possible = (
        len(left) == len(sizes)
        and any(left)
        and all(0 <= size <= before for size, before in zip(left, sizes, strict=True))
    )
    if not possible or not fight.battle.is_over(left):
        before, after = (" ".join(map(str, numbers)) for numbers in (sizes, left))
        raise InvalidInput(f"a battle of {before} armies cannot end with {after or 'nothing'}")


# -- what follows ------------------------------------------------------------------------


def apply_thrown(state: GameState, event: Thrown) -> GameState:
    """Take the losses of a roll; the battle may be over by it.

    Raises
    ------
    InvalidInput
        If there are none: such a roll does not count.
    """
    battle, before = pending_fight(state).battle, sizes_now(state)
    sizes = battle.after(before, event.faces)
    if sizes == before:
        raise InvalidInput("nobody loses an army by that roll; it is rolled again until one does")
    return take_over(state, sizes) if battle.is_over(sizes) else state.evolve(rolled=sizes)


def take_over(state: GameState, sizes: State) -> GameState:
    """Take over how the battle ended, and go on to the next one or the next stage."""
    return state.evolve(resolution=settle(resolution_of(state), 0, sizes), rolled=())
