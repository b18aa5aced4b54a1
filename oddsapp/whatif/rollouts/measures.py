"""What is noted of the end of a roll-out: one number for each thing that is estimated."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from oddsapp.engine.game import Game
from oddsapp.engine.income import same_time_reinforcements
from oddsapp.engine.state import GameState, Phase, returns
from oddsapp.engine.turn import reinforcements
from oddsapp.whatif.goals import Goal, GoalKind, name_of

PER_PLAYER = ("wins", "alive", "territories", "armies", "reinforcements")
"""What is noted of each player, in this order."""


@dataclass(frozen=True)
class Measures:
    """The columns of a table of ends: players, territories, continents, and whether it is over.

    Parameters
    ----------
    game : Game
    player : int
        Whose territories and continents they are about.

    Examples
    --------
    >>> from oddsapp.engine import new_game
    >>> state = new_game("classic", players=3).evolve(owners=(0,) * 21 + (1,) * 21)
    >>> measures = Measures(state.game, 0)
    >>> row = measures.of(state)
    >>> len(row), row[measures.of_player("territories", 1)], row[measures.continent("Australia")]
    (64, 21.0, 0.0)
    """

    game: Game
    player: int

    @cached_property
    def width(self) -> int:
        """How many columns there are."""
        game = self.game
        return len(PER_PLAYER) * game.players + len(game.names) + len(game.continents) + 1

    @property
    def finished(self) -> int:
        """The column of whether the game is over."""
        return self.width - 1

    def of_player(self, what: str, player: int) -> int:
        """Return the column of one thing about a player."""
        return PER_PLAYER.index(what) * self.game.players + player

    def territory(self, name: str) -> int:
        """Return the column of whether the planner holds a territory."""
        return len(PER_PLAYER) * self.game.players + self.game.territory(name)

    def continent(self, name: str) -> int:
        """Return the column of whether the planner holds a continent whole."""
        names = [continent.name for continent in self.game.board.continents]
        return self.width - 1 - len(names) + names.index(name)

    def goal(self, goal: Goal) -> int:
        """Return the column of a goal."""
        match goal.kind:
            case GoalKind.WIN:
                return self.of_player("wins", self.player)
            case GoalKind.SURVIVE:
                return self.of_player("alive", self.player)
            case GoalKind.TAKE:
                name = name_of(goal, self.game)
                whole = any(name == continent.name for continent in self.game.board.continents)
                return self.continent(name) if whole else self.territory(name)

    def of(self, state: GameState) -> list[float]:
        """Return the row of an end."""
        game, owners = self.game, state.owners
        players = range(game.players)
        held = [owners.count(player) for player in players]
        armies = [0.0] * (game.players + 1)
        for owner, number in zip(owners, state.armies, strict=True):
            armies[owner] += number
        given = same_time_reinforcements if game.rules.is_same_time else reinforcements
        own = [float(owner == self.player) for owner in owners]
        return [
            *map(float, returns(state)),
            *(float(number > 0) for number in held),
            *map(float, held),
            *armies[:-1],
            *(float(given(state, player)) if held[player] else 0.0 for player in players),
            *own,
            *(float(all(own[place] for place in members)) for _, members in game.continents),
            float(state.phase is Phase.OVER),
        ]
