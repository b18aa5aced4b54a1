"""Chance nodes: what dice, a deal or a draw can bring, and with which probability."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate, combinations_with_replacement, product
from math import factorial, prod

from oddsapp.combat.battle import Battle
from oddsapp.combat.stop import StopRule
from oddsapp.dice import Die
from oddsapp.engine.attack import combat, dice_to_roll, pending_battle
from oddsapp.engine.cards import draw_pile
from oddsapp.engine.election import auction_of, awards, heirs, offers, unclaimed
from oddsapp.engine.events import (
    Awarded,
    ChanceEvent,
    Drawn,
    FirstRoll,
    Fought,
    MissionDealt,
    Offered,
    Rerolled,
    Rolled,
    Settled,
    TerritoryDealt,
)
from oddsapp.engine.fallen import passing_on, passings
from oddsapp.engine.fights import (
    pending_same_time_battle,
    place_name,
    settlements,
    throw,
    throws_that_count,
    with_the_dead,
)
from oddsapp.engine.missions import missions_on, possible_missions
from oddsapp.engine.state import BEFORE_PLAY, CHANCE_PHASES, GameState, Phase
from oddsapp.errors import InvalidInput
from oddsapp.pmf import Generator

Ends = Sequence[tuple[tuple[int, ...], Fraction | float]]
"""How a battle can end: what is left of each army, defenders last, and the probability."""
Solver = Callable[[Battle, StopRule], Ends]
"""Whoever knows the odds of a whole battle: the engine does not."""


def chance_outcomes(
    state: GameState, solve: Solver | None = None
) -> Iterator[tuple[ChanceEvent, Fraction | float]]:
    """Yield what a chance node can bring, with exact probabilities that sum to 1.

    Parameters
    ----------
    state : GameState
    solve : callable, optional
        Gives the ends of a whole battle; needed where one is pending, and its
        probabilities are passed on as they are. Battles of a same-time turn are rolled
        without it.

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
        case phase if phase in BEFORE_PLAY:
            yield from _in_setup(state)
        case Phase.ROLL:
            yield from _rolls(state)
        case Phase.REROLL:
            die = _die_rolled_again(state)
            for face, count in die.counts.items():
                yield Rerolled(face), Fraction(count, die.sides)
        case Phase.BATTLE:
            for (force, defenders), probability in _ends(state, solve):
                yield Fought(force, defenders), probability
        case Phase.BATTLES:
            yield from throws_that_count(state) if solve is None else _settlements(state, solve)
        case _:
            yield from passings(state) if state.phase is Phase.FALLEN else _draws(state)


def draw_chance(state: GameState, rng: Generator, solve: Solver | None = None) -> ChanceEvent:
    """Return one outcome of a chance node, drawn with a generator.

    Dice are thrown and cards drawn without listing all that could come.

    Parameters
    ----------
    state : GameState
        A chance node.
    rng : numpy.random.Generator or random.Random
        What it is drawn with.
    solve : callable, optional
        As in `chance_outcomes`; `oddsapp.settle` is one.

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
        case Phase.BATTLE | Phase.BATTLES:
            return _fought(state, rng, solve)
        case Phase.FIRST_PLAYER:
            return FirstRoll(tuple(1 + int(6 * rng.random()) for _ in state.contenders))
        case Phase.MISSIONS | Phase.DEAL | Phase.OFFER | Phase.AWARD:
            return _dealt(state, rng)
        case Phase.REROLL:
            return Rerolled(_throw(_die_rolled_again(state), 1, rng)[0])
        case _:
            return _card_drawn(state, rng)


_UNSEEN = (Phase.DRAW, Phase.MISSIONS, Phase.FALLEN)


def _check_chance(state: GameState) -> None:
    if state.phase not in CHANCE_PHASES:
        raise InvalidInput(f"nothing is left to chance here: {state.phase.value}")
    if state.viewer is not None and state.phase in _UNSEEN:
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


def _settlements(state: GameState, solve: Solver) -> Iterator[tuple[ChanceEvent, Fraction | float]]:
    return settlements(state, solve(pending_same_time_battle(state), StopRule()))


def _solved(solve: Solver | None) -> Solver:
    if solve is None:
        raise InvalidInput("a whole battle is pending; pass solve=, which knows its odds")
    return solve


_MOST_ENDS = 100_000
"""How many ends of battles are remembered for one solver, about 10 MB."""

Table = tuple[list[tuple[int, ...]], list[float]]
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


def _cumulative(
    solve: Solver, key: object, pending: Callable[[], tuple[Battle, StopRule]]
) -> Table:
    """Return how a battle can end; ``key`` tells it from others, and is quicker to make."""
    tables = _tables(solve)
    table = tables.known.get(key)
    if table is None:
        ends = list(solve(*pending()))
        sums = list(accumulate(float(probability) for _, probability in ends))
        table = [end for end, _ in ends], sums
        tables.add(key, table)
    return table


def _place(sums: list[float], rng: Generator) -> int:
    # Sums of floats need not reach 1 exactly: what lies beyond the last is the last.
    return min(bisect_right(sums, rng.random() * sums[-1]), len(sums) - 1)


def _fought(state: GameState, rng: Generator, solve: Solver | None) -> ChanceEvent:
    if state.phase is Phase.BATTLES:
        return throw(state, rng.random) if solve is None else _settled(state, rng, solve)
    assault, armies = state.assault, state.armies
    assert assault is not None
    key = armies[assault.origin], armies[assault.target], assault.keep, state.game.rules
    ends, sums = _cumulative(_solved(solve), key, partial(pending_battle, state))
    return Fought(*ends[_place(sums, rng)])


def _settled(state: GameState, rng: Generator, solve: Solver) -> ChanceEvent:
    battle = pending_same_time_battle(state)
    ends, sums = _cumulative(solve, battle, lambda: (battle, StopRule()))
    return Settled(with_the_dead(state, ends[_place(sums, rng)]), place_name(state))


# -- deals -------------------------------------------------------------------------------


def _in_setup(state: GameState) -> Iterator[tuple[ChanceEvent, Fraction]]:
    match state.phase:
        case Phase.FIRST_PLAYER:
            yield from _first_rolls(len(state.contenders))
        case Phase.MISSIONS:
            for number, probability in possible_missions(state).items():
                yield MissionDealt(number + 1), probability
        case Phase.DEAL:
            share = Fraction(1, len(state.undealt))
            for number in state.undealt:
                yield TerritoryDealt(state.game.names[number]), share
        case Phase.OFFER:
            yield from offers(state)
        case _:
            yield from awards(state)


def _dealt(state: GameState, rng: Generator) -> ChanceEvent:
    names = state.game.names
    match state.phase:
        case Phase.MISSIONS:
            missions = missions_on(state, _one_of(state.undealt, rng))
            # A card that says one thing only leaves nothing more to chance.
            return MissionDealt(1 + (missions[0] if len(missions) == 1 else _one_of(missions, rng)))
        case Phase.DEAL:
            return TerritoryDealt(names[_one_of(state.undealt, rng)])
        case Phase.OFFER:
            return Offered(names[_one_of(unclaimed(state), rng)])
        case _:
            player = _one_of(heirs(state), rng)
            return Awarded(player + 1, names[auction_of(state).lot])


def _one_of(numbers: Sequence[int], rng: Generator) -> int:
    return numbers[int(len(numbers) * rng.random())]


def _draws(state: GameState) -> Iterator[tuple[Drawn, Fraction]]:
    pile = [state.game.cards[card] for card in draw_pile(state)]
    for name in dict.fromkeys(pile):
        yield Drawn(name), Fraction(pile.count(name), len(pile))


def _card_drawn(state: GameState, rng: Generator) -> ChanceEvent:
    fallen = state.fallen[0] if state.phase is Phase.FALLEN else None
    cards = state.hands[fallen.loser] if fallen else draw_pile(state)
    card = state.game.cards[cards[int(len(cards) * rng.random())]]
    return passing_on(fallen, card) if fallen else Drawn(card)
