"""Explanations of battles that may be called off give the solver's fraction again."""

import json
from typing import Any

import pytest
from click.testing import CliRunner

import oddsapp
from oddsapp.cli.main import main
from oddsapp.errors import InvalidInput
from oddsapp.odds.recompute import end_probabilities, win_from_rounds, win_from_states
from oddsapp.rules import find_ruleset

STOPS: list[dict[str, Any]] = [
    {"stop_at": 3},
    {"never_below": 2},
    {"never_below": 3, "stop_at": 4},
    {"stop_odds": "0.4"},
    {"stop_odds": "0.3", "stop_at": 2},
]


@pytest.mark.parametrize("rules", ["classic", "bunker"])
@pytest.mark.parametrize("stop", STOPS, ids=str)
def test_the_data_alone_give_the_fraction(stop: dict[str, Any], rules: str) -> None:
    for exact in (True, False):
        odds = oddsapp.battle(7, 4, rules=rules, exact=exact, **stop)
        right = oddsapp.battle(7, 4, rules=rules, exact=True, **stop)
        data = json.loads(json.dumps(odds.explain().to_dict()))
        assert data["win"] == str(right.win)
        assert win_from_rounds(data) == win_from_states(data) == right.win
        reserve = stop.get("never_below", 1) - 1
        ends = {(a + reserve, d): p for (a, d), p in end_probabilities(data).items()}
        assert ends == {state: p for state, p in right.items() if p}


def test_a_longer_battle_is_explained_from_its_rounds() -> None:
    odds = oddsapp.battle(25, 20, stop_at=6, exact=True)
    data = odds.explain().to_dict()
    assert not data["all_states"]
    assert win_from_rounds(data) == odds.win


def test_it_is_said_when_the_attack_is_called_off() -> None:
    steps = oddsapp.battle(4, 2, stop_at=2).explain()
    school, university = steps.text(), steps.text("university")
    assert "called off as soon as a force of 1 or less is left" in school
    assert "Where the attack is called off it is 0 too" in school
    assert "-> (1, 2)  called off" in school
    assert "absorbing as well" in university


@pytest.mark.parametrize(
    ("stop", "player", "message"),
    [
        ({"rolls": 2}, 0, "no chain of its states"),
        ({"stop_at": 7}, 0, "before the first roll"),
        ({"never_below": 7}, 0, "before the first roll"),
        ({"stop_at": 3}, 1, "the attacker's chance"),
        ({"stop_at": 3}, 2, "from 0 to 1"),
    ],
)
def test_what_cannot_be_explained(stop: dict[str, Any], player: int, message: str) -> None:
    with pytest.raises(InvalidInput, match=message):
        oddsapp.battle(7, 4, **stop).explain(player)
    with pytest.raises(InvalidInput, match="up to 3,000 states"):
        oddsapp.battle(100, 90, stop_at=20, rules=find_ruleset("classic")).explain()


def test_the_command_takes_a_line_to_stop_at() -> None:
    asked = ["explain", "battle", "6", "4", "--stop-at", "3"]
    found = CliRunner().invoke(main, [*asked, "--json"])
    assert found.exit_code == 0, found.output
    data = json.loads(found.output)
    assert win_from_rounds(data) == oddsapp.battle(6, 4, stop_at=3, exact=True).win
    assert "called off" in CliRunner().invoke(main, asked).output
