"""Starting armies placed by all at once (S-5).

After one army on each territory everybody places, and takes back, as they like; nobody waits
for a turn. It is over when all agree, and whoever changes something has everybody agree anew.
"""

from __future__ import annotations

from oddsapp.engine.actions import ActionRange, AgreeToSetup, Station, TakeBack
from oddsapp.engine.state import GameState, Phase, changed
from oddsapp.errors import IllegalMove, InvalidInput


def settle_first(state: GameState, territory: int, owner: int) -> GameState:
    """Put a player's first army on a territory."""
    return state.evolve(
        owners=changed(state.owners, territory, owner),
        armies=changed(state.armies, territory, 1),
        reserves=changed(state.reserves, owner, state.reserves[owner] - 1),
    )


def seat(state: GameState, player: int) -> int:
    """Return a player's number from 0, of the number from 1 that actions say.

    Raises
    ------
    InvalidInput
        If there is no such player.
    """
    if not 1 <= player <= state.game.players:
        raise InvalidInput(f"there is no player {player}; players are 1 to {state.game.players}")
    return player - 1


def begin_together(state: GameState) -> GameState:
    """Let all place; asked first is the first seat."""
    return state.evolve(phase=Phase.ARRANGE, player=state.first, agreed=())


# -- what may be done --------------------------------------------------------------------


def check_station(state: GameState, action: Station) -> None:
    """Raise `IllegalMove` unless these armies are there, and the territory is one's own."""
    player = seat(state, action.player)
    _check_own(state, player, action.territory)
    reserve = state.reserves[player]
    if not 1 <= action.armies <= reserve:
        raise IllegalMove("S-5", f"{action.armies} cannot be placed; {reserve} are there to place")


def check_take_back(state: GameState, action: TakeBack) -> None:
    """Raise `IllegalMove` unless one army stays on the own territory."""
    player = seat(state, action.player)
    territory = _check_own(state, player, action.territory)
    most = state.armies[territory] - 1
    if not 1 <= action.armies <= most:
        raise IllegalMove(
            "S-5",
            f"{action.armies} cannot be taken back from {action.territory}, which has {most} to"
            " spare; one stays",
        )


def _check_own(state: GameState, player: int, name: str) -> int:
    territory = state.game.territory(name)
    if state.owners[territory] != player:
        raise IllegalMove("S-5", f"{name} is not player {player + 1}'s; armies go on one's own")
    return territory


def check_agree_to_setup(state: GameState, action: AgreeToSetup) -> None:
    """Raise `IllegalMove` from whoever has armies left to place, or has agreed."""
    player = seat(state, action.player)
    if state.reserves[player]:
        raise IllegalMove(
            "S-5", f"{state.reserves[player]} armies are still to be placed; then one may agree"
        )
    if player in state.agreed:
        raise IllegalMove("S-5", f"player {action.player} has agreed; the others have to")


def stations(state: GameState) -> list[ActionRange]:
    """Return where the player asked may place; once all are placed, the agreement.

    What may be done besides is in `corrections`.
    """
    player, names = state.player, state.game.names
    reserve = state.reserves[player]
    if not reserve:
        return [ActionRange(AgreeToSetup(player + 1))]
    return [
        ActionRange(Station(player + 1, 1, names[number]), reserve)
        for number in state.territories(player)
    ]


def corrections(state: GameState) -> list[ActionRange]:
    """Return what anybody may take back."""
    names = state.game.names
    return [
        ActionRange(TakeBack(owner + 1, 1, name), armies - 1)
        for name, owner, armies in zip(names, state.owners, state.armies, strict=True)
        if armies > 1
    ]


# -- what it does ------------------------------------------------------------------------


def apply_station(state: GameState, action: Station) -> GameState:
    """Place armies; whoever has agreed is asked again."""
    return _move(state, action.player - 1, action.territory, action.armies)


def apply_take_back(state: GameState, action: TakeBack) -> GameState:
    """Take armies back; whoever has agreed is asked again."""
    return _move(state, action.player - 1, action.territory, -action.armies)


def _move(state: GameState, player: int, name: str, armies: int) -> GameState:
    territory = state.game.index[name]
    state = state.evolve(
        armies=changed(state.armies, territory, state.armies[territory] + armies),
        reserves=changed(state.reserves, player, state.reserves[player] - armies),
        agreed=(),
    )
    return _ask(state)


def apply_agree_to_setup(state: GameState, action: AgreeToSetup) -> GameState:
    """Note who agrees."""
    agreed = sorted({*state.agreed, action.player - 1})
    return _ask(state.evolve(agreed=tuple(agreed)))


def all_agree(state: GameState) -> bool:
    """Tell whether the placing is over."""
    return len(state.agreed) == state.game.players


def _ask(state: GameState) -> GameState:
    """Ask the first in seat order with armies left to place, then who has not agreed."""
    waiting = [player for player in state.seats if player not in state.agreed]
    placing = [player for player in waiting if state.reserves[player]]
    asked = (placing or waiting)[:1]
    return state.evolve(player=asked[0]) if asked else state
