"""Capitals: who may choose which, and with how many armies they start (V-4, V-5, V-11).

When they are chosen is in `oddsapp.engine.setup`, when they win in `oddsapp.engine.victory`.
"""

from __future__ import annotations

from oddsapp.engine.actions import ActionRange, ChooseCapital
from oddsapp.engine.state import GameState
from oddsapp.errors import IllegalMove
from oddsapp.rules import CapitalForm

NOT_CHOSEN = -1
"""The capital of a player who has still to choose one."""


def check_capital(state: GameState, action: ChooseCapital) -> None:
    """Raise `IllegalMove` unless the territory is one's own."""
    if state.owners[state.game.territory(action.territory)] != state.player:
        raise IllegalMove(_capital_rule(state), f"{action.territory} is not your own; a capital is")


def _capital_rule(state: GameState) -> str:
    match state.game.rules.victory.capital_form:
        case CapitalForm.HEADQUARTERS:
            return "V-4"
        case CapitalForm.CAPITALS:
            return "V-5"
        case CapitalForm.RISK2:
            return "V-11"


def capital_choices(state: GameState) -> list[ActionRange]:
    """Return every territory that the player owns."""
    names = state.game.names
    return [ActionRange(ChooseCapital(names[n])) for n in state.territories(state.player)]


def with_garrisons(state: GameState) -> GameState:
    """Put on every capital at least the armies with which it starts (V-5)."""
    victory = state.game.rules.victory
    if victory.capital_form is CapitalForm.CAPITALS:
        armies = list(state.armies)
        for capital in state.capitals:
            # [A] agrees on a garrison and does not say where it comes from: it is added.
            armies[capital] = max(armies[capital], victory.capital_armies)
        state = state.evolve(armies=tuple(armies))
    return state
