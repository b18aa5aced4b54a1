"""One territory of a same-time turn: forces of unknown size arrive, and somebody holds it.

What follows from what is the engine's (`oddsapp.engine.resolution`); here it is done for a
whole mixture of sizes at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from oddsapp.combat.battle import mass_invasion, spoils_of_war
from oddsapp.engine.encounters import by_player, conquerors
from oddsapp.engine.game import Game
from oddsapp.odds.mixture import Mixture, fight, joined, merged

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Ints = NDArray[np.int64]

OWNER, CONQUERORS, ARMIES, SURGE = range(4)
"""The columns of what comes of a contest: who owns the territory, whose armies conquered it
(one bit each: players who then lost the spoils, too), its armies, and how many of them are
the surge that goes on from there."""


class Contest(NamedTuple):
    """A territory and who attacks it.

    Parameters
    ----------
    game : Game
    owner : int
    players : tuple of int
        The player of each force.
    surges : mapping of int to int
        Which of the forces is a player's surge.
    """

    game: Game
    owner: int
    players: tuple[int, ...]
    surges: Mapping[int, int]

    def results(self, start: Mixture) -> Mixture:
        """Return what comes of it.

        Parameters
        ----------
        start : Mixture
            A column for each force, 0 if it does not arrive, and last the armies that defend.

        Returns
        -------
        Mixture
            With the columns `OWNER`, `CONQUERORS`, `ARMIES` and `SURGE`.
        """
        found: list[Mixture] = []
        forces = range(len(self.players))
        for alive, rows in by_alive(start, forces):
            if not alive:
                found.append(self._held(rows))
                continue
            battle = mass_invasion([1] * len(alive), 1, self.game.rules)
            ends = fight(battle, Mixture(rows.sizes[:, [*alive, -1]], rows.weights))
            stands = ends.sizes[:, -1] > 0
            if stands.any():
                found.append(self._held(Mixture(ends.sizes[stands], ends.weights[stands])))
            taken = Mixture(ends.sizes[~stands, :-1], ends.weights[~stands])
            found.extend(self._taken(alive, taken))
        return joined(found)

    def _held(self, rows: Mixture) -> Mixture:
        return merged(_columns(self.owner, 0, rows.sizes[:, -1], 0), rows.weights)

    def _taken(self, forces: Sequence[int], left: Mixture) -> Iterator[Mixture]:
        """Yield what comes of it once the defenders are beaten, by who is left."""
        for places, rows in by_alive(left, range(len(forces))):
            alive = [forces[place] for place in places]
            players = conquerors([self.players[n] for n in alive], (1,) * len(alive))
            mask = sum(1 << player for player in players)
            sizes = Mixture(rows.sizes[:, places], rows.weights)
            if len(players) > 1:
                yield from self._spoils(alive, sizes, mask)
            else:
                yield self._occupied(alive, sizes, mask)

    def _spoils(self, forces: Sequence[int], left: Mixture, mask: int) -> Iterator[Mixture]:
        sides = by_player(range(len(forces)), [self.players[number] for number in forces])
        order = [place for side in sides for place in side]
        battle = spoils_of_war([[1] * len(side) for side in sides], self.game.rules)
        ends = fight(battle, Mixture(left.sizes[:, order], left.weights))
        for places, rows in by_alive(ends, range(len(order))):
            alive = [forces[order[place]] for place in places]
            yield self._occupied(alive, Mixture(rows.sizes[:, places], rows.weights), mask)

    def _occupied(self, forces: Sequence[int], left: Mixture, mask: int) -> Mixture:
        """All armies that are left, one player's, occupy; if none is, the owner stays."""
        owner = self.players[forces[0]] if forces else self.owner
        surge = self.surges.get(owner, -1)
        going = left.sizes[:, forces.index(surge)] if surge in forces else 0
        return merged(_columns(owner, mask, left.sizes.sum(axis=1), going), left.weights)


def _columns(owner: int, mask: int, armies: Ints, surge: Ints | int) -> Ints:
    import numpy as np

    sizes = np.zeros((len(armies), 4), dtype=np.int64)
    sizes[:, OWNER], sizes[:, CONQUERORS] = owner, mask
    sizes[:, ARMIES], sizes[:, SURGE] = armies, surge
    return sizes


def by_alive(mixture: Mixture, columns: Sequence[int]) -> Iterator[tuple[tuple[int, ...], Mixture]]:
    """Yield which of these armies are there, with the states in which just they are."""
    import numpy as np

    alive = mixture.sizes[:, list(columns)] > 0
    codes = alive @ (1 << np.arange(len(columns)))
    for code in np.unique(codes).tolist():
        rows = codes == code
        there = tuple(column for place, column in enumerate(columns) if code >> place & 1)
        yield there, Mixture(mixture.sizes[rows], mixture.weights[rows])


def by_columns(
    mixture: Mixture, columns: Sequence[int]
) -> Iterator[tuple[tuple[int, ...], Mixture]]:
    """Yield the values that these columns have, with the states that have them."""
    import numpy as np

    if not columns:
        yield (), mixture
        return
    values, where = np.unique(mixture.sizes[:, list(columns)], axis=0, return_inverse=True)
    where = where.ravel()
    for number, value in enumerate(values.tolist()):
        rows = where == number
        yield tuple(value), Mixture(mixture.sizes[rows], mixture.weights[rows])
