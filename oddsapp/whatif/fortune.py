"""The luck of one roll-out: it settles what is left to chance, and notes how lucky that was.

The luck of a battle is what came up less its exact expectation, where it stood: so each kind
of luck has the mean 0 at every battle, whatever happened before (the sums are martingales),
and may be subtracted with any multiplier. `oddsapp.whatif.estimates` chooses these.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from operator import truediv
from typing import Any

from oddsapp.combat.stop import StopRule
from oddsapp.engine.chance import draw_chance
from oddsapp.engine.events import ChanceEvent, Fought
from oddsapp.engine.game import Game
from oddsapp.engine.state import GameState, Phase
from oddsapp.players.settle import settle
from oddsapp.whatif.battle_draws import BattleTable, BattleTables, tables_of
from oddsapp.whatif.standing import POWERS, Standing, guesses, standing
from oddsapp.whatif.streams import Purpose, Streams

_DICE = (Phase.ROLL, Phase.REROLL)


class LuckLedger:
    """Adds up the luck of all battles, kind by kind.

    Parameters
    ----------
    game : Game
    player : int
        Whose plan it is.
    exact : bool
        In fractions.

    Notes
    -----
    The kinds: for each power of `oddsapp.whatif.standing` what each player's guess at a win
    gained, the planner's apart by whether he attacked, was attacked or looked on; the armies
    that the planner, and that the others, lost; the territories of each continent that the
    planner took or lost.
    """

    def __init__(self, game: Game, player: int, *, exact: bool = False) -> None:
        self._game, self._player = game, player
        self._over: Any = Fraction if exact else truediv
        self._guessed = len(POWERS) * (game.players + 2)
        self.sums: list[Any] = [0] * self.kinds(game)

    @staticmethod
    def kinds(game: Game) -> int:
        """Return how many kinds of luck there are."""
        return len(POWERS) * (game.players + 2) + 2 + len(game.continents)

    def add(self, state: GameState, table: BattleTable, came: int) -> None:
        """Add the luck of a battle.

        Parameters
        ----------
        state : GameState
            In which it is about to be fought.
        table : BattleTable
        came : int
            Which of its ends came up.
        """
        for kind, luck in self.of_battle(state, table, came):
            self.sums[kind] += luck

    def of_battle(
        self, state: GameState, table: BattleTable, came: int
    ) -> list[tuple[int, Any]]:
        """Return the luck of a battle, by its kind."""
        stand, assault = standing(state), state.assault
        assert assault is not None
        before = state.armies[assault.origin] - 1, state.armies[assault.target]
        after = [
            stand.after(before[0] - force, before[1] - left, not left)
            for force, left in table.ends
        ]
        found = []
        chances = table.chances
        for row, values in enumerate(guesses(stand, after, self._over)):
            mean = sum([chance * value for chance, value in zip(chances, values, strict=True)])
            found.append((self._kind(row, stand), values[came] - mean))
        found += self._counted(state, stand, before, table, came)
        return found

    def _kind(self, row: int, stand: Standing) -> int:
        power, player = divmod(row, self._game.players)
        kind = power * (self._game.players + 2) + player
        if player < self._player:
            return kind
        if player > self._player:
            return kind + 2
        if stand.attacker == player:
            return kind
        return kind + (1 if stand.defender == player else 2)

    def _counted(
        self,
        state: GameState,
        stand: Standing,
        before: Sequence[int],
        table: BattleTable,
        came: int,
    ) -> list[tuple[int, Any]]:
        """Return the luck with armies and territories, relative to the whole board."""
        force, left, taken = table.means
        end = table.ends[came]
        total = sum(state.armies)
        found = []
        for owner, luck in ((stand.attacker, end[0] - force), (stand.defender, end[1] - left)):
            kind = self._guessed + (owner != self._player)
            found.append((kind, luck * self._over(1, total)))
        if self._player in (stand.attacker, stand.defender):
            assault = state.assault
            assert assault is not None
            continent = self._game.continent_of[assault.target]
            luck = (not end[1]) - taken
            sign = 1 if stand.attacker == self._player else -1
            found.append((self._guessed + 2 + continent, sign * luck))
        return found


class Fortune:
    """Settles everything that is left to chance in one roll-out.

    Parameters
    ----------
    game : Game
    streams : Streams
    ledger : LuckLedger, optional
        Where the luck of its battles is noted.
    tables : BattleTables, optional
    """

    def __init__(
        self,
        game: Game,
        streams: Streams,
        ledger: LuckLedger | None = None,
        tables: BattleTables | None = None,
    ) -> None:
        self._streams, self._ledger = streams, ledger
        self._tables = tables_of(game.rules) if tables is None else tables
        self.turns = 0

    def turn(self, state: GameState) -> None:
        """Go on to the random numbers of a turn."""
        self._streams.turn(state)
        self.turns += 1

    def battle(self, pending: GameState, stop: StopRule | None = None) -> tuple[int, ...]:
        """Return how a battle ends: the force and the defenders left."""
        table = self._tables.pending(pending, stop)
        came = table.drawn(self._streams.of(Purpose.BATTLES).random())
        if self._ledger is not None:
            self._ledger.add(pending, table, came)
        return table.ends[came]

    def draw(self, state: GameState) -> ChanceEvent:
        """Return what chance brings."""
        if state.phase is Phase.BATTLE:
            return Fought(*self.battle(state))
        purpose = Purpose.BATTLES if state.phase in _DICE else Purpose.CARDS
        return draw_chance(state, self._streams.of(purpose), settle)
