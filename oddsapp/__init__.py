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
    from oddsapp.boards import find_board
    from oddsapp.dice import DiceSet, Die, find_dice_set
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
    from oddsapp.pmf import Pmf
    from oddsapp.rules import Bonus, RoundTable, Ruleset, find_ruleset, find_thresholds, modified

_HOMES = {
    "AbsorbingChain": "oddsapp.odds.chain",
    "Bonus": "oddsapp.rules",
    "DiceGame": "oddsapp.odds.decisions",
    "DiceSet": "oddsapp.dice",
    "Die": "oddsapp.dice",
    "ExpertGame": "oddsapp.odds.expert",
    "IllegalMove": "oddsapp.errors",
    "InvalidInput": "oddsapp.errors",
    "OddsappError": "oddsapp.errors",
    "Pmf": "oddsapp.pmf",
    "RoundTable": "oddsapp.rules",
    "Ruleset": "oddsapp.rules",
    "Territory": "oddsapp.odds.campaign",
    "armies_needed": "oddsapp.odds.need",
    "armies_needed_for_each": "oddsapp.odds.need",
    "battle": "oddsapp.odds.solve",
    "blitz_advice": "oddsapp.odds.blitz_decision",
    "border_clash": "oddsapp.odds.solve",
    "campaign": "oddsapp.odds.campaign",
    "commitments": "oddsapp.odds.commitments",
    "defend": "oddsapp.odds.planning.defence",
    "diagnose": "oddsapp.odds.diagnosis",
    "dice_choice": "oddsapp.odds.decisions",
    "expert_odds": "oddsapp.odds.expert",
    "explain": "oddsapp.odds.explain",
    "face_changes": "oddsapp.odds.sensitivity",
    "face_derivatives": "oddsapp.odds.derivatives",
    "find_board": "oddsapp.boards",
    "find_dice_set": "oddsapp.dice",
    "find_ruleset": "oddsapp.rules",
    "find_thresholds": "oddsapp.rules",
    "judge_luck": "oddsapp.luck",
    "large_battle": "oddsapp.odds.large",
    "mass_invasion": "oddsapp.odds.solve",
    "modified": "oddsapp.rules",
    "plan_attack": "oddsapp.odds.planning.plan",
    "read_records": "oddsapp.luck",
    "spoils_of_war": "oddsapp.odds.solve",
    "spread_in_depth": "oddsapp.odds.planning.spread",
    "spread_over_borders": "oddsapp.odds.planning.spread",
    "take_and_hold": "oddsapp.odds.campaign",
    "threshold_changes": "oddsapp.odds.sensitivity",
}

__all__ = [
    "AbsorbingChain",
    "Bonus",
    "DiceGame",
    "DiceSet",
    "Die",
    "ExpertGame",
    "IllegalMove",
    "InvalidInput",
    "OddsappError",
    "Pmf",
    "RoundTable",
    "Ruleset",
    "Territory",
    "__version__",
    "armies_needed",
    "armies_needed_for_each",
    "battle",
    "blitz_advice",
    "border_clash",
    "campaign",
    "commitments",
    "defend",
    "diagnose",
    "dice_choice",
    "expert_odds",
    "explain",
    "face_changes",
    "face_derivatives",
    "find_board",
    "find_dice_set",
    "find_ruleset",
    "find_thresholds",
    "judge_luck",
    "large_battle",
    "mass_invasion",
    "modified",
    "plan_attack",
    "read_records",
    "spoils_of_war",
    "spread_in_depth",
    "spread_over_borders",
    "take_and_hold",
    "threshold_changes",
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
