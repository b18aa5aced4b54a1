"""Lines that people type: actions, events, orders, plans, goals, dice, probabilities, battles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

import pytest

import oddsapp
from oddsapp.arguments import probability
from oddsapp.dice import parse_dice, parse_die
from oddsapp.engine.orders import parse_order
from oddsapp.engine.record import parse_step
from oddsapp.odds.diagnosis import Answer
from oddsapp.rules import Bonus
from oddsapp.ui.luck.typed import with_battle
from oddsapp.ui.quick import typed
from oddsapp.whatif.goals import parse_goal
from oddsapp.whatif.plans.plan_text import parse_plan
from oddsapp.whatif.turns.order_plan import read_order_plan
from tests.hardening import corpus
from tests.hardening.mutate import damaged_text
from tests.hardening.refusal import fuzz

STATE = corpus.POSITION.state


def check_plan(text: str) -> None:
    oddsapp.check_plan(STATE, parse_plan(text))


def check_orders(text: str) -> object:
    return read_order_plan(text, corpus.TURN).check(corpus.TURN)


def goal_of_the_board(text: str) -> object:
    return parse_goal(text, STATE.game)


def said_at_the_table(text: str) -> None:
    """Read a line and do it, as a game that is played on a screen does."""
    record = oddsapp.GameRecord(oddsapp.new_game("classic", players=3).game)
    record.add(text)


Case = tuple[Callable[[str], object], Sequence[str], int]
CASES: dict[str, Case] = {
    "action": (oddsapp.parse_action, corpus.LINES, 4_000),
    "event": (oddsapp.parse_event, corpus.LINES, 4_000),
    "line of a log": (parse_step, corpus.LINES, 4_000),
    "at the table": (said_at_the_table, corpus.LINES, 1_000),
    "order": (parse_order, corpus.ORDERS, 4_000),
    "orders of all": (check_orders, corpus.ORDER_PLANS, 1_000),
    "plan": (parse_plan, corpus.PLANS, 3_000),
    "plan on a board": (check_plan, corpus.PLANS[:2], 1_000),
    "goal": (parse_goal, corpus.GOALS, 3_000),
    "goal on a board": (goal_of_the_board, corpus.GOALS, 1_000),
    "dice": (parse_dice, corpus.DICE, 3_000),
    "die": (parse_die, corpus.DICE, 3_000),
    "bonus": (Bonus.parse, corpus.BONUSES, 3_000),
    "probability": (lambda text: probability(text, "the odds"), corpus.PROBABILITIES, 3_000),
    "answer": (Answer.read, corpus.PROBABILITIES, 3_000),
    "battle": (typed.read, corpus.BATTLES, 4_000),
    "battle for the record": (lambda text: with_battle("", text), corpus.BATTLES, 3_000),
}
INPUTS = sum(inputs for _, _, inputs in CASES.values())


@pytest.mark.parametrize("kind", CASES)
def test_a_line_is_read_or_refused_in_one_sentence(kind: str) -> None:
    read, texts, inputs = CASES[kind]

    def make(rng: Random) -> str:
        return damaged_text(rng, texts)

    fuzz(read, make, inputs)
