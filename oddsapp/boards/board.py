"""The frozen `Board`, in the words of the game."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import cached_property

from oddsapp.boards.checks import check_board, nearest
from oddsapp.errors import InvalidInput


class CardSymbol(StrEnum):
    """The picture on a territory card.

    Examples
    --------
    >>> CardSymbol("cavalry")
    <CardSymbol.CAVALRY: 'cavalry'>
    """

    INFANTRY = "infantry"
    CAVALRY = "cavalry"
    ARTILLERY = "artillery"


@dataclass(frozen=True)
class Continent:
    """Territories that together earn a bonus.

    Parameters
    ----------
    name : str
    bonus : int
        Armies a turn for whoever holds the whole continent.
    territories : tuple of str
    bonus_classic : int, optional
        What the continent earns in the classic mode of the same game, where that differs.

    Examples
    --------
    >>> Continent("Australia", 2, ("Indonesia", "New Guinea")).bonus
    2
    """

    name: str
    bonus: int
    territories: tuple[str, ...]
    bonus_classic: int | None = None


def both_ways(pairs: Iterable[tuple[str, str]]) -> frozenset[tuple[str, str]]:
    """Borders that can be crossed in both directions, as `Board` takes them.

    Examples
    --------
    >>> sorted(both_ways([("Peru", "Brazil")]))
    [('Brazil', 'Peru'), ('Peru', 'Brazil')]
    """
    listed = tuple(pairs)
    return frozenset(listed) | {(b, a) for a, b in listed}


@dataclass(frozen=True)
class Board:
    """A map to play on: immutable, hashable and valid.

    Parameters
    ----------
    name : str
        The word that finds the board again.
    continents : tuple of Continent
        They partition the territories; their order is the board's order of territories.
    links : frozenset of (str, str)
        Borders, each in one direction: ``(a, b)`` lets an army go from a to b. An ordinary
        border is there twice (`both_ways`); a map with one-way borders has some once.
    card_symbols : tuple of (str, CardSymbol), optional
        The symbol on the card of every territory, in any order. Empty for a map that comes
        without cards.
    wild_cards : int, optional
        Cards in the deck that show all three symbols.
    title, note : str, optional
        For people: the name to show, and where the facts come from.

    Raises
    ------
    InvalidInput
        If the parts do not make a board: a link to an unknown territory or to itself, a
        territory in two continents, a part that no link reaches, a card without a symbol.

    Examples
    --------
    >>> board = Board(
    ...     name="toy",
    ...     continents=(Continent("West", 1, ("A", "B")), Continent("East", 2, ("C",))),
    ...     links=both_ways([("A", "B"), ("B", "C")]),
    ... )
    >>> board.territories
    ('A', 'B', 'C')
    >>> board.neighbours("B")
    ('A', 'C')
    >>> board.continent_of("C").bonus
    2
    """

    name: str
    continents: tuple[Continent, ...]
    links: frozenset[tuple[str, str]]
    card_symbols: tuple[tuple[str, CardSymbol], ...] = ()
    wild_cards: int = 2
    title: str = ""
    note: str = ""

    def __post_init__(self) -> None:
        check_board(self)
        # One order, so that boards with the same cards are equal.
        ordered = tuple(sorted(self.card_symbols, key=lambda card: self._indices[card[0]]))
        object.__setattr__(self, "card_symbols", ordered)

    def __hash__(self) -> int:
        # Boards are dictionary keys in every search; equal ones share these two, and
        # hashing all links each time would cost more than the search.
        return hash((self.name, len(self.links)))

    # -- territories -------------------------------------------------------------------

    @cached_property
    def territories(self) -> tuple[str, ...]:
        """All territories, continent by continent."""
        return tuple(t for continent in self.continents for t in continent.territories)

    def index(self, territory: str) -> int:
        """Place of a territory in `territories`, for states that keep tuples.

        Examples
        --------
        >>> from oddsapp.boards import find_board
        >>> find_board("classic").index("Alberta")
        1
        """
        try:
            return self._indices[territory]
        except KeyError:
            raise self._unknown(territory) from None

    def card_symbol(self, territory: str) -> CardSymbol:
        """Return the symbol on the card of a territory.

        Examples
        --------
        >>> from oddsapp.boards import find_board
        >>> str(find_board("classic").card_symbol("Brazil"))
        'artillery'
        """
        position = self.index(territory)
        if not self.card_symbols:
            raise InvalidInput(
                f"board {self.name!r} has no card symbols; it needs one for each territory"
            )
        return self.card_symbols[position][1]

    # -- borders -----------------------------------------------------------------------

    def neighbours(self, territory: str) -> tuple[str, ...]:
        """Where an army in this territory can attack or move, in the board's order.

        Examples
        --------
        >>> from oddsapp.boards import find_board
        >>> find_board("classic").neighbours("Argentina")
        ('Brazil', 'Peru')
        """
        try:
            return self._neighbours[territory]
        except KeyError:
            raise self._unknown(territory) from None

    def approaches(self, territory: str) -> tuple[str, ...]:
        """From where this territory can be attacked; differs only at one-way borders.

        Examples
        --------
        >>> one_way = frozenset({("A", "B")})
        >>> board = Board("toy", (Continent("All", 1, ("A", "B")),), one_way)
        >>> board.approaches("A"), board.approaches("B")
        ((), ('A',))
        """
        try:
            return self._approaches[territory]
        except KeyError:
            raise self._unknown(territory) from None

    def are_adjacent(self, origin: str, target: str) -> bool:
        """Whether an army can go from one territory straight to the other.

        Examples
        --------
        >>> from oddsapp.boards import find_board
        >>> find_board("classic").are_adjacent("Alaska", "Kamchatka")
        True
        """
        if (origin, target) in self.links:
            return True
        self.index(origin)
        self.index(target)
        return False

    def connected_groups(self, territories: Iterable[str]) -> tuple[frozenset[str], ...]:
        """Split territories into groups that hang together, the largest first.

        Only borders open in both directions connect. Groups of one size come in the
        board's order.

        Examples
        --------
        >>> from oddsapp.boards import find_board
        >>> groups = find_board("classic").connected_groups(["Japan", "Peru", "Brazil"])
        >>> [sorted(group) for group in groups]
        [['Brazil', 'Peru'], ['Japan']]
        """
        left = set(territories)
        groups = []
        for start in sorted(left, key=self.index):
            if start not in left:
                continue
            left.discard(start)
            group, frontier = {start}, [start]
            while frontier:
                reached = left.intersection(self._mutual[frontier.pop()])
                left -= reached
                group |= reached
                frontier.extend(reached)
            groups.append(frozenset(group))
        return tuple(sorted(groups, key=len, reverse=True))

    # -- continents --------------------------------------------------------------------

    def continent(self, name: str) -> Continent:
        """Return the continent of this name.

        Examples
        --------
        >>> from oddsapp.boards import find_board
        >>> find_board("risk2").continent("Asia").bonus
        8
        """
        for continent in self.continents:
            if continent.name == name:
                return continent
        hint = nearest(name, [continent.name for continent in self.continents])
        raise InvalidInput(f"board {self.name!r} has no continent {name!r}; {hint}")

    def continent_of(self, territory: str) -> Continent:
        """Return the continent that a territory belongs to.

        Examples
        --------
        >>> from oddsapp.boards import find_board
        >>> find_board("classic").continent_of("Siam").name
        'Asia'
        """
        try:
            return self._continents[territory]
        except KeyError:
            raise self._unknown(territory) from None

    def whole_continents(self, territories: Iterable[str]) -> tuple[Continent, ...]:
        """Return the continents that lie wholly within these territories.

        Examples
        --------
        >>> from oddsapp.boards import find_board
        >>> held = ["Argentina", "Brazil", "Peru", "Venezuela", "Congo"]
        >>> [continent.name for continent in find_board("classic").whole_continents(held)]
        ['South America']
        """
        held = set(territories)
        for territory in held:
            self.index(territory)
        return tuple(c for c in self.continents if held.issuperset(c.territories))

    def with_classic_bonuses(self) -> Board:
        """Return the same board with the bonuses of the classic mode, where a continent has one.

        Examples
        --------
        >>> from oddsapp.boards import find_board
        >>> find_board("risk2").with_classic_bonuses().continent("Asia").bonus
        7
        """
        return replace(
            self,
            continents=tuple(
                c if c.bonus_classic is None else replace(c, bonus=c.bonus_classic)
                for c in self.continents
            ),
        )

    # -- what is looked up often, worked out once ----------------------------------------

    @cached_property
    def _indices(self) -> dict[str, int]:
        return {territory: i for i, territory in enumerate(self.territories)}

    @cached_property
    def _continents(self) -> dict[str, Continent]:
        return {t: continent for continent in self.continents for t in continent.territories}

    @cached_property
    def _neighbours(self) -> dict[str, tuple[str, ...]]:
        return self._grouped(self.links)

    @cached_property
    def _approaches(self) -> dict[str, tuple[str, ...]]:
        return self._grouped((b, a) for a, b in self.links)

    @cached_property
    def _mutual(self) -> dict[str, tuple[str, ...]]:
        return self._grouped((a, b) for a, b in self.links if (b, a) in self.links)

    def _grouped(self, links: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
        found: dict[str, list[str]] = {territory: [] for territory in self.territories}
        for origin, target in links:
            found[origin].append(target)
        return {t: tuple(sorted(ends, key=self._indices.__getitem__)) for t, ends in found.items()}

    def _unknown(self, territory: object) -> InvalidInput:
        hint = nearest(territory, self.territories)
        return InvalidInput(f"board {self.name!r} has no territory {territory!r}; {hint}")
