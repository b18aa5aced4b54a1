"""What a set of dice should reach: bands for n v n, gains of promotions, no exploits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from oddsapp.arguments import probability, whole_number
from oddsapp.errors import InvalidInput
from oddsapp.odds.balance.even_batches import odds_beside_even
from oddsapp.odds.balance.exploits import Kind, find_exploits
from oddsapp.odds.balance.pairs import MOST_ARMIES as MOST_EXPLOITS
from oddsapp.odds.balance.variants import Variant
from oddsapp.rules import ColouredDice, Ruleset
from oddsapp.rules.options import option

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Mask = NDArray[np.bool_]

MOST_SIZE = 100
"""The largest n."""

_SAME = 1e-11
"""By so much a chance may miss a line: it could be rounding."""


@dataclass(frozen=True, kw_only=True)
class Band:
    """Between what P(n v n) should lie.

    Parameters
    ----------
    first, last : int
        For which n, both included.
    least, most : float, Fraction or str
        Probabilities.

    Raises
    ------
    InvalidInput
        If there is no such n, or no such probability.

    Examples
    --------
    >>> Band(first=5, last=30, least="40%", most=0.6).least
    Fraction(2, 5)
    """

    first: int
    last: int
    least: Any = Fraction(0)
    most: Any = Fraction(1)

    def __post_init__(self) -> None:
        first = whole_number(self.first, "the first n of a band", least=1, most=MOST_SIZE)
        whole_number(self.last, "the last n of a band", least=first, most=MOST_SIZE)
        _between(self, "least", "most", "of a band")


@dataclass(frozen=True, kw_only=True)
class Targets:
    """What rules should reach: all of it.

    Parameters
    ----------
    even : sequence of Band
        For P(n v n).
    least_gain, greatest_gain : float, Fraction or str, optional
        What the army that changes the die should add to the chance to win of its side, against
        as many as that side had before it: see `oddsapp.promotions`.
    gains_to : int
        For the thresholds of up to so many armies.
    no_exploits : sequence of str
        Kinds of exploits of which there should be none: army, promotion, split, escort.
    exploit_armies : sequence of int
        With how many attacking armies before the change: 1, 2 or both.
    exploits_to : int
        Among armies of up to this size.

    Raises
    ------
    InvalidInput
        If nothing is asked for, or it cannot be.

    Examples
    --------
    >>> Targets(greatest_gain=0.1, no_exploits=["escort"]).no_exploits
    (<Kind.ESCORT: 'escort'>,)
    """

    even: Sequence[Band] = ()
    least_gain: Any = None
    greatest_gain: Any = None
    gains_to: int = 40
    no_exploits: Sequence[str] = ()
    exploit_armies: Sequence[int] = (1, 2)
    exploits_to: int = 40

    def __post_init__(self) -> None:
        whole_number(self.gains_to, "the largest threshold", least=2, most=MOST_SIZE)
        whole_number(self.exploits_to, "the largest army", least=2, most=MOST_EXPLOITS)
        armies = tuple(
            whole_number(n, "the number of attacking armies", least=1, most=2)
            for n in self.exploit_armies
        )
        if not armies:
            raise InvalidInput("exploits are those of 1 or of 2 attacking armies; say of which")
        kinds = tuple(option(Kind, "an exploit", kind) for kind in self.no_exploits)
        object.__setattr__(self, "even", tuple(self.even))
        object.__setattr__(self, "no_exploits", kinds)
        object.__setattr__(self, "exploit_armies", armies)
        _between(self, "least_gain", "greatest_gain", "of a promotion")
        if not (self.even or self.no_exploits or self._asks_gains):
            raise InvalidInput(
                "a target is missing: a band for n against n, a gain of promotions, or no exploits"
            )

    @property
    def _asks_gains(self) -> bool:
        return self.least_gain is not None or self.greatest_gain is not None

    def met_in_battles(self, combat: ColouredDice, variants: Sequence[Variant]) -> Mask:
        """Tell of each variant whether bands and gains are met, all at once."""
        import numpy as np

        met = np.ones(len(variants), dtype=bool)
        sizes = [band.last for band in self.even] + [self.gains_to] * self._asks_gains
        if not sizes:
            return met
        even, attacker_more, defender_more = odds_beside_even(combat, variants, max(sizes))
        for band in self.even:
            met &= _lies(even[:, band.first - 1 : band.last], band.least, band.most).all(axis=1)
        if self._asks_gains:
            gains = attacker_more - even, even - defender_more
            for side, gain in enumerate(gains):
                promoted = self._promoted(side, variants, gain.shape[1])
                within = _lies(gain, self.least_gain, self.greatest_gain)
                met &= (within | ~promoted).all(axis=1)
        return met

    def _promoted(self, side: int, variants: Sequence[Variant], most: int) -> Mask:
        """Return whether from n to n + 1 armies the die changes, n from 1 in columns."""
        import numpy as np

        promoted = np.zeros((len(variants), most), dtype=bool)
        for row, variant in enumerate(variants):
            assert variant.charts is not None
            for start in variant.charts[side][1:]:
                if start is not None and start <= self.gains_to:
                    promoted[row, start - 2] = True
        return promoted

    def met_by_exploits(self, rules: Ruleset) -> bool:
        """Tell whether there are none of the exploits that there should be none of."""
        if not self.no_exploits:
            return True
        found = find_exploits(rules=rules, most=self.exploits_to, worst=0)
        return not any(
            finding.found
            for finding in found.findings
            if finding.kind in self.no_exploits and finding.armies in self.exploit_armies
        )


def _between(owner: object, low: str, high: str, what: str) -> None:
    """Take two probabilities as what was meant, and refuse them the wrong way round."""
    values = {key: getattr(owner, key) for key in (low, high)}
    for key, value in values.items():
        if value is not None:
            values[key] = probability(value, f"the {key.replace('_', ' ')} {what}")
            object.__setattr__(owner, key, values[key])
    if None not in values.values() and values[low] > values[high]:
        raise InvalidInput(
            f"between {float(values[low])} and {float(values[high])} {what} lies nothing;"
            " the smaller number comes first"
        )


def _lies(values: NDArray[np.float64], least: Any, most: Any) -> Mask:
    """Tell which lie between; what is not a number, of a battle that never ends, does not."""
    low = -1.0 if least is None else float(least)
    high = 1.0 if most is None else float(most)
    return (values >= low - _SAME) & (values <= high + _SAME)


__all__ = ["Band", "Targets"]
