"""A position: what stands on a table in the middle of a game, and what the players are called."""

from __future__ import annotations

import re
from dataclasses import dataclass

from oddsapp.boards.checks import check_name, nearest
from oddsapp.dice import whole_number
from oddsapp.engine.game import NEUTRAL
from oddsapp.engine.state import HIDDEN, GameState, Phase
from oddsapp.errors import InvalidInput

PHASES = (Phase.REINFORCE, Phase.ATTACK, Phase.FORTIFY)
"""When a position can be set down: whoever has the turn decides, and nothing is under way."""
MOST_ARMIES = 1_000_000
"""The most armies of a territory in a position."""
NEUTRAL_NAME = "neutral"
"""How the side that never plays is called."""

_NUMBERED = re.compile(r"(?:player\s*)?([0-9]{1,4})", re.IGNORECASE)
_LONGEST_NAME = 100


@dataclass(frozen=True)
class Position:
    """A state between two moves of a turn, with names for the players.

    Parameters
    ----------
    state : GameState
        While its player reinforces, attacks or fortifies, and no attack is under way.
    players : tuple of str, optional
        What each player is called; none for players who only have numbers.
    title : str, optional
        What the position is about.

    Raises
    ------
    InvalidInput
        If the state is another one, or a name cannot be told from others.

    Examples
    --------
    >>> from oddsapp.engine.positions import example_position
    >>> position = example_position()
    >>> position.players, position.state.armies_on("Brazil")
    (('Ann', 'Bob', 'Cleo'), 12)
    >>> position.name(1), position.player("cleo"), position.player(3)
    ('Bob', 2, 2)
    """

    state: GameState
    players: tuple[str, ...] = ()
    title: str = ""

    def __post_init__(self) -> None:
        given: object = self.state
        if not isinstance(given, GameState):
            raise InvalidInput(f"a position is made of a GameState, not {given!r}")
        if not self.title.isprintable():
            raise InvalidInput("the title of a position must be one line of text")
        check_names(self.players, self.state.game.players)
        check_state(self)

    def name(self, player: int) -> str:
        """Return what a player is called, from 0; `NEUTRAL` is called so."""
        if player == NEUTRAL:
            return NEUTRAL_NAME
        return self.players[player] if self.players else f"player {player + 1}"

    def player(self, who: object) -> int:
        """Return the number, from 0, of a player called by name or by a number from 1."""
        return find_player(who, self.players, self.state.game.players)


def check_names(names: tuple[str, ...], players: int) -> None:
    """Raise `InvalidInput` unless there is one name for each player, or none at all."""
    if names and len(names) != players:
        raise InvalidInput(f"{players} players need as many names, not {len(names)}")
    seen: set[str] = set()
    for name in names:
        if len(name) > _LONGEST_NAME:
            raise InvalidInput(f"the name of a player has at most {_LONGEST_NAME} letters")
        check_name(name, "a player's name")
        # A spreadsheet takes these for the beginning of a formula.
        if name[0] in "=+-@" or _NUMBERED.fullmatch(name) or name.casefold() == NEUTRAL_NAME:
            raise InvalidInput(
                f"no player can be called {name!r}; any name is right that is not 'neutral', not"
                " a number and does not begin with =, +, - or @"
            )
        if name.casefold() in seen:
            raise InvalidInput(f"two players are called {name!r}; each needs a name of their own")
        seen.add(name.casefold())


def find_player(who: object, names: tuple[str, ...], players: int) -> int:
    """Return the number, from 0, of a player called by name or by a number from 1.

    Raises
    ------
    InvalidInput
        If nobody is called so; the message lists who there is.

    Examples
    --------
    >>> find_player("bob", ("Ann", "Bob"), 2), find_player("player 1", (), 2)
    (1, 0)
    >>> find_player("Bop", ("Ann", "Bob"), 2)
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: nobody is called 'Bop'; did you mean 'Bob'?
    """
    if isinstance(who, str):
        for number, name in enumerate(names):
            if name.casefold() == who.strip().casefold():
                return number
        numbered = _NUMBERED.fullmatch(who.strip())
        if numbered is None:
            known = names or tuple(f"player {number + 1}" for number in range(players))
            raise InvalidInput(f"nobody is called {_quoted(who)}; {nearest(who[:100], known)}")
        who = int(numbered[1])
    return whole_number(who, "the number of a player", least=1, most=players) - 1


def find_owner(who: object, names: tuple[str, ...], players: int) -> int:
    """Return a player as `find_player` does, or `NEUTRAL`."""
    if isinstance(who, str) and who.strip().casefold() == NEUTRAL_NAME:
        return NEUTRAL
    return find_player(who, names, players)


def check_state(position: Position) -> None:
    """Raise `InvalidInput` unless the state is one that a position can be."""
    state = position.state
    if state.phase not in PHASES:
        raise InvalidInput(
            "a position is set down while a player reinforces, attacks or fortifies; here it is"
            f" to {state.phase.value}"
            if state.phase is not Phase.OVER
            else "the game is over; a position is one that is played on"
        )
    for number, (owner, armies) in enumerate(zip(state.owners, state.armies, strict=True)):
        name = state.game.names[number]
        if not NEUTRAL <= owner < state.game.players:
            raise InvalidInput(f"nobody holds {name}; a position has an owner for each territory")
        whole_number(armies, f"the armies on {name}", least=1, most=MOST_ARMIES)
    if state.player not in state.owners:
        raise InvalidInput(
            f"{position.name(state.player)} has the turn and no territory; whoever has the turn"
            " is still in the game"
        )
    teams = state.game.teams
    if len({teams[owner] for owner in state.owners if owner != NEUTRAL}) < 2:
        raise InvalidInput(
            f"only {position.name(state.player)} is left of all sides; a position needs two"
        )
    own, others = state.reserves[state.player], sum(state.reserves)
    if others > own or (own and state.phase is not Phase.REINFORCE):
        raise InvalidInput(
            "there are armies to place out of turn; only whoever reinforces places armies"
        )
    if state.viewer is None and any(HIDDEN in hand for hand in state.hands):
        raise InvalidInput("some cards are not known, so the state must say whose view it is")


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:39]}…")
