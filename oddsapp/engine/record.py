"""The log of a game: what was done and what chance brought, a line of words each.

The log is all there is to keep (`oddsapp.engine.save_file`): whoever has it, the board and the
rules can play the game again to any of its lines.

>>> from oddsapp.engine.game import make_game
>>> record = GameRecord(make_game("classic", players=3))
>>> record.add("roll for the first turn 2 6 5")
>>> record.state.first, record.log
(1, ('roll for the first turn 2 6 5',))
"""

from __future__ import annotations

from collections.abc import Iterable

from oddsapp.engine.actions import Action, parse_action
from oddsapp.engine.classic import apply_action
from oddsapp.engine.events import EVENTS, ChanceEvent, parse_event
from oddsapp.engine.game import Game
from oddsapp.engine.setup import new_game
from oddsapp.engine.state import GameState
from oddsapp.errors import InvalidInput, OddsappError

_CHANCE_VERBS = frozenset(event.form.split()[0] for event in EVENTS)


class GameRecord:
    """A game while it is played: its state, and the log that led there.

    The one thing in the engine that changes: it grows by a line with every `add`.

    Parameters
    ----------
    game : Game
        The log begins with its first state.

    Examples
    --------
    >>> from oddsapp.engine.game import make_game
    >>> rules = "parker1993"
    >>> record = GameRecord(make_game(rules, players=2))
    >>> record.add("roll for the first turn 3 4")
    >>> record.add("deal Atlantis")
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: board 'classic' has no territory 'Atlantis'; known: ...
    >>> len(record.log), len(replay(record.game, record.log).undealt)
    (1, 42)
    """

    def __init__(self, game: Game) -> None:
        self._state = new_game(game.rules, players=game.players, board=game.board)
        self._log: list[str] = []

    @property
    def game(self) -> Game:
        """What was agreed on."""
        return self._state.game

    @property
    def state(self) -> GameState:
        """The state after all that was added."""
        return self._state

    @property
    def log(self) -> tuple[str, ...]:
        """What happened so far, a line each; an undo is a line like any other (T-10)."""
        return tuple(self._log)

    def add(self, step: Action | ChanceEvent | str) -> None:
        """Apply an action or a chance event, and write it down.

        Parameters
        ----------
        step : Action, ChanceEvent or str
            As text, it is read as the log is.

        Raises
        ------
        IllegalMove
            If the rules do not allow it; nothing is written then.
        InvalidInput
            If it cannot be read, or cannot be here.
        """
        if isinstance(step, str):
            step = parse_step(step)
        state = apply_action(self._state, step)
        line = str(step)
        if parse_step(line) != step:
            raise InvalidInput(
                f"{line!r} would not be read back as it is meant: the board's names are too much"
                " like the words of the log"
            )
        self._state = state
        self._log.append(line)


def parse_step(line: str) -> Action | ChanceEvent:
    """Return the action or the chance event that a line of a log says.

    Raises
    ------
    InvalidInput
        If it says neither; the message tells how they are written.

    Examples
    --------
    >>> parse_step("draw Alaska"), parse_step("end the attack")
    (Drawn(card='Alaska'), EndAttack())
    """
    given: object = line
    verb = given.partition(" ")[0] if isinstance(given, str) else ""
    return parse_event(line) if verb in _CHANCE_VERBS else parse_action(line)


def replay(game: Game, log: Iterable[str]) -> GameState:
    """Return the state that a log leads to.

    Parameters
    ----------
    game : Game
    log : iterable of str
        Actions and events, a line each.

    Raises
    ------
    InvalidInput
        If a line cannot be read or is against the rules; the message has its number.

    Examples
    --------
    >>> from oddsapp.engine.game import make_game
    >>> replay(make_game("classic", players=3), ["roll for the first turn 6 6 1", "end the turn"])
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: line 2 of the log cannot be: 'end the turn' cannot be done \
now, when it is to roll for the first turn (rule T-1)
    """
    return record_of(game, log).state


def record_of(game: Game, log: Iterable[str]) -> GameRecord:
    """Return the record of a log, played again as `replay` does."""
    record = GameRecord(game)
    for number, line in enumerate(log, start=1):
        try:
            record.add(line)
        except OddsappError as error:
            raise InvalidInput(f"line {number} of the log cannot be: {error}") from None
    return record
