"""The clock of the attack phase (C-9): it can be paused, and reads no time of its own.

The engine has no time either. That the clock has run out is the recorded action `ClockExpired`,
so that a saved game replays whatever the time; what follows is the engine's: between two rolls
play goes to the fortification at once. While an attack is announced, dice lie on the table,
armies move in or the cards of an eliminated player are traded, that is finished first.

Whoever runs the table looks at the clock between moves, with any source of time:

>>> from time import monotonic
>>> from oddsapp.engine import Phase, apply_action, new_game
>>> state = new_game("classic", players=3, attack_seconds=120).evolve(phase=Phase.ATTACK)
>>> clock = AttackClock.of(state).started(monotonic())  # as the attack phase begins
>>> later = monotonic() + 120
>>> apply_action(state, clock.expired(state, now=later)).phase
<Phase.FORTIFY: 'fortify'>
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from oddsapp.engine.actions import ClockExpired
from oddsapp.engine.classic import table_actions
from oddsapp.engine.state import GameState
from oddsapp.errors import InvalidInput


@dataclass(frozen=True, kw_only=True)
class AttackClock:
    """A clock that runs for so many seconds; whoever keeps it tells it the time.

    Frozen: starting and pausing return another clock. When it has expired, the action
    `ClockExpired` tells the game.

    Parameters
    ----------
    seconds : float
        How long the attack phase may last.
    spent : float
        How much of it is over, not counting what runs now.
    since : float, optional
        When it was started; None while it stands.

    Raises
    ------
    InvalidInput
        If there is no time to run.

    Examples
    --------
    >>> clock = AttackClock(seconds=120).started(now=1000).paused(now=1090)
    >>> clock.left(now=5000)
    30
    >>> clock.started(now=5000).has_expired(now=5030)
    True
    """

    seconds: float
    spent: float = 0
    since: float | None = None

    def __post_init__(self) -> None:
        given: object = self.seconds
        if not isinstance(given, int | float) or not given > 0:
            raise InvalidInput(f"a clock needs more than 0 seconds, not {given!r}")

    @classmethod
    def of(cls, state: GameState) -> Self | None:
        """Return a fresh clock for an attack phase, None where the rules have none."""
        seconds = state.game.rules.turn.attack_seconds
        return None if seconds is None else cls(seconds=seconds)

    def started(self, now: float) -> Self:
        """Return the clock running; one that runs stays as it is."""
        return self if self.since is not None else replace(self, since=now)

    def paused(self, now: float) -> Self:
        """Return the clock standing: for a question of rules, or to count pieces again."""
        return replace(self, spent=self._spent(now), since=None)

    def left(self, now: float) -> float:
        """Return the seconds left, 0 once it has expired."""
        return max(0, self.seconds - self._spent(now))

    def expired(self, state: GameState, now: float) -> ClockExpired | None:
        """Return what is to be recorded now: once in a turn, while the attack lasts.

        None while there is time, and where `ClockExpired` would be illegal.
        """
        legal = any(actions.action == ClockExpired() for actions in table_actions(state))
        return ClockExpired() if legal and self.has_expired(now) else None

    def has_expired(self, now: float) -> bool:
        """Tell whether the time is up."""
        return not self.left(now)

    def _spent(self, now: float) -> float:
        return self.spent if self.since is None else self.spent + now - self.since
