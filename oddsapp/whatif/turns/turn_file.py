"""A same-time turn as a JSON file: a position with each player's orders.

>>> turn = example_turn()
>>> turn.players, len(turn.orders)
(('White', 'Yellow', 'Green', 'Red', 'Black', 'Blue'), 30)
"""

from __future__ import annotations

from dataclasses import dataclass

from oddsapp.engine.game import Game
from oddsapp.engine.orders import CheckedOrder
from oddsapp.engine.positions.agreed import read_rules
from oddsapp.engine.positions.json_form import position_from_dict
from oddsapp.engine.positions.position import Position
from oddsapp.engine.state import Phase
from oddsapp.errors import InvalidInput
from oddsapp.json_values import as_object, parse_json


@dataclass(frozen=True)
class TurnFile:
    """A turn that was read: what `oddsapp.forecast_turn` takes.

    Parameters
    ----------
    position : Position
        While attacks are planned at the same time, with the orders.
    """

    position: Position

    @property
    def title(self) -> str:
        """What the turn is about."""
        return self.position.title

    @property
    def game(self) -> Game:
        """The board, the rules and the players."""
        return self.position.state.game

    @property
    def players(self) -> tuple[str, ...]:
        """What each player is called."""
        return tuple(self.position.name(player) for player in range(self.game.players))

    @property
    def owners(self) -> tuple[int, ...]:
        """The owner of each territory."""
        return self.position.state.owners

    @property
    def armies(self) -> tuple[int, ...]:
        """The armies of each territory."""
        return self.position.state.armies

    @property
    def orders(self) -> tuple[CheckedOrder, ...]:
        """The orders of all players, void ones too."""
        return self.position.checked_orders()


def read_turn(text: str) -> TurnFile:
    """Return the turn that JSON text holds.

    Parameters
    ----------
    text : str
        A position as `oddsapp.engine.positions.position_from_dict` describes it, with rules
        where all play at the same time, ``risk2`` if it does not say which, and for each
        player ``orders``, a list of text.

    Raises
    ------
    InvalidInput
        If it is no turn; the message says what is wrong.

    Examples
    --------
    >>> read_turn('{"players": {"Ann": {"territories": {"Atlantis": 3}}}}')
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: a turn needs 2 players or more, not 1
    """
    try:
        data = parse_json(text)
    except InvalidInput as error:
        raise InvalidInput(f"the turn cannot be read: it {error}") from None
    fields = {"rules": "risk2", **as_object(data, "a turn", required=("players",))}
    players = fields["players"]
    if isinstance(players, dict | list) and len(players) < 2:
        raise InvalidInput(f"a turn needs 2 players or more, not {len(players)}")
    rules = read_rules(fields)
    if not rules.is_same_time:
        raise InvalidInput(
            f"under the rules {rules.name} players take turns; a turn of all at the same"
            " time has rules of RISK II: risk2, for instance"
        )
    position = position_from_dict(fields)
    if position.state.phase is not Phase.ORDERS:
        raise InvalidInput(
            f"in a turn the phase is 'orders'; here it is to {position.state.phase.value}"
        )
    return TurnFile(position)


def example_text() -> str:
    """Return the JSON text of the turn that comes with the package.

    48 territories, 6 players, 30 orders with 5 border clashes, 3 invasions by several players
    and 2 surges.
    """
    from importlib.resources import files

    return (files("oddsapp.whatif") / "data" / "turn.json").read_text(encoding="utf-8")


def example_turn() -> TurnFile:
    """Return the turn that comes with the package.

    Examples
    --------
    >>> turn = example_turn()
    >>> turn.players, len(turn.orders)
    (('White', 'Yellow', 'Green', 'Red', 'Black', 'Blue'), 30)
    """
    return read_turn(example_text())
