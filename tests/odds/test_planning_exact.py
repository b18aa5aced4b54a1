"""Attack plans against twins that try everything."""

from fractions import Fraction
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from oddsapp.odds.planning.fight import Dice
from oddsapp.odds.planning.plan import Method, best_plan, plan_attack
from oddsapp.odds.planning.problem import Goal, make_problem
from oddsapp.odds.planning.routes import all_routes, solve_routes
from oddsapp.odds.planning.search import evaluate, nearest_route
from oddsapp.odds.solve import battle
from oddsapp.rules import find_ruleset
from tests.reference.planning_twin import Search

FORK = {"X": ["A", "B"], "A": ["X"], "B": ["X"]}

Graph = dict[str, list[str]]


def graph_of(edges: list[tuple[str, str]]) -> Graph:
    graph: Graph = {}
    for a, b in edges:
        graph.setdefault(a, []).append(b)
        graph.setdefault(b, []).append(a)
    return graph


@pytest.mark.rule("C-6")
def test_the_fork_of_two_and_two() -> None:
    plan = plan_attack(FORK, {"X": 8}, {"A": 2, "B": 2}, exact=True)
    assert plan.value == Search(FORK).value({"X": 8}, {"A": 2, "B": 2})
    assert round(float(plan.value), 4) == 0.6099
    assert plan.optimal
    assert plan.steps[0].fewer_dice


def test_the_fork_with_full_dice_only() -> None:
    problem = make_problem(FORK, {"X": 8}, {"A": 2, "B": 2}, full_dice=True)
    plan = best_plan(problem, exact=True)
    assert plan.value == Search(FORK, full_dice=True).value({"X": 8}, {"A": 2, "B": 2})
    assert round(float(plan.value), 4) == 0.5136


@pytest.mark.rule("C-5")
def test_the_gap_to_plans_that_leave_a_fight() -> None:
    free = Search(FORK, must_finish=False).value({"X": 8}, {"A": 2, "B": 2})
    assert round(float(free), 4) == 0.6191


@st.composite
def trees(draw: st.DrawFn) -> tuple[Graph, dict[str, int], dict[str, int]]:
    count = draw(st.integers(1, 4))
    names = ["X", *"ABCD"[:count]]
    edges = [
        (names[draw(st.integers(0, place - 1))], names[place]) for place in range(1, count + 1)
    ]
    armies = draw(st.integers(2, 8))
    targets = {name: draw(st.integers(1, 3)) for name in names[1:]}
    return graph_of(edges), {"X": armies}, targets


@settings(max_examples=25)
@given(trees(), st.booleans(), st.data())
def test_trees_from_one_stack_equal_brute_force(
    tree: tuple[Graph, dict[str, int], dict[str, int]], count: bool, data: st.DataObject
) -> None:
    graph, stacks, targets = tree
    goal = Goal.TERRITORIES if count else Goal.ALL
    leave = {}
    if not count and data.draw(st.booleans()):
        leave = {data.draw(st.sampled_from(sorted(graph))): data.draw(st.integers(1, 3))}
    plan = plan_attack(graph, stacks, targets, goal=goal, leave=leave, exact=True)
    assert plan.method is Method.TREE
    twin = Search(graph, count_territories=count, leave=leave)
    assert plan.value == twin.value(stacks, targets)
    close = plan_attack(graph, stacks, targets, goal=goal, leave=leave)
    assert close.value == pytest.approx(float(plan.value), rel=1e-12)


@st.composite
def graphs(draw: st.DrawFn) -> tuple[Graph, dict[str, int], dict[str, int]]:
    stacks = draw(st.integers(1, 2))
    count = draw(st.integers(1, 4 if stacks == 1 else 3))
    names = [*"XY"[:stacks], *"ABCD"[:count]]
    edges = [
        (names[draw(st.integers(0, place - 1))], names[place]) for place in range(1, len(names))
    ]
    possible = [(a, b) for i, a in enumerate(names) for b in names[i + 1 :] if (a, b) not in edges]
    if possible:
        edges += draw(st.lists(st.sampled_from(possible), unique=True))
    total = draw(st.integers(2 * stacks, 8))
    own = {"X": total} if stacks == 1 else {"X": total - total // 2, "Y": total // 2}
    targets = {name: draw(st.integers(1, 3)) for name in names[stacks:]}
    return graph_of(edges), own, targets


@settings(max_examples=25)
@given(graphs(), st.booleans(), st.data())
def test_any_graph_and_two_stacks_equal_brute_force(
    drawn: tuple[Graph, dict[str, int], dict[str, int]], count: bool, data: st.DataObject
) -> None:
    graph, stacks, targets = drawn
    goal = Goal.TERRITORIES if count else Goal.ALL
    leave = {}
    if not count and data.draw(st.booleans()):
        leave = {data.draw(st.sampled_from(sorted(graph))): data.draw(st.integers(1, 3))}
    plan = plan_attack(graph, stacks, targets, goal=goal, leave=leave)
    twin = Search(graph, count_territories=count, leave=leave, exact=False)
    assert plan.optimal
    assert plan.value == pytest.approx(twin.value(stacks, targets), rel=1e-12)


@settings(max_examples=25)
@given(graphs())
def test_what_is_proved_best_is_at_least_a_division_and_that_a_route(
    drawn: tuple[Graph, dict[str, int], dict[str, int]],
) -> None:
    graph, stacks, targets = drawn
    problem = make_problem(graph, stacks, targets)
    dice = Dice(problem.combat)
    route: Any = evaluate(problem, nearest_route(problem), dice).worth
    slack = 1 - 1e-12
    best = best_plan(problem).value
    assert best >= route * slack
    if len(stacks) == 1:
        everything = (1 << len(targets)) - 1
        routes = all_routes(problem, [(0, everything)])
        divided = solve_routes(problem, routes, dice)[routes.post(0, everything), stacks["X"]]
        assert best >= divided * slack
        assert divided >= route * slack


def test_more_armies_and_fewer_defenders_never_hurt() -> None:
    graph = graph_of([("X", "A"), ("X", "B"), ("A", "C")])
    values = [
        plan_attack(graph, {"X": armies}, {"A": 2, "B": 1, "C": 2}).value for armies in range(4, 20)
    ]
    assert all(a < b for a, b in pairwise(values))


def test_two_stacks_attack_one_target_one_after_the_other() -> None:
    graph = graph_of([("X", "A"), ("Y", "A")])
    plan = plan_attack(graph, {"X": 3, "Y": 3}, {"A": 2}, exact=True)
    alone = plan_attack(graph, {"X": 3}, {"A": 2}, exact=True).value
    assert plan.value > alone
    assert plan.value == Search(graph).value({"X": 3, "Y": 3}, {"A": 2})
    assert isinstance(plan.value, Fraction)


@pytest.mark.parametrize(
    "table",
    [
        None,
        {(1, 1): {(1, 1): 1, (0, 1): 2, (1, 0): 1}},
        {
            (1, 1): {(0, 1): 1, (1, 0): 1},
            (2, 1): {(1, 1): 1, (0, 1): 1, (2, 0): 1},
        },
    ],
)
def test_one_target_is_one_battle(table: Any) -> None:
    rules = find_ruleset("classic")
    if table is not None:
        rules = rules.replace(round_table=table)
    for armies, defenders in [(2, 1), (5, 4), (9, 7)]:
        problem = make_problem(
            {"X": ["A"], "A": []}, {"X": armies}, {"A": defenders}, rules=rules, full_dice=True
        )
        odds = battle(armies, defenders, rules=rules, exact=True)
        assert best_plan(problem, exact=True).value == odds.win


def test_a_path_is_a_campaign_that_moves_everybody_on() -> None:
    defenders = [2, 3, 1, 2]
    path = {str(n): [str(n + 1)] for n in range(4)} | {"4": []}
    targets = {str(n): count for n, count in enumerate(defenders, start=1)}
    plan = plan_attack(path, {"0": 9}, targets, exact=True)
    standing = {9: Fraction(1)}
    for count in defenders:
        after: dict[int, Fraction] = {}
        for armies, chance in standing.items():
            if armies > 1:
                for left, p in battle(armies, count, exact=True).attackers_left.items():
                    after[left] = after.get(left, Fraction(0)) + (chance * p if left else 0)
        standing = after
    assert plan.value == sum(standing.values())


def test_links_said_twice_or_to_oneself_change_nothing() -> None:
    untidy = {"X": ["A", "B", "A"], "A": ["A", "X"], "B": ["X", "B"]}
    plan = plan_attack(untidy, {"X": 8}, {"A": 2, "B": 2})
    assert plan.value == plan_attack(FORK, {"X": 8}, {"A": 2, "B": 2}).value
    assert (plan.method, plan.routes) == (Method.TREE, 1)
