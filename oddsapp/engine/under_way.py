"""What is under way in a state: an attack, an election, a proposal, a pact, an inheritance."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from oddsapp.engine.phases import Phase


class Assault(NamedTuple):
    """The attack under way: one roll, or a whole battle.

    Parameters
    ----------
    origin, target : int
        Territories.
    dice, defence_dice : int
        How many each side rolls; 0 while not announced.
    attack, defence : tuple of int
        The faces on the table.
    keep : int
        In a whole battle, with how many armies on the origin it is called off.
    cards : tuple of int
        The cards shown at this roll (C-7).
    reroll : tuple of (bool, int)
        The die that is rolled again: whether it is the attacker's, and its face.
    """

    origin: int
    target: int
    dice: int = 0
    defence_dice: int = 0
    attack: tuple[int, ...] = ()
    defence: tuple[int, ...] = ()
    keep: int = 1
    cards: tuple[int, ...] = ()
    reroll: tuple[bool, int] | None = None


class Auction(NamedTuple):
    """An election of territories under way (S-5).

    Parameters
    ----------
    points : tuple of int
        What each player has left to bid with.
    spent : tuple of int
        Territories whose influence is used up.
    lot : int
        The territory that is up for election; -1 between two.
    bidder : int
        Who bids most so far, -1 for nobody.
    bid : int
    passed : tuple of int
        Who has passed since the last bid.
    """

    points: tuple[int, ...]
    spent: tuple[int, ...] = ()
    lot: int = -1
    bidder: int = -1
    bid: int = 0
    passed: tuple[int, ...] = ()


@dataclass(frozen=True)
class Proposal:
    """What the current player has proposed, and who has still to agree (V-9).

    Parameters
    ----------
    kind : str
        ``concede``, ``draw`` or ``score``.
    number : int
        The heir of a concession, or the rounds until a score.
    waiting : tuple of int
        Who has not answered yet.
    resume : Phase
        Where the game goes on if somebody refuses.
    """

    kind: str
    number: int
    waiting: tuple[int, ...]
    resume: Phase


class Pact(NamedTuple):
    """An agreement of two players not to attack each other (R-6).

    Parameters
    ----------
    players : tuple of (int, int)
    until : int
        The last round in which it holds.
    broken_in : int
        The round in which it was broken; 0 if it was kept.
    broken_by : tuple of int
        Who broke it: one, or both at once.
    """

    players: tuple[int, int]
    until: int
    broken_in: int = 0
    broken_by: tuple[int, ...] = ()

    def holds(self, round_number: int) -> bool:
        """Tell whether it binds in a round."""
        return not self.broken_in and round_number <= self.until


class Fallen(NamedTuple):
    """An eliminated player whose cards are still to be passed on (K-13).

    Parameters
    ----------
    loser : int
    heirs : tuple of int
        Who gets them, in seat order.
    waiting : tuple of int, optional
        For whom the next cards are, once it is known how many each gets.
    """

    loser: int
    heirs: tuple[int, ...]
    waiting: tuple[int, ...] | None = None
