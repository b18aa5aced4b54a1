"""What `oddsapp.battle` refuses: always one clear sentence, and before anything is allocated."""

from __future__ import annotations

import time
import tracemalloc
from decimal import Decimal
from typing import Any

import numpy as np
import pytest

import oddsapp
from oddsapp.errors import InvalidInput
from oddsapp.rules import find_ruleset

NO_NUMBERS = [True, False, 3.0, float("nan"), "3", "", [3], {}, 2 + 0j, Decimal(3), np.float64(3)]


def refusal(*arguments: Any, **options: Any) -> str:
    with pytest.raises(InvalidInput) as caught:
        oddsapp.battle(*arguments, **options)
    said = str(caught.value)
    assert said
    assert "\n" not in said
    assert len(said) < 250
    return said


@pytest.mark.parametrize("bad", NO_NUMBERS, ids=repr)
def test_no_whole_numbers(bad: Any) -> None:
    assert "the number of armies must be a whole number" in refusal(bad, 3)
    assert "the number of defenders must be a whole number" in refusal(3, bad)
    assert "the force must be a whole number" in refusal(force=bad, defenders=3)


def test_missing_numbers() -> None:
    assert refusal() == "a battle needs the number of defenders"
    assert refusal(11) == "a battle needs the number of defenders"
    assert refusal(11, None) == "a battle needs the number of defenders"
    assert "either the armies on the territory or the force" in refusal(None, 3)


@pytest.mark.parametrize("bad", [0, -1, -(10**30)])
def test_too_few(bad: int) -> None:
    assert "the number of defenders must be at least 1" in refusal(3, bad)
    assert "the force must be at least 1" in refusal(force=bad, defenders=3)
    assert "needs at least 2 armies" in refusal(bad, 3)


@pytest.mark.parametrize("bad", [-(10**5000), 10**5000], ids=["negative", "positive"])
def test_numbers_too_long_to_print(bad: int) -> None:
    refusal(bad, 3)
    refusal(3, bad)
    refusal(force=bad, defenders=3)


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int32, np.int64, np.uint64])
@pytest.mark.parametrize("exact", [False, True])
def test_integers_of_numpy_are_welcome(kind: Any, exact: bool) -> None:
    here = oddsapp.battle(force=kind(100), defenders=kind(90), exact=exact)
    assert here == oddsapp.battle(force=100, defenders=90, exact=exact)
    assert all(type(size) is int for size in here.battle.armies)


@pytest.mark.parametrize("rules", [None, 3, [], {}, True, "chess", "", "CLASSIC"])
def test_no_rules(rules: Any) -> None:
    assert "rules" in refusal(11, 7, rules=rules)


@pytest.mark.parametrize("table", [{}, 3, "coin", [], {(1, 1): {(1, 0): 0.5}}, {(1, 1): {}}])
def test_no_round_table(table: Any) -> None:
    assert "round table" in refusal(11, 7, round_table=table)


def test_a_round_table_means_nothing_under_risk2() -> None:
    coin = {(1, 1): {(1, 0): 1, (0, 1): 1}}
    assert "round_table means nothing" in refusal(11, 7, rules="risk2", round_table=coin)


@pytest.mark.parametrize("name", ["mass_invasion", "border_clash", "spoils_of_war"])
@pytest.mark.parametrize("rules", ["classic", "parker1993"])
def test_the_other_battles_are_none_of_classic_risk(name: str, rules: str) -> None:
    arguments = ([[3], [2]],) if name == "spoils_of_war" else ([3], 2)
    if name == "border_clash":
        arguments = (3, 2)  # type: ignore[assignment]
    with pytest.raises(InvalidInput, match=f"under the rules {rules}; RISK II has it"):
        getattr(oddsapp, name)(*arguments, rules=rules)


THREE = find_ruleset("classic").replace(defence_dice=3)


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"force": 4_000_000, "defenders": 1}, "4,000,001 armies would take about 0.5 GB"),
        ({"force": 10**9, "defenders": 10**9}, "2,000,000,000 armies would take about 260.0 GB"),
        ({"force": 10**9 + 1, "defenders": 1}, "must be at most 1,000,000,000"),
        ({"force": 1, "defenders": 10**18}, "must be at most 1,000,000,000"),
        ({"force": 10_000, "defenders": 10_000, "rules": THREE}, "100,000,000 states"),
        ({"force": 10**5, "defenders": 10**5, "exact": True}, "exact fractions for 200,000 armies"),
        (
            {
                "force": 10**4,
                "defenders": 10**4,
                "round_table": {(1, 1): {(1, 0): 1, (0, 1): 1}},
            },
            "100,000,000 states",
        ),
    ],
    ids=str,
)
def test_too_large_is_refused_at_once_with_its_size(options: dict[str, Any], said: str) -> None:
    tracemalloc.start()
    begin = time.process_time()
    try:
        assert said in refusal(**options)
        took = time.process_time() - begin
        _, peak = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert took < 1
    assert peak < 1_000_000


def test_the_largest_there_is_is_not_refused() -> None:
    # One attacker: the shortest way to so many armies.
    odds = oddsapp.battle(force=1, defenders=200_000)
    assert odds.win == 0
    assert odds.lose == pytest.approx(1)
    assert odds.defenders_left.quantile(0.5) == 200_000
