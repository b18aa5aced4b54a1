"""All ends of the roll-outs of some plans, batch by batch, and what is estimated from them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from oddsapp.engine.turn import territory_armies
from oddsapp.whatif.goals import Goal
from oddsapp.whatif.rollouts.estimates import SHARE, Bounds, estimate, without_luck
from oddsapp.whatif.rollouts.fortune import LuckLedger
from oddsapp.whatif.rollouts.measures import PER_PLAYER, Measures
from oddsapp.whatif.rollouts.rollout_result import Estimate, RolledPlayer
from oddsapp.whatif.rollouts.rollout_work import Ends

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]


class Samples:
    """The ends of roll-outs, for each plan by the same luck.

    Parameters
    ----------
    measures : Measures
    batches : sequence of Ends
        In their order, at least one.
    """

    def __init__(self, measures: Measures, batches: Sequence[Ends]) -> None:
        import numpy as np

        self._measures = measures
        self._sizes = [batch.values.shape[1] for batch in batches]
        self._values = np.concatenate([batch.values for batch in batches], axis=1).astype(float)
        self._luck = np.concatenate([batch.luck for batch in batches], axis=1)
        self._left: dict[tuple[int, tuple[int, ...]], Numbers] = {}

    @property
    def rollouts(self) -> int:
        """How many there are of each plan."""
        return sum(self._sizes)

    def estimate(self, plan: int, column: int) -> Estimate:
        """Return the mean of a column of `Measures` for one plan."""
        values = self._values[plan]
        key = plan, self._kinds(column)
        if key not in self._left:
            luck = self._luck[plan][:, key[1]]
            self._left[key] = without_luck(values, luck, self._sizes)
        left = self._left[key]
        plain = values[:, column]
        same = left is values
        return estimate(plain, plain if same else left[:, column], self._bounds(column))

    def _kinds(self, column: int) -> tuple[int, ...]:
        """Return the kinds of luck that a column has to do with.

        Others would explain little of it, and each coefficient that is learned costs.
        """
        measures = self._measures
        game = measures.game
        if not self._luck.shape[2]:
            return ()
        armies, territories = LuckLedger.counted(game)
        what, player = divmod(column, game.players)
        if what >= len(PER_PLAYER):
            own = LuckLedger.guessed(game, measures.player)
            return tuple(own if column == measures.finished else own + territories)
        own = LuckLedger.guessed(game, player)
        return tuple(own if PER_PLAYER[what] in ("wins", "alive") else own + armies)

    def difference(self, goal: Goal, first: int, second: int, level: float) -> Estimate:
        """Return by how much more often a plan reaches a goal than another, on the same luck."""
        import numpy as np

        column = self._measures.goal(goal)
        plain = self._values[first][:, column] - self._values[second][:, column]
        if first > second:  # always the same way round, so that one is exactly minus the other
            return _negative(self.difference(goal, second, first, level))
        kinds = list(self._kinds(column))
        luck = np.hstack([self._luck[plan][:, kinds] for plan in (first, second)])
        values = plain[:, None]
        left = without_luck(values, luck, self._sizes)
        same = left is values
        return estimate(plain, plain if same else left[:, 0], Bounds(-1.0, 1.0), level)

    def players(self, plan: int) -> tuple[RolledPlayer, ...]:
        """Return what becomes of every player."""
        return tuple(
            RolledPlayer(
                player,
                *(
                    self.estimate(plan, self._measures.of_player(what, player))
                    for what in PER_PLAYER
                ),
            )
            for player in range(self._measures.game.players)
        )

    def holds(self, plan: int) -> dict[str, Estimate]:
        """Return for every territory whether the planner holds it."""
        measures = self._measures
        return {name: self.estimate(plan, measures.territory(name)) for name in measures.game.names}

    def continents(self, plan: int) -> dict[str, Estimate]:
        """Return for every continent whether the planner holds it whole."""
        measures = self._measures
        return {
            continent.name: self.estimate(plan, measures.continent(continent.name))
            for continent in measures.game.board.continents
        }

    def finished(self, plan: int) -> Estimate:
        """Return whether the game is over."""
        return self.estimate(plan, self._measures.finished)

    def _bounds(self, column: int) -> Bounds:
        """Return between what the numbers of a column lie."""
        game = self._measures.game
        kind = PER_PLAYER[column // game.players] if column < len(PER_PLAYER) * game.players else ""
        match kind:
            case "territories":
                return Bounds(0.0, float(len(game.names)))
            case "armies":
                return Bounds(0.0, self._most_armies())
            case "reinforcements":
                bonuses = sum(max(0, bonus) for bonus, _ in game.continents)
                most = territory_armies(game, len(game.names)) + bonuses
                return Bounds(0.0, float(max(most, self._values[:, :, column].max())))
            case _:
                return SHARE

    def _most_armies(self) -> float:
        """Return the most armies that stood on the whole board: nobody had more."""
        players = self._measures.game.players
        start = PER_PLAYER.index("armies") * players
        armies: Any = self._values[:, :, start : start + players]
        return float(armies.sum(axis=2).max())


def _negative(found: Estimate) -> Estimate:
    mean, low, high = found.plain
    return Estimate(-found.mean, -found.high, -found.low, (-mean, -high, -low), found.factor)
