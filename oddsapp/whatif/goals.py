"""What a turn, or a game, is played for: a goal that every end of a roll-out has a value for."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from oddsapp.boards.checks import folded, nearest
from oddsapp.engine.game import Game
from oddsapp.engine.state import GameState, returns
from oddsapp.errors import InvalidInput


class GoalKind(StrEnum):
    """What kinds of goals there are.

    Examples
    --------
    >>> [str(kind) for kind in GoalKind]
    ['win', 'survive', 'take']
    """

    WIN = "win"
    SURVIVE = "survive"
    TAKE = "take"


_SAID = "a goal is 'win', 'survive', or 'take' and a continent or territory: take Africa"


@dataclass(frozen=True)
class Goal:
    """What a player is after.

    Parameters
    ----------
    kind : GoalKind
        To win the game, to be still in it at the end of what is looked at, or to hold a
        continent or a territory then.
    place : str
        The continent or territory of `GoalKind.TAKE`; no other kind has one.

    Raises
    ------
    InvalidInput
        If there is no such kind, or a place is missing or too many.

    Examples
    --------
    >>> print(Goal(GoalKind.TAKE, "Africa"))
    take Africa
    """

    kind: GoalKind
    place: str = ""

    def __post_init__(self) -> None:
        try:
            object.__setattr__(self, "kind", GoalKind(self.kind))
        except ValueError:
            raise InvalidInput(f"{self.kind!r} is no goal; {_SAID}") from None
        if (self.kind is GoalKind.TAKE) != bool(self.place):
            raise InvalidInput(f"{self.kind.value!r} and {self.place!r} are no goal; {_SAID}")

    def __str__(self) -> str:
        return f"{self.kind.value} {self.place}".rstrip()

    def territories(self, game: Game) -> tuple[int, ...]:
        """Return what has to be held for it, by number; a continent goes before a territory.

        Raises
        ------
        InvalidInput
            If the board has no such place; the message says what it may mean.
        """
        if self.kind is not GoalKind.TAKE:
            return ()
        wanted = folded(self.place)
        for continent, (_, members) in zip(game.board.continents, game.continents, strict=True):
            if folded(continent.name) == wanted:
                return members
        for number, name in enumerate(game.names):
            if folded(name) == wanted:
                return (number,)
        known = [continent.name for continent in game.board.continents]
        raise InvalidInput(
            f"board {game.board.name!r} has no continent or territory {self.place!r};"
            f" {nearest(self.place, [*known, *game.names])}"
        )

    def value(self, state: GameState, player: int) -> float:
        """Return what an end is worth to a player, from 0 to 1.

        A shared victory counts as a share of it, an unfinished game as none.

        Examples
        --------
        >>> from oddsapp.engine import new_game
        >>> state = new_game("classic", players=3).evolve(owners=(0,) * 21 + (1,) * 21)
        >>> goals = parse_goal("win"), parse_goal("survive"), parse_goal("hold north america")
        >>> [goal.value(state, 0) for goal in goals]
        [0.0, 1.0, 1.0]
        """
        match self.kind:
            case GoalKind.WIN:
                return float(returns(state)[player])
            case GoalKind.SURVIVE:
                return float(player in state.owners)
            case GoalKind.TAKE:
                places = self.territories(state.game)
                return float(all(state.owners[place] == player for place in places))


def parse_goal(text: str, game: Game | None = None) -> Goal:
    """Return the goal that a text says; ``hold`` is another word for ``take``.

    Parameters
    ----------
    text : str
    game : Game, optional
        Whose board the continent or territory is looked up on, and written as it is there.

    Raises
    ------
    InvalidInput
        If this is no goal, or the board has no such place.

    Examples
    --------
    >>> parse_goal("win") == parse_goal(" WIN "), str(parse_goal("hold Brazil"))
    (True, 'take Brazil')
    >>> parse_goal("get rich")
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: 'get rich' is no goal; a goal is 'win', 'survive', or 'take' ...
    """
    verb, _, place = text.strip().partition(" ")
    kind = {"hold": "take"}.get(verb.casefold(), verb.casefold())
    place = " ".join(place.split())
    if kind not in tuple(GoalKind) or (kind == GoalKind.TAKE) != bool(place):
        raise InvalidInput(f"{text!r} is no goal; {_SAID}")
    goal = Goal(GoalKind(kind), place)
    return goal if game is None else Goal(goal.kind, name_of(goal, game))


def name_of(goal: Goal, game: Game) -> str:
    """Return what the place of a goal is called on a board; nothing if it has none."""
    places = goal.territories(game)
    if len(places) == 1 and folded(game.names[places[0]]) == folded(goal.place):
        return game.names[places[0]]
    for continent in game.board.continents:
        if folded(continent.name) == folded(goal.place):
            return continent.name
    return ""
