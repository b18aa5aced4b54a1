"""What a map shows: a frozen `MapView`, the same for the page, for print and for tests."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from oddsapp.errors import InvalidInput

if TYPE_CHECKING:
    from oddsapp.boards import Board

NOBODY = ""
"""Owner of a territory that belongs to none of the players."""


@dataclass(frozen=True)
class Arrow:
    """Something that goes from one territory to another: an attack, an order, a move.

    Parameters
    ----------
    origin, target : str
    player : str, optional
        Whose colour it has; without one it has that of the selection.
    label : str, optional
        A few characters at its middle: armies, or the number of the step.
    void : bool, optional
        Whether it does not happen: drawn grey and dashed.
    says : str, optional
        What it means, for those who do not see it; "Peru to Brazil, 5" without one.
    """

    origin: str
    target: str
    player: str = ""
    label: str = ""
    void: bool = False
    says: str = ""


@dataclass(frozen=True)
class Shade:
    """A number from 0 to 1 that a territory is shaded by, always with its text.

    Parameters
    ----------
    value : float
    text : str
        The same in a few characters, as ``short_percent`` writes it.
    player : str, optional
        Whose colour is laid on; without one that of the owner.
    """

    value: float
    text: str
    player: str = ""


@dataclass(frozen=True)
class MapView:
    """All that a map shows.

    Parameters
    ----------
    board : Board
    armies : mapping of str to int, optional
        For each territory whose armies are shown.
    owners : mapping of str to str, optional
        Territory to player. Territories left out, or with `NOBODY`, belong to nobody.
    players : tuple of str, optional
        Their order decides their colours, so it should not change from run to run. Owners
        that are not listed follow in the order of the board.
    origins, targets : tuple of str, optional
        What is selected: outlined in full, and dashed.
    legal : frozenset of str or None, optional
        What can be tapped next: it stands out, and all but the selection is dimmed. None if
        everything can be.
    says : mapping of str to str, optional
        What a tap on a territory does, or what is special about it, in a few words for
        those who hear the map: "attack from here".
    arrows : tuple of Arrow, optional
    shades : mapping of str to Shade, optional
        A forecast: its text is written below the armies.
    title : str, optional
        What the map is for, in one sentence.
    legend : bool, optional
        Whether players and continents with their bonus are listed below.
    focus : tuple of str, optional
        What should be in sight where nothing is selected.

    Raises
    ------
    InvalidInput
        If a territory is not on the board, a number of armies is negative, or a shade is not
        from 0 to 1.

    Examples
    --------
    >>> from oddsapp.boards import find_board
    >>> view = MapView(find_board("classic"), armies={"Brazil": 12}, owners={"Brazil": "Ann"})
    >>> view.describe("Brazil"), view.describe("Peru")
    ('Brazil, 12 armies, Ann', 'Peru')
    """

    board: Board
    armies: Mapping[str, int] = field(default_factory=dict)
    owners: Mapping[str, str] = field(default_factory=dict)
    players: tuple[str, ...] = ()
    origins: tuple[str, ...] = ()
    targets: tuple[str, ...] = ()
    legal: frozenset[str] | None = None
    says: Mapping[str, str] = field(default_factory=dict)
    arrows: tuple[Arrow, ...] = ()
    shades: Mapping[str, Shade] = field(default_factory=dict)
    title: str = "Map of the board"
    legend: bool = True
    focus: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        named = (self.armies, self.owners, self.origins, self.targets, self.focus)
        for territories in (
            *named,
            self.legal or (),
            self.says,
            self.shades,
            *map(_ends, self.arrows),
        ):
            for territory in territories:
                self.board.index(territory)
        for territory, number in self.armies.items():
            if number < 0:
                raise InvalidInput(f"{territory} has {number} armies; 0 is the least")
        for territory, shade in self.shades.items():
            if not 0 <= shade.value <= 1:
                raise InvalidInput(f"the shade of {territory} is {shade.value}, not from 0 to 1")

    def everyone(self) -> tuple[str, ...]:
        """Return all players, in the order of their colours.

        Examples
        --------
        >>> from oddsapp.boards import find_board
        >>> MapView(find_board("classic"), owners={"Siam": "Bo"}, players=("Ann",)).everyone()
        ('Ann', 'Bo')
        """
        owners = (self.owners.get(territory, NOBODY) for territory in self.board.territories)
        arrows = (arrow.player for arrow in self.arrows)
        shades = (shade.player for shade in self.shades.values())
        named = dict.fromkeys((*self.players, *owners, *arrows, *shades))
        return tuple(player for player in named if player)

    def role(self, territory: str) -> str:
        """Return how a territory is drawn: ``origin``, ``target``, ``legal``, ``dim`` or plain.

        Examples
        --------
        >>> from oddsapp.boards import find_board
        >>> view = MapView(find_board("classic"), origins=("Peru",), legal=frozenset({"Brazil"}))
        >>> [view.role(territory) for territory in ("Peru", "Brazil", "Siam")]
        ['origin', 'legal', 'dim']
        """
        if territory in self.origins:
            return "origin"
        if territory in self.targets:
            return "target"
        if self.legal is None:
            return ""
        return "legal" if territory in self.legal else "dim"

    def describe(self, territory: str) -> str:
        """Return a territory in words: its accessible name.

        Examples
        --------
        >>> from oddsapp.boards import find_board
        >>> MapView(
        ...     find_board("classic"),
        ...     armies={"Peru": 1},
        ...     says={"Peru": "attack from here"},
        ... ).describe("Peru")
        'Peru, 1 army, attack from here'
        """
        from oddsapp.wording import counted

        parts = [territory]
        if territory in self.armies:
            parts.append(counted(self.armies[territory], "army", "armies"))
        if self.owners.get(territory):
            parts.append(self.owners[territory])
        if territory in self.shades:
            shade = self.shades[territory]
            parts.append(f"{shade.player} {shade.text}" if shade.player else shade.text)
        selected = {"origin": "selected as origin", "target": "selected as target"}
        parts.append(selected.get(self.role(territory), ""))
        parts.append(self.says.get(territory, ""))
        return ", ".join(part for part in parts if part)


def letters(players: Iterable[str]) -> dict[str, str]:
    """Return one character for each player, so that no colour stands alone.

    The first letter of the name that nobody before has, otherwise a digit.

    Examples
    --------
    >>> letters(["Ann", "Bo", "Anna", "nan", "N"])
    {'Ann': 'A', 'Bo': 'B', 'Anna': 'N', 'nan': '1', 'N': '2'}
    """
    found: dict[str, str] = {}
    for player in players:
        wanted = [*(c.upper() for c in player if c.isalnum()), *"123456789"]
        free = (c for c in wanted if len(c) == 1 and c not in found.values())
        found[player] = next(free, "?")
    return found


COLOURS = 8
"""Colours there are for players; the ninth has the first one again, with another letter."""

_NAMED = {
    "orange": 0,
    "light blue": 1,
    "cyan": 1,
    "green": 2,
    "yellow": 3,
    "blue": 4,
    "red": 5,
    "pink": 6,
    "purple": 6,
    "violet": 6,
    "grey": 7,
    "gray": 7,
    "white": 8,
    "black": 9,
}
"""Names that are colours, with the one of ``map.css`` that is meant; the last two only so."""


def colours(players: Iterable[str]) -> dict[str, int]:
    """Return the number of each player's colour: who is called after one has that one.

    Examples
    --------
    >>> colours(["Ann", "Bo", "Cat"])
    {'Ann': 0, 'Bo': 1, 'Cat': 2}
    >>> colours(["White", "Yellow", "Green", "Orange", "Ann"])
    {'White': 8, 'Yellow': 3, 'Green': 2, 'Orange': 0, 'Ann': 1}
    """
    players = tuple(players)
    found: dict[str, int] = {}
    for player in players:
        meant = _NAMED.get(player.strip().casefold())
        if meant is not None and meant not in found.values():
            found[player] = meant
    others = [player for player in players if player not in found]
    free = [number for number in range(COLOURS) if number not in found.values()]
    free = free or list(range(COLOURS))
    found |= {player: free[place % len(free)] for place, player in enumerate(others)}
    return {player: found[player] for player in players}


def _ends(arrow: Arrow) -> tuple[str, str]:
    return arrow.origin, arrow.target
