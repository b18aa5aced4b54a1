"""A league: one table over many games, 3 points a win, 1 a draw, 0 a loss (V-9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from oddsapp.engine.state import GameState, is_terminal, returns
from oddsapp.errors import InvalidInput

WIN, DRAW, LOSS = 3, 1, 0
"""Points for each."""


@dataclass(frozen=True)
class Result:
    """One game of a league.

    Parameters
    ----------
    names : tuple of str
        Who sat at each seat.
    shares : tuple of Fraction
        Each one's share of the victory, as `oddsapp.engine.returns` has it: 1 is a win,
        also for every member of a winning team, a part of it a draw.
    """

    names: tuple[str, ...]
    shares: tuple[Fraction, ...]

    def __post_init__(self) -> None:
        given: tuple[object, ...] = self.names
        if not all(isinstance(name, str) and name.strip() for name in given):
            raise InvalidInput(f"a league knows players by their names, not by {self.names!r}")
        if len(set(self.names)) < len(self.names):
            raise InvalidInput(f"the players of a game need different names, not {self.names!r}")
        if len(self.shares) != len(self.names):
            raise InvalidInput(
                f"{len(self.names)} players need as many shares, not {len(self.shares)}"
            )
        if not any(self.shares) or not all(0 <= share <= 1 for share in self.shares):
            raise InvalidInput(
                "in a game of a league somebody wins or several share; shares lie from 0 to 1"
            )


def result_of(state: GameState, names: Sequence[str]) -> Result:
    """Return the result of a game that is over, for a table.

    Parameters
    ----------
    state : GameState
    names : sequence of str
        What the players are called in the table, in seat order.

    Raises
    ------
    InvalidInput
        If it is not over: a draw can be agreed on, or the score counted (V-9).

    Examples
    --------
    >>> from oddsapp.engine.setup import new_game
    >>> result_of(new_game("classic", players=2), ["Ann", "Bob"])
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: the game is not over; a draw can be agreed on, or its score counted
    """
    if not is_terminal(state):
        raise InvalidInput("the game is not over; a draw can be agreed on, or its score counted")
    return Result(tuple(names), returns(state))


@dataclass(frozen=True, kw_only=True)
class Standing:
    """A line of the table.

    Parameters
    ----------
    rank : int
        From 1; equal points are an equal rank, and the next one is left out.
    name : str
    wins, draws, losses : int
    """

    rank: int
    name: str
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        """How many were played."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> int:
        """3 for each win, 1 for each draw."""
        return WIN * self.wins + DRAW * self.draws + LOSS * self.losses


def league_table(results: Iterable[Result]) -> tuple[Standing, ...]:
    """Return the table over many games, the most points first.

    Nothing but points counts: equal points are an equal rank, in the order of names.

    Parameters
    ----------
    results : iterable of Result
        From `result_of`.

    Examples
    --------
    >>> won = Result(("Ann", "Bob", "Cid"), (1, 0, 0))
    >>> drawn = Result(("Bob", "Ann"), (Fraction(1, 2), Fraction(1, 2)))
    >>> for line in league_table([won, drawn]):
    ...     print(line.rank, line.name, line.points)
    1 Ann 4
    2 Bob 1
    3 Cid 0
    """
    counts: dict[str, list[int]] = {}
    for result in results:
        for name, share in zip(result.names, result.shares, strict=True):
            kind = 0 if share == 1 else 1 if share else 2
            counts.setdefault(name, [0, 0, 0])[kind] += 1
    points = {
        name: WIN * wins + DRAW * draws + LOSS * losses
        for name, (wins, draws, losses) in counts.items()
    }
    return tuple(
        Standing(
            rank=1 + sum(other > points[name] for other in points.values()),
            name=name,
            wins=wins,
            draws=draws,
            losses=losses,
        )
        for name, (wins, draws, losses) in sorted(
            counts.items(), key=lambda entry: (-points[entry[0]], entry[0])
        )
    )
