"""The state of Learn, the walk, and the experiment: pure functions without a page."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given, strategies as st

import oddsapp
from oddsapp.ui.learn import experiment
from oddsapp.ui.learn.state import SPEC, STEPS, changed_route, fit, place_of, step_at
from oddsapp.ui.learn.walk import position, possible, states_of, throw, told
from oddsapp.ui.parts.urlstate import decode, encode
from tests.reference import classic_twin


def state_of(**query: str) -> tuple[dict[str, Any], list[str]]:
    state, notes = decode({f"learn_{key}": value for key, value in query.items()}, SPEC)
    return state, notes + fit(state)


def test_a_bare_address_is_the_first_step_of_school() -> None:
    state, notes = state_of()
    assert (state["learn_route"], state["learn_step"], notes) == ("school", "die", [])
    assert encode(state, SPEC) == {}


def test_the_address_keeps_step_battle_walk_and_hidden_answers() -> None:
    query = {
        "learn_route": "university",
        "learn_step": "walk",
        "learn_f": "5",
        "learn_d": "4",
        "learn_answers": "hidden",
        "learn_path": "02-11",
        "learn_seed": "7",
        "learn_from": "typed",
        "learn_counts": "4+5+6",
    }
    state, notes = decode(query, SPEC)
    assert notes + fit(state) == []
    assert state["learn_path"] == ((0, 2), (1, 1))
    assert encode(state, SPEC) == query


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ({"step": "tree", "route": "university"}, "step: tree is none of the university route"),
        ({"step": "nonsense"}, "step: nonsense in the address is none of"),
        ({"f": "99"}, "attackers: 99 in the address is too large, 12 is used"),
        ({"path": "02-11-02"}, "rolls: they cannot fall like that"),
        ({"path": "x"}, "rolls: x in the address is no row of rolls"),
        ({"path": "02-" * 40 + "02"}, "is no row of rolls"),
        ({"counts": "5"}, "counts: there is one for each"),
        ({"counts": "500+500+1"}, "counts: together they may be 1000 at most"),
        ({"seed": "-1"}, "seed: -1 in the address is too small"),
    ],
)
def test_what_cannot_be_used_is_put_right_with_a_note(query: dict[str, str], note: str) -> None:
    state, notes = state_of(**query)
    assert any(note in one for one in notes)
    assert fit(state) == []
    assert decode(encode(state, SPEC), SPEC)[0] == state


def test_steps_in_order_and_over_the_ends() -> None:
    for route, steps in STEPS.items():
        assert len(set(steps.values())) == len(steps)
        for place, step in enumerate(steps):
            assert place_of({"learn_route": route, "learn_step": step}) == place
            assert step_at({"learn_route": route}, place) == step
    assert step_at({"learn_route": "school"}, -1) == "die"
    assert step_at({"learn_route": "school"}, 99) == "experiment"
    assert changed_route({"learn_step": "walk"}, "university") == "walk"
    assert changed_route({"learn_step": "tree"}, "university") == "roll"


@pytest.mark.parametrize("battle", [(1, 1), (3, 2), (5, 4)])
def test_every_walk_adds_up(battle: tuple[int, int]) -> None:
    ends: dict[tuple[int, int], Fraction] = {}
    waiting: list[tuple[tuple[int, int], ...]] = [()]
    while waiting:
        path = waiting.pop()
        here = position(*battle, path)
        if here.is_over:
            ends[here.state] = ends.get(here.state, Fraction(0)) + here.path_chance
            assert here.win == (here.state[0] > 0)
            continue
        assert sum(branch.chance for branch in here.branches) == 1
        assert here.win == sum(branch.chance * branch.win for branch in here.branches)
        assert here.rolls_to_come == classic_twin.expected_rolls(*here.state)
        waiting += [(*path, branch.losses) for branch in here.branches]
    assert ends == dict(oddsapp.battle(force=battle[0], defenders=battle[1], exact=True).items())


def test_thrown_dice_are_sorted_and_cost_what_the_rules_say() -> None:
    rng = np.random.default_rng(2)
    for state in [(1, 1), (2, 3), (5, 5)] * 20:
        thrown = throw(*state, rng)
        assert list(thrown.attack) == sorted(thrown.attack, reverse=True)
        assert len(thrown.attack) == min(3, state[0])
        assert len(thrown.defence) == min(2, state[1])
        pairs = list(zip(thrown.attack, thrown.defence, strict=False))
        lost = sum(a <= d for a, d in pairs)
        assert thrown.losses == (lost, len(pairs) - lost)
        assert possible(*state, (thrown.losses,))


@given(st.lists(st.tuples(st.integers(0, 9), st.integers(0, 9)), max_size=5))
def test_any_row_of_rolls_is_possible_or_refused(path: list[tuple[int, int]]) -> None:
    states = states_of(5, 4, tuple(path))
    assert possible(5, 4, tuple(path)) == (len(states) == len(path) + 1)
    assert all(a >= 0 and d >= 0 for a, d in states)


def test_a_roll_in_words() -> None:
    assert told((0, 1)) == "defender loses 1"
    assert told((0, 0)) == "nobody loses anything"


def test_the_experiment_is_the_same_for_the_same_seed() -> None:
    counts = experiment.simulated("2v2", 80, 4)
    assert counts == experiment.simulated("2v2", 80, 4)
    assert sum(counts) == 80
    assert counts != experiment.simulated("2v2", 80, 5)


def test_the_experiment_says_which_model_is_refuted() -> None:
    right = experiment.comparison("3v2", "printed", (37, 34, 29))
    wrong = experiment.comparison("3v2", "printed", (26, 50, 24))
    few = experiment.comparison("3v2", "printed", (1, 1, 1))
    assert experiment.verdict(right).startswith("The wrong model is refuted")
    assert experiment.verdict(wrong).startswith("These counts speak against the right model")
    assert experiment.verdict(few).startswith("Not decided")
    assert "under the right model as under the wrong" in experiment.ratio_in_words(right)
    assert "under the wrong model as under the right" in experiment.ratio_in_words(wrong)
    much = experiment.comparison("3v2", "printed", (200, 150, 150))
    assert "10^" in experiment.ratio_in_words(much)


@pytest.mark.parametrize("roll", list(experiment.ROLLS))
@pytest.mark.parametrize("wrong", list(experiment.WRONG_MODELS))
def test_the_plan_is_reached_by_the_rolls_it_names(roll: str, wrong: str) -> None:
    plan = experiment.planned(roll, wrong)
    powers = dict(plan.powers)
    assert powers[plan.needed] >= experiment.POWER
    assert powers[plan.needed // 2] < experiment.POWER
    assert str(plan.needed) in experiment.plan_in_words(plan)
