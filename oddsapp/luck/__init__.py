r"""Luck: recorded battles and rolls against what fair dice bring.

>>> from oddsapp.luck import judge_luck, read_records
>>> record = read_records("force,defenders,attackers left,defenders left\n10,7,0,4\n")
>>> round(judge_luck(record).overall.mean_percentile, 4)
0.0486
"""

from oddsapp.luck.evidence import Evidence, GroupComparison, compare_groups, weigh
from oddsapp.luck.fairness import DiceFairness, dice_fairness
from oddsapp.luck.records import BattleRecord, Records, RollRecord, read_records
from oddsapp.luck.report import LuckReport, judge_luck
from oddsapp.luck.results import Judge, Result, mid_percentile
from oddsapp.luck.two_models import ModelComparison, compare_models, power, rolls_needed

__all__ = [
    "BattleRecord",
    "DiceFairness",
    "Evidence",
    "GroupComparison",
    "Judge",
    "LuckReport",
    "ModelComparison",
    "Records",
    "Result",
    "RollRecord",
    "compare_groups",
    "compare_models",
    "dice_fairness",
    "judge_luck",
    "mid_percentile",
    "power",
    "read_records",
    "rolls_needed",
    "weigh",
]
