"""Orders of all players on their own: as people write them, as JSON, judged, forecast."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, strategies as st

import oddsapp
from oddsapp.engine import Phase
from oddsapp.engine.orders import AttackOrder, BattleOrder, SurgeOrder
from oddsapp.engine.positions import Position, example_position
from oddsapp.errors import InvalidInput
from oddsapp.whatif.turns.order_plan import (
    OrderPlan,
    order_plan_from_dict,
    parse_order_plan,
    read_order_plan,
)
from oddsapp.whatif.turns.turn_file import example_turn

NAMES = ("Ann", "Bob", "Cleo: the 2nd")
WRITTEN = """
# Our turn
Ann: 4 Brazil -> Venezuela     # the first
  5 Brazil -> Peru -> Argentina; 1 Siam -> India

bob:
cleo: the 2nd: 3 North Africa -> Brazil
player 2: 2 Egypt -> Congo
"""
SAID = ["4 Brazil -> Venezuela", "5 Brazil -> Peru -> Argentina", "1 Siam -> India"]


def test_orders_are_read_as_people_write_them() -> None:
    plan = parse_order_plan(WRITTEN, NAMES)
    assert [[str(order) for order in orders] for orders in plan.orders] == [
        SAID,
        ["2 Egypt -> Congo"],
        ["3 North Africa -> Brazil"],
    ]
    numbered = parse_order_plan("player 2: 2 Egypt -> Congo\n1: 1 Siam -> India", 2)
    assert str(numbered) == "player 1: 1 Siam -> India\nplayer 2: 2 Egypt -> Congo"
    assert parse_order_plan("", 3).orders == ((), (), ())


# What can be printed, and is no mark: no control characters, and no space but the plain one.
PLACES = st.text(
    st.characters(
        codec="utf-8",
        exclude_categories=("C", "Z"),
        include_characters=" ",
        exclude_characters="#;",
    ),
    min_size=1,
    max_size=12,
).filter(lambda name: name == name.strip() and name.isprintable() and "->" not in name)
ARMIES = st.integers(0, 10**6)
ORDERS: st.SearchStrategy[BattleOrder] = st.one_of(
    st.builds(AttackOrder, ARMIES, PLACES, PLACES),
    st.builds(SurgeOrder, ARMIES, PLACES, PLACES, PLACES),
)
PLAYERS = st.sampled_from([(), NAMES, ("A", "A: 4 B", "4 A"), ("#1", "x # y", "Änne")])


@given(st.lists(st.lists(ORDERS, max_size=4), min_size=3, max_size=3), PLAYERS)
def test_any_orders_come_back_from_text_and_json(
    orders: list[list[BattleOrder]], names: tuple[str, ...]
) -> None:
    plan = OrderPlan(tuple(map(tuple, orders)), names)
    who = names or 3
    assert order_plan_from_dict(json.loads(json.dumps(plan.to_dict())), who) == plan
    assert parse_order_plan(str(plan), who) == plan


def test_orders_of_a_position_are_judged_and_forecast() -> None:
    turn = example_turn()
    plan = OrderPlan(turn.position.orders, turn.position.players)
    bare = Position(turn.position.state, turn.position.players)
    for text in (str(plan), json.dumps(plan.to_dict()), "\ufeff" + str(plan)):
        read = read_order_plan(text, bare)
        assert read == plan
        assert read.check(bare) == turn.orders
        assert read.check(bare.state) == turn.orders
    assert plan.onto(bare).orders == turn.position.orders
    void = read_order_plan("Red: 99 Egypt -> Middle East\nRed: 1 Peru -> Brazil", bare)
    first, second = void.check(bare)
    assert (first.rule, second.rule) == ("R-8", "R-8")
    assert "one stays behind" in first.reason
    state = bare.state
    found = oddsapp.forecast_turn(state.game, state.owners, state.armies, void.check(bare))
    assert not any(here.is_contested for here in found.territories)


HEAD: dict[str, Any] = {"format": "oddsapp orders", "version": 1}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("4 Japan -> Kamchatka", "line 1: nobody is named whose order '4 Japan .* is; .*'White: 4"),
        ("\n\nWhit: 4 Japan -> Kamchatka", "line 3: nobody is called 'Whit'; did you mean 'White'"),
        ("White: 4 Japan", "line 1: '4 Japan' is no order; one is written"),
        ("player 7: 4 Japan -> Kamchatka", "line 1: the number of a player must be at most 6"),
        ("White: 4 Japan -> Atlantis", "an order of White: .*no territory 'Atlantis'"),
        ("White: " + "9" * 500 + " Japan -> Kamchatka", "line 1: '9999.* is no order"),
        ("x" * 1_000_001, "at most 1,000,000 characters"),
        ("{", "the orders cannot be read: the text is not JSON: line 1"),
        ("[]", "the orders of a turn must be a JSON object"),
        ("{}", "these are no orders of a turn, whose 'format' is 'oddsapp orders'"),
        (json.dumps({**HEAD, "version": 2}), "of version 2; this oddsapp reads version 1"),
        (json.dumps({**HEAD, "version": True}), "of version True"),
        (json.dumps(HEAD), "lacks the field 'players'"),
        (json.dumps({**HEAD, "players": 3}), "must be a list, not 3"),
        (json.dumps({**HEAD, "players": {}, "x": 1}), "has no field 'x'"),
        (json.dumps({**HEAD, "players": {"Ann": []}}), "nobody is called 'Ann'"),
        (json.dumps({**HEAD, "players": {"Red": [], "red": []}}), "of Red are there twice"),
        (json.dumps({**HEAD, "players": {"Red": [3]}}), "one of the orders of Red must be text"),
        (json.dumps({**HEAD, "players": {"Red": ["x"]}}), "the orders of Red: 'x' is no order"),
        (json.dumps({**HEAD, "players": [[]] * 7}), "the number of a player must be at most 6"),
    ],
)
def test_what_is_no_order_is_refused_in_one_sentence(text: str, said: str) -> None:
    with pytest.raises(InvalidInput, match=said) as found:
        read_order_plan(text, example_turn().position)
    assert "\n" not in str(found.value)
    assert len(str(found.value)) <= 501


def test_orders_are_refused_where_none_are_given() -> None:
    with pytest.raises(InvalidInput, match="orders belong to the phase 'orders'"):
        read_order_plan("Ann: 4 Brazil -> Venezuela", example_position())
    state = example_turn().position.state.evolve(phase=Phase.TACTICAL)
    with pytest.raises(InvalidInput, match="here it is to plan tactical moves"):
        read_order_plan("player 1: 4 Brazil -> Venezuela", state)
    with pytest.raises(InvalidInput, match="Red has 2,001 orders; a player has at most 2,000"):
        read_order_plan("Red: 1 Egypt -> Congo\n" * 2001, example_turn().position)
    with pytest.raises(InvalidInput, match="an order of player 1 is an AttackOrder or a SurgeOrd"):
        Position(example_turn().position.state, orders=(("1 A -> B",), *[()] * 5))  # type: ignore[arg-type]
    plan = parse_order_plan("1: 4 Brazil -> Venezuela", 2)
    with pytest.raises(InvalidInput, match="6 players need as many lists of orders, not 2"):
        plan.onto(example_turn().position)


@given(st.text(st.characters(exclude_characters="#"), min_size=1, max_size=60))
def test_any_text_is_refused_in_one_sentence(text: str) -> None:
    if not text.strip():
        return
    with pytest.raises(InvalidInput) as found:
        read_order_plan(text, example_turn().position)
    assert "\n" not in str(found.value)
