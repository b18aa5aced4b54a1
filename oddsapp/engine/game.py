"""What never changes while a game is played: its board, its rules, its players."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from oddsapp.arguments import whole_number
from oddsapp.boards import Board, find_board
from oddsapp.engine.actions import NOWHERE
from oddsapp.errors import InvalidInput
from oddsapp.rules import (
    CardReroll,
    ColouredDice,
    DefenceTiming,
    Goal,
    RankedDice,
    Ruleset,
    as_ruleset,
)

NEUTRAL = -1
"""The owner of neutral territories: a side that never plays (S-4)."""
UNCLAIMED = -2
"""The owner of a territory that nobody has claimed yet."""
SYMBOLS = ("infantry", "cavalry", "artillery")
"""What cards show, in the order of their worth (K-1)."""
WILD = "wild card"
"""How a wild card is called; it shows all three symbols."""


@dataclass(frozen=True, kw_only=True)
class Game:
    """One table: a board, the rules agreed on, and how many play.

    Territories, players and cards are numbered from 0 inside the engine: territories in the
    board's order, a territory's card like the territory, wild cards after them.

    Parameters
    ----------
    board : Board
    rules : Ruleset
        Those of coloured dice have a turn in which all play at the same time.
    players : int
        How many play.

    Raises
    ------
    InvalidInput
        If the rules have no such number of players, do not fit the board, or divide the
        players into unequal teams (V-8).

    Examples
    --------
    >>> from oddsapp.rules import find_ruleset
    >>> game = Game(board=find_board("classic"), rules=find_ruleset("classic"), players=3)
    >>> len(game.names), game.names[game.territory("Siam")]
    (42, 'Siam')
    """

    board: Board
    rules: Ruleset
    players: int

    def __post_init__(self) -> None:
        if not isinstance(self.board, Board):
            raise InvalidInput(f"a game needs a Board, find_board('classic'), not {self.board!r}")
        if not isinstance(self.rules, Ruleset):
            raise InvalidInput(f"a game needs a Ruleset, not {self.rules!r}")
        combat = self.rules.combat
        if isinstance(combat, RankedDice) and combat.round_table is not None:
            raise InvalidInput("a game is played with dice; a round table has none to roll")
        whole_number(self.players, "the number of players", least=2)
        self._check_names()
        self._check_setup()
        self._check_victory()
        if self.rules.is_same_time:
            self._check_same_time()

    def _check_names(self) -> None:
        """Refuse a territory that is called as something else in a trade is."""
        for taken in (WILD, NOWHERE):
            if taken in self.names:
                raise InvalidInput(
                    f"a territory of board {self.board.name!r} is called {taken!r}, which means"
                    " something else in a game; it needs another name"
                )

    def _check_setup(self) -> None:
        setup, size = self.rules.setup, len(self.board.territories)
        armies = setup.armies_for(self.players)
        sides = 3 if self.has_neutral else self.players
        if size < sides:
            raise InvalidInput(
                f"board {self.board.name!r} has {size} territories, too few for {sides} sides"
            )
        most = -(-size // sides)
        if armies < most:
            raise InvalidInput(
                f"{armies} armies for each of {self.players} players are too few for"
                f" {most} territories; starting_armies must say more"
            )
        if self.has_neutral and setup.neutral_armies < size // sides:
            raise InvalidInput(
                f"{setup.neutral_armies} neutral armies are too few for {size // sides}"
                " territories; neutral_armies must be more, or 0 for no neutral side"
            )

    def _check_victory(self) -> None:
        victory = self.rules.victory
        if victory.teams and self.players % victory.teams:
            raise InvalidInput(
                f"{self.players} players cannot be divided into {victory.teams} equal teams"
            )
        if victory.teams and self.players == victory.teams:
            raise InvalidInput(
                f"{victory.teams} teams of one player each are no teams; teams must be 0"
            )
        territories = len(self.board.territories)
        if victory.goal is Goal.TERRITORIES and victory.territory_target > territories:
            raise InvalidInput(
                f"territory_target is {victory.territory_target}, but board"
                f" {self.board.name!r} has {territories} territories"
            )
        if victory.goal is Goal.MISSIONS and self.players < 3:
            raise InvalidInput(
                f"secret missions are for 3 players or more, not {self.players} (rule V-3)"
            )

    def _check_same_time(self) -> None:
        if self.rules.victory.goal is Goal.TERRITORIES:
            raise InvalidInput(
                "where all play at the same time a number of territories wins by"
                " domination_territories, not by the goal territories (rule V-2)"
            )
        size, target = len(self.board.territories), self.rules.same_time.domination_territories
        if target is not None and target > size:
            raise InvalidInput(
                f"domination_territories is {target}, but board {self.board.name!r} has"
                f" {size} territories"
            )
        assert isinstance(self.rules.combat, ColouredDice)
        most = self.rules.combat.most_attackers
        for name, sides in zip(self.names, self.approaches, strict=True):
            if len(sides) > most:
                raise InvalidInput(
                    f"{len(sides)} armies could meet in {name}, and the rules have {most} at"
                    " most; most_attackers must say more (rule M-6)"
                )

    @property
    def has_neutral(self) -> bool:
        """Whether a third, neutral side stands between two players (S-4)."""
        return self.players == 2 and self.rules.setup.neutral_armies > 0

    @cached_property
    def battle_rules(self) -> Ruleset:
        """The rules of a battle that is fought whole: full dice, nobody decides at a roll."""
        return self.rules.replace(
            card_reroll=CardReroll.OFF, commander=False, defence_timing=DefenceTiming.AT_ONCE
        )

    @cached_property
    def names(self) -> tuple[str, ...]:
        """The territories in the board's order."""
        return self.board.territories

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each territory."""
        return {name: number for number, name in enumerate(self.names)}

    @cached_property
    def neighbours(self) -> tuple[tuple[int, ...], ...]:
        """From each territory, where an army can go, by number."""
        return tuple(
            tuple(self.index[other] for other in self.board.neighbours(name)) for name in self.names
        )

    @cached_property
    def approaches(self) -> tuple[tuple[int, ...], ...]:
        """From where each territory can be attacked; differs only at one-way borders."""
        return tuple(
            tuple(self.index[other] for other in self.board.approaches(name)) for name in self.names
        )

    @cached_property
    def adjacent(self) -> tuple[frozenset[int], ...]:
        """`neighbours` as sets."""
        return tuple(frozenset(others) for others in self.neighbours)

    @cached_property
    def touching(self) -> tuple[frozenset[int], ...]:
        """Next to each territory, whichever way the border is open, by number."""
        return tuple(
            here | frozenset(there)
            for here, there in zip(self.adjacent, self.approaches, strict=True)
        )

    @cached_property
    def continents(self) -> tuple[tuple[int, tuple[int, ...]], ...]:
        """The bonus and the territories of each continent (T-3)."""
        return tuple(
            (continent.bonus, tuple(self.index[name] for name in continent.territories))
            for continent in self.board.continents
        )

    @cached_property
    def continent_of(self) -> tuple[int, ...]:
        """The number of each territory's continent."""
        numbers = {
            territory: number
            for number, (_, territories) in enumerate(self.continents)
            for territory in territories
        }
        return tuple(numbers[territory] for territory in range(len(self.names)))

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """What every card is called: a territory, or `WILD`."""
        return (*self.names, *([WILD] * self.board.wild_cards))

    @cached_property
    def symbols(self) -> tuple[str | None, ...]:
        """What every card shows, None for a wild card.

        A board without symbols has them in turn: infantry, cavalry, artillery.
        """
        printed = dict(self.board.card_symbols)
        shown: list[str | None] = [
            str(printed.get(name, SYMBOLS[number % 3])) for number, name in enumerate(self.names)
        ]
        return (*shown, *([None] * self.board.wild_cards))

    @cached_property
    def teams(self) -> tuple[int, ...]:
        """The team of each player; without teams, a player's own number (V-8)."""
        teams = self.rules.victory.teams or self.players
        return tuple(player % teams for player in range(self.players))

    def largest_group(self, territories: Iterable[int]) -> int:
        """Return how many of these territories are connected with each other, at most.

        A border that is open in one direction only connects all the same.
        """
        left, largest = set(territories), 0
        while left:
            reached = [left.pop()]
            for territory in reached:
                near = left & self.touching[territory]
                reached.extend(near)
                left -= near
            largest = max(largest, len(reached))
        return largest

    def territory(self, name: str) -> int:
        """Return a territory's number.

        Raises
        ------
        InvalidInput
            If the board has no such territory.
        """
        number = self.index.get(name)
        return self.board.index(name) if number is None else number


def make_game(rules: str | Ruleset, *, players: int, board: str | Board | None = None) -> Game:
    """Return the game of these rules; boards and rules may be given by name.

    Without a board it is that of the rules: the 48 territories of ``risk2`` where all play at
    the same time, else ``classic``.
    """
    agreed = as_ruleset(rules)
    if board is None:
        board = "risk2" if agreed.is_same_time else "classic"
    return Game(
        board=find_board(board) if isinstance(board, str) else board,
        rules=agreed,
        players=whole_number(players, "the number of players", least=2),
    )
