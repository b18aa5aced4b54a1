"""Work in a thread, which Ctrl-C does not reach, is stopped from another one."""

from __future__ import annotations

import threading

import pytest

from oddsapp.engine.positions import example_position
from oddsapp.interrupts import Progress, check_interrupt, interruptible
from oddsapp.whatif.advising.advice import advise
from oddsapp.whatif.parallel.batches import Ended
from oddsapp.whatif.plans.plan_text import parse_plan
from oddsapp.whatif.rollouts.rollout import roll_out
from oddsapp.whatif.rollouts.rollout_result import RollOutResult

STATE = example_position().state
BOTS = ["cautious"] * STATE.game.players
PLAN = parse_plan("trade the best set\nplace all armies on Brazil")


def rolled(progress: Progress) -> RollOutResult:
    return roll_out(STATE, PLAN, players=BOTS, turns=1, rollouts=100_000, progress=progress)


def test_a_roll_out_in_a_thread_keeps_what_was_judged() -> None:
    asked, some = threading.Event(), threading.Event()
    batches, found = list[int](), list[RollOutResult]()

    def note(done: int, _: int) -> None:
        batches.append(done)
        some.set()

    def work() -> None:
        with interruptible(asked.is_set):
            found.append(rolled(note))

    thread = threading.Thread(target=work)
    thread.start()
    assert some.wait(60)
    asked.set()
    judged = len(batches)
    thread.join(60)
    # In the middle of a batch: nobody waits for the end of it.
    assert len(batches) <= judged + 1
    assert found[0].ended is Ended.INTERRUPTED

    def as_far(done: int, _: int) -> None:
        if done == batches[-1]:
            raise KeyboardInterrupt

    assert rolled(as_far).wins == found[0].wins


@pytest.mark.parametrize("goal", ["take Africa", "win"])
def test_a_search_for_plans_is_left_between_two(goal: str) -> None:
    with interruptible(lambda: True), pytest.raises(KeyboardInterrupt):
        advise(STATE, None, goal, players=BOTS)


def test_nothing_is_asked_of_other_threads_or_afterwards() -> None:
    with interruptible(lambda: True):
        other = threading.Thread(target=check_interrupt)
        other.start()
        other.join()
        with interruptible(lambda: False):
            check_interrupt()
        with pytest.raises(KeyboardInterrupt):
            check_interrupt()
    check_interrupt()
