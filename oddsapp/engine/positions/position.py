"""A position: what stands on a table in the middle of a game, and what the players are called."""

from __future__ import annotations

import re
from dataclasses import dataclass

from oddsapp.arguments import whole_number
from oddsapp.boards.checks import check_name, nearest
from oddsapp.engine.game import NEUTRAL
from oddsapp.engine.orders import BattleOrder, CheckedOrder, check_orders
from oddsapp.engine.positions.checks import check_orders_given, check_round, check_state
from oddsapp.engine.same_time import reopened
from oddsapp.engine.state import GameState
from oddsapp.errors import InvalidInput

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
        While its player reinforces, attacks or fortifies, and no attack is under way. Where all
        play at the same time, while they plan anything: it is kept as the phase began, without
        plans that some have handed in and reports of what is over.
    players : tuple of str, optional
        What each player is called; none for players who only have numbers.
    title : str, optional
        What the position is about.
    orders : tuple of tuple of AttackOrder or SurgeOrder, optional
        What each player orders, void or not, where attacks are planned at the same time.

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
    orders: tuple[tuple[BattleOrder, ...], ...] = ()

    def __post_init__(self) -> None:
        given: object = self.state
        if not isinstance(given, GameState):
            raise InvalidInput(f"a position is made of a GameState, not {given!r}")
        if not self.title.isprintable():
            raise InvalidInput("the title of a position must be one line of text")
        check_names(self.players, self.state.game.players)
        check_state(self.state, self.name)
        if self.state.game.rules.is_same_time:
            check_round(self.state, self.name)
            state = reopened(self.state)
            if not any(target >= 0 for target in state.targets):  # as where no mission has one
                state = state.evolve(targets=())
            object.__setattr__(self, "state", state)
        check_orders_given(self.state, self.orders, self.name)
        orders = tuple(map(tuple, self.orders)) if any(self.orders) else ()
        object.__setattr__(self, "orders", orders)

    def name(self, player: int) -> str:
        """Return what a player is called, from 0; `NEUTRAL` is called so."""
        if player == NEUTRAL:
            return NEUTRAL_NAME
        return self.players[player] if self.players else f"player {player + 1}"

    @property
    def owners(self) -> tuple[str, ...]:
        """What all are called who can hold a territory, the neutral side last."""
        return (*map(self.name, range(self.state.game.players)), NEUTRAL_NAME)

    def player(self, who: object) -> int:
        """Return the number, from 0, of a player called by name or by a number from 1."""
        return find_player(who, self.players, self.state.game.players)

    def checked_orders(self) -> tuple[CheckedOrder, ...]:
        """Return the orders of all players, each with the rule and the reason if it is void."""
        state = self.state
        return tuple(
            checked
            for player, orders in enumerate(self.orders)
            for checked in check_orders(state.game, state.owners, state.armies, player, orders)
        )


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


def _quoted(text: str) -> str:
    return repr(text if len(text) <= 40 else f"{text[:39]}…")
