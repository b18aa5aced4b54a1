"""What the forecast of a plan and that of a same-time turn have in common."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import fsum, lcm
from typing import Any

from oddsapp.engine.game import Game
from oddsapp.errors import InvalidInput
from oddsapp.intervals import share_interval
from oddsapp.pmf import Pmf


@dataclass(frozen=True)
class TerritoryForecast:
    """One territory afterwards.

    Parameters
    ----------
    name : str
    owner_before, armies_before : int
    owner : mapping of int to probability
        P(owner), for all who can come to hold it; `NEUTRAL` is nobody.
    armies : mapping of int to Pmf
        For each of them the armies there, given that he holds it.
    """

    name: str
    owner_before: int
    armies_before: int
    owner: Mapping[int, Any]
    armies: Mapping[int, Pmf]

    @property
    def is_contested(self) -> bool:
        """Whether more than one player may come to hold it."""
        return len(self.owner) > 1

    @property
    def changes(self) -> bool:
        """Whether anything there may be otherwise than before."""
        if set(self.owner) != {self.owner_before}:
            return True
        return any(
            armies != self.armies_before for armies, _ in self.armies[self.owner_before].items()
        )


class Forecast:
    """A forecast over the territories of a board, exact or sampled."""

    game: Game
    territories: tuple[TerritoryForecast, ...]
    samples: int | None

    @property
    def is_sampled(self) -> bool:
        """Whether the probabilities are estimates."""
        return self.samples is not None

    def territory(self, name: str) -> TerritoryForecast:
        """Return what comes of one territory.

        Raises
        ------
        InvalidInput
            If the board has none of this name.
        """
        return self.territories[self.game.territory(name)]

    def interval(self, probability: Any) -> tuple[Any, Any]:
        """Return the 95 % interval (Wilson) of one of the probabilities here.

        Where nothing is sampled it is the probability itself, twice.
        """
        if self.samples is None:
            return probability, probability
        if not 0 <= probability <= 1:
            raise InvalidInput(f"a probability lies between 0 and 1, not at {probability!r}")
        return share_interval(float(probability), self.samples)


def pmf_of(table: Mapping[int, Any]) -> Pmf:
    """Return the distribution that weights, all floats or all fractions, are in proportion to.

    Examples
    --------
    >>> found = pmf_of({1: Fraction(1, 6), 3: Fraction(1, 3)})
    >>> found.pmf(1), found.pmf(2), found.pmf(3)
    (Fraction(1, 3), Fraction(0, 1), Fraction(2, 3))
    """
    low, high = min(table), max(table)
    weights = [table.get(number, 0) for number in range(low, high + 1)]
    if any(isinstance(weight, float) for weight in weights):
        floats = tuple(float(weight) for weight in weights)
        return Pmf(low, floats, fsum(floats))
    shares = [Fraction(weight) for weight in weights]
    common = lcm(*(share.denominator for share in shares))
    whole = tuple(int(share * common) for share in shares)
    return Pmf(low, whole, sum(whole))
