"""The rules near a ruleset: faces moved by pips, thresholds by armies, ties to somebody else.

One change is one face moved by one pip, one threshold by one army, or another rule of ties.
A number that the chart has for both sides may move for both at once, as one change.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise, product

from oddsapp.arguments import whole_number
from oddsapp.dice import DiceSet, Die
from oddsapp.errors import InvalidInput
from oddsapp.rules import ColouredDice, RankedDice, Ruleset, ThresholdChart, Ties, as_ruleset
from oddsapp.rules.options import option

MOST_CHANGES = 4
"""The most changes at a time."""

Faces = tuple[int, ...]
Entries = tuple[int | None, ...]
Charts = tuple[Entries, Entries]
"""The thresholds of the attacker and of the defender."""


@dataclass(frozen=True, kw_only=True)
class Allowed:
    """What may be changed.

    Parameters
    ----------
    faces, thresholds : bool
    ties : bool or sequence of str
        Whether equal dice may be the other side's, or whose they may be.
    same_chart : bool
        A threshold that is the same for both sides stays so.
    lowest, highest : int or None
        Beyond these no face is moved; what the dice show already if not said.

    Examples
    --------
    >>> Allowed(thresholds=False).faces
    True
    >>> Allowed(ties=("nobody",)).ties
    (<Ties.NOBODY: 'nobody'>,)
    """

    faces: bool = True
    thresholds: bool = True
    ties: bool | Sequence[str] = True
    same_chart: bool = False
    lowest: int | None = None
    highest: int | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.ties, bool):
            given = (self.ties,) if isinstance(self.ties, str) else self.ties
            ties = tuple(option(Ties, "ties", winner) for winner in given)
            object.__setattr__(self, "ties", ties)

    @property
    def whose_ties(self) -> tuple[Ties, ...]:
        """Whose equal dice may be."""
        if isinstance(self.ties, bool):
            return (Ties.ATTACKER, Ties.DEFENDER) if self.ties else ()
        return tuple(map(Ties, self.ties))


@dataclass(frozen=True)
class Variant:
    """One set of changes, by what it leads to.

    Parameters
    ----------
    changes : int
        How many they are.
    faces : tuple of tuple of int
        The faces of every die, sorted.
    charts : tuple or None
        The thresholds of both sides; None where dice do not depend on size.
    ties : Ties
    """

    changes: int
    faces: tuple[Faces, ...]
    charts: Charts | None
    ties: Ties


class Neighbourhood:
    """All rules within a number of changes of a ruleset, each once, by its fewest changes.

    Parameters
    ----------
    rules : str or Ruleset
        With dice.
    most_changes : int
    allowed : Allowed

    Raises
    ------
    InvalidInput
        If the rules have no dice to change, or nothing may be changed.

    Examples
    --------
    >>> near = Neighbourhood("classic", 1, Allowed())
    >>> near.count(), [near.told(variant) for variant in near.variants(1)][:2]
    (22, [("a 1 of the defender's die becomes 2",), ("a 2 of the defender's die becomes 3",)])
    """

    def __init__(self, rules: str | Ruleset, most_changes: int, allowed: Allowed) -> None:
        self.rules = as_ruleset(rules)
        self.most_changes = whole_number(
            most_changes, "the most changes", least=0, most=MOST_CHANGES
        )
        if not (allowed.faces or allowed.thresholds or allowed.ties):
            raise InvalidInput("nothing may be changed; allow faces, thresholds or ties")
        combat = self.rules.combat
        if isinstance(combat, RankedDice) and (combat.round_table or combat.balance is not None):
            raise InvalidInput(
                "only dice can be changed, not a round table nor the odds of a balanced blitz"
            )
        dice = dice_of(combat)
        low = min(die.faces[0] for die in dice) if allowed.lowest is None else allowed.lowest
        high = max(die.faces[-1] for die in dice) if allowed.highest is None else allowed.highest
        reach = self.most_changes if allowed.faces else 0
        self._faces = [_by_cost(_near_faces(die.faces, reach, low, high), reach) for die in dice]
        self._allowed, self._range = allowed, (low, high)
        self._charts = self._near_charts(combat, allowed)
        others = dict.fromkeys(ties for ties in allowed.whose_ties if ties is not combat.ties)
        self._ties: list[list[Ties]] = [[combat.ties], [*others]]

    def _near_charts(self, combat: ColouredDice | RankedDice, allowed: Allowed) -> Costs:
        if not isinstance(combat, ColouredDice):
            return [[None]]
        chart = combat.thresholds.attacker, combat.thresholds.defender
        reach = self.most_changes if allowed.thresholds else 0
        found: Costs = [[] for _ in range(reach + 1)]
        for cost, charts in _moved_charts(chart, reach, alike=allowed.same_chart):
            found[cost].append(charts)
        return found

    def count(self) -> int:
        """Return how many rules there are, the ruleset itself included."""
        ways = [1]
        for sizes in (
            *([len(choices) for choices in die] for die in self._faces),
            [len(choices) for choices in self._charts],
            [len(choices) for choices in self._ties],
        ):
            ways = _convolved(ways, sizes, self.most_changes)
        return sum(ways)

    def variants(self, changes: int) -> Iterator[Variant]:
        """Yield the rules with just so many changes, those of one chart after each other."""
        for costs in _split(changes, 2 + len(self._faces)):
            chart_cost, ties_cost, *face_costs = costs
            if chart_cost >= len(self._charts) or ties_cost >= len(self._ties):
                continue
            if any(cost >= len(self._faces[die]) for die, cost in enumerate(face_costs)):
                continue
            choices = [self._faces[die][cost] for die, cost in enumerate(face_costs)]
            for charts in self._charts[chart_cost]:
                for ties in self._ties[ties_cost]:
                    for faces in product(*choices):
                        yield Variant(changes, faces, charts, ties)

    def neighbours(self, variant: Variant) -> Iterator[Variant]:
        """Yield the rules one change away from a variant that are one change further from here."""
        for faces, charts, ties in self._moved(variant):
            changes = self._changes(faces, charts, ties)
            if changes == variant.changes + 1:
                yield Variant(changes, faces, charts, ties)

    def _moved(self, now: Variant) -> Iterator[tuple[tuple[Faces, ...], Charts | None, Ties]]:
        """Yield the rules one change away from a variant, in whatever direction."""
        if self._allowed.faces:
            for place, die in enumerate(now.faces):
                for moved, cost in _near_faces(die, 1, *self._range).items():
                    if cost:
                        faces = (*now.faces[:place], moved, *now.faces[place + 1 :])
                        yield faces, now.charts, now.ties
        if self._allowed.thresholds and now.charts is not None:
            for cost, charts in _moved_charts(now.charts, 1, alike=self._allowed.same_chart):
                if cost:
                    yield now.faces, charts, now.ties
        for ties in self._allowed.whose_ties:
            yield now.faces, now.charts, ties

    def _changes(self, faces: tuple[Faces, ...], charts: Charts | None, ties: Ties) -> int:
        """Return the fewest changes that lead from the ruleset to these rules."""
        combat = self.rules.combat
        changes = int(ties is not combat.ties)
        for die, new in zip(dice_of(combat), faces, strict=True):
            changes += sum(abs(a - b) for a, b in zip(die.faces, new, strict=True))
        if charts is not None and isinstance(combat, ColouredDice):
            chart = combat.thresholds
            for a, d, mine, other in zip(chart.attacker, chart.defender, *charts, strict=True):
                steps = (
                    (0 if a is None or mine is None else mine - a),
                    (0 if d is None or other is None else other - d),
                )
                changes += _cost(a, d, *steps)
        return changes

    def ruleset(self, variant: Variant) -> Ruleset:
        """Return the ruleset of a variant."""
        combat = self.rules.combat
        if variant.changes == 0:
            return self.rules
        # Names tell dice apart in the caches of the solvers.
        dice = [
            die if die.faces == faces else Die(faces, die.name)
            for die, faces in zip(dice_of(combat), variant.faces, strict=True)
        ]
        if isinstance(combat, RankedDice):
            attack, defence = (
                die if die.faces == before.faces else Die(die.faces, _digits(die.faces))
                for die, before in zip(dice, dice_of(combat), strict=True)
            )
            new = replace(combat, attack_die=attack, defence_die=defence, ties=variant.ties)
            changed = {"attack_die": attack, "defence_die": defence, "ties": new.ties}
        else:
            assert variant.charts is not None
            name = "-".join(_digits(die.faces) for die in dice)
            attacker, defender = variant.charts
            chart = f"{_entries(attacker)}/{_entries(defender)}"
            changed = {
                "dice_set": DiceSet(name, tuple(dice)),
                "thresholds": ThresholdChart(chart, attacker, defender),
                "ties": variant.ties,
            }
        return self.rules.replace(
            **{
                key: value
                for key, value in changed.items()
                if _content(value) != _content(getattr(combat, key))
            }
        )

    def told(self, variant: Variant) -> tuple[str, ...]:
        """Return what is changed, a phrase each."""
        combat = self.rules.combat
        lines: list[str] = []
        for place, (die, faces) in enumerate(zip(dice_of(combat), variant.faces, strict=True)):
            if isinstance(combat, RankedDice):
                name = ("the attacker's die", "the defender's die")[place]
            else:
                name = die.name or f"die {place + 1}"
            moved = [pair for pair in zip(die.faces, faces, strict=True) if pair[0] != pair[1]]
            for before, after in dict.fromkeys(moved):
                times = moved.count((before, after))
                often = f" ({times} times)" if times > 1 else ""
                lines.append(f"a {before} of {name} becomes {after}{often}")
        if isinstance(combat, ColouredDice) and variant.charts is not None:
            lines += _told_charts(combat, variant.charts)
        if variant.ties is not combat.ties:
            lines.append(f"ties to {_WHOM[variant.ties]}")
        return tuple(lines)


Costs = list[list[Charts | None]]

_WHOM = {Ties.ATTACKER: "the attacker", Ties.DEFENDER: "the defender", Ties.NOBODY: "nobody"}


def dice_of(combat: ColouredDice | RankedDice) -> tuple[Die, ...]:
    """Return the dice of a combat: those of the set, or the attacker's and the defender's."""
    if isinstance(combat, ColouredDice):
        return combat.dice_set.dice
    return combat.attack_die, combat.defence_die


def _near_faces(faces: Faces, reach: int, low: int, high: int) -> dict[Faces, int]:
    """Return the dice within so many pips, each with how many it takes."""
    found = {faces: 0}
    edge = [faces]
    for cost in range(1, reach + 1):
        new = []
        for now in edge:
            for place, face in enumerate(now):
                for after in (face + 1, face - 1):
                    moved = tuple(sorted((*now[:place], after, *now[place + 1 :])))
                    if low <= after <= high and moved not in found:
                        found[moved] = cost
                        new.append(moved)
        edge = new
    return found


def _by_cost(found: dict[Faces, int], reach: int) -> list[list[Faces]]:
    return [[faces for faces, cost in found.items() if cost == n] for n in range(reach + 1)]


def _moved_charts(charts: Charts, reach: int, *, alike: bool) -> Iterator[tuple[int, Charts]]:
    """Yield (changes, thresholds of both sides) in order, growing ones only."""
    attacker, defender = charts
    steps = range(-reach, reach + 1)
    moves = [
        [
            (_cost(a, d, mine, other), mine, other)
            for mine in (steps if a is not None else (0,))
            for other in (steps if d is not None else (0,))
            if _cost(a, d, mine, other) <= reach and (mine == other or not alike or a != d)
        ]
        for a, d in zip(attacker[1:], defender[1:], strict=True)
    ]
    found: list[tuple[int, Faces, Faces]] = [(0, (0,), (0,))]
    for options in moves:
        found = [
            (cost + more, (*mine, a), (*other, d))
            for cost, mine, other in found
            for more, a, d in options
            if cost + more <= reach
        ]
    for cost, mine, other in sorted(found):
        moved = _added(attacker, mine), _added(defender, other)
        if all(_grows(entries) for entries in moved):
            yield cost, moved


def _cost(attacker: int | None, defender: int | None, mine: int, other: int) -> int:
    """Return how many changes move a threshold of both sides so; together where it is one."""
    if attacker == defender and mine * other > 0:
        return max(abs(mine), abs(other))
    return abs(mine) + abs(other)


def _added(entries: Entries, steps: Sequence[int]) -> Entries:
    return tuple(
        None if entry is None else entry + step for entry, step in zip(entries, steps, strict=True)
    )


def _grows(entries: Entries) -> bool:
    return all(a < b for a, b in pairwise(entry for entry in entries if entry is not None))


def _told_charts(combat: ColouredDice, charts: Charts) -> list[str]:
    before = combat.thresholds.attacker, combat.thresholds.defender
    lines = []
    for tier, (old, new) in enumerate(
        zip(zip(*before, strict=True), zip(*charts, strict=True), strict=True)
    ):
        name = combat.die(tier).name or f"die {tier + 1}"
        if old == new:
            continue
        if old[0] == old[1] and new[0] == new[1]:
            lines.append(f"{name} from {new[0]} armies, not {old[0]}")
            continue
        for who, a, b in zip(("the attacker", "the defender"), old, new, strict=True):
            if a != b:
                lines.append(f"{name} of {who} from {b} armies, not {a}")
    return lines


def _split(total: int, parts: int) -> Iterator[tuple[int, ...]]:
    """Yield the ways to write a number as so many numbers from 0 on, in order."""
    if parts == 1:
        yield (total,)
        return
    for first in range(total + 1):
        for rest in _split(total - first, parts - 1):
            yield (first, *rest)


def _convolved(ways: list[int], more: list[int], most: int) -> list[int]:
    result = [0] * (most + 1)
    for a, x in enumerate(ways):
        for b, y in enumerate(more):
            if a + b <= most:
                result[a + b] += x * y
    return result


def _content(value: object) -> object:
    """Return what a rule does, whatever it is called."""
    if isinstance(value, Die):
        return value.faces
    if isinstance(value, DiceSet):
        return tuple(die.faces for die in value)
    if isinstance(value, ThresholdChart):
        return value.attacker, value.defender
    return value


def _digits(faces: Faces) -> str:
    return "".join(map(str, faces)) if all(0 <= f <= 9 for f in faces) else str(faces)


def _entries(entries: Entries) -> str:
    return "-".join("x" if entry is None else str(entry) for entry in entries)


__all__ = ["MOST_CHANGES", "Allowed", "Neighbourhood", "Variant", "dice_of"]
