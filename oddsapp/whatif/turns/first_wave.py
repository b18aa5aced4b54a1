"""The first wave of a same-time turn: clashes, and what comes of each territory given them.

How a clash ends for one of its sides tells the other nothing but who has won: only the winner
goes on. So given the winners of the clashes the territories are independent of each other,
and the winner's size is mixed over in the one territory that it goes on to.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from typing import TYPE_CHECKING, Any, NamedTuple

from oddsapp.engine.encounters import stays_after_clash
from oddsapp.engine.resolution import NOWHERE, Force, Resolution, Stage
from oddsapp.odds.mixture import Mixture, fight, merged, together
from oddsapp.whatif.turns.contest import Contest, by_alive

if TYPE_CHECKING:
    from numpy.typing import NDArray


class Clash(NamedTuple):
    """A border clash and the ways it can end: which of its forces are left.

    Parameters
    ----------
    forces : tuple of int
        The numbers of the two.
    chances : array
        The probability of each way.
    going : tuple of dict of int to Mixture
        For each way the forces that go on, with their sizes given that way.
    staying : tuple of dict of int to int
        For each way the armies that go back home, by territory (the option of M-13).
    """

    forces: tuple[int, ...]
    chances: NDArray[Any]
    going: tuple[dict[int, Mixture], ...]
    staying: tuple[dict[int, int], ...]


class FirstWave:
    """What sets out in a turn, and what comes of each territory in the first wave.

    Parameters
    ----------
    start : Resolution
        From `oddsapp.engine.resolution.begin`.
    exact : bool
        In fractions.

    Attributes
    ----------
    clashes : tuple of Clash
    arriving : dict of int to list of int
        The forces that are sent into each territory.
    near : dict of int to tuple of int
        The clashes that each territory is told the end of, by their place in ``clashes``.
    """

    def __init__(self, start: Resolution, *, exact: bool) -> None:
        self.start, self.game, self.exact = start, start.game, exact
        fights = [fight for fight in start.pending if fight.stage is Stage.CLASHES]
        self.clashes = tuple(_clash(start, pending.forces, exact=exact) for pending in fights)
        self._clash_of = {
            number: place for place, clash in enumerate(self.clashes) for number in clash.forces
        }
        self.arriving: dict[int, list[int]] = {}
        for number, force in enumerate(start.forces):
            self.arriving.setdefault(force.target, []).append(number)
        self.near = {
            place: tuple(dict.fromkeys(self._clash_of[n] for n in numbers if n in self._clash_of))
            for place, numbers in self.arriving.items()
        }

    def surges(self) -> list[tuple[int, Force]]:
        """Return the forces that go on to a second territory."""
        return [(n, f) for n, f in enumerate(self.start.forces) if f.beyond != NOWHERE]

    def results(self, place: int, ways: dict[int, int]) -> Mixture:
        """Return what comes of a territory, given how the clashes near it end.

        Parameters
        ----------
        place : int
        ways : dict
            For each clash of ``near[place]`` the way it ends.

        Returns
        -------
        Mixture
            See `Contest.results`; its weights add up to 1.
        """
        start = self.start
        garrison = start.armies[place] + sum(
            self.clashes[clash].staying[way].get(place, 0) for clash, way in ways.items()
        )
        columns, numbers = [], []
        for number in self.arriving.get(place, ()):
            clash = self._clash_of.get(number)
            if clash is None:
                columns.append(self.certain(start.forces[number].size))
            elif number in self.clashes[clash].going[ways[clash]]:
                columns.append(self.clashes[clash].going[ways[clash]][number])
            else:
                continue
            numbers.append(number)
        forces = [start.forces[number] for number in numbers]
        contest = Contest(
            self.game,
            start.owners[place],
            tuple(force.player for force in forces),
            {f.player: column for column, f in enumerate(forces) if f.beyond != NOWHERE},
        )
        return contest.results(reduce(together, [*columns, self.certain(garrison)]))

    def certain(self, *sizes: int) -> Mixture:
        """Return the mixture of one state."""
        from fractions import Fraction

        return Mixture.of({sizes: Fraction(1) if self.exact else 1.0}, exact=self.exact)


def _clash(start: Resolution, numbers: Sequence[int], *, exact: bool) -> Clash:
    import numpy as np

    from oddsapp.combat.battle import border_clash

    forces = [start.forces[number] for number in numbers]
    first, second = (force.size for force in forces)
    one: Any = 1.0
    if exact:
        from fractions import Fraction

        one = Fraction(1)
    battle = border_clash(first, second, start.game.rules)
    ends = fight(battle, Mixture.of({(first, second): one}, exact=exact))
    chances, going, staying = [], [], []
    for alive, rows in by_alive(ends, (0, 1)):
        chance = rows.weights.sum()
        chances.append(chance)
        stays = stays_after_clash(start.game.rules)
        going.append(
            {
                numbers[place]: merged(rows.sizes[:, [place]] - stays, rows.weights / chance)
                for place in alive
            }
        )
        staying.append({forces[place].home: stays for place in alive})
    values = np.empty(len(chances), dtype=object if exact else np.float64)
    values[:] = chances
    return Clash(tuple(numbers), values, tuple(going), tuple(staying))
