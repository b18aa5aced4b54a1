"""Invasions in lockstep from many states at once, with numpy (M-5, M-6).

All attackers lose together, so which sizes can come to meet each other depends on their
differences alone: states whose attackers differ alike are one *family*, and are known by
how much has been lost of its largest member. A row holds the weights of one family by the
defenders left.

As long as the attackers win, only the defenders fall, and the dice of the attackers stay the
same: what that leads to is one matrix for all families that roll these dice. All its
entries are sums of products of probabilities, so nothing cancels.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from oddsapp.combat import Battle
from oddsapp.combat.round import NEVER_ENDS
from oddsapp.errors import InvalidInput
from oddsapp.odds.lockstep import Duel, invasion_duel
from oddsapp.odds.mixture import Mixture, merged
from oddsapp.rules import ColouredDice, Role

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Floats = NDArray[np.float64]
    Ints = NDArray[np.int64]

MOST_WORK = 100_000_000
"""The most states: families times losses of the attackers times defenders."""

_AT_ONCE = 8_000_000
"""About how many weights are held at a time."""


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
            f"a mass invasion of {families.shape[1]} armies in {len(families):,} combinations of"
            f" sizes has {work:,} states; the limit is {MOST_WORK:,}"
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
            tiers = tuple(tier - 1 for tier in dice[place].tolist() if tier)
            fall = _fall(combat, tiers, defenders)
            who = fighting[group == number]
            visits = row[who] @ fall.visits
            taken[lost, who] = visits[:, 0]
            for begin, end, loses, beaten in fall.segments:
                if not loses:
                    if visits[:, begin:end].any():
                        raise InvalidInput(NEVER_ENDS)
                    continue
                below = min(lost + loses, longest)
                rows[below, who, begin:end] += visits[:, begin:end] * beaten
    return taken


class _Fall(NamedTuple):
    """How defenders fall against attackers of some dice, until these are beaten once.

    Parameters
    ----------
    visits : array, shape (defenders + 1, defenders + 1)
        From each number of defenders the expected visits to each; the column of 0 has the
        probability that none is left.
    segments : list of (begin, end, attackers lose, beaten)
        The numbers of defenders that roll one die; the attackers lose 0 where no roll ever
        changes anything.
    """

    visits: Floats
    segments: list[tuple[int, int, int, float]]


@lru_cache(maxsize=4096)
def _fall(combat: ColouredDice, tiers: tuple[int, ...], defenders: int) -> _Fall:
    import numpy as np

    visits = np.eye(defenders + 1)
    starts = [s for s in combat.thresholds.starts(Role.DEFENDER) if s <= defenders]
    segments = []
    for tier, begin in enumerate(starts):
        end = starts[tier + 1] if tier + 1 < len(starts) else defenders + 1
        duel = invasion_duel(combat, tiers, tier)
        if not duel.total:
            segments.append((begin, end, 0, 0.0))
            continue
        segments.append((begin, end, duel.attackers_lose, duel.beaten / duel.total))
        for size in range(begin, end):
            _add_hits(visits, size, duel)
    return _Fall(visits, segments)


def _add_hits(visits: Floats, size: int, duel: Duel) -> None:
    for winners, weight in enumerate(duel.hits, start=1):
        if weight:
            after = max(0, size - winners * duel.defender_loses)
            visits[size] += weight / duel.total * visits[after]
