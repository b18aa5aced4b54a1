"""P(win) in the spoils of war beyond the reach of a state-by-state sweep (rule M-8).

For players with one army each. Follow one tagged army and the sorted multiset of the
others: (N + 1) C(N + n - 1, n - 1) states instead of (N + 1)^n, an exact lumping, for the
others are exchangeable as long as only the tagged army's fate is asked for. One table over
all of these states answers for every army of the battle.

How often each army is hit by a roll depends on the faces alone, what a hit costs on the
tiers alone. So states are taken in blocks of equal total and equal casualties, and each
pattern of hits moves a whole block at once.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, pairwise, product
from math import comb
from typing import TYPE_CHECKING, NamedTuple

from oddsapp.combat import Battle
from oddsapp.combat.roll import casualties, rival_losses
from oddsapp.combat.round import MOST_FALLS, NEVER_ENDS
from oddsapp.errors import InvalidInput
from oddsapp.interrupts import check_interrupt
from oddsapp.rules import CasualtyRule, ColouredDice, Role

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]
    Sizes = NDArray[np.int16]

MOST_WORK = 150_000_000
"""The most states times patterns of hits."""

MOST_BYTES = 1_500_000_000
"""The most memory, in bytes."""


_LOST = 1e-9


class _Size(NamedTuple):
    rolls: int
    states: int
    work: int
    memory: int


def can_tag(battle: Battle) -> bool:
    """Tell whether the battle is of the kind solved here: one army each, one cost for all."""
    combat = battle.rules.combat
    return (
        isinstance(combat, ColouredDice)
        and len(battle.owners) == battle.players
        and combat.casualties is not CasualtyRule.OWN
    )


def check_size(battle: Battle) -> None:
    """Refuse a battle that is too large.

    Raises
    ------
    InvalidInput
        With the size and the memory it would need; before anything is allocated.
    """
    size = _size(battle)
    if size.work > MOST_WORK or size.memory > MOST_BYTES or size.rolls > MOST_FALLS:
        raise InvalidInput(
            f"these spoils of war have {size.states:,} states, with {size.work:,} moves,"
            f" {size.rolls:,} ways in which the dice can fall, and about"
            f" {size.memory / 1e9:,.1f} GB; the limit is {MOST_WORK:,} moves,"
            f" {MOST_FALLS:,} ways and {MOST_BYTES / 1e9:.1f} GB"
        )


def _size(battle: Battle) -> _Size:
    combat, others, largest = _shape(battle)
    multisets = comb(largest + others, others)
    states = (largest + 1) * multisets
    # Hits of top_roll follow from who shows the top roll, those of pairwise from the order.
    if combat.spoils_reading == "top_roll":
        patterns = 2 ** (others + 1) - 2
    else:
        patterns = _weak_orders(others + 1)
    tiers = combat.tier(largest, Role.ATTACKER) + 1
    rolls = len(_faces(combat)) ** (others + 1)
    by_roll = 8 * rolls * (others + 2) * (tiers + 1)
    by_state = 8 * states + 4 * multisets * patterns * tiers
    return _Size(rolls, states, states * patterns, by_roll + by_state)


def _weak_orders(armies: int) -> int:
    """Return in how many orders so many dice can fall, ties allowed (Fubini numbers)."""
    counts = [1]
    for n in range(1, armies + 1):
        counts.append(sum(comb(n, k) * counts[n - k] for k in range(1, n + 1)))
    return counts[armies]


def _faces(combat: ColouredDice) -> list[int]:
    """Return every number that stands on a die of the set."""
    return sorted({face for die in combat.dice_set for face in die.counts})


def _shape(battle: Battle) -> tuple[ColouredDice, int, int]:
    combat = battle.rules.combat
    assert isinstance(combat, ColouredDice)
    return combat, len(battle.armies) - 1, max(battle.armies)


def win_probabilities(battle: Battle) -> list[float]:
    """Return P(win) for each army.

    Raises
    ------
    InvalidInput
        If the battle is too large, or may go on for ever.
    """
    check_size(battle)
    combat, others, largest = _shape(battle)
    table = _Table(combat, others, largest)
    values = table.solve()
    wins = []
    for place, tagged in enumerate(battle.armies):
        rest = sorted((*battle.armies[:place], *battle.armies[place + 1 :]), reverse=True)
        wins.append(float(values[table.row_of(rest), tagged]))
    if sum(wins) < 1 - _LOST:
        raise InvalidInput(NEVER_ENDS)
    return wins


@lru_cache(maxsize=16)
def _hits(
    combat: ColouredDice, armies: int
) -> tuple[list[int], tuple[tuple[int, ...], ...], list[int]]:
    """Return the faces of all dice, the patterns of hits, and which pattern each roll makes.

    Rolls are in the order of `itertools.product` over the faces.
    """
    faces = _faces(combat)
    owners, ones = tuple(range(armies)), (1,) * armies
    patterns: dict[tuple[int, ...], int] = {}
    made = [
        patterns.setdefault(rival_losses(roll, owners, ones, combat.spoils_reading), len(patterns))
        for roll in product(faces, repeat=armies)
    ]
    return faces, tuple(patterns), made


class _Table:
    """P(the tagged army wins) for every multiset of the others and every tagged size."""

    def __init__(self, combat: ColouredDice, others: int, largest: int) -> None:
        import numpy as np

        self.combat, self.others, self.largest = combat, others, largest
        multisets = np.array(
            list(combinations_with_replacement(range(largest + 1), others)), dtype=np.int16
        )[:, ::-1]
        self.tier_of = np.array(
            [-1] + [combat.tier(size, Role.ATTACKER) for size in range(1, largest + 1)]
        )
        self._binomials = np.array(
            [[comb(n, k) for k in range(others + 1)] for n in range(largest + others + 1)]
        )
        tiers = self.tier_of[multisets]
        alive = (multisets > 0).sum(axis=1)
        # Rows of one key are solved at once: they cost the same, and none needs another.
        match combat.casualties:
            case CasualtyRule.LOWEST:
                costly = self._ranks(nobody=max(combat.ranks) + 1)[tiers].min(axis=1)
            case CasualtyRule.HIGHEST:
                costly = self._ranks(nobody=0)[tiers].max(axis=1)
            case _:
                costly = np.zeros(len(tiers), dtype=np.int64)
        order = np.lexsort((costly, alive, multisets.sum(axis=1)))
        self.multisets, self.tiers, self.alive = multisets[order], tiers[order], alive[order]
        self.keys = np.stack([self.multisets.sum(axis=1), self.alive, costly[order]], axis=1)
        # The tiers of a row as one number, which finds its chances.
        base = int(self.tier_of[-1]) + 2
        self.group = ((self.tiers + 1) * base ** np.arange(others)).sum(axis=1)
        self.row = np.empty(len(order), dtype=np.int64)
        self.row[self._rank(self.multisets)] = np.arange(len(order))
        self._targets: dict[tuple[tuple[int, ...], int], NDArray[np.int32]] = {}

    def _ranks(self, nobody: int) -> Ints:
        """Return the rank of each tier's die, and last, where tier -1 finds it, nobody's."""
        import numpy as np

        return np.array([*self.combat.ranks, nobody])

    def _rank(self, multisets: Sizes) -> Ints:
        """Return the number of each sorted multiset, without gaps (combinatorial number system)."""
        import numpy as np

        rank = np.zeros(len(multisets), dtype=np.int64)
        for place in range(self.others):
            rank += self._binomials[
                multisets[:, place] + self.others - 1 - place, self.others - place
            ]
        return rank

    def row_of(self, multiset: list[int]) -> int:
        """Return the row of a multiset, sorted high to low."""
        import numpy as np

        return int(self.row[self._rank(np.array([multiset], dtype=np.int16))[0]])

    def _target(self, hits: tuple[int, ...], cost: int) -> NDArray[np.int32]:
        """Return the row that each row moves to when its armies are hit like this."""
        import numpy as np

        key = hits, cost
        if key not in self._targets:
            # No army loses more than it has, whatever the rules say a hit costs.
            lost = np.zeros(self.others, dtype=np.int16)
            lost[: len(hits)] = [min(cost * hit, self.largest) for hit in hits]
            met = self.alive == len(hits)
            after = np.maximum(self.multisets[met] - lost, 0)
            after.sort(axis=1)
            target = np.zeros(len(met), dtype=np.int32)
            target[met] = self.row[self._rank(after[:, ::-1])]
            self._targets[key] = target
        return self._targets[key]

    def solve(self) -> Floats:
        """Fill the table, fewest other armies first."""
        import numpy as np

        values = np.zeros((len(self.multisets), self.largest + 1))
        values[0, 1:] = 1.0  # nobody else is left
        chances = {alive: self._chances(alive) for alive in range(1, self.others + 1)}
        changed = np.flatnonzero((self.keys[1:] != self.keys[:-1]).any(axis=1)) + 1
        edges = [*changed.tolist(), len(self.keys)]
        for begin, end in pairwise(edges):
            check_interrupt()
            patterns, place, table = chances[int(self.alive[begin])]
            by_row = table[place[self.group[begin:end]]]
            self._solve_block(values, begin, end, patterns, by_row)
        return values

    def _chances(self, alive: int) -> tuple[tuple[tuple[int, ...], ...], Ints, Floats]:
        """Return the patterns of hits and their probabilities when so many others live.

        Returns
        -------
        patterns : tuple
            How often each other army and, last, the tagged one is hit.
        place : array
            For each group of tiers its place in the table.
        table : array, shape (groups, tiers of the tagged army, patterns)
        """
        import numpy as np

        faces, patterns, made = _hits(self.combat, alive + 1)
        dice = self.combat.dice_set.dice
        tiers = range(int(self.tier_of[self.largest]) + 1)
        # Counts, not probabilities: as long as all are integers, floats are exact.
        counts = np.array(
            [[float(dice[tier].counts.get(face, 0)) for face in faces] for tier in tiers]
        )
        rolled = np.indices((len(faces),) * (alive + 1)).reshape(alive + 1, -1)
        by_army = [[counts[tier, places] for tier in tiers] for places in rolled]
        groups, first = np.unique(self.group[self.alive == alive], return_index=True)
        living = self.tiers[self.alive == alive][first, :alive]
        table = np.empty((len(groups), len(tiers), len(patterns)))
        for row, group in enumerate(living.tolist()):
            check_interrupt()
            together = np.ones(len(made))
            for army, tier in enumerate(group):
                together = together * by_army[army][tier]
            for tier in tiers:
                table[row, tier] = np.bincount(made, weights=together * by_army[alive][tier])
        # A roll that hits nobody is repeated.
        nothing = [place for place, hits in enumerate(patterns) if not any(hits)]
        table[:, :, nothing] = 0.0
        totals = table.sum(axis=2, keepdims=True)
        table /= np.where(totals > 0, totals, 1.0)  # with 0 the battle never ends from here
        place = np.zeros(int(self.group.max()) + 1, dtype=np.int64)
        place[groups] = np.arange(len(groups))
        return patterns, place, table

    def _blocks_of_tagged(self, begin: int) -> Iterator[tuple[int, int, int, int]]:
        """Yield ranges of tagged sizes that roll one die, with its tier and what a hit costs."""
        combat = self.combat
        starts = [s for s in combat.thresholds.starts(Role.ATTACKER) if s <= self.largest]
        others = self.tiers[begin][: self.alive[begin]]
        for tier, first in enumerate(starts):
            last = (starts[tier + 1] if tier + 1 < len(starts) else self.largest + 1) - 1
            ranks = [combat.ranks[t] for t in (*others.tolist(), tier)]
            cost = casualties(combat.casualties, combat.fixed_casualties, ranks)[0]
            yield first, last, tier, cost

    def _solve_block(
        self,
        values: Floats,
        begin: int,
        end: int,
        patterns: tuple[tuple[int, ...], ...],
        by_row: Floats,
    ) -> None:
        """Fill the rows of one block, in which every hit costs the same.

        ``by_row`` are the chances of the patterns, shape (rows, tiers, patterns).
        """
        import numpy as np

        found = np.zeros((end - begin, self.largest + 1))
        for first, last, tier, cost in self._blocks_of_tagged(begin):
            alone = []
            for place, (*others, own) in enumerate(patterns):
                lost = cost * own
                if not any(others):
                    if own:
                        alone.append((lost, by_row[:, tier, place]))
                    continue
                survivors = max(first, lost + 1)
                if survivors <= last:
                    after = self._target(tuple(others), cost)[begin:end]
                    found[:, survivors : last + 1] += (
                        by_row[:, tier, place, None]
                        * values[after, survivors - lost : last + 1 - lost]
                    )
            # Only the tagged army is hit: the same row, so smaller sizes must be ready.
            for size in range(first, last + 1):
                for lost, chance in alone:
                    if size > lost:
                        found[:, size] += chance * found[:, size - lost]
        values[begin:end] = found
