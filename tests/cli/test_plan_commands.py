"""``oddsapp plan`` and ``oddsapp defend``: what they print, and how they fail."""

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

import oddsapp
from oddsapp.boards import board_to_dict, find_board
from tests.cli.conftest import Run

BOARD = find_board("classic")
SOUTH_AMERICA = dict.fromkeys(BOARD.continent("South America").territories, 2)


def read(run: Run, typed: str) -> Any:
    result = run(*shlex.split(typed), "--json")
    assert (result.code, result.err) == (0, "")
    assert result.out.count("\n") == 1
    return json.loads(result.out)


def test_a_plan_in_json_is_that_of_the_library(run: Run) -> None:
    plain = read(run, "plan --from 'North Africa:12' --take 'South America:2'")
    plan = oddsapp.plan_attack(BOARD, {"North Africa": 12}, SOUTH_AMERICA)
    assert plain == {"board": "classic", **plan.to_dict()}
    assert plain["value"] == pytest.approx(0.6083079737997044, rel=1e-12)
    assert plain["optimal"] is True


@pytest.mark.parametrize(
    "typed",
    [
        "--from 'north africa=12' --take 'south america' --enemy 2",
        "--from 'North Africa:12' --take 'South America' --enemy 5 --enemy 'South America:2'",
        "--from 'North Africa:12' --take Peru,Brazil:9,Argentina,Venezuela,Brazil:2 --enemy 2",
    ],
)
def test_the_same_plan_said_otherwise(run: Run, typed: str) -> None:
    assert read(run, f"plan {typed}")["targets"].items() == SOUTH_AMERICA.items()


def test_what_one_holds_is_not_taken(run: Run) -> None:
    plain = read(run, "plan --from Brazil:9,Peru:1 --take 'South America:2'")
    assert plain["targets"] == {"Argentina": 2, "Venezuela": 2}
    assert plain["stacks"] == {"Brazil": 9, "Peru": 1}


def test_goals_and_what_is_left(run: Run) -> None:
    typed = "plan --from 'North Africa:12' --take 'South America:2'"
    count = read(run, f"{typed} --goal territories")
    assert 3 < count["value"] < 4
    border = read(run, f"{typed} --leave 3")
    assert border["leave"] == {"Venezuela": 3}
    named = read(run, f"{typed} --leave Venezuela:3")
    assert named["value"] == border["value"] < read(run, typed)["value"]


def test_a_plan_in_words(run: Run) -> None:
    result = run("plan", "--from", "Siam:8", "--take", "Indonesia:2,India:2")
    assert result.code == 0
    assert result.out.startswith("2 territories from Siam (8)  [classic]\n\n  60.99 %  likely: ")
    assert "1. Siam → India" in result.out
    assert "  1. Roll fewer dice: 1 with" in result.out
    assert "No plan that fights every begun attack to its end is better." in result.out


def test_exact_plans(run: Run) -> None:
    typed = "plan --from Siam:8 --take Indonesia:2,India:2 --exact"
    fork = oddsapp.plan_attack(BOARD, {"Siam": 8}, {"Indonesia": 2, "India": 2}, exact=True)
    assert read(run, typed)["value"] == str(fork.value)
    assert str(fork.value) in run(*shlex.split(typed)).out


def test_a_board_from_a_file(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(board_to_dict(find_board("risk2"))), encoding="utf-8")
    typed = "plan --from 'Eastern Australia:9' --take 'New Zealand:2' --board"
    assert read(run, f"{typed} {file}") == read(run, f"{typed} risk2")


ISLES = """\
name Isles
[continents]
Old_Land 3 yellow
New_Land 1 red
[countries]
1 West-Coast 1 0 0
2 East-Coast 1 0 0
3 Reef 2 0 0
[borders]
1 2
2 1 3
3 2 1
"""


def test_a_board_from_a_map_of_the_game_domination(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "isles.map"
    file.write_text(ISLES, encoding="utf-8")
    plain = read(run, f"plan --from 'west coast:9' --take 'New Land:2,East Coast:1' --board {file}")
    assert plain["board"] == "Isles"
    # From Reef to West Coast leads a border, and none back.
    assert [step["to"] for step in plain["steps"]] == ["East Coast", "Reef"]
    plain = read(run, f"defend --hold 'West Coast:3' --enemy 4 --board {file}")
    assert plain["enemies"] == {"East Coast": 4, "Reef": 4}


def test_a_wrong_map_is_told_with_its_line(run: Run, tmp_path: Path) -> None:
    file = tmp_path / "isles.map"
    file.write_text(ISLES.replace("2 1 3", "2 1 4"), encoding="utf-8")
    result = run("plan", "--from", "Reef:9", "--take", "East Coast:1", "--board", str(file))
    assert result.code == 2
    assert f"{file}: line 11: no country has the number 4; there are 1 to 3" in result.err


def test_a_defence_in_json_is_that_of_the_library(run: Run) -> None:
    plain = read(run, "defend --hold Brazil:5,Venezuela:3 --enemy 6 --enemy Peru:4")
    enemies = {"Central America": 6, "Argentina": 6, "Peru": 4, "North Africa": 6}
    odds = oddsapp.defend(BOARD, {"Brazil": 5, "Venezuela": 3}, enemies)
    assert plain["hold_all"] == pytest.approx(odds.hold_all, rel=1e-12)
    assert plain["enemies"] == enemies
    assert plain["board"] == "classic"


def test_new_armies_are_placed(run: Run) -> None:
    plain = read(run, "defend --hold Brazil,Venezuela --enemy 6 --place 9")
    assert plain["goal"] == "all"
    assert sum(plain["new"].values()) == 9
    assert plain["optimal"] is True
    assert plain["hold"] > plain["before"]


def test_armies_in_depth(run: Run) -> None:
    typed = "defend --in-depth --hold 'Siam,Indonesia,New Guinea' --enemy 12 --place 9"
    assert read(run, typed)["armies"] == {"Siam": 2, "Indonesia": 2, "New Guinea": 8}
    out = run(*shlex.split(typed)).out
    assert "New Guinea holds" in out
    assert "No other spread is better." in out


def test_a_defence_in_depth_as_it_stands(run: Run) -> None:
    text = run("defend", "--in-depth", "--hold", "Siam:2,Indonesia:2", "--enemy", 12).out
    assert "3.52 %  almost hopeless: Indonesia holds\n" in text
    assert "without them" not in text


def test_a_defence_in_words(run: Run) -> None:
    result = run("defend", "--hold", "Brazil:5,Peru:2", "--enemy", "North Africa:8", "--exact")
    assert result.code == 0
    assert result.out.startswith("1 neighbour attacks, one by one  [classic]")
    assert "  Brazil: attacked by North Africa (8)" in result.out
    assert "  Peru            2    100 %\n" in result.out
    assert "Exactly\n  all hold  " in result.out


def test_a_number_to_leave_without_a_border_is_not_ignored_in_silence(run: Run) -> None:
    plan = ("plan", "--from", "Siam:12", "--take", "Australia:2", "--leave")
    assert "Nothing taken is a border" in run(*plan, 3).out
    assert "Nothing taken is a border" not in run(*plan, "Siam:3").out


def test_where_nobody_can_attack_all_hold_for_certain(run: Run) -> None:
    result = run("defend", "--hold", "Siam:5", "--enemy", 1)
    assert "100 %  certain: all hold" in result.out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("plan --take Peru:2", "Missing option '--from'"),
        ("plan --from Brazil:5", "Missing option '--take'"),
        ("plan --from Brazil --take Peru:2", "how many armies are in Brazil? Write --from"),
        ("plan --from Brazil:5 --take Peru", "how many armies are in Peru? Write --take"),
        ("plan --from Brazil:x --take Peru:2", "--from Brazil must be a whole number of armies"),
        ("plan --from Brazil:-5 --take Peru:2", "--from Brazil must be at least 1, not -5"),
        ("plan --from Brazil:1 --take Peru:2", "at least 2 armies: one always stays"),
        ("plan --from Brazil:5 --take Peru:0", "defenders of Peru must be at least 1, not 0"),
        ("plan --from Brazil:5 --take Pery:2", "no territory 'Pery'"),
        ("plan --from Brazil:5 --take Siam:2", "no way leads to Siam"),
        ("plan --from Brazil:5 --take Peru,,Siam --enemy 2", "--take has an empty entry"),
        ("plan --from Brazil:5 --take :2", "a territory has no name"),
        ("plan --from Brazil:5 --take Peru:2 --enemy Siam:3", "Siam is not among what --take"),
        ("plan --from Brazil:5 --take Peru --enemy -3", "--enemy must be at least 1, not -3"),
        ("plan --from Brazil:5 --take Peru --enemy Peru", "--enemy needs armies for Peru"),
        ("plan --from Brazil:5 --take Brazil:2", "all that --take names belongs to --from"),
        ("plan --from Brazil:5,brazil:9 --take Peru:2", "--from names Brazil twice; say it once"),
        ("plan --from Brazil:5 --take Peru --enemy 2,3", "two numbers for all others, 2 and 3"),
        ("defend --in-depth --hold Siam:5,Siam:3 --enemy 4", "--hold names Siam twice"),
        ("plan --from Brazil:5 --take Peru:2 --goal win", "there are all, territories"),
        ("plan --from Brazil:5 --take Peru:2 --leave 0", "must be at least 1, not 0"),
        ("plan --from Brazil:5 --take Peru:2 --leave 2,Peru:3", "--leave takes one number"),
        ("plan --from Brazil:5 --take Peru:2 --rules risk2", "classic combat"),
        ("plan --from Brazil:5 --take Peru:2 --board moon", "no board is named 'moon'"),
        ("plan --from Brazil:5 --take Peru:2 --board moon.json", "moon.json: cannot be read"),
        ("plan --from Brazil:5 --take Peru:2 --seconds -1", "--seconds must lie between"),
        ("plan --from Brazil:5 --take Peru:2 --seconds nan", "--seconds must lie between"),
        ("plan --from Ukraine:60 --take Asia:3 --exact", "ask without exact fractions"),
        ("defend --enemy 3", "Missing option '--hold'"),
        ("defend --hold Peru:3", "who attacks?"),
        ("defend --hold Peru:0 --enemy 3", "must be at least 1, not 0"),
        ("defend --hold Peru:3 --enemy Siam:4", "Siam borders none of the territories"),
        ("defend --hold Peru:3 --enemy 4 --place x", "--place must be a whole number"),
        ("defend --in-depth --hold Peru,Siam --enemy 4", "no way leads from Peru to Siam"),
        ("defend --in-depth --hold Peru,Brazil", "--in-depth needs the armies of one attacker"),
        ("defend --in-depth --hold Peru --enemy 1", "attacking armies must be at least 2"),
        ("defend --hold Ukraine,China,Brazil --enemy 4", "stacks attack"),
    ],
)
def test_it_fails_in_one_line(run: Run, typed: str, said: str) -> None:
    result = run(*typed.split())
    assert result.code == 2
    assert result.out == ""
    assert result.err.startswith("Error: ")
    assert result.err.count("\n") == 1
    assert len(result.err) < 250
    assert said in result.err
