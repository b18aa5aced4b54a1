"""What moves P(win): the faces of the dice, and the thresholds at which armies change them.

Derivatives by the faces of classic dice are in `oddsapp.odds.derivatives`. Here,
`face_changes` and `threshold_changes` change the rules themselves, one face by one pip or one
threshold by one army, and solve again: for any dice, RISK II's above all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any

from oddsapp.combat import Battle
from oddsapp.dice import DiceSet, Die
from oddsapp.errors import InvalidInput
from oddsapp.odds.in_play import role_of
from oddsapp.odds.plain import plain_number
from oddsapp.odds.solve import solve
from oddsapp.rules import ColouredDice, RankedDice, Role, Ruleset, ThresholdChart


@dataclass(frozen=True, kw_only=True)
class Change:
    """One number of the rules moved by one, and what that does to P(win).

    Parameters
    ----------
    what : str
        For instance ``"a face of the red die"`` or ``"the attacker's threshold of red"``.
    before, after : int
        The number in the rules, and what it is moved to.
    win : float or Fraction
        P(win) with the changed rules.
    change : float or Fraction
        The same minus P(win) with the rules as they are.
    """

    what: str
    before: int
    after: int
    win: Any
    change: Any

    def to_dict(self) -> dict[str, Any]:
        """Return the change as plain values for JSON; fractions as text."""
        return {
            "what": self.what,
            "from": self.before,
            "to": self.after,
            "win": plain_number(self.win),
            "change": plain_number(self.change),
        }


def face_changes(battle: Battle, player: int = 0, *, exact: bool = False) -> tuple[Change, ...]:
    """Return how P(win) changes when one face of one die is moved one pip up or down.

    Parameters
    ----------
    battle : Battle
    player : int
        Whose P(win); 0 is the attacker, or the first player.
    exact : bool
        In fractions.

    Returns
    -------
    tuple of Change
        For every die that an army of these sizes can roll and every number on it. A face is
        never moved beyond the lowest and the highest number that any of the dice shows.

    Raises
    ------
    InvalidInput
        If the rules have a round table in place of dice.

    Examples
    --------
    >>> from oddsapp.combat import attack
    >>> from oddsapp.rules import find_ruleset
    >>> changes = face_changes(attack(3, 2, find_ruleset("risk2")), exact=True)
    >>> [(c.before, c.after) for c in changes]
    [(1, 2), (2, 1), (2, 3), (3, 2), (3, 4), (4, 3), (4, 5), (5, 4), (5, 6), (6, 5)]
    >>> changes[0].what
    'a face of the white die'
    """
    return _changes(battle, _with_moved_faces(battle), player, exact=exact)


def threshold_changes(
    battle: Battle, player: int = 0, *, exact: bool = False
) -> tuple[Change, ...]:
    """Return how P(win) changes when one threshold is moved by one army (M-2, M-3).

    Parameters
    ----------
    battle : Battle
        With one die per army.
    player : int
        Whose P(win); 0 is the attacker, or the first player.
    exact : bool
        In fractions.

    Returns
    -------
    tuple of Change
        For every threshold up to one above the largest army, first the attacker's, then the
        defender's where somebody defends, then both at once where the chart has the same
        number for both.

    Raises
    ------
    InvalidInput
        If the dice do not depend on the size of the army.

    Examples
    --------
    >>> from oddsapp.combat import attack
    >>> from oddsapp.rules import find_ruleset
    >>> for c in threshold_changes(attack(6, 5, find_ruleset("risk2"))):
    ...     print(c.what, c.before, c.after, round(c.change, 4))
    the attacker's threshold of yellow 6 5 0.0121
    the attacker's threshold of yellow 6 7 -0.0133
    the defender's threshold of yellow 6 5 -0.0553
    the defender's threshold of yellow 6 7 0.0
    the threshold of yellow 6 5 -0.0528
    the threshold of yellow 6 7 -0.0133
    """
    return _changes(battle, _with_moved_thresholds(battle), player, exact=exact)


Moved = tuple[str, int, int, Ruleset]
"""(what, number before, number after, the rules with it)."""


def _changes(
    battle: Battle, moved: Iterator[Moved], player: int, *, exact: bool
) -> tuple[Change, ...]:
    if not 0 <= player < battle.players:
        raise InvalidInput(
            f"a player of this battle has a number from 0 to {battle.players - 1}, not {player}"
        )
    now = solve(battle, exact=exact).ends.winning(player)
    results = []
    for what, before, after, rules in moved:
        win = solve(replace(battle, rules=rules), exact=exact).ends.winning(player)
        change = Change(what=what, before=before, after=after, win=win, change=win - now)
        results.append(change)
    return tuple(results)


def _with_moved_faces(battle: Battle) -> Iterator[Moved]:
    combat, rules = battle.rules.combat, battle.rules
    if isinstance(combat, RankedDice):
        if combat.round_table is not None:
            raise InvalidInput("a round table has no faces that could be moved")
        dice = {"attack_die": combat.attack_die, "defence_die": combat.defence_die}
        names = {"attack_die": "attacker's dice", "defence_die": "defender's dice"}
        low, high = _range(list(dice.values()))
        for key, die in dice.items():
            for before, after, other in _moved(die, low, high):
                yield f"a face of the {names[key]}", before, after, rules.replace(**{key: other})
        return
    low, high = _range(list(combat.dice_set))
    for tier in sorted(_tiers_in_reach(battle, combat)):
        die = combat.die(tier)
        for before, after, other in _moved(die, low, high):
            dice_set = [other if place == tier else d for place, d in enumerate(combat.dice_set)]
            name = f"{combat.dice_set.name}, {die.name} {before} to {after}"
            moved = rules.replace(dice_set=DiceSet(name, tuple(dice_set)))
            yield f"a face of the {die.name} die", before, after, moved


def _range(dice: list[Die]) -> tuple[int, int]:
    return min(die.faces[0] for die in dice), max(die.faces[-1] for die in dice)


def _moved(die: Die, low: int, high: int) -> Iterator[tuple[int, int, Die]]:
    """Yield (number before, number after, die) for each face moved one pip."""
    for before in die.counts:
        for after in (before - 1, before + 1):
            if low <= after <= high:
                faces = list(die.faces)
                faces[faces.index(before)] = after
                # Names tell dice apart in the caches of the solvers, so a new one is needed.
                yield before, after, Die(faces, f"{die.name} with {after} for {before}")


def _tiers_in_reach(battle: Battle, combat: ColouredDice) -> set[int]:
    """Return the places of the dice that the armies roll from their full size downwards."""
    return {
        tier
        for place, size in enumerate(battle.armies)
        for tier in range(combat.tier(size, role_of(battle, place)) + 1)
    }


def _with_moved_thresholds(battle: Battle) -> Iterator[Moved]:
    combat = battle.rules.combat
    if isinstance(combat, RankedDice):
        raise InvalidInput(
            f"under the rules {battle.rules.name} the dice do not depend on a threshold;"
            " RISK II has thresholds: risk2, for instance"
        )
    chart = combat.thresholds
    roles = sorted({role_of(battle, place) for place in range(len(battle.armies))})
    largest = {
        role: max(s for p, s in enumerate(battle.armies) if role_of(battle, p) is role)
        for role in roles
    }
    for role in roles:
        for tier, start in enumerate(chart.starts(role)):
            if tier and start <= largest[role] + 1:
                what = f"the {role}'s threshold of {combat.die(tier).name}"
                yield from _moved_threshold(battle.rules, chart, what, tier, (role,))
    both = zip(chart.starts(Role.ATTACKER), chart.starts(Role.DEFENDER), strict=False)
    for tier, (attacker, defender) in enumerate(both):
        in_reach = attacker <= max(largest.values()) + 1
        if len(roles) == 2 and tier and attacker == defender and in_reach:
            what = f"the threshold of {combat.die(tier).name}"
            yield from _moved_threshold(battle.rules, chart, what, tier, tuple(Role))


def _moved_threshold(
    rules: Ruleset, chart: ThresholdChart, what: str, tier: int, roles: tuple[Role, ...]
) -> Iterator[Moved]:
    for step in (-1, 1):
        entries = {Role.ATTACKER: list(chart.attacker), Role.DEFENDER: list(chart.defender)}
        before = chart.starts(roles[0])[tier]
        for role in roles:
            entries[role][tier] = before + step
        if all(_grows([n for n in entries[role] if n is not None]) for role in roles):
            moved = ThresholdChart(
                f"{chart.name}, {what} {before + step}",
                tuple(entries[Role.ATTACKER]),
                tuple(entries[Role.DEFENDER]),
            )
            yield what, before, before + step, rules.replace(thresholds=moved)


def _grows(entries: list[int]) -> bool:
    return all(a < b for a, b in pairwise(entries))
