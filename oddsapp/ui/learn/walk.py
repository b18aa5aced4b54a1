"""A walk along the chain: state by state, with dice or by choice, and what follows exactly."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import TYPE_CHECKING

from oddsapp.combat import Battle
from oddsapp.combat.battle import attack
from oddsapp.combat.roll import dice_losses
from oddsapp.odds.solve import battle as solve
from oddsapp.rules import RankedDice, find_ruleset

if TYPE_CHECKING:
    import numpy as np

Losses = tuple[int, int]
Path = tuple[Losses, ...]
"""What each roll so far cost, attackers and defenders."""

LONGEST_PATH = 30
"""More rolls than any battle of this page takes."""


@dataclass(frozen=True)
class Branch:
    """One result that the next roll can have.

    Parameters
    ----------
    losses : tuple of int
        Attackers and defenders lost.
    chance : Fraction
    state : tuple of int
        Where it leads.
    win : Fraction
        P(win) from there.
    """

    losses: Losses
    chance: Fraction
    state: tuple[int, int]
    win: Fraction


@dataclass(frozen=True)
class Position:
    """Where a walk has come to, and everything that follows from there.

    Parameters
    ----------
    state : tuple of int
        Attackers and defenders left.
    dice : tuple of int
        How many dice they roll next; (0, 0) at the end.
    win : Fraction
        P(win) from here.
    rolls_to_come : Fraction
        The expected number of rolls from here.
    path_chance : Fraction
        How probable just these rolls were.
    branches : tuple of Branch
        The results of the next roll, none at the end.
    """

    state: tuple[int, int]
    dice: tuple[int, int]
    win: Fraction
    rolls_to_come: Fraction
    path_chance: Fraction
    branches: tuple[Branch, ...]

    @property
    def is_over(self) -> bool:
        """Whether the battle is over."""
        return not self.branches


def _battle(force: int, defenders: int) -> Battle:
    return attack(force, defenders, find_ruleset("classic"))


def _ranked(battle: Battle) -> RankedDice:
    assert isinstance(battle.rules.combat, RankedDice)
    return battle.rules.combat


def states_of(force: int, defenders: int, path: Path) -> tuple[tuple[int, int], ...]:
    """Return the states that a walk has met, the start first; shorter if it is impossible.

    Examples
    --------
    >>> states_of(3, 2, ((1, 1), (0, 1)))
    ((3, 2), (2, 1), (2, 0))
    """
    battle = _battle(force, defenders)
    states = [(force, defenders)]
    for lost in path:
        now = states[-1]
        if battle.is_over(now) or lost not in dict(battle.round(now).outcomes):
            break
        states.append((now[0] - lost[0], now[1] - lost[1]))
    return tuple(states)


def possible(force: int, defenders: int, path: Path) -> bool:
    """Tell whether rolls can fall like that in a battle."""
    return len(states_of(force, defenders, path)) == len(path) + 1


def position(force: int, defenders: int, path: Path) -> Position:
    """Return where a walk has come to.

    Examples
    --------
    >>> here = position(3, 2, ((1, 1),))
    >>> here.state, str(here.win), str(here.path_chance)
    ((2, 1), '1955/2592', '2611/7776')
    >>> [(branch.losses, str(branch.chance)) for branch in here.branches]
    [((0, 1), '125/216'), ((1, 0), '91/216')]
    """
    battle = _battle(force, defenders)
    states = states_of(force, defenders, path)
    before, now = states[:-1], states[-1]
    chance = Fraction(1)
    for state, lost in zip(before, path, strict=True):
        chance *= battle.round(state).probability(lost)
    if battle.is_over(now):
        return Position(now, (0, 0), _win(*now), Fraction(0), chance, ())
    rules, roll = _ranked(battle), battle.round(now)
    branches = []
    for cost, _ in roll.outcomes:
        losses = cost[0], cost[1]
        after = now[0] - losses[0], now[1] - losses[1]
        branches.append(Branch(losses, roll.probability(losses), after, _win(*after)))
    dice = min(now[0], rules.attack_dice), min(now[1], rules.defence_dice)
    return Position(now, dice, _win(*now), _rolls(*now), chance, tuple(branches))


@lru_cache(maxsize=1024)
def _win(force: int, defenders: int) -> Fraction:
    if not defenders or not force:
        return Fraction(1 if force else 0)
    return Fraction(solve(force=force, defenders=defenders, exact=True).win)


@lru_cache(maxsize=1024)
def _rolls(force: int, defenders: int) -> Fraction:
    return Fraction(solve(force=force, defenders=defenders, exact=True).expected_rolls)


@dataclass(frozen=True)
class Thrown:
    """Dice on the table, each side's sorted high to low, and what they cost."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    losses: Losses


def throw(force: int, defenders: int, rng: np.random.Generator) -> Thrown:
    """Throw the dice of a state.

    Examples
    --------
    >>> import numpy as np
    >>> thrown = throw(3, 2, np.random.Generator(np.random.PCG64(7)))
    >>> len(thrown.attack), len(thrown.defence), sum(thrown.losses)
    (3, 2, 2)
    """
    rules = _ranked(_battle(force, defenders))
    sides = (
        (rules.attack_die, min(force, rules.attack_dice)),
        (rules.defence_die, min(defenders, rules.defence_dice)),
    )
    attack_faces, defence_faces = (
        tuple(
            sorted(
                (die.faces[n] for n in rng.integers(die.sides, size=dice).tolist()), reverse=True
            )
        )
        for die, dice in sides
    )
    return Thrown(attack_faces, defence_faces, dice_losses(rules, attack_faces, defence_faces))


def told(losses: Losses) -> str:
    """Return what a roll costs, in words.

    Examples
    --------
    >>> told((0, 2)), told((1, 1)), told((1, 0))
    ('defender loses 2', 'each loses 1', 'attacker loses 1')
    """
    attackers, defenders = losses
    if attackers and attackers == defenders:
        return f"each loses {attackers}"
    costs = [
        f"{who} loses {n}" for who, n in (("attacker", attackers), ("defender", defenders)) if n
    ]
    return " and ".join(costs) or "nobody loses anything"
