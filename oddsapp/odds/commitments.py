"""How many armies to commit: each number of them is a battle of its own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from oddsapp.arguments import shortened
from oddsapp.combat import attack
from oddsapp.errors import InvalidInput
from oddsapp.odds.classic import STATES_PER_ARMY, is_linear
from oddsapp.odds.plain import plain_number
from oddsapp.odds.solve import battle
from oddsapp.rules import RankedDice, Ruleset, as_ruleset

MOST_STATES = 8_000_000
"""The most states of all battles together, a matter of seconds."""

MOST_EXACT_STATES = 400_000
"""The most in fractions."""


@dataclass(frozen=True, kw_only=True)
class Commitment:
    """What it comes to when so many armies are committed, and the others stay out.

    Parameters
    ----------
    committed : int
    win : float or Fraction
    attackers_lost : float or Fraction
        On average over all battles.
    """

    committed: int
    win: Any
    attackers_lost: Any

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "committed": self.committed,
            "win": plain_number(self.win),
            "attackers_lost": plain_number(self.attackers_lost),
        }


def commitments(
    force: int, defenders: int, *, rules: str | Ruleset = "blitz", exact: bool = False
) -> tuple[Commitment, ...]:
    """Return P(win) and the expected loss for each number of armies committed, 1 to ``force``.

    Parameters
    ----------
    force : int
        The armies that could be sent: all but the one that stays.
    defenders : int
        The armies on the territory under attack.
    rules : str or Ruleset
    exact : bool
        Every number as a `fractions.Fraction`; a balanced blitz has none.

    Raises
    ------
    InvalidInput
        If the numbers make no battle, or would take too long.

    Examples
    --------
    >>> for choice in commitments(4, 2):
    ...     print(choice.committed, round(choice.win, 4), round(choice.attackers_lost, 4))
    1 0.0 1.0
    2 0.2807 1.5982
    3 0.7478 1.1126
    4 0.9298 0.9242
    """
    described = attack(force, defenders, as_ruleset(rules))
    most, against = described.armies
    linear = isinstance(described.rules.combat, RankedDice) and is_linear(described)
    per_battle = STATES_PER_ARMY * (most + against) if linear else (most + 1) * against // 2
    states = most * per_battle
    limit = MOST_EXACT_STATES if exact else MOST_STATES
    if states > limit:
        raise InvalidInput(
            f"each number committed up to {most:,} is a battle of its own, with about"
            f" {shortened(states)} states in all; the limit is {limit:,}"
        )
    chosen = []
    for committed in range(1, most + 1):
        odds = battle(force=committed, defenders=against, rules=described.rules, exact=exact)
        chosen.append(
            Commitment(
                committed=committed, win=odds.win, attackers_lost=odds.expected_attackers_lost
            )
        )
    return tuple(chosen)
