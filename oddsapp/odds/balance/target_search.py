"""The smallest changes of rules that reach targets: all of them, by trying every one."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice

from oddsapp.arguments import whole_number
from oddsapp.odds.balance.search import BATCH
from oddsapp.odds.balance.sides import coloured
from oddsapp.odds.balance.targets import Targets
from oddsapp.odds.balance.variants import Allowed, Neighbourhood, Variant
from oddsapp.rules import Ruleset, as_ruleset

MOST_TRIED = 1_000_000
"""The most rules that one search tries."""


@dataclass(frozen=True, kw_only=True)
class TargetSearch:
    """What to search for, from where, and among what.

    Parameters
    ----------
    targets : Targets
        All of them are to be reached.
    rules : str or Ruleset
        Where to start: with one die per army.
    allowed : Allowed
        What may be changed.
    most_changes : int
        Up to so many numbers changed, each by one.
    most_tried : int
        After so many rules the search ends, complete or not.
    name : str
        What to call it.

    Raises
    ------
    InvalidInput
        If there are no such rules, a number is out of range, or nothing may be changed.

    Examples
    --------
    >>> search = TargetSearch(targets=Targets(greatest_gain=0.12), most_changes=1)
    >>> str(search.rules), search.count()
    ('risk2', 76)
    """

    targets: Targets
    rules: str | Ruleset = "risk2"
    allowed: Allowed = field(default_factory=Allowed)
    most_changes: int = 2
    most_tried: int = 100_000
    name: str = ""

    def __post_init__(self) -> None:
        object.__setattr__(self, "rules", as_ruleset(self.rules))
        whole_number(self.most_tried, "the most rules to try", least=1, most=MOST_TRIED)
        coloured(as_ruleset(self.rules))
        self.neighbourhood()

    def neighbourhood(self) -> Neighbourhood:
        """Return the rules within reach."""
        return Neighbourhood(self.rules, self.most_changes, self.allowed)

    def count(self) -> int:
        """Return how many rules are within reach, the ruleset itself included."""
        return self.neighbourhood().count()


@dataclass(frozen=True)
class Changed:
    """Rules that reach the targets.

    Parameters
    ----------
    told : tuple of str
        What is changed; a number moved by two is told once.
    rules : Ruleset
    """

    told: tuple[str, ...]
    rules: Ruleset


@dataclass(frozen=True)
class SmallestChanges:
    """What a search found.

    Parameters
    ----------
    search : TargetSearch
    changes : int or None
        The fewest changes that reach the targets; 0 if the rules do so as they are, None if
        none of those tried do.
    found : tuple of Changed
        All rules with so many changes that reach them, among those tried.
    tried : int
        How many rules were tried.
    within_reach : int
        How many there are with as many changes as were allowed, or fewer.
    complete : bool
        Whether these are all the smallest changes there are, or there are none: all rules with
        no more changes than ``changes``, or than were allowed, were tried.
    """

    search: TargetSearch
    changes: int | None
    found: tuple[Changed, ...]
    tried: int
    within_reach: int
    complete: bool


def smallest_changes(search: TargetSearch) -> SmallestChanges:
    """Return all rules that reach targets by the fewest changes.

    Parameters
    ----------
    search : TargetSearch
        The targets, the rules to start from and what may be changed.

    Returns
    -------
    SmallestChanges
        With all of them, how many rules were tried, and whether that was all there are.

    Notes
    -----
    Rules are tried in the order of their changes, all with one before the first with two, so
    that what is found is smallest whether the search is complete or not; then the list may
    lack some. A chance that misses a target by 1e-11 or less counts as on it.

    See Also
    --------
    oddsapp.fairer_sets : the fairest rules by their number of changes.

    Examples
    --------
    >>> allowed = Allowed(faces=False)
    >>> search = TargetSearch(targets=Targets(greatest_gain=0.128), allowed=allowed)
    >>> found = smallest_changes(search)
    >>> found.changes, found.tried, found.within_reach, found.complete
    (1, 26, 314, True)
    >>> [changed.told for changed in found.found]
    [('green of the defender from 12 armies, not 11',)]
    """
    near, targets = search.neighbourhood(), search.targets
    tried, total = 0, near.count()
    for changes in range(search.most_changes + 1):
        found: list[Variant] = []
        waiting = near.variants(changes)
        for batch in _batches(waiting, search.most_tried - tried):
            tried += len(batch)
            found += _met(near, targets, batch)
        complete = next(waiting, None) is None
        if found or not complete:
            changed = tuple(Changed(near.told(v), near.ruleset(v)) for v in found)
            smallest = changes if found else None
            return SmallestChanges(search, smallest, changed, tried, total, complete)
    return SmallestChanges(search, None, (), tried, total, complete=True)


def _batches(waiting: Iterator[Variant], most: int) -> Iterator[list[Variant]]:
    """Yield them some hundreds at a time, and no more than so many."""
    while batch := list(islice(waiting, min(BATCH, most))):
        yield batch
        most -= len(batch)


def _met(near: Neighbourhood, targets: Targets, batch: list[Variant]) -> list[Variant]:
    in_battles = targets.met_in_battles(coloured(near.rules), batch)
    return [
        variant
        for variant, met in zip(batch, in_battles.tolist(), strict=True)
        if met and targets.met_by_exploits(near.ruleset(variant))
    ]


__all__ = ["MOST_TRIED", "Changed", "SmallestChanges", "TargetSearch", "smallest_changes"]
