"""Why what is left jumps up and down between odd and even numbers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import ceil

from oddsapp.odds.outcome import AttackOutcome
from oddsapp.odds.solve import battle as solve
from oddsapp.ui.learn.dice import RULES
from oddsapp.ui.learn.parts import HIDDEN, Cell, Folded, Heading, Part, Picture, Table, versus
from oddsapp.ui.parts.bars import Bar, Side, histogram
from oddsapp.wording import counted, short_percent

LEAST, MOST = 20, 36
"""The picture is of a battle with so many armies on a side, like the reader's but larger."""


@lru_cache(maxsize=16)
def outcome(force: int, defenders: int) -> AttackOutcome:
    """Return the exact outcome of a battle."""
    return solve(force=force, defenders=defenders, exact=True)


def example(force: int, defenders: int) -> tuple[int, int]:
    """Return a battle large enough to show spikes: so many times the reader's armies.

    >>> example(3, 2), example(10, 7), example(12, 1)
    ((30, 20), (30, 21), (36, 20))
    """
    times = max(1, ceil(LEAST / min(force, defenders)))
    return min(MOST, force * times), min(MOST, defenders * times)


@dataclass(frozen=True)
class LastRoll:
    """How a battle is won with so many attackers left, by what the last roll takes.

    Parameters
    ----------
    left : int
        Attackers left.
    takes_two, takes_one : Fraction
        The probability that the last roll takes the last two defenders, or the last one.
    """

    left: int
    takes_two: Fraction
    takes_one: Fraction

    @property
    def chance(self) -> Fraction:
        """The probability to win with so many left."""
        return self.takes_two + self.takes_one


@lru_cache(maxsize=8)
def last_rolls(force: int, defenders: int) -> tuple[LastRoll, ...]:
    """Return how a battle is won, for each number of attackers left.

    Examples
    --------
    >>> [str(last.takes_two) for last in last_rolls(3, 2)]
    ['0', '0', '1445/3888']
    >>> sum(last.chance for last in last_rolls(3, 2)) == outcome(3, 2).win
    True
    """
    odds = outcome(force, defenders)
    visits = odds.chain.expected_visits((force, defenders), exact=True)

    def ends(left: int, beaten: int) -> Fraction:
        state = left, beaten
        if state not in visits:
            return Fraction(0)
        return Fraction(visits[state] * odds.battle.round(state).probability((0, beaten)))

    return tuple(LastRoll(left, ends(left, 2), ends(left, 1)) for left in range(1, force + 1))


def zigzags(lasts: tuple[LastRoll, ...]) -> tuple[int, int]:
    """Return how many numbers left bend the row of bars, and how many bend it the other way.

    A bar bends the row up if it is higher than the mean of its two neighbours. In a smooth row
    bars that bend alike stand together; counted is how often two neighbours differ.

    >>> zigzags(last_rolls(30, 20))[0] > zigzags(last_rolls(30, 20))[1] // 2
    True
    """
    chances = [last.chance for last in lasts]
    bends = [
        2 * now > before + after
        for before, now, after in zip(chances, chances[1:], chances[2:], strict=False)
    ]
    pairs = list(pairwise(bends))
    return sum(a != b for a, b in pairs), len(pairs)


def spikes(force: int, defenders: int, *, hidden: bool) -> tuple[Part, ...]:
    """Return the lesson on spikes.

    Parameters
    ----------
    force, defenders : int
        The reader's battle; in the pictures is a larger one like it.
    hidden : bool
        Whether the numbers of the reader's battle are kept back.
    """
    large = example(force, defenders)
    lasts = last_rolls(*large)
    bent, neighbours = zigzags(lasts)
    pairs = min(RULES.attack_dice, RULES.defence_dice)
    total = sum(large)
    who, own = versus(*large), versus(force, defenders)
    return (
        (
            f"Here is a battle like yours with more armies, {who}: how many attackers are left if"
            " it is won. You would expect a smooth hill. But look closely: the bars go up and down"
            f" in steps of two. Of {neighbours} pairs of neighbours, {bent} bend the row in"
            " opposite directions; in a smooth bell only two do."
        ),
        Picture(_whole(lasts, who)),
        (
            f"The reason: while both sides throw two dice or more, {pairs} pairs are compared, and"
            f" every pair costs one army. So {pairs} armies go in each roll, whoever loses them."
            f" {counted(total, 'army', 'armies')} on both sides together become"
            f" {total - pairs}, {total - 2 * pairs}, {total - 3 * pairs} …: always"
            f" {_parity(total)}. Only a single die changes that, and that comes at the very end."
        ),
        (
            "Now look at the last roll. It can take the last two defenders at once. Before it there"
            f" were two defenders, and an {_parity(total)} number of armies in all. So every second"
            " number of attackers left can come about like that, and the others never. These are"
            " the bars on the right:"
        ),
        Picture(_by_last_roll(lasts, who)),
        (
            "Or the last roll takes the last defender alone, on the left. That happens mostly for"
            " the other numbers. The two combs do not fill each other’s gaps exactly, and what"
            " sticks out are the steps."
        ),
        Folded("The numbers of these pictures", _table(large, lasts, _small)),
        Heading("Your battle"),
        *(
            (f"How {own} ends: {HIDDEN}",)
            if hidden
            else (_table((force, defenders), last_rolls(force, defenders), Fraction),)
        ),
    )


def _table(
    battle: tuple[int, int], lasts: tuple[LastRoll, ...], shown: Callable[[Fraction], Cell]
) -> Table:
    return Table(
        f"{versus(*battle)}, won: how many attackers are left, and what the last roll takes",
        ("Left", "Takes two", "Takes one", "Together"),
        tuple(
            (
                str(last.left),
                tuple(shown(p) for p in (last.takes_two, last.takes_one, last.chance)),
            )
            for last in lasts
        ),
    )


def _small(chance: Fraction) -> str:
    return short_percent(float(chance)) if chance else "0"


def _parity(number: int) -> str:
    return "odd" if number % 2 else "even"


def _whole(lasts: tuple[LastRoll, ...], who: str) -> str:
    return histogram(
        Side("", "", ()),
        Side(
            f"Won: {short_percent(float(sum(last.chance for last in lasts)))}",
            "attackers left",
            tuple(Bar(str(last.left), float(last.chance)) for last in lasts),
        ),
        title=f"How many attackers are left when {who} is won",
    )


def _by_last_roll(lasts: tuple[LastRoll, ...], who: str) -> str:
    one = sum((last.takes_one for last in lasts), Fraction(0))
    two = sum((last.takes_two for last in lasts), Fraction(0))
    return histogram(
        Side(
            f"Takes one: {short_percent(float(one))}",
            "attackers left",
            tuple(Bar(str(last.left), float(last.takes_one)) for last in lasts),
        ),
        Side(
            f"Takes two: {short_percent(float(two))}",
            "attackers left",
            tuple(Bar(str(last.left), float(last.takes_two)) for last in lasts),
        ),
        title=f"How {who} is won, by what the last roll takes",
        both_won=True,
    )
