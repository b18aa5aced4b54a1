"""The luck of one roll-out: it settles what is left to chance, and notes how lucky that was.

The luck of a battle, or of a card drawn, is what came up less its exact expectation, where it
stood: so each kind of luck has the mean 0 every time, whatever happened before (the sums are
martingales), and may be subtracted with any multiplier. `oddsapp.whatif.rollouts.estimates` chooses
these.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from operator import mul
from typing import Any

from oddsapp.combat.stop import StopRule
from oddsapp.engine.cards import card_number, draw_pile
from oddsapp.engine.chance import draw_chance
from oddsapp.engine.events import ChanceEvent, Drawn, Fought
from oddsapp.engine.game import Game
from oddsapp.engine.state import HIDDEN, GameState, Phase
from oddsapp.interrupts import check_interrupt
from oddsapp.players.settle import settle
from oddsapp.whatif.rollouts.battle_draws import BattleTable, BattleTables, Means, tables_of
from oddsapp.whatif.rollouts.hand_worth import hand_worth, mean_worth
from oddsapp.whatif.rollouts.standing import (
    ARMY,
    POWERS,
    Standing,
    guesses,
    set_worth,
    standing,
    strengths_of,
)
from oddsapp.whatif.rollouts.streams import Purpose, Streams

_DICE = (Phase.ROLL, Phase.REROLL)


_STAGES = 3
"""The turn of the plan, the round after it, and all later ones have kinds of their own: how much
a guess is worth, and which one, changes as the game goes on."""
_LARGE = 0.03
"""By what part of all armies a battle has to be uncertain for a guess at each of its ends."""


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
    The kinds: for each stage, and each power of `oddsapp.whatif.rollouts.standing`, what each
    player's guess at a win gained; the armies that the planner, and that the others, kept more
    than on average, as parts of all armies; the territories of each continent that the planner
    took and kept more.

    What a guess at a win gained in a battle is the guess at the end that came up less its mean
    over all ends. Where less is at stake a quicker one is made of three parts, each of them
    something with the mean 0 times a number that is known before it: whether it conquered,
    less the probability of that, times the difference of the guesses after an average conquest
    and an average defeat; and the armies left on each side, less their mean given whether it
    conquered, times the slope of the guess there.
    """

    def __init__(self, game: Game, player: int, *, exact: bool = False) -> None:
        self._game, self._player = game, player
        self._one: Any = Fraction(1) if exact else 1.0
        self._counted_from = _STAGES * len(POWERS) * game.players
        self._turns = 0
        self._first = 0
        self.sums: list[Any] = [0 * self._one] * self.kinds(game)

    def turn(self) -> None:
        """Be told of a turn that begins: that of the plan, of the round after it, or later."""
        self._turns += 1
        players = self._game.players
        stage = 0 if self._turns == 1 else 1 if self._turns <= 1 + players else 2
        self._first = stage * len(POWERS) * players

    @staticmethod
    def kinds(game: Game) -> int:
        """Return how many kinds of luck there are."""
        return _STAGES * len(POWERS) * game.players + 2 + len(game.continents)

    @staticmethod
    def guessed(game: Game, player: int) -> list[int]:
        """Return the kinds that are about a player's win."""
        return [place * game.players + player for place in range(_STAGES * len(POWERS))]

    @staticmethod
    def counted(game: Game) -> tuple[list[int], list[int]]:
        """Return the kinds that are about armies, and about territories."""
        begin, end = _STAGES * len(POWERS) * game.players, LuckLedger.kinds(game)
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
        armies = sum(state.armies)
        self._count(state, table, came, armies)
        stand = standing(state, self._one)
        if table.means.spread >= _LARGE * armies:
            self._guess_everywhere(state, stand, table, came)
        else:
            self._guess_nearby(state, stand, table.means, table.ends[came])

    def _guess_everywhere(
        self, state: GameState, stand: Standing, table: BattleTable, came: int
    ) -> None:
        """Add what the guesses at a win gained, every end of the battle guessed at."""
        assert state.assault is not None
        force, defenders = (
            state.armies[state.assault.origin] - 1,
            state.armies[state.assault.target],
        )
        after = [
            stand.held(force - end[0], defenders - end[1])
            if end[1]
            else stand.taken(force - end[0], defenders)
            for end in table.ends
        ]
        kind = self._first
        for power in POWERS:
            guessed = [guesses(strengths, power) for strengths in after]
            for player, guess in enumerate(guessed[came]):
                values = [one[player] for one in guessed]
                self.sums[kind + player] += guess - sum(map(mul, table.chances, values))
            kind += len(guessed[came])

    def _guess_nearby(
        self, state: GameState, stand: Standing, means: Means, end: tuple[int, ...]
    ) -> None:
        """Add the same where little is at stake: from an average conquest, and defeat, on."""
        assert state.assault is not None
        force, defenders = (
            state.armies[state.assault.origin] - 1,
            state.armies[state.assault.target],
        )
        attacker, defender = stand.attacker, stand.defender
        after_taken = stand.taken(force - means.force_taken, defenders)
        after_held = stand.held(force - means.force_held, defenders - means.defenders_held)
        taken = not end[1]
        conquest = taken - means.taken
        mine = end[0] - (means.force_taken if taken else means.force_held)
        strengths = after_taken if taken else after_held
        steps = {attacker: ARMY * mine / strengths[attacker]}
        if defender >= 0 and not taken:
            steps[defender] = ARMY * (end[1] - means.defenders_held) / strengths[defender]
        sums, kind = self.sums, self._first
        for power in POWERS:
            if_taken, if_held = guesses(after_taken, power), guesses(after_held, power)
            here = if_taken if taken else if_held
            # The share of p, sₚᵏ / Σ sᵏ, grows with sₚ by k (1 - share) share / sₚ, and falls
            # with any other strength s by k share · (share of s) / s.
            drift = power * sum([step * here[player] for player, step in steps.items()])
            for player, guess in enumerate(here):
                gained = (if_taken[player] - if_held[player]) * conquest - guess * drift
                sums[kind + player] += gained
            for player, step in steps.items():
                sums[kind + player] += power * here[player] * step
            kind += len(here)

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
        drawn = card_number(game, pile, name)
        assert drawn is not None
        came = hand_worth(game, (*hand, drawn)) - mean_worth(game, hand, pile, 1, self._one)
        self._add_slope(strengths_of(state, self._one)[:-1], attacker, set_worth(state) * came)

    def add_deal(self, state: GameState, dealt: GameState) -> None:
        """Add the luck of how the cards are dealt that nobody knows.

        Parameters
        ----------
        state : GameState
            With hidden cards.
        dealt : GameState
            The same, with all of them known.
        """
        game = self._game
        before = Counter(card for hand in (*state.hands, state.discards) for card in hand)
        after = Counter(card for hand in (*dealt.hands, dealt.discards) for card in hand)
        unknown = [*dealt.pile, *(after - before)]
        strengths = strengths_of(state, self._one)[:-1]
        for player, hand in enumerate(state.hands):
            hidden = hand.count(HIDDEN)
            if hidden and strengths[player]:
                known = [card for card in hand if card != HIDDEN]
                mean = mean_worth(game, known, unknown, hidden, self._one)
                came = hand_worth(game, dealt.hands[player]) - mean
                self._add_slope(strengths, player, set_worth(state) * came)

    def _add_slope(self, strengths: list[Any], owner: int, luck: Any) -> None:
        """Add what a little more strength of one player is to the guesses at a win."""
        kind = self._first
        for power in POWERS:
            here = guesses(strengths, power)
            slope = power * luck / strengths[owner]
            for player, guess in enumerate(here):
                self.sums[kind] += guess * ((player == owner) - here[owner]) * slope
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
        if self._ledger is not None:
            self._ledger.turn()

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
