"""``oddsapp choice``: its JSON, what it says, and what it refuses."""

import json
from fractions import Fraction
from typing import Any

import pytest

import oddsapp
from tests.cli.conftest import Run
from tests.cli.test_imports import HEAVY, imported

CLASSIC = oddsapp.find_ruleset("classic")


def read(run: Run, *args: object) -> Any:
    result = run("choice", *args, "--json")
    assert (result.code, result.err) == (0, "")
    return json.loads(result.out)


@pytest.mark.rule("C-1", "C-3")
def test_it_counts_the_armies_on_the_territory(run: Run) -> None:
    plain = read(run, 4, 2)
    assert plain == {"rules": "classic", **oddsapp.dice_choice(4, 2).to_dict()}
    assert plain["attack"] == {"3": 1, "2": 0, "1": 0}
    assert plain["value"] == plain["full_dice_value"]
    assert len(plain["payoffs"]) == 6
    assert read(run, 3, 2, "--force") == plain


@pytest.mark.rule("C-3")
def test_the_defender_sees_the_roll(run: Run) -> None:
    plain = read(run, 4, 2, "--sees-roll", "--exact")
    assert Fraction(plain["value"]) == Fraction(103050469, 161243136)
    assert plain["rules"] == "classic, defence_timing=after_roll"
    one_die = [roll["faces"] for roll in plain["rolls"] if roll["defence_dice"] == 1]
    assert [6, 6] in one_die
    assert [1, 1] not in one_die


@pytest.mark.rule("C-3")
def test_the_attacker_announces_first(run: Run) -> None:
    plain = read(run, 11, 7, "--first", "attacker", "--goal", "margin")
    assert plain["timing"] == "attacker_first"
    assert plain["goal"] == "margin"
    assert plain["value"] == pytest.approx(float(oddsapp.battle(11, 7).margin.mean()))


@pytest.mark.rule("C-7", "C-8")
def test_cards_and_commander(run: Run) -> None:
    plain = read(run, 2, 1, "--commander", "--exact")["expert"]
    assert plain["optimal"] == "5/6"
    assert read(run, 2, 1, "--cards", 1, "--exact")["expert"]["optimal"] == "125/216"
    assert read(run, 2, 1, "--reroll", "any", "--exact")["expert"]["optimal"] == "49/72"
    many = read(run, 6, 4, "--cards", 2, "--card-limit", "card", "--commander")
    rules = CLASSIC.replace(card_reroll="own", card_limit="card", commander=True)
    assert many["expert"] == oddsapp.expert_odds(6, 4, rules=rules, cards=2).to_dict()
    assert many["rules"] == str(rules)


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("4 2", ["4 armies: 3 attack, 1 stays", "3 dice", "65.60 %", "up to 30 against 30"]),
        ("4 2 --sees-roll", ["fewer against 4 rolls", "6 6", "Against all other rolls: 2 dice."]),
        ("3 1 --sees-roll", ["all dice whatever is seen"]),
        ("2 5 --sees-roll --goal margin", ["all the same"]),
        ("4 2 --goal margin", ["margin", "+1.03"]),
        ("2 5 --goal margin", ["-4."]),
        ("2 1 --commander", ["the commander", "best moment", "83.33 %", "41.67 %"]),
        ("2 1 --cards 1", ["1 card", "57.87 %"]),
        ("4 2 --exact", ["6610505/10077696"]),
        ("2 1 --commander --exact", ["best moment", "5/6"]),
        ("32 2", ["with full dice"]),
    ],
    ids=str,
)
def test_what_it_says(run: Run, typed: str, said: list[str]) -> None:
    result = run("choice", *typed.split())
    assert (result.code, result.err) == (0, "")
    for words in said:
        assert words in result.out


@pytest.mark.parametrize("typed", ["4 2 --ties attacker", "32 2", "4 2 --sees-roll"])
def test_the_theorem_is_cited_only_where_it_was_proved(run: Run, typed: str) -> None:
    assert "Full dice are right for both" not in run("choice", *typed.split()).out
    assert "Full dice are right for both" in run("choice", 4, 2).out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("1 4", "at least 2 armies, not 1"),
        ("-3 4", "at least 1, not -3"),
        ("4 2 --commander --rules risk2", "under the rules risk2 each army rolls one die"),
        ("4 2 --rules risk2", "each army rolls one die"),
        ("4 2 --goal glory", "it can be win, margin"),
        ("4 2 --sees-roll --first attacker", "not both"),
        ("4 2 --sees-roll --commander", "full dice on both sides"),
        ("4 2 --first defender", "is not 'attacker'"),
        ("4 2 --cards 3", "at most 2 cards fit one attack"),
        ("4 2 --cards x", "not a valid integer"),
        ("4 2 --reroll off --cards 1", "no card lets a die be rolled again"),
        ("4 2 --reroll all", "off, own, any"),
        ("4 2 --card-limit never", "roll, territory, card"),
        ("2000 2000", "the limit is 40,000 states"),
        ("61 60 --exact", "states exactly"),
        ("4 2 --sees-roll --ties nobody", "could repeat it for ever"),
    ],
)
def test_it_fails_in_one_line(run: Run, typed: str, said: str) -> None:
    result = run("choice", *typed.split())
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("Error: ")
    assert result.err.count("\n") == 1
    assert said in result.err


@pytest.mark.parametrize("args", ["11 7", "11 7 --sees-roll", "6 4 --cards 1 --commander"])
def test_it_imports_nothing_heavy(args: str) -> None:
    modules = imported("choice", *args.split())
    assert {name.split(".")[0] for name in modules} & HEAVY == set()
