"""The random numbers of one roll-out: a stream of its own for each purpose in each turn.

So two plans that are rolled out with the same number meet the same luck: what one of them
draws more, in its own turn or because a game goes on longer, shifts nothing that comes later.
"""

from __future__ import annotations

from enum import IntEnum
from random import Random
from typing import TYPE_CHECKING

from oddsapp.engine.state import GameState

if TYPE_CHECKING:
    from numpy.random import SeedSequence


class Purpose(IntEnum):
    """What random numbers are drawn for."""

    UNKNOWN = 0
    BATTLES = 1
    CARDS = 2
    CHOICES = 3


class Streams:
    """The streams of one roll-out.

    Parameters
    ----------
    bits : int
        128 bits at random, another number for each roll-out.

    Examples
    --------
    >>> from oddsapp.engine import new_game
    >>> state = new_game("classic", players=3)
    >>> one, other = Streams(2026), Streams(2026)
    >>> one.turn(state)
    >>> other.turn(state)
    >>> spent = [one.of(Purpose.BATTLES).random() for _ in range(5)]
    >>> one.of(Purpose.CARDS).random() == other.of(Purpose.CARDS).random()
    True
    """

    def __init__(self, bits: int) -> None:
        self._bits = bits << 64
        self._turn = 0
        self._now: dict[Purpose, Random] = {}

    def turn(self, state: GameState) -> None:
        """Go on to the streams of a turn, at its beginning."""
        # A turn has the same number however many turns others have had before it.
        self._turn = 1 + state.round * state.game.players + state.player
        self._now.clear()

    def of(self, purpose: Purpose) -> Random:
        """Return the stream for a purpose in this turn."""
        stream = self._now.get(purpose)
        if stream is None:
            # Made when it is wanted: most turns need two of them.
            key = self._bits | self._turn << 8 | purpose
            stream = self._now[purpose] = Random(key)
        return stream


class Choices:
    """What a bot that is random draws from: always the stream of the turn.

    Parameters
    ----------
    streams : Streams
    """

    def __init__(self, streams: Streams) -> None:
        self._streams = streams

    def random(self) -> float:
        """Return a number from [0, 1)."""
        return self._streams.of(Purpose.CHOICES).random()


def seeds_of(batch: SeedSequence, count: int) -> list[int]:
    """Return the 128 bits of each roll-out of a batch.

    Examples
    --------
    >>> from oddsapp.whatif.parallel.batches import batch_seed
    >>> bits = seeds_of(batch_seed(2026, 0), 3)
    >>> len(set(bits)), max(bits) < 2**128, bits[:2] == seeds_of(batch_seed(2026, 0), 2)
    (3, True, True)
    """
    words = [int(word) for word in batch.generate_state(4 * count, "uint32")]
    return [
        sum(word << 32 * place for place, word in enumerate(words[4 * number : 4 * number + 4]))
        for number in range(count)
    ]
