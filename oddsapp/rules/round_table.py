"""A round table: what one roll costs, typed in by a person in place of dice."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import lcm
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.errors import InvalidInput

Losses = tuple[int, ...]
"""What each army of a battle loses in one roll."""


@dataclass(frozen=True)
class RoundTable:
    """For each number of dice on both sides, the losses of a roll with their weights.

    Build it with `from_mapping`.

    Parameters
    ----------
    rows : tuple of ((int, int), tuple of (losses, int))
        For each number of dice on both sides, the attacker's first: what a roll costs, as
        (armies of the attacker, armies of the defender), with its weight.

    Examples
    --------
    >>> coin = RoundTable.from_mapping({(1, 1): {(1, 0): 1, (0, 1): 1}})
    >>> coin.attack_dice, coin.defence_dice, coin.row(1, 1)
    (1, 1, (((0, 1), 1), ((1, 0), 1)))
    """

    rows: tuple[tuple[tuple[int, int], tuple[tuple[Losses, int], ...]], ...]

    @classmethod
    def from_mapping(cls, table: Any) -> RoundTable:
        """Return the table written as nested mappings.

        Parameters
        ----------
        table : mapping
            ``{(attack dice, defence dice): {(attackers lost, defenders lost): weight}}``,
            with a row for every number of dice from 1 up to the most of either side.
            Weights are whole numbers or fractions, never rounded decimals: those do not
            add up, and large battles then come out above 100 %.

        Raises
        ------
        InvalidInput
            If a row is missing, a number is out of place, or a roll never changes anything.
        """
        if not isinstance(table, Mapping) or not table:
            raise InvalidInput("a round table needs a row for at least (1, 1) dice")
        rows = {}
        for dice, outcomes in table.items():
            key = _pair(dice, "dice", least=1)
            if not isinstance(outcomes, Mapping):
                raise InvalidInput(f"the row {key} of a round table must map losses to weights")
            rows[key] = _row(key, outcomes)
        most_attack = max(a for a, _ in rows)
        most_defence = max(d for _, d in rows)
        for attack in range(1, most_attack + 1):
            for defence in range(1, most_defence + 1):
                if (attack, defence) not in rows:
                    raise InvalidInput(f"the round table has no row for ({attack}, {defence}) dice")
        return cls(tuple(sorted(rows.items())))

    @property
    def attack_dice(self) -> int:
        """The most dice that the attacker rolls."""
        return max(attack for (attack, _), _ in self.rows)

    @property
    def defence_dice(self) -> int:
        """The most dice that the defender rolls."""
        return max(defence for (_, defence), _ in self.rows)

    def row(self, attack_dice: int, defence_dice: int) -> tuple[tuple[Losses, int], ...]:
        """Return the losses of one roll with their integer weights."""
        return dict(self.rows)[attack_dice, defence_dice]


def _pair(value: object, what: str, least: int = 0) -> tuple[int, int]:
    if not isinstance(value, tuple) or len(value) != 2:
        raise InvalidInput(
            f"a round table needs pairs (attacker's, defender's) of {what}, not {value!r}"
        )
    first, second = (whole_number(n, f"the {what} of a round table", least=least) for n in value)
    return first, second


def _row(
    dice: tuple[int, int], outcomes: Mapping[tuple[int, int], int]
) -> tuple[tuple[Losses, int], ...]:
    from fractions import Fraction

    weights = {}
    for losses, weight in outcomes.items():
        # An int and a Fraction both have a numerator; a float has none.
        if isinstance(weight, bool) or not hasattr(weight, "numerator"):
            raise InvalidInput(
                f"the weights of a round table must be whole numbers or fractions, not {weight!r}"
            )
        if weight < 0:
            raise InvalidInput(f"the weights of a round table cannot be negative, as {weight} is")
        if weight > 0:
            # A fraction of Python's own numbers: numpy's integers would overflow.
            weights[_pair(losses, "losses")] = Fraction(
                int(weight.numerator), int(weight.denominator)
            )
    if not any(losses != (0, 0) for losses in weights):
        raise InvalidInput(f"the row {dice} of the round table never costs anybody an army")
    common = lcm(*(weight.denominator for weight in weights.values()))
    return tuple(sorted((losses, int(weight * common)) for losses, weight in weights.items()))
