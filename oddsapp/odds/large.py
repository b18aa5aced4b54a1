"""Large battles: the break-even slope, and a normal distribution for the margin.

While both sides keep their full dice, every roll costs them (X, Y) armies, independent of
what was before. Two sides of ``A`` and ``D`` armies are then worn down along a straight
line, and who is left is decided by A against rho D, where rho = E X / E Y.

References
----------
W. Feller, An Introduction to Probability Theory and Its Applications, volume II, chapter
XI (renewal theory: how far one walk has come when another passes a level). The exact
probabilities of a classic roll: J. A. Osborne, Markov Chains for the RISK Board Game
Revisited, Mathematics Magazine 76 (2003).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.combat.round import Round, mass_round, ranked_round
from oddsapp.errors import InvalidInput
from oddsapp.odds.full_dice import check_no_decisions
from oddsapp.rules import RankedDice, Role, Ruleset, as_ruleset


@dataclass(frozen=True, kw_only=True)
class NormalMargin:
    """The margin of a large battle, attackers left minus defenders left, approximated.

    Parameters
    ----------
    win : float
        P(the attacker has armies left).
    mean, variance : float
        Of the margin.
    """

    win: float
    mean: float
    variance: float

    @property
    def std(self) -> float:
        """The standard deviation of the margin."""
        return math.sqrt(self.variance)


@dataclass(frozen=True, kw_only=True)
class LargeBattle:
    """What a roll with full dice says about large battles; everything is a fraction.

    Make it with `large_battle`.

    Parameters
    ----------
    attackers_lost, defenders_lost : Fraction
        The expected losses of one roll.
    attackers_variance, defenders_variance, covariance : Fraction
        Variances and covariance of those losses.

    Notes
    -----
    With losses (X, Y) of a roll, the slope is rho = E X / E Y: one defender costs rho
    attackers. The walk X - rho Y has mean 0 and variance s = Var(X - rho Y) per roll, and the
    battle lasts about T = min(A / E X, D / E Y) rolls. So

        Z ~ Normal(A - rho D, T s)

    says who wins (Z > 0) and what is left: Z attackers, or -Z / rho defenders. Armies are
    whole, and the dice that a side lacks at the very end count against it: both shift Z by a
    constant, which is why P(win) is off by the order of 1 / sqrt(D). With classic dice P(win)
    is even about 0.71 attackers above rho D, so that the fewest with the better chances are
    about rho D + 1.21; `normal_win` takes such a shift.
    """

    attackers_lost: Fraction
    defenders_lost: Fraction
    attackers_variance: Fraction
    defenders_variance: Fraction
    covariance: Fraction

    @property
    def slope(self) -> Fraction:
        """The attackers that one defender costs: above it the attacker wins in the limit."""
        return self.attackers_lost / self.defenders_lost

    @property
    def variance_per_roll(self) -> Fraction:
        """Var(X - slope Y), what one roll adds to the spread."""
        slope = self.slope
        return (
            self.attackers_variance
            + slope * slope * self.defenders_variance
            - 2 * slope * self.covariance
        )

    @property
    def variance_per_defender(self) -> Fraction:
        """What one defender fought down adds to the variance of the attackers left."""
        return self.variance_per_roll / self.defenders_lost

    def normal_win(self, force: int, defenders: int, *, shift: float = 0.0) -> float:
        """Return P(win) in the normal approximation, P(Z > shift).

        Parameters
        ----------
        force, defenders : int
        shift : float
            How many attackers above the line the battle is even: the correction for whole
            armies and for the dice that are missing at the end. 0 leaves it out.

        Examples
        --------
        >>> limit = large_battle("classic")
        >>> [round(limit.normal_win(94, 100, shift=shift), 4) for shift in (0, 0.71)]
        [0.7252, 0.7086]
        >>> from oddsapp import battle
        >>> round(battle(force=94, defenders=100).win, 4)
        0.7051
        """
        ahead, variance = self._walk(force, defenders)
        return _above(ahead - shift, variance)

    def _walk(self, force: int, defenders: int) -> tuple[float, float]:
        """Return mean and variance of Z."""
        force = whole_number(force, "the force", least=1)
        defenders = whole_number(defenders, "the number of defenders", least=1)
        rolls = min(force / self.attackers_lost, defenders / self.defenders_lost)
        return float(force - self.slope * defenders), float(rolls * self.variance_per_roll)

    def margin(self, force: int, defenders: int) -> NormalMargin:
        """Return the normal approximation for a battle.

        Examples
        --------
        >>> margin = large_battle("classic").margin(1000, 1000)
        >>> round(margin.mean, 1), round(margin.std, 1)
        (146.6, 45.8)
        """
        slope = float(self.slope)
        ahead, variance = self._walk(force, defenders)
        win = _above(ahead, variance)
        if not variance:
            left = ahead if ahead > 0 else ahead / slope
            return NormalMargin(win=win, mean=left, variance=0.0)
        spread = math.sqrt(variance)
        density = math.exp(-0.5 * (ahead / spread) ** 2) / math.sqrt(2 * math.pi)
        # First and second moments of the attackers left (Z > 0), and of the rest.
        won = ahead * win + spread * density
        won_squared = (ahead * ahead + variance) * win + ahead * spread * density
        lost, lost_squared = won - ahead, ahead * ahead + variance - won_squared
        mean = won - lost / slope
        return NormalMargin(
            win=win,
            mean=mean,
            variance=won_squared + lost_squared / slope**2 - mean * mean,
        )

    def to_dict(self) -> dict[str, Any]:
        """Return the numbers for JSON, fractions as text."""
        return {
            "slope": str(self.slope),
            "attackers_lost": str(self.attackers_lost),
            "defenders_lost": str(self.defenders_lost),
            "variance_per_roll": str(self.variance_per_roll),
            "variance_per_defender": str(self.variance_per_defender),
        }


def large_battle(rules: str | Ruleset = "classic") -> LargeBattle:
    """Return what decides large battles under these rules.

    Parameters
    ----------
    rules : str or Ruleset
        Classic dice, or one die per army: then armies that large roll the strongest.

    Raises
    ------
    InvalidInput
        If one side never loses anything.

    Notes
    -----
    The slope is E X / E Y, with X and Y the losses of attacker and defender in a roll of full
    dice; `oddsapp.odds.large` has the source.

    Examples
    --------
    >>> large_battle("classic").slope
    Fraction(2387, 2797)
    >>> large_battle("risk2").slope  # black against black, ties to the attacker
    Fraction(3, 5)
    """
    ruleset = as_ruleset(rules)
    roll = _full_roll(ruleset)
    first, second = _moment(roll, 1, 0), _moment(roll, 0, 1)
    if not first or not second:
        raise InvalidInput(
            f"under the rules {ruleset.name} one side never loses with full dice,"
            " so there is no break-even"
        )
    return LargeBattle(
        attackers_lost=first,
        defenders_lost=second,
        attackers_variance=_moment(roll, 2, 0) - first * first,
        defenders_variance=_moment(roll, 0, 2) - second * second,
        covariance=_moment(roll, 1, 1) - first * second,
    )


def _full_roll(rules: Ruleset) -> Round:
    combat = rules.combat
    check_no_decisions(combat)
    if isinstance(combat, RankedDice):
        return ranked_round(combat, combat.attack_dice, combat.defence_dice)
    strongest = [len(combat.thresholds.starts(role)) - 1 for role in (Role.ATTACKER, Role.DEFENDER)]
    return mass_round(combat, (strongest[0],), strongest[1])


def _moment(roll: Round, attacker: int, defender: int) -> Fraction:
    """Return E X^attacker Y^defender of the losses of a roll."""
    return Fraction(
        sum(weight * a**attacker * d**defender for (a, d), weight in roll.outcomes), roll.total
    )


def _above(mean: float, variance: float) -> float:
    """Return P(a normal variable is above 0), which without a variance is 0 or 1."""
    if not variance:
        return float(mean > 0)
    return 0.5 * math.erfc(-mean / math.sqrt(2 * variance))
