"""Rules as data: the frozen `Ruleset`, its options, and the presets that have a name."""

from oddsapp.rules.balance import Balance, find_balance
from oddsapp.rules.bonus import NAMED_BONUSES, NO_BONUS, Bonus
from oddsapp.rules.game_options import (
    Allocation,
    BonusLimit,
    CapitalForm,
    CardDraw,
    CardSchedule,
    ConquestTrade,
    Diplomacy,
    FallenCards,
    FirstPlayer,
    Fortification,
    Goal,
    OwnColour,
    ScoreTie,
)
from oddsapp.rules.game_rules import CardRules, SameTimeRules, SetupRules, TurnRules, VictoryRules
from oddsapp.rules.modifiers import Modifier, modified
from oddsapp.rules.options import (
    CardLimit,
    CardReroll,
    CasualtyRule,
    DefenceTiming,
    MassReading,
    Role,
    SpoilsReading,
    Ties,
)
from oddsapp.rules.presets import as_ruleset, find_ruleset, ruleset_names
from oddsapp.rules.round_table import RoundTable
from oddsapp.rules.ruleset import ColouredDice, Combat, RankedDice, Ruleset
from oddsapp.rules.thresholds import ThresholdChart, find_thresholds, threshold_names

__all__ = [
    "NAMED_BONUSES",
    "NO_BONUS",
    "Allocation",
    "Balance",
    "Bonus",
    "BonusLimit",
    "CapitalForm",
    "CardDraw",
    "CardLimit",
    "CardReroll",
    "CardRules",
    "CardSchedule",
    "CasualtyRule",
    "ColouredDice",
    "Combat",
    "ConquestTrade",
    "DefenceTiming",
    "Diplomacy",
    "FallenCards",
    "FirstPlayer",
    "Fortification",
    "Goal",
    "MassReading",
    "Modifier",
    "OwnColour",
    "RankedDice",
    "Role",
    "RoundTable",
    "Ruleset",
    "SameTimeRules",
    "ScoreTie",
    "SetupRules",
    "SpoilsReading",
    "ThresholdChart",
    "Ties",
    "TurnRules",
    "VictoryRules",
    "as_ruleset",
    "find_balance",
    "find_ruleset",
    "find_thresholds",
    "modified",
    "ruleset_names",
    "threshold_names",
]
