"""What became of each order of a same-time turn, as data and in words.

>>> from oddsapp.engine.game import make_game
>>> from oddsapp.engine.orders import check_orders, read_orders
>>> from oddsapp.engine.resolution import begin, settle
>>> game = make_game("risk2", players=3, board="risk2")
>>> owners = [0 if name == "Peru" else 1 for name in game.names]
>>> armies = [9] * len(owners)
>>> orders = check_orders(game, owners, armies, 0, read_orders(["8 Peru -> Brazil"]))
>>> battles = settle(begin(game, owners, armies, orders), 0, (5, 0))
>>> print(order_reports(battles)[0])
player 1, 8 Peru -> Brazil: beat 9 armies of player 2 in Brazil, and occupies Brazil with 5
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from oddsapp.engine.game import Game
from oddsapp.engine.orders import CheckedOrder, SurgeOrder
from oddsapp.engine.resolution import NOWHERE, Fate, Force, Meeting, Resolution, Stage
from oddsapp.wording import counted, listed

_CLASHES = (Stage.CLASHES, Stage.SURGE_CLASHES)
_SPOILS = (Stage.SPOILS, Stage.SURGE_SPOILS)


class Surge(StrEnum):
    """Whether a surge came to its second battle, and why not (M-10)."""

    NONE = "no surge"
    WENT_ON = "went on"
    STOPPED = "beaten before"
    ONE_LEFT = "stayed, for one army holds what was taken"
    OWN_TARGET = "stayed, for its target was no enemy's any more"


@dataclass(frozen=True)
class OrderReport:
    """What became of an order.

    Parameters
    ----------
    player : int
    order : CheckedOrder
    fate : Fate
    rule : str
        The rule that a void order breaks.
    reason : str
        Why it is void, or what happened, in words.
    opponents : tuple of int
        The players whose armies it fought, in the order of the battles; -1 for a neutral side.
    sizes : tuple of int
        With how many armies it began each of its battles, and how many were left of it in the
        end.
    surge : Surge
    """

    player: int
    order: CheckedOrder
    fate: Fate
    rule: str
    reason: str
    opponents: tuple[int, ...] = ()
    sizes: tuple[int, ...] = ()
    surge: Surge = Surge.NONE

    def __str__(self) -> str:
        void = f"void, {self.reason} (rule {self.rule})"
        said = void if self.fate is Fate.VOID else self.reason
        return f"player {self.player + 1}, {self.order.order}: {said}"


def order_reports(battles: Resolution) -> tuple[OrderReport, ...]:
    """Return what became of every order, void ones too, in the order of the orders.

    While battles are pending a report says how far a force has come.

    Parameters
    ----------
    battles : Resolution

    Examples
    --------
    >>> from oddsapp.engine.resolution import begin
    >>> from oddsapp.whatif.turns.turn_file import example_turn
    >>> turn = example_turn()
    >>> reports = order_reports(begin(turn.game, turn.owners, turn.armies, turn.orders))
    >>> len(reports), reports[0].reason
    (30, 'is on its way to South Africa with 11')
    """
    forces = {force.order: (number, force) for number, force in enumerate(battles.forces)}
    return tuple(
        _report(battles, checked, *forces[number])
        if number in forces
        else OrderReport(checked.player, checked, Fate.VOID, checked.rule, checked.reason)
        for number, checked in enumerate(battles.orders)
    )


def _report(battles: Resolution, checked: CheckedOrder, number: int, force: Force) -> OrderReport:
    met = [meeting for meeting in battles.meetings if number in meeting.forces]
    surge = _surge(checked, force)
    said = [_meeting_in_words(battles, number, meeting) for meeting in met]
    said.append(_end_in_words(battles, force, surge))
    opponents = [other for meeting in met for other in _opponents(battles, number, meeting)]
    sizes = [meeting.before[meeting.forces.index(number)] for meeting in met]
    return OrderReport(
        checked.player,
        checked,
        force.fate,
        "",
        ", and ".join(part for part in said if part),
        tuple(dict.fromkeys(opponents)),
        (*sizes, force.size),
        surge,
    )


def _surge(checked: CheckedOrder, force: Force) -> Surge:
    if not isinstance(checked.order, SurgeOrder):
        return Surge.NONE
    if force.beyond == NOWHERE:
        return Surge.WENT_ON
    if force.fate is not Fate.OCCUPIES:
        return Surge.NONE if force.fate is Fate.UNDER_WAY else Surge.STOPPED
    return Surge.ONE_LEFT if force.size < 2 else Surge.OWN_TARGET


def _opponents(battles: Resolution, number: int, meeting: Meeting) -> list[int]:
    """Return against whom a force fought in a battle."""
    if meeting.stage in _CLASHES or meeting.stage in _SPOILS:
        own = battles.forces[number].player
        players = [battles.forces[other].player for other in meeting.forces]
        return [player for player in players if player != own]
    return [meeting.defender]


# -- in words ----------------------------------------------------------------------------


def _name(player: int) -> str:
    return f"player {player + 1}" if player >= 0 else "the neutral side"


def _armies(number: int) -> str:
    return counted(number, "army", "armies")


def _meeting_in_words(battles: Resolution, number: int, meeting: Meeting) -> str:
    game = battles.game
    left = meeting.after[meeting.forces.index(number)]
    others = [other for other in meeting.forces if other != number]
    if meeting.stage in _CLASHES:
        against = _strength(battles, meeting, others)
        border = f"on the border of {game.names[meeting.place]}"
        return f"beat {against} {border}" if left else f"was beaten by {against} {border}"
    if meeting.stage in _SPOILS:
        own = battles.forces[number].player
        rivals = [other for other in others if battles.forces[other].player != own]
        against = _strength(battles, meeting, rivals)
        won = any(
            size
            for other, size in zip(meeting.forces, meeting.after, strict=True)
            if battles.forces[other].player == own
        )
        verb = "won" if won else "lost"
        fell = "" if left or not won else ", but fell"
        return f"{verb} the spoils of {game.names[meeting.place]} against {against}{fell}"
    return _invasion_in_words(battles, number, meeting)


def _invasion_in_words(battles: Resolution, number: int, meeting: Meeting) -> str:
    left = meeting.after[meeting.forces.index(number)]
    defenders = f"{_armies(meeting.before[-1])} of {_name(meeting.defender)}"
    others = sorted({battles.forces[other].player for other in meeting.forces if other != number})
    together = f", together with {listed([_name(player) for player in others])}" if others else ""
    where = battles.game.names[meeting.place]
    if meeting.after[-1]:
        return f"was beaten by {defenders} in {where}{together}; {meeting.after[-1]} left there"
    fell = "" if left else ", but fell"
    return f"beat {defenders} in {where}{together}{fell}"


def _strength(battles: Resolution, meeting: Meeting, others: list[int]) -> str:
    """Return what armies came against a force, of whom and from where."""
    game: Game = battles.game
    return listed(
        [
            f"{_armies(meeting.before[meeting.forces.index(other)])} of"
            f" {_name(battles.forces[other].player)}"
            f" from {_origin(battles, other, meeting)}"
            for other in others
        ]
        or [f"nobody in {game.names[meeting.place]}"]
    )


def _origin(battles: Resolution, number: int, meeting: Meeting) -> str:
    """Return from where a force came to a battle: a surge, before its second one, from its home."""
    force = battles.forces[number]
    order = battles.orders[force.order].order
    late = list(Stage).index(meeting.stage) >= list(Stage).index(Stage.SURGE_CLASHES)
    return order.through if late and isinstance(order, SurgeOrder) else order.origin


def _end_in_words(battles: Resolution, force: Force, surge: Surge) -> str:
    names = battles.game.names
    target = names[force.target]
    match force.fate:
        case Fate.OCCUPIES:
            said = f"occupies {target} with {force.size}"
            if surge in (Surge.ONE_LEFT, Surge.OWN_TARGET):
                said += f"; it {surge.value}"
            return said + _taken_afterwards(battles, force)
        case Fate.STAYS_HOME:
            return f"the one army left stays in {names[force.home]}"
        case Fate.UNDER_WAY:
            return f"is on its way to {target} with {force.size}"
        case _:
            return ""


def _taken_afterwards(battles: Resolution, force: Force) -> str:
    """Return whose surge took afterwards what a force has occupied."""
    owner = battles.owners[force.target]
    return "" if owner == force.player else f", which {_name(owner)} took afterwards"
