"""How a battle feels: how long it takes, how often the weaker side wins, how sudden the turn is."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.combat import Battle, State, attack
from oddsapp.combat.round import AT_ONCE, NEVER_ENDS
from oddsapp.errors import InvalidInput
from oddsapp.odds.balance.contests import MOST_ARMIES, least_forces
from oddsapp.odds.plain import plain_number
from oddsapp.odds.wins import loss_rows, win_rows
from oddsapp.pmf import Pmf
from oddsapp.rules import Ruleset, as_ruleset

LOW, HIGH = Fraction(1, 10), Fraction(9, 10)
"""Between these chances of winning a battle is worth watching."""

_NEVER = 1e-16


@dataclass(frozen=True)
class Feel:
    """How the battle of a force against defenders feels.

    Parameters
    ----------
    rules : Ruleset
    force, defenders : int
    win : float or Fraction
        P(the attackers win).
    rolls : Pmf
        The number of rolls, those that change nothing included.
    first_to_fall : tuple of (float or Fraction)
        P(the attackers are the first to be down to half of their force or less), and the same
        for the defenders. What is missing to 1: both were, at the same roll.
    comebacks : tuple of (float or Fraction)
        P(the attackers are the first down to half, and win nevertheless), and the same for the
        defenders.
    width : tuple of (int or None)
        The fewest attackers that win at least every tenth battle against these defenders, and
        at least nine of ten; None where none of those tried is enough.
    """

    rules: Ruleset
    force: int
    defenders: int
    win: Any
    rolls: Pmf
    first_to_fall: tuple[Any, Any]
    comebacks: tuple[Any, Any]
    width: tuple[int | None, int | None]

    @property
    def weaker_wins(self) -> Any:
        """P(the side wins that is the less likely to win)."""
        return min(self.win, 1 - self.win)

    @property
    def comeback(self) -> Any:
        """P(the side that was the first down to half of its force wins); None if there is none.

        Given that one side was first: in nearly every battle one is.
        """
        first = sum(self.first_to_fall)
        return sum(self.comebacks) / first if first else None

    def comeback_of(self, side: int) -> Any:
        """Return the same given that this side was first: 0 the attackers, 1 the defenders."""
        first = self.first_to_fall[side]
        return self.comebacks[side] / first if first else None

    @property
    def armies_between(self) -> int | None:
        """How many armies lie between winning one battle of ten and nine of ten."""
        few, many = self.width
        return None if few is None or many is None else many - few

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        low, high = self.rolls.interval(0.9)
        return {
            "rules": str(self.rules),
            "force": self.force,
            "defenders": self.defenders,
            "win": plain_number(self.win),
            "weaker_wins": plain_number(self.weaker_wins),
            "comeback": None if self.comeback is None else plain_number(self.comeback),
            "rolls": {"mean": plain_number(self.rolls.mean()), "low": low, "high": high},
            "force_for_10_percent": self.width[0],
            "force_for_90_percent": self.width[1],
        }


def battle_feel(
    force: int, defenders: int, *, rules: str | Ruleset = "risk2", exact: bool = False
) -> Feel:
    """Return how the battle of a force against defenders feels.

    Parameters
    ----------
    force, defenders : int
        The armies that fight, and those on the territory under attack.
    rules : str or Ruleset
        Not a balanced blitz, which has no rolls.
    exact : bool
        As fractions; refused where a roll may change nothing, for then no battle is the longest.

    Raises
    ------
    InvalidInput
        If the numbers make no such battle.

    Notes
    -----
    A *comeback from half*: the side that is the first of the two to be down to half of its
    force or less, the other one having more than half of its own, wins nevertheless.

    Examples
    --------
    >>> feel = battle_feel(10, 10, rules="classic")
    >>> round(feel.weaker_wins, 4), round(feel.comeback, 4), feel.rolls.interval(0.9)
    (0.4324, 0.1956, (6, 10))
    >>> feel.width, feel.armies_between
    ((5, 16), 11)
    """
    ruleset = as_ruleset(rules)
    for number, what in ((force, "the force"), (defenders, "the number of defenders")):
        whole_number(number, what, least=1, most=MOST_ARMIES)
    if ruleset.balance is not None:
        raise InvalidInput(AT_ONCE)
    battle = attack(force, defenders, ruleset)
    wins = [*islice(win_rows(ruleset, defenders, exact=exact), force + 1)]
    if exact:
        losses = [[1 - win for win in row] for row in wins]
    else:  # of their own: 1 less a float near 1 has lost its digits
        losses = [*islice(loss_rows(ruleset, defenders), force + 1)]
    ways = _Ways(battle, exact=exact)
    first, comebacks = _half_way(battle, ways, wins, losses)
    ((few, many),) = least_forces(defenders, [LOW, HIGH], rules=ruleset)[-1:]
    return Feel(
        ruleset,
        force,
        defenders,
        wins[force][defenders],
        _rolls(battle, ways, exact=exact),
        first,
        comebacks,
        (few.force, many.force),
    )


class _Ways:
    """Where a roll leads from each state, with probabilities."""

    def __init__(self, battle: Battle, *, exact: bool) -> None:
        self._battle, self._exact = battle, exact
        self._known: dict[State, list[tuple[State, Any]]] = {}

    def of(self, state: State) -> list[tuple[State, Any]]:
        if state not in self._known:
            successors, total = self._battle.successors(state)
            share = Fraction if self._exact else _float_share
            self._known[state] = [(after, share(weight, total)) for after, weight in successors]
        return self._known[state]


def _float_share(weight: int, total: int) -> float:
    return weight / total


def _rolls(battle: Battle, ways: _Ways, *, exact: bool) -> Pmf:
    """Follow the battle roll by roll."""
    now: dict[State, Any] = {battle.armies: Fraction(1) if exact else 1.0}
    ended: list[Any] = [0]
    while now and (exact or sum(now.values()) > _NEVER):
        after: dict[State, Any] = {}
        done: Any = 0
        for state, weight in now.items():
            for following, chance in ways.of(state):
                if battle.is_over(following):
                    done += weight * chance
                elif exact and following == state:
                    raise InvalidInput(
                        "a battle in which a roll may change nothing has no longest run; ask"
                        " without exact fractions"
                    )
                else:
                    after[following] = after.get(following, 0) + weight * chance
        ended.append(done)
        now = after
    if not exact:
        return Pmf(0, tuple(map(float, ended)))
    return _exact_pmf(ended)


def _exact_pmf(ended: list[Any]) -> Pmf:
    from math import lcm

    total = lcm(*(Fraction(chance).denominator for chance in ended))
    return Pmf(0, tuple(int(chance * total) for chance in ended), total)


def _half_way(
    battle: Battle, ways: _Ways, wins: list[list[Any]], losses: list[list[Any]]
) -> tuple[tuple[Any, Any], tuple[Any, Any]]:
    """Follow the battle until a side is down to half, and see who wins from there."""
    force, defenders = battle.armies
    waiting: dict[int, dict[State, Any]] = {force + defenders: {battle.armies: 1}}
    first: list[Any] = [0, 0]
    comebacks: list[Any] = [0, 0]
    for total in range(force + defenders, -1, -1):
        for state, weight in waiting.pop(total, {}).items():
            fallen = 2 * state[0] <= force, 2 * state[1] <= defenders
            if not any(fallen):
                _move_on(state, weight, ways, waiting)
            elif not all(fallen):
                side = fallen.index(True)
                first[side] += weight
                chances = (losses if side else wins)[state[0]][state[1]]
                comebacks[side] += weight * chances
    return (first[0], first[1]), (comebacks[0], comebacks[1])


def _move_on(state: State, weight: Any, ways: _Ways, waiting: dict[int, dict[State, Any]]) -> None:
    """Send on the weight of a state, given that the roll changes something."""
    changing = [(after, chance) for after, chance in ways.of(state) if after != state]
    moving = sum(chance for _, chance in changing)
    if not moving:
        raise InvalidInput(NEVER_ENDS)
    for after, chance in changing:
        level = waiting.setdefault(sum(after), {})
        level[after] = level.get(after, 0) + weight * chance / moving


__all__ = ["HIGH", "LOW", "Feel", "battle_feel"]
