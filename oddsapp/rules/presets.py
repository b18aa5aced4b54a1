"""The rulesets that have a name."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from oddsapp.arguments import named
from oddsapp.dice import find_dice_set
from oddsapp.errors import InvalidInput
from oddsapp.rules.balance import find_balance
from oddsapp.rules.bonus import NAMED_BONUSES
from oddsapp.rules.game_options import (
    Allocation,
    BonusLimit,
    CapitalForm,
    CardDraw,
    Fortification,
)
from oddsapp.rules.game_rules import CardRules, SetupRules, TurnRules, VictoryRules
from oddsapp.rules.options import Ties
from oddsapp.rules.ruleset import ColouredDice, RankedDice, Ruleset
from oddsapp.rules.thresholds import find_thresholds

_RISK2_SETUP = SetupRules(
    starting_armies=((3, 35), (4, 30), (5, 25), (6, 20), (7, 17), (8, 15)), neutral_armies=0
)
"""The manual stops at six players; 7 and 8 get about 120 armies in all, as 4 to 6 do (S-1, S-6)."""
_RISK2_VICTORY = VictoryRules(
    mission_deck="risk2_same_time",
    capital_form=CapitalForm.RISK2,
    capitals_before_armies=True,
)
"""The board adaptation names the capital game; how it goes the PC manual says (V-11)."""


def _classic() -> Ruleset:
    return Ruleset(
        name="classic", title="Classic Risk, up to 3 dice against 2, ties to the defender"
    )


def _parker1993() -> Ruleset:
    return Ruleset(
        name="parker1993",
        title="Risk as Parker Brothers printed it in 1993",
        setup=SetupRules(allocation=Allocation.CLAIM),
        turn=TurnRules(fortify=Fortification.ADJACENT),
        cards=CardRules(
            owned_bonus_limit=BonusLimit.TURN,
            trade_at_once_with_five=False,
            draw=CardDraw.BEFORE_FORTIFICATION,
        ),
        victory=VictoryRules(destroy_personally=False, capital_form=CapitalForm.HEADQUARTERS),
    )


def _risk2() -> Ruleset:
    return Ruleset(
        name="risk2",
        title="RISK II on a board: coloured twelve-sided dice, ties to the attacker",
        setup=_RISK2_SETUP,
        victory=_RISK2_VICTORY,
        combat=ColouredDice(dice_set=find_dice_set("board"), thresholds=find_thresholds("board")),
    )


def _risk2_shipped_game() -> Ruleset:
    return Ruleset(
        name="risk2_shipped_game",
        title="RISK II as the PC game plays: Black from 30 armies",
        setup=_RISK2_SETUP,
        victory=_RISK2_VICTORY,
        combat=ColouredDice(
            dice_set=find_dice_set("board"), thresholds=find_thresholds("shipped_game")
        ),
    )


def _risk2_manual() -> Ruleset:
    return Ruleset(
        name="risk2_manual",
        title="RISK II as its PC manual prints it: faces, thresholds, ties to the defender",
        setup=_RISK2_SETUP,
        victory=_RISK2_VICTORY,
        combat=ColouredDice(
            dice_set=find_dice_set("manual"),
            thresholds=find_thresholds("manual"),
            ties=Ties.DEFENDER,
        ),
    )


def _blitz() -> Ruleset:
    balance = find_balance("3.3")
    return Ruleset(
        name="blitz",
        title=f"Balanced blitz of {balance.version}: classic dice, odds bent as published",
        combat=RankedDice(balance=balance),
    )


def _with_defence(name: str, title: str) -> Callable[[], Ruleset]:
    """Return how to make classic combat with one of the bonuses that have a name."""
    return lambda: Ruleset(
        name=name, title=title, combat=RankedDice(defence_bonus=NAMED_BONUSES[name])
    )


_PRESETS: dict[str, Callable[[], Ruleset]] = {
    "classic": _classic,
    "parker1993": _parker1993,
    "risk2": _risk2,
    "risk2_shipped_game": _risk2_shipped_game,
    "risk2_manual": _risk2_manual,
    "blitz": _blitz,
    "bunker": _with_defence("bunker", "Classic with +1 on the defender's highest die, at most 6"),
    "fortification": _with_defence(
        "fortification", "Classic with +1 on all dice of the defender, at most 6"
    ),
    "ammunition_shortage": _with_defence(
        "ammunition_shortage", "Classic with -1 on the defender's highest die, at least 1"
    ),
}


def ruleset_names() -> list[str]:
    """Return the names that `find_ruleset` knows."""
    return list(_PRESETS)


def find_ruleset(name: str) -> Ruleset:
    """Return the ruleset called ``name``.

    Parameters
    ----------
    name : str
        For instance ``"classic"``, ``"risk2"`` or ``"blitz"``.

    Raises
    ------
    InvalidInput
        If there is none of that name; the message lists those there are.

    Examples
    --------
    >>> find_ruleset("classic").combat.defence_dice
    2
    >>> find_ruleset("chess")
    Traceback (most recent call last):
        ...
    oddsapp.errors.InvalidInput: no ruleset is called 'chess'; there are classic, parker1993, \
risk2, risk2_shipped_game, risk2_manual, blitz, bunker, fortification, ammunition_shortage
    """
    named(name, _PRESETS, "ruleset")
    return _preset(name)


@cache
def _preset(name: str) -> Ruleset:
    return _PRESETS[name]()


def as_ruleset(rules: str | Ruleset) -> Ruleset:
    """Return the ruleset itself, or the one of that name.

    Raises
    ------
    InvalidInput
        If it is neither a ruleset nor the name of one.
    """
    if isinstance(rules, Ruleset):
        return rules
    if not isinstance(rules, str):
        raise InvalidInput(f"rules must be a ruleset or the name of one, not {rules!r}")
    return find_ruleset(rules)
