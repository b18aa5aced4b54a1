"""``oddsapp play``: what it prints, what it refuses, and that a seed plays the same games."""

import json
import signal
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Any, cast

import pytest

import oddsapp.players.match
from oddsapp.players.match import MatchGame, play_match
from tests.cli.conftest import Run


def document(run: Run, *args: object) -> dict[str, Any]:
    done = run("play", *args, "--json")
    assert (done.code, done.err) == (0, "")
    found: dict[str, Any] = json.loads(done.out)
    return found


def test_the_same_seed_is_the_same_json_and_nothing_in_it_is_timed(run: Run) -> None:
    args = ("play", "--players", "odds,random,cautious", "--games", 6, "--json", "--seed")
    first, again, other = (run(*args, seed).out for seed in (7, 7, 8))
    assert first == again != other
    assert set(json.loads(first)) == {
        "rules", "board", "seed", "most_rounds", "seating", "games", "unfinished", "mean_rounds",
        "mean_moves", "players",
    }  # fmt: skip


def test_the_same_in_a_process_of_its_own(process: Run) -> None:
    """Nothing depends on hashes of strings, which differ from process to process."""
    args = ("play", "--players", "continental,random", "--games", 1, "--json")
    outs = {process(*args, python=("-R",)).out for _ in range(2)}
    assert len(outs) == 1


def test_results_are_counted_by_player(run: Run) -> None:
    found = document(run, "--players", "cautious,random", "--games", 4)
    assert found["games"] == 4
    cautious, random = found["players"]
    assert (cautious["name"], cautious["wins"], cautious["share"]) == ("cautious", 4, 1.0)
    assert (random["name"], random["wins"], random["draws"]) == ("random", 0, 0)
    low, high = cautious["interval_95"]
    assert low < 1 == high
    assert "one seat on" in found["seating"]


def test_the_report_fits_eighty_columns_and_says_how_many_were_left(run: Run) -> None:
    done = run("play", "--players", "random,random", "--games", 2, "--rounds", 1)
    assert done.code == 0
    assert "random 1" in done.out
    assert "0 games finished, 2 left after 1 round;" in done.out
    assert "0 %" in done.out
    assert max(map(len, done.out.splitlines())) <= 80


def test_an_interrupt_keeps_the_games_that_are_played(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    args = ("play", "--players", "cautious,random", "--json", "--games")
    two = run(*args, 2)

    def interrupted(*given: Any, **more: Any) -> Iterator[MatchGame]:
        yield from islice(play_match(*given, **more), left)
        raise KeyboardInterrupt

    monkeypatch.setattr(oddsapp.players.match, "play_match", interrupted)
    left = 2
    done = run(*args, 1000)
    assert (done.code, done.out, done.err.strip()) == (128 + signal.SIGINT, two.out, "")
    left = 0
    done = run(*args, 1000)
    assert (done.code, done.out.strip(), done.err.strip()) == (128 + signal.SIGINT, "", "")


def test_no_progress_is_shown_where_no_terminal_is(run: Run) -> None:
    done = run("play", "--players", "cautious,cautious", "--games", 2)
    assert done.err == ""
    assert "games" not in done.out.splitlines()[-1].split()[0]


def test_progress_is_shown_on_a_terminal(monkeypatch: pytest.MonkeyPatch, run: Run) -> None:
    monkeypatch.setattr("sys.stderr.isatty", lambda: True, raising=False)
    done = run("play", "--players", "cautious,cautious", "--games", 2, "--json")
    assert "100%" in done.err
    assert json.loads(done.out)["games"] == 2


@pytest.mark.parametrize(
    ("settings", "rules"),
    [
        (["goal=missions"], "goal=missions"),
        (["fortify=free", "attack_dice=4"], "attack_dice=4, fortify=free"),
        (["commander=true", "stack_limit=none"], "commander=True, stack_limit=none"),
        (["fixed_values=5,7,9,11"], "fixed_values=(5, 7, 9, 11)"),
        (["starting_armies=3:20,4:20"], "starting_armies=((3, 20), (4, 20))"),
        (["defence_bonus=highest+1"], "defence_bonus="),
    ],
)
def test_any_rule_can_be_set(run: Run, settings: list[str], rules: str) -> None:
    options = [word for setting in settings for word in ("--set", setting)]
    found = document(run, "--players", "cautious,odds,cautious", "--games", 1, *options)
    assert rules in found["rules"]


REFUSED = [
    ("--players odds", "number of players must be at least 2, not 1"),
    ("--players ,", "number of players must be at least 2, not 0"),
    ("--players odds,deep", "no player is called 'deep'; there are random, cautious, odds"),
    ("--players odds,odds --games 0", "number of games must be at least 1, not 0"),
    ("--players odds,odds --games ten", "'ten' is not a valid integer"),
    ("--players odds,odds --rounds 0", "most rounds must be at least 1, not 0"),
    ("--players odds,odds --seed -1", "-1 is not in the range"),
    ("--players odds,odds --rules chess", "there are classic, parker1993"),
    ("--players odds,odds --rules risk2", "3 to 8 players, not 2"),
    ("--players odds,cautious,odds --rules risk2", "cautious plays games in turns only; under"),
    ("--players continental,odds,odds --rules risk2", "risk2 there are random and odds"),
    ("--players odds,odds,odds --rules risk2 --set goal=territories", "by domination_territories"),
    ("--players odds,odds --board moon", "no board is named 'moon'"),
    ("--players odds,odds --set goal", "RULE=VALUE, goal=missions for one, not 'goal'"),
    ("--players odds,odds --set goal=", "RULE=VALUE"),
    ("--players odds,odds --set starting_armies=2:9,2:40", "twice for the same number"),
    ("--players odds,odds --set goal=gold", "goal cannot be 'gold'; it can be domination"),
    ("--players odds,odds --set gaol=missions", "gaol means nothing under the rules classic"),
    ("--players odds,odds --set cards=fixed", "of cards there are by_one_from, draw"),
    ("--players odds,odds --set attack_die=w8", "dice are written like 4d8"),
    ("--players odds,odds --set goal=missions", "for 3 players or more, not 2"),
    ("--players odds,odds --set commander=maybe", "commander must be true or false"),
    ("--players odds,odds --set attack_dice=many", "whole number"),
    ("--players odds,odds --set teams=2", "are no teams"),
    ("--games 3", "Missing option '--players'"),
    ("--players " + ",".join(["odds"] * 7), "2 to 6 players, not 7"),
]


@pytest.mark.parametrize(("typed", "said"), REFUSED)
def test_what_cannot_be_played_is_refused_in_one_sentence(run: Run, typed: str, said: str) -> None:
    done = run("play", *typed.split())
    assert done.code == 2
    assert said in done.err
    assert done.err.count("\n") == 1
    assert done.out == ""


@pytest.mark.parametrize("value", ["5", "true", "none", "x", "1,2", "2:3", "99999999999999999999"])
def test_no_value_of_any_rule_ends_in_a_traceback(run: Run, value: str) -> None:
    from dataclasses import fields

    from oddsapp.rules import find_ruleset

    rules = find_ruleset("classic")
    for part in (rules.combat, rules.setup, rules.turn, rules.cards, rules.victory):
        for rule in fields(part):
            typed = ("--set", f"{rule.name}={value}", "--games", 1, "--rounds", 1)
            done = run("play", "--players", "random,random,random", *typed)
            assert done.code in (0, 2), (rule.name, value)
            assert done.err.count("\n") == (1 if done.code else 0)


def test_risk2_is_played_on_its_own_board_or_another(run: Run) -> None:
    typed = ("--players", "odds,random,random", "--rules", "risk2", "--games", 2)
    found = document(run, *typed)
    assert (found["board"], found["unfinished"]) == ("risk2", 0)
    odds = cast("list[dict[str, Any]]", found["players"])[0]
    assert odds["wins"] == 2
    assert document(run, *typed, "--board", "classic")["board"] == "classic"


@pytest.mark.parametrize(
    "setting", ["goal=missions", "goal=capitals", "allocation=election", "diplomacy=secret",
                "domination_territories=60%"],
)  # fmt: skip
def test_any_rule_of_risk2_can_be_set(run: Run, setting: str) -> None:
    typed = ("--players", "random,odds,odds,random", "--rules", "risk2_manual", "--games", 1)
    found = document(run, *typed, "--set", setting, "--rounds", 30)
    assert setting.partition("=")[0] in str(found["rules"])


def test_bots_play_on_a_map_of_ones_own(run: Run, tmp_path: Path) -> None:
    board = tmp_path / "trio.json"
    board.write_text(
        json.dumps(
            {
                "name": "trio",
                "continents": {
                    "West": {"bonus": 1, "territories": ["A", "B", "C"]},
                    "East": {"bonus": 1, "territories": ["D", "E", "F"]},
                },
                "links": [["A", "B"], ["B", "C"], ["C", "D"], ["D", "E"], ["E", "F"], ["F", "A"]],
            }
        )
    )
    found = document(run, "--players", "odds,continental,cautious", "--games", 3,
                     "--board", board)  # fmt: skip
    assert found["board"] == "trio"
    assert found["unfinished"] == 0
