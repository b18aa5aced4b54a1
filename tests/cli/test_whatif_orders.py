"""``oddsapp whatif`` of a RISK II turn: the same forecast as ``oddsapp turn``."""

import json
from pathlib import Path

import pytest

from oddsapp.engine.positions import from_share_string
from tests.cli.conftest import ROOT, Run
from tests.cli.whatif_files import Write, write

__all__ = ["write"]  # fixtures

TURN = ROOT / "oddsapp" / "whatif" / "data" / "small_turn.json"
ORDERS = """\
Ann: 4 Brazil -> Venezuela; 5 Brazil -> Peru
Ben: 6 Venezuela -> Brazil
"""


@pytest.fixture
def without_orders(write: Write) -> Path:
    turn = json.loads(TURN.read_text(encoding="utf-8"))
    for side in turn["players"].values():
        side.pop("orders", None)
    return write(json.dumps(turn), "board.json")


@pytest.mark.parametrize("options", [[], ["--samples", 200, "--seed", 4], ["--exact"]])
def test_a_turn_with_its_orders_is_told_as_oddsapp_turn_does(
    run: Run, options: list[object]
) -> None:
    assert run("whatif", TURN, *options) == run("turn", TURN, *options)


def test_orders_of_a_plan_take_the_place_of_those_of_the_position(
    run: Run, without_orders: Path, write: Write
) -> None:
    found = json.loads(run("whatif", without_orders, write(ORDERS), "--json").out)
    again = json.loads(run("whatif", TURN, write(ORDERS), "--json").out)
    assert found == again
    (told,) = found["plans"]
    assert told["plan"]["players"]["Ben"] == ["6 Venezuela -> Brazil"]
    shared = from_share_string(found["share"])
    assert sum(map(len, shared.orders)) == 3
    # The share string holds the orders, too.
    told_again = json.loads(run("whatif", "--share", found["share"], "--json").out)
    assert told_again["plans"][0]["forecast"] == told["forecast"]
    as_json = write(json.dumps(told["plan"]), "orders.json")
    assert json.loads(run("whatif", TURN, as_json, "--json").out)["plans"][0] == {
        **told,
        "name": str(as_json),
    }


def test_the_keys_are_those_of_other_games(run: Run, write: Write) -> None:
    from oddsapp.cli.whatif_input import example

    turn = json.loads(run("whatif", TURN, "--json").out)
    state, plan = write(example("state"), "state.json"), write(example("plan"))
    assert list(turn) == list(json.loads(run("whatif", state, plan, "--json").out))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("BOARD", "the position has no orders; name a PLAN"),
        ("BOARD PLAN PLAN", "one PLAN with the orders of all"),
        ("BOARD PLAN --rollouts 5", "--rollouts is about games in turns"),
        ("BOARD PLAN --goal win", "--goal is about games in turns"),
        ("BOARD BAD", "line 1: "),
    ],
)
def test_what_does_not_fit_is_refused(
    run: Run, without_orders: Path, write: Write, typed: str, said: str
) -> None:
    words: dict[str, object] = {
        "BOARD": without_orders,
        "PLAN": write(ORDERS),
        "BAD": write("Zoe: 4 Brazil -> Peru", "bad.txt"),
    }
    done = run("whatif", *(words.get(word, word) for word in typed.split()))
    assert (done.code, done.out) == (2, "")
    assert said in done.err
    assert done.err.count("\n") == 1
