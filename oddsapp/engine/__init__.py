"""The rules engine: a game of Risk as frozen states, actions and chance events.

The engine never rolls. Where dice, a deal or a draw decide, the state is a chance node whose
exact distribution `chance_outcomes` gives; whoever plays passes a generator to `draw_chance`,
or expands the node.

RISK II is played through the same functions: there all players hand in a plan for each phase
with the action `Submit`, `possible_orders` has what can be in it, and `order_reports` says what
became of the orders.

>>> from oddsapp.engine import apply_action, current_player, legal_actions, new_game
>>> state = new_game("classic", players=3, first_player="seat", allocation="claim")
>>> current_player(state), str(next(legal_actions(state)).action)
(0, 'claim Alaska')
"""

from oddsapp.engine.actions import Action, Submit, parse_action
from oddsapp.engine.chance import chance_outcomes, draw_chance
from oddsapp.engine.classic import apply_action, legal_actions, table_actions, verify
from oddsapp.engine.events import ChanceEvent, parse_event
from oddsapp.engine.game import NEUTRAL, UNCLAIMED, Game
from oddsapp.engine.possible import possible_orders
from oddsapp.engine.reports import order_reports
from oddsapp.engine.setup import new_game
from oddsapp.engine.state import (
    CHANCE,
    GameState,
    Phase,
    current_player,
    is_terminal,
    returns,
)
from oddsapp.engine.view import player_view

__all__ = [
    "CHANCE",
    "NEUTRAL",
    "UNCLAIMED",
    "Action",
    "ChanceEvent",
    "Game",
    "GameState",
    "Phase",
    "Submit",
    "apply_action",
    "chance_outcomes",
    "current_player",
    "draw_chance",
    "is_terminal",
    "legal_actions",
    "new_game",
    "order_reports",
    "parse_action",
    "parse_event",
    "player_view",
    "possible_orders",
    "returns",
    "table_actions",
    "verify",
]
