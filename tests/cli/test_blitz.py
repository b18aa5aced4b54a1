"""RISK: Global Domination on the command line."""

import json
from typing import Any

import pytest

import oddsapp
from oddsapp.rules import find_ruleset, modified
from tests.cli.conftest import Run


def read(run: Run, *args: object) -> Any:
    result = run(*args, "--json")
    assert (result.code, result.err) == (0, "")
    return json.loads(result.out)


@pytest.mark.parametrize(
    ("typed", "names"),
    [
        ("--capital", ["capital"]),
        ("--wall --capital", ["capital", "wall"]),
        ("--zombie attacker --wall", ["wall", "zombie_attacker"]),
        ("--zombie defender", ["zombie_defender"]),
    ],
)
@pytest.mark.parametrize("name", ["blitz", "classic"])
def test_what_stands_on_the_territory(run: Run, name: str, typed: str, names: list[str]) -> None:
    plain = read(run, "battle", 21, 12, "--rules", name, *typed.split())
    rules = modified(find_ruleset(name), names)
    assert plain == oddsapp.battle(21, 12, rules=rules).to_dict()
    assert plain["rules"] == f"{name}, modifiers={'+'.join(names)}"
    assert plain.get("version") == ("RISK: Global Domination 3.3" if name == "blitz" else None)


def test_advice(run: Run) -> None:
    plain = read(run, "battle", 11, 10, "--rules", "blitz", "--advise")
    assert plain["advise"] == oddsapp.blitz_advice(11, 10).to_dict()
    text = run("battle", 11, 10, "--rules", "blitz", "--advise").out
    assert text.splitlines()[1] == "  [blitz; RISK: Global Domination 3.3]"
    for line in (
        "roll to the end  56.76 %",
        "blitz now        60.94 %",
        "best mix         66.16 %",
    ):
        assert line in text
    assert "10 v 8, 9 v 7, 8 v 6" in text
    assert max(map(len, text.splitlines())) <= 80


@pytest.mark.parametrize(
    ("armies", "said"),
    [((30, 3), "best: blitz now"), ((2, 9), "best: roll to the end"),
     ((121, 140), "more (--json lists them)")],
)  # fmt: skip
def test_advice_in_words(run: Run, armies: tuple[int, int], said: str) -> None:
    assert said in run("battle", *armies, "--rules", "blitz", "--advise").out


def test_commitments(run: Run) -> None:
    plain = read(run, "battle", 5, 3, "--rules", "blitz", "--commit")
    assert plain["commit"] == [choice.to_dict() for choice in oddsapp.commitments(4, 3)]
    text = run("battle", 5, 3, "--rules", "blitz", "--commit").out
    assert text.endswith(
        "  3                 45.17 %           1.97\n  4                 72.59 %           1.85\n"
    )
    assert "  1                     0 %           1.00\n" in text


def test_certain_and_impossible_are_said_where_they_are(run: Run) -> None:
    sure = run("battle", 30, 3, "--rules", "blitz").out
    assert "  win      100 %  certain\n  lose       0 %\n" in sure
    never = run("battle", 3, 30, "--rules", "blitz").out
    assert "  win        0 %  impossible\n  lose     100 %\n" in never
    assert "in battles won" not in never
    assert "left if won" not in never
    assert "more than 99.999 %  almost certain" in run("battle", 90, 3).out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("battle 11 7 --rules blitz --exact", "irrational"),
        ("battle 11 7 --advise", "there is no blitz under the rules classic"),
        ("battle 11 7 --rules risk2 --advise", "there is no blitz under the rules risk2"),
        ("battle 11 7 --rules risk2 --capital", "mean nothing under the rules risk2"),
        ("battle 11 7 --zombie me", "--zombie is attacker or defender, not 'me'"),
        ("battle 1201 1000 --rules blitz --advise", "the limit is 1,000,000"),
        ("mass 11 --defenders 7 --capital", "--capital"),
        ("spoils 5 4 --rules blitz", "no spoils of war under the rules blitz"),
    ],
)
def test_refusals(run: Run, typed: str, said: str) -> None:
    result = run(*typed.split())
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("Error: ")
    assert result.err.count("\n") == 1
    assert said in result.err
