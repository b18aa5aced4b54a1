"""Invasions in lockstep from many states at once, with numpy (M-5, M-6).

All attackers lose together, so which sizes can come to meet each other depends on their
differences alone: states whose attackers differ alike are one *family*, and are known by
how much has been lost of its largest member. A row holds the weights of one family by the
defenders left.

As long as the attackers win, only the defenders fall, and the dice of the attackers stay the
same: what that leads to is one matrix for all families that roll these dice. All its
entries are sums of products of probabilities, so nothing cancels. Many defenders are taken a
block at a time: nobody falls from the top to the bottom in one roll, so that a matrix for all of
them would be large, and hold little that a block's does not.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from oddsapp.combat import Battle
from oddsapp.combat.round import NEVER_ENDS
from oddsapp.errors import InvalidInput
from oddsapp.interrupts import check_interrupt
from oddsapp.odds.lockstep import invasion_duel
from oddsapp.odds.mixture import Mixture, merged
from oddsapp.rules import ColouredDice, Role
from oddsapp.wording import counted

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

MOST_WORK = 100_000_000
"""The most states: families times losses of the attackers times defenders."""

_AT_ONCE = 8_000_000
"""About how many weights are held at a time."""

_BLOCK = 192
"""The most defenders that have one matrix."""


def fight_in_lockstep(battle: Battle, start: Mixture) -> Mixture:
    """Return the weights of the ends; see `oddsapp.odds.mixture.fight`.

    Raises
    ------
    InvalidInput
        If there are too many states, or if the battle may go on for ever.
    """
    import numpy as np

    families, member, shift = _families(start.sizes[:, :-1])
    longest, defenders = int(families.max()), int(start.sizes[:, -1].max())
    work = len(families) * (longest + 1) * (defenders + 1)
    if work > MOST_WORK:
        raise InvalidInput(
            f"an invasion of {counted(families.shape[1], 'army', 'armies')} in"
            f" {counted(len(families), 'combination')} of sizes has {work:,} states; the limit is"
            f" {MOST_WORK:,}"
        )
    combat = battle.rules.combat
    assert isinstance(combat, ColouredDice)
    stood = np.zeros(defenders + 1)
    ended_sizes, ended_weights = [], []
    step = max(1, _AT_ONCE // ((longest + 1) * (defenders + 1)))
    for begin in range(0, len(families), step):
        here = (member >= begin) & (member < begin + step)
        some = families[begin : begin + step]
        rows = np.zeros((int(some.max()) + 1, len(some), defenders + 1))
        place = shift[here], member[here] - begin, start.sizes[here, -1]
        np.add.at(rows, place, start.weights[here])
        taken = _fight_down(combat, some, rows, stood)
        lost, which = np.nonzero(taken)
        ended_sizes.append(np.maximum(some[which] - lost[:, None], 0))
        ended_weights.append(taken[lost, which])
    standing = np.flatnonzero(stood)
    attackers = merged(np.concatenate(ended_sizes), np.concatenate(ended_weights))
    sizes = np.zeros((len(attackers.weights) + len(standing), families.shape[1] + 1), np.int64)
    sizes[: len(attackers.weights), :-1] = attackers.sizes
    sizes[len(attackers.weights) :, -1] = standing
    return Mixture(sizes, np.concatenate([attackers.weights, stood[standing]]))


def count_families(forces: Ints) -> int:
    """Return of how many families the attackers are, states with equal differences being one."""
    return len(_families(forces)[0])


def _families(forces: Ints) -> tuple[Ints, Ints, Ints]:
    """Return the largest of each family, and of each state its family and its losses."""
    import numpy as np

    smallest = forces.min(axis=1)
    apart = forces - smallest[:, None]
    base = int(apart.max()) + 1
    keys = np.zeros(len(forces), dtype=np.int64)
    for column in range(forces.shape[1]):
        keys = keys * base + apart[:, column]
    _, first, member = np.unique(keys, return_index=True, return_inverse=True)
    top = np.zeros(len(first), dtype=np.int64)
    np.maximum.at(top, member, smallest)
    return apart[first] + top[:, None], member, top[member] - smallest


def _fight_down(combat: ColouredDice, families: Ints, rows: Floats, stood: Floats) -> Floats:
    """Fight all rows down; return the weight that no defender is left, by losses and family.

    What is left of the defenders where all attackers fall is added to ``stood``.
    """
    import numpy as np

    longest, defenders = len(rows) - 1, rows.shape[2] - 1
    taken = np.zeros(rows.shape[:2])
    digit = np.array([0] + [combat.tier(size, Role.ATTACKER) + 1 for size in range(1, longest + 1)])
    base = len(combat.ranks) + 1
    for lost in range(longest + 1):
        row = rows[lost]
        active = row.any(axis=1)
        left = np.maximum(families - lost, 0)
        alive = left.any(axis=1)
        stood += row[active & ~alive].sum(axis=0)
        fighting = np.flatnonzero(active & alive)
        if not len(fighting):
            continue
        dice = np.sort(digit[left[fighting]], axis=1)
        first, group = np.zeros(1, dtype=np.int64), np.zeros(1, dtype=np.int64)
        if len(fighting) > 1:
            codes = dice @ base ** np.arange(dice.shape[1])
            _, first, group = np.unique(codes, return_index=True, return_inverse=True)
        for number, place in enumerate(first.tolist()):
            check_interrupt()
            tiers = tuple(tier - 1 for tier in dice[place].tolist() if tier)
            fall = _fall(combat, tiers, defenders)
            who = fighting[group == number]
            visits = fall.visited_from(row[who])
            taken[lost, who] = visits[:, 0]
            for begin, end, loses, beaten, _ in fall.segments:
                if not loses:
                    if visits[:, begin:end].any():
                        raise InvalidInput(NEVER_ENDS)
                    continue
                below = min(lost + loses, longest)
                rows[below, who, begin:end] += visits[:, begin:end] * beaten
    return taken


class _Segment(NamedTuple):
    """The numbers of defenders from ``begin`` to before ``end``, who roll one die.

    The attackers lose 0 where no roll ever changes anything.
    """

    begin: int
    end: int
    loses: int
    beaten: float
    hits: list[tuple[int, float]]
    """How many defenders fall in a roll that the attackers win, and how likely that is."""


class _Fall(NamedTuple):
    """How defenders fall against attackers of some dice, until these are beaten once.

    Parameters
    ----------
    blocks : list of (begin, end, array, hits)
        From the last to the first: from each number of defenders in it the expected visits to
        each, and the hits that may lead out of it; none if nothing does, to 0 included.
    segments : list of _Segment
    """

    blocks: list[tuple[int, int, Floats, list[tuple[int, float]]]]
    segments: list[_Segment]

    def visited_from(self, rows: Floats) -> Floats:
        """Return the expected visits to each number of defenders from weights of them.

        The column of 0 has the probability that none is left.
        """
        if len(self.blocks) == 1:
            visits: Floats = rows @ self.blocks[0][2]
            return visits
        visits = rows.copy()
        for begin, end, within, hits in self.blocks:
            if not visits[:, begin:end].any():
                continue
            here = visits[:, begin:end] @ within
            visits[:, begin:end] = here
            for fallen, chance in hits:
                # The smallest numbers of the block fall out of it, some of them to 0.
                out = here[:, :fallen] * chance
                to_zero = max(0, min(fallen - begin + 1, out.shape[1]))
                visits[:, 0] += out[:, :to_zero].sum(axis=1)
                out = out[:, to_zero:]
                left = begin + to_zero - fallen
                visits[:, left : left + out.shape[1]] += out
        return visits


@lru_cache(maxsize=4096)
def _fall(combat: ColouredDice, tiers: tuple[int, ...], defenders: int) -> _Fall:
    import numpy as np

    segments = []
    starts = [s for s in combat.thresholds.starts(Role.DEFENDER) if s <= defenders]
    for tier, begin in enumerate(starts):
        end = starts[tier + 1] if tier + 1 < len(starts) else defenders + 1
        duel = invasion_duel(combat, tiers, tier)
        if not duel.total:
            segments.append(_Segment(begin, end, 0, 0.0, []))
            continue
        hits = [
            (winners * duel.defender_loses, weight / duel.total)
            for winners, weight in enumerate(duel.hits, start=1)
            if weight
        ]
        segments.append(_Segment(begin, end, duel.attackers_lose, duel.beaten / duel.total, hits))
    if defenders < _BLOCK:
        visits = np.eye(defenders + 1)
        for segment in segments:
            for size in range(segment.begin, segment.end):
                _add_hits(visits, size, segment.hits)
        return _Fall([(0, defenders + 1, visits, [])], segments)
    blocks = []
    for segment in reversed(segments):
        # All blocks of a segment look alike: what falls out of one is not in its matrix.
        within = np.eye(min(_BLOCK, segment.end - segment.begin))
        for size in range(len(within)):
            _add_hits(within, size, [hit for hit in segment.hits if hit[0] <= size])
        for end in range(segment.end, segment.begin, -_BLOCK):
            begin = max(segment.begin, end - _BLOCK)
            size = end - begin
            blocks.append((begin, end, within[:size, :size], segment.hits))
    return _Fall(blocks, segments)


def _add_hits(visits: Floats, size: int, hits: list[tuple[int, float]]) -> None:
    for fallen, chance in hits:
        visits[size] += chance * visits[max(0, size - fallen)]
