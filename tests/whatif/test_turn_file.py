"""The file of a turn: what it says, and what is said of one that is wrong."""

import json
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

import oddsapp
from oddsapp.engine.orders import SurgeOrder
from oddsapp.engine.resolution import Stage, begin
from oddsapp.whatif.turns.turn_file import example_text


def test_the_example_is_the_scenario_of_the_figures() -> None:
    turn = oddsapp.example_turn()
    assert (len(turn.game.names), turn.game.players, len(turn.orders)) == (48, 6, 30)
    assert all(order.played for order in turn.orders)
    assert min(turn.armies) >= 5
    assert max(turn.armies) <= 40
    start = begin(turn.game, turn.owners, turn.armies, turn.orders)
    clashes = [fight for fight in start.pending if fight.stage is Stage.CLASHES]
    assert len(clashes) == 5
    into = Counter(start.forces[n].target for fight in clashes for n in fight.forces)
    assert max(into.values()) == 2
    sent: dict[int, set[int]] = {}
    for force in start.forces:
        sent.setdefault(force.target, set()).add(force.player)
    assert sum(len(players) > 1 for players in sent.values()) == 3
    assert sum(isinstance(order.order, SurgeOrder) for order in turn.orders) == 2


def changed(**fields: Any) -> str:
    data = json.loads(example_text())
    data.update(fields)
    return json.dumps(data)


def small(**fields: Any) -> str:
    """Return the text of a small turn with changes."""
    board = {
        "name": "row",
        "title": "Row",
        "continents": {"Row": {"bonus": 1, "territories": ["A", "B", "C"]}},
        "links": [["A", "B"], ["B", "C"]],
    }
    data = {
        "board": board,
        "changes": {"starting_armies": {"2": 20}},
        "players": {
            "Ann": {"territories": {"A": 5}, "orders": ["4 A -> B"]},
            "Bob": {"territories": {"B": 3}},
        },
        "neutral": {"C": 2},
    }
    return json.dumps({**data, **fields})


def test_a_board_of_ones_own_neutral_territories_and_void_orders() -> None:
    data = json.loads(small())
    data["changes"] = {"starting_armies": [[2, 20]]}
    data["players"]["Bob"]["orders"] = ["3 B -> C", "2 B -> C"]
    turn = oddsapp.read_turn(json.dumps(data))
    assert turn.players == ("Ann", "Bob")
    assert (turn.owners, turn.armies) == ((0, 1, -1), (5, 3, 2))
    assert [order.played for order in turn.orders] == [True, False, True]
    forecast = oddsapp.forecast_turn(turn.game, turn.owners, turn.armies, turn.orders)
    assert set(forecast.territory("C").owner) == {-1, 1}
    assert forecast.to_dict()["orders"][1]["rule"] == "R-8"


TWO = {"Ann": {"territories": {"A": 5}}, "Bob": {"territories": {"B": 3}}}
ARMIES = {"starting_armies": [[2, 20]]}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "the turn cannot be read: it is not JSON: line 1"),
        ('{"title": "a", "title": "b"}', "the turn cannot be read: it has 'title' twice"),
        ("[]", "a turn must be a JSON object"),
        ("{}", "a turn lacks the field 'players'"),
        (changed(player=1), "a position has no field 'player'"),
        (changed(rules="classic", changes={}), "players take turns"),
        (changed(rules="chess"), "no ruleset is called 'chess'"),
        (changed(changes={"dominatoin_territories": 3}), "did you mean domination_territories"),
        (small(changes={}, players=TWO, neutral={"C": 1}), "list those who are out, too, with"),
        (changed(board="mars"), "no board is named 'mars'"),
        (changed(players={"Ann": {}}), "needs 2 players or more, not 1"),
        (changed(players={"Ann": {}, "Bob": {}, "Cat": {}}), "nobody holds Alaska, Alberta"),
        (changed(players=[{}, 3, {}]), "player 2 must be a JSON object"),
        (changed(turn="White"), "a position has no field 'turn'"),
        (changed(phase="moves"), "the phase is 'orders'|orders belong to the phase 'orders'"),
        (changed(title=3), "the title of a position must be text"),
        (small(changes=ARMIES, players=TWO, neutral={}), "nobody holds C; say whose they are"),
        (
            small(changes=ARMIES, players=TWO, neutral={"B": 2, "C": 1}),
            "B is held by Bob and by the",
        ),
        (small(changes=ARMIES, players=TWO, neutral={"X": 2}), "'X'"),
        (small(changes=ARMIES, players=TWO, neutral={"C": 0}), "the armies on C"),
        (
            small(changes=ARMIES, players={**TWO, "Bob": {"territories": {"B": 1}, "orders": 3}}),
            "the orders of Bob must be a list",
        ),
        (
            small(
                changes=ARMIES,
                players={**TWO, "Bob": {"territories": {"B": 1}, "orders": ["B to A"]}},
            ),
            "the orders of Bob: 'B to A' is no order; one is written",
        ),
        (
            small(
                changes=ARMIES,
                players={**TWO, "Bob": {"territories": {"B": 1}, "orders": ["1 B -> D"]}},
            ),
            "an order of Bob: .*'D'",
        ),
    ],
)
def test_what_is_no_turn_is_told_why(text: str, said: str) -> None:
    with pytest.raises(oddsapp.InvalidInput, match=said):
        oddsapp.read_turn(text)


def test_a_turn_needs_no_armies_to_be_set_up_with() -> None:
    """A board of 300 territories would take more than the rules have for the beginning."""
    names = [f"T{number}" for number in range(300)]
    land = {
        "name": "row",
        "continents": {"Row": {"bonus": 1, "territories": names}},
        "links": [list(pair) for pair in pairwise(names)],
    }
    players = {
        who: {"territories": dict.fromkeys(names[part::3], 4)} for part, who in enumerate("abc")
    }
    players["a"]["orders"] = ["3 T0 -> T1"]  # type: ignore[assignment]
    read = oddsapp.read_turn(json.dumps({"board": land, "players": players}))
    assert (len(read.owners), [order.played for order in read.orders]) == (300, [True])
