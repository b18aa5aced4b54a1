"""Advice: exact rankings are those of brute force, others race on the same luck."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import pairwise, product

import pytest

from oddsapp.combat.stop import StopRule
from oddsapp.engine import GameState, Phase
from oddsapp.engine.positions import example_position
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.whatif.advising import at_once
from oddsapp.whatif.advising.advice import advise
from oddsapp.whatif.advising.advice_result import Advice, Method
from oddsapp.whatif.goals import Goal, parse_goal
from oddsapp.whatif.parallel.batches import Ended
from oddsapp.whatif.parallel.executors import Processes
from oddsapp.whatif.plans.plan import Plan, PlannedAttack
from oddsapp.whatif.plans.plan_text import parse_plan
from tests.engine.positions import position
from tests.whatif.brute_force import End, play_out
from tests.whatif.compare import ring

BOTS = ("cautious", "cautious", "cautious")


def small() -> GameState:
    return ring({0: {"A": 4, "B": 4}, 1: {"C": 2, "D": 1}, 2: {"E": 2}})


START = small()


def family() -> list[Plan]:
    """Return all plans of up to two attacks on the ring, each to the end or until 2 are left."""
    stops = (StopRule(), StopRule(at=1))
    first = [
        PlannedAttack(way[0], way[1], stop, leave=leave)
        for way, stop, leave in product(("AE", "BC", "BD"), stops, (1, 2))
    ]
    second = [PlannedAttack(way[0], way[1]) for way in ("ED", "DC", "DE", "CD", "AE")]
    plans = [Plan(()), *(Plan((one,)) for one in first)]
    for one, two in product(first, second):
        if two.origin in (one.target, "A") and (one.origin, one.target) != (two.origin, two.target):
            plans.append(Plan((one, two)))
    return plans


@cache
def all_ends(state: GameState, plan: Plan) -> list[End]:
    return play_out(state, plan)


def by_brute_force(state: GameState, plan: Plan, goal: Goal) -> float:
    ends = all_ends(state, plan)
    return float(sum(end.probability * int(goal.value(end.state, 0)) for end in ends))


@pytest.mark.parametrize("goal", ["take East", "take E", "take D", "survive"])
def test_the_ranking_is_that_of_every_roll_of_every_plan(goal: str) -> None:
    state, plans, wanted = START, family(), parse_goal(goal)
    advice = advise(state, plans, wanted, turns=0)
    known = {plan: by_brute_force(state, plan, wanted) for plan in plans}
    assert len(advice.ranked) == len(known) == len(plans)
    for entry in advice.ranked:
        assert entry.method is Method.EXACT
        assert entry.estimate.mean == pytest.approx(known[entry.plan], rel=1e-12)
        assert entry.difference.mean == entry.estimate.mean - advice.best.estimate.mean
        assert entry.estimate.interval == (entry.estimate.mean,) * 2
    values = [known[entry.plan] for entry in advice.ranked]
    assert all(one >= two - 1e-12 for one, two in pairwise(values))
    assert advice.is_decided


def test_winning_at_once_is_ranked_exactly_too() -> None:
    state = ring({0: {"A": 5, "B": 4, "C": 1, "D": 1}, 1: {"E": 2}}, players=2, rules="classic")
    plans = [parse_plan(f"attack {way}") for way in ("A -> E", "A -> E until 3 armies are left")]
    goal = parse_goal("win")
    advice = advise(state, plans[::-1], goal, turns=0)
    assert [entry.plan for entry in advice.ranked] == plans
    for entry in advice.ranked:
        known = by_brute_force(state, entry.plan, goal)
        assert entry.estimate.mean == pytest.approx(known, rel=1e-12)


def test_the_best_of_the_candidates_is_the_best_of_the_family() -> None:
    state, goal = small(), parse_goal("take East")
    own = advise(state, None, goal).best.estimate.mean
    assert own >= advise(state, family(), goal).best.estimate.mean - 1e-12


def test_equal_plans_count_once_and_equally_good_ones_keep_their_order() -> None:
    plans = [parse_plan(line) for line in ("attack B -> C", "attack A -> E", "attack B -> C")]
    advice = advise(small(), plans, "take D")
    assert [entry.plan for entry in advice.ranked] == plans[:2]
    assert advice.goal == parse_goal("take D")


def test_names_are_written_as_the_board_has_them() -> None:
    plan = parse_plan("place all armies on Brazil")
    advice = advise(example_position().state, [plan], "hold  north africa")
    assert str(advice.goal) == "take North Africa"
    assert advice.best.estimate.mean == 0


def test_what_is_too_large_is_sampled_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    state, plans = small(), family()[:20]
    exact = {entry.plan: entry.estimate.mean for entry in advise(state, plans, "take E").ranked}
    monkeypatch.setattr(at_once, "MOST_STATES", 2)
    advice = advise(state, plans, "take E", seed=3)
    sampled = [entry for entry in advice.ranked if entry.method is Method.SAMPLED]
    assert 0 < len(sampled) < len(plans)
    for entry in sampled:
        assert entry.runs
        assert entry.estimate.mean == pytest.approx(exact[entry.plan], abs=0.006)
        assert entry.difference.low <= entry.difference.mean <= entry.difference.high
    assert advise(state, plans, "take E", seed=3) == advice
    assert "sampled" in advice.text


@pytest.mark.parametrize("workers", [None, Processes(2)], ids=["here", "two processes"])
def test_a_race_is_the_same_everywhere(workers: Processes | None) -> None:
    told: list[tuple[int, int]] = []
    advice = advise(
        small(),
        None,
        "take East",
        players=BOTS,
        turns=2,
        rollouts=60,
        seed=5,
        workers=workers,
        progress=lambda done, of: told.append((done, of)),
    )
    again = advise(small(), None, "take East", players=BOTS, turns=2, rollouts=60, seed=5)
    assert advice == again
    assert all(done <= of for done, of in told)
    assert [done for done, _ in told] == sorted(done for done, _ in told)


def rolled(
    goal: str, plans: Sequence[Plan], *, turns: int | None = None, rollouts: int = 150
) -> Advice:
    return advise(START, plans, goal, players=BOTS, turns=turns, rollouts=rollouts, seed=1)


def test_to_survive_is_looked_at_when_it_is_ones_turn_again_to_win_at_the_end() -> None:
    plans = [parse_plan("attack A -> E"), Plan(())]
    assert rolled("survive", plans, rollouts=20).turns == 2
    assert rolled("win", plans, rollouts=20).turns is None
    assert rolled("take East", plans, rollouts=20, turns=1).turns == 1


def test_roll_outs_find_what_holds_and_agree_with_the_exact_number_for_no_turns() -> None:
    # One attack or none, and nobody has a turn between: what is rolled out is the turn itself.
    plans = [Plan(()), parse_plan("attack A -> E"), parse_plan("attack B -> D")]
    advice = rolled("take E", plans, turns=1, rollouts=400)
    assert advice.best.plan == plans[1]
    assert advice.best.difference.mean == 0
    assert all(entry.is_behind for entry in advice.ranked[1:])
    assert advice.is_decided
    assert all(entry.method is Method.ROLLED for entry in advice.ranked)


def test_the_result_is_plain_values_with_everything_that_is_to_be_known() -> None:
    plain = rolled("take East", family()[:9], turns=1, rollouts=60).to_dict()
    assert plain["goal"] == "take East"
    assert plain["player"] == 1
    assert plain["turns"] == 1
    assert plain["bots"] == list(BOTS)
    assert plain["ended"] in map(str, Ended)
    assert len(plain["ranked"]) + len(plain["dropped"]) == 9
    assert {"plan", "method", "runs", "estimate", "difference", "behind"} == set(plain["ranked"][0])
    assert all(entry["stage"] >= 1 for entry in plain["dropped"])
    exact = advise(small(), [Plan(())], "take East")
    assert exact.to_dict()["ranked"][0]["estimate"] == {"mean": 0, "interval": [0, 0]}
    assert repr(exact) == "<Advice: take East, best of 1 plan 0 % (exact), decided>"
    assert "end the turn" in exact.text


def test_interrupted_it_keeps_what_was_done() -> None:
    def stop(done: int, of: int) -> None:
        if (done, of) == (3, 8):
            raise KeyboardInterrupt

    plans = family()[:8]
    advice = advise(small(), plans, "take East", progress=stop)
    assert advice.ended is Ended.INTERRUPTED
    assert {entry.plan for entry in advice.ranked} == set(plans[:3])
    assert advice.unjudged == tuple(plans[3:])


@pytest.mark.parametrize(
    ("plans", "goal", "options", "said"),
    [
        ([], "take East", {}, "there is no plan to rank"),
        (["attack A -> E"], "take East", {}, "plan 1 is no Plan but 'attack A -> E'"),
        (None, "take Africa", {}, "no continent or territory 'Africa'"),
        (None, "get rich", {}, "'get rich' is no goal"),
        (None, "take", {}, "'take' is no goal"),
        (None, "win", {}, "who plays on: a bot for each of the 3 seats"),
        (None, "win", {"players": ["cautious"]}, "3 players need as many bots"),
        (None, "win", {"players": ["nobody"] * 3}, "no player is called 'nobody'"),
        (None, "win", {"players": BOTS, "rollouts": 0}, "the number of roll-outs"),
        (None, "win", {"players": BOTS, "turns": -1}, "the number of turns to look ahead"),
        ([Plan(())] * 101, "take East", {}, "up to 100 plans are ranked, not 101"),
    ],
)
def test_what_cannot_be_ranked_is_said_in_a_sentence(
    plans: object, goal: str, options: dict[str, object], said: str
) -> None:
    with pytest.raises(InvalidInput, match=said):
        advise(small(), plans, goal, **options)  # type: ignore[arg-type]


def test_an_illegal_plan_is_named() -> None:
    plans = [parse_plan("attack A -> E"), parse_plan("attack A -> C")]
    with pytest.raises(IllegalMove, match="plan 2: line 1: C is not adjacent to A"):
        advise(small(), plans, "take East")
    with pytest.raises(InvalidInput, match=r"plan 1: line 1: .*Q"):
        advise(small(), [parse_plan("attack A -> Q")], "take East")


def test_where_the_turn_is_nearly_over_own_plans_are_ranked() -> None:
    state = position({0: {"Brazil": 9, "Peru": 1}}, rest=1, phase=Phase.FORTIFY)
    plan = parse_plan("fortify all but 1 army Brazil -> Peru")
    assert advise(state, [plan], "hold Peru").best.estimate.mean == 1
    with pytest.raises(InvalidInput, match="to reinforce or to attack"):
        advise(state, None, "hold Peru")
