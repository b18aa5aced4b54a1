"""The search for a fairer set, as the page tells it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from oddsapp.errors import InvalidInput
from oddsapp.odds.balance.search import Fairer, FairSearch, fairer_sets_in_steps
from oddsapp.odds.balance.variants import Allowed
from oddsapp.rules import Ties
from oddsapp.ui.lab.compare import MOST
from oddsapp.ui.lab.setups import SetUp, setup_of
from oddsapp.ui.parts.tables import Table
from oddsapp.wording import counted, listed, sentence, short_percent


def search(setup: SetUp, changes: int, further: int) -> Iterator[FairSearch]:
    """Yield what a search from a set-up has found so far."""
    return fairer_sets_in_steps(
        rules=setup.rules,
        most=MOST,
        most_changes=changes,
        further=further,
        allowed=Allowed(ties=tuple(Ties)),
    )


@dataclass(frozen=True)
class Line:
    """One set on the list: how many changes, how fair, what to change, and the set-up itself."""

    changes: str
    unfairness: str
    told: str
    setup: SetUp | None


def progress_of(found: FairSearch) -> tuple[float, str]:
    """Return how far a search is, as a share and in words."""
    share = found.tried / found.total if found.total else 1.0
    return min(1.0, share), f"{found.tried:,} of {found.total:,} sets tried"


def extent(found: FairSearch, *, ended: bool) -> str:
    """Return how much was searched, so that nobody takes the list for more than it is."""
    tried = f"{found.tried:,} sets tried"
    if found.complete_to < 0:
        return f"{tried}, not even those with one change all"
    complete = f"all with up to {counted(found.complete_to, 'change')}"
    if found.is_complete:
        return f"{tried}: {complete}, so that nothing fairer is there"
    rest = "beyond that only what is near the fairest ones" if found.further else "not all others"
    broken_off = "" if not ended else ", then broken off"
    if found.complete_to < found.most_changes:
        return f"{tried}: {complete}{broken_off}"
    return f"{tried}: {complete}, {rest}{broken_off}"


def lines(setup: SetUp, found: FairSearch) -> tuple[Line, ...]:
    """Return the list: each is fairer than all with fewer changes.

    Examples
    --------
    >>> *_, found = search(SetUp.of("classic"), 1, 0)
    >>> for line in lines(SetUp.of("classic"), found):
    ...     print(line.changes, line.unfairness, line.told, sep=" | ")
    As it is | up to 20.9 points at 40 v 40 | No change
    1 change | up to 17.3 points at 2 v 2 | A 3 of the defender's die becomes 4
    """
    return tuple(_line(setup, fairer) for fairer in found.front)


def _line(setup: SetUp, fairer: Fairer) -> Line:
    n = fairer.worst_size
    try:
        changed = setup_of(fairer.rules, setup.base).changed() if fairer.changes else None
    except InvalidInput:
        changed = None  # beyond what the lab can edit
    return Line(
        counted(fairer.changes, "change") if fairer.changes else "As it is",
        f"up to {fairer.unfairness * 100:.1f} points at {n} v {n}",
        sentence(listed(fairer.told)) if fairer.told else "No change",
        changed,
    )


def table(found: FairSearch) -> Table:
    """Return the list for the file."""
    return Table(
        f"The fairest sets by changes: how far P(n v n) is from a half at the most, n to {MOST}",
        ("changes", "distance", "at", "what"),
        tuple(
            (
                str(fairer.changes),
                short_percent(fairer.unfairness),
                f"{fairer.worst_size} v {fairer.worst_size}",
                "; ".join(fairer.told) or "–",
            )
            for fairer in found.front
        ),
        tuple(
            (fairer.changes, fairer.unfairness, fairer.worst_size, "; ".join(fairer.told))
            for fairer in found.front
        ),
    )
