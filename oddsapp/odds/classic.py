"""Classic battles of any size in linear time (rules C-1 to C-4).

With full dice a roll of 3 against 2 costs two armies in all, so while both sides keep
their full dice the losses after r rolls are the free trinomial walk: the attacker has lost
i with probability [x^i] (w2 + w1 x + w0 x^2)^r. No table is needed. Only the states at the
rim of that region feed the strips in which somebody rolls fewer dice, and along each rim
two neighbouring coefficients obey the recurrence in `_rim`. The strips themselves are
lines, fought down one by one.

Where that does not hold (three dice against three, dice for which the recurrence would
cancel, a table of one's own) every state is visited, row by row: the same fight for every
row that the strips use, in memory proportional to one side.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import frexp, ldexp
from typing import Any, TypeVar

from oddsapp.combat import Battle, Round, State
from oddsapp.combat.round import ranked_round
from oddsapp.odds.arithmetic import Floats, Integers, Numbers, clearing_base
from oddsapp.odds.full_dice import check_no_decisions
from oddsapp.rules import RankedDice

Line = list[Any]
Transfer = tuple[int, int, Any]
"""(armies lost by the side whose number names the line, by the other side, coefficient)."""

T = TypeVar("T")

STATES_PER_ARMY = 8
"""An army of a battle in linear time costs about what so many states of another one do."""

_TINY, _HUGE = 2.0**-400, 2.0**400


def end_weights(battle: Battle, numbers: Numbers) -> tuple[Line, Line]:
    """Return the weights of all end states of an attack.

    Returns
    -------
    attackers_lost : list
        For 0, 1, … armies lost by the attacker: that it then stands alone. The last entry
        is that nobody is left.
    defenders_lost : list
        The same for the defender, its last entry 0.
    """
    rules = battle.rules.combat
    assert isinstance(rules, RankedDice)
    force, defenders = battle.armies
    fight = Fight(rules, numbers, force, defenders)
    return fight.by_strips() if is_linear(battle) else fight.row_by_row()


def is_linear(battle: Battle) -> bool:
    """Tell whether a battle takes time and memory linear in its armies."""
    assert isinstance(battle.rules.combat, RankedDice)
    rules = battle.rules.combat.true_dice
    force, defenders = battle.armies
    few = force < rules.attack_dice or defenders < rules.defence_dice
    return _is_free_walk(rules) or (few and not _overkills(rules))


def exact_base_of(battle: Battle) -> int:
    """Return the base of `Integers` that clears the denominators of a battle."""
    assert isinstance(battle.rules.combat, RankedDice)
    return exact_base(battle.rules.combat)


@lru_cache(maxsize=64)
def changing_rounds(rules: RankedDice) -> dict[tuple[int, int], Round]:
    """Return the rounds for all numbers of dice, given that somebody loses something."""
    check_no_decisions(rules)
    ranked_round(rules, rules.attack_dice, rules.defence_dice)  # the first to be too large
    return {
        (attack, defence): ranked_round(rules, attack, defence).changing
        for attack in range(1, rules.attack_dice + 1)
        for defence in range(1, rules.defence_dice + 1)
    }


@lru_cache(maxsize=64)
def exact_base(rules: RankedDice) -> int:
    """Return the base of `Integers` for these rules."""
    return clearing_base(
        Round.from_weights(
            ((min(a, attack), min(d, defence)), weight) for (a, d), weight in roll.outcomes
        )
        for (attack, defence), roll in changing_rounds(rules).items()
    )


@lru_cache(maxsize=64)
def _overkills(rules: RankedDice) -> bool:
    """Tell whether a roll may cost more armies than dice, as only a table of one's own does."""
    return any(
        a > attack or d > defence
        for (attack, defence), roll in changing_rounds(rules).items()
        for (a, d), _ in roll.outcomes
    )


@lru_cache(maxsize=64)
def _is_free_walk(rules: RankedDice) -> bool:
    """Tell whether rolls with full dice cost two armies and the recurrence stays positive."""
    weights = dict(changing_rounds(rules)[rules.attack_dice, rules.defence_dice].outcomes)
    if set(weights) != {(2, 0), (1, 1), (0, 2)}:
        return False
    return weights[1, 1] ** 2 <= 4 * weights[2, 0] * weights[0, 2]


class Fight:
    """The lines of one battle, indexed by the losses of the other side.

    ``columns[a]`` holds the states in which the attacker has ``a`` armies left, by defenders
    lost; ``rows[d]`` those in which ``d`` defenders are left, by attackers lost.
    """

    def __init__(self, rules: RankedDice, numbers: Numbers, force: int, defenders: int) -> None:
        self.numbers = numbers
        self.force, self.defenders = force, defenders
        self.attack_dice, self.defence_dice = rules.attack_dice, rules.defence_dice
        self.rounds = changing_rounds(rules)
        self._moves: dict[tuple[int, int], list[Transfer]] = {}
        # At least 1, so that every line is there: in a table one side may never fall.
        self.reach = max(
            1, *(max(losses) for roll in self.rounds.values() for losses, _ in roll.outcomes)
        )

    def moves(self, attack: int, defence: int) -> list[Transfer]:
        """Return what a roll with that many dice does, from the attacker's side."""
        if (attack, defence) not in self._moves:
            roll = self.rounds[attack, defence]
            self._moves[attack, defence] = [
                (a, d, self.numbers.coefficient(weight, roll.total, a + d))
                for (a, d), weight in roll.outcomes
            ]
        return self._moves[attack, defence]

    def last_moves(self, attackers: int, defenders: int) -> list[Transfer]:
        """Return what a roll does to so few armies that it might cost more than there are."""
        roll = self.rounds[min(attackers, self.attack_dice), min(defenders, self.defence_dice)]
        capped = [
            (min(a, attackers), min(d, defenders), weight) for (a, d), weight in roll.outcomes
        ]
        return [
            (a, d, self.numbers.coefficient(weight, roll.total, a + d)) for a, d, weight in capped
        ]

    def line(self, length: int) -> Line:
        """Return a line of that many states and the end, all empty."""
        return [self.numbers.zero] * (length + 1)

    def by_strips(self) -> tuple[Line, Line]:
        """Solve by the strips in which somebody rolls fewer dice, and the rim that feeds them."""
        few_attackers = min(self.force, self.attack_dice - 1)
        few_defenders = min(self.defenders, self.defence_dice - 1)
        columns = {a: self.line(self.defenders) for a in range(few_attackers + 1)}
        rows = {d: self.line(self.force) for d in range(few_defenders + 1)}
        if self.force == few_attackers:
            columns[self.force][0] = self.numbers.one
        elif self.defenders == few_defenders:
            rows[self.defenders][0] = self.numbers.one
        else:
            self._feed_strips(columns, rows)
        full = self.force - self.attack_dice
        for defenders in range(few_defenders if full >= 0 else 0, 0, -1):
            moves = self.moves(self.attack_dice, defenders)
            _fight_line(rows, defenders, full, _seen_from(False, moves))
        for attackers in range(few_attackers, -1, -1):
            # What the strips of few defenders left here belongs to this column too.
            for defenders, row in rows.items():
                columns[attackers][self.defenders - defenders] += row[self.force - attackers]
            if attackers:
                self._fight_whole_line(columns, attackers, attacking=True)
        attackers_lost = rows[0]
        for attackers in range(few_attackers + 1):
            attackers_lost[self.force - attackers] = columns[attackers][self.defenders]
        defenders_lost = columns[0]
        defenders_lost[self.defenders] = self.numbers.zero
        return attackers_lost, defenders_lost

    def _feed_strips(self, columns: dict[int, Line], rows: dict[int, Line]) -> None:
        """Let the states at the rim of the full-dice region pour into the strips."""
        most = (self.force - self.attack_dice, self.defenders - self.defence_dice)
        roll = self.rounds[self.attack_dice, self.defence_dice]
        weights = dict(roll.outcomes)
        moves = self.moves(self.attack_dice, self.defence_dice)
        # First the rim of few defenders, lines by defenders left, then that of few attackers.
        for attacking in (True, False):
            along, across = most if attacking else most[::-1]
            order = ((2, 0), (1, 1), (0, 2)) if attacking else ((0, 2), (1, 1), (2, 0))
            rim = _rim(across, along, [weights[key] for key in order], roll.total, self.numbers)
            lines = rows if attacking else columns
            full = self.defence_dice if attacking else self.attack_dice
            for distance, (first, values) in enumerate(rim):
                for a, d, coefficient in moves:
                    lost_along, lost_across = (a, d) if attacking else (d, a)
                    left = full + distance - lost_across
                    if left >= full or not values:
                        continue
                    begin = first + lost_along
                    # What falls beyond both rims at once is fed by the first alone.
                    inside = max(0, (along - begin) // 2 + 1)
                    keep = len(values) if attacking else min(len(values), inside)
                    target = lines[left]
                    span = slice(begin, begin + 2 * keep, 2)
                    target[span] = [
                        there + coefficient * value
                        for there, value in zip(target[span], values[:keep], strict=True)
                    ]

    def _fight_whole_line(self, lines: dict[int, Line], left: int, *, attacking: bool) -> None:
        """Fight down all states of one line, from most armies of the other side to none.

        ``attacking`` says whether lines are named by the attackers left.
        """
        dice = self.attack_dice, self.defence_dice
        own, against = dice if attacking else dice[::-1]
        most = self.defenders if attacking else self.force
        own = min(left, own)
        throw = _pair(attacking, own, against)
        costs = [_pair(attacking, *losses) for losses, _ in self.rounds[throw].outcomes]
        # From there on a roll can neither be short of dice nor cost more than there is.
        least = max(against, *(other for _, other in costs))
        full = most - least if max(fallen for fallen, _ in costs) <= left else -1
        if full >= 0:
            _fight_line(lines, left, full, _seen_from(attacking, self.moves(*throw)))
        here = lines[left]
        for lost in range(max(0, full + 1), most):
            weight = here[lost]
            last = self.last_moves(*_pair(attacking, left, most - lost))
            for fallen, other, coefficient in _seen_from(attacking, last):
                lines[left - fallen][lost + other] += coefficient * weight

    def row_by_row(self, start: Mapping[State, Any] | None = None) -> tuple[Line, Line]:
        """Solve by visiting every state, line by line along the larger side.

        Parameters
        ----------
        start : mapping, optional
            Several states to start from, each with its weight, in place of the full forces.
        """
        start = {(self.force, self.defenders): self.numbers.one} if start is None else start
        attacking = self.force <= self.defenders
        most, other = _pair(attacking, self.force, self.defenders)
        lines = {0: self.line(other)}
        for state, weight in start.items():
            left, against = _pair(attacking, *state)
            lines.setdefault(left, self.line(other))
            lines[left][other - against] += weight
        ended = self.line(most)
        for left in range(most, 0, -1):
            if left not in lines:
                continue
            for below in range(max(0, left - self.reach), left):
                lines.setdefault(below, self.line(other))
            self._fight_whole_line(lines, left, attacking=attacking)
            ended[most - left] = lines.pop(left)[other]
        # Nobody left at all, which only a table of one's own can do, counts as attackers lost.
        attackers_lost, defenders_lost = _pair(attacking, ended, lines[0])
        attackers_lost[self.force] = lines[0][other]
        defenders_lost[self.defenders] = self.numbers.zero
        return attackers_lost, defenders_lost


def _pair(attacking: bool, own: T, other: T) -> tuple[T, T]:
    """Return what belongs to attacker and defender, from what belongs to a line and across it."""
    return (own, other) if attacking else (other, own)


def _seen_from(attacking: bool, moves: Sequence[Transfer]) -> Sequence[Transfer]:
    """Return moves with the loss of the side that names the lines first."""
    return moves if attacking else [(d, a, coefficient) for a, d, coefficient in moves]


def _fight_line(lines: dict[int, Line], left: int, full: int, moves: Sequence[Transfer]) -> None:
    """Fight down the states of one line in which the other side keeps its full dice.

    Parameters
    ----------
    lines : dict
        Lines by the armies left of the side that names them.
    left : int
        Which line.
    full : int
        The other side has full dice as long as it lost at most that many.
    moves : sequence of Transfer
        Outcomes of a roll; the first number is the loss that changes the line.
    """
    here = lines[left]
    staying = [(lost, coefficient) for own, lost, coefficient in moves if not own]
    if len(staying) == 1:
        lost, coefficient = staying[0]
        for place in range(full + 1):
            here[place + lost] += coefficient * here[place]
    else:
        for place in range(full + 1):
            weight = here[place]
            for lost, coefficient in staying:
                here[place + lost] += coefficient * weight
    fought = here[: full + 1]
    for own, lost, coefficient in moves:
        if own:
            target = lines[max(0, left - own)]
            span = slice(lost, lost + full + 1)
            target[span] = [
                there + coefficient * weight
                for there, weight in zip(target[span], fought, strict=True)
            ]


def _rim(
    fixed: int, most: int, weights: Sequence[int], total: int, numbers: Numbers
) -> tuple[tuple[int, Line], tuple[int, Line]]:
    """Return the visits of two neighbouring lines at the rim of the free walk.

    Parameters
    ----------
    fixed : int
        The loss J of the side whose dice would next be short.
    most : int
        The most the other side may lose within the region.
    weights : sequence of int
        Weights of a roll that costs that other side 2, 1 and 0.
    total : int
        Their sum.
    numbers : Numbers

    Returns
    -------
    at_rim, before_rim : tuple of (int, list)
        The visits of the states (i, J), and of (i, J - 1), for every second i from the
        first int on.

    Notes
    -----
    With x = f(i, J) and y = f(i + 1, J - 1), i the other side's loss and r the number of
    rolls, the coefficients of (n2 + n1 x + n0 x^2)^r give

        x' = r (n1 y + 2 n0 x) / (q i)
        y' = r (n0 n1 J x + (2 n0 n2 i + n1^2 (r - i)) y) / (q n2 i (i + 1))

    for i + 2 and r + 1. Every coefficient is >= 0 when n1^2 <= 4 n0 n2, so nothing cancels.
    In integers the divisions leave no remainder.
    """
    two, one, none = weights
    if isinstance(numbers, Integers):
        # Weights over base**2: from here on the exact walk needs no total.
        two, one, none = (numbers.coefficient(weight, total, 2) for weight in weights)
        total = 1
    rolls, odd = divmod(fixed, 2)
    power, exponent = _power(none, total, rolls, numbers)
    if odd:
        begin, x, y = -1, numbers.zero, power
    else:
        begin, x, y = 0, power, numbers.divide(power * rolls * one, none)
    at_rim = [] if odd else [ldexp(x, exponent) if exponent else x]
    before_rim = [ldexp(y, exponent) if exponent else y]

    divide, scaled = numbers.divide, isinstance(numbers, Floats)
    doubled, x_factor = 2 * two, two * one * fixed
    y_by_lost, y_by_rest = 2 * two * none, one * one
    total_none = total * none
    for lost in range(begin + 2, most + 1, 2):
        rolls += 1
        x, y = (
            divide(rolls * (one * y + doubled * x), total * lost),
            divide(
                rolls * (x_factor * x + (y_by_lost * lost + y_by_rest * (rolls - lost)) * y),
                total_none * lost * (lost + 1),
            ),
        )
        if scaled and not _TINY < x < _HUGE:
            x, shift = frexp(x)
            y = ldexp(y, -shift)
            exponent += shift
        if exponent:
            at_rim.append(ldexp(x, exponent))
            before_rim.append(ldexp(y, exponent))
        else:
            at_rim.append(x)
            before_rim.append(y)
    first = 1 if odd else 0
    # before_rim lies one further on: its last value may be past the region, or all of it.
    inside = 0 if not fixed else (most - (1 - odd)) // 2 + 1
    return (first, at_rim), (1 - odd, before_rim[: max(0, inside)])


def _power(weight: int, total: int, exponent: int, numbers: Numbers) -> tuple[Any, int]:
    """Return (weight / total) ** exponent, as a mantissa and a power of two for floats."""
    if isinstance(numbers, Floats):
        # In integers, so that it is rounded only once.
        numerator, denominator = weight**exponent, total**exponent
        shift = denominator.bit_length() - numerator.bit_length() + 60
        mantissa, power = frexp(float((numerator << shift) // denominator))
        return mantissa, power - shift
    if isinstance(numbers, Integers):
        return weight**exponent, 0
    return (numbers.coefficient(weight, total, 2)) ** exponent, 0
