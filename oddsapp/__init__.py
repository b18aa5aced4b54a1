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
    from oddsapp.boards import find_board as find_board, load_board as load_board
    from oddsapp.combat.roll import Winner as Winner
    from oddsapp.dice import DiceSet as DiceSet, Die as Die, find_dice_set as find_dice_set
    from oddsapp.engine import (
        CHANCE as CHANCE,
        Game as Game,
        GameState as GameState,
        Submit as Submit,
        apply_action as apply_action,
        chance_outcomes as chance_outcomes,
        current_player as current_player,
        draw_chance as draw_chance,
        is_terminal as is_terminal,
        legal_actions as legal_actions,
        new_game as new_game,
        order_reports as order_reports,
        parse_action as parse_action,
        parse_event as parse_event,
        player_view as player_view,
        possible_orders as possible_orders,
        returns as returns,
        table_actions as table_actions,
        verify as verify,
    )
    from oddsapp.engine.clock import AttackClock as AttackClock
    from oddsapp.engine.draft import Draft as Draft
    from oddsapp.engine.league import league_table as league_table, result_of as result_of
    from oddsapp.engine.orders import check_orders as check_orders, read_orders as read_orders
    from oddsapp.engine.positions import (
        Position as Position,
        from_share_string as from_share_string,
        load_position as load_position,
        position_from_csv as position_from_csv,
        position_to_csv as position_to_csv,
        read_position as read_position,
        save_position as save_position,
        share_string as share_string,
    )
    from oddsapp.engine.record import GameRecord as GameRecord, replay as replay
    from oddsapp.engine.save_file import load_game as load_game, save_game as save_game
    from oddsapp.errors import (
        IllegalMove as IllegalMove,
        InvalidInput as InvalidInput,
        OddsappError as OddsappError,
    )
    from oddsapp.intervals import mean_within as mean_within, share_interval as share_interval
    from oddsapp.luck import judge_luck as judge_luck, read_records as read_records
    from oddsapp.odds.balance.contests import (
        break_even as break_even,
        dice_against_die as dice_against_die,
        die_against_die as die_against_die,
        even_odds as even_odds,
        side_break_even as side_break_even,
        who_beats_whom as who_beats_whom,
    )
    from oddsapp.odds.balance.exploits import find_exploits as find_exploits
    from oddsapp.odds.balance.feel import battle_feel as battle_feel
    from oddsapp.odds.balance.pairs import pair_wins as pair_wins
    from oddsapp.odds.balance.promotion import promotions as promotions, step_gains as step_gains
    from oddsapp.odds.balance.search import (
        fairer_sets as fairer_sets,
        fairer_sets_in_steps as fairer_sets_in_steps,
    )
    from oddsapp.odds.balance.sides import Side as Side
    from oddsapp.odds.balance.target_file import load_target_searches as load_target_searches
    from oddsapp.odds.balance.target_search import (
        TargetSearch as TargetSearch,
        smallest_changes as smallest_changes,
    )
    from oddsapp.odds.balance.targets import Band as Band, Targets as Targets
    from oddsapp.odds.balance.variants import Allowed as Allowed
    from oddsapp.odds.blitz_decision import blitz_advice as blitz_advice
    from oddsapp.odds.campaign import (
        Territory as Territory,
        campaign as campaign,
        take_and_hold as take_and_hold,
    )
    from oddsapp.odds.chain import AbsorbingChain as AbsorbingChain
    from oddsapp.odds.commitments import commitments as commitments
    from oddsapp.odds.decisions import DiceGame as DiceGame, dice_choice as dice_choice
    from oddsapp.odds.derivatives import face_derivatives as face_derivatives
    from oddsapp.odds.diagnosis import diagnose as diagnose
    from oddsapp.odds.expert import ExpertGame as ExpertGame
    from oddsapp.odds.expert_battle import expert_game as expert_game, expert_odds as expert_odds
    from oddsapp.odds.explain import explain as explain
    from oddsapp.odds.large import large_battle as large_battle
    from oddsapp.odds.mistaken_rolls import (
        independent_pairs as independent_pairs,
        pair_chances as pair_chances,
    )
    from oddsapp.odds.need import (
        armies_needed as armies_needed,
        armies_needed_for_each as armies_needed_for_each,
    )
    from oddsapp.odds.planning.defence import defend as defend
    from oddsapp.odds.planning.plan import plan_attack as plan_attack
    from oddsapp.odds.planning.spread import (
        spread_in_depth as spread_in_depth,
        spread_over_borders as spread_over_borders,
    )
    from oddsapp.odds.sensitivity import (
        face_changes as face_changes,
        threshold_changes as threshold_changes,
    )
    from oddsapp.odds.solve import (
        battle as battle,
        border_clash as border_clash,
        mass_invasion as mass_invasion,
        spoils_of_war as spoils_of_war,
    )
    from oddsapp.players.game import play_game as play_game
    from oddsapp.players.match import Tally as Tally, play_match as play_match
    from oddsapp.players.protocol import Player as Player
    from oddsapp.players.roster import make_bot as make_bot
    from oddsapp.players.settle import settle as settle, settle_exactly as settle_exactly
    from oddsapp.pmf import Pmf as Pmf
    from oddsapp.printed.card import odds_card as odds_card
    from oddsapp.printed.lookup import lookup_page as lookup_page
    from oddsapp.printed.worksheets import make_worksheets as make_worksheets
    from oddsapp.rules import (
        Bonus as Bonus,
        RankedDice as RankedDice,
        RoundTable as RoundTable,
        Ruleset as Ruleset,
        find_ruleset as find_ruleset,
        find_thresholds as find_thresholds,
        modified as modified,
    )
    from oddsapp.rules.json_form import (
        ruleset_from_dict as ruleset_from_dict,
        ruleset_to_dict as ruleset_to_dict,
    )
    from oddsapp.rules.words import ruleset_in_words as ruleset_in_words
    from oddsapp.whatif.advising.advice import advise as advise
    from oddsapp.whatif.advising.candidates import make_candidates as make_candidates
    from oddsapp.whatif.forecasts.forecast import forecast_plan as forecast_plan
    from oddsapp.whatif.goals import Goal as Goal, GoalKind as GoalKind, parse_goal as parse_goal
    from oddsapp.whatif.plans.plan import Plan as Plan
    from oddsapp.whatif.plans.plan_check import check_plan as check_plan
    from oddsapp.whatif.plans.plan_json import plan_from_dict as plan_from_dict
    from oddsapp.whatif.plans.plan_text import parse_plan as parse_plan
    from oddsapp.whatif.plans.scenario import example_scenario as example_scenario
    from oddsapp.whatif.rollouts.rollout import compare_plans as compare_plans, roll_out as roll_out
    from oddsapp.whatif.rollouts.rollout_result import (
        Estimate as Estimate,
        PlanComparison as PlanComparison,
        RolledPlayer as RolledPlayer,
        RollOutResult as RollOutResult,
    )
    from oddsapp.whatif.turns.order_plan import (
        OrderPlan as OrderPlan,
        order_plan_from_dict as order_plan_from_dict,
        parse_order_plan as parse_order_plan,
        read_order_plan as read_order_plan,
    )
    from oddsapp.whatif.turns.same_time import forecast_turn as forecast_turn
    from oddsapp.whatif.turns.turn_file import example_turn as example_turn, read_turn as read_turn

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
    "Estimate": "oddsapp.whatif.rollouts.rollout_result",
    "ExpertGame": "oddsapp.odds.expert",
    "Game": "oddsapp.engine",
    "GameRecord": "oddsapp.engine.record",
    "GameState": "oddsapp.engine",
    "Goal": "oddsapp.whatif.goals",
    "GoalKind": "oddsapp.whatif.goals",
    "IllegalMove": "oddsapp.errors",
    "InvalidInput": "oddsapp.errors",
    "OddsappError": "oddsapp.errors",
    "OrderPlan": "oddsapp.whatif.turns.order_plan",
    "Plan": "oddsapp.whatif.plans.plan",
    "PlanComparison": "oddsapp.whatif.rollouts.rollout_result",
    "Player": "oddsapp.players.protocol",
    "Pmf": "oddsapp.pmf",
    "Position": "oddsapp.engine.positions",
    "RankedDice": "oddsapp.rules",
    "RollOutResult": "oddsapp.whatif.rollouts.rollout_result",
    "RolledPlayer": "oddsapp.whatif.rollouts.rollout_result",
    "RoundTable": "oddsapp.rules",
    "Ruleset": "oddsapp.rules",
    "Side": "oddsapp.odds.balance.sides",
    "Submit": "oddsapp.engine",
    "Tally": "oddsapp.players.match",
    "TargetSearch": "oddsapp.odds.balance.target_search",
    "Targets": "oddsapp.odds.balance.targets",
    "Territory": "oddsapp.odds.campaign",
    "Winner": "oddsapp.combat.roll",
    "advise": "oddsapp.whatif.advising.advice",
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
    "check_plan": "oddsapp.whatif.plans.plan_check",
    "commitments": "oddsapp.odds.commitments",
    "compare_plans": "oddsapp.whatif.rollouts.rollout",
    "current_player": "oddsapp.engine",
    "defend": "oddsapp.odds.planning.defence",
    "diagnose": "oddsapp.odds.diagnosis",
    "dice_against_die": "oddsapp.odds.balance.contests",
    "dice_choice": "oddsapp.odds.decisions",
    "die_against_die": "oddsapp.odds.balance.contests",
    "draw_chance": "oddsapp.engine",
    "even_odds": "oddsapp.odds.balance.contests",
    "example_scenario": "oddsapp.whatif.plans.scenario",
    "example_turn": "oddsapp.whatif.turns.turn_file",
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
    "forecast_plan": "oddsapp.whatif.forecasts.forecast",
    "forecast_turn": "oddsapp.whatif.turns.same_time",
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
    "make_candidates": "oddsapp.whatif.advising.candidates",
    "make_worksheets": "oddsapp.printed.worksheets",
    "mass_invasion": "oddsapp.odds.solve",
    "mean_within": "oddsapp.intervals",
    "modified": "oddsapp.rules",
    "new_game": "oddsapp.engine",
    "odds_card": "oddsapp.printed.card",
    "order_plan_from_dict": "oddsapp.whatif.turns.order_plan",
    "order_reports": "oddsapp.engine",
    "pair_chances": "oddsapp.odds.mistaken_rolls",
    "pair_wins": "oddsapp.odds.balance.pairs",
    "parse_action": "oddsapp.engine",
    "parse_event": "oddsapp.engine",
    "parse_goal": "oddsapp.whatif.goals",
    "parse_order_plan": "oddsapp.whatif.turns.order_plan",
    "parse_plan": "oddsapp.whatif.plans.plan_text",
    "plan_attack": "oddsapp.odds.planning.plan",
    "plan_from_dict": "oddsapp.whatif.plans.plan_json",
    "play_game": "oddsapp.players.game",
    "play_match": "oddsapp.players.match",
    "player_view": "oddsapp.engine",
    "position_from_csv": "oddsapp.engine.positions",
    "position_to_csv": "oddsapp.engine.positions",
    "possible_orders": "oddsapp.engine",
    "promotions": "oddsapp.odds.balance.promotion",
    "read_order_plan": "oddsapp.whatif.turns.order_plan",
    "read_orders": "oddsapp.engine.orders",
    "read_position": "oddsapp.engine.positions",
    "read_records": "oddsapp.luck",
    "read_turn": "oddsapp.whatif.turns.turn_file",
    "replay": "oddsapp.engine.record",
    "result_of": "oddsapp.engine.league",
    "returns": "oddsapp.engine",
    "roll_out": "oddsapp.whatif.rollouts.rollout",
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

__all__ = ["__version__"]
__all__ += list(_HOMES)


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
