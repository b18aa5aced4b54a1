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
    from oddsapp.combat.roll import Winner
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
        read_position,
        save_position,
        share_string,
    )
    from oddsapp.engine.record import GameRecord, replay
    from oddsapp.engine.save_file import load_game, save_game
    from oddsapp.errors import IllegalMove, InvalidInput, OddsappError
    from oddsapp.intervals import mean_within, share_interval
    from oddsapp.luck import judge_luck, read_records
    from oddsapp.odds.balance.contests import (
        break_even,
        dice_against_die,
        die_against_die,
        even_odds,
        side_break_even,
        who_beats_whom,
    )
    from oddsapp.odds.balance.exploits import find_exploits
    from oddsapp.odds.balance.feel import battle_feel
    from oddsapp.odds.balance.pairs import pair_wins
    from oddsapp.odds.balance.promotion import promotions, step_gains
    from oddsapp.odds.balance.search import fairer_sets, fairer_sets_in_steps
    from oddsapp.odds.balance.sides import Side
    from oddsapp.odds.balance.target_file import load_target_searches
    from oddsapp.odds.balance.target_search import TargetSearch, smallest_changes
    from oddsapp.odds.balance.targets import Band, Targets
    from oddsapp.odds.balance.variants import Allowed
    from oddsapp.odds.blitz_decision import blitz_advice
    from oddsapp.odds.campaign import Territory, campaign, take_and_hold
    from oddsapp.odds.chain import AbsorbingChain
    from oddsapp.odds.commitments import commitments
    from oddsapp.odds.decisions import DiceGame, dice_choice
    from oddsapp.odds.derivatives import face_derivatives
    from oddsapp.odds.diagnosis import diagnose
    from oddsapp.odds.expert import ExpertGame
    from oddsapp.odds.expert_battle import expert_game, expert_odds
    from oddsapp.odds.explain import explain
    from oddsapp.odds.large import large_battle
    from oddsapp.odds.mistaken_rolls import independent_pairs, pair_chances
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
    from oddsapp.printed.card import odds_card
    from oddsapp.printed.lookup import lookup_page
    from oddsapp.printed.worksheets import make_worksheets
    from oddsapp.rules import (
        Bonus,
        RankedDice,
        RoundTable,
        Ruleset,
        find_ruleset,
        find_thresholds,
        modified,
    )
    from oddsapp.rules.json_form import ruleset_from_dict, ruleset_to_dict
    from oddsapp.rules.words import ruleset_in_words
    from oddsapp.whatif.advice import advise
    from oddsapp.whatif.candidates import make_candidates
    from oddsapp.whatif.forecast import forecast_plan
    from oddsapp.whatif.goals import Goal, GoalKind, parse_goal
    from oddsapp.whatif.order_plan import (
        OrderPlan,
        order_plan_from_dict,
        parse_order_plan,
        read_order_plan,
    )
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
    "Allowed": "oddsapp.odds.balance.variants",
    "AttackClock": "oddsapp.engine.clock",
    "Band": "oddsapp.odds.balance.targets",
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
    "OrderPlan": "oddsapp.whatif.order_plan",
    "Plan": "oddsapp.whatif.plan",
    "PlanComparison": "oddsapp.whatif.rollout_result",
    "Player": "oddsapp.players.protocol",
    "Pmf": "oddsapp.pmf",
    "Position": "oddsapp.engine.positions",
    "RankedDice": "oddsapp.rules",
    "RollOutResult": "oddsapp.whatif.rollout_result",
    "RolledPlayer": "oddsapp.whatif.rollout_result",
    "RoundTable": "oddsapp.rules",
    "Ruleset": "oddsapp.rules",
    "Side": "oddsapp.odds.balance.sides",
    "Submit": "oddsapp.engine",
    "Tally": "oddsapp.players.match",
    "TargetSearch": "oddsapp.odds.balance.target_search",
    "Targets": "oddsapp.odds.balance.targets",
    "Territory": "oddsapp.odds.campaign",
    "Winner": "oddsapp.combat.roll",
    "advise": "oddsapp.whatif.advice",
    "apply_action": "oddsapp.engine",
    "armies_needed": "oddsapp.odds.need",
    "armies_needed_for_each": "oddsapp.odds.need",
    "battle": "oddsapp.odds.solve",
    "battle_feel": "oddsapp.odds.balance.feel",
    "blitz_advice": "oddsapp.odds.blitz_decision",
    "border_clash": "oddsapp.odds.solve",
    "break_even": "oddsapp.odds.balance.contests",
    "campaign": "oddsapp.odds.campaign",
    "chance_outcomes": "oddsapp.engine",
    "check_orders": "oddsapp.engine.orders",
    "check_plan": "oddsapp.whatif.plan_check",
    "commitments": "oddsapp.odds.commitments",
    "compare_plans": "oddsapp.whatif.rollout",
    "current_player": "oddsapp.engine",
    "defend": "oddsapp.odds.planning.defence",
    "diagnose": "oddsapp.odds.diagnosis",
    "dice_against_die": "oddsapp.odds.balance.contests",
    "dice_choice": "oddsapp.odds.decisions",
    "die_against_die": "oddsapp.odds.balance.contests",
    "draw_chance": "oddsapp.engine",
    "even_odds": "oddsapp.odds.balance.contests",
    "example_scenario": "oddsapp.whatif.scenario",
    "example_turn": "oddsapp.whatif.turn_file",
    "expert_game": "oddsapp.odds.expert_battle",
    "expert_odds": "oddsapp.odds.expert_battle",
    "explain": "oddsapp.odds.explain",
    "face_changes": "oddsapp.odds.sensitivity",
    "face_derivatives": "oddsapp.odds.derivatives",
    "fairer_sets": "oddsapp.odds.balance.search",
    "fairer_sets_in_steps": "oddsapp.odds.balance.search",
    "find_board": "oddsapp.boards",
    "find_dice_set": "oddsapp.dice",
    "find_exploits": "oddsapp.odds.balance.exploits",
    "find_ruleset": "oddsapp.rules",
    "find_thresholds": "oddsapp.rules",
    "forecast_plan": "oddsapp.whatif.forecast",
    "forecast_turn": "oddsapp.whatif.same_time",
    "from_share_string": "oddsapp.engine.positions",
    "independent_pairs": "oddsapp.odds.mistaken_rolls",
    "is_terminal": "oddsapp.engine",
    "judge_luck": "oddsapp.luck",
    "large_battle": "oddsapp.odds.large",
    "league_table": "oddsapp.engine.league",
    "legal_actions": "oddsapp.engine",
    "load_board": "oddsapp.boards",
    "load_game": "oddsapp.engine.save_file",
    "load_position": "oddsapp.engine.positions",
    "load_target_searches": "oddsapp.odds.balance.target_file",
    "lookup_page": "oddsapp.printed.lookup",
    "make_bot": "oddsapp.players.roster",
    "make_candidates": "oddsapp.whatif.candidates",
    "make_worksheets": "oddsapp.printed.worksheets",
    "mass_invasion": "oddsapp.odds.solve",
    "mean_within": "oddsapp.intervals",
    "modified": "oddsapp.rules",
    "new_game": "oddsapp.engine",
    "odds_card": "oddsapp.printed.card",
    "order_plan_from_dict": "oddsapp.whatif.order_plan",
    "order_reports": "oddsapp.engine",
    "pair_chances": "oddsapp.odds.mistaken_rolls",
    "pair_wins": "oddsapp.odds.balance.pairs",
    "parse_action": "oddsapp.engine",
    "parse_event": "oddsapp.engine",
    "parse_goal": "oddsapp.whatif.goals",
    "parse_order_plan": "oddsapp.whatif.order_plan",
    "parse_plan": "oddsapp.whatif.plan_text",
    "plan_attack": "oddsapp.odds.planning.plan",
    "plan_from_dict": "oddsapp.whatif.plan_json",
    "play_game": "oddsapp.players.game",
    "play_match": "oddsapp.players.match",
    "player_view": "oddsapp.engine",
    "position_from_csv": "oddsapp.engine.positions",
    "position_to_csv": "oddsapp.engine.positions",
    "possible_orders": "oddsapp.engine",
    "promotions": "oddsapp.odds.balance.promotion",
    "read_order_plan": "oddsapp.whatif.order_plan",
    "read_orders": "oddsapp.engine.orders",
    "read_position": "oddsapp.engine.positions",
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
    "share_interval": "oddsapp.intervals",
    "share_string": "oddsapp.engine.positions",
    "side_break_even": "oddsapp.odds.balance.contests",
    "smallest_changes": "oddsapp.odds.balance.target_search",
    "spoils_of_war": "oddsapp.odds.solve",
    "spread_in_depth": "oddsapp.odds.planning.spread",
    "spread_over_borders": "oddsapp.odds.planning.spread",
    "step_gains": "oddsapp.odds.balance.promotion",
    "table_actions": "oddsapp.engine",
    "take_and_hold": "oddsapp.odds.campaign",
    "threshold_changes": "oddsapp.odds.sensitivity",
    "verify": "oddsapp.engine",
    "who_beats_whom": "oddsapp.odds.balance.contests",
}

__all__ = [
    "CHANCE",
    "AbsorbingChain",
    "Allowed",
    "AttackClock",
    "Band",
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
    "OrderPlan",
    "Plan",
    "PlanComparison",
    "Player",
    "Pmf",
    "Position",
    "RankedDice",
    "RollOutResult",
    "RolledPlayer",
    "RoundTable",
    "Ruleset",
    "Side",
    "Submit",
    "Tally",
    "TargetSearch",
    "Targets",
    "Territory",
    "Winner",
    "__version__",
    "advise",
    "apply_action",
    "armies_needed",
    "armies_needed_for_each",
    "battle",
    "battle_feel",
    "blitz_advice",
    "border_clash",
    "break_even",
    "campaign",
    "chance_outcomes",
    "check_orders",
    "check_plan",
    "commitments",
    "compare_plans",
    "current_player",
    "defend",
    "diagnose",
    "dice_against_die",
    "dice_choice",
    "die_against_die",
    "draw_chance",
    "even_odds",
    "example_scenario",
    "example_turn",
    "expert_game",
    "expert_odds",
    "explain",
    "face_changes",
    "face_derivatives",
    "fairer_sets",
    "fairer_sets_in_steps",
    "find_board",
    "find_dice_set",
    "find_exploits",
    "find_ruleset",
    "find_thresholds",
    "forecast_plan",
    "forecast_turn",
    "from_share_string",
    "independent_pairs",
    "is_terminal",
    "judge_luck",
    "large_battle",
    "league_table",
    "legal_actions",
    "load_board",
    "load_game",
    "load_position",
    "load_target_searches",
    "lookup_page",
    "make_bot",
    "make_candidates",
    "make_worksheets",
    "mass_invasion",
    "mean_within",
    "modified",
    "new_game",
    "odds_card",
    "order_plan_from_dict",
    "order_reports",
    "pair_chances",
    "pair_wins",
    "parse_action",
    "parse_event",
    "parse_goal",
    "parse_order_plan",
    "parse_plan",
    "plan_attack",
    "plan_from_dict",
    "play_game",
    "play_match",
    "player_view",
    "position_from_csv",
    "position_to_csv",
    "possible_orders",
    "promotions",
    "read_order_plan",
    "read_orders",
    "read_position",
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
    "share_interval",
    "share_string",
    "side_break_even",
    "smallest_changes",
    "spoils_of_war",
    "spread_in_depth",
    "spread_over_borders",
    "step_gains",
    "table_actions",
    "take_and_hold",
    "threshold_changes",
    "verify",
    "who_beats_whom",
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
