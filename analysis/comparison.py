"""The same battles worked out by the package and by its peers, in one run.

``python -m analysis.benchmark --compare`` prints it. Every peer must give the same answer, all
ends of the battle in fractions. Time is that of the processor, the package and its peers by
turns, until all ends are worked out, with rolls known and the battle not; nobody is asked to
reduce fractions meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any

import oddsapp
from analysis.measuring import Measured, ratio
from analysis.peers import Faces, Peer, Rolls

TRIES, QUICK_TRIES = 7, 2

Margin = dict[int, Fraction]
"""Attackers less defenders at the end: the whole outcome of a battle as one number."""


@dataclass(frozen=True)
class Battle:
    """A battle that all of them work out.

    Parameters
    ----------
    what : str
    forces : tuple of int
    defenders : int
    rules : str
        ``classic`` or ``risk2``; several forces are a mass invasion.
    """

    what: str
    forces: tuple[int, ...]
    defenders: int
    rules: str = "classic"

    def own(self, *, exact: bool) -> Any:
        """Return the answer of the package, all ends of it."""
        if len(self.forces) > 1:
            return oddsapp.mass_invasion(
                list(self.forces), defenders=self.defenders, rules=self.rules, exact=exact
            )
        return oddsapp.battle(
            force=self.forces[0], defenders=self.defenders, rules=self.rules, exact=exact
        )

    def margin(self) -> Margin:
        """Return the answer of the package as fractions."""
        found: Margin = {}
        for (*attackers, left), probability in self.own(exact=True).items():
            number = sum(attackers) - left
            found[number] = found.get(number, Fraction(0)) + probability
        return found

    def of(self, rolls: Rolls) -> Any:
        """Return the answer of a peer, as an object of its own."""
        if self.rules == "classic":
            return rolls.classic(self.forces[0], self.defenders)
        return rolls.coloured(self.forces, self.defenders, *_dice(self.rules))


def _dice(rules: str) -> tuple[tuple[Faces, ...], tuple[int, ...]]:
    combat: Any = oddsapp.find_ruleset(rules).combat
    return tuple(die.faces for die in combat.dice_set), combat.thresholds.attacker


BATTLES = (
    Battle("classic, 10 v 7", (10,), 7),
    Battle("classic, 20 v 15", (20,), 15),
    Battle("classic, 50 v 50", (50,), 50),
    Battle("RISK II invasion, 40 v 40", (40,), 40, "risk2"),
    Battle("RISK II mass invasion, 12+8+8 v 20", (12, 8, 8), 20, "risk2"),
)
QUICK_BATTLES = (
    Battle("classic, 3 v 2", (3,), 2),
    Battle("RISK II invasion, 7 v 6", (7,), 6, "risk2"),
    Battle("RISK II mass invasion, 3+2 v 4", (3, 2), 4, "risk2"),
)


@dataclass(frozen=True)
class Compared:
    """One peer in one battle.

    Parameters
    ----------
    what, peer : str
    agrees : bool
        Whether all ends have the same probability, as fractions.
    floats, exact : float
        By how much the peer is slower than the package in floats, and in fractions.
    noise : float or None
        Of the first, the distance between the quartiles as a share of the median.
    """

    what: str
    peer: str
    agrees: bool
    floats: float
    exact: float
    noise: float | None


def compare(battle: Battle, peer: Peer, tries: int) -> Compared:
    """Hold a peer against the package in one battle."""
    rolls = Rolls(peer.dice)
    agrees = peer.dice.probabilities(battle.of(rolls)) == battle.margin()

    def slower(*, exact: bool) -> Measured:
        return ratio(partial(battle.of, rolls), partial(battle.own, exact=exact), tries=tries)

    floats = slower(exact=False)
    return Compared(
        battle.what, peer.name, agrees, floats.value, slower(exact=True).value, floats.noise
    )


def compared(peers: Sequence[Peer], *, quick: bool = False) -> Iterator[Compared]:
    """Yield every battle with every peer, each as soon as it is measured."""
    for battle in QUICK_BATTLES if quick else BATTLES:
        for peer in peers:
            yield compare(battle, peer, QUICK_TRIES if quick else TRIES)


def who_is_there(peers: Sequence[Peer], absent: Sequence[str]) -> Iterator[str]:
    """Yield a sentence for the peers that take part, and one for each that does not."""
    if peers:
        yield "compared with " + ", ".join(f"{peer.name} {peer.version}" for peer in peers)
    for name in absent:
        yield f"{name} is absent: pip install {name}"


def table(found: Iterator[Compared]) -> Iterator[str]:
    """Yield the lines of the table, each as soon as it is measured."""
    yield "how many times as long each takes as the package, in floats and in exact numbers"
    yield f"{'':34}  {'':7}  {'answers':9}  {'floats':>9}  {'exact':>9}  noise"
    for row in found:
        answers = "the same" if row.agrees else "DIFFERENT"
        noise = "" if row.noise is None else f"{row.noise:.0%}"
        yield (
            f"{row.what:34}  {row.peer:7}  {answers:9}  {row.floats:8.1f}x  {row.exact:8.1f}x"
            f"  {noise:>5}"
        )
