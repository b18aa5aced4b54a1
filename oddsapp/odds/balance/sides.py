"""One side of a contest: the dice that its armies roll, whatever the other side rolls."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from oddsapp.combat.round import mass_round
from oddsapp.dice import DiceSet, Die
from oddsapp.errors import InvalidInput
from oddsapp.odds.arithmetic import Floats, Fractions, Numbers
from oddsapp.odds.wins import rows_of
from oddsapp.rules import ColouredDice, Role, Ruleset, ThresholdChart


@dataclass(frozen=True)
class Side:
    """What the armies of one side roll (M-1, M-2).

    Parameters
    ----------
    name : str
        What to call it.
    dice : tuple of Die
        Weak to strong.
    starts : tuple of int
        The smallest army that rolls each of them; the first is 1.
    ranks : tuple of int
        The rank of each die, which sets the casualties (M-4).

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> side = Side.of(find_ruleset("risk2_manual"), "defender")
    >>> side.name, side.starts, len(side.dice)
    ('risk2_manual defender', (1, 7, 13, 21), 4)
    >>> Side.of_one_die(find_ruleset("risk2"), "black").starts
    (1,)
    """

    name: str
    dice: tuple[Die, ...]
    starts: tuple[int, ...]
    ranks: tuple[int, ...]

    @classmethod
    def of(cls, rules: Ruleset, role: Role | str, name: str = "") -> Side:
        """Return the attackers or the defenders of a ruleset."""
        combat = coloured(rules)
        starts = combat.thresholds.starts(Role(role))
        rolled = len(starts)
        return cls(
            name or f"{rules} {role}", combat.dice_set.dice[:rolled], starts, combat.ranks[:rolled]
        )

    @classmethod
    def of_one_die(cls, rules: Ruleset, colour: str, name: str = "") -> Side:
        """Return armies that roll one of the dice of a ruleset whatever their size."""
        combat = coloured(rules)
        die = combat.dice_set[colour]
        rank = combat.ranks[combat.dice_set.dice.index(die)]
        return cls(name or colour, (die,), (1,), (rank,))

    def tier(self, size: int) -> int:
        """Return the place, from 0, of the die that an army of this size rolls."""
        return bisect_right(self.starts, size) - 1


def coloured(rules: Ruleset) -> ColouredDice:
    """Return the combat of a ruleset with one die per army.

    Raises
    ------
    InvalidInput
        If it has none.
    """
    if not isinstance(rules.combat, ColouredDice):
        raise InvalidInput(
            f"under the rules {rules.name} an army has no die of its own; RISK II has that:"
            " risk2, for instance"
        )
    return rules.combat


def contest_rows(
    attacker: Side, defender: Side, terms: ColouredDice, defenders: int, *, exact: bool = False
) -> Iterator[list[Any]]:
    """Yield for a force of 0, 1, 2, … the row of P(win) against 0, 1, …, ``defenders``.

    Parameters
    ----------
    attacker, defender : Side
    terms : ColouredDice
        Who wins ties and what a lost comparison costs (M-4, M-5); its dice are not used.
    defenders : int
    exact : bool
        As fractions.

    Examples
    --------
    >>> from itertools import islice
    >>> from oddsapp.rules import find_ruleset
    >>> rules = find_ruleset("risk2")
    >>> black, white = (Side.of_one_die(rules, colour) for colour in ("black", "white"))
    >>> rows = contest_rows(black, white, rules.combat, 1, exact=True)
    >>> [str(p) for p in list(islice(rows, 2))[1]]
    ['1', '61/72']
    """
    moves = _Moves(attacker, defender, terms, Fractions() if exact else Floats())
    yield from rows_of(moves, defenders)


class _Moves:
    """The outcomes of a roll between two sides, as `oddsapp.odds.wins.Moves` are of one ruleset."""

    def __init__(
        self, attacker: Side, defender: Side, terms: ColouredDice, numbers: Numbers
    ) -> None:
        self._attacker, self._defender, self.numbers = attacker, defender, numbers
        self._first = len(attacker.dice)
        self._combat = _joint(attacker, defender, terms)
        self._known: dict[tuple[int, int], list[tuple[int, int, Any]]] = {}

    def defence(self, defenders: int) -> int:
        return self._defender.tier(defenders)

    def of(self, force: int, defenders: int) -> list[tuple[int, int, Any]]:
        key = self._attacker.tier(force), self._defender.tier(defenders)
        if key not in self._known:
            roll = mass_round(self._combat, key[:1], self._first + key[1]).changing
            self._known[key] = [
                (lost, hit, self.numbers.coefficient(weight, roll.total, lost + hit))
                for (lost, hit), weight in roll.outcomes
            ]
        return self._known[key]


def _joint(attacker: Side, defender: Side, terms: ColouredDice) -> ColouredDice:
    """Return rules that have the dice of both sides, the attacker's first.

    A chart gives both sides the same dice, so none of this one is used but its length.
    """
    dice = [
        Die(die.faces, f"{place} {die.name}")
        for place, die in enumerate((*attacker.dice, *defender.dice))
    ]
    unused = (1, *[None] * (len(dice) - 1))
    return ColouredDice(
        dice_set=DiceSet(f"{attacker.name} v {defender.name}", tuple(dice)),
        thresholds=ThresholdChart("unused", unused, unused),
        ranks=(*attacker.ranks, *defender.ranks),
        casualties=terms.casualties,
        fixed_casualties=terms.fixed_casualties,
        ties=terms.ties,
    )
