"""Battles with stop rules: taken, stopped or wiped out, and the distribution at the stop.

Without a limit of rolls every state is visited once, most attackers first; a state in
which the rule stops keeps its weight. With a limit the distribution is followed roll by
roll, and what still fights after the last one has stopped.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, cached_property
from itertools import islice
from math import fsum
from typing import Any

from oddsapp.combat import Battle, State, StopRule, attack
from oddsapp.errors import InvalidInput
from oddsapp.odds import classic
from oddsapp.odds.arithmetic import Floats, Fractions, Integers, Numbers
from oddsapp.odds.chain import AbsorbingChain
from oddsapp.odds.ends import SweptEnds
from oddsapp.odds.outcome import AttackOutcome, TerritoryOutcome, counts_as_dict
from oddsapp.odds.plain import plain_number
from oddsapp.odds.roll_by_roll import Test, all_rounds, by_rolls, most_rolls, visits
from oddsapp.odds.wins import loss_rows, win_rows
from oddsapp.pmf import Pmf
from oddsapp.rules import RankedDice

MOST_STATES = 4_000_000
"""The most states of a battle with a stop rule, and of all rolls together with a limit."""

MOST_EXACT_ARMIES = 1_200
"""The most armies in fractions, and rolls, the digits of which grow with both."""

MOST_EXACT_WORK = 100_000_000
"""The most states times rolls in fractions, where the rolls are limited."""

_EDGE = 1e-9
"""Odds this near to the line, in proportion to it, are compared as fractions."""


@dataclass(frozen=True, repr=False)
class StoppedOutcome(AttackOutcome):
    """The outcome of an attack that may be called off.

    ``win + stopped + lose`` is 1; `items` has the states in which it was stopped as well.

    Examples
    --------
    >>> import oddsapp
    >>> odds = oddsapp.battle(11, 7, stop_at=4)
    >>> [round(p, 4) for p in (odds.win, odds.stopped, odds.lose)]
    [0.6368, 0.3632, 0.0]
    """

    stop: StopRule

    def _in_short(self) -> str:
        return f"{super()._in_short()}, stopped {float(self.stopped):.6g}"

    @cached_property
    def stopped(self) -> Any:
        """P(the attack is called off)."""
        ended = [p for state, p in self.items() if all(state)]
        return sum(ended, self.win * 0)

    @cached_property
    def left_if_stopped(self) -> tuple[Pmf, Pmf]:
        """How many attackers and defenders are left, given that the attack is called off.

        Raises
        ------
        InvalidInput
            If it never is.
        """
        weights = {state: p for state, p in self.items() if all(state)}
        if not weights:
            raise InvalidInput("this attack is never called off, so nothing is left at a stop")
        at_stop = SweptEnds(self.battle, weights, sum(weights.values()), [])
        return at_stop.left(0), at_stop.left(1)

    @property
    def margin(self) -> Pmf:
        """Not there: where both sides may be left, one number does not tell the end."""
        raise InvalidInput("a battle that may be called off has no margin: ask for both sides left")

    @cached_property
    def chain(self) -> AbsorbingChain[State]:
        """The battle as an absorbing chain in which a state that stops is an end."""
        if self.stop.rolls is not None:
            raise InvalidInput("a battle of a limited number of rolls is no chain of its states")
        goes_on = _goes_on(self.battle, self.stop)
        reserve = self.stop.reserve
        fought = attack(self.battle.armies[0] - reserve, self.battle.armies[1], self.battle.rules)

        def successors(state: State) -> list[tuple[State, int]]:
            after, _ = fought.successors((state[0] - reserve, state[1]))
            return [((force + reserve, defenders), weight) for (force, defenders), weight in after]

        return AbsorbingChain.from_successors(
            self.battle.armies,
            successors,
            lambda state: not goes_on(state[0] - reserve, state[1]),
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the outcome as plain values for JSON: also ``stopped``, and what is left then."""
        at_stop = None
        if self.stopped:
            attackers, defenders = self.left_if_stopped
            at_stop = {
                "attackers_left": counts_as_dict(attackers),
                "defenders_left": counts_as_dict(defenders),
            }
        return {**super().to_dict(), "stopped": plain_number(self.stopped), "at_stop": at_stop}


def stopped_battle(battle: Battle, stop: StopRule, *, exact: bool = False) -> StoppedOutcome:
    """Return the outcome of an attack under a stop rule.

    Raises
    ------
    InvalidInput
        Where there is no retreat (M-9), where the battle is fought at once and more than a
        reserve is asked for, or if it is too large.
    """
    rules = battle.rules.combat
    if not isinstance(rules, RankedDice):
        raise InvalidInput(
            f"under the rules {battle.rules.name} a battle cannot be called off (rule M-9),"
            " so it takes no stop rule"
        )
    if stop == StopRule(reserve=stop.reserve):
        return _without_reserve(battle, stop, exact=exact)
    if rules.balance is not None:
        raise InvalidInput(
            "a balanced blitz is fought at once, so there is no roll to stop after; it can only"
            " keep a reserve out (never below)"
        )
    force, defenders = battle.armies
    rounds = {} if stop.rolls is None else all_rounds(rules)
    states = force * defenders
    if stop.rolls is not None:
        states = max(states, visits(rounds, force, defenders, stop.rolls))
    if states > MOST_STATES:
        raise InvalidInput(
            f"with a stop rule this battle has {states:,} states to visit; the limit is"
            f" {MOST_STATES:,}"
        )
    rolls = most_rolls(rounds, force, defenders, stop.rolls or 0)
    if exact and states * rolls > MOST_EXACT_WORK:
        raise InvalidInput(
            f"fractions for the {states:,} states to visit in {rolls:,} rolls are too long: their"
            f" product is limited to {MOST_EXACT_WORK:,}, so ask without exact fractions"
        )
    longest = max(force + defenders, rolls)
    if exact and longest > MOST_EXACT_ARMIES:
        raise InvalidInput(
            f"fractions of a battle with a stop rule grow with its armies and rolls, {longest:,}"
            f" here; the limit is {MOST_EXACT_ARMIES:,}, so ask without exact fractions"
        )
    fighting = force - stop.reserve
    if fighting <= 0:
        weights: dict[State, Any] = {(0, defenders): 1}
    else:
        goes_on = _goes_on(battle, stop)
        start = fighting, defenders
        if stop.rolls is None:
            weights = _by_rows(rules, start, goes_on, exact=exact)
        else:
            weights = by_rolls(rounds, start, goes_on, stop.rolls, exact=exact)
    kept = min(stop.reserve, force)
    ends: dict[State, Any] = {(kept + a, d): w for (a, d), w in weights.items() if w}
    one = (Fractions() if exact else Floats()).one
    return StoppedOutcome(battle, SweptEnds(battle, ends, one, []), stop)


def _without_reserve(battle: Battle, stop: StopRule, *, exact: bool) -> StoppedOutcome:
    """Fight the plain battle of the rest; the reserve is left whatever comes."""
    from oddsapp.odds.solve import solve

    force, defenders = battle.armies
    kept = min(stop.reserve, force)
    one = (Fractions() if exact else Floats()).one
    ends: dict[State, Any] = {(kept, defenders): one}
    if force > kept:
        rest = solve(attack(force - kept, defenders, battle.rules), exact=exact)
        ends = {(kept + left, against): p for (left, against), p in rest.items()}
    # Their own sum as the total: what is certain stays exactly 1.
    total = one if exact else fsum(ends.values())
    return StoppedOutcome(battle, SweptEnds(battle, ends, total, []), stop)


def _goes_on(battle: Battle, stop: StopRule) -> Test:
    """Return the test whether a state, without the reserve, is fought on."""
    line = max(0, (stop.at or 0) - stop.reserve)
    if not stop.odds:  # no odds are under 0
        return lambda left, defenders: left > line and defenders > 0
    likely, reserve = _likely(battle, stop.odds), stop.reserve
    return lambda left, against: left > line and against > 0 and likely(left + reserve, against)


def _likely(battle: Battle, odds: Fraction) -> Test:
    """Return the test whether the odds of the unrestricted battle reach a line.

    The smaller one of winning and losing is compared, since floats keep its digits; only
    states that are asked for are compared as fractions.
    """
    force, defenders = battle.armies
    losing = odds > Fraction(1, 2)
    rows_of = loss_rows if losing else win_rows
    rows = list(islice(rows_of(battle.rules, defenders), force + 1))
    wanted = float(1 - odds if losing else odds)

    @cache
    def reaches(left: int, against: int) -> bool:
        chance = rows[left][against]
        if abs(chance - wanted) <= _EDGE * wanted:
            return bool(_exact_win(left, against, battle) >= odds)
        return (chance < wanted) is losing

    return reaches


def _exact_win(force: int, defenders: int, battle: Battle) -> Any:
    from oddsapp.odds.solve import solve

    outcome = solve(attack(force, defenders, battle.rules), exact=True)
    assert isinstance(outcome, TerritoryOutcome)
    return outcome.win


def _by_rows(rules: RankedDice, start: State, goes_on: Test, *, exact: bool) -> dict[State, Any]:
    """Visit every state once, most attackers first."""
    numbers: Numbers = Integers(classic.exact_base(rules)) if exact else Floats()
    force, defenders = start
    fight = classic.Fight(rules, numbers, force, defenders)
    columns = {left: fight.line(defenders) for left in range(force + 1)}
    columns[force][0] = numbers.one
    ends: dict[State, Any] = {}
    for left in range(force, 0, -1):
        here = columns.pop(left)
        for lost in range(defenders):
            weight = here[lost]
            against = defenders - lost
            if not weight:
                continue
            if not goes_on(left, against):
                ends[left, against] = weight
                continue
            dice = min(left, rules.attack_dice), min(against, rules.defence_dice)
            for fallen, hit, coefficient in fight.moves(*dice):
                target = columns[max(0, left - fallen)] if fallen else here
                target[min(defenders, lost + hit)] += coefficient * weight
        ends[left, 0] = here[defenders]
    for lost, weight in enumerate(columns[0]):
        ends[0, defenders - lost] = weight
    if isinstance(numbers, Integers):
        from fractions import Fraction

        total = force + defenders
        return {
            state: Fraction(weight, numbers.base ** (total - sum(state)))
            for state, weight in ends.items()
        }
    return ends
