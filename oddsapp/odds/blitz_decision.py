"""Roll by hand, or blitz? Both are open at any moment of an attack, until it blitzes.

Rolled by hand an attack has true dice; blitzed, the balanced odds of what is left. To take
the territory with the highest probability is a decision process on the states (attackers
left, defenders left), which only ever become smaller:

    V(a, d) = max( B(a, d), sum over the losses (i, j) of one roll: P(i, j) V(a - i, d - j) )

with V(a, 0) = 1, V(0, d) = 0, and B the balanced P(win) of a battle fought at once.

References
----------
M. L. Puterman, Markov Decision Processes, Wiley, 1994, chapter 4 (backward induction).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from oddsapp.arguments import shortened, whole_number
from oddsapp.combat import State, attack
from oddsapp.errors import InvalidInput
from oddsapp.odds.blitz import balanced_win
from oddsapp.odds.classic import changing_rounds
from oddsapp.odds.solve import battle
from oddsapp.rules import Balance, RankedDice, Ruleset, as_ruleset

MOST_STATES = 1_000_000
"""The most states that are decided, a matter of seconds."""

_SLACK = 1e-12
"""By less than that a roll is not better than a blitz: rounding may do as much."""

Grid = list[list[float]]
"""A number for each (attackers left, defenders left)."""


@dataclass(frozen=True, kw_only=True)
class BlitzAdvice:
    """What to do with one attack, and what it is worth.

    Parameters
    ----------
    rules : Ruleset
    force, defenders : int
    roll : float
        P(win) when every roll is made by hand.
    blitz : float
        P(win) when the attack is blitzed at once.
    best : float
        P(win) under the best mix of both.
    blitz_at : tuple of State
        The states (attackers left, defenders left) to blitz at, among those that the best
        mix comes to; in all others that it comes to, roll.
    """

    rules: Ruleset
    force: int
    defenders: int
    roll: float
    blitz: float
    best: float
    blitz_at: tuple[State, ...]

    @property
    def version(self) -> str:
        """The game and its version whose balanced odds these are."""
        return _balance(self.rules).version

    @property
    def first(self) -> str:
        """What to do now: ``"roll"`` or ``"blitz"``."""
        return "blitz" if (self.force, self.defenders) in self.blitz_at else "roll"

    def to_dict(self) -> dict[str, Any]:
        """Return the advice as plain values for JSON."""
        return {
            "rules": str(self.rules),
            "version": self.version,
            "roll": self.roll,
            "blitz": self.blitz,
            "best": self.best,
            "first": self.first,
            "blitz_at": [list(state) for state in self.blitz_at],
        }


class BlitzDecision:
    """The decision for every state up to a force and a number of defenders.

    Parameters
    ----------
    rules : str or Ruleset
        With a balance, ``"blitz"`` for one.
    force, defenders : int
        The largest numbers to decide for.

    Raises
    ------
    InvalidInput
        If the rules have no blitz, or there are more than `MOST_STATES` states.

    Examples
    --------
    >>> decision = BlitzDecision("blitz", 10, 10)
    >>> [round(table[10][10], 4) for table in (decision.roll, decision.blitz, decision.best)]
    [0.5676, 0.6094, 0.6616]
    """

    def __init__(self, rules: str | Ruleset, force: int, defenders: int) -> None:
        self.rules = as_ruleset(rules)
        balance = _balance(self.rules)
        described = attack(force, defenders, self.rules)  # checks the numbers
        self.force, self.defenders = described.armies
        states = self.force * self.defenders
        if states > MOST_STATES:
            raise InvalidInput(
                f"a decision between rolls and a blitz for {shortened(states)} states is too"
                f" much; the limit is {MOST_STATES:,}"
            )
        combat = described.rules.combat
        assert isinstance(combat, RankedDice)
        self._dice = combat.attack_dice, combat.defence_dice
        self._moves = {
            dice: [(a, d, weight / roll.total) for (a, d), weight in roll.outcomes]
            for dice, roll in changing_rounds(combat.true_dice).items()
        }
        self.roll: Grid = self._empty()
        """P(win) when every roll is made by hand."""
        self.blitz: Grid = self._empty()
        """P(win) when the attack is blitzed at once."""
        self.best: Grid = self._empty()
        """P(win) under the best mix."""
        self._rolling: Grid = self._empty()
        self._decide(balance)

    def _empty(self) -> Grid:
        rows = [[0.0] * (self.defenders + 1) for _ in range(self.force + 1)]
        for row in rows[1:]:
            row[0] = 1.0
        return rows

    def _decide(self, balance: Balance) -> None:
        # P(lose) beside P(win), or a small one would lose its digits.
        losing: Grid = [[0.0] * (self.defenders + 1) for _ in range(self.force + 1)]
        losing[0][1:] = [1.0] * self.defenders
        for attackers in range(1, self.force + 1):
            for defenders in range(1, self.defenders + 1):
                win = lose = mixed = 0.0
                for left, others, chance in self._after(attackers, defenders):
                    win += chance * self.roll[left][others]
                    lose += chance * losing[left][others]
                    mixed += chance * self.best[left][others]
                blitz = balanced_win(win, lose, balance)
                self.roll[attackers][defenders] = win
                losing[attackers][defenders] = lose
                self.blitz[attackers][defenders] = blitz
                self._rolling[attackers][defenders] = mixed
                self.best[attackers][defenders] = max(blitz, mixed)

    def _after(self, attackers: int, defenders: int) -> Iterator[tuple[int, int, float]]:
        """Yield what one roll leaves, with its probability."""
        dice = min(attackers, self._dice[0]), min(defenders, self._dice[1])
        for a, d, chance in self._moves[dice]:
            yield max(0, attackers - a), max(0, defenders - d), chance

    def is_blitz(self, attackers: int, defenders: int) -> bool:
        """Tell whether to blitz at this state: rolling on is worth no more."""
        blitz = self.blitz[attackers][defenders]
        return bool(blitz) and blitz >= self._rolling[attackers][defenders] - _SLACK

    def advice(self, force: int, defenders: int) -> BlitzAdvice:
        """Return what to do with one attack.

        Raises
        ------
        InvalidInput
            If the numbers are below 1 or above those decided for.
        """
        force = whole_number(force, "the force", least=1, most=self.force)
        defenders = whole_number(defenders, "the defenders", least=1, most=self.defenders)
        return BlitzAdvice(
            rules=self.rules,
            force=force,
            defenders=defenders,
            roll=self.roll[force][defenders],
            blitz=self.blitz[force][defenders],
            best=self.best[force][defenders],
            blitz_at=tuple(self._blitzed(force, defenders)),
        )

    def _blitzed(self, force: int, defenders: int) -> Iterator[State]:
        """Yield the states to blitz at that the best mix comes to, largest first."""
        reached = [bytearray(defenders + 1) for _ in range(force + 1)]
        reached[force][defenders] = True
        for attackers in range(force, 0, -1):
            for others in range(defenders, 0, -1):
                if not reached[attackers][others]:
                    continue
                if self.is_blitz(attackers, others):
                    yield attackers, others
                    continue
                for left, still, _ in self._after(attackers, others):
                    reached[left][still] = True


def blitz_advice(
    armies: int | None = None,
    defenders: int = 0,
    *,
    force: int | None = None,
    rules: str | Ruleset = "blitz",
) -> BlitzAdvice:
    """Return whether to roll by hand or to blitz, so that the territory is likeliest taken.

    Parameters
    ----------
    armies : int
        The armies on the attacking territory: one of them stays.
    defenders : int
        The armies on the territory under attack.
    force : int
        The armies that fight, in place of ``armies``.
    rules : str or Ruleset
        With a balance.

    Raises
    ------
    InvalidInput
        If the rules have no blitz, or the numbers make no battle, or one that is too large.

    Notes
    -----
    The process is that of `oddsapp.odds.blitz_decision`.

    Examples
    --------
    >>> import oddsapp
    >>> advice = oddsapp.blitz_advice(force=10, defenders=10)
    >>> advice.first, round(advice.roll, 4), round(advice.blitz, 4), round(advice.best, 4)
    ('roll', 0.5676, 0.6094, 0.6616)
    """
    ruleset = as_ruleset(rules)
    _balance(ruleset)
    odds = battle(armies, defenders, force=force, rules=ruleset)
    fighting, against = odds.battle.armies
    return BlitzDecision(ruleset, fighting, against).advice(fighting, against)


def _balance(rules: Ruleset) -> Balance:
    balance = rules.balance
    if balance is None:
        raise InvalidInput(f"there is no blitz under the rules {rules.name}; blitz has it")
    return balance
