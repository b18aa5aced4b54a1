"""How many armies are needed to win with a given probability."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import islice
from statistics import NormalDist
from typing import Any

from oddsapp.arguments import probability, whole_number
from oddsapp.combat import attack
from oddsapp.errors import InvalidInput
from oddsapp.odds import classic
from oddsapp.odds.outcome import TerritoryOutcome
from oddsapp.odds.plain import plain_number
from oddsapp.odds.solve import solve
from oddsapp.odds.wins import certain_rows, fewest_certain, win_rows
from oddsapp.rules import RankedDice, Ruleset, as_ruleset

MOST_DEFENDERS = 50_000
"""The most defenders for which the search is tried."""

MOST_FORCE = 200_000
"""The largest force that is tried."""

MOST_STATES = 2_000_000
"""The most states that are visited where the force has to be tried one by one."""

EDGE = 1e-9
"""Floats this near to a wanted probability do not tell on which side of it they are."""

_NO_TAIL = 1e-12
"""Nearer to 0 or 1 no normal distribution is laid through a probability."""

_WANTED = "the probability of winning"


@dataclass(frozen=True)
class Need:
    """The fewest armies that reach a probability of winning.

    Parameters
    ----------
    rules : Ruleset
    defenders : int
    wanted : Fraction
        The probability to reach.
    force : int
        The fewest that must fight.
    win, win_with_one_less : float or Fraction
        P(win) with that force, and with one army less.
    certain : bool
        Whether a win is certain with that force, which no float could tell.
    """

    rules: Ruleset
    defenders: int
    wanted: Fraction
    force: int
    win: Any
    win_with_one_less: Any
    certain: bool = False

    @property
    def armies(self) -> int:
        """The fewest armies on the attacking territory: one stays."""
        return self.force + 1

    @property
    def version(self) -> str | None:
        """The game and its version whose balanced odds these are; None under true dice."""
        balance = self.rules.balance
        return None if balance is None else balance.version

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "rules": str(self.rules),
            **({} if self.version is None else {"version": self.version}),
            "armies": self.armies,
            "force": self.force,
            "win": plain_number(self.win),
            "win_with_one_less": plain_number(self.win_with_one_less),
        }


def armies_needed(
    defenders: int,
    win: Any = 0.8,
    *,
    rules: str | Ruleset = "classic",
    exact: bool = False,
) -> Need:
    """Return the fewest armies with P(win) at least ``win``.

    Checked on both sides: that force reaches it, and one army less does not. Where a
    probability lies within a billionth of the line, fractions decide; a balanced blitz has
    none. A win is certain where no roll leads to where it is not, and in some balanced blitzes.

    Parameters
    ----------
    defenders : int
        The armies on the territory under attack.
    win : float, Fraction or str
        The probability to reach: ``0.8``, ``"80%"``, ``"4/5"``.
    rules : str or Ruleset
    exact : bool
        Every probability as a `fractions.Fraction`.

    Returns
    -------
    Need
        In armies and as a force, with the odds of one army less beside it.

    Raises
    ------
    InvalidInput
        If a probability of 1 is asked for and no number of armies reaches it, as under
        classic dice, or the answer is out of reach.

    Examples
    --------
    >>> import oddsapp
    >>> need = oddsapp.armies_needed(7, 0.8)
    >>> need.armies, round(need.win, 5), round(need.win_with_one_less, 5)
    (12, 0.85205, 0.79983)
    >>> oddsapp.armies_needed(7, 1, rules="blitz").armies
    12
    """
    (found,) = armies_needed_for_each(defenders, [win], rules=rules, exact=exact)
    if found is None:
        raise out_of_reach(defenders, win, rules)
    return found


def out_of_reach(defenders: int, win: Any, rules: str | Ruleset) -> InvalidInput:
    """Return what to raise where no force that was tried is enough."""
    wanted = probability(win, _WANTED)
    one_by_one = wanted == 1 or _needs_all(as_ruleset(rules), defenders)
    tried = MOST_STATES // defenders if one_by_one else MOST_FORCE
    return InvalidInput(
        f"to win with probability {float(wanted)} against {defenders:,} defenders takes more"
        f" than {tried:,} armies, the most that is tried"
    )


def armies_needed_for_each(
    defenders: int,
    wins: Iterable[Any],
    *,
    rules: str | Ruleset = "classic",
    exact: bool = False,
) -> list[Need | None]:
    """Return what `armies_needed` returns for each probability, None where it is out of reach.

    Where forces have to be tried one by one, that is done once for all.

    Parameters
    ----------
    defenders : int
        The armies on the territory under attack.
    wins : iterable of float, Fraction or str
        The probabilities to reach.
    rules : str or Ruleset
    exact : bool
        Every probability as a `fractions.Fraction`.

    Raises
    ------
    InvalidInput
        As `armies_needed`, but for what is out of reach.

    Examples
    --------
    >>> import oddsapp
    >>> [need.armies for need in oddsapp.armies_needed_for_each(7, [0.5, 0.75, 0.9, 0.95])]
    [8, 11, 14, 16]
    """
    ruleset = as_ruleset(rules)
    against = whole_number(defenders, "the number of defenders", least=1, most=MOST_DEFENDERS)
    lines = [probability(win, _WANTED) for win in wins]
    if 0 in lines:
        raise InvalidInput("with a probability of 0 there is nothing to need: ask for more")
    if _is_hopeless(ruleset, against):
        raise InvalidInput(
            f"no number of armies is enough: under these rules {against:,} defenders cannot be"
            " beaten at all"
        )
    found: dict[Fraction, int | None] = {}
    if 1 in lines and ruleset.balance is None:
        found[Fraction(1)] = _certain(ruleset, against)
    others = [wanted for wanted in lines if wanted not in found]
    if _needs_all(ruleset, against):
        found.update(zip(others, _one_by_one(ruleset, against, others), strict=True))
    else:
        chance = cache(lambda force: _win(ruleset, force, against))
        found.update((wanted, _by_halving(ruleset, against, wanted, chance)) for wanted in others)
    return [
        None if force is None else _need(ruleset, against, wanted, force, exact=exact)
        for wanted, force in ((wanted, found[wanted]) for wanted in lines)
    ]


def _need(rules: Ruleset, defenders: int, wanted: Fraction, force: int, *, exact: bool) -> Need:
    """Return what is told of a force that was found."""
    win = _win(rules, force, defenders, exact=exact)
    certain = _is_certain(rules, force, defenders, win)
    if certain:
        win = Fraction(1) if exact else 1.0  # of several floats the sum may be off
    less = _win(rules, force - 1, defenders, exact=exact)
    return Need(rules, defenders, wanted, force, win, less, certain)


def _certain(rules: Ruleset, defenders: int) -> int | None:
    """Return the fewest that are certain to win under true dice."""
    force = fewest_certain(rules, defenders, MOST_STATES)
    if force == 0:
        raise InvalidInput(
            "no number of armies is ever certain to win: ask for less than 1, 0.999 for instance"
        )
    return force


def _is_certain(rules: Ruleset, force: int, defenders: int, win: Any) -> bool:
    """Tell whether a win is known to be certain."""
    if rules.balance is not None or not isinstance(win, float):
        return bool(win == 1)  # no rounding
    if win < 1 - EDGE or force * defenders > MOST_STATES:
        return False
    fewest = fewest_certain(rules, defenders, MOST_STATES)
    if not fewest or fewest >= force:
        return fewest == force
    # Under some rules a larger force need not be: its dice are others.
    return next(islice(certain_rows(rules, defenders), force, None))[defenders]


def _needs_all(rules: Ruleset, defenders: int) -> bool:
    """Tell whether forces have to be tried one by one: an army more may hurt."""
    combat = rules.combat
    if not isinstance(combat, RankedDice):
        return True
    if combat.round_table is not None or combat.attack_bonus.lowest > 0:
        # A table may say anything of a die more, and a third die takes what is added to the
        # lowest one away from the two that are compared.
        return True
    return combat.balance is None and not classic.is_linear(attack(1, defenders, rules))


def _is_hopeless(rules: Ruleset, defenders: int) -> bool:
    """Tell whether no roll of any force leads on to a last defender's fall."""
    combat = rules.combat
    if not isinstance(combat, RankedDice):
        return False
    hits: dict[int, set[int]] = {}
    for (_, dice), roll in classic.changing_rounds(combat.true_dice).items():
        hits.setdefault(dice, set()).update(hit for (_, hit), _ in roll.outcomes)
    reached = {defenders}
    for left in range(defenders, 0, -1):
        if left in reached:
            reached |= {max(0, left - hit) for hit in hits[min(left, combat.defence_dice)]}
    return 0 not in reached


def _win(rules: Ruleset, force: int, defenders: int, *, exact: bool = False) -> Any:
    if not force:
        return Fraction(0) if exact else 0.0
    outcome = solve(attack(force, defenders, rules), exact=exact)
    assert isinstance(outcome, TerritoryOutcome)
    return outcome.win


def reaches(rules: Ruleset, force: int, defenders: int, wanted: Fraction, win: Any) -> bool:
    """Tell whether P(win) reaches the line, by fractions where a float is too near to tell."""
    if not isinstance(win, float):
        return bool(win >= wanted)
    if rules.balance is not None:
        return win >= float(wanted)  # no fractions; a certain win is exactly 1.0
    if abs(win - float(wanted)) > EDGE:
        return win >= wanted
    return bool(_win(rules, force, defenders, exact=True) >= wanted)


def _by_halving(
    rules: Ruleset, defenders: int, wanted: Fraction, chance: Callable[[int], float]
) -> int | None:
    """Search where more attackers never hurt: classic dice, and balanced blitz.

    What a balanced blitz makes of P(win) rises with it, and is 0 or 1 near both ends.
    """

    def enough(force: int) -> bool:
        return reaches(rules, force, defenders, wanted, chance(force))

    few, many = 0, max(4, defenders // 2)
    while not enough(many):
        few, many = many, many * 2
        if many > MOST_FORCE:
            return None
    attempt = 0
    while many - few > 1:
        attempt += 1
        # Now and then halfway, whatever the shape of the curve.
        middle = (few + many) // 2 if attempt % 4 == 0 else _between(few, many, wanted, chance)
        few, many = (few, middle) if enough(middle) else (middle, many)
    return many


def _between(few: int, many: int, wanted: Fraction, chance: Callable[[int], float]) -> int:
    """Return the force to try next: where a normal distribution through both ends has the line.

    Large battles are nearly that, so few of them are to be solved.
    """
    shares = [chance(few), float(wanted), chance(many)]
    if any(not _NO_TAIL < share < 1 - _NO_TAIL for share in shares):
        return (few + many) // 2
    low, line, high = map(NormalDist().inv_cdf, shares)
    place = (line - low) / (high - low) if high > low else 0.5
    return min(max(round(few + place * (many - few)), few + 1), many - 1)


def _one_by_one(rules: Ruleset, defenders: int, lines: list[Fraction]) -> list[int | None]:
    """Search where an army more may hurt, since the dice change at thresholds."""
    found: list[int | None] = [None] * len(lines)
    for force, row in enumerate(win_rows(rules, defenders)):
        if force:
            for place, wanted in enumerate(lines):
                win = row[defenders]
                if found[place] is None and reaches(rules, force, defenders, wanted, win):
                    found[place] = force
        if None not in found or force * defenders > MOST_STATES:
            break
    return found
