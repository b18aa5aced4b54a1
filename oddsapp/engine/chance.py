"""Chance nodes: what dice, a deal or a draw can bring, and with which probability."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import accumulate, combinations_with_replacement, product
from math import factorial, prod
from typing import Protocol

from oddsapp.combat.battle import Battle
from oddsapp.combat.stop import StopRule
from oddsapp.dice import Die
from oddsapp.engine.attack import combat, dice_to_roll, pending_battle
from oddsapp.engine.cards import draw_pile
from oddsapp.engine.events import (
    ChanceEvent,
    Drawn,
    FirstRoll,
    Fought,
    MissionDealt,
    Rerolled,
    Rolled,
    TerritoryDealt,
)
from oddsapp.engine.state import CHANCE_PHASES, GameState, Phase
from oddsapp.errors import InvalidInput

Ends = Sequence[tuple[tuple[int, int], Fraction | float]]
"""How a battle can end: the force and the defenders left, and the probability."""
Solver = Callable[[Battle, StopRule], Ends]
"""Whoever knows the odds of a whole battle: the engine does not."""


class Generator(Protocol):
    """A source of randomness: `numpy.random.Generator` is one, `random.Random` another."""

    def random(self) -> float:
        """Return a number from [0, 1)."""


def chance_outcomes(
    state: GameState, solve: Solver | None = None
) -> Iterator[tuple[ChanceEvent, Fraction | float]]:
    """Yield what a chance node can bring, with exact probabilities that sum to 1.

    Parameters
    ----------
    state : GameState
    solve : callable, optional
        Gives the ends of a whole battle; needed where one is pending, and its
        probabilities are passed on as they are.

    Raises
    ------
    InvalidInput
        If nothing is left to chance here, or what chance decides is hidden in this view.

    Examples
    --------
    >>> from oddsapp.engine.setup import new_game
    >>> outcomes = dict(chance_outcomes(new_game("classic", players=2)))
    >>> outcomes[FirstRoll((6, 1))]
    Fraction(1, 36)
    """
    _check_chance(state)
    match state.phase:
        case Phase.FIRST_PLAYER:
            yield from _first_rolls(len(state.contenders))
        case Phase.MISSIONS | Phase.DEAL:
            share = Fraction(1, len(state.undealt))
            for number in state.undealt:
                yield _dealt(state, number), share
        case Phase.ROLL:
            yield from _rolls(state)
        case Phase.REROLL:
            die = _die_rolled_again(state)
            for face, count in die.counts.items():
                yield Rerolled(face), Fraction(count, die.sides)
        case Phase.BATTLE:
            for (force, defenders), probability in _ends(state, solve):
                yield Fought(force, defenders), probability
        case _:
            pile = [state.game.cards[card] for card in draw_pile(state)]
            for name in dict.fromkeys(pile):
                yield Drawn(name), Fraction(pile.count(name), len(pile))


def draw_chance(state: GameState, rng: Generator, solve: Solver | None = None) -> ChanceEvent:
    """Return one outcome of a chance node, drawn with a generator.

    Dice are thrown and cards drawn without listing all that could come.

    Raises
    ------
    InvalidInput
        As `chance_outcomes` does.

    Examples
    --------
    >>> import numpy as np
    >>> from oddsapp.engine.setup import new_game
    >>> rng = np.random.Generator(np.random.PCG64(7))
    >>> str(draw_chance(new_game("classic", players=3), rng))
    'roll for the first turn 4 6 5'
    """
    _check_chance(state)
    match state.phase:
        case Phase.ROLL:
            attack, defence = dice_to_roll(state)
            rules = combat(state)
            return Rolled(
                _throw(rules.attack_die, attack, rng), _throw(rules.defence_die, defence, rng)
            )
        case Phase.BATTLE:
            ends, sums = _cumulative(solve, state)
            return Fought(*ends[_place(sums, rng)])
        case Phase.FIRST_PLAYER:
            return FirstRoll(tuple(1 + int(6 * rng.random()) for _ in state.contenders))
        case Phase.MISSIONS | Phase.DEAL:
            return _dealt(state, state.undealt[int(len(state.undealt) * rng.random())])
        case Phase.REROLL:
            return Rerolled(_throw(_die_rolled_again(state), 1, rng)[0])
        case _:
            pile = draw_pile(state)
            return Drawn(state.game.cards[pile[int(len(pile) * rng.random())]])


def _check_chance(state: GameState) -> None:
    if state.phase not in CHANCE_PHASES:
        raise InvalidInput(f"nothing is left to chance here: {state.phase.value}")
    if state.viewer is not None and state.phase in (Phase.DRAW, Phase.MISSIONS):
        raise InvalidInput("a player's view does not know what may be drawn")


# -- dice --------------------------------------------------------------------------------


def _throw(die: Die, number: int, rng: Generator) -> tuple[int, ...]:
    if not number:
        return ()
    faces, sides = die.faces, die.sides
    return tuple(sorted([faces[int(sides * rng.random())] for _ in range(number)], reverse=True))


@cache
def throws(die: Die, number: int) -> tuple[tuple[tuple[int, ...], Fraction], ...]:
    """Return what so many equal dice can show, high to low, each with its probability.

    Examples
    --------
    >>> from oddsapp.dice import SIX_SIDED
    >>> dict(throws(SIX_SIDED, 2))[(6, 5)]
    Fraction(1, 18)
    """
    values = sorted(die.counts, reverse=True)
    found = []
    for faces in combinations_with_replacement(values, number):
        ways = factorial(number)
        for value in set(faces):
            ways //= factorial(faces.count(value))
        weight = ways * prod(die.counts[face] for face in faces)
        found.append((faces, Fraction(weight, die.sides**number)))
    return tuple(found)


def _rolls(state: GameState) -> Iterator[tuple[Rolled, Fraction]]:
    attack, defence = dice_to_roll(state)
    rules = combat(state)
    for (rolled, p), (answer, q) in product(
        throws(rules.attack_die, attack), throws(rules.defence_die, defence)
    ):
        yield Rolled(rolled, answer), p * q


def _first_rolls(players: int) -> Iterator[tuple[FirstRoll, Fraction]]:
    share = Fraction(1, 6**players)
    for faces in product(range(1, 7), repeat=players):
        yield FirstRoll(faces), share


def _die_rolled_again(state: GameState) -> Die:
    assert state.assault is not None
    assert state.assault.reroll is not None
    rules = combat(state)
    return rules.attack_die if state.assault.reroll[0] else rules.defence_die


# -- whole battles -----------------------------------------------------------------------


def _ends(state: GameState, solve: Solver | None) -> Ends:
    return _solved(solve)(*pending_battle(state))


def _solved(solve: Solver | None) -> Solver:
    if solve is None:
        raise InvalidInput("a whole battle is pending; pass solve=, which knows its odds")
    return solve


_MOST_ENDS = 100_000
"""How many ends of battles are remembered for one solver, about 10 MB."""

Table = tuple[list[tuple[int, int]], list[float]]
"""The ends of a battle, and the sums of their probabilities up to each."""


class _Tables:
    """The battles that one solver has solved, so that each is solved once."""

    def __init__(self) -> None:
        self.known: dict[object, Table] = {}
        self.ends = 0

    def add(self, key: object, table: Table) -> None:
        """Remember a battle; before there are too many all are forgotten."""
        if self.ends > _MOST_ENDS:
            self.known.clear()
            self.ends = 0
        self.ends += len(table[0])
        self.known[key] = table


@cache
def _tables(solve: Solver) -> _Tables:
    del solve  # every solver has a memory of its own
    return _Tables()


def _cumulative(solve: Solver | None, state: GameState) -> Table:
    assault, armies, solve = state.assault, state.armies, _solved(solve)
    assert assault is not None
    # What makes a battle: to describe it as one takes longer than to look it up.
    key = armies[assault.origin], armies[assault.target], assault.keep, state.game.rules
    tables = _tables(solve)
    table = tables.known.get(key)
    if table is None:
        ends = list(solve(*pending_battle(state)))
        sums = list(accumulate(float(probability) for _, probability in ends))
        table = [end for end, _ in ends], sums
        tables.add(key, table)
    return table


def _place(sums: list[float], rng: Generator) -> int:
    # Sums of floats need not reach 1 exactly: what lies beyond the last is the last.
    return min(bisect_right(sums, rng.random() * sums[-1]), len(sums) - 1)


# -- deals -------------------------------------------------------------------------------


def _dealt(state: GameState, number: int) -> ChanceEvent:
    if state.phase is Phase.MISSIONS:
        return MissionDealt(number + 1)
    return TerritoryDealt(state.game.names[number])
