"""Attack plans on the real boards: every route, cycles, and sizes out of brute force's reach."""

import random
from collections.abc import Iterator
from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from time import process_time
from typing import Any

import pytest

from oddsapp.boards import find_board
from oddsapp.errors import InvalidInput
from oddsapp.odds.campaign import campaign
from oddsapp.odds.planning.divided import solve as solve_divided
from oddsapp.odds.planning.fight import Dice
from oddsapp.odds.planning.joint import Joint
from oddsapp.odds.planning.plan import AttackPlan, Method, plan_attack
from oddsapp.odds.planning.problem import Problem, make_problem
from oddsapp.odds.planning.search import _variations, count_routes, evaluate, nearest_route, search

BOARD = find_board("classic")


def continent(name: str, defenders: int) -> dict[str, int]:
    return dict.fromkeys(BOARD.continent(name).territories, defenders)


def every_route(problem: Problem) -> Iterator[dict[int, int]]:
    """Every way to give each target a neighbour to be attacked from, without circles."""
    first = problem.first_target
    targets = range(first, len(problem.names))
    ways = [[n for n, others in enumerate(problem.neighbours) if t in others] for t in targets]
    for choice in product(*ways):
        parents = dict(zip(targets, choice, strict=True))
        for start in targets:
            node, met = start, 0
            while node >= first and met <= len(targets):
                node, met = parents[node], met + 1
            if met > len(targets):
                break
        else:
            yield parents


@pytest.mark.parametrize(
    ("start", "armies", "name", "defenders", "leave"),
    [
        ("North Africa", 14, "South America", 3, None),
        ("North Africa", 12, "South America", 2, 3),
        ("Brazil", 16, "Africa", 2, None),
        ("Brazil", 18, "Africa", 2, 2),
        ("Ural", 20, "Europe", 2, 2),
    ],
)
def test_no_spanning_route_is_better(
    start: str, armies: int, name: str, defenders: int, leave: int | None
) -> None:
    problem = make_problem(BOARD, {start: armies}, continent(name, defenders), leave=leave)
    dice = Dice(problem.combat)
    worths: list[Any] = [evaluate(problem, parents, dice).worth for parents in every_route(problem)]
    assert len(worths) == count_routes(problem)
    value, steps = solve_divided(problem, dice)
    assert value >= max(worths) * (1 - 1e-12)
    assert {step.target for step in steps} == set(problem.targets)


@pytest.mark.parametrize(
    ("start", "armies", "name"), [("North Africa", 12, "South America"), ("Brazil", 18, "Africa")]
)
def test_a_search_with_time_enough_tries_every_route(start: str, armies: int, name: str) -> None:
    problem = make_problem(BOARD, {start: armies}, continent(name, 2), leave=2)
    dice = Dice(problem.combat)
    worths: list[Any] = [evaluate(problem, parents, dice).worth for parents in every_route(problem)]
    route, tried = search(problem, dice, seconds=60)
    assert tried == len(worths)
    assert route.worth == max(worths)


def test_asia_from_one_stack_of_sixty() -> None:
    begin = process_time()
    plan = plan_attack(BOARD, {"Ukraine": 60}, continent("Asia", 3))
    assert process_time() - begin < 5
    assert plan.every_route
    assert not plan.optimal
    assert plan.method is Method.DIVISIONS
    assert len(plan.steps) == 12
    # A route without forks is a campaign, and here there is one.
    path = {str(n): [str(n + 1)] for n in range(12)} | {"12": []}
    along = plan_attack(path, {"0": 60}, {str(n): 3 for n in range(1, 13)})
    assert plan.value == pytest.approx(along.value, rel=1e-9)


Armies = tuple[tuple[str, int], ...]


@cache
def planned(
    stacks: tuple[tuple[str, int], ...], targets: tuple[tuple[str, int], ...]
) -> AttackPlan:
    """Return the plan, made once for all divisions by hand that it is compared with."""
    begin = process_time()
    plan = plan_attack(BOARD, dict(stacks), dict(targets))
    assert process_time() - begin < 5
    return plan


@pytest.mark.parametrize(
    ("stacks", "continents", "defenders", "ways"),
    [
        (
            {"Ukraine": 30, "Indonesia": 30},
            ["Asia"],
            3,
            [
                "Middle East, Afghanistan, Ural, Siberia, Yakutsk, Irkutsk",
                "Siam, India, China, Mongolia, Japan, Kamchatka",
            ],
        ),
        (
            {"Ukraine": 30, "Indonesia": 30},
            ["Asia"],
            3,
            [
                "Ural, Siberia, Yakutsk, Irkutsk, Kamchatka, Japan, Mongolia",
                "Siam, China, India, Middle East, Afghanistan",
            ],
        ),
        (
            {"Ukraine": 30, "Alaska": 30},
            ["Asia"],
            3,
            [
                "Ural, Afghanistan, Middle East, India, Siam, China",
                "Kamchatka, Japan, Mongolia, Irkutsk, Yakutsk, Siberia",
            ],
        ),
        (
            {"Ukraine": 20, "Alaska": 20, "Indonesia": 20},
            ["Asia"],
            3,
            [
                "Ural, Afghanistan, Middle East, India",
                "Kamchatka, Yakutsk, Siberia, Irkutsk",
                "Siam, China, Mongolia, Japan",
            ],
        ),
        (
            {"Ukraine": 30, "Egypt": 30},
            ["Asia", "Australia"],
            2,
            [
                "Ural, Siberia, Yakutsk, Irkutsk, Kamchatka, Japan, Mongolia, China",
                (
                    "Middle East, Afghanistan, India, Siam, Indonesia, New Guinea,"
                    " Western Australia, Eastern Australia"
                ),
            ],
        ),
    ],
)
def test_several_stacks_do_at_least_as_well_as_divisions_by_hand(
    stacks: dict[str, int], continents: list[str], defenders: int, ways: list[str]
) -> None:
    targets = {name: defenders for each in continents for name in continent(each, defenders)}
    by_hand, named = 1.0, []
    for (stack, armies), way in zip(stacks.items(), ways, strict=True):
        row = way.split(", ")
        for origin, target in pairwise([stack, *row]):
            assert target in BOARD.neighbours(origin)
        by_hand *= campaign(armies, [defenders] * len(row)).win
        named += row
    assert sorted(named) == sorted(targets)  # nothing is left out, nothing taken twice
    plan = planned(tuple(stacks.items()), tuple(targets.items()))
    assert plan.value >= by_hand * (1 - 1e-12)
    assert not plan.optimal


def test_what_search_finds_is_told_in_fractions() -> None:
    plan = plan_attack(
        BOARD, {"Ukraine": 9, "Indonesia": 9}, continent("Asia", 1), exact=True, seconds=0.2
    )
    floats = plan_attack(BOARD, plan.problem.stacks, plan.problem.targets, seconds=0.2)
    assert isinstance(plan.value, Fraction)
    assert plan.method is Method.SEARCH
    assert "a better one may exist" in plan.verdict
    assert 0 < plan.value <= floats.value * (1 + 1e-12)
    assert floats.method is Method.DIVISIONS


def test_too_many_around_one_territory_is_one_sentence() -> None:
    star = {"X": [f"T{n}" for n in range(20)], **{f"T{n}": ["X"] for n in range(20)}}
    star["T0"] = ["X", "T1"]
    with pytest.raises(InvalidInput, match="too many to attack from it; the limit is 15"):
        plan_attack(star, {"X": 30}, dict.fromkeys(list(star)[1:], 1))


@pytest.mark.parametrize("seed", range(3))
def test_variations_are_routes(seed: int) -> None:
    targets = continent("Asia", 2)
    problem = make_problem(BOARD, {"Ukraine": 9, "Indonesia": 9, "Alaska": 1}, targets)
    parents, choose = nearest_route(problem), random.Random(seed)
    for _ in range(30):
        varied = list(_variations(parents, problem))
        for route in varied:
            assert route.keys() == parents.keys()
            for target, origin in route.items():
                assert target in problem.neighbours[origin]
                node, met = origin, 0
                while node in route:
                    node, met = route[node], met + 1
                assert met < len(targets)
                assert problem.names[node] in ("Ukraine", "Indonesia")
        parents = choose.choice(varied)


def test_the_whole_board_is_searched_in_the_time_given() -> None:
    targets = dict.fromkeys(BOARD.territories, 1)
    del targets["Siam"]
    plan = plan_attack(BOARD, {"Siam": 70}, targets, seconds=0.2)
    assert plan.method is Method.SEARCH
    assert not plan.optimal
    assert not plan.every_route
    assert 1 <= plan.routes_tried < plan.routes
    assert plan.value > 0.2
    assert "a better one may exist" in plan.verdict


def test_a_number_to_leave_means_the_borders() -> None:
    plan = plan_attack(BOARD, {"Siam": 12}, continent("Australia", 2), leave=3)
    assert plan.problem.leave == {}  # only Siam's neighbour is a border, and Siam attacks
    plan = plan_attack(BOARD, {"North Africa": 12}, continent("South America", 2), leave=3)
    assert plan.problem.leave == {"Venezuela": 3}
    assert plan.steps[-1].target == "Venezuela" or plan.steps[-1].stays >= 1
    free = plan_attack(BOARD, {"North Africa": 12}, continent("South America", 2))
    assert plan.value < free.value


def test_plain_values_for_json() -> None:
    plan = plan_attack(BOARD, {"Siam": 6}, {"Indonesia": 2}, exact=True)
    plain = plan.to_dict()
    assert plain["value"] == str(plan.value)
    assert plain["optimal"] is True
    (step,) = plain["steps"]
    assert (step["from"], step["to"], step["armies"], step["defenders"]) == (
        "Siam",
        "Indonesia",
        6,
        2,
    )
    assert step["move_in_by_armies_left"]["4"] == [3, 3, 3]
    assert plan.text == (
        "88.98 %: Indonesia is taken\n"
        "1. Siam (6) attacks Indonesia (2), 88.98 %; with 5 left, 4 move in and 1 stays.\n"
        "No plan that fights every begun attack to its end is better."
    )


@pytest.mark.parametrize(
    ("stacks", "targets", "options", "sentence"),
    [
        ({}, {"Peru": 1}, {}, "a plan needs at least one stack to attack from, and one target"),
        ({"Brazil": 1}, {"Peru": 1}, {}, "at least 2 armies"),
        ({"Brazil": 5}, {"Siam": 1}, {}, "no way leads to Siam"),
        ({"Brazil": 5}, {"Peru": 0}, {}, "the number of defenders of Peru must be at least 1"),
        ({"Brazil": 5}, {"Brazil": 1}, {}, "Brazil cannot both attack and be attacked"),
        ({"Brazil": 5}, {"Per": 1}, {}, "has no territory 'Per'"),
        ({"Brazil": 5000}, {"Peru": 1}, {}, "must be at most 1,000"),
        ({"Brazil": 1000}, {"Peru": 1000}, {}, "the limit is 500,000"),
        ({"Brazil": 5}, {"Peru": 1}, {"goal": "win"}, "no goal is named 'win'"),
        ({"Brazil": 5}, {"Peru": 1}, {"rules": "risk2"}, "classic combat"),
        ({"Brazil": 5}, {"Peru": 1}, {"seconds": float("nan")}, "seconds to search must lie"),
        ({"Brazil": 5}, {"Peru": 1}, {"seconds": float("inf")}, "between 0 and 3600, not inf"),
        ({"Brazil": 5}, {"Peru": 1}, {"leave": {"Siam": 2}}, "Siam is neither attacked"),
        ({"Brazil": 5}, {"Peru": 1}, {"leave": 2, "goal": "territories"}, "need the goal all"),
    ],
)
def test_what_is_no_plan_is_said_in_one_sentence(
    stacks: dict[str, int], targets: dict[str, int], options: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(InvalidInput) as caught:
        plan_attack(BOARD, stacks, targets, **options)
    assert sentence in str(caught.value)
    assert "\n" not in str(caught.value)


def test_long_ways_are_planned_or_refused_at_once() -> None:
    way = [f"t{number}" for number in range(200)]
    board = {name: [after] for name, after in pairwise(way)} | {way[-1]: []}
    plan = plan_attack(board, {way[0]: 20}, dict.fromkeys(way[1:151], 1))
    assert (plan.optimal, plan.value) == (True, 0)  # 20 armies cannot stand on 151 territories
    with pytest.raises(InvalidInput, match="up to 150 territories to take, not 199"):
        plan_attack(board, {way[0]: 20}, dict.fromkeys(way[1:], 1))


def test_two_stacks_that_help_each_other_beat_any_division() -> None:
    targets = continent("Africa", 3)
    del targets["Egypt"]
    problem = make_problem(BOARD, {"Brazil": 15, "Egypt": 15}, targets)
    divided, _ = solve_divided(problem, Dice(problem.combat))
    plan = plan_attack(BOARD, problem.stacks, targets, seconds=3)
    assert plan.value > divided + 0.1
    assert plan.method is Method.HELPING
    assert not plan.optimal
    assert "a better plan may exist" in plan.verdict


def test_too_little_time_still_gives_an_answer() -> None:
    targets = continent("Africa", 3)
    del targets["Egypt"]
    plan = plan_attack(BOARD, {"Brazil": 15, "Egypt": 15}, targets, seconds=0)
    assert plan.method is Method.DIVISIONS
    assert plan.value == pytest.approx(0.8009553, abs=1e-6)


@pytest.mark.parametrize("splits", [1, 2, 5])
def test_fewer_splits_are_never_better(splits: int) -> None:
    problem = make_problem(BOARD, {"North Africa": 10}, continent("South America", 2), leave=2)
    dice = Dice(problem.combat)
    every, few = Joint(problem, dice), Joint(problem, dice, splits=splits)
    assert few.worth(few.start()) <= every.worth(every.start()) * (1 + 1e-12)
