"""A batch of roll-outs: what a worker does, and what it sends back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from oddsapp.engine.positions.unknown import with_unknown_dealt
from oddsapp.engine.state import GameState, Phase
from oddsapp.players.game import play_on
from oddsapp.players.protocol import Player
from oddsapp.players.roster import make_bot
from oddsapp.whatif.forecasts.carry_out import PlanLuck, carry_out
from oddsapp.whatif.forecasts.course import Course, make_course
from oddsapp.whatif.plans.plan import Plan
from oddsapp.whatif.rollouts.fortune import Fortune, LuckLedger
from oddsapp.whatif.rollouts.measures import Measures
from oddsapp.whatif.rollouts.streams import Choices, Purpose, Streams, seeds_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.random import SeedSequence
    from numpy.typing import NDArray

_TURNS_PER_BATCH = 240
_TURNS_TO_THE_END = 30
"""How many turns a roll-out to the end is taken to have."""


@dataclass(frozen=True)
class Ends:
    """The ends of the roll-outs of a batch, for each plan.

    Parameters
    ----------
    values : array
        By plan, roll-out and column of `Measures`.
    luck : array
        By plan, roll-out and kind of luck.
    turns : int
        How many turns were played in all.
    """

    values: NDArray[np.float32]
    luck: NDArray[np.float64]
    turns: int

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Ends):
            return NotImplemented
        same = (self.values == other.values).all() and (self.luck == other.luck).all()
        return bool(same) and self.turns == other.turns

    __hash__ = None  # type: ignore[assignment]


def batch_size(turns: int | None, plans: int, rollouts: int) -> int:
    """Return how many roll-outs a batch has: the same on every machine.

    Long enough that sending it costs little, and several batches wherever there are enough
    roll-outs: coefficients are learned from the others.
    """
    played = 1 + (_TURNS_TO_THE_END if turns is None else min(turns, _TURNS_TO_THE_END))
    return max(1, min(_TURNS_PER_BATCH // (played * plans), -(-rollouts // 8)))


@dataclass(frozen=True)
class RollOuts:
    """The work of a run: called with a batch's number and seed it rolls that batch out.

    Parameters
    ----------
    state : GameState
    plans : tuple of Plan
    bots : tuple of str
        One for each seat.
    turns : int, optional
        How many turns are played after that of the plan; None for all.
    most_rounds : int
        The last round that is played.
    size : int
        How many roll-outs a batch has.
    rollouts : int
        How many there are in all: the last batch may be smaller.
    notes_luck : bool
    """

    state: GameState
    plans: tuple[Plan, ...]
    bots: tuple[str, ...]
    turns: int | None
    most_rounds: int
    size: int
    rollouts: int
    notes_luck: bool

    @cached_property
    def _measures(self) -> Measures:
        return Measures(self.state.game, self.state.player)

    def __call__(self, index: int, seed: SeedSequence) -> Ends:
        """Return the ends of a batch."""
        import numpy as np

        number = min(self.size, self.rollouts - index * self.size)
        kinds = LuckLedger.kinds(self.state.game) if self.notes_luck else 0
        values = np.zeros((len(self.plans), number, self._measures.width), dtype=np.float32)
        luck = np.zeros((len(self.plans), number, kinds))
        turns = 0
        for one, bits in enumerate(seeds_of(seed, number)):
            for plan in range(len(self.plans)):
                ledger = self._ledger()
                end, played = self.roll_out(plan, bits, ledger)
                values[plan, one] = self._measures.of(end)
                if ledger is not None:
                    luck[plan, one] = ledger.sums
                turns += played
        return Ends(values, luck, turns)

    def _ledger(self) -> LuckLedger | None:
        return LuckLedger(self.state.game, self.state.player) if self.notes_luck else None

    def roll_out(
        self, plan: int, bits: int, ledger: LuckLedger | None = None
    ) -> tuple[GameState, int]:
        """Return how one roll-out ends, and how many turns were played.

        Parameters
        ----------
        plan : int
            Which of the plans.
        bits : int
            The 128 bits that all its random numbers come from.
        ledger : LuckLedger, optional
            Where its luck is noted.
        """
        streams = Streams(bits)
        fortune = Fortune(self.state.game, streams, ledger)
        begin = with_unknown_dealt(self.state, streams.of(Purpose.UNKNOWN))
        if ledger is not None:
            ledger.add_deal(self.state, begin)
        choices = Choices(streams)
        bots = [make_bot(name, choices) for name in self.bots]
        course = make_course(begin, self.plans[plan])
        end = play_out(begin, course, bots, fortune, self.turns, self.most_rounds)
        return end, fortune.turns


def play_out(
    state: GameState,
    course: Course,
    players: Sequence[Player],
    fortune: PlanLuck,
    turns: int | None,
    most_rounds: int,
) -> GameState:
    """Carry a plan out, and let players play on.

    Parameters
    ----------
    state : GameState
        With nothing hidden that matters.
    course : Course
        The plan.
    players : sequence of Player
        One for each seat.
    fortune : PlanLuck
    turns : int, optional
        How many turns are played after that of the plan; None for all.
    most_rounds : int
        The last round that is played.
    """
    fortune.turn(state)
    state = carry_out(state, course, fortune)
    if state.phase is Phase.OVER or turns == 0:
        return state
    return play_on(state, players, fortune, [], most_rounds=most_rounds, most_turns=turns)
