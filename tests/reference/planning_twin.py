"""Attack plans by trying everything, roll by roll (rules C-1 to C-6).

Own and enemy territories are tuples of (name, armies), the own ones with the army that
stays. With ``must_finish`` a begun attack goes on until one side is gone; without it the
attacker may turn to another attack, or stop, after any roll.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache
from itertools import product
from typing import Any

from tests.reference.classic_twin import losses_of_roll

Side = tuple[tuple[str, int], ...]


@cache
def one_roll(attack_dice: int, defence_dice: int) -> tuple[tuple[int, int, Fraction], ...]:
    """What a roll costs the attacker and the defender, with its chance."""
    counted: dict[tuple[int, int], int] = {}
    for faces in product(range(1, 7), repeat=attack_dice + defence_dice):
        losses = losses_of_roll(faces[:attack_dice], faces[attack_dice:])
        counted[losses] = counted.get(losses, 0) + 1
    total = 6 ** (attack_dice + defence_dice)
    return tuple((a, d, Fraction(n, total)) for (a, d), n in counted.items())


@dataclass
class Search:
    """Every plan on a graph; `value` is what the best one is worth."""

    graph: Mapping[str, Sequence[str]]
    must_finish: bool = True
    count_territories: bool = False
    leave: Mapping[str, int] = field(default_factory=dict)
    exact: bool = True
    full_dice: bool = False
    known: dict[Any, Any] = field(default_factory=dict)

    def value(self, own: Mapping[str, int], enemy: Mapping[str, int]) -> Any:
        return self._best(tuple(sorted(own.items())), tuple(sorted(enemy.items())), None)

    def _best(self, own: Side, enemy: Side, begun: tuple[str, str] | None) -> Any:
        key = own, enemy, begun
        if key not in self.known:
            options = [self._roll(own, enemy, *choice) for choice in self._choices(*key)]
            if begun is None:
                options.append(self._if_stopped(own, enemy))
            self.known[key] = max(options)
        return self.known[key]

    def _if_stopped(self, own: Side, enemy: Side) -> Any:
        if self.count_territories:
            return 0
        standing = dict(own)
        held = all(standing.get(name, 0) >= fewest for name, fewest in self.leave.items())
        return int(not enemy and held)

    def _choices(
        self, own: Side, enemy: Side, begun: tuple[str, str] | None
    ) -> Iterator[tuple[str, str, int]]:
        defended = dict(enemy)
        for name, armies in own:
            for target in self.graph[name]:
                if target in defended and begun in {None, (name, target)}:
                    most = min(3, armies - 1)
                    for dice in range(1, most + 1):
                        if dice == most or not self.full_dice:
                            yield name, target, dice

    def _roll(self, own: Side, enemy: Side, name: str, target: str, dice: int) -> Any:
        armies, defenders = dict(own), dict(enemy)
        total: Any = 0
        for lost, killed, chance in one_roll(dice, min(2, defenders[target])):
            weight = chance if self.exact else float(chance)
            after = {**armies, name: armies[name] - lost}
            left = defenders[target] - killed
            if left:
                mine = tuple(sorted(after.items()))
                theirs = tuple(sorted({**defenders, target: left}.items()))
                on = self.must_finish and after[name] > 1
                total += weight * self._best(mine, theirs, (name, target) if on else None)
            else:
                total += weight * self._move_in(after, enemy, name, target, dice)
        return total

    def _move_in(self, own: dict[str, int], enemy: Side, name: str, target: str, dice: int) -> Any:
        rest = tuple(pair for pair in enemy if pair[0] != target)
        worth = [
            self._best(
                tuple(sorted({**own, name: own[name] - moved, target: moved}.items())), rest, None
            )
            for moved in range(dice, own[name])
        ]
        return max(worth) + (1 if self.count_territories else 0)
