"""Defence by trying every order, every choice of target and every spread."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import product

from tests.reference.planning_twin import one_roll


@cache
def fight(force: int, defenders: int) -> dict[tuple[int, int], Fraction]:
    """Chances of what is left of a force and of the defenders, rolling full dice to the end."""
    if not force or not defenders:
        return {(force, defenders): Fraction(1)}
    ends: dict[tuple[int, int], Fraction] = {}
    for lost, killed, chance in one_roll(min(3, force), min(2, defenders)):
        for end, further in fight(force - lost, defenders - killed).items():
            ends[end] = ends.get(end, Fraction(0)) + chance * further
    return ends


def hold(forces: tuple[int, ...], defenders: int) -> Fraction:
    """Chance that a territory holds when the forces attack in the worst order."""
    if not defenders:
        return Fraction(0)
    if not forces:
        return Fraction(1)
    return min(
        sum(
            (
                chance * hold((*forces[:place], *forces[place + 1 :]), left)
                for (_, left), chance in fight(force, defenders).items()
            ),
            Fraction(0),
        )
        for place, force in enumerate(forces)
    )


def hold_all(
    beside: Mapping[str, Sequence[str]], armies: Mapping[str, int], enemies: Mapping[str, int]
) -> Fraction:
    """Chance that all hold; ``beside`` says what each enemy can attack."""
    names = list(enemies)
    worst = Fraction(1)
    for targets in product(*(beside[name] for name in names)):
        chance = Fraction(1)
        for territory, defenders in armies.items():
            forces = [
                enemies[name] - 1
                for name, target in zip(names, targets, strict=True)
                if target == territory
            ]
            chance *= hold(tuple(forces), defenders)
        worst = min(worst, chance)
    return worst


def spreads(base: Sequence[int], new: int) -> Iterator[tuple[int, ...]]:
    """Every way to add ``new`` armies."""
    for more in product(range(new + 1), repeat=len(base)):
        if sum(more) == new:
            yield tuple(b + m for b, m in zip(base, more, strict=True))


def last_holds(attackers: int, way: Sequence[int]) -> Fraction:
    """Chance that the last on the way holds; all but one move on after each conquest."""
    if not way:
        return Fraction(0)
    if attackers < 2:
        return Fraction(1)
    return sum(
        (
            chance * (last_holds(left, way[1:]) if left else 1)
            for (left, _), chance in fight(attackers - 1, way[0]).items()
        ),
        Fraction(0),
    )
