"""What players do, as frozen values that are written as one line of text each.

>>> action = parse_action("attack Brazil -> North Africa with 3 dice")
>>> action
Attack(origin='Brazil', target='North Africa', dice=3)
>>> str(action)
'attack Brazil -> North Africa with 3 dice'
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from oddsapp.arguments import whole_number
from oddsapp.engine.text import Line, read_line
from oddsapp.errors import InvalidInput


class Action(Line):
    """Anything that a player does; `parse_action` reads one back."""

    amount: ClassVar[str] = ""
    """The field that is a number of armies or dice, where there is one."""


# -- setup -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Claim(Action):
    """Claim a free territory with one army (S-2)."""

    territory: str
    form = "claim {territory}"


@dataclass(frozen=True)
class Place(Action):
    """Place armies from the reserve on a territory: at the start, and when reinforcing."""

    armies: int
    territory: str
    form = "place {armies} armies on {territory}"
    amount = "armies"


@dataclass(frozen=True)
class ChooseCapital(Action):
    """Choose a capital, unseen by the others until all have one (V-4, V-5)."""

    territory: str
    form = "choose capital {territory}"


@dataclass(frozen=True)
class EndReinforcement(Action):
    """Go on to attack with armies that have no room; they are lost (T-5).

    Needed only where nothing can be placed: otherwise the attack begins with the last army.
    """

    form = "end the reinforcement"


# -- setup of all at once: whoever acts is named, for nobody has to wait for a turn ----------


@dataclass(frozen=True)
class Bid(Action):
    """Bid for the territory that is up for election (S-5); players by number from 1."""

    player: int
    points: int
    form = "player {player} bids {points}"
    amount = "points"


@dataclass(frozen=True)
class PassBid(Action):
    """Bid no more unless somebody else does (S-5)."""

    player: int
    form = "player {player} passes"


@dataclass(frozen=True)
class Station(Action):
    """Place starting armies where all place at once (S-5)."""

    player: int
    armies: int
    territory: str
    form = "player {player} stations {armies} armies on {territory}"
    amount = "armies"


@dataclass(frozen=True)
class TakeBack(Action):
    """Take starting armies back, to place them elsewhere (S-5)."""

    player: int
    armies: int
    territory: str
    form = "player {player} takes back {armies} armies from {territory}"
    amount = "armies"


@dataclass(frozen=True)
class AgreeToSetup(Action):
    """Agree to how the starting armies of all stand (S-5)."""

    player: int
    form = "player {player} agrees to the setup"


# -- cards -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Trade(Action):
    """Trade a set of three cards (K-2); ``bonus_on`` gets the armies of K-8.

    Cards are called by their territories; a wild card is called ``wild card``.
    """

    cards: tuple[str, ...]
    bonus_on: str
    form = "trade {cards}, bonus on {bonus_on}"


NOWHERE = "no territory"
"""What `Trade.bonus_on` says where no card shows an own territory."""


# -- attack ------------------------------------------------------------------------------


@dataclass(frozen=True)
class Attack(Action):
    """Attack once: one roll with so many dice (C-2)."""

    origin: str
    target: str
    dice: int
    form = "attack {origin} -> {target} with {dice} dice"
    amount = "dice"


@dataclass(frozen=True)
class AttackUntil(Action):
    """Attack with full dice until the target is taken, or a roll leaves so few armies.

    Parameters
    ----------
    origin, target : str
    keep : int
        Stop with at most so many armies on the origin; 1 fights to the end.
    """

    origin: str
    target: str
    keep: int
    form = "attack {origin} -> {target} until {keep} armies are left"
    amount = "keep"


@dataclass(frozen=True)
class Defend(Action):
    """Say with how many dice to defend (C-3)."""

    dice: int
    form = "defend with {dice} dice"
    amount = "dice"


@dataclass(frozen=True)
class Reroll(Action):
    """Show a card and roll again one die with this face (C-7)."""

    card: str
    side: str
    face: int
    form = "show {card} and roll again the {side}'s {face}"


@dataclass(frozen=True)
class Command(Action):
    """Have the commander turn one of the attacker's dice to its highest face (C-8)."""

    face: int
    form = "command the {face} to the highest face"


@dataclass(frozen=True)
class LetStand(Action):
    """Let the roll stand as it lies."""

    form = "let the roll stand"


@dataclass(frozen=True)
class Occupy(Action):
    """Move armies into the territory just conquered (C-6)."""

    armies: int
    form = "move in {armies} armies"
    amount = "armies"


@dataclass(frozen=True)
class EndAttack(Action):
    """End the attack phase."""

    form = "end the attack"


# -- fortification -----------------------------------------------------------------------


@dataclass(frozen=True)
class Fortify(Action):
    """Move armies from one own territory to another (T-6)."""

    armies: int
    origin: str
    target: str
    form = "fortify {armies} armies {origin} -> {target}"
    amount = "armies"


@dataclass(frozen=True)
class EndTurn(Action):
    """End the turn."""

    form = "end the turn"


# -- where all play at the same time ---------------------------------------------------------


@dataclass(frozen=True)
class Submit(Action):
    """Hand in a plan for this phase; a new one takes its place until all are ready (R-3).

    Parameters
    ----------
    player : int
        By number from 1, as it is written.
    orders : tuple of str
        A line of text each, as the phase has them; `oddsapp.engine.plans` reads them.

    Raises
    ------
    InvalidInput
        If the player is no whole number, or the orders are no list.

    Examples
    --------
    >>> str(Submit(2, ("4 Brazil -> Peru",)))
    'player 2 submits 4 Brazil -> Peru'
    """

    player: int
    orders: tuple[str, ...] = ()
    form = "player {player} submits {orders}"

    def __post_init__(self) -> None:
        if type(self.player) is not int:
            number = whole_number(self.player, "the number of the player")
            object.__setattr__(self, "player", number)
        given: object = self.orders
        if isinstance(given, str) or not isinstance(given, Iterable):
            raise InvalidInput(f"the orders must be a list of texts, not {given!r}")
        object.__setattr__(self, "orders", tuple(str(order).strip() for order in given))


# -- around the table --------------------------------------------------------------------


@dataclass(frozen=True)
class Undo(Action):
    """Take the last move back; not past dice, a draw or the start of a turn (T-10)."""

    form = "undo"


@dataclass(frozen=True)
class ClockExpired(Action):
    """Record that the time is up: for attacks (C-9), for the bids of an election (S-5)."""

    form = "time is up"


@dataclass(frozen=True)
class Concede(Action):
    """Propose to concede: territories and cards go to a player, by number from 1 (V-9).

    With heir 0 they stay as a neutral side's, and the cards are discarded.
    """

    heir: int
    form = "concede to player {heir}"


@dataclass(frozen=True)
class ProposeDraw(Action):
    """Propose a draw between all who are left (V-9)."""

    form = "propose a draw"


@dataclass(frozen=True)
class ProposeScore(Action):
    """Propose to count the score after so many more rounds, this one included (V-7, V-9)."""

    rounds: int
    form = "propose to score after {rounds} rounds"


@dataclass(frozen=True)
class Agree(Action):
    """Agree to what is proposed."""

    form = "agree"


@dataclass(frozen=True)
class Refuse(Action):
    """Refuse what is proposed: nothing happens."""

    form = "refuse"


ACTIONS: tuple[type[Action], ...] = (
    Claim,
    Place,
    ChooseCapital,
    Bid,
    PassBid,
    Station,
    TakeBack,
    AgreeToSetup,
    EndReinforcement,
    Trade,
    AttackUntil,
    Attack,
    Defend,
    Reroll,
    Command,
    LetStand,
    Occupy,
    EndAttack,
    Fortify,
    EndTurn,
    Submit,
    Undo,
    ClockExpired,
    Concede,
    ProposeDraw,
    ProposeScore,
    Agree,
    Refuse,
)
"""All kinds of actions."""


@dataclass(frozen=True)
class ActionRange:
    """An action, and up to what its amount may go: `legal_actions` lists no number twice.

    Parameters
    ----------
    action : Action
        With the smallest amount that is legal.
    most : int
        The largest; without meaning for an action that has no amount.

    Examples
    --------
    >>> attacks = ActionRange(Attack("Brazil", "North Africa", 1), 3)
    >>> len(attacks), attacks.largest
    (3, Attack(origin='Brazil', target='North Africa', dice=3))
    >>> Attack("Brazil", "North Africa", 2) in list(attacks)
    True
    """

    action: Action
    most: int = 0

    @property
    def least(self) -> int:
        """The smallest amount; 0 for an action without one."""
        return getattr(self.action, self.action.amount) if self.action.amount else 0

    @property
    def largest(self) -> Action:
        """The action with its largest amount."""
        return self.with_amount(self.most)

    def with_amount(self, amount: int) -> Action:
        """Return the action with this amount; an action without one as it is."""
        if not self.action.amount:
            return self.action
        return replace(self.action, **{self.action.amount: amount})  # type: ignore[type-var]

    def __len__(self) -> int:
        return self.most - self.least + 1 if self.action.amount else 1

    def __iter__(self) -> Iterator[Action]:
        if not self.action.amount:
            return iter((self.action,))
        return map(self.with_amount, range(self.least, self.most + 1))


def parse_action(line: str) -> Action:
    """Return the action that a line of text says.

    Parameters
    ----------
    line : str
        As ``str`` writes an action, or close to it.

    Raises
    ------
    InvalidInput
        If it says none; the message tells how they are written.

    Examples
    --------
    >>> parse_action("move in 1 army")
    Occupy(armies=1)
    >>> parse_action("attack Brazil")
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: 'attack Brazil' is no action; it is written ...
    """
    return read_line(line, ACTIONS, "action")  # type: ignore[return-value]
