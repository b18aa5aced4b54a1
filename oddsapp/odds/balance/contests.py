"""Who beats whom: equal armies, the fewest that break even, side against side."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import islice
from typing import Any

from oddsapp.arguments import probability, whole_number
from oddsapp.combat.round import Round, mass_round
from oddsapp.errors import InvalidInput
from oddsapp.odds.balance.sides import Side, coloured, contest_rows
from oddsapp.odds.need import EDGE, reaches
from oddsapp.odds.plain import plain_number
from oddsapp.odds.wins import win_rows
from oddsapp.rules import ColouredDice, Ruleset, as_ruleset

MOST_ARMIES = 300
"""The most armies of a side that are compared size by size."""

ROOM = 4
"""How many times the defenders a force may be that is tried, and `SPARE` more."""

SPARE = 40


def even_odds(most: int, *, rules: str | Ruleset = "risk2", exact: bool = False) -> tuple[Any, ...]:
    """Return P(n attackers beat n defenders) for n from 1 to ``most``.

    Parameters
    ----------
    most : int
        The largest n, in armies that fight.
    rules : str or Ruleset
    exact : bool
        As fractions.

    Raises
    ------
    InvalidInput
        If there are no such rules, or the number is out of range.

    Examples
    --------
    >>> [str(p) for p in even_odds(3, exact=True)]
    ['11/18', '484/729', '110473/157464']
    """
    number = _armies(most)
    rows = win_rows(as_ruleset(rules), number, exact=exact)
    return tuple(row[n] for n, row in enumerate(islice(rows, 1, number + 1), start=1))


@dataclass(frozen=True)
class BreakEven:
    """The fewest attackers that win at least as often as was asked for.

    Parameters
    ----------
    defenders : int
    force : int or None
        None if no force is enough up to ``tried``.
    win, win_with_one_less : float or Fraction or None
        P(win) with that force, and with one army less.
    tried : int
        The largest force that was tried, or would have been.
    """

    defenders: int
    force: int | None
    win: Any
    win_with_one_less: Any
    tried: int

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        found = self.force is not None
        return {
            "defenders": self.defenders,
            "force": self.force,
            "win": plain_number(self.win) if found else None,
            "win_with_one_less": plain_number(self.win_with_one_less) if found else None,
        }


def break_even(
    most: int, win: Any = Fraction(1, 2), *, rules: str | Ruleset = "risk2", exact: bool = False
) -> tuple[BreakEven, ...]:
    """Return the fewest attackers with P(win) at least ``win`` against 1 to ``most`` defenders.

    Under coloured dice one army more may lower P(win): what is told is the smallest force
    that is enough, not that every larger one is.

    Parameters
    ----------
    most : int
        The most defenders, in armies.
    win : float, Fraction or str
        The probability to reach.
    rules : str or Ruleset
    exact : bool
        As fractions.

    Returns
    -------
    tuple of BreakEven
        One for each number of defenders, in force: armies that fight.

    Raises
    ------
    InvalidInput
        If there are no such rules, or the number is out of range.

    Notes
    -----
    Where a float lies within a billionth of the line, fractions decide.

    Examples
    --------
    >>> [found.force for found in break_even(7)]
    [1, 2, 3, 3, 4, 5, 5]
    >>> [found.force for found in break_even(7, rules="classic")]
    [2, 3, 4, 5, 5, 6, 7]
    """
    number = _armies(most)
    lines = [probability(win, "the probability of winning")]
    return tuple(found for (found,) in least_forces(number, lines, rules=rules, exact=exact))


def least_forces(
    most: int, wins: Sequence[Fraction], *, rules: str | Ruleset = "risk2", exact: bool = False
) -> list[tuple[BreakEven, ...]]:
    """Return `break_even` for several probabilities: for each number of defenders one of each."""
    ruleset = as_ruleset(rules)

    return _least(win_rows(ruleset, most, exact=exact), most, wins, partial(reaches, ruleset))


def _least(
    rows: Iterable[Sequence[Any]],
    most: int,
    wins: Sequence[Fraction],
    reaches: Callable[[int, int, Fraction, Any], bool],
) -> list[tuple[BreakEven, ...]]:
    """Return the first force whose row reaches each probability, for 1 to ``most`` defenders."""
    tried = ROOM * most + SPARE
    found: dict[tuple[int, int], BreakEven] = {}
    wanted = [(defenders, place) for defenders in range(1, most + 1) for place in range(len(wins))]
    before: Sequence[Any] = []
    for force, row in enumerate(islice(rows, tried + 1)):
        waiting = []
        for defenders, place in wanted:
            chance = row[defenders]
            if force and reaches(force, defenders, wins[place], chance):
                found[defenders, place] = BreakEven(
                    defenders, force, chance, before[defenders], tried
                )
            else:
                waiting.append((defenders, place))
        wanted, before = waiting, row
        if not wanted:
            break
    return [
        tuple(
            found.get((defenders, place), BreakEven(defenders, None, None, None, tried))
            for place in range(len(wins))
        )
        for defenders in range(1, most + 1)
    ]


def side_break_even(
    attacker: Side,
    defender: Side,
    most: int,
    win: Any = Fraction(1, 2),
    *,
    terms: str | Ruleset = "risk2",
) -> tuple[BreakEven, ...]:
    """Return the fewest attackers of one side that reach ``win`` against defenders of another.

    It is `break_even` for two sides: with a side of one die, what a colour is worth in armies.

    Parameters
    ----------
    attacker, defender : Side
    most : int
        The most defenders, in armies.
    win : float, Fraction or str
        The probability to reach.
    terms : str or Ruleset
        Whose ties and casualties are in force; the dice are those of the sides.

    Returns
    -------
    tuple of BreakEven
        One for each number of defenders, in force: armies that fight.

    Raises
    ------
    InvalidInput
        If a number is out of range, or the rules have no die for an army.

    Notes
    -----
    Where a float lies within a billionth of the line, fractions decide.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> white, yellow = (Side.of_one_die(find_ruleset("risk2"), n) for n in ("white", "yellow"))
    >>> [found.force for found in side_break_even(white, white, 6)]
    [1, 2, 3, 3, 4, 4]
    >>> [found.force for found in side_break_even(white, yellow, 6)]
    [1, 2, 3, 4, 5, 6]
    """
    number = _armies(most)
    line = probability(win, "the probability of winning")
    combat = coloured(as_ruleset(terms))

    def side_reaches(force: int, defenders: int, wanted: Fraction, win: Any) -> bool:
        if abs(win - float(wanted)) > EDGE:
            return bool(win >= float(wanted))
        rows = contest_rows(attacker, defender, combat, defenders, exact=True)
        return bool(next(islice(rows, force, None))[defenders] >= wanted)

    rows = contest_rows(attacker, defender, combat, number)
    return tuple(found for (found,) in _least(rows, number, [line], side_reaches))


def who_beats_whom(
    sides: Sequence[Side],
    size: int,
    *,
    terms: str | Ruleset = "risk2",
    against: Sequence[Side] = (),
    exact: bool = False,
) -> tuple[tuple[Any, ...], ...]:
    """Return P(``size`` attackers beat ``size`` defenders) for every pair of sides.

    Parameters
    ----------
    sides : sequence of Side
        The attackers, one row each.
    size : int
        The armies on each side.
    terms : str or Ruleset
        Whose ties and casualties are in force; the dice are those of the sides.
    against : sequence of Side, optional
        The defenders, one column each; the same sides if not said.
    exact : bool
        As fractions.

    Raises
    ------
    InvalidInput
        If there is no side, the size is out of range, or the rules have no coloured dice.

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> rules = find_ruleset("risk2")
    >>> sides = [Side.of_one_die(rules, colour) for colour in ("white", "black")]
    >>> for row in who_beats_whom(sides, 5, terms=rules):
    ...     print([round(p, 4) for p in row])
    [0.7562, 0.0739]
    [0.9939, 0.625]
    """
    number = _armies(size)
    combat = coloured(as_ruleset(terms))
    defenders = list(against) or list(sides)
    if not sides:
        raise InvalidInput("who beats whom needs at least one side")

    def chance(attacker: Side, defender: Side) -> Any:
        rows = contest_rows(attacker, defender, combat, number, exact=exact)
        return next(islice(rows, number, None))[number]

    return tuple(tuple(chance(side, other) for other in defenders) for side in sides)


def die_against_die(rules: str | Ruleset = "risk2") -> tuple[tuple[Fraction, ...], ...]:
    """Return P(the attacker wins one comparison), the attacker's dice in rows (M-5).

    A roll that costs nobody anything counts as not won.

    Parameters
    ----------
    rules : str or Ruleset
        With one die per army.

    Raises
    ------
    InvalidInput
        If there are no such rules, or an army has no die of its own under them.

    Examples
    --------
    >>> [str(p) for p in die_against_die()[0]]
    ['11/18', '13/24', '19/48', '23/72', '5/18']
    """
    return dice_against_die(1, rules=rules)


def dice_against_die(
    dice: int, *, rules: str | Ruleset = "risk2"
) -> tuple[tuple[Fraction, ...], ...]:
    """Return P(at least one of several attacking dice of a colour beats the defender's) (M-6).

    Parameters
    ----------
    dice : int
        How many armies attack, a die each.
    rules : str or Ruleset
        With one die per army.

    Returns
    -------
    tuple of tuple of Fraction
        The attackers' colour in rows, the defender's in columns, weak to strong.

    Raises
    ------
    InvalidInput
        If the rules have no die for an army, or so many cannot meet in one territory.

    Examples
    --------
    >>> [[str(p) for p in row[:2]] for row in dice_against_die(2)[:2]]
    [['20/27', '295/432'], ['1363/1728', '641/864']]
    """
    combat = coloured(as_ruleset(rules))
    number = whole_number(dice, "the number of dice", least=1, most=combat.most_attackers)
    tiers = range(len(combat.dice_set))
    return tuple(tuple(_won(combat, (mine,) * number, other) for other in tiers) for mine in tiers)


def _won(combat: ColouredDice, mine: tuple[int, ...], other: int) -> Fraction:
    roll: Round = mass_round(combat, mine, other)
    won = sum(weight for losses, weight in roll.outcomes if losses[-1])
    return Fraction(won, roll.total)


def _armies(number: Any) -> int:
    return whole_number(number, "the number of armies", least=1, most=MOST_ARMIES)


__all__ = [
    "MOST_ARMIES",
    "BreakEven",
    "break_even",
    "dice_against_die",
    "die_against_die",
    "even_odds",
    "least_forces",
    "side_break_even",
    "who_beats_whom",
]
