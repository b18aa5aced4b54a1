"""Exact forecasts equal the expansion of every roll, in fractions."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import assume, given, settings, strategies as st

from oddsapp.combat.stop import StopRule
from oddsapp.engine import GameState, Phase
from oddsapp.engine.actions import Fortify
from oddsapp.errors import IllegalMove
from oddsapp.whatif.forecasts.forecast import forecast_plan
from oddsapp.whatif.plans.plan import FortifyRest, Plan, PlannedAttack
from oddsapp.whatif.plans.plan_check import check_plan
from oddsapp.whatif.plans.plan_text import parse_plan
from tests.whatif.compare import RING, agree, ring

START: dict[int, dict[str, int]] = {0: {"A": 5, "B": 4}, 1: {"C": 2, "D": 1}, 2: {"E": 2}}

PLANS = {
    "one attack": "attack A -> E",
    "a line": "attack A -> E until 3 armies are left",
    "a reserve": "attack A -> E, never below 2 armies, move in 1 army",
    "odds": "attack A -> E until the odds are under 0.7",
    "rolls": "attack B -> C until 2 rolls are made or 2 armies are left, leave 2 armies",
    "two from one": "attack B -> C until 2 armies are left\nattack B -> D",
    "the same twice": "attack A -> E until 1 roll is made\nattack A -> E",
    "through": "attack B -> D, move in 2 armies\nattack D -> C\nattack D -> E",
    "branches": """
attack B -> D
if taken:
    attack D -> C, leave 2 armies
    if taken:
        attack A -> E until 3 armies are left
    else:
        attack D -> E
else:
    attack A -> E
fortify all but 1 army A -> B
""",
    "what others have taken": "attack B -> D\nattack A -> E\nattack D -> E\nattack E -> D",
    "fortify": "attack A -> E\nfortify 2 armies E -> A",
}


@pytest.mark.parametrize("text", PLANS.values(), ids=PLANS)
def test_a_plan_is_what_all_its_rolls_come_to(text: str) -> None:
    state, plan = ring(START), parse_plan(text)
    agree(state, plan, forecast_plan(state, plan, exact=True))


@pytest.mark.parametrize("fortify", ["path", "adjacent", "several", "free"])
def test_every_form_of_the_fortification(fortify: str) -> None:
    state = ring(START, fortify=fortify)
    plan = parse_plan("attack A -> E until 2 armies are left\nfortify all but 2 armies B -> A")
    agree(state, plan, forecast_plan(state, plan, exact=True))


@pytest.mark.parametrize("draw", ["before_fortification", "after_fortification"])
def test_the_card_before_and_after_the_fortification(draw: str) -> None:
    state = ring(START, draw=draw)
    plan = parse_plan("attack A -> E until 3 armies are left\nfortify 1 army B -> A")
    found = forecast_plan(state, plan, exact=True)
    agree(state, plan, found)
    assert found.card_drawn == found.steps[0].taken


def test_reinforcements_and_a_trade_come_first() -> None:
    state = ring(
        {0: {"A": 2, "B": 1}, 1: {"C": 2, "D": 1}, 2: {"E": 2}},
        hands={0: "ABC", 1: "D"},
        phase=Phase.REINFORCE,
        state={"reserves": (3, 0, 0, 0)},
    )
    plan = parse_plan(
        "trade A; B; C, bonus on A\nplace 2 armies on A\nplace all armies on B\n"
        "attack A -> E until 2 armies are left\nattack B -> C until 4 armies are left"
    )
    agree(state, plan, forecast_plan(state, plan, exact=True))


def test_winning_ends_the_turn() -> None:
    state = ring({0: {"A": 4, "B": 4, "C": 1}, 1: {"D": 1, "E": 1}}, players=2, neutral_armies=0)
    plan = parse_plan("attack A -> E\nattack B -> D\nattack E -> D\nfortify 1 army B -> C")
    found = forecast_plan(state, plan, exact=True)
    agree(state, plan, found)
    assert 0 < found.wins == found.players[1].eliminated
    assert found.card_drawn < 1 - found.steps[0].beaten  # none for who has won


def test_the_score_after_the_last_round_looks_at_all_armies() -> None:
    state = ring(START).evolve(last_round=1, first=1)
    plan = parse_plan("attack A -> E until 3 armies are left\nattack B -> D")
    found = forecast_plan(state, plan, exact=True)
    agree(state, plan, found)
    assert 0 < found.wins < 1


STOPS = st.builds(
    StopRule,
    at=st.none() | st.integers(0, 3),
    reserve=st.integers(0, 2),
    odds=st.none() | st.fractions(0, 1, max_denominator=4),
    rolls=st.none() | st.integers(0, 3),
)


@st.composite
def positions_and_plans(draw: Any) -> tuple[GameState, Plan]:
    """Plans with branches, attacks of which may be legal, and a fortification at times."""
    holdings: dict[int, dict[str, int]] = {0: {}, 1: {}, 2: {}}
    for name, owner in zip("ABCDE", draw(st.permutations([0, 0, 1, 1, 2])), strict=True):
        holdings[owner][name] = draw(st.integers(2, 5) if owner == 0 else st.integers(1, 3))
    hands = draw(st.sampled_from([{}, {1: "A", 2: "BC"}, {0: "AB", 2: "CDE"}]))
    state = ring(holdings, hands=hands)

    def steps(own: set[str], depth: int) -> tuple[PlannedAttack, ...]:
        found = []
        for _ in range(draw(st.integers(depth == 0, 2 - min(depth, 1)))):
            ways = [
                (origin, target)
                for origin in sorted(own)
                for target in RING.neighbours(origin)
                if target not in holdings[0]
            ]
            if not ways or depth > 1:
                break
            origin, target = draw(st.sampled_from(ways))
            stop, move_in = draw(STOPS), draw(st.none() | st.integers(1, 4))
            found.append(
                PlannedAttack(
                    origin,
                    target,
                    stop,
                    move_in=move_in,
                    leave=1 if move_in else draw(st.integers(1, 3)),
                    if_eliminated=steps(own | {target}, depth + 1),
                    if_taken=steps(own | {target}, depth + 1),
                    otherwise=steps(own, depth + 1),
                )
            )
            own = own | {target}
        return tuple(found)

    attacks = steps(set(holdings[0]), 0)
    names = st.sampled_from(sorted(holdings[0]))
    moves = st.just(()) | st.tuples(
        st.builds(Fortify, st.integers(1, 3), names, names)
        | st.builds(FortifyRest, st.integers(1, 3), names, names)
    )
    return state, Plan((*attacks, *draw(moves)))


@given(case=positions_and_plans())
@settings(max_examples=50, deadline=None)
def test_any_legal_plan(case: tuple[GameState, Plan]) -> None:
    state, plan = case
    try:
        check_plan(state, plan)
    except IllegalMove:
        assume(False)
    agree(state, plan, forecast_plan(state, plan, exact=True))
