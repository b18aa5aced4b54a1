"""Battles one after another: what is left of the first fights the second, and so on.

One army stays behind in every territory that is taken. The distribution of what reaches a
territory is known exactly, so what leaves it is a mixture of one battle for every size.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import lcm
from typing import Any

from oddsapp.errors import InvalidInput
from oddsapp.odds.solve import battle
from oddsapp.pmf import Pmf
from oddsapp.rules import ColouredDice, Ruleset, as_ruleset


@dataclass(frozen=True)
class Step:
    """One territory of a campaign.

    Parameters
    ----------
    defenders : int
        The armies that stand there.
    moved_in : Pmf
        How many armies stand there after it was taken, before they go on; 0 if it was not.
    """

    defenders: int
    moved_in: Pmf

    @property
    def taken(self) -> Any:
        """P(this territory is taken, and so all before it)."""
        return self.moved_in.sf(0)

    @property
    def moved_in_if_taken(self) -> Pmf:
        """How many armies stand there, given that it was taken."""
        return self.moved_in.given(lambda armies: armies > 0)


def battles_in_turn(
    force: int,
    garrisons: Sequence[int],
    *,
    rules: str | Ruleset = "classic",
    exact: bool = False,
) -> tuple[Step, ...]:
    """Return what becomes of one force that attacks territory after territory.

    All that is left moves into a territory taken; one army stays there and the others go on.
    Who moves in alone cannot go on.

    Parameters
    ----------
    force : int
        The armies that attack the first territory.
    garrisons : sequence of int
        The defenders of each territory, in the order of the attack.
    rules : str or Ruleset
    exact : bool
        Every probability as a `fractions.Fraction`.

    Raises
    ------
    InvalidInput
        If there is no territory, a number makes no battle, or the rules know no such turn:
        in RISK II a force goes through one territory into a second at most (M-10).

    Examples
    --------
    >>> first, second = battles_in_turn(9, [5, 4])
    >>> round(first.taken, 4), round(second.taken, 4)
    (0.8729, 0.4846)
    """
    ruleset = as_ruleset(rules)
    if not garrisons:
        raise InvalidInput("a campaign needs at least one territory to attack")
    if isinstance(ruleset.combat, ColouredDice) and len(garrisons) > 2:
        raise InvalidInput(
            "in RISK II a force surges through one territory into a second at most,"
            f" so {len(garrisons)} in one turn are too many"
        )
    zero: Any = 0 * battle(force=force, defenders=garrisons[0], rules=ruleset, exact=exact).win
    steps: list[Step] = []
    attacking: dict[int, Any] = {force: zero + 1}
    for defenders in garrisons:
        ends = [zero] * (force + 1)
        # Who has stopped before has nobody here: lost, or alone in the last territory.
        ends[0] += steps[-1].moved_in.cdf(1) if steps else zero
        for size, reaches in attacking.items():
            odds = battle(force=size, defenders=defenders, rules=ruleset, exact=exact)
            for left, probability in odds.attackers_left.items():
                ends[left] += reaches * probability
        steps.append(Step(defenders, _pmf(ends, exact=exact)))
        attacking = {left - 1: ends[left] for left in range(2, force + 1) if ends[left]}
    return tuple(steps)


def _pmf(weights: list[Any], *, exact: bool) -> Pmf:
    """Return the distribution with these probabilities, the first for 0."""
    if not exact:
        return Pmf(0, tuple(weights))
    total = lcm(*(weight.denominator for weight in weights))
    return Pmf(0, tuple(int(weight * total) for weight in weights), total)
