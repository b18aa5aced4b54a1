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
    from oddsapp.dice import DiceSet, Die, find_dice_set
    from oddsapp.errors import IllegalMove, InvalidInput, OddsappError
    from oddsapp.odds.blitz_decision import blitz_advice
    from oddsapp.odds.chain import AbsorbingChain
    from oddsapp.odds.commitments import commitments
    from oddsapp.odds.solve import battle, border_clash, mass_invasion, spoils_of_war
    from oddsapp.pmf import Pmf
    from oddsapp.rules import (
        Bonus,
        RoundTable,
        Ruleset,
        find_ruleset,
        find_thresholds,
        modified,
    )

_HOMES = {
    "AbsorbingChain": "oddsapp.odds.chain",
    "Bonus": "oddsapp.rules",
    "Die": "oddsapp.dice",
    "DiceSet": "oddsapp.dice",
    "IllegalMove": "oddsapp.errors",
    "InvalidInput": "oddsapp.errors",
    "OddsappError": "oddsapp.errors",
    "Pmf": "oddsapp.pmf",
    "RoundTable": "oddsapp.rules",
    "Ruleset": "oddsapp.rules",
    "battle": "oddsapp.odds.solve",
    "blitz_advice": "oddsapp.odds.blitz_decision",
    "border_clash": "oddsapp.odds.solve",
    "commitments": "oddsapp.odds.commitments",
    "find_dice_set": "oddsapp.dice",
    "find_ruleset": "oddsapp.rules",
    "find_thresholds": "oddsapp.rules",
    "mass_invasion": "oddsapp.odds.solve",
    "modified": "oddsapp.rules",
    "spoils_of_war": "oddsapp.odds.solve",
}

__all__ = [
    "AbsorbingChain",
    "Bonus",
    "DiceSet",
    "Die",
    "IllegalMove",
    "InvalidInput",
    "OddsappError",
    "Pmf",
    "RoundTable",
    "Ruleset",
    "__version__",
    "battle",
    "blitz_advice",
    "border_clash",
    "commitments",
    "find_dice_set",
    "find_ruleset",
    "find_thresholds",
    "mass_invasion",
    "modified",
    "spoils_of_war",
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
