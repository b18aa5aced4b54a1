"""Roll-outs whose every way can be told: luck has the mean 0, and leaves all means alone."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from oddsapp.boards import Board, Continent, both_ways
from oddsapp.combat import StopRule
from oddsapp.engine import GameState, Phase
from oddsapp.players.roster import make_bot
from oddsapp.players.settle import settle_exactly
from oddsapp.rules import find_ruleset
from oddsapp.whatif.forecasts.carry_out import carry_out
from oddsapp.whatif.forecasts.course import make_course
from oddsapp.whatif.forecasts.forecast import forecast_plan
from oddsapp.whatif.goals import parse_goal
from oddsapp.whatif.plans.moves import begin_attack
from oddsapp.whatif.plans.plan import Plan, PlannedAttack
from oddsapp.whatif.plans.plan_text import parse_plan
from oddsapp.whatif.rollouts.battle_draws import BattleTables
from oddsapp.whatif.rollouts.fortune import LuckLedger
from oddsapp.whatif.rollouts.hand_worth import hand_worth, mean_worth
from oddsapp.whatif.rollouts.measures import Measures
from oddsapp.whatif.rollouts.rollout import compare_plans, roll_out
from oddsapp.whatif.rollouts.rollout_work import play_out
from oddsapp.whatif.rollouts.standing import POWERS
from tests.engine.positions import position
from tests.whatif.every_luck import NO_RANDOM, OneWay, Way, every_way

LINE = Board(
    name="line",
    continents=(Continent("West", 1, ("A", "B")), Continent("East", 2, ("C", "D"))),
    links=both_ways([("A", "B"), ("B", "C"), ("C", "D")]),
    wild_cards=0,
)
RULES = find_ruleset("classic").replace(neutral_armies=0, first_player="seat")
PLAN = parse_plan("""
attack B -> C until 2 armies are left
if taken:
    attack C -> D
""")
BOTS = ("cautious", "cautious")


@cache
def small() -> GameState:
    """Return a position of two players on a board of four territories."""
    return position({0: {"A": 1, "B": 5}, 1: {"C": 2, "D": 2}}, players=2, rules=RULES, board=LINE)


@cache
def ways(plan: Plan, turns: int) -> tuple[Way, ...]:
    """Return every way that a plan and so many turns after it can go."""
    state = small()
    course = make_course(state, plan)
    bots = [make_bot(name, NO_RANDOM) for name in BOTS]

    def play(fortune: OneWay) -> GameState:
        return play_out(state, course, bots, fortune, turns, 100)

    return tuple(every_way(state, play))


def expected(plan: Plan, turns: int, column: int) -> float:
    """Return the exact mean of a column of `Measures`."""
    measures = Measures(small().game, 0)
    found = ways(plan, turns)
    return float(sum(way.probability * Fraction(measures.of(way.end)[column]) for way in found))


@pytest.mark.parametrize("turns", [0, 1])
def test_every_kind_of_luck_has_the_mean_zero_exactly(turns: int) -> None:
    found = ways(PLAN, turns)
    assert sum(way.probability for way in found) == 1
    kinds = LuckLedger.kinds(small().game)
    for kind in range(kinds):
        assert sum(way.probability * way.luck[kind] for way in found) == Fraction(0)
    # It is no zero that is always zero.
    assert all(any(way.luck[kind] for way in found) for kind in range(len(POWERS) * 2))


def test_the_luck_of_one_battle_has_the_mean_zero_under_any_stop_rule() -> None:
    state = position({0: {"Brazil": 9}, 1: {"North Africa": 4, "Egypt": 2}}, rest=2)
    tables = BattleTables(settle_exactly)
    for stop in (StopRule(), StopRule(at=3), StopRule(rolls=2), StopRule(reserve=2)):
        pending = begin_attack(state, PlannedAttack("Brazil", "North Africa", stop))
        table = tables.pending(pending, stop)
        total = [Fraction(0)] * LuckLedger.kinds(state.game)
        met = set()
        for came, chance in enumerate(table.chances):
            ledger = LuckLedger(state.game, 1, exact=True)
            ledger.add(pending, table, came)
            met |= {kind for kind, luck in enumerate(ledger.sums) if luck}
            total = [one + chance * luck for one, luck in zip(total, ledger.sums, strict=True)]
        assert len(met) > len(POWERS) * 3
        assert set(total) == {Fraction(0)}


@pytest.mark.parametrize("turns", [0, 1])
def test_subtracting_luck_leaves_every_expectation_as_it_is_exactly(turns: int) -> None:
    """Whatever it is multiplied by, as long as the multiplier does not depend on it."""
    measures = Measures(small().game, 0)
    found = ways(PLAN, turns)
    multipliers = [Fraction(3 * kind - 7, kind + 2) for kind in range(len(found[0].luck))]
    for column in range(measures.width):
        plain = corrected = Fraction(0)
        for way in found:
            value = Fraction(measures.of(way.end)[column])
            luck = sum(x * b for x, b in zip(way.luck, multipliers, strict=True))
            plain += way.probability * value
            corrected += way.probability * (value - luck)
        assert corrected == plain


def test_a_plan_carried_out_comes_to_what_its_forecast_says() -> None:
    state = small()
    course = make_course(state, PLAN)
    forecast = forecast_plan(state, PLAN, exact=True)
    held: dict[tuple[str, int, int], Fraction] = {}
    cards = Fraction(0)
    for way in every_way(state, lambda fortune: carry_out(state, course, fortune)):
        for name, owner, armies in zip(
            state.game.names, way.end.owners, way.end.armies, strict=True
        ):
            key = name, owner, armies
            held[key] = held.get(key, Fraction(0)) + way.probability
        cards += way.probability * len(way.end.hands[0])
    for (name, owner, armies), chance in held.items():
        there = forecast.territory(name)
        assert there.owner[owner] * dict(there.armies[owner].items())[armies] == chance
    assert forecast.players[0].cards.mean() == cards


@pytest.mark.parametrize("turns", [0, 1])
def test_sampled_means_lie_in_their_intervals_with_the_luck_and_without(turns: int) -> None:
    measures = Measures(small().game, 0)
    sampled = roll_out(small(), PLAN, players=BOTS, turns=turns, rollouts=1500, seed=5)
    for goal in (parse_goal("win"), parse_goal("take East"), parse_goal("take A")):
        column = measures.goal(goal)
        exact = expected(PLAN, turns, column)
        found = sampled.estimate(goal)
        assert found.low <= exact <= found.high
        assert found.plain[1] <= exact <= found.plain[2]
        assert found.factor >= 1 or exact in (0, 1)


def test_the_sampled_difference_of_two_plans_has_the_exact_one_in_its_interval() -> None:
    measures, goal = Measures(small().game, 0), parse_goal("take D")
    other = Plan(())
    column = measures.goal(goal)
    exact = [expected(plan, 1, column) for plan in (PLAN, other)]
    compared = compare_plans(small(), [PLAN, other], players=BOTS, turns=1, rollouts=800, seed=3)
    found = compared.difference(goal, 0, 1)
    assert found.low <= exact[0] - exact[1] <= found.high
    assert found.plain[1] <= exact[0] - exact[1] <= found.plain[2]


def test_the_turns_that_are_expanded_here_are_not_trivial() -> None:
    ends = {way.end.phase is Phase.OVER for way in ways(PLAN, 1)}
    assert ends == {True, False}
    assert len(ways(PLAN, 1)) > 100


def test_the_mean_worth_of_a_hand_is_that_over_all_that_may_be_dealt() -> None:
    game = position({0: {"Siam": 2}}, rest=1).game
    unknown = (0, 1, 2, 3, 4, 5, 9, 42)
    for known in ((), (7,), (7, 8)):
        for number in (1, 2, 3):
            dealt = list(combinations(unknown, number))
            total = sum(hand_worth(game, (*known, *cards)) for cards in dealt)
            mean = mean_worth(game, known, unknown, number, Fraction(1))
            assert mean == Fraction(total, len(dealt))
