"""Plans as text and JSON: both ways, and what cannot be read says where."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, strategies as st

from oddsapp.combat.stop import StopRule
from oddsapp.engine.actions import Fortify, Place, Trade
from oddsapp.errors import InvalidInput
from oddsapp.whatif.plans.plan import (
    MOST_STEPS,
    FortifyRest,
    PlaceRest,
    Plan,
    PlannedAttack,
    TradeBest,
)
from oddsapp.whatif.plans.plan_json import plan_from_dict
from oddsapp.whatif.plans.plan_text import parse_plan

WHOLE = """\
trade Alaska; Brazil; wild card, bonus on Brazil
trade the best set
place 8 armies on North Africa
place all armies on Brazil
attack North Africa -> Egypt until 5 armies are left or the odds are under 0.4 or 1 roll is made, \
never below 2 armies, move in 3 armies
if a player is eliminated:
    trade the best set
    place all armies on Egypt
    attack Egypt -> Middle East
if taken:
    attack Egypt -> East Africa, leave 2 armies
    if taken:
        attack East Africa -> Congo until 1 army is left
else:
    attack North Africa -> Congo until 12 rolls are made
attack North Africa -> Western Europe until the odds are under 1/3
fortify 3 armies Congo -> Egypt
fortify all but 1 army Egypt -> Congo"""


def test_a_plan_is_written_as_it_is_read() -> None:
    plan = parse_plan(WHOLE)
    assert str(plan) == plan.text == WHOLE
    attack = plan.steps[4]
    assert isinstance(attack, PlannedAttack)
    stop = StopRule(at=4, reserve=1, odds=Fraction(2, 5), rolls=1)
    assert (attack.stop, attack.move_in, attack.leave) == (stop, 3, 1)
    assert attack.if_eliminated[:2] == (TradeBest(), PlaceRest("Egypt"))
    assert attack.otherwise == (PlannedAttack("North Africa", "Congo", StopRule(rolls=12)),)


def test_lines_are_those_of_the_text() -> None:
    text = (
        "# first\n\nplace 1 army on Siam  # here\nattack Siam -> India\n\nelse:\n  attack Siam -> \
China\nif taken:\n  attack India -> Afghanistan\nfortify 1 army Siam -> Siam"
    )
    plan = parse_plan(text)
    steps = list(plan.walk())
    assert [plan.line_of(n) for n in range(len(steps))] == [3, 4, 9, 7, 10]
    rewritten = Plan(plan.steps)
    assert rewritten == plan
    assert [rewritten.line_of(n) for n in range(len(steps))] == [1, 2, 4, 6, 7]


NAMES = st.sampled_from(["Siam", "North Africa", "Washington, D.C.", "Zone 1 army", "until", "Ø"])
COUNTS = st.integers(1, 200)


def steps(depth: int) -> st.SearchStrategy[Any]:
    inner = st.just(()) if not depth else st.lists(steps(depth - 1), max_size=2).map(tuple)
    stops = st.builds(
        StopRule,
        at=st.none() | st.integers(0, 99),
        reserve=st.integers(0, 99),
        odds=st.none() | st.fractions(0, 1, max_denominator=1000),
        rolls=st.none() | st.integers(0, 99),
    )
    attack = st.builds(
        PlannedAttack, NAMES, NAMES, stops, st.none() | COUNTS, st.just(1), inner, inner, inner
    )
    leaving = st.builds(PlannedAttack, NAMES, NAMES, stops, leave=COUNTS, if_taken=inner)
    return st.one_of(
        st.builds(Trade, st.lists(NAMES, min_size=1, max_size=3).map(tuple), NAMES),
        st.just(TradeBest()),
        st.builds(Place, COUNTS, NAMES),
        st.builds(PlaceRest, NAMES),
        st.builds(Fortify, COUNTS, NAMES, NAMES),
        st.builds(FortifyRest, COUNTS, NAMES, NAMES),
        attack,
        leaving,
    )


@given(st.lists(steps(2), max_size=4).map(lambda found: Plan(tuple(found))))
def test_any_plan_round_trips(plan: Plan) -> None:
    assert parse_plan(plan.text) == plan
    assert parse_plan(plan.text).text == plan.text
    assert plan_from_dict(json.loads(json.dumps(plan.to_dict()))) == plan


def test_every_step_keeps_its_line_whatever_the_order_of_its_branches() -> None:
    plan = parse_plan(WHOLE)
    lines = WHOLE.splitlines()
    for number, step in enumerate(plan.walk()):
        assert lines[plan.line_of(number) - 1].strip() == str(step)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("attack Siam", "line 1: 'attack Siam' cannot be read; an attack is written"),
        ("\nattack Siam -> India with 3 dice", "line 2: 'with 3 dice' cannot be read"),
        ("attack Siam -> India until dawn", "line 1: 'until dawn' cannot be read"),
        ("attack Siam -> India, leave it", "line 1: 'leave it' cannot be read"),
        ("attack A -> B until 0 armies are left", "line 1: 1 army always stays"),
        (
            "attack A -> B until 2 rolls are made or 3 rolls are made",
            "second condition of its",
        ),
        ("attack A -> B until the odds are under 7", "line 1: the odds to stop under"),
        ("attack A -> B, leave 0 armies", "line 1: how many armies to leave"),
        ("wait", "line 1: 'wait' is no step of a plan; one begins with attack, trade"),
        (
            "place ten armies on Siam",
            "line 1: 'place ten armies on Siam' is no step of a plan",
        ),
        (
            "attack A -> B\n  place 1 army on B",
            "line 2: 'place 1 army on B' is indented",
        ),
        ("if taken:\n  attack A -> B", "line 1: 'if taken:' must follow an attack"),
        ("place 1 army on B\nelse:\n  attack A -> B", "line 2: 'else:' must follow an attack"),
        ("attack A -> B\nif taken:", "line 2: under 'if taken:' there must be an indented step"),
        ("attack A -> B\nif lost:\n  attack A -> C", "line 2: 'if lost:' is no branch; one begins"),
        ("attack A -> B\nelse:\n a\nelse:\n b", "line 3: 'a' is no step"),
        (
            "attack A -> B\nelse:\n attack A -> C\nelse:\n attack A -> C",
            "line 4: 'else:' is there twice for one attack",
        ),
    ],
)
def test_what_cannot_be_read_says_on_which_line(text: str, message: str) -> None:
    with pytest.raises(InvalidInput) as found:
        parse_plan(text)
    assert message in str(found.value)


def _data(*given_steps: Any, **changes: Any) -> Any:
    return {"format": "oddsapp plan", "version": 1, "steps": list(given_steps), **changes}


ATTACK = {"do": "attack", "from": "A", "to": "B"}


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ([], "a plan must be a JSON object"),
        ({"format": "game"}, "this is no plan"),
        (_data(version=2), "a plan of version 2 cannot be read"),
        (_data(version=True), "a plan of version True cannot be read"),
        (_data(more=1), "a plan has no field 'more'"),
        (_data(7), "step 1: it must be a JSON object"),
        (_data(ATTACK, {"do": "wait"}), "step 2: 'do' must be one of trade, trade best, place"),
        (_data({"do": "place", "on": "A"}), "step 1: 'place' lacks the field 'armies'"),
        (_data({"do": "place", "on": "A", "armies": 0}), "step 1: 'armies'"),
        (_data({**ATTACK, "until": 3}), "step 1: 'attack' has no field 'until'"),
        (_data({**ATTACK, "move_in": 1, "leave": 2}), "step 1: an attack has 'move_in' or 'leave'"),
        (
            _data(ATTACK, {**ATTACK, "else": [ATTACK, {**ATTACK, "rolls": -1}]}),
            "step 2, else, step 2: 'rolls'",
        ),
    ],
)
def test_json_that_is_no_plan_says_where(data: Any, message: str) -> None:
    with pytest.raises(InvalidInput) as found:
        plan_from_dict(data)
    assert message in str(found.value)


def test_branches_that_are_nested_too_deep_are_refused() -> None:
    deep: dict[str, Any] = dict(ATTACK)
    for _ in range(60):
        deep = {**ATTACK, "else": [deep]}
    with pytest.raises(InvalidInput, match="nested more than 20 deep"):
        plan_from_dict(_data(deep))
    text = "\n".join(f"{' ' * n}attack A -> B\n{' ' * n}else:" for n in range(60))
    with pytest.raises(InvalidInput, match="nested more than 20 deep"):
        parse_plan(text)


def test_what_is_no_plan_is_refused() -> None:
    with pytest.raises(InvalidInput, match="is no step of a plan"):
        Plan(("attack",))  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match="are a tuple"):
        Plan([])  # type: ignore[arg-type]
    with pytest.raises(InvalidInput, match=f"up to {MOST_STEPS} steps"):
        Plan((TradeBest(),) * (MOST_STEPS + 1))
    with pytest.raises(InvalidInput, match="not both"):
        PlannedAttack("A", "B", move_in=2, leave=3)
    with pytest.raises(InvalidInput, match="read from text"):
        parse_plan(3)  # type: ignore[arg-type]
