"""House dice on the command line: other dice, bonuses, and where they mean nothing."""

import json
from typing import Any

import pytest

import oddsapp
from oddsapp.dice import Die
from tests.cli.conftest import Run

CLASSIC = oddsapp.find_ruleset("classic")

CASES: list[tuple[str, dict[str, Any], str]] = [
    ("--attack-dice 4d8", {"attack_dice": 4, "attack_die": Die.numbered(8)},
     "classic, attack_dice=4, attack_die=d8"),
    ("--defence-dice 3", {"defence_dice": 3}, "classic, defence_dice=3"),
    ("--defence-dice 2d6", {}, "classic, defence_dice=2"),
    ("--defence-bonus bunker", {"defence_bonus": "highest+1"},
     "classic, defence_bonus=highest+1"),
    ("--attack-bonus all-1,uncapped --ties nobody",
     {"attack_bonus": "all-1,uncapped", "ties": "nobody"},
     "classic, attack_bonus=all-1,uncapped, ties=nobody"),
]  # fmt: skip


@pytest.mark.parametrize(("typed", "changes", "said"), CASES)
def test_dice_and_bonuses(run: Run, typed: str, changes: dict[str, Any], said: str) -> None:
    result = run("battle", 11, 7, *typed.split(), "--json")
    assert (result.code, result.err) == (0, "")
    plain = json.loads(result.out)
    rules = CLASSIC.replace(**changes) if changes else CLASSIC
    assert plain["win"] == oddsapp.battle(11, 7, rules=rules).win
    assert plain["rules"] == said


@pytest.mark.parametrize("name", ["bunker", "fortification", "ammunition_shortage"])
def test_presets_are_rules_too(run: Run, name: str) -> None:
    plain = json.loads(run("battle", 11, 7, "--rules", name, "--json").out)
    changed = json.loads(run("battle", 11, 7, "--defence-bonus", name, "--json").out)
    assert plain["win"] == changed["win"]


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("battle 11 7 --attack-dice 4w8", "written like 4d8, four dice of eight sides, not '4w8'"),
        ("battle 11 7 --attack-dice 0d6", "number of dice must be at least 1"),
        ("battle 11 7 --defence-dice 11", "at most 10"),
        ("battle 11 7 --defence-bonus castle", "a bonus is written highest+1"),
        ("battle 11 7 --rules risk2 --attack-dice 4d8", "--attack-dice means nothing under the"),
        ("battle 11 7 --rules risk2 --defence-bonus bunker", "--defence-bonus means nothing"),
        ("mass 11 --defenders 7 --attack-dice 4d8", "--attack-dice"),
        ("clash 11 7 --defence-bonus bunker", "--defence-bonus"),
    ],
)
def test_what_means_nothing_is_refused(run: Run, typed: str, said: str) -> None:
    result = run(*typed.split())
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("Error: ")
    assert result.err.count("\n") == 1
    assert said in result.err
