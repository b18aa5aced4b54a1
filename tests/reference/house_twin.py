"""Battles with house dice: bonuses on dice, tried face by face.

A bonus here is a list of changes, each (which dice, amount): "top", "bottom" or "each".
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from tests.reference.classic_twin import SIX, Losses, State, losses_of_roll
from tests.reference.walk import walk

Changes = tuple[tuple[str, int], ...]


def changed(roll: Sequence[int], changes: Changes, limits: tuple[int, int] | None) -> list[int]:
    """The dice on the table after all changes; no die passes the limits, if there are any."""
    table = sorted(roll)
    added = [0] * len(table)
    for which, amount in changes:
        for place in range(len(table)):
            is_top = place == len(table) - 1
            is_bottom = place == 0
            if which == "each" or (which == "top" and is_top) or (which == "bottom" and is_bottom):
                added[place] += amount
    after = []
    for face, more in zip(table, added, strict=True):
        number = face + more
        if limits and changes:
            number = max(limits[0], min(number, limits[1]))
        after.append(number)
    return after


class House:
    """Numbers of dice, their faces, the changes of each side, who wins ties."""

    def __init__(
        self,
        *,
        attack_dice: int = 3,
        defence_dice: int = 2,
        attack_faces: Sequence[int] = SIX,
        defence_faces: Sequence[int] = SIX,
        attack_changes: Changes = (),
        defence_changes: Changes = (),
        capped: bool = True,
        ties: str = "defender",
    ) -> None:
        self.most = attack_dice, defence_dice
        self.faces = tuple(attack_faces), tuple(defence_faces)
        self.changes = attack_changes, defence_changes
        self.limits = [(min(f), max(f)) if capped else None for f in self.faces]
        self.ties = ties
        self.round = cache(self._round)

    def _round(self, attack: int, defence: int) -> Mapping[Losses, Fraction]:
        count: dict[Losses, int] = {}
        for attack_roll in product(self.faces[0], repeat=attack):
            mine = changed(attack_roll, self.changes[0], self.limits[0])
            for defence_roll in product(self.faces[1], repeat=defence):
                theirs = changed(defence_roll, self.changes[1], self.limits[1])
                losses = losses_of_roll(mine, theirs, self.ties)
                count[losses] = count.get(losses, 0) + 1
        every = sum(count.values())
        return {losses: Fraction(n, every) for losses, n in count.items()}

    def _after(self, state: State) -> dict[State, Fraction] | None:
        attackers, defenders = state
        if not attackers or not defenders:
            return None
        chances = self.round(min(attackers, self.most[0]), min(defenders, self.most[1]))
        return {(attackers - a, defenders - d): p for (a, d), p in chances.items()}

    def end_states(self, force: int, defenders: int) -> dict[State, Fraction]:
        """Chance of each end, fought to the end."""
        return walk((force, defenders), self._after, sum)[0]
