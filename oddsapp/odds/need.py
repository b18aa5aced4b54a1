"""How many armies are needed to win with a given probability."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any

from oddsapp.combat import attack
from oddsapp.dice import probability, whole_number
from oddsapp.errors import InvalidInput
from oddsapp.odds import classic
from oddsapp.odds.outcome import TerritoryOutcome
from oddsapp.odds.plain import plain_number
from oddsapp.odds.solve import solve
from oddsapp.odds.wins import certain_rows, fewest_certain, win_rows
from oddsapp.rules import Balance, RankedDice, Ruleset, as_ruleset

MOST_DEFENDERS = 50_000
"""The most defenders for which the search is tried."""

MOST_FORCE = 200_000
"""The largest force that is tried."""

MOST_STATES = 2_000_000
"""The most states that are visited where the force has to be tried one by one."""

_EDGE = 1e-9

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
        balance = _balance(self.rules)
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
        wanted = probability(win, _WANTED)
        all_tried = wanted == 1 or _needs_all(as_ruleset(rules), defenders)
        tried = MOST_STATES // defenders if all_tried else MOST_FORCE
        raise InvalidInput(
            f"to win with probability {float(wanted)} against {defenders:,} defenders takes more"
            f" than {tried:,} armies, the most that is tried"
        )
    return found


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
    found: dict[Fraction, int | None] = {}
    if 1 in lines and _balance(ruleset) is None:
        found[Fraction(1)] = _certain(ruleset, against)
    others = [wanted for wanted in lines if wanted not in found]
    if _needs_all(ruleset, against):
        found.update(zip(others, _one_by_one(ruleset, against, others), strict=True))
    else:
        found.update((wanted, _by_halving(ruleset, against, wanted)) for wanted in others)
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
    if _balance(rules) is not None or not isinstance(win, float):
        return bool(win == 1)  # no rounding
    if win < 1 - _EDGE or force * defenders > MOST_STATES:
        return False
    fewest = fewest_certain(rules, defenders, MOST_STATES)
    if not fewest or fewest >= force:
        return fewest == force
    # Under some rules a larger force need not be: its dice are others.
    return next(islice(certain_rows(rules, defenders), force, None))[defenders]


def _needs_all(rules: Ruleset, defenders: int) -> bool:
    """Tell whether forces have to be tried one by one: an army more may hurt."""
    return _balance(rules) is None and not (
        isinstance(rules.combat, RankedDice) and classic.is_linear(attack(1, defenders, rules))
    )


def _balance(rules: Ruleset) -> Balance | None:
    return rules.combat.balance if isinstance(rules.combat, RankedDice) else None


def _win(rules: Ruleset, force: int, defenders: int, *, exact: bool = False) -> Any:
    if not force:
        return Fraction(0) if exact else 0.0
    outcome = solve(attack(force, defenders, rules), exact=exact)
    assert isinstance(outcome, TerritoryOutcome)
    return outcome.win


def _reaches(rules: Ruleset, force: int, defenders: int, wanted: Fraction, win: float) -> bool:
    """Tell whether P(win) reaches the line, by fractions where the float is too near to tell."""
    if _balance(rules) is not None:
        return win >= float(wanted)  # no fractions; a certain win is exactly 1.0
    if abs(win - float(wanted)) > _EDGE:
        return win >= wanted
    return bool(_win(rules, force, defenders, exact=True) >= wanted)


def _by_halving(rules: Ruleset, defenders: int, wanted: Fraction) -> int | None:
    """Search where more attackers never hurt: classic dice, and balanced blitz.

    What a balanced blitz makes of P(win) rises with it, and is 0 or 1 near both ends.
    """

    def enough(force: int) -> bool:
        return _reaches(rules, force, defenders, wanted, _win(rules, force, defenders))

    few, many = 0, max(4, defenders // 2)
    while not enough(many):
        few, many = many, many * 2
        if many > MOST_FORCE:
            return None
    while many - few > 1:
        middle = (few + many) // 2
        few, many = (few, middle) if enough(middle) else (middle, many)
    return many


def _one_by_one(rules: Ruleset, defenders: int, lines: list[Fraction]) -> list[int | None]:
    """Search where an army more may hurt, since the dice change at thresholds."""
    found: list[int | None] = [None] * len(lines)
    for force, row in enumerate(win_rows(rules, defenders)):
        if force:
            for place, wanted in enumerate(lines):
                win = row[defenders]
                if found[place] is None and _reaches(rules, force, defenders, wanted, win):
                    found[place] = force
        if None not in found or force * defenders > MOST_STATES:
            break
    return found
