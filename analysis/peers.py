"""How one works battles out with the dice libraries that others have published.

Each peer is used as its documentation suggests, in the fastest of the ways that were tried: its
own dice for one roll, and a battle as a function that calls itself for what follows, whose
answers are remembered. Both count in whole numbers, so their answers can be held against exact
ones. The rules are written down here once more, so that it is a comparison of answers too:
nothing of the package is imported.

None of them is needed for anything: `find_peers` says who is installed.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Protocol

Faces = tuple[int, ...]
State = tuple[int, ...]


class Dice(Protocol):
    """What a peer does: one roll, and a mixture of what follows from it.

    Distributions are the peer's own objects.
    """

    def ranked(self, attack: int, defence: int) -> Any:
        """Return how many pairs the attacker wins, six-sided dice compared by rank."""

    def against_one(self, attack: Sequence[Faces], defence: Faces, *, ties_win: bool) -> Any:
        """Return how many of the attackers' dice beat the one die of the defender."""

    def certain(self, number: int) -> Any:
        """Return a distribution of one number."""

    def mixed(self, roll: Any, follow: Callable[[int], Any]) -> Any:
        """Return the distributions that follow from each result of a roll, mixed."""

    def probabilities(self, found: Any) -> dict[int, Fraction]:
        """Return a distribution as fractions."""


class Icepool:
    """Dice pools by icepool."""

    def __init__(self) -> None:
        import icepool

        self.icepool = icepool

    def ranked(self, attack: int, defence: int) -> Any:
        """Return how many pairs the attacker wins, six-sided dice compared by rank."""
        die, pairs = self.icepool.d6, min(attack, defence)
        mine, other = die.pool(attack).highest(pairs), die.pool(defence).highest(pairs)
        return mine.sort_pair(">", other).size()

    def against_one(self, attack: Sequence[Faces], defence: Faces, *, ties_win: bool) -> Any:
        """Return how many of the attackers' dice beat the one die of the defender."""
        die = self.icepool.Die
        return self.icepool.map(
            lambda shown, *mine: sum(own + ties_win > shown for own in mine),
            die(defence),
            *map(die, attack),
        )

    def certain(self, number: int) -> Any:
        """Return a distribution of one number."""
        return self.icepool.Die([number])

    def mixed(self, roll: Any, follow: Callable[[int], Any]) -> Any:
        """Return the distributions that follow from each result of a roll, mixed."""
        return roll.map(follow)

    def probabilities(self, found: Any) -> dict[int, Fraction]:
        """Return a distribution as fractions."""
        return {number: Fraction(n, found.denominator()) for number, n in found.items()}


class Dyce:
    """Histograms by dyce."""

    def __init__(self) -> None:
        import dyce

        self.dyce = dyce

    def ranked(self, attack: int, defence: int) -> Any:
        """Return how many pairs the attacker wins, six-sided dice compared by rank."""

        def hits(mine: Any, other: Any) -> int:
            pairs = zip(reversed(mine.roll), reversed(other.roll), strict=False)
            return sum(own > shown for own, shown in pairs)

        die = self.dyce.P(6)
        return self._expand(hits, attack @ die, defence @ die)

    def against_one(self, attack: Sequence[Faces], defence: Faces, *, ties_win: bool) -> Any:
        """Return how many of the attackers' dice beat the one die of the defender."""

        def hits(shown: Any, *mine: Any) -> int:
            return sum(own.outcome + ties_win > shown.outcome for own in mine)

        die = self.dyce.H
        return self._expand(hits, die(defence), *map(die, attack))

    def certain(self, number: int) -> Any:
        """Return a distribution of one number."""
        return self.dyce.H({number: 1})

    def mixed(self, roll: Any, follow: Callable[[int], Any]) -> Any:
        """Return the distributions that follow from each result of a roll, mixed."""
        return self._expand(lambda result: follow(result.outcome), roll)

    def probabilities(self, found: Any) -> dict[int, Fraction]:
        """Return a distribution as fractions."""
        return {number: Fraction(n, found.total) for number, n in found.items()}

    def _expand(self, callback: Callable[..., Any], *sources: Any) -> Any:
        # Unless it is told otherwise, it leaves improbable branches out.
        return self.dyce.expand(callback, *sources, min_path_probability=Fraction(0))


@dataclass(frozen=True)
class Peer:
    """A peer that is there.

    Parameters
    ----------
    name, version : str
    dice : Dice
    """

    name: str
    version: str
    dice: Dice


PEERS: Mapping[str, Callable[[], Dice]] = {"icepool": Icepool, "dyce": Dyce}
"""How their dice are made, by the names that PyPI has for them."""


def find_peers() -> tuple[list[Peer], list[str]]:
    """Return the peers that are installed, and the names of those that are absent."""
    there, absent = [], []
    for name, dice in PEERS.items():
        try:
            there.append(Peer(name, version(name), dice()))
        except (PackageNotFoundError, ImportError):
            absent.append(name)
    return there, absent


class Rolls:
    """Battles by a peer: what is rolled in a state, and what follows from each result.

    The rolls are remembered from battle to battle, as the package remembers them; what
    follows from a state only within one battle.

    Parameters
    ----------
    dice : Dice
    """

    def __init__(self, dice: Dice) -> None:
        self.dice = dice
        self._known: dict[Hashable, Any] = {}

    def roll(self, kind: Hashable, work: Callable[[], Any]) -> Any:
        """Return a roll, worked out when it is first met."""
        if kind not in self._known:
            self._known[kind] = work()
        return self._known[kind]

    def classic(self, force: int, defenders: int) -> Any:
        """Return attackers less defenders at the end of a classic battle."""

        @cache
        def ends(attackers: int, left: int) -> Any:
            if not (attackers and left):
                return self.dice.certain(attackers - left)
            dice = min(3, attackers), min(2, left)
            roll = self.roll(dice, lambda: self.dice.ranked(*dice))
            pairs = min(dice)
            return self.dice.mixed(roll, lambda hits: ends(attackers - (pairs - hits), left - hits))

        return _quietly(lambda: ends(force, defenders))

    def coloured(
        self, forces: Sequence[int], defenders: int, faces: Sequence[Faces], starts: Sequence[int]
    ) -> Any:
        """Return attackers less defenders at the end of an invasion of RISK II, or a mass one.

        Parameters
        ----------
        forces : sequence of int
        defenders : int
        faces : sequence of tuple of int
            Of the dice, weak to strong.
        starts : sequence of int
            The size from which each die is rolled.
        """

        def tier(size: int) -> int:
            return sum(size >= least for least in starts) - 1

        def roll_of(attack: tuple[int, ...], defence: int) -> Any:
            return self.roll(
                (attack, defence, tuple(faces)),
                lambda: self.dice.against_one(
                    [faces[one] for one in attack], faces[defence], ties_win=True
                ),
            )

        @cache
        def ends(attackers: State, left: int) -> Any:
            if not (attackers and left):
                return self.dice.certain(sum(attackers) - left)
            tiers = tuple(map(tier, attackers))
            cost = 1 + min(*tiers, tier(left))

            def follow(hits: int) -> Any:
                if hits:
                    return ends(attackers, max(0, left - hits * cost))
                return ends(tuple(size - cost for size in attackers if size > cost), left)

            return self.dice.mixed(roll_of(tiers, tier(left)), follow)

        return _quietly(lambda: ends(tuple(forces), defenders))


def _quietly(work: Callable[[], Any]) -> Any:
    """Leave out that something is experimental: it would be told of in every state."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*experimental.*")
        return work()
