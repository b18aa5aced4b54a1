"""What can be done at one roll with a card (C-7) and with the commander (C-8).

All faces that can lie on the table are gone through once, `dice_losses` says what they
cost, and those that offer the same choices are counted together: of the 7776 rolls of 3
dice against 2 there remain 87 kinds to decide about, 439 if any die may be re-rolled.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from oddsapp.combat.roll import dice_losses
from oddsapp.combat.throws import highest_dice
from oddsapp.rules import CardReroll, RankedDice, Role

Faces = tuple[int, ...]
"""Faces on the table, highest first."""

Losses = tuple[int, int]


@dataclass(frozen=True)
class RollPlan:
    """Everything that can be done at one roll, equal possibilities counted together.

    Parameters
    ----------
    lying : tuple
        For each kind of faces on the table, when cards are out of the question: what they
        cost, and what they can cost instead by the commander.
    rerolls : tuple
        For each kind of re-roll its (place in ``lying``, weight) pairs.
    totals : tuple of int
        What the weights of each re-roll add up to.
    tables : tuple
        For each kind of roll: weight, place in ``lying``, places in ``rerolls``.
    lying_weights : tuple of int
        The weights of the rolls by their place in ``lying`` alone.
    weight : int
        What they add up to.
    """

    lying: tuple[tuple[Losses, tuple[Losses, ...]], ...]
    rerolls: tuple[tuple[tuple[int, int], ...], ...]
    totals: tuple[int, ...]
    tables: tuple[tuple[int, int, tuple[int, ...]], ...]
    lying_weights: tuple[int, ...]
    weight: int


@lru_cache(maxsize=64)
def roll_plan(combat: RankedDice, attack_dice: int, defence_dice: int) -> RollPlan:
    """Return what can be done at a roll with these numbers of dice."""
    attacks = highest_dice(combat.attack_die, attack_dice, attack_dice)
    defences = highest_dice(combat.defence_die, defence_dice, defence_dice)
    lying: dict[tuple[Losses, tuple[Losses, ...]], int] = {}
    rerolls: dict[tuple[tuple[int, int], ...], int] = {}
    kinds = {}
    for attack, _ in attacks:
        for defence, _ in defences:
            kind = lying_kind(combat, attack, defence)
            kinds[attack, defence] = lying.setdefault(kind, len(lying))
    tables: dict[tuple[int, tuple[int, ...]], int] = {}
    lying_weights = [0] * len(lying)
    for attack, weight in attacks:
        for defence, other in defences:
            found = set()
            for _, _, changed in rerolled(combat, attack, defence):
                merged: dict[int, int] = {}
                for (new_attack, new_defence), faces in changed:
                    place = kinds[new_attack, new_defence]
                    merged[place] = merged.get(place, 0) + faces
                found.add(rerolls.setdefault(tuple(sorted(merged.items())), len(rerolls)))
            table = kinds[attack, defence], tuple(sorted(found))
            tables[table] = tables.get(table, 0) + weight * other
            lying_weights[table[0]] += weight * other
    return RollPlan(
        tuple(lying),
        tuple(rerolls),
        tuple(sum(weight for _, weight in reroll) for reroll in rerolls),
        tuple((weight, place, found) for (place, found), weight in tables.items()),
        tuple(lying_weights),
        sum(lying_weights),
    )


def lying_kind(
    combat: RankedDice, attack: Faces, defence: Faces
) -> tuple[Losses, tuple[Losses, ...]]:
    """Return what faces cost, and what else they can cost by the commander (C-8)."""
    as_it_is = dice_losses(combat, attack, defence)
    others = {dice_losses(combat, turned, defence) for _, turned in turned(combat, attack)}
    return as_it_is, tuple(sorted(others - {as_it_is}))


def turned(combat: RankedDice, attack: Faces) -> Iterator[tuple[int, Faces]]:
    """Yield each face that the commander can turn up, with the faces after it."""
    highest = max(combat.attack_die.faces)
    for face in sorted(set(attack) - {highest}):
        yield face, _exchanged(attack, face, highest)


def rerolled(
    combat: RankedDice, attack: Faces, defence: Faces
) -> Iterator[tuple[Role, int, list[tuple[tuple[Faces, Faces], int]]]]:
    """Yield each die that a card lets be rolled again, and the tables that it leads to (C-7)."""
    if combat.card_reroll is CardReroll.OFF:
        return
    for face in sorted(set(attack)):
        yield (
            Role.ATTACKER,
            face,
            [
                ((_exchanged(attack, face, new), defence), faces)
                for new, faces in combat.attack_die.counts.items()
            ],
        )
    if combat.card_reroll is CardReroll.ANY:
        for face in sorted(set(defence)):
            yield (
                Role.DEFENDER,
                face,
                [
                    ((attack, _exchanged(defence, face, new)), faces)
                    for new, faces in combat.defence_die.counts.items()
                ],
            )


def _exchanged(faces: Faces, old: int, new: int) -> Faces:
    rest = list(faces)
    rest.remove(old)
    return tuple(sorted([*rest, new], reverse=True))
