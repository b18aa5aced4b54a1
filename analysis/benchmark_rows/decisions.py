"""Campaigns, plans and decisions on top of battles."""

from __future__ import annotations

from functools import partial

import oddsapp
from analysis.benchmark_rows.row import Row, Sizes, in_cal, in_seconds
from oddsapp.boards import find_board
from oddsapp.odds.blitz_decision import BlitzDecision


def _campaign(sizes: Sizes) -> object:
    armies, *row = sizes
    return oddsapp.campaign(armies, row).taken


def _campaign_of_ten(sizes: Sizes) -> object:
    armies, defenders = sizes
    return _campaign((armies, *[defenders] * 10))


def _need(sizes: Sizes) -> object:
    return oddsapp.armies_needed(sizes[0], 0.9)


def _plan_asia(sizes: Sizes) -> object:
    armies, defenders = sizes
    board = find_board("classic")
    targets = dict.fromkeys(board.continent("Asia").territories, defenders)
    plan = oddsapp.plan_attack(board, {"Ukraine": armies}, targets)
    if not (plan.every_route and 0 < plan.value < 1):
        raise ArithmeticError(f"the plan for Asia tried {plan.routes_tried} of {plan.routes}")
    return plan


def _dice_game(sizes: Sizes) -> object:
    return oddsapp.DiceGame(sizes[0], sizes[1])


def _blitz(sizes: Sizes) -> object:
    return oddsapp.battle(force=sizes[0], defenders=sizes[1], rules="blitz").margin


def _roll_or_blitz(sizes: Sizes) -> object:
    return BlitzDecision("blitz", *sizes).best


ROWS = (
    Row(
        "campaign-14",
        "campaign from {} armies through" + " {}" * 14,
        partial(in_cal, work=_campaign),
        1.5,
        "cal",
        (72, 22, 8, 2, 2, 2, 7, 1, 1, 3, 1, 2, 3, 5, 1),
        (20, 3, *[1] * 13),
    ),
    Row(
        "campaign-10",
        "campaign from {} armies through 10 territories of {}",
        partial(in_cal, work=_campaign_of_ten),
        1,
        "cal",
        (100, 5),
        (14, 1),
    ),
    Row(
        "need-1000",
        "armies needed to win 0.9 against {}",
        partial(in_cal, work=_need),
        60,
        "cal",
        (1000,),
        (7,),
    ),
    Row(
        "plan-asia",
        "plan to take Asia from Ukraine, {} armies, {} in each",
        partial(in_seconds, work=_plan_asia),
        5,
        "s",
        (60, 3),
        (16, 1),
    ),
    Row(
        "dice-game",
        "how many dice, announced at once: all states up to {} v {}",
        partial(in_seconds, work=_dice_game),
        0.3,
        "s",
        (30, 30),
        (3, 3),
    ),
    Row(
        "blitz-200",
        "balanced blitz, {} v {}, warm",
        partial(in_cal, work=_blitz),
        1,
        "cal",
        (200, 200),
        (9, 9),
    ),
    Row(
        "roll-or-blitz-60",
        "roll or blitz, all states up to {} v {}",
        partial(in_seconds, work=_roll_or_blitz),
        1.5,
        "s",
        (60, 60),
        (5, 5),
    ),
)
