"""A battle as a frozen description: who fights with what, under which rules.

This is the language that the solvers and the engine both speak. A *state* is a tuple of
army sizes in the battle's order; `Battle.successors` is the whole dynamics.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.combat.roll import casualties, comparison, mass_losses, rival_losses
from oddsapp.combat.round import Round, attack_costs, mass_round, ranked_round, rival_round
from oddsapp.dice import Die
from oddsapp.errors import InvalidInput
from oddsapp.rules import ColouredDice, RankedDice, Role, Ruleset

State = tuple[int, ...]
"""The size of every army in a battle, in the battle's order."""


class BattleKind(StrEnum):
    """The kinds of battle."""

    ATTACK = "attack"
    MASS_INVASION = "mass invasion"
    BORDER_CLASH = "border clash"
    SPOILS_OF_WAR = "spoils of war"


@dataclass(frozen=True, kw_only=True)
class Battle:
    """One battle; make it with `attack`, `mass_invasion`, `border_clash` or `spoils_of_war`.

    Parameters
    ----------
    kind : BattleKind
    armies : tuple of int
        The force of each army. In an attack and in a mass invasion the last one defends.
    owners : tuple of int
        Whose army each is, numbered from 0. The attackers of a territory count as one.
    rules : Ruleset

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> battle = attack(3, 2, find_ruleset("classic"))
    >>> battle.successors((3, 2))
    ([((3, 0), 2890), ((2, 1), 2611), ((1, 2), 2275)], 7776)
    """

    kind: BattleKind
    armies: State
    owners: tuple[int, ...]
    rules: Ruleset

    @property
    def players(self) -> int:
        """How many sides fight."""
        return max(self.owners) + 1

    def winner(self, state: State) -> int | None:
        """Return the one owner who has armies left; None while several have, or if none has."""
        alive = {owner for owner, size in zip(self.owners, state, strict=True) if size}
        return alive.pop() if len(alive) == 1 else None

    def is_over(self, state: State) -> bool:
        """Tell whether at most one side has armies left (M-9: never before)."""
        return len({owner for owner, size in zip(self.owners, state, strict=True) if size}) <= 1

    def round(self, state: State) -> Round:
        """Return the next roll from ``state``: what each living army loses.

        Dice are chosen by the sizes of now, so an army that shrank is demoted (M-2).
        """
        combat = self.rules.combat
        if isinstance(combat, RankedDice):
            force, defenders = state
            return ranked_round(
                combat, min(force, combat.attack_dice), min(defenders, combat.defence_dice)
            )
        if self.kind is BattleKind.MASS_INVASION:
            attackers = tuple(combat.tier(size, Role.ATTACKER) for size in state[:-1] if size)
            return mass_round(combat, attackers, combat.tier(state[-1], Role.DEFENDER))
        alive = [(size, owner) for size, owner in zip(state, self.owners, strict=True) if size]
        tiers = tuple(combat.tier(size, Role.ATTACKER) for size, _ in alive)
        return rival_round(combat, tiers, tuple(owner for _, owner in alive))

    def dice(self, state: State) -> tuple[Die, ...]:
        """Return the die that each living army rolls next, under coloured dice (M-1, M-2)."""
        combat = _coloured(self.rules, self.kind)
        return tuple(combat.die(tier) for tier in self._tiers(combat, state))

    def _tiers(self, combat: ColouredDice, state: State) -> list[int]:
        if self.kind is BattleKind.MASS_INVASION:
            tiers = [combat.tier(size, Role.ATTACKER) for size in state[:-1] if size]
            return [*tiers, combat.tier(state[-1], Role.DEFENDER)]
        return [combat.tier(size, Role.ATTACKER) for size in state if size]

    def after(self, state: State, faces: Sequence[int]) -> State:
        """Return the state after a roll of coloured dice has shown these faces.

        Parameters
        ----------
        state : tuple of int
        faces : sequence of int
            One of each living army, in the battle's order, as `dice` lists their dice.

        Examples
        --------
        Two of three White attackers are higher than a White defender, who loses 2 (M-6):

        >>> from oddsapp.rules import find_ruleset
        >>> mass_invasion([3, 3, 3], 4, find_ruleset("risk2")).after((3, 3, 3, 4), (5, 4, 1, 3))
        (3, 3, 3, 2)
        """
        combat = _coloured(self.rules, self.kind)
        owners = tuple([owner for owner, size in zip(self.owners, state, strict=True) if size])
        losses = _face_losses(
            combat, self.kind, tuple(self._tiers(combat, state)), owners, tuple(faces)
        )
        left, lost = list(state), iter(losses)
        for place, size in enumerate(state):
            if size:
                left[place] = max(0, size - next(lost))
        return tuple(left)

    def successors(self, state: State) -> tuple[list[tuple[State, int]], int]:
        """Return the states after one roll with their weights, and the weights' total.

        A roll may change nothing; then ``state`` is its own successor. No army falls below
        0: what exceeds its size is not carried on (M-4).
        """
        roll = self.round(state)
        living = [place for place, size in enumerate(state) if size]
        merged: dict[State, int] = {}
        for losses, weight in roll.outcomes:
            after = list(state)
            for place, lost in zip(living, losses, strict=True):
                after[place] = max(0, after[place] - lost)
            key = tuple(after)
            merged[key] = merged.get(key, 0) + weight
        return list(merged.items()), roll.total


@lru_cache(maxsize=65_536)
def _face_losses(
    combat: ColouredDice,
    kind: BattleKind,
    tiers: tuple[int, ...],
    owners: tuple[int, ...],
    faces: tuple[int, ...],
) -> Sequence[int]:
    """Return what each army loses, from the dice rolled and the faces that they show."""
    if kind is BattleKind.MASS_INVASION:
        winners = [comparison(face, faces[-1], combat.ties) for face in faces[:-1]]
        costs = attack_costs(combat, tiers[:-1], tiers[-1])
        return mass_losses(winners, costs, combat.mass_reading)
    ranks = [combat.ranks[tier] for tier in tiers]
    costs = casualties(combat.casualties, combat.fixed_casualties, ranks)
    return rival_losses(faces, owners, costs, combat.spoils_reading)


MOST_ARMIES = 1_000_000_000
"""The most armies of one side that a battle can be described with."""


def _force(value: Any, what: str) -> int:
    if type(value) is int and 1 <= value <= MOST_ARMIES:
        return value  # a turn has many battles, and this is nearly always so
    return whole_number(value, what, least=1, most=MOST_ARMIES)


def _forces(values: Any, what: str) -> tuple[int, ...]:
    if isinstance(values, str) or not isinstance(values, Sequence):
        raise InvalidInput(f"{what} must be a list of whole numbers, not {values!r}")
    return tuple(_force(value, f"each of {what}") for value in values)


def _coloured(rules: Ruleset, kind: BattleKind) -> ColouredDice:
    if not isinstance(rules.combat, ColouredDice):
        raise InvalidInput(
            f"there is no {kind} under the rules {rules.name}; RISK II has it: risk2, for instance"
        )
    return rules.combat


def attack(force: int, defenders: int, rules: Ruleset) -> Battle:
    """Return the battle of one force against the defenders of a territory (C-1 to C-4, M-5).

    Under rules with one die per army this is an invasion: a mass invasion by one army.
    """
    if isinstance(rules.combat, ColouredDice):
        return mass_invasion([force], defenders, rules)
    armies = (_force(force, "the force"), _force(defenders, "the number of defenders"))
    return Battle(kind=BattleKind.ATTACK, armies=armies, owners=(0, 1), rules=rules)


def mass_invasion(forces: Sequence[int], defenders: int, rules: Ruleset) -> Battle:
    """Return the battle of one or more armies against one defender (M-5, M-6).

    Raises
    ------
    InvalidInput
        If there is no army, or more than may meet in one territory.
    """
    combat = _coloured(rules, BattleKind.MASS_INVASION)
    sizes = _forces(forces, "the forces of a mass invasion")
    if not 1 <= len(sizes) <= combat.most_attackers:
        raise InvalidInput(
            f"a mass invasion has 1 to {combat.most_attackers} attacking armies, not {len(sizes)}"
        )
    armies = (*sizes, _force(defenders, "the number of defenders"))
    owners = (0,) * len(sizes) + (1,)
    return Battle(kind=BattleKind.MASS_INVASION, armies=armies, owners=owners, rules=rules)


def border_clash(first: int, second: int, rules: Ruleset) -> Battle:
    """Return the battle of two forces ordered into each other's territory (M-7)."""
    _coloured(rules, BattleKind.BORDER_CLASH)
    armies = (_force(first, "each force of a clash"), _force(second, "each force of a clash"))
    return Battle(kind=BattleKind.BORDER_CLASH, armies=armies, owners=(0, 1), rules=rules)


def spoils_of_war(players: Any, rules: Ruleset) -> Battle:
    """Return the battle between the players of a joint conquest (M-8).

    Parameters
    ----------
    players : sequence of sequence of int
        The forces of each player.

    Raises
    ------
    InvalidInput
        If there are fewer than two players, a player without an army, or more armies than
        may meet in one territory.
    """
    combat = _coloured(rules, BattleKind.SPOILS_OF_WAR)
    if isinstance(players, str) or not isinstance(players, Sequence):
        raise InvalidInput(f"the players must be a list of their forces, not {players!r}")
    hands = [_forces(forces, "a player's forces") for forces in players]
    if len(hands) < 2 or not all(hands):
        raise InvalidInput("the spoils of war need two players or more, each with an army")
    armies = tuple(size for hand in hands for size in hand)
    if len(armies) > combat.most_attackers:
        raise InvalidInput(
            f"at most {combat.most_attackers} armies fight for the spoils, not {len(armies)}"
        )
    owners = tuple(player for player, hand in enumerate(hands) for _ in hand)
    return Battle(kind=BattleKind.SPOILS_OF_WAR, armies=armies, owners=owners, rules=rules)
