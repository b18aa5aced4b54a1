"""What each threshold does: the jump of P(win) where one army more, or less, changes the die."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.odds.balance.contests import MOST_ARMIES
from oddsapp.odds.balance.sides import coloured
from oddsapp.odds.plain import plain_number
from oddsapp.odds.wins import win_rows
from oddsapp.rules import Role, Ruleset, as_ruleset


@dataclass(frozen=True)
class Promotion:
    """One threshold: what the army more is worth that changes the die (M-2, M-3).

    Read downwards it is the demotion, what losing that army costs.

    Parameters
    ----------
    role : Role
        Whose threshold.
    die : str
        The die rolled from here on.
    size : int
        The smallest army that rolls it.
    opponent : int
        How many armies the other side has: as many as this one had just before.
    below, above : float or Fraction
        The chance of the army to win just below the threshold, and on it.
    usual : float or Fraction or None
        What an army more is worth beside it: the mean of one step before and one after, as
        far as there are any that change no die.
    least, most : tuple of (float or Fraction, int)
        The least and the greatest gain over all opponents, and against how many.
    """

    role: Role
    die: str
    size: int
    opponent: int
    below: Any
    above: Any
    usual: Any
    least: tuple[Any, int]
    most: tuple[Any, int]

    @property
    def gain(self) -> Any:
        """What the promotion is worth; negative if it hurts."""
        return self.above - self.below

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "role": str(self.role),
            "die": self.die,
            "size": self.size,
            "opponent": self.opponent,
            "below": plain_number(self.below),
            "above": plain_number(self.above),
            "gain": plain_number(self.gain),
            "usual": None if self.usual is None else plain_number(self.usual),
            "least": {"gain": plain_number(self.least[0]), "opponent": self.least[1]},
            "most": {"gain": plain_number(self.most[0]), "opponent": self.most[1]},
        }


def promotions(
    *, rules: str | Ruleset = "risk2", most: int = 40, exact: bool = False
) -> tuple[Promotion, ...]:
    """Return what each threshold of attacker and defender is worth.

    Parameters
    ----------
    rules : str or Ruleset
        With one die per army.
    most : int
        The most armies of an opponent, and the largest threshold that is looked at.
    exact : bool
        As fractions.

    Raises
    ------
    InvalidInput
        If the rules have no die for an army, or the number is out of range.

    Examples
    --------
    >>> for p in promotions(most=12)[:2]:
    ...     print(p.role, p.die, p.size, round(p.below, 4), round(p.above, 4), round(p.usual, 4))
    attacker yellow 6 0.7562 0.865 0.1003
    attacker green 11 0.7617 0.8517 0.0615
    """
    gains = step_gains(rules=rules, most=most, exact=exact)
    combat = coloured(as_ruleset(rules))
    found = []
    for role in Role:
        starts = combat.thresholds.starts(role)
        for tier, size in enumerate(starts):
            if not tier or size > most:
                continue
            chances = gains.chances[role]
            opponent = size - 1
            steps = {
                other: chances[other][opponent] - chances[other - 1][opponent]
                for other in (size - 1, size + 1)
                if other >= 1 and other not in starts and other in range(len(chances))
            }
            by_opponent = [(chances[size][n] - chances[size - 1][n], n) for n in range(1, most + 1)]
            found.append(
                Promotion(
                    role,
                    combat.die(tier).name,
                    size,
                    opponent,
                    chances[size - 1][opponent],
                    chances[size][opponent],
                    sum(steps.values()) / len(steps) if steps else None,
                    min(by_opponent, key=lambda gain: gain[0]),
                    max(by_opponent, key=lambda gain: gain[0]),
                )
            )
    return tuple(found)


@dataclass(frozen=True)
class StepGains:
    """What one army more is worth at every size.

    Parameters
    ----------
    chances : dict of Role to table
        The chance of an army of 0, 1, 2, … to win against 0, 1, 2, … of the other side.
    """

    chances: dict[Role, list[list[Any]]]

    def against_equals(self, role: Role) -> tuple[Any, ...]:
        """Return the gain from n to n + 1 armies against n opponents, for n from 1 on.

        Examples
        --------
        >>> gains = step_gains(most=6)
        >>> [round(gain, 3) for gain in gains.against_equals(Role.ATTACKER)][3:6]
        [0.112, 0.109, 0.085]
        """
        table = self.chances[role]
        return tuple(table[n + 1][n] - table[n][n] for n in range(1, len(table) - 1))


def step_gains(*, rules: str | Ruleset = "risk2", most: int = 40, exact: bool = False) -> StepGains:
    """Return the chances from which follows what one army more is worth, for both sides.

    Parameters
    ----------
    rules : str or Ruleset
    most : int
        The most armies of the other side; tables go to one army more.
    exact : bool
        As fractions.

    Raises
    ------
    InvalidInput
        If there are no such rules, or the number is out of range.

    Examples
    --------
    >>> from oddsapp.rules import Role
    >>> gains = step_gains(most=6)
    >>> [round(gain, 3) for gain in gains.against_equals(Role.DEFENDER)][:3]
    [0.238, 0.169, 0.134]
    """
    number = whole_number(most, "the number of armies", least=2, most=MOST_ARMIES)
    rows = [*islice(win_rows(as_ruleset(rules), number + 1, exact=exact), number + 2)]
    # Of P(lose) only differences are asked for, so that 1 - P(win) does.
    holds = [[1 - row[size] for row in rows] for size in range(number + 2)]
    return StepGains({Role.ATTACKER: rows, Role.DEFENDER: holds})


__all__ = ["Promotion", "StepGains", "promotions", "step_gains"]
