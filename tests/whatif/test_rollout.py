"""Roll-outs: the same luck for all plans, the same result on any workers, honest intervals."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest

from oddsapp.engine import new_game
from oddsapp.engine.positions import example_position
from oddsapp.errors import IllegalMove, InvalidInput
from oddsapp.intervals import share_interval
from oddsapp.whatif.goals import Goal, GoalKind, parse_goal
from oddsapp.whatif.parallel.batches import Ended, batch_seed
from oddsapp.whatif.parallel.executors import Processes
from oddsapp.whatif.plans.plan import Plan
from oddsapp.whatif.plans.plan_text import parse_plan
from oddsapp.whatif.rollouts.looks import spent
from oddsapp.whatif.rollouts.rollout import compare_plans, roll_out
from oddsapp.whatif.rollouts.rollout_result import Estimate, RollOutResult
from oddsapp.whatif.rollouts.streams import Choices, Purpose, Streams, seeds_of
from tests.engine.positions import position

BOTS = ("cautious", "odds", "random")
ATTACK = parse_plan("trade the best set\nplace all armies on Brazil\nattack Brazil -> North Africa")
WAIT = parse_plan("trade the best set\nplace all armies on Brazil")
STATE = example_position().state
GOAL = parse_goal("take North Africa")


def estimates(result: RollOutResult) -> Iterator[Estimate]:
    """Yield every number of a result."""
    for player in result.players:
        yield player.wins
        yield player.alive
        yield player.territories
        yield player.armies
        yield player.reinforcements
    yield from result.holds.values()
    yield from result.continents.values()
    yield result.finished


# -- the same luck -----------------------------------------------------------------------


def test_two_equal_plans_differ_by_exactly_nothing() -> None:
    same = parse_plan(str(ATTACK))
    compared = compare_plans(STATE, [ATTACK, same], players=BOTS, turns=3, rollouts=12)
    first, second = compared.results
    assert first.players == second.players
    assert first.holds == second.holds
    found = compared.difference(GOAL, 0, 1)
    assert (found.mean, found.low, found.high, found.plain) == (0, 0, 0, (0, 0, 0))


def test_plans_that_come_to_the_same_meet_the_same_luck() -> None:
    """One of them places the same armies in two steps."""
    slower = parse_plan(str(WAIT).replace("place all", "place 1 army on Brazil\nplace all"))
    compared = compare_plans(STATE, [WAIT, slower], players=BOTS, turns=6, rollouts=8)
    first, second = compared.results
    assert first.plan != second.plan
    assert first.players == second.players
    goal = parse_goal("take North Africa")
    found = compared.difference(goal, 0, 1)
    assert found.mean == 0
    assert found.low < 0 < found.high  # other plans: what never came up may still come


def test_a_with_b_is_minus_b_with_a() -> None:
    compared = compare_plans(STATE, [ATTACK, WAIT], players=BOTS, turns=2, rollouts=60)
    for goal in (GOAL, parse_goal("win"), parse_goal("survive"), parse_goal("take Africa")):
        there, back = compared.difference(goal, 0, 1), compared.difference(goal, 1, 0)
        assert there.mean == -back.mean
        assert (there.low, there.high) == (-back.high, -back.low)
        assert there.plain == (-back.plain[0], -back.plain[2], -back.plain[1])
    assert compared.difference(GOAL, 0, 1).low > 0.3


def test_a_plan_is_rolled_out_alike_whatever_it_is_compared_with() -> None:
    """Batches are of another size then, so that it is the mean that agrees, not the numbers."""
    alone = roll_out(STATE, ATTACK, players=BOTS, turns=1, rollouts=400, seed=1)
    beside = compare_plans(STATE, [WAIT, ATTACK], players=BOTS, turns=1, rollouts=400, seed=1)
    first, second = alone.estimate(GOAL), beside.results[1].estimate(GOAL)
    assert first.low < second.high
    assert second.low < first.high


def test_what_is_drawn_more_in_a_turn_shifts_nothing_that_comes_later() -> None:
    state = new_game("classic", players=3)
    one, other = Streams(7), Streams(7)
    for streams, draws in ((one, 1), (other, 5)):
        streams.turn(state)
        for _ in range(draws):
            streams.of(Purpose.BATTLES).random()
            Choices(streams).random()
    assert one.of(Purpose.CARDS).random() == other.of(Purpose.CARDS).random()
    for streams in (one, other):
        streams.turn(state.evolve(player=1))
    numbers = [[s.of(p).random() for p in Purpose] for s in (one, other)]
    assert numbers[0] == numbers[1]
    assert len(set(numbers[0])) == len(Purpose)


def test_roll_outs_have_seeds_of_their_own() -> None:
    seeds = [bits for batch in range(20) for bits in seeds_of(batch_seed(1, batch), 30)]
    assert len(set(seeds)) == 600
    assert sum(bits.bit_count() for bits in seeds) == pytest.approx(600 * 64, rel=0.02)


# -- the same result everywhere ----------------------------------------------------------


def test_processes_give_what_one_process_gives() -> None:
    here = compare_plans(STATE, [ATTACK, WAIT], players=BOTS, turns=2, rollouts=40, seed=9)
    there = compare_plans(
        STATE, [ATTACK, WAIT], players=BOTS, turns=2, rollouts=40, seed=9, workers=Processes(2)
    )
    assert here == there
    assert here.to_dict() == there.to_dict()
    other = compare_plans(STATE, [ATTACK, WAIT], players=BOTS, turns=2, rollouts=40, seed=10)
    assert other.results != here.results


def test_a_decided_comparison_stops_early_and_at_the_same_place_everywhere() -> None:
    found = [
        compare_plans(
            STATE, [WAIT, ATTACK], players=BOTS, turns=1, rollouts=3000, seed=2,
            workers=workers, until_decided=GOAL,
        )
        for workers in (None, Processes(2))
    ]  # fmt: skip
    assert found[0] == found[1]
    assert found[0].to_dict() == found[1].to_dict()
    assert found[0].decided
    assert 100 <= found[0].results[0].rollouts < 400
    assert found[0].results[0].ended is Ended.ENOUGH
    assert found[0].difference(GOAL, 1, 0).low > 0
    assert found[0].level == 1 - spent(1, 1)


def test_what_cannot_be_decided_is_not_said_to_be() -> None:
    goal = parse_goal("take Siam")
    compared = compare_plans(
        STATE, [WAIT, ATTACK], players=BOTS, turns=1, rollouts=160, until_decided=goal
    )
    assert compared.decided is False
    assert compared.results[0].rollouts == 160
    assert compared.results[0].ended is Ended.ALL
    found = compared.difference(goal, 0, 1)
    assert found.low < 0 < found.high
    assert compared.level > 0.95


def test_looks_spend_no_more_than_their_error() -> None:
    assert sum(spent(look, 3) * 3 for look in range(1, 100_000)) < 0.05


def test_an_interrupt_keeps_what_was_judged() -> None:
    def interrupted(judged: int, _: int) -> None:
        if judged == 5:
            raise KeyboardInterrupt

    found = roll_out(STATE, WAIT, players=BOTS, turns=1, rollouts=40, progress=interrupted)
    assert found.ended is Ended.INTERRUPTED
    assert 0 < found.rollouts < 40
    again = roll_out(STATE, WAIT, players=BOTS, turns=1, rollouts=40)
    assert again.rollouts == 40


# -- how sure it is ----------------------------------------------------------------------


@pytest.mark.parametrize("rollouts", [1, 2])
def test_few_roll_outs_are_never_sure(rollouts: int) -> None:
    found = roll_out(STATE, ATTACK, players=BOTS, turns=1, rollouts=rollouts)
    for estimate in estimates(found):
        numbers = (*estimate.interval, *estimate.plain, estimate.mean, estimate.factor)
        assert np.isfinite(numbers).all()
        assert estimate.high > estimate.low
        assert estimate.low <= estimate.mean <= estimate.high
    assert found.wins.high > 0.6
    compared = compare_plans(STATE, [ATTACK, WAIT], players=BOTS, turns=1, rollouts=rollouts)
    difference = compared.difference(GOAL, 0, 1)
    assert difference.high - difference.low > 1


def test_plain_shares_have_the_interval_of_wilson() -> None:
    found = roll_out(
        STATE, ATTACK, players=BOTS, turns=1, rollouts=100, reduce_variance=False
    ).estimate(GOAL)
    assert found.factor == 1
    assert found.plain == (found.mean, found.low, found.high)
    assert (found.low, found.high) == share_interval(found.mean, 100)


def test_what_never_came_up_is_not_taken_for_impossible() -> None:
    found = roll_out(STATE, WAIT, players=BOTS, turns=1, rollouts=50).estimate(GOAL)
    assert found.mean == 0
    assert found.high == share_interval(0, 50)[1]


def test_the_result_is_plain_values_for_json() -> None:
    import json

    compared = compare_plans(STATE, [ATTACK, WAIT], players=BOTS, turns=1, rollouts=10)
    told = json.loads(json.dumps(compared.to_dict(), allow_nan=False))
    assert told["results"][0]["players"][0]["player"] == 1
    assert told["differences"][0]["plans"] == [1, 2]
    assert told["results"][0]["rollouts"] == 10


# -- what is asked -----------------------------------------------------------------------


def test_turns_and_rounds_say_how_long_it_goes_on() -> None:
    none = roll_out(STATE, WAIT, players=BOTS, turns=0, rollouts=10)
    assert none.players[1].territories.plain[0] == STATE.owners.count(1)
    one = roll_out(STATE, WAIT, players=("cautious",) * 3, turns=1, rollouts=30)
    assert one.players[1].armies.plain[0] != none.players[1].armies.plain[0]
    assert one.finished.mean == 0
    ended = roll_out(STATE, WAIT, players=("cautious",) * 3, rollouts=6)
    assert ended.finished.plain[0] == 1
    assert sum(player.wins.plain[0] for player in ended.players) == pytest.approx(1, abs=1e-12)
    short = roll_out(STATE, WAIT, players=BOTS, rollouts=6, most_rounds=1)
    assert short.finished.plain[0] == 0


def test_a_turn_that_wins_ends_the_roll_out() -> None:
    state = position({0: {"Siam": 30, "China": 1}, 1: {"India": 1}}, rest=0, players=2,
                     neutral_armies=0)  # fmt: skip
    plan = parse_plan("attack Siam -> India")
    found = roll_out(state, plan, players=("cautious",) * 2, rollouts=20)
    assert found.wins.mean == 1
    assert found.finished.mean == 1
    assert found.players[1].alive.mean == 0


def test_what_cannot_be_rolled_out_is_told_in_one_sentence() -> None:
    with pytest.raises(InvalidInput, match="3 players need as many bots"):
        roll_out(STATE, WAIT, players=BOTS[:2])
    with pytest.raises(InvalidInput, match="no player is called 'clever'"):
        roll_out(STATE, WAIT, players=("clever", *BOTS[1:]))
    with pytest.raises(InvalidInput, match="number of roll-outs"):
        roll_out(STATE, WAIT, players=BOTS, rollouts=0)
    with pytest.raises(InvalidInput, match="number of plans"):
        compare_plans(STATE, [], players=BOTS)
    with pytest.raises(InvalidInput, match=r"no continent or territory 'Afrika'.*'Africa'"):
        compare_plans(STATE, [WAIT, ATTACK], players=BOTS, until_decided=parse_goal("take Afrika"))
    with pytest.raises(InvalidInput, match="plans 0 to 1"):
        compare_plans(STATE, [WAIT, ATTACK], players=BOTS, turns=0, rollouts=2).difference(
            GOAL, 0, 2
        )
    with pytest.raises(IllegalMove, match="line 1"):
        roll_out(STATE, parse_plan("attack Brazil -> Siam"), players=BOTS)
    with pytest.raises(InvalidInput, match="all play at the same time"):
        roll_out(new_game("risk2", players=3), Plan(()), players=("odds",) * 3)


@pytest.mark.parametrize("text", ["win", "survive", "take Africa", "take North Africa"])
def test_goals_are_read_and_written(text: str) -> None:
    goal = parse_goal(text)
    assert str(goal) == text
    assert parse_goal(str(goal)) == goal
    assert parse_goal(text.upper(), STATE.game) == goal


def test_what_is_no_goal_is_told_in_one_sentence() -> None:
    for text in ("", "take", "win Africa", "lose", "hold  "):
        with pytest.raises(InvalidInput, match="a goal is 'win', 'survive', or 'take'"):
            parse_goal(text)
    with pytest.raises(InvalidInput, match="a goal is"):
        Goal(GoalKind.WIN, "Africa")
    with pytest.raises(InvalidInput, match="did you mean 'Brazil'"):
        parse_goal("take Brasil", STATE.game)
