"""P(win) for every state of an attack at once, by first-step analysis from the small states up.

W(a, d) = sum over the outcomes (i, j) of a roll of p(i, j) W(a - i, d - j),
W(a, 0) = 1,  W(0, d) = 0;

and for a balanced blitz `oddsapp.odds.blitz.balanced_win` of that and of P(lose).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import lcm
from typing import Any, Protocol

from oddsapp.combat import attack
from oddsapp.errors import InvalidInput
from oddsapp.odds.arithmetic import Floats, Fractions, Numbers
from oddsapp.odds.blitz import IRRATIONAL, balanced_win
from oddsapp.odds.full_dice import check_no_decisions
from oddsapp.rules import RankedDice, Role, Ruleset


def win_rows(rules: Ruleset, defenders: int, *, exact: bool = False) -> Iterator[list[Any]]:
    """Yield for a force of 0, 1, 2, … the row of P(win) against 0, 1, …, ``defenders``.

    Parameters
    ----------
    rules : Ruleset
        Classic dice or one die per army; a single force in either case.
    defenders : int
    exact : bool
        As fractions; those of a balanced blitz are none.

    Examples
    --------
    >>> from itertools import islice
    >>> from oddsapp.rules import find_ruleset
    >>> rows = win_rows(find_ruleset("classic"), 2, exact=True)
    >>> [str(p) for p in list(islice(rows, 2))[1]]
    ['1', '5/12', '275/2592']
    """
    check_no_decisions(rules.combat)
    combat = rules.combat
    if not isinstance(combat, RankedDice) or combat.balance is None:
        yield from rows_of(Moves(rules, Fractions() if exact else Floats()), defenders)
        return
    if exact:
        raise InvalidInput(IRRATIONAL)
    true_dice = replace(rules, combat=combat.true_dice)
    # P(lose) beside P(win), or a small one would lose its digits.
    moves = Moves(true_dice, Floats())
    pair = (rows_of(moves, defenders, won=side) for side in (True, False))
    for wins, losses in zip(*pair, strict=True):
        yield [balanced_win(w, lost, combat.balance) for w, lost in zip(wins, losses, strict=True)]


def loss_rows(rules: Ruleset, defenders: int) -> Iterator[list[float]]:
    """Yield the rows of P(lose) under true dice, which keeps its digits where P(win) is near 1.

    Examples
    --------
    >>> from itertools import islice
    >>> from oddsapp.rules import find_ruleset
    >>> rows = loss_rows(find_ruleset("classic"), 2)
    >>> [round(p, 4) for p in list(islice(rows, 2))[1]]
    [0.0, 0.5833, 0.8939]
    """
    check_no_decisions(rules.combat)
    yield from rows_of(Moves(rules, Floats()), defenders, won=False)


def rows_of(moves: AnyMoves, defenders: int, *, won: bool = True) -> Iterator[list[Any]]:
    """Yield the rows of P(win), or those of P(lose), for whatever decides a roll."""
    numbers = moves.numbers
    taken, beaten = (numbers.one, numbers.zero) if won else (numbers.zero, numbers.one)
    dice = [moves.defence(left) for left in range(1, defenders + 1)]
    firsts = {defence: left for left, defence in reversed([*enumerate(dice, start=1)])}
    rows = [[beaten] * (defenders + 1)]
    yield rows[0]
    while True:
        force = len(rows)
        by_dice = {defence: moves.of(force, left) for defence, left in firsts.items()}
        row = [taken]
        for left, defence in enumerate(dice, start=1):
            total = numbers.zero
            for lost, hit, coefficient in by_dice[defence]:
                after = row if not lost else rows[max(0, force - lost)]
                total += coefficient * after[max(0, left - hit)]
            row.append(total)
        rows.append(row)
        yield row


def certain_rows(rules: Ruleset, defenders: int) -> Iterator[list[bool]]:
    """Yield for a force of 0, 1, 2, … whether it is certain to beat 0, 1, …, ``defenders``.

    It is where every outcome of a roll leads to where it is: a float cannot tell, for what
    is too small for it looks like 0.

    Examples
    --------
    >>> from itertools import islice
    >>> from oddsapp.rules import find_ruleset
    >>> table = {(1, 1): {(1, 0): 1, (0, 1): 1}, (2, 1): {(1, 1): 1}}  # two dice: one each
    >>> rules = find_ruleset("classic").replace(round_table=table)
    >>> list(islice(certain_rows(rules, 2), 4))[2:]
    [[True, True, False], [True, True, True]]
    """
    check_no_decisions(rules.combat)
    moves = Moves(rules, Floats())
    dice = [moves.defence(left) for left in range(1, defenders + 1)]
    firsts = {defence: left for left, defence in reversed([*enumerate(dice, start=1)])}
    rows = [[False] * (defenders + 1)]
    yield rows[0]
    while True:
        force, row = len(rows), [True]
        rows.append(row)
        leads_to = {
            defence: [(rows[max(0, force - lost)], hit) for lost, hit, _ in moves.of(force, left)]
            for defence, left in firsts.items()
        }
        for left, defence in enumerate(dice, start=1):
            certain = True
            for after, hit in leads_to[defence]:
                if not after[left - hit if left > hit else 0]:
                    certain = False
                    break
            row.append(certain)
        yield row


def fewest_certain(rules: Ruleset, defenders: int, most_states: int) -> int | None:
    """Return the smallest force that is certain to win, 0 if none ever is.

    None if none was found among so many states, and a larger one may be.

    Notes
    -----
    From some force on, A, the attacker rolls the same dice whatever its size. If one of their
    outcomes costs i attackers and no defender, a force is certain only if one of i less is:
    after i forces that are not, none is. If every outcome costs defenders, it is settled for
    each number of them once it is for all smaller ones, some armies further on.
    """
    combat = rules.combat
    moves = Moves(rules, Floats())
    if isinstance(combat, RankedDice):
        full = combat.attack_dice
    else:
        full = combat.thresholds.starts(Role.ATTACKER)[-1]
    sizes = {moves.defence(left): left for left in range(1, defenders + 1)}
    outcomes = [moves.of(full, left) for left in sizes.values()]  # the last is of all
    idle = [[lost for lost, hit, _ in row if lost and not hit] for row in outcomes]
    dearest = max(lost for row in outcomes for lost, _, _ in row)
    settled = full + (defenders + 1) * max(dearest, lcm(*(lost for row in idle for lost in row)))
    failed = 0
    for force, row in enumerate(certain_rows(rules, defenders)):
        if row[defenders]:
            return force
        failed += force > 0
        if force >= full and idle[-1] and failed >= min(idle[-1]):
            return 0
        if force >= settled:
            return 0
        if force * defenders > most_states:
            break
    return None


class AnyMoves(Protocol):
    """What `rows_of` asks of a roll."""

    @property
    def numbers(self) -> Numbers:
        """What the coefficients are made of."""
        ...

    def defence(self, defenders: int) -> int:
        """Return what stands for the defender's dice."""
        ...

    def of(self, force: int, defenders: int) -> list[tuple[int, int, Any]]:
        """Return (attackers lost, defenders lost, coefficient) of each outcome."""
        ...


class Moves:
    """The outcomes of a roll by the dice that are rolled, which few pairs of sizes share."""

    def __init__(self, rules: Ruleset, numbers: Numbers) -> None:
        self.rules, self.numbers = rules, numbers
        self._known: dict[tuple[int, int], list[tuple[int, int, Any]]] = {}

    def attack(self, force: int) -> int:
        """Return what stands for the attacker's dice: their number, or the tier of his die."""
        combat = self.rules.combat
        if isinstance(combat, RankedDice):
            return min(force, combat.attack_dice)
        return combat.tier(force, Role.ATTACKER)

    def defence(self, defenders: int) -> int:
        """Return what stands for the defender's dice."""
        combat = self.rules.combat
        if isinstance(combat, RankedDice):
            return min(defenders, combat.defence_dice)
        return combat.tier(defenders, Role.DEFENDER)

    def of(self, force: int, defenders: int) -> list[tuple[int, int, Any]]:
        """Return (attackers lost, defenders lost, coefficient) of each outcome."""
        key = self.attack(force), self.defence(defenders)
        if key not in self._known:
            roll = attack(force, defenders, self.rules).round((force, defenders)).changing
            self._known[key] = [
                (lost, hit, self.numbers.coefficient(weight, roll.total, lost + hit))
                for (lost, hit), weight in roll.outcomes
            ]
        return self._known[key]
