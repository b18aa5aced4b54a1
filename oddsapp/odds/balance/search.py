"""A fairer set of dice: how even n v n can be made, by as few changes as possible."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.errors import InvalidInput
from oddsapp.odds.balance.even_batches import even_odds_of
from oddsapp.odds.balance.variants import Allowed, Neighbourhood, Variant
from oddsapp.odds.plain import plain_number
from oddsapp.rules import RankedDice, Ruleset

MOST_TRIED = 5_000_000
"""The most rules that are tried."""

MOST_SIZE = 100
"""The largest n."""

BATCH = 384
RANKED_BATCH = 16

BEAM = 24
"""From how many of the fairest rules a search goes on that is not complete."""

MOST_FURTHER = 40
"""The most changes that it goes on to."""

_SAME = 1e-11
_DIGITS = 12


@dataclass(frozen=True)
class Fairer:
    """Rules that no others with as few changes are fairer than.

    Parameters
    ----------
    changes : int
        How many numbers are changed, each by one.
    told : tuple of str
        What they are; a number moved by two is told once.
    unfairness : float
        The greatest distance of P(n v n) from a half.
    worst_size : int
        The n of that, the smallest.
    rules : Ruleset
    """

    changes: int
    told: tuple[str, ...]
    unfairness: float
    worst_size: int
    rules: Ruleset

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "changes": self.changes,
            "told": list(self.told),
            "unfairness": plain_number(self.unfairness),
            "worst_size": self.worst_size,
        }


@dataclass(frozen=True)
class FairSearch:
    """What a search has found so far.

    Parameters
    ----------
    rules : Ruleset
        Where it started.
    most : int
        The largest n.
    most_changes : int
        Up to so many changes all rules are to be tried.
    further : int
        Up to so many changes it goes on from the best.
    tried, total : int
        How many rules were tried, and how many will have been at the end as far as is known.
    complete_to : int
        Up to so many changes all rules were tried: no others are fairer. -1 before that.
    front : tuple of Fairer
        From no change upwards: each is fairer than all with fewer changes, and none that was
        tried with as many is fairer.
    """

    rules: Ruleset
    most: int
    most_changes: int
    further: int
    tried: int
    total: int
    complete_to: int
    front: tuple[Fairer, ...]

    @property
    def is_complete(self) -> bool:
        """Whether all rules within reach were tried, so that the front is the best there is."""
        return self.complete_to >= max(self.most_changes, self.further)

    def to_dict(self) -> dict[str, Any]:
        """Return plain values for JSON."""
        return {
            "rules": str(self.rules),
            "most": self.most,
            "most_changes": self.most_changes,
            "further": self.further,
            "tried": self.tried,
            "complete": self.is_complete,
            "complete_to": self.complete_to,
            "front": [fairer.to_dict() for fairer in self.front],
        }


def fairer_sets(
    *,
    rules: str | Ruleset = "risk2",
    most: int = 40,
    most_changes: int = 2,
    further: int = 0,
    allowed: Allowed | None = None,
) -> FairSearch:
    """Return the fairest rules by their number of changes.

    Parameters
    ----------
    rules : str or Ruleset
        Where to start.
    most : int
        P(n v n) counts for n from 1 to so many.
    most_changes : int
        Up to so many numbers changed, each by one, all rules are tried. RISK II has 76 rules
        within one change, 2,840 within two, 69,621 within three.
    further : int
        Up to so many changes only the neighbours of the `BEAM` fairest rules with one change
        less are tried: quick, and not complete.
    allowed : Allowed, optional
        What may be changed; faces, thresholds and ties if not said.

    Raises
    ------
    InvalidInput
        If there are more than `MOST_TRIED` such rules, or none that could be changed.

    See Also
    --------
    fairer_sets_in_steps : the same, to be watched and to be broken off.

    Examples
    --------
    >>> found = fairer_sets(most=20, most_changes=1)
    >>> found.tried, found.is_complete
    (76, True)
    >>> for fairer in found.front:
    ...     print(fairer.changes, fairer.told, round(fairer.unfairness, 4), fairer.worst_size)
    0 () 0.2632 9
    1 ('yellow of the defender from 5 armies, not 6',) 0.2546 10
    """
    *_, last = fairer_sets_in_steps(
        rules=rules, most=most, most_changes=most_changes, further=further, allowed=allowed
    )
    return last


def fairer_sets_in_steps(
    *,
    rules: str | Ruleset = "risk2",
    most: int = 40,
    most_changes: int = 2,
    further: int = 0,
    allowed: Allowed | None = None,
) -> Iterator[FairSearch]:
    """Yield what `fairer_sets` has found, every few hundred rules; to break off, ask no more.

    Rules are tried in a fixed order, those with fewer changes first.

    Parameters
    ----------
    rules, most, most_changes, further, allowed
        As in `fairer_sets`.

    Raises
    ------
    InvalidInput
        As `fairer_sets` does, at the call and not only at the first step.

    Examples
    --------
    >>> *_, found = fairer_sets_in_steps(most=10, most_changes=1)
    >>> found.tried, found.is_complete
    (76, True)
    """
    number = whole_number(most, "the largest n", least=1, most=MOST_SIZE)
    beyond = whole_number(further, "the most changes from the best", least=0, most=MOST_FURTHER)
    near = Neighbourhood(rules, most_changes, Allowed() if allowed is None else allowed)
    total = near.count()
    if total > MOST_TRIED:
        raise InvalidInput(
            f"up to {near.most_changes} changes make {total:,} rules to try; the limit is"
            f" {MOST_TRIED:,}, so allow fewer changes, or less to be changed"
        )
    return _Search(near, number, beyond, total).steps()


class _Search:
    """Goes level by level: the rules with no change, with one, with two, and so on."""

    def __init__(self, near: Neighbourhood, most: int, further: int, total: int) -> None:
        self._near, self._most, self._further = near, most, further
        self._tried, self._total, self._complete_to = 0, total, -1
        self._front: list[Fairer] = []
        self._shown: tuple[Fairer, ...] = ()
        self._best: list[tuple[float, int, Variant]] = []

    def steps(self) -> Iterator[FairSearch]:
        for changes in range(self._near.most_changes + 1):
            yield from self._level(self._near.variants(changes))
            self._complete_to = changes
            yield self._state()
        for _ in range(self._near.most_changes, self._further):
            # Each once, in the order in which it is met.
            waiting = dict.fromkeys(
                variant for _, _, best in self._best for variant in self._near.neighbours(best)
            )
            self._total += len(waiting)
            yield from self._level(iter(waiting))

    def _level(self, waiting: Iterator[Variant]) -> Iterator[FairSearch]:
        """Try the rules of one number of changes, and keep the fairest."""
        import numpy as np

        combat = self._near.rules.combat
        many = RANKED_BATCH if isinstance(combat, RankedDice) else BATCH
        self._best = []
        while batch := list(islice(waiting, many)):
            away = np.abs(even_odds_of(combat, batch, self._most) - 0.5)
            # A battle that never ends is no fair one.
            away = np.nan_to_num(away, nan=1.0)
            # What differs by rounding only is equal, and then the first counts.
            worst = np.round(away.max(axis=1), _DIGITS)
            for place in np.argsort(worst, kind="stable")[:BEAM].tolist():
                size = int(np.argmax(away[place] >= worst[place] - _SAME)) + 1
                self._best.append((float(away[place].max()), size, batch[place]))
            self._best = sorted(self._best, key=lambda found: round(found[0], _DIGITS))[:BEAM]
            self._tried += len(batch)
            self._show()
            yield self._state()
        self._front = list(self._shown)

    def _show(self) -> None:
        unfairness, size, variant = self._best[0]
        self._shown = tuple(self._front)
        if not self._front or unfairness < self._front[-1].unfairness - _SAME:
            near = self._near
            fairer = Fairer(
                variant.changes, near.told(variant), unfairness, size, near.ruleset(variant)
            )
            self._shown = (*self._front, fairer)

    def _state(self) -> FairSearch:
        return FairSearch(
            self._near.rules,
            self._most,
            self._near.most_changes,
            self._further,
            self._tried,
            self._total,
            self._complete_to,
            self._shown,
        )


__all__ = ["MOST_TRIED", "FairSearch", "Fairer", "fairer_sets", "fairer_sets_in_steps"]
