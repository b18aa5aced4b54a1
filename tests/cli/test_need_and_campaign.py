"""``oddsapp need`` and ``oddsapp campaign``."""

import json
from fractions import Fraction
from typing import Any

import pytest

import oddsapp
from oddsapp.odds.campaign import Territory
from oddsapp.rules import find_ruleset
from tests.cli.conftest import Run, one_line
from tests.reference.golden import golden


def read(run: Run, *args: object) -> Any:
    result = run(*args, "--json")
    assert (result.code, result.err) == (0, "")
    return json.loads(result.out)


def test_need_is_checked_on_both_sides(run: Run) -> None:
    plain = read(run, "need", 7, "--win", 0.8)
    assert (plain["armies"], plain["force"]) == (12, 11)
    assert plain["win"] == oddsapp.battle(12, 7).win >= 0.8
    assert plain["win_with_one_less"] == oddsapp.battle(11, 7).win < 0.8
    assert read(run, "need", 7) == plain
    assert read(run, "need", 7, "--win", "80%") == plain


@pytest.mark.parametrize("rules", ["classic", "risk2", "blitz"])
def test_the_table_of_what_is_needed(run: Run, rules: str) -> None:
    plain = read(run, "need", 12, "--rules", rules)
    assert [row["to_win"] for row in plain["table"]] == [0.5, 0.75, 0.9, 0.95]
    for row in plain["table"]:
        assert row["win"] >= row["to_win"] > row["win_with_one_less"]
        assert row["win"] == oddsapp.battle(row["armies"], 12, rules=rules).win
        assert row["armies"] == row["force"] + 1


def test_need_exactly(run: Run) -> None:
    plain = read(run, "need", 7, "--exact")
    assert Fraction(plain["win_with_one_less"]) == oddsapp.battle(11, 7, exact=True).win
    assert "with one less  0.79983299095913754" in run("need", 7, "--exact").out


def test_need_in_words(run: Run) -> None:
    text = run("need", 7).out
    assert text.startswith("to win 80.00 % against 7 defenders  [classic]\n")
    for line in (
        "  12 armies: 11 attack, 1 stays",
        "  12         11  85.20 %",
        "  11         10  79.98 %",
        "  95%         16     15  96.44 %",
    ):
        assert f"{line}\n" in text
    assert "  1           0      0 %\n" in run("need", 1, "--win", 0.1).out


def test_what_is_out_of_reach_does_not_hide_the_rest(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("oddsapp.odds.need.MOST_STATES", 400)
    plain = read(run, "need", 20, "--rules", "risk2", "--win", 0.1)
    assert plain["win"] >= 0.1
    assert [row["armies"] is None for row in plain["table"]] == [False, False, True, True]
    assert run("need", 20, "--rules", "risk2", "--win", 0.1).out.count("too many") == 2
    result = run("need", 20, "--rules", "risk2", "--win", 0.999)
    assert result.code == 2
    assert "takes more than 20 armies, the most that is tried" in result.err


def test_a_blitz_can_be_certain(run: Run) -> None:
    plain = read(run, "need", 7, "--rules", "blitz", "--win", 1)
    assert (plain["armies"], plain["win"]) == (12, 1.0)
    assert plain["win_with_one_less"] == oddsapp.battle(11, 7, rules="blitz").win < 1
    assert plain["version"] == "RISK: Global Domination 3.3"
    text = run("need", 7, "--rules", "blitz", "--win", 1, "--capital").out
    assert "to win 100 % against 7 defenders\n  [blitz, modifiers=capital; RISK: Global" in text
    assert "    100 %\n" in text


def test_the_published_campaign(run: Run) -> None:
    data = golden("norvig_campaign")
    plain = read(run, "campaign", 72, *data["territories"])
    assert plain["taken"] == pytest.approx(
        list(map(float, data["P_taken_through_i_exact"])), rel=1e-12
    )
    assert plain["win"] == plain["taken"][-1]
    assert sum(end["probability"] for end in plain["ends"]) == pytest.approx(1, rel=1e-12)
    text = run("campaign", 72, *data["territories"]).out
    assert "72 armies: 71 attack, 1 stays; 14 territories to take  [classic]\n" in text
    assert "  win    81.05 %  very likely: all 14 territories taken\n" in text
    assert text.count("\n") < 30
    assert "most likely end: all taken, 12 armies in the last (3.82 %)" in text


def test_a_campaign_of_one_is_a_battle(run: Run) -> None:
    plain = read(run, "campaign", 11, 7, "--force", "--then", 9)
    assert plain["taken"] == [pytest.approx(0.85205, abs=5e-6)]
    assert plain["held"] == pytest.approx(0.27023, abs=5e-6)
    assert "held" not in read(run, "campaign", 12, 7)


def test_dice_of_one_territory(run: Run) -> None:
    expected = golden("mixed_sides_campaign")["chain_5_v_3_2_1_dsides_6_8_6"]
    plain = read(run, "campaign", 5, 3, "2:2d8", 1)
    assert plain["taken"] == pytest.approx(expected, rel=1e-12)
    assert plain["rules"] == "classic"
    own = str(find_ruleset("classic").replace(defence_die=oddsapp.Die.numbered(8)))
    assert plain["territories"] == [
        {"defenders": 3, "rules": "classic"},
        {"defenders": 2, "rules": own},
        {"defenders": 1, "rules": "classic"},
    ]
    text = run("campaign", 5, 3, "2:2d8", 1).out
    assert "  2              2:2d8  15.83 %" in text
    assert read(run, "campaign", 5, "3:2d6")["taken"] == read(run, "campaign", 5, 3)["taken"]


def test_what_is_left_behind_and_what_is_held(run: Run) -> None:
    plain = read(run, "campaign", 16, 4, 3, "--leave", "3,2", "--then", "5,4", "--exact")
    odds = oddsapp.campaign(16, [4, 3], leave=[3, 2], then=[5, 4], exact=True)
    assert [Fraction(p) for p in plain["taken"]] == list(odds.taken)
    assert Fraction(plain["held"]) == odds.held
    assert read(run, "campaign", 16, 4, 3, "--leave", "2") == {
        **oddsapp.campaign(16, [4, 3], leave=2).to_dict(),
        "territories": [{"defenders": n, "rules": "classic"} for n in (4, 3)],
    }
    text = run("campaign", 16, 4, 3, "--then", "5,4", "--exact").out
    assert "after 5 and 4 armies attack it in turn" in one_line(text)
    assert all(f"  {name} " in text.split("Exactly")[1] for name in ("taken 1", "taken 2", "held"))
    assert "most likely end: stopped before territory 1" in run("campaign", 2, 9, 9).out


def test_steps_of_a_blitz_that_are_certain_are_said_to_be(run: Run) -> None:
    text = run("campaign", 60, 5, 3, "--rules", "blitz", "--then", 3).out
    assert "  win      100 %  certain: both territories taken\n" in text
    assert text.count("  100 %  ") == 4  # the win, both rows of the table, held
    assert "  held     100 %  certain: taken, and still held after 3 armies" in text
    plain = read(run, "campaign", 60, 5, 3, "--rules", "blitz", "--then", 3)
    assert (plain["taken"], plain["win"], plain["held"]) == ([1.0, 1.0], 1.0, 1.0)
    text = run("campaign", 12, 5, 3, "--rules", "blitz", "--then", 3).out
    assert "  1                  5    100 %  " in text
    assert "  2                  3  94.45 %  " in text
    assert "  held   91.97 %  " in text
    text = run("battle", 60, 2, "--rules", "blitz", "--then", 3).out
    assert "  held     100 %  certain" in text
    # True dice are never certain, even where a float cannot tell.
    for typed in ("campaign 60 5 3", "campaign 3000 1", "campaign 60 5 3 --exact"):
        assert "100 %" not in run(*typed.split()).out
    odds = oddsapp.campaign(60, [5, 1], rules="blitz")
    assert odds.certain == (True, True)
    blitz = find_ruleset("blitz")
    mixed = [Territory(5, blitz), Territory(1, find_ruleset("classic"))]
    assert oddsapp.campaign(60, mixed, rules="blitz").certain == (True, False)


def test_a_certain_win_needs_a_number(run: Run) -> None:
    result = run("need", 7, "--win", 1, "--attack-bonus", "all+6,uncapped")
    assert result.code == 0
    assert "  2           1  100 %\n  1           0    0 %\n" in result.out


@pytest.mark.rule("M-10")
def test_more_territories_than_armies_are_impossible(run: Run) -> None:
    text = run("campaign", 3, 1, 1, 1, 1).out
    assert "  win        0 %  impossible: all 4 territories taken" in text
    assert [line.split()[2:] for line in text.splitlines()[7:9]] == [["0", "%"], ["0", "%"]]
    # What is only too small for a float is not said to be impossible.
    assert "impossible" not in run("campaign", 3, 3000, 1).out.split("territory")[0]


def test_a_surge_and_a_blitz(run: Run) -> None:
    surge = read(run, "campaign", 12, 5, 3, "--rules", "risk2")
    assert surge["taken"] == list(oddsapp.campaign(12, [5, 3], rules="risk2").taken)
    blitz = read(run, "campaign", 12, 5, 3, "--rules", "blitz")
    assert blitz["version"] == "RISK: Global Domination 3.3"
    assert "[blitz; RISK: Global Dom" in run("campaign", 12, 5, 3, "--rules", "blitz").out


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("need", "Missing argument 'DEFENDERS'"),
        ("need 0", "defenders must be at least 1, not 0"),
        ("need -3", "at least 1, not -3"),
        ("need seven", "DEFENDERS must be a whole number, not 'seven'"),
        ("need 7 --win 1", "ever certain to win"),
        ("need 7 --win 0", "nothing to need"),
        ("need 7 --win 80", "between 0 and 1, not 80"),
        ("need 7 --win much", "such as 0.8, 80% or 4/5, not 'much'"),
        ("need 7 --win 1e-99999999", "--win must be a probability"),
        (f"need 7 --win 0.{'8' * 5000}", "--win must be a probability"),
        ("need 60000", "at most 50,000"),
        ("need 7 --rules blitz --exact", "irrational"),
        ("need 7 --rules risk2 --win 1", "ever certain to win"),
        ("campaign 12", "Missing argument 'D...'"),
        ("campaign 1 5", "at least 2 armies, not 1"),
        ("campaign 12 0", "at least 1, not 0"),
        ("campaign 12 5 -3", "at least 1, not -3"),
        ("campaign 12 five", "like 3, or 3:2d8 with their dice, not 'five'"),
        (f"campaign 12 {'9' * 5000}", "like 3, or 3:2d8"),
        ("campaign 12 3:2w8", "dice are written like 4d8"),
        ("campaign 12 3:", "dice are written like 4d8"),
        ("campaign 12 3:2d8 --rules risk2", "no dice of its own, so write 3"),
        ("campaign 12 5 3 --leave 1,2,3", "takes 2 numbers"),
        ("campaign 12 5 3 --leave 0", "what to leave must be at least 1, not 0"),
        ("campaign 12 5 3 --leave x", "--leave must be a whole number, not 'x'"),
        ("campaign 12 5 3 --then 1", "at least 2 armies to attack, not 1"),
        ("campaign 12 5 3 2 --rules risk2", "too many"),
        ("campaign 12 5 --rules blitz --exact", "irrational"),
        ("campaign 9000 5000", "the limit is 4,000,000"),
    ],
    ids=lambda text: text[:40],
)
def test_refusals(run: Run, typed: str, said: str) -> None:
    result = run(*typed.split())
    assert (result.code, result.out) == (2, "")
    assert result.err.startswith("Error: ")
    assert result.err.count("\n") == 1
    assert len(result.err) < 250
    assert said in result.err
