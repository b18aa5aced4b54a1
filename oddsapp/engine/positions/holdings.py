"""Who holds what: the owner and the armies of each territory, as people write them down."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from oddsapp.arguments import whole_number
from oddsapp.engine.game import NEUTRAL, UNCLAIMED, Game
from oddsapp.engine.positions.checks import MOST_ARMIES
from oddsapp.engine.positions.position import NEUTRAL_NAME
from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_list, as_object, as_text
from oddsapp.wording import listed

Holdings = tuple[tuple[int, ...], tuple[int, ...]]
"""The owners and the armies of all territories, in the board's order."""


class Holder:
    """Owners and armies while they are gathered: each territory once.

    Parameters
    ----------
    game : Game
    names : mapping of int to str
        What each owner is called in a message.
    """

    def __init__(self, game: Game, names: Mapping[int, str]) -> None:
        self._game, self._names = game, names
        self._owners = [UNCLAIMED] * len(game.names)
        self._armies = [0] * len(game.names)

    def add(self, territory: int, owner: int, armies: object) -> None:
        """Give a territory to an owner.

        Raises
        ------
        InvalidInput
            If somebody has it already, or so many armies cannot be there.
        """
        name, holder = self._game.names[territory], self._owners[territory]
        if holder == owner:
            raise InvalidInput(f"{name} is there twice; once is right")
        if holder != UNCLAIMED:
            raise InvalidInput(
                f"{name} is held by {self._names[holder]} and by {self._names[owner]};"
                " a territory has one owner"
            )
        number = whole_number(armies, f"the armies on {name}", least=1, most=MOST_ARMIES)
        self._owners[territory], self._armies[territory] = owner, number

    def fill(self, territory: int, owner: int, armies: object) -> None:
        """Give a territory to an owner unless somebody has it."""
        if self._owners[territory] == UNCLAIMED:
            self.add(territory, owner, armies)

    def holds(self, territory: int) -> int:
        """Return who has a territory so far."""
        return self._owners[territory]

    def done(self, advice: str) -> Holdings:
        """Return all owners and armies.

        Raises
        ------
        InvalidInput
            If a territory is left over; the message names some, and gives the advice.
        """
        left = [
            name
            for name, owner in zip(self._game.names, self._owners, strict=True)
            if owner == UNCLAIMED
        ]
        if left:
            more = [f"{len(left) - 3} more"] if len(left) > 4 else left[3:]
            raise InvalidInput(f"nobody holds {listed([*left[:3], *more])}; {advice}")
        return tuple(self._owners), tuple(self._armies)


def read_holdings(
    game: Game, names: Mapping[int, str], held: Mapping[int, object], rest: tuple[int, object]
) -> Holdings:
    """Read who holds what.

    Parameters
    ----------
    game : Game
    names : mapping of int to str
        What each owner is called.
    held : mapping of int to (dict or list)
        For each owner the territories with their armies, or a list of those with one army on
        each. A continent stands for all its territories but those that are listed.
    rest : tuple of (int, int)
        Who has all other territories, `UNCLAIMED` for nobody, and the armies on each.
    """
    board, holder = game.board, Holder(game, names)
    continents = {
        continent.name: continent.territories
        for continent in board.continents
        if continent.name not in game.index  # a territory goes before the land around it
    }
    whole: list[tuple[int, str, object]] = []
    for owner, value in held.items():
        with place(f"the territories of {names[owner]}"):
            for name, armies in _pairs(value):
                if name in continents:
                    whole.append((owner, name, armies))
                else:
                    holder.add(game.territory(name), owner, armies)
    taken: dict[str, int] = {}
    for owner, name, armies in whole:
        with place(f"the territories of {names[owner]}"):
            if name in taken:
                raise InvalidInput(f"{name} is already {names[taken[name]]}'s; once is right")
            taken[name] = owner
            for territory in continents[name]:
                holder.fill(game.index[territory], owner, armies)
    whoever, on_each = rest
    if whoever != UNCLAIMED:
        with place("'rest'"):
            for number in range(len(game.names)):
                holder.fill(number, whoever, on_each)
    return holder.done('say whose they are, or whose the rest is: "rest": "neutral"')


def _pairs(value: object) -> Iterable[tuple[str, object]]:
    if isinstance(value, list):
        return [(as_text(name, "a territory"), 1) for name in as_list(value, "the territories")]
    return as_object(value, "what is held").items()


def write_holdings(game: Game, owners: Iterable[int], armies: Iterable[int]) -> dict[int, Any]:
    """Return the territories of each owner with their armies, as `read_holdings` takes them."""
    held: dict[int, Any] = {}
    for name, owner, count in zip(game.names, owners, armies, strict=True):
        held.setdefault(owner, {})[name] = count
    return held


def owner_names(names: Sequence[str], players: int) -> dict[int, str]:
    """Return what each owner is called, by number if there are no names; the neutral side too."""
    called = names or [f"player {number + 1}" for number in range(players)]
    return {**dict(enumerate(called)), NEUTRAL: f"the {NEUTRAL_NAME} side"}


class place:  # noqa: N801  # reads as a word: with place("the cards of Ann")
    """Put the place in front of what is wrong there."""

    def __init__(self, where: str) -> None:
        self.where = where

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, InvalidInput):
            raise InvalidInput(f"{self.where}: {error}") from None
