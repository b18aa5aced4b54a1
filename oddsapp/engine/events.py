"""What chance decides, as frozen values that are written as one line of text each.

>>> parse_event("roll 6 3 2 against 5 1")
Rolled(attack=(6, 3, 2), defence=(5, 1))
"""

from __future__ import annotations

from dataclasses import dataclass

from oddsapp.engine.text import Line, read_line


class ChanceEvent(Line):
    """What comes of a chance node; `parse_event` reads one back."""


@dataclass(frozen=True)
class FirstRoll(ChanceEvent):
    """The dice for the first turn, of all who still roll, in seat order (S-3)."""

    faces: tuple[int, ...]
    form = "roll for the first turn {faces}"


@dataclass(frozen=True)
class MissionDealt(ChanceEvent):
    """The next player's mission, by its number in the deck, from 1 (V-3)."""

    mission: int
    form = "deal mission {mission}"


@dataclass(frozen=True)
class TerritoryDealt(ChanceEvent):
    """The next territory dealt (S-2, S-4)."""

    territory: str
    form = "deal {territory}"


@dataclass(frozen=True)
class Offered(ChanceEvent):
    """The territory that is put up for election next (S-5)."""

    territory: str
    form = "offer {territory}"


@dataclass(frozen=True)
class Awarded(ChanceEvent):
    """Who gets a territory that nobody bids for, by number from 1 (S-5)."""

    player: int
    territory: str
    form = "award player {player} with {territory}"


@dataclass(frozen=True)
class Rolled(ChanceEvent):
    """The faces rolled now, high to low; nothing for a side that does not roll now (C-4)."""

    attack: tuple[int, ...]
    defence: tuple[int, ...]
    form = "roll {attack} against {defence}"


@dataclass(frozen=True)
class Rerolled(ChanceEvent):
    """The new face of a die rolled again (C-7)."""

    face: int
    form = "roll again {face}"


@dataclass(frozen=True)
class Fought(ChanceEvent):
    """How a whole battle ended: the attacking force left and the defenders left."""

    force: int
    defenders: int
    form = "fight down to {force} against {defenders}"


@dataclass(frozen=True)
class Drawn(ChanceEvent):
    """The card drawn (T-7)."""

    card: str
    form = "draw {card}"


@dataclass(frozen=True)
class Thrown(ChanceEvent):
    """One roll of a RISK II battle: a face of each army left, in the battle's order (M-1)."""

    faces: tuple[int, ...]
    territory: str
    form = "throw {faces} for {territory}"


@dataclass(frozen=True)
class Settled(ChanceEvent):
    """How a RISK II battle ended: what is left of each army, in the battle's order."""

    sizes: tuple[int, ...]
    territory: str
    form = "settle at {sizes} for {territory}"


@dataclass(frozen=True)
class PassedOn(ChanceEvent):
    """A card of an eliminated player that goes to a player, by number from 1 (K-13)."""

    card: str
    player: int
    form = "pass {card} to player {player}"


EVENTS: tuple[type[ChanceEvent], ...] = (
    FirstRoll,
    MissionDealt,
    TerritoryDealt,
    Offered,
    Awarded,
    Rerolled,
    Rolled,
    Fought,
    Drawn,
    Thrown,
    Settled,
    PassedOn,
)
"""All kinds of chance events."""


def parse_event(line: str) -> ChanceEvent:
    """Return the chance event that a line of text says.

    Parameters
    ----------
    line : str
        As ``str`` writes an event, or close to it.

    Raises
    ------
    InvalidInput
        If it says none; the message tells how they are written.

    Examples
    --------
    >>> parse_event("draw Alaska")
    Drawn(card='Alaska')
    """
    return read_line(line, EVENTS, "chance event")  # type: ignore[return-value]
