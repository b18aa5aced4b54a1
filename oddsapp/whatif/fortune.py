"""The luck of one roll-out: it settles what is left to chance, and notes how lucky that was.

The luck of a battle, or of a card drawn, is what came up less its exact expectation, where it
stood: so each kind of luck has the mean 0 every time, whatever happened before (the sums are
martingales), and may be subtracted with any multiplier. `oddsapp.whatif.estimates` chooses
these.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from oddsapp.combat.stop import StopRule
from oddsapp.engine.cards import card_number, draw_pile
from oddsapp.engine.chance import draw_chance
from oddsapp.engine.events import ChanceEvent, Drawn, Fought
from oddsapp.engine.game import Game
from oddsapp.engine.state import GameState, Phase
from oddsapp.players.settle import settle
from oddsapp.whatif.battle_draws import BattleTable, BattleTables, Means, tables_of
from oddsapp.whatif.hand_worth import hand_worth
from oddsapp.whatif.interrupts import check_interrupt
from oddsapp.whatif.standing import (
    ARMY,
    POWERS,
    guesses,
    set_worth,
    standing,
    strengths_of,
)
from oddsapp.whatif.streams import Purpose, Streams

_DICE = (Phase.ROLL, Phase.REROLL)


_AT_STAKE = 0.01
"""By what part of all armies a battle has to be uncertain for a guess at who wins."""


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
    gained; the armies that the planner, and that the others, kept more than on average, as
    parts of all armies; the territories of each continent that the planner took and kept more.

    What a guess at a win gained in a battle is made of three parts. Each is something that has
    the mean 0, times a number that is known before the battle: whether it conquered, less the
    probability of that, times the difference of the guesses after an average conquest and an
    average defeat; and the armies left on each side, less their mean given whether it
    conquered, times the slope of the guess there.
    """

    def __init__(self, game: Game, player: int, *, exact: bool = False) -> None:
        self._game, self._player = game, player
        self._one: Any = Fraction(1) if exact else 1.0
        self._counted_from = len(POWERS) * game.players
        self.sums: list[Any] = [0 * self._one] * self.kinds(game)

    @staticmethod
    def kinds(game: Game) -> int:
        """Return how many kinds of luck there are."""
        return len(POWERS) * game.players + 2 + len(game.continents)

    @staticmethod
    def guessed(game: Game, player: int) -> list[int]:
        """Return the kinds that are about a player's win."""
        return [place * game.players + player for place in range(len(POWERS))]

    @staticmethod
    def counted(game: Game) -> tuple[list[int], list[int]]:
        """Return the kinds that are about armies, and about territories."""
        begin, end = len(POWERS) * game.players, LuckLedger.kinds(game)
        return list(range(begin, begin + 2)), list(range(begin + 2, end))

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
        armies, means = sum(state.armies), table.means
        self._count(state, table, came, armies)
        # A battle in which little is at stake explains little; that it is left out is known
        # before it is fought, so that nothing else changes.
        if means.spread >= _AT_STAKE * armies:
            self._guess(state, means, table.ends[came])

    def _guess(self, state: GameState, means: Means, end: tuple[int, ...]) -> None:
        """Add what the guesses at a win gained."""
        sums = self.sums
        stand, assault = standing(state), state.assault
        assert assault is not None
        force, defenders = state.armies[assault.origin] - 1, state.armies[assault.target]
        after_taken = stand.taken(force - means.force_taken, defenders)
        after_held = stand.held(force - means.force_held, defenders - means.defenders_held)
        taken = not end[1]
        conquest = taken - means.taken
        mine = end[0] - (means.force_taken if taken else means.force_held)
        theirs = end[1] - (0 if taken else means.defenders_held)
        strengths = after_taken if taken else after_held
        kind = 0
        for power in POWERS:
            if_taken = guesses(after_taken, power, self._one)
            if_held = guesses(after_held, power, self._one)
            here = if_taken if taken else if_held
            slope = power * ARMY * mine / strengths[stand.attacker]
            other = 0
            if theirs and stand.defender >= 0:
                other = power * ARMY * theirs / strengths[stand.defender]
            # The share sₚᵏ / Σ sᵏ grows with sₚ by k (1 - share) share / sₚ, and falls with
            # any other strength s by k share · (share of s) / s.
            drift = slope * here[stand.attacker]
            if other:
                drift += other * here[stand.defender]
            for player, guess in enumerate(here):
                luck = (if_taken[player] - if_held[player]) * conquest - guess * drift
                if player == stand.attacker:
                    luck += guess * slope
                elif player == stand.defender:
                    luck += guess * other
                sums[kind] += luck
                kind += 1

    def add_card(self, state: GameState, name: str) -> None:
        """Add the luck of a card that is drawn: what it makes of the hand.

        Parameters
        ----------
        state : GameState
            In which it is about to be drawn.
        name : str
            What the card is called.
        """
        game, attacker = self._game, state.player
        hand, pile = state.hands[attacker], draw_pile(state)
        alike: dict[str | None, list[int]] = {}
        for card in pile:
            alike.setdefault(game.symbols[card], []).append(card)
        worth = {shown: hand_worth(game, (*hand, found[0])) for shown, found in alike.items()}
        total = sum(worth[shown] * len(found) for shown, found in alike.items())
        drawn = card_number(game, pile, name)
        assert drawn is not None
        luck = set_worth(state) * (worth[game.symbols[drawn]] - self._one * total / len(pile))
        strengths = strengths_of(state)[:-1]
        kind = 0
        for power in POWERS:
            here = guesses(strengths, power, self._one)
            slope = power * luck / strengths[attacker]
            for player, guess in enumerate(here):
                own = 1 if player == attacker else 0
                self.sums[kind] += guess * (own - here[attacker]) * slope
                kind += 1

    def _count(self, state: GameState, table: BattleTable, came: int, armies: int) -> None:
        """Add the luck with armies, relative to the whole board, and with territories."""
        assert state.assault is not None
        means, end, player = table.means, table.ends[came], self._player
        target, kind = state.assault.target, self._counted_from
        attacker, defender = state.player, state.owners[target]
        part = self._one / armies
        self.sums[kind + (attacker != player)] += (end[0] - means.force) * part
        self.sums[kind + (defender != player)] += (end[1] - means.defenders) * part
        if player in (attacker, defender):
            luck = (not end[1]) - means.taken
            continent = self._game.continent_of[target]
            self.sums[kind + 2 + continent] += luck if attacker == player else -luck


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
        check_interrupt()
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
        event = draw_chance(state, self._streams.of(purpose), settle)
        if self._ledger is not None and isinstance(event, Drawn):
            self._ledger.add_card(state, event.card)
        return event
