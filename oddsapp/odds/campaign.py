"""Campaigns: one army conquers a row of territories, and holds what it took.

The distribution over the armies in front is carried from territory to territory. Within
one of them all possible forces fight down together, in one pass over its states, for a
battle is linear in the weights that it starts from.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from math import fsum, lcm
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.combat import State
from oddsapp.errors import InvalidInput
from oddsapp.odds.arithmetic import Floats, Fractions, Numbers
from oddsapp.odds.campaign_outcome import (
    CampaignEnd,
    CampaignOutcome,
    Step,
    Territory,
    Weights,
)
from oddsapp.odds.fights import fight_from_all
from oddsapp.pmf import Pmf
from oddsapp.rules import RankedDice, Ruleset, as_ruleset

__all__ = [
    "CampaignEnd",
    "CampaignOutcome",
    "Step",
    "Territory",
    "armies_moving_in",
    "campaign",
    "take_and_hold",
]


def campaign(
    armies: int | None = None,
    defenders: Any = (),
    *,
    force: int | None = None,
    leave: int | Sequence[int] = 1,
    then: Sequence[int] = (),
    rules: str | Ruleset = "classic",
    exact: bool = False,
) -> CampaignOutcome:
    """Return the odds of conquering territories one after the other.

    Parameters
    ----------
    armies : int
        The armies at the start, one of which stays.
    force : int
        The armies that fight, in place of ``armies``.
    defenders : sequence of int or Territory
        The defenders of each territory in turn; a `Territory` brings its own dice.
    leave : int or sequence of int
        What to leave in the start and in each territory taken, the rest moves on. The
        minimum move (C-6) wins over it.
    then : sequence of int
        Enemy stacks, in armies, that attack the last territory afterwards, to the end.
    rules : str or Ruleset
        With classic dice, or of RISK II, where a force surges through one territory into a
        second at most (M-10).
    exact : bool
        Every probability as a `fractions.Fraction`.

    Raises
    ------
    InvalidInput
        If a number is out of place, or the campaign is too large.

    Notes
    -----
    A territory is taken by a roll that costs the attacker nothing, so with k of the force
    left that roll was made with min(k, 3) dice: the fewest that must move in.

    Examples
    --------
    >>> import oddsapp
    >>> round(oddsapp.campaign(72, [22, 8, 2, 2, 2, 7, 1, 1, 3, 1, 2, 3, 5, 1]).win, 6)
    0.810549
    """
    from oddsapp.odds.solve import force_of

    total = force_of(armies, force) + 1
    ruleset = as_ruleset(rules)
    if isinstance(defenders, str) or not isinstance(defenders, Sequence) or not defenders:
        raise InvalidInput("a campaign needs a list of the defenders of at least one territory")
    row = tuple(_territory(entry, ruleset) for entry in defenders)
    stays = _stays(leave, len(row))
    surges = any(not isinstance(territory.rules.combat, RankedDice) for territory in row)
    if surges and (len(row) > 2 or set(stays) != {1}):
        raise InvalidInput(
            "in RISK II a force surges through one territory into a second at most, so"
            f" {len(row)} in one turn are too many"
            if len(row) > 2
            else "in a surge of RISK II one army stays behind, no more and no less"
        )
    given: Any = then
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InvalidInput(f"what attacks afterwards is a list of enemy stacks, not {then!r}")
    enemies = tuple(_enemy(stack) for stack in then)
    numbers = Fractions() if exact else Floats()
    front: Weights = {total: numbers.one}
    ends: dict[CampaignEnd, Any] = {}
    steps: list[Step] = []
    for step, territory in enumerate(row):
        conquered, lost = _conquer(front, territory, numbers)
        ends |= {CampaignEnd(step, *state): weight for state, weight in lost.items()}
        front = {}
        for survivors, weight in conquered.items():
            moving = armies_moving_in(survivors, stays[step], territory)
            front[moving] = front.get(moving, numbers.zero) + weight
        failed = sum(ends.values(), numbers.zero)
        steps.append(Step(territory.defenders, _moved_in(front, failed, numbers)))
    ends |= {CampaignEnd(len(row), left, 0): weight for left, weight in sorted(front.items())}
    held = _held(front, enemies, row[-1], numbers, steps[-1].taken) if enemies else None
    return CampaignOutcome(total, row, stays, tuple(steps), ends, enemies, held)


def _territory(entry: Any, rules: Ruleset) -> Territory:
    defenders, own = (
        (entry.defenders, entry.rules) if isinstance(entry, Territory) else (entry, rules)
    )
    number = whole_number(defenders, "the defenders of each territory", least=1, most=1_000_000)
    return Territory(number, own)


def _stays(leave: Any, territories: int) -> tuple[int, ...]:
    if isinstance(leave, Sequence) and not isinstance(leave, str):
        if len(leave) != territories:
            raise InvalidInput(
                f"to take {territories} territories, what to leave takes {territories} numbers,"
                f" the first for the start, not {len(leave)}"
            )
        return tuple(whole_number(n, "what to leave", least=1) for n in leave)
    return (whole_number(leave, "what to leave", least=1),) * territories


def _enemy(stack: Any) -> int:
    armies = whole_number(stack, "an enemy stack", most=1_000_000)
    if armies < 2:
        raise InvalidInput(
            f"an enemy stack needs at least 2 armies to attack, not {armies}: one always stays"
        )
    return armies


def armies_moving_in(survivors: int, leave: int, territory: Territory) -> int:
    """Return how many of the force's survivors move in, with one army besides at home."""
    least = min(survivors, territory.most_dice)  # the dice of the roll that took it (C-6)
    return max(least, survivors + 1 - leave)


def _conquer(
    front: Weights, territory: Territory, numbers: Numbers
) -> tuple[Weights, dict[tuple[int, int], Any]]:
    """Attack from every number of armies at once.

    Returns the weight of each number of surviving attackers, and that of each defeat: the
    armies left (the one at home) and the defenders left.
    """
    defenders = territory.defenders
    lost = {(1, defenders): front[1]} if 1 in front else {}
    start: dict[State, Any] = {
        (armies - 1, defenders): w for armies, w in front.items() if armies > 1
    }
    if not start:
        return {}, lost
    attackers_lost, defenders_lost = fight_from_all(territory.rules, start, numbers)
    most = max(state[0] for state in start)
    for fallen, weight in enumerate(defenders_lost[:-1]):
        if weight:
            key = (1, defenders - fallen)
            lost[key] = lost.get(key, numbers.zero) + weight
    if attackers_lost[most]:  # nobody left at all, which only a round table brings about
        lost[1, 0] = attackers_lost[most]
    conquered = {most - fallen: w for fallen, w in enumerate(attackers_lost[:most]) if w}
    return conquered, lost


def _moved_in(front: Weights, failed: Any, numbers: Numbers) -> Pmf:
    """Return how many armies stand in a territory, 0 where it was not taken."""
    weights = [front.get(armies, numbers.zero) for armies in range(max(front, default=0) + 1)]
    weights[0] = failed
    if isinstance(numbers, Fractions):
        total = lcm(*(weight.denominator for weight in weights))
        return Pmf(0, tuple(int(weight * total) for weight in weights), total)
    # Their own sum as the total where none failed: what is certain stays exactly 1.
    return Pmf(0, tuple(weights), 1.0 if failed else fsum(weights))


def _held(
    garrison: Weights, enemies: tuple[int, ...], territory: Territory, numbers: Numbers, win: Any
) -> Any:
    """Return the probability that a garrison, there with that of ``win``, outlasts all attacks."""
    in_danger = False
    for stack in enemies:
        if not garrison:
            break
        start: dict[State, Any] = {
            (stack - 1, armies): weight for armies, weight in garrison.items()
        }
        beaten, left = fight_from_all(territory.rules, start, numbers)
        in_danger = in_danger or any(beaten) or bool(left[-1])
        most = max(garrison)
        garrison = {most - fallen: w for fallen, w in enumerate(left[:-1]) if w}
    # Where it cannot fall, a sum of floats would only be off.
    return sum(garrison.values(), numbers.zero) if in_danger else win


def take_and_hold(
    armies: int | None = None,
    defenders: int | None = None,
    then: Sequence[int] = (),
    *,
    force: int | None = None,
    leave: int = 1,
    rules: str | Ruleset = "classic",
    exact: bool = False,
) -> Any:
    """Return P(the territory is taken, and still held after enemy stacks attack it in turn).

    A campaign of one territory: `campaign` says more, and takes several.

    Parameters
    ----------
    armies : int
        The armies on the attacking territory: one of them stays.
    defenders : int
        The armies on the territory under attack.
    then : sequence of int
        Enemy stacks, in armies, that attack the territory afterwards, to the end.
    force : int
        The armies that fight, in place of ``armies``.
    leave : int
        The armies to leave behind; the rest moves in.
    rules : str or Ruleset
    exact : bool
        As a `fractions.Fraction`.

    Raises
    ------
    InvalidInput
        If a number is out of place, or the campaign is too large.

    Examples
    --------
    >>> import oddsapp
    >>> round(oddsapp.take_and_hold(force=11, defenders=7, then=[9]), 5)
    0.27023
    """
    if defenders is None or not then:
        raise InvalidInput("to take and hold needs the defenders and the enemy stacks afterwards")
    row = [defenders]
    return campaign(armies, row, force=force, leave=leave, then=then, rules=rules, exact=exact).held
