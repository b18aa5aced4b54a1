"""Exact odds for every battle of Risk and RISK II.

>>> import oddsapp
>>> round(oddsapp.battle(11, 7).win, 5)  # 11 armies attack 7: one stays, 10 fight
0.79983

Everything named here is imported when it is first used, so that ``import oddsapp`` costs
next to nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from oddsapp._version import __version__

if TYPE_CHECKING:
    from oddsapp.boards import find_board, load_board
    from oddsapp.dice import DiceSet, Die, find_dice_set
    from oddsapp.engine import (
        CHANCE,
        Game,
        GameState,
        Submit,
        apply_action,
        chance_outcomes,
        current_player,
        draw_chance,
        is_terminal,
        legal_actions,
        new_game,
        order_reports,
        parse_action,
        parse_event,
        player_view,
        possible_orders,
        returns,
        table_actions,
        verify,
    )
    from oddsapp.engine.clock import AttackClock
    from oddsapp.engine.draft import Draft
    from oddsapp.engine.league import league_table, result_of
    from oddsapp.engine.orders import check_orders, read_orders
    from oddsapp.engine.positions import (
        Position,
        from_share_string,
        load_position,
        position_from_csv,
        position_to_csv,
        save_position,
        share_string,
    )
    from oddsapp.engine.record import GameRecord, replay
    from oddsapp.engine.save_file import load_game, save_game
    from oddsapp.errors import IllegalMove, InvalidInput, OddsappError
    from oddsapp.luck import judge_luck, read_records
    from oddsapp.odds.blitz_decision import blitz_advice
    from oddsapp.odds.campaign import Territory, campaign, take_and_hold
    from oddsapp.odds.chain import AbsorbingChain
    from oddsapp.odds.commitments import commitments
    from oddsapp.odds.decisions import DiceGame, dice_choice
    from oddsapp.odds.derivatives import face_derivatives
    from oddsapp.odds.diagnosis import diagnose
    from oddsapp.odds.expert import ExpertGame, expert_odds
    from oddsapp.odds.explain import explain
    from oddsapp.odds.large import large_battle
    from oddsapp.odds.need import armies_needed, armies_needed_for_each
    from oddsapp.odds.planning.defence import defend
    from oddsapp.odds.planning.plan import plan_attack
    from oddsapp.odds.planning.spread import spread_in_depth, spread_over_borders
    from oddsapp.odds.sensitivity import face_changes, threshold_changes
    from oddsapp.odds.solve import battle, border_clash, mass_invasion, spoils_of_war
    from oddsapp.players.game import play_game
    from oddsapp.players.match import Tally, play_match
    from oddsapp.players.protocol import Player
    from oddsapp.players.roster import make_bot
    from oddsapp.players.settle import settle, settle_exactly
    from oddsapp.pmf import Pmf
    from oddsapp.rules import Bonus, RoundTable, Ruleset, find_ruleset, find_thresholds, modified
    from oddsapp.rules.json_form import ruleset_from_dict, ruleset_to_dict
    from oddsapp.rules.words import ruleset_in_words
    from oddsapp.whatif.forecast import forecast_plan
    from oddsapp.whatif.goals import Goal, GoalKind, parse_goal
    from oddsapp.whatif.plan import Plan
    from oddsapp.whatif.plan_check import check_plan
    from oddsapp.whatif.plan_json import plan_from_dict
    from oddsapp.whatif.plan_text import parse_plan
    from oddsapp.whatif.rollout import compare_plans, roll_out
    from oddsapp.whatif.rollout_result import Estimate, PlanComparison, RolledPlayer, RollOutResult
    from oddsapp.whatif.same_time import forecast_turn
    from oddsapp.whatif.scenario import example_scenario
    from oddsapp.whatif.turn_file import example_turn, read_turn

_HOMES = {
    "AbsorbingChain": "oddsapp.odds.chain",
    "AttackClock": "oddsapp.engine.clock",
    "Bonus": "oddsapp.rules",
    "CHANCE": "oddsapp.engine",
    "DiceGame": "oddsapp.odds.decisions",
    "DiceSet": "oddsapp.dice",
    "Die": "oddsapp.dice",
    "Draft": "oddsapp.engine.draft",
    "Estimate": "oddsapp.whatif.rollout_result",
    "ExpertGame": "oddsapp.odds.expert",
    "Game": "oddsapp.engine",
    "GameRecord": "oddsapp.engine.record",
    "GameState": "oddsapp.engine",
    "Goal": "oddsapp.whatif.goals",
    "GoalKind": "oddsapp.whatif.goals",
    "IllegalMove": "oddsapp.errors",
    "InvalidInput": "oddsapp.errors",
    "OddsappError": "oddsapp.errors",
    "Plan": "oddsapp.whatif.plan",
    "PlanComparison": "oddsapp.whatif.rollout_result",
    "Player": "oddsapp.players.protocol",
    "Pmf": "oddsapp.pmf",
    "Position": "oddsapp.engine.positions",
    "RollOutResult": "oddsapp.whatif.rollout_result",
    "RolledPlayer": "oddsapp.whatif.rollout_result",
    "RoundTable": "oddsapp.rules",
    "Ruleset": "oddsapp.rules",
    "Submit": "oddsapp.engine",
    "Tally": "oddsapp.players.match",
    "Territory": "oddsapp.odds.campaign",
    "apply_action": "oddsapp.engine",
    "armies_needed": "oddsapp.odds.need",
    "armies_needed_for_each": "oddsapp.odds.need",
    "battle": "oddsapp.odds.solve",
    "blitz_advice": "oddsapp.odds.blitz_decision",
    "border_clash": "oddsapp.odds.solve",
    "campaign": "oddsapp.odds.campaign",
    "chance_outcomes": "oddsapp.engine",
    "check_orders": "oddsapp.engine.orders",
    "check_plan": "oddsapp.whatif.plan_check",
    "commitments": "oddsapp.odds.commitments",
    "compare_plans": "oddsapp.whatif.rollout",
    "current_player": "oddsapp.engine",
    "defend": "oddsapp.odds.planning.defence",
    "diagnose": "oddsapp.odds.diagnosis",
    "dice_choice": "oddsapp.odds.decisions",
    "draw_chance": "oddsapp.engine",
    "example_scenario": "oddsapp.whatif.scenario",
    "example_turn": "oddsapp.whatif.turn_file",
    "expert_odds": "oddsapp.odds.expert",
    "explain": "oddsapp.odds.explain",
    "face_changes": "oddsapp.odds.sensitivity",
    "face_derivatives": "oddsapp.odds.derivatives",
    "find_board": "oddsapp.boards",
    "find_dice_set": "oddsapp.dice",
    "find_ruleset": "oddsapp.rules",
    "find_thresholds": "oddsapp.rules",
    "forecast_plan": "oddsapp.whatif.forecast",
    "forecast_turn": "oddsapp.whatif.same_time",
    "from_share_string": "oddsapp.engine.positions",
    "is_terminal": "oddsapp.engine",
    "judge_luck": "oddsapp.luck",
    "large_battle": "oddsapp.odds.large",
    "league_table": "oddsapp.engine.league",
    "legal_actions": "oddsapp.engine",
    "load_board": "oddsapp.boards",
    "load_game": "oddsapp.engine.save_file",
    "load_position": "oddsapp.engine.positions",
    "make_bot": "oddsapp.players.roster",
    "mass_invasion": "oddsapp.odds.solve",
    "modified": "oddsapp.rules",
    "new_game": "oddsapp.engine",
    "order_reports": "oddsapp.engine",
    "parse_action": "oddsapp.engine",
    "parse_event": "oddsapp.engine",
    "parse_goal": "oddsapp.whatif.goals",
    "parse_plan": "oddsapp.whatif.plan_text",
    "plan_attack": "oddsapp.odds.planning.plan",
    "plan_from_dict": "oddsapp.whatif.plan_json",
    "play_game": "oddsapp.players.game",
    "play_match": "oddsapp.players.match",
    "player_view": "oddsapp.engine",
    "position_from_csv": "oddsapp.engine.positions",
    "position_to_csv": "oddsapp.engine.positions",
    "possible_orders": "oddsapp.engine",
    "read_orders": "oddsapp.engine.orders",
    "read_records": "oddsapp.luck",
    "read_turn": "oddsapp.whatif.turn_file",
    "replay": "oddsapp.engine.record",
    "result_of": "oddsapp.engine.league",
    "returns": "oddsapp.engine",
    "roll_out": "oddsapp.whatif.rollout",
    "ruleset_from_dict": "oddsapp.rules.json_form",
    "ruleset_in_words": "oddsapp.rules.words",
    "ruleset_to_dict": "oddsapp.rules.json_form",
    "save_game": "oddsapp.engine.save_file",
    "save_position": "oddsapp.engine.positions",
    "settle": "oddsapp.players.settle",
    "settle_exactly": "oddsapp.players.settle",
    "share_string": "oddsapp.engine.positions",
    "spoils_of_war": "oddsapp.odds.solve",
    "spread_in_depth": "oddsapp.odds.planning.spread",
    "spread_over_borders": "oddsapp.odds.planning.spread",
    "table_actions": "oddsapp.engine",
    "take_and_hold": "oddsapp.odds.campaign",
    "threshold_changes": "oddsapp.odds.sensitivity",
    "verify": "oddsapp.engine",
}

__all__ = [
    "CHANCE",
    "AbsorbingChain",
    "AttackClock",
    "Bonus",
    "DiceGame",
    "DiceSet",
    "Die",
    "Draft",
    "Estimate",
    "ExpertGame",
    "Game",
    "GameRecord",
    "GameState",
    "Goal",
    "GoalKind",
    "IllegalMove",
    "InvalidInput",
    "OddsappError",
    "Plan",
    "PlanComparison",
    "Player",
    "Pmf",
    "Position",
    "RollOutResult",
    "RolledPlayer",
    "RoundTable",
    "Ruleset",
    "Submit",
    "Tally",
    "Territory",
    "__version__",
    "apply_action",
    "armies_needed",
    "armies_needed_for_each",
    "battle",
    "blitz_advice",
    "border_clash",
    "campaign",
    "chance_outcomes",
    "check_orders",
    "check_plan",
    "commitments",
    "compare_plans",
    "current_player",
    "defend",
    "diagnose",
    "dice_choice",
    "draw_chance",
    "example_scenario",
    "example_turn",
    "expert_odds",
    "explain",
    "face_changes",
    "face_derivatives",
    "find_board",
    "find_dice_set",
    "find_ruleset",
    "find_thresholds",
    "forecast_plan",
    "forecast_turn",
    "from_share_string",
    "is_terminal",
    "judge_luck",
    "large_battle",
    "league_table",
    "legal_actions",
    "load_board",
    "load_game",
    "load_position",
    "make_bot",
    "mass_invasion",
    "modified",
    "new_game",
    "order_reports",
    "parse_action",
    "parse_event",
    "parse_goal",
    "parse_plan",
    "plan_attack",
    "plan_from_dict",
    "play_game",
    "play_match",
    "player_view",
    "position_from_csv",
    "position_to_csv",
    "possible_orders",
    "read_orders",
    "read_records",
    "read_turn",
    "replay",
    "result_of",
    "returns",
    "roll_out",
    "ruleset_from_dict",
    "ruleset_in_words",
    "ruleset_to_dict",
    "save_game",
    "save_position",
    "settle",
    "settle_exactly",
    "share_string",
    "spoils_of_war",
    "spread_in_depth",
    "spread_over_borders",
    "table_actions",
    "take_and_hold",
    "threshold_changes",
    "verify",
]


def __getattr__(name: str) -> Any:
    """Import a public name on its first use (PEP 562)."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    value = getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
