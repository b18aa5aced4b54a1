"""``explain``, ``sensitivity`` and ``formula``: what they print and what they refuse."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any

import pytest

import oddsapp
from oddsapp.odds import recompute
from tests.cli.conftest import Run


def read(run: Run, *args: object) -> Any:
    result = run(*args, "--json")
    assert (result.code, result.err) == (0, "")
    assert result.out.count("\n") == 1
    return json.loads(result.out)


@pytest.mark.parametrize(
    ("args", "win"),
    [
        ("battle 4 2", oddsapp.battle(4, 2, exact=True).win),
        ("battle 11 7", oddsapp.battle(11, 7, exact=True).win),
        ("battle 3 2 --force --ties nobody",
         oddsapp.battle(4, 2, rules=oddsapp.find_ruleset("classic").replace(ties="nobody"),
                        exact=True).win),
        ("mass 2 1 --defenders 2", oddsapp.mass_invasion([2, 1], 2, exact=True).win),
        ("clash 3 2 --player 2", oddsapp.border_clash(3, 2, exact=True).win[1]),
        ("spoils 2 1+1", oddsapp.spoils_of_war([[2], [1, 1]], exact=True).win[0]),
    ],
)  # fmt: skip
def test_the_printed_data_give_the_number_again(run: Run, args: str, win: Fraction) -> None:
    data = read(run, "explain", *args.split())
    assert Fraction(data["win"]) == recompute.win_from_rounds(data) == win


def test_explanations_are_text_or_latex_for_a_level(run: Run) -> None:
    steps = oddsapp.battle(4, 2).explain()
    assert run("explain", "battle", 4, 2) == (0, steps.text().rstrip() + "\n", "")
    latex = run("explain", "battle", 4, 2, "--latex", "--level", "university")
    assert latex == (0, steps.latex("university") + "\n", "")


def test_campaigns_are_explained_as_data_text_and_latex(run: Run) -> None:
    asked = ("explain", "campaign", 6, "2", "1:2d8", "--leave", "2,1", "--then", 3)
    odds = read(run, "campaign", *asked[2:], "--exact")
    data = read(run, *asked)
    assert [str(p) for p in recompute.taken_from_battles(data)] == odds["taken"]
    assert str(recompute.held_from_battles(data)) == data["held"] == odds["held"]
    steps = oddsapp.campaign(force=6, defenders=[2, 1], leave=2).explain()
    sent = ("explain", "campaign", 6, 2, 1, "--force", "--leave", 2)
    assert run(*sent) == (0, steps.text().rstrip() + "\n", "")
    assert run(*sent, "--latex") == (0, steps.latex() + "\n", "")
    both = run(*sent, "--latex", "--json")
    assert both.code == 2
    assert "not for both" in both.out + both.err
    large = run("explain", "campaign", 72, 22, 8)
    assert large.code != 0
    assert "up to 3,000 states" in large.out + large.err


def test_sensitivity_prints_faces_thresholds_and_the_limit(run: Run) -> None:
    plain = read(run, "sensitivity", 7, 5)
    assert list(plain) == ["rules", "win", "faces", "thresholds", "derivatives", "limit"]
    assert plain["win"] == oddsapp.battle(7, 5, rules="risk2").win
    assert plain["limit"]["slope"] == "3/5"
    assert plain["derivatives"] == {}
    assert {tuple(change) for change in plain["faces"]} == {("what", "from", "to", "win", "change")}
    assert "the attacker's threshold of yellow" in {c["what"] for c in plain["thresholds"]}
    classic = read(run, "sensitivity", 2, 1, "--rules", "classic", "--exact")
    assert classic["derivatives"]["a_6"] == "5/12"
    assert classic["limit"]["slope"] == "2387/2797"
    assert classic["thresholds"] == []
    assert classic["win"] == "5/12"


def test_formulas(run: Run) -> None:
    plain = read(run, "formula", "roll", 3, 2)
    assert plain["attackers_lost"] == "(n + 1)*(2*n - 1)*(7*n**2 + 9*n + 4)/(20*n**4)"
    plain = read(run, "formula", "battle", 3, 1)
    assert plain["win"] == "p_1v1_0_1*p_2v1_1_0 + p_2v1_0_1"
    assert plain["value"] == "1955/2592"
    assert read(run, "formula", "battle", 2, 1, "--force") == plain


@pytest.mark.parametrize("typed", ["explain", "explain battle", "explain mass", "explain clash",
                                   "explain spoils", "sensitivity", "formula", "formula roll",
                                   "formula battle"])  # fmt: skip
def test_every_example_of_the_help_runs(run: Run, typed: str) -> None:
    help_text = run(*typed.split(), "--help").out
    examples = re.findall(r"^ +oddsapp (.+)$", help_text, re.MULTILINE)
    assert examples
    for example in examples:
        result = run(*example.split())
        assert (result.code, result.err) == (0, "")
        assert result.out


@pytest.mark.parametrize("typed", ["explain", "formula"])
def test_the_bare_name_of_a_group_shows_its_help(run: Run, typed: str) -> None:
    assert run(typed) == run(typed, "--help")


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("explain battle 4 2 --json --latex", "not for both"),
        ("explain battle 4 2 --level kindergarten", "for school or university"),
        ("explain battle 4 2 --level kindergarten --json", "for school or university"),
        ("explain battle 4 2 --player 3", "from 1 to 2, not 3"),
        ("explain battle 4 2 --player 0", "from 1 to 2, not 0"),
        ("explain battle 1 2", "at least 2 armies"),
        ("explain duel 4 2", "there are battle, mass, clash, spoils"),
        ("explain clash 4 2 --rules classic", "no border clash"),
        ("sensitivity 1 1", "at least 2 armies"),
        ("sensitivity 300 300 --rules classic", "up to 2,500 states"),
        ("formula battle 40 40", "the limit is 200"),
        ("formula roll 30 2", "up to 7 dice"),
        ("formula roll 3 2 --ties me", "attacker, defender, nobody"),
    ],
)
def test_what_cannot_be_told(run: Run, typed: str, said: str) -> None:
    result = run(*typed.split())
    assert (result.code, result.out) == (2, "")
    assert said in result.err
    assert result.err.count("\n") == 1
